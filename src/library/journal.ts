import type { AuthzCheck } from '../steering/contract/nouns.ts';
import type { Connection } from './connection.ts';
import { PATIENCE_MS } from './patience.ts';

/** A JSON object. */
type Json = Readonly<Record<string, unknown>>;

/** A row that a call has created, updated or deleted. */
export interface JournalChange {
  readonly change: 'created' | 'updated' | 'deleted';
  /** The kind of the row, such as `repos`. */
  readonly type: string;
  readonly uid: string;
  readonly name?: string;
  /** Of an update: each field with its value before and after. */
  readonly fields?: Readonly<Record<string, readonly unknown[]>>;
}

/** One exchange of a world; secrets are redacted. */
export interface JournalEntry {
  /** Counted from 1 in each world. */
  readonly id: string;
  readonly state: 'open' | 'ended';
  /** When it began, RFC 3339, by the clock of the world. */
  readonly time: string;
  readonly durationMs?: number;
  readonly protocol: 'rest' | 'grpc' | 'grpc-web' | 'connect';
  /** The version of the interface; missing where no operation matches. */
  readonly version?: string;
  readonly method: string;
  readonly path: string;
  readonly operation?: string;
  readonly caller?: { readonly identity: string; readonly name: string };
  /** What the client calls itself. */
  readonly client?: string;
  readonly request?: Json;
  /** The body where it could not be read as the request. */
  readonly body?: string;
  /** The paths of what the client sent and nobody read. */
  readonly unread: readonly string[];
  /** The HTTP status; for gRPC the one that REST would have. */
  readonly status?: number;
  /** `OK`, or the name of a gRPC status code. */
  readonly code?: string;
  readonly message?: string;
  readonly details?: readonly Json[];
  readonly answer?: Json;
  /** What the operation has resulted in, where a fault had something else answered. */
  readonly handled?: { readonly status: number; readonly code: string };
  readonly faults: readonly { readonly rule: string; readonly phase: string }[];
  readonly authz?: {
    readonly decision: 'allow' | 'deny' | 'unauthenticated' | 'open';
    readonly missing: readonly { readonly capability: string; readonly at: string }[];
    readonly wouldDeny?: true;
  };
  readonly changes: readonly JournalChange[];
}

/**
 * Which entries are meant: those that have all of these. Objects match by the fields that they name, lists when each of
 * their items matches some item, `{ regex }` by a pattern, `{ any: true }` whatever is there, `null` what is missing.
 */
export interface JournalMatch {
  /** The name of an operation, such as `CreateRepo`, or `Registry_CreateRepo` of v1. */
  readonly operation?: string;
  /** An HTTP status, or the name of a code. */
  readonly status?: number | string;
  /** An identity: its uid, an alias or a name. */
  readonly caller?: string;
  readonly protocol?: JournalEntry['protocol'];
  readonly version?: string;
  readonly method?: string;
  /** The path, in which `*` is any text. */
  readonly path?: string;
  readonly client?: unknown;
  readonly message?: unknown;
  readonly request?: unknown;
  readonly answer?: unknown;
  readonly changes?: unknown;
  readonly authz?: unknown;
  readonly unread?: unknown;
}

/** How entries are awaited. */
export interface ExpectOptions {
  /** How many: at least one unless given. A number is that many and no more. */
  readonly count?: number | { readonly min?: number; readonly max?: number };
  /** Only entries behind this id. */
  readonly since?: string;
  /**
   * How long to wait, in milliseconds; 4,000 unless given, and in a test of a runner at most four fifths of the time
   * that is left to it.
   */
  readonly timeoutMs?: number;
  /** For how long no further entry may match, once there are enough. */
  readonly settleMs?: number;
}

/** Entries, the newest first. */
export interface JournalPage {
  readonly entries: readonly JournalEntry[];
  /** The id of the newest entry, to ask for later ones by `since`. */
  readonly cursor: string;
  /** How many entries were dropped to keep the bounds. */
  readonly dropped: number;
}

/** What was called in a world, by whom, and what came of it. */
export interface Journal {
  /** The entries that match, the newest first; 100 unless a limit is given. */
  readonly list: (
    match?: Pick<JournalMatch, 'operation' | 'status' | 'caller' | 'path' | 'version' | 'protocol'> & {
      readonly client?: string;
      readonly since?: string;
      readonly limit?: number;
    },
  ) => Promise<JournalPage>;
  /** The entry of an id. @throws MockError where it was dropped, or never was */
  readonly entry: (id: string) => Promise<JournalEntry>;
  /**
   * Waits until entries match, and returns them, the oldest first.
   * @throws MockError that names the entry that comes nearest, and where it differs
   */
  readonly expect: (match: JournalMatch, options?: ExpectOptions) => Promise<readonly JournalEntry[]>;
  /** Why a call was allowed or refused, by the rights that its caller had. */
  readonly why: (id: string) => Promise<AuthzCheck>;
  /** Drops all entries, and nothing else. */
  readonly clear: () => Promise<void>;
}

/** The query of what is asked for; empty where nothing is. */
export const queryOf = (asked: Readonly<Record<string, string | number | undefined>>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? '' : `?${query}`;
};

/** The journal of one world. */
export const journalOf = (connection: Connection, world: string): Journal => ({
  list: (asked = {}) => connection.control(`/journal${queryOf({ ...asked })}`, { world }),
  entry: (id) => connection.control(`/journal/${encodeURIComponent(id)}`, { world }),
  expect: async (match, { count, timeoutMs = PATIENCE_MS, ...options } = {}) => {
    const wanted = typeof count === 'number' ? { min: count, max: count } : count;
    const json = { match, timeoutMs, ...options, ...(wanted && { count: wanted }) };
    const met = await connection.control<JournalPage>('/journal:await', { method: 'POST', json, world });
    return [...met.entries].reverse();
  },
  why: (id) => connection.control(`/journal/${encodeURIComponent(id)}:explain`, { world }),
  clear: async () => void (await connection.control('/journal', { method: 'DELETE', world })),
});
