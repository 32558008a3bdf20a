/** A stored thing. Rows are immutable: a change swaps the whole row. */
export interface Row {
  readonly uid: string;
}

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

/** A row with what is kept beside it: its answer in the form of each face. */
export interface Entry<T extends Row = Row> {
  readonly uid: string;
  readonly row: T;
  /** The JSON of the row's answer, and the version of what it was made from. */
  json: string | undefined;
  jsonVersion: number;
  /** The protobuf of the row's answer, and the version of what it was made from. */
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
/** What rows are compared by; undefined sorts first. */
export type SortValue = string | number | boolean | undefined;

/** What rows to list, and in which order. Two selections with the same `key` select the same. */
export interface Selection {
  readonly key: string;
  /** The uids in reach, sorted and disjoint. */
  readonly intervals: readonly Interval[];
  /** Only direct children of this uid. */
  readonly parent?: string;
  /** Only these uids. */
  readonly uids?: readonly string[];
  /** Only rows whose indexed field has this value: an index may narrow the search. */
  readonly equal?: { readonly field: string; readonly value: string };
  /** Only rows that pass. */
  readonly where?: (row: Row) => boolean;
  /** Empty means uid order. The uid breaks ties, ascending. */
  readonly order: readonly SortKey[];
}

/** The rows of a selection, without copying them. */
export interface Selected<T extends Row = Row> {
  readonly size: number;
  at(index: number): Entry<T>;
  /** The index of the first row after the given sort values and uid. */
  after(values: readonly SortValue[], uid: string): number;
}

/** Reading. Synchronous: a read sees one state. */
export interface Rows {
  get<T extends Row>(of: Collection<T>, uid: string): T | undefined;
  entry<T extends Row>(of: Collection<T>, uid: string): Entry<T> | undefined;
  /** Rows whose indexed field has the value, in no promised order. */
  by<T extends Row>(of: Collection<T>, field: string, value: string): readonly T[];
  /** Direct children of a uid, in uid order. */
  childrenOf<T extends Row>(of: Collection<T>, parent: string): readonly T[];
  /** Every row at or below a uid, in uid order. */
  within<T extends Row>(of: Collection<T>, uid: string): readonly T[];
  select<T extends Row>(of: Collection<T>, selection: Selection): Selected<T>;
  /** How many rows each collection has. */
  counts(): Readonly<Record<string, number>>;
  /** Changes with every write to any of the collections, and is never used twice. */
  version(collections: readonly Collection[]): number;
}

/** Writing, inside one write. */
export interface Tx extends Rows {
  /** Inserts the row, or swaps the one with its uid. */
  put<T extends Row>(to: Collection<T>, row: T): void;
  remove<T extends Row>(from: Collection<T>, uid: string): void;
}

/** A state of the rows, opaque outside the store that captured it. */
export interface Snapshot {
  readonly rowCounts: Readonly<Record<string, number>>;
}

/**
 * Where rows live. The boundary is asynchronous, what runs inside is not: one write at a time sees and
 * changes one state, with no locks and nothing half done.
 */
export interface Store {
  /** The committed state, for reading. */
  readonly rows: Rows;
  /** Runs `change` and keeps all of it, or nothing when it throws. Resolves when the change is durable. */
  write<T>(change: (tx: Tx) => T): Promise<T>;
  /** The state as it is now, without copying rows; later writes do not change it. */
  capture(): Snapshot;
  /** Puts a captured state back in one step; reads that are under way finish on the rows they see. */
  restore(snapshot: Snapshot): Promise<void>;
  close(): Promise<void>;
}
