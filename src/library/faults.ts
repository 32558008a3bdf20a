import type { Connection } from './connection.ts';

/** Which calls a fault is for: those that have all of these. */
export interface FaultMatch {
  /** The name of an operation, such as `CreateRepo`, or `Registry_CreateRepo` of v1. */
  readonly operation?: string;
  /** The HTTP method; POST for gRPC. */
  readonly method?: string;
  /** The path, in which `*` is any text. */
  readonly path?: string;
  /** An identity: its uid, an alias or a name. */
  readonly caller?: string;
  readonly version?: 'v1' | 'v2';
  /** Only the nth of these calls, counted from 1. */
  readonly nth?: number;
  /** Every so many of these calls. */
  readonly every?: number;
  /** Only tries of a logical call (caller, operation and resource) that have this number, counted from 1. */
  readonly attempt?: number;
}

/**
 * What happens to a call: at least one of code, http, latency and slow, and of drop, reset and truncate, which exclude
 * each other and a code.
 */
export interface FaultEffect {
  /** The name of a gRPC status code, such as `UNAVAILABLE`. */
  readonly code?: string;
  readonly http?: number;
  readonly message?: string;
  /** Messages of google.rpc, each with its `@type`. */
  readonly details?: readonly (Readonly<Record<string, unknown>> & { readonly '@type': string })[];
  /** Milliseconds. */
  readonly latency?: number | { readonly min: number; readonly max: number };
  /** Whole seconds. */
  readonly retryAfter?: number;
  /** The connection is closed without an answer, or in the phase `mid_stream` within it; over HTTP/2 the stream. */
  readonly drop?: true;
  /** The same, by a reset. */
  readonly reset?: true;
  /** How many bytes of the body are sent, half of them with true; in the phase `after_commit`. */
  readonly truncate?: true | number;
  /** How many bytes of the body are sent in a second; in the phase `after_commit`. */
  readonly slow?: number | { readonly bytesPerSecond: number };
}

/** Which calls fail, when, and how. */
export interface Fault {
  /** Every call unless given. */
  readonly match?: FaultMatch;
  /** `before` unless given. */
  readonly phase?: 'before_auth' | 'before' | 'after_commit' | 'mid_stream';
  readonly do: FaultEffect;
  /** How often it acts at most. */
  readonly times?: number;
}

/** Faults that are made beforehand, for the calls that match. */
export interface FaultPreset {
  readonly preset: 'flaky' | 'brownout' | 'quota' | 'maintenance';
  readonly match?: FaultMatch;
}

/** A fault with how often it has acted. */
export interface FaultWithHits extends Fault {
  readonly hits: number;
}

/** The faults of a world: calls that fail on demand. */
export interface Faults {
  /**
   * Replaces all faults of the world.
   * @throws MockError with each mistake; then nothing has changed
   */
  readonly set: (...faults: readonly (Fault | FaultPreset)[]) => Promise<readonly FaultWithHits[]>;
  /**
   * Adds a fault that acts on the next call of an operation, and on no other. The counts of those that are there begin
   * anew.
   */
  readonly once: (
    operation: string,
    effect: FaultEffect,
    options?: Pick<Fault, 'phase' | 'match'>,
  ) => Promise<readonly FaultWithHits[]>;
  /** The faults in their order. */
  readonly list: () => Promise<readonly FaultWithHits[]>;
  readonly clear: () => Promise<void>;
}

interface Listed {
  readonly faults: readonly FaultWithHits[];
}

/** What a fault still has to do: nothing, where it has acted as often as it may. */
const remaining = ({ hits, ...fault }: FaultWithHits): readonly Fault[] => {
  const { times = Number.POSITIVE_INFINITY, match } = fault;
  if (hits >= times || (hits > 0 && match?.nth !== undefined)) return [];
  return [fault.times === undefined ? fault : { ...fault, times: times - hits }];
};

/** The faults of one world. */
export const faultsOf = (connection: Connection, world: string): Faults => {
  const put = async (json: readonly (Fault | FaultPreset)[]): Promise<readonly FaultWithHits[]> =>
    (await connection.control<Listed>('/faults', { method: 'PUT', json, world })).faults;
  const list = async (): Promise<readonly FaultWithHits[]> =>
    (await connection.control<Listed>('/faults', { world })).faults;
  return {
    set: (...faults) => put(faults),
    once: async (operation, effect, { match, phase } = {}) => {
      const fault = { match: { ...match, operation }, ...(phase && { phase }), do: effect, times: 1 };
      return put([...(await list()).flatMap(remaining), fault]);
    },
    list,
    clear: async () => void (await connection.control('/faults', { method: 'DELETE', world })),
  };
};
