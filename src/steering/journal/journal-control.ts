import { type ApiError, type CodeName, failedPrecondition } from '../../kernel/errors.ts';
import type { ActedFault } from '../../kernel/faults.ts';
import type { LargeMessage, Protocol } from '../../kernel/journal.ts';
import type { NamedRow } from '../contract/nouns.ts';
import type { Listener } from '../plane/listener.ts';

/** Any JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** A row that a call has created, updated or deleted. */
export interface ShownChange extends NamedRow {
  readonly change: 'created' | 'updated' | 'deleted';
  /** Of an update: each field with its value before and after. */
  readonly fields?: Readonly<Record<string, readonly unknown[]>>;
}

/** A capability that a caller lacked, and the uid of the group, or `anywhere`. */
export interface Lacked {
  readonly capability: string;
  readonly at: string;
}

/** How the rights of a caller were decided on. */
export interface ShownAccess {
  /** `open` for calls that need no rights. */
  readonly decision: 'allow' | 'deny' | 'unauthenticated' | 'open';
  readonly missing: readonly Lacked[];
  /** True for a call that only the policy of the world let through. */
  readonly wouldDeny?: true;
}

/** One exchange as it is shown; secrets are redacted. */
export interface ShownEntry {
  /** Counted from 1 in each world. */
  readonly id: string;
  readonly state: 'open' | 'ended';
  /** When it began, RFC 3339, by the clock of the world. */
  readonly time: string;
  /** How long it took, by the clock of the machine. */
  readonly durationMs?: number;
  readonly protocol: Protocol;
  /** Such as `v2`; missing where no operation matches. */
  readonly version?: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly operation?: string;
  readonly caller?: { readonly identity: string; readonly name: string };
  readonly client?: string;
  readonly request?: Json;
  /** The text of a body that could not be read as a message. */
  readonly body?: string;
  readonly largeRequest?: LargeMessage;
  /** The paths of what the client sent and nobody read. */
  readonly unread: readonly string[];
  /** The HTTP status; for gRPC the one that REST would have. */
  readonly status?: number;
  readonly code?: CodeName | 'OK';
  readonly message?: string;
  readonly details?: readonly Json[];
  readonly answer?: Json;
  readonly largeAnswer?: LargeMessage;
  /** What the operation has resulted in, where something else was answered. */
  readonly handled?: { readonly status: number; readonly code: CodeName | 'OK' };
  readonly faults: readonly ActedFault[];
  readonly authz?: ShownAccess;
  readonly changes: readonly ShownChange[];
  /** How many further rows it has changed. */
  readonly furtherChanges?: number;
}

/** Which entries are meant: those that have all of these. */
export interface EntryMatch {
  /** The name of an operation, such as `CreateRepo`, or `Registry_CreateRepo` of v1. */
  readonly operation?: string;
  /** An HTTP status, or the name of a code. */
  readonly status?: number | string;
  /** An identity: its uid, an alias or a name. */
  readonly caller?: string;
  readonly protocol?: string;
  readonly version?: string;
  readonly method?: string;
  /** The path, in which `*` is any text. */
  readonly path?: string;
  readonly client?: unknown;
  readonly message?: unknown;
  /** A part of the request: objects match by the fields that they have here, `{regex}` by a pattern, `{any: true}` always. */
  readonly request?: unknown;
  readonly answer?: unknown;
  readonly changes?: unknown;
  readonly authz?: unknown;
  readonly unread?: unknown;
}

/** Which entries are asked for. */
export interface EntryQuery {
  readonly match: EntryMatch;
  /** Only entries behind this id. */
  readonly since?: number;
  readonly limit?: number;
}

/** Entries, the newest first. */
export interface EntryPage {
  readonly entries: readonly ShownEntry[];
  /** The id of the newest entry of the journal, to ask for later ones; `0` before the first. */
  readonly cursor: string;
  /** How many entries were dropped to keep the bounds. */
  readonly dropped: number;
}

/** What is awaited. */
export interface AwaitQuery {
  readonly match: EntryMatch;
  readonly min: number;
  readonly max?: number;
  readonly since?: number;
  readonly timeoutMs: number;
  /** For how long no further entry may match once there are enough. */
  readonly settleMs: number;
}

/** An entry that nearly matches, and where it differs. */
export interface NearestEntry {
  readonly entry: ShownEntry;
  readonly differences: readonly { readonly field: string; readonly expected: unknown; readonly actual: unknown }[];
}

/** What a wait has ended with. */
export type Awaited =
  | ({ readonly outcome: 'met' } & EntryPage)
  | {
      readonly outcome: 'timeout' | 'too_many' | 'reset';
      /** How many entries matched. */
      readonly seen: number;
      readonly nearest: readonly NearestEntry[];
    };

/** Reads the journal of one world. */
export interface JournalControl {
  /** How many entries there are. */
  readonly size: number;
  /** @throws ApiError INVALID_ARGUMENT for a match that no entry can meet */
  readonly list: (query: EntryQuery) => EntryPage;
  /** The entry of an id. @throws ApiError NOT_FOUND, which says of an entry that was dropped that it was */
  readonly show: (id: string) => ShownEntry;
  /**
   * Resolves once enough entries match, or when that is not to be expected any more.
   * @throws ApiError INVALID_ARGUMENT for a match that no entry can meet
   */
  readonly await: (query: AwaitQuery, aborted: AbortSignal) => Promise<Awaited>;
  /**
   * Hands entries over as they begin and end, those behind `since` first; returns the function that ends it.
   * @throws ApiError as `list`
   */
  readonly follow: (query: Pick<EntryQuery, 'match' | 'since'>, listener: Listener<ShownEntry>) => () => void;
  /** Drops all entries; they do not count as dropped. */
  readonly clear: () => void;
}

/** The error of a request for entries where none are kept. */
export const journalOff = (): ApiError =>
  failedPrecondition({ type: 'JOURNAL_OFF', description: 'the mock was started with --journal off' });
