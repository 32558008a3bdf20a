import type { Operation } from '../schema/operation.ts';
import type { AccessPolicy } from './access-policy.ts';
import type { Incoming } from './answer.ts';
import type { Clock } from './clock.ts';
import type { Caller, Settings } from './context.ts';
import type { CallRecorder, Consistency, EventRecorder, Faults, JournalEntry, Quota, Sent } from './hooks.ts';
import type { Store } from './rows.ts';
import type { TokenService } from './token-service.ts';

/** The id of the world of every request that names none. */
export const DEFAULT_WORLD = 'default';
/** The header, and gRPC metadata, that names a world; answers of other worlds than `default` carry it, too. */
export const WORLD_HEADER = 'x-mock-world';

/** Finds the world of a request by its headers. If there is none, the world that it returns refuses every call. */
export type WorldOf = (headers: Readonly<Record<string, string | string[] | undefined>>) => CallScope;

/** The settings of a test for the calls of a world: a part that is not set is missing. */
export interface Steering {
  /** Makes calls fail on demand. */
  readonly faults?: Faults;
  /** Bounds calls in time. */
  readonly quota?: Quota;
  /** Lets calls see changes late. */
  readonly consistency?: Consistency;
  /** Lets callers through who lack a capability. */
  readonly policy?: AccessPolicy;
}

/** One call, as a face hands it over. */
export interface AskedCall {
  readonly authorization: string | undefined;
  /** Reads the request after the caller was authenticated: a bad token is reported before it (behaviour L22, §7). */
  readonly read: () => Incoming;
  /** The host that the request was sent to: an audience that its token may have. */
  readonly host?: string | undefined;
  /** The sending of the request, for the faults of the world. */
  readonly sent?: Sent | undefined;
  /** The world's record of the call. */
  readonly entry?: JournalEntry | undefined;
}

/** The view that a call has of its world: rows, time, keys and the hooks that it runs through. */
export interface CallScope {
  readonly id: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: Settings;
  /** The key that signs page tokens; it stays the same over restarts. */
  readonly pageTokenKey: string;
  /**
   * Identifies the caller of a request by its `authorization` value; `host` is its `Host` or
   * `:authority`.
   * @throws ApiError UNAUTHENTICATED with one of the messages of behaviour §9.8
   */
  readonly authenticate: (
    authorization: string | undefined,
    auth: Operation['auth'],
    host?: string,
  ) => Caller | Promise<Caller>;
  /** Exchanges credentials for tokens of this world. */
  readonly tokens: TokenService;
  /** The settings of a test for its calls; missing: nothing is set. */
  readonly steering?: Steering | undefined;
  /** Takes the fault that a call asks for itself; missing: none is. */
  faults?(): Faults | undefined;
  /** Follows its calls: its journal, or else its meter; missing: nothing does. */
  readonly recorder?: CallRecorder | undefined;
  /** Counts calls that no journal follows; missing: nothing does. */
  readonly meter?: CallRecorder | undefined;
  /** Records the events of its calls; missing: nothing is recorded. */
  readonly events?: EventRecorder | undefined;
}
