import type { Steps } from './steps.ts';

/** A stored row. Rows are immutable: a change replaces the whole row. */
export type Row = {
  readonly uid: string;
};

/** The value that a row has in a field; undefined if it has none. */
export const fieldOf = (row: Row, field: string): unknown => (row as Readonly<Record<string, unknown>>)[field];

/** A set of rows of one kind, in uid order. */
export interface Collection<T extends Row = Row> {
  readonly name: string;
  /** Fields of a row that are looked up by equality. */
  readonly indexes: readonly string[];
  /** Carries T for inference; never set. */
  readonly row?: T;
}

/** Declares a collection that no face serves. */
export const collection = <T extends Row>(name: string, ...indexes: readonly string[]): Collection<T> => ({
  name,
  indexes,
});

const TRANSIENT = '~';

/**
 * Declares a collection that belongs to one run of a store, not to its state: a data file stores it, while counts,
 * captured states and forks do not have it, and a restored state begins without it.
 */
export const transientCollection = <T extends Row>(name: string): Collection<T> => collection(`${TRANSIENT}${name}`);

/** True for the name of a collection that is not part of the state. */
export const isTransient = (name: string): boolean => name.startsWith(TRANSIENT);

const SETTING = `${TRANSIENT}set.`;

/** Declares a transient collection of what a test has set for its world. Its rows survive a restore. */
export const settingCollection = <T extends Row>(name: string): Collection<T> => collection(`${SETTING}${name}`);

/** True for the name of a collection of settings, tallies included. */
export const isSetting = (name: string): boolean => name.startsWith(SETTING);

const TALLY = `${SETTING}#`;

/**
 * Declares a collection of counts that calls write, such as a quota's. It is stored as settings are, but nobody
 * follows its writes.
 */
export const tallyCollection = <T extends Row>(name: string): Collection<T> => collection(`${TALLY}${name}`);

/** True for the name of a collection of settings whose writes are followed. */
export const isFollowed = (name: string): boolean => name.startsWith(SETTING) && !name.startsWith(TALLY);

/** A row with its cache: its rendered form for each face. */
export interface Entry<T extends Row = Row> {
  readonly uid: string;
  readonly row: T;
  /** A number greater than any that a row written before has; a row that an undo puts back has its old one. */
  readonly stamp: number;
  /** The row as JSON, and the version of the rows that it was rendered from. */
  json: string | undefined;
  /** True if that is ASCII only, so that its characters are its bytes. */
  jsonIsAscii: boolean;
  jsonVersion: number;
  /** The row as protobuf, and the version of the rows that it was rendered from. */
  bytes: Uint8Array | undefined;
  bytesVersion: number;
}

/** A half-open range of uids, `from` included and `to` excluded. */
export interface Interval {
  readonly from: string;
  readonly to: string;
}

/** One key of an order: a value of the row and how two values compare. */
export interface SortKey {
  readonly name: string;
  readonly descending: boolean;
  readonly sortValue: (row: Row) => SortValue;
  readonly compare: (a: SortValue, b: SortValue) => number;
}
/** A value that rows are sorted by; undefined sorts first. */
export type SortValue = string | number | boolean | undefined;

/** The rows to list, and their order. Two selections with the same `key` are the same. */
export interface Selection {
  readonly key: string;
  /** The uids in reach, sorted and disjoint. */
  readonly intervals: readonly Interval[];
  /** Lists only direct children of this uid. */
  readonly parent?: string;
  /** Lists only these uids. */
  readonly uids?: readonly string[];
  /** Lists only rows whose field has this value; the field has an index. */
  readonly equal?: { readonly field: string; readonly value: string };
  /** Lists only rows that pass. It depends on the row only: it is asked again when the row changes, in a fork too. */
  readonly where?: (row: Row) => boolean;
  /** The sort keys; empty for the order of uids. The uid breaks ties, ascending. */
  readonly order: readonly SortKey[];
}

/** The rows of a selection, without copying them. */
export interface Selected<T extends Row = Row> {
  readonly size: number;
  at(index: number): Entry<T>;
  /** The entries from one index to before another. The array has no spare room, since the journal keeps it. */
  slice(from: number, to: number): readonly Entry<T>[];
  /** The index of the first row after the given sort values and uid. */
  after(values: readonly SortValue[], uid: string): number;
}

/** Reads rows. All of it is synchronous, so that a read sees one state. */
export interface Rows {
  get<T extends Row>(of: Collection<T>, uid: string): T | undefined;
  entry<T extends Row>(of: Collection<T>, uid: string): Entry<T> | undefined;
  /** Rows whose indexed field, or path of fields, has the value, in the order in which they were written. */
  by<T extends Row>(of: Collection<T>, field: string, value: string): readonly T[];
  /** Direct children of a uid, in uid order. */
  childrenOf<T extends Row>(of: Collection<T>, parent: string): readonly T[];
  /** Every row at or below a uid, in uid order. */
  listWithin<T extends Row>(of: Collection<T>, uid: string): readonly T[];
  select<T extends Row>(of: Collection<T>, selection: Selection): Selected<T>;
  /** The number of rows of each collection. */
  counts(): Readonly<Record<string, number>>;
  /** Changes with every write to any of the collections, and is never used twice. */
  version(collections: readonly Collection[]): number;
}

/** A row that a write has changed: as it was before, and as it is after. */
export interface ChangedRow {
  readonly of: Collection;
  readonly uid: string;
  readonly before: Row | undefined;
  /** The stamp of the row before; 0 if there was none. Stamps are numbers of one process. */
  readonly stamp: number;
  readonly after: Row | undefined;
}

/**
 * The committed writes of a store to rows of its state, in their order. The last of them are retained, so that a fork
 * can begin with the state between two of them. A place is the number of commits before a state.
 */
export interface CommitLog {
  /** The place of the present state. */
  readonly place: number;
  /** The place of the oldest retained state. */
  readonly oldest: number;
  /**
   * Retains commits from now on; `charge` receives about how many bytes the retained rows grow, negative if they
   * shrink.
   */
  retain(charge: (bytes: number) => void): void;
  /** Drops the oldest retained commit; false if there is none. */
  dropOldest(): boolean;
}

/** Reads and writes rows inside one write. */
export interface Tx extends Rows {
  /** Its changes so far, in their order; missing before the first change, and in long writes. */
  readonly changed?: readonly ChangedRow[] | undefined;
  /** Inserts the row, or replaces the one with its uid. */
  put<T extends Row>(to: Collection<T>, row: T): void;
  remove<T extends Row>(from: Collection<T>, uid: string): void;
  /** The number of rows that it has put or removed so far. */
  countWritten(): number;
}

/** A state of the rows, opaque outside the store that captured it. */
export interface Snapshot {
  readonly rowCounts: Readonly<Record<string, number>>;
}

/**
 * The home of the rows. `write` is asynchronous, but the change that it runs is not: one write at a time reads and
 * changes one state, without locks and never half.
 */
export interface Store {
  /** The committed state, for reading. */
  readonly rows: Rows;
  readonly log: CommitLog;
  /** Runs `change` and stores all of it, or nothing when it throws. Resolves when the change is durable. */
  write<T>(change: (tx: Tx) => T): Promise<T>;
  /**
   * Writes as `write` does, for a change that takes long: the event loop runs between its steps. All of it is stored at
   * once; until then readers see the state before it, and writes and restores that begin later wait.
   */
  writeInSteps<T>(change: (tx: Tx) => Steps<T>): Promise<T>;
  /** The state as it is now, without copying rows; later writes do not change it. */
  capture(): Snapshot;
  /**
   * An independent store, in memory, that begins with the state as it is now. Neither sees the other's writes; they
   * share all rows that neither has written, so that its cost does not depend on how many there are. With a place it
   * begins with the state there: every row as it was, and with its stamp.
   * @throws RangeError for a place whose state is not retained
   */
  fork(place?: number): Store;
  /** Restores a captured state in one step; running reads finish on the rows that they see. */
  restore(snapshot: Snapshot): Promise<void>;
  /**
   * Calls back after each change of a row of settings, except tallies: inside the write that makes it, and again if
   * that write is undone.
   */
  followSettings(changed: () => void): void;
  close(): Promise<void>;
}
