import type { Collection, Entry, Row, Rows, Selected, Selection, Snapshot, Store, Tx } from '../kernel/rows.ts';
import { Table } from './table.ts';

/** One change of a committed write: a row that is put, or a uid whose row is removed. */
export interface RowChange {
  readonly collection: string;
  readonly uid: string;
  readonly row: Row | undefined;
}

const countsOf = (tables: ReadonlyMap<string, Table>): Readonly<Record<string, number>> =>
  Object.fromEntries([...tables].map(([name, table]) => [name, table.size]));

class MemorySnapshot implements Snapshot {
  readonly tables: ReadonlyMap<string, Table>;

  constructor(tables: ReadonlyMap<string, Table>) {
    this.tables = tables;
  }

  get rowCounts(): Readonly<Record<string, number>> {
    return countsOf(this.tables);
  }
}

const rowsOf = <T extends Row>(entries: readonly Entry[]): readonly T[] => entries.map(({ row }) => row as T);

/**
 * Receives a committed write. The write is undone when this throws, and resolves when the returned promise does.
 * `undo` undoes it later, after all writes that follow it have been undone.
 */
export type OnCommit = (changes: readonly RowChange[], undo: () => void) => Promise<void> | undefined;

/** The changes that turn one state into the other; rows are compared by identity. */
const changesBetween = (
  before: ReadonlyMap<string, Table>,
  after: ReadonlyMap<string, Table>,
): readonly RowChange[] => {
  const changes: RowChange[] = [];
  for (const collection of new Set([...before.keys(), ...after.keys()])) {
    const from = before.get(collection);
    const to = after.get(collection);
    if (from === to) continue;
    for (const { uid } of from?.all() ?? []) {
      if (!to?.get(uid)) changes.push({ collection, uid, row: undefined });
    }
    for (const { uid, row } of to?.all() ?? []) {
      if (from?.get(uid)?.row !== row) changes.push({ collection, uid, row });
    }
  }
  return changes;
};

/** The same tables for another state: whichever changes one of them copies it first. */
const shared = (tables: ReadonlyMap<string, Table>): Map<string, Table> => {
  for (const table of tables.values()) table.isShared = true;
  return new Map(tables);
};

/** Keeps rows in memory. */
export class MemoryStore implements Store {
  #tables = new Map<string, Table>();
  readonly #onCommit: OnCommit | undefined;

  constructor(onCommit?: OnCommit) {
    this.#onCommit = onCommit;
  }

  readonly rows: Rows = {
    get: (of, uid) => this.#table(of).get(uid)?.row as never,
    entry: (of, uid) => this.#table(of).get(uid) as never,
    by: (of, field, value) => rowsOf(this.#table(of).by(field, value)),
    childrenOf: (of, parent) => rowsOf(this.#table(of).childrenOf(parent)),
    within: (of, uid) => rowsOf(this.#table(of).within(uid)),
    select: <T extends Row>(of: Collection<T>, selection: Selection) =>
      this.#table(of).select(selection) as Selected<T>,
    counts: () => countsOf(this.#tables),
    version: (collections) => Math.max(0, ...collections.map((of) => this.#table(of).version)),
  };

  async write<T>(change: (tx: Tx) => T): Promise<T> {
    const changes: RowChange[] = [];
    const replaced: { readonly of: Collection; readonly uid: string; readonly row: Row | undefined }[] = [];
    const set = (of: Collection, uid: string, row: Row | undefined): void => {
      const before = this.#writable(of).set(uid, row);
      if (!before && !row) return;
      replaced.push({ of, uid, row: before });
      changes.push({ collection: of.name, uid, row });
    };
    const tx: Tx = {
      ...this.rows,
      put: (to, row) => set(to, row.uid, row),
      remove: (from, uid) => set(from, uid, undefined),
    };
    const undo = (): void => {
      for (const { of, uid, row } of replaced.reverse()) this.#writable(of).set(uid, row);
    };
    let result: T;
    let kept: Promise<void> | undefined;
    try {
      result = change(tx);
      if (changes.length > 0) kept = this.#onCommit?.(changes, undo);
    } catch (error) {
      undo();
      throw error;
    }
    await kept;
    return result;
  }

  capture(): MemorySnapshot {
    return new MemorySnapshot(shared(this.#tables));
  }

  fork(): MemoryStore {
    const fork = new MemoryStore();
    fork.#tables = shared(this.#tables);
    return fork;
  }

  async restore(snapshot: Snapshot): Promise<void> {
    if (!(snapshot instanceof MemorySnapshot)) throw new TypeError('a snapshot of another store');
    const changes = this.#onCommit ? changesBetween(this.#tables, snapshot.tables) : [];
    const before = this.#tables;
    const undo = (): void => {
      this.#tables = before;
    };
    const kept = changes.length > 0 ? this.#onCommit?.(changes, undo) : undefined;
    this.#tables = shared(snapshot.tables);
    await kept;
  }

  /** The rows of every collection that has any, in uid order: copies of the lists, made in one step. */
  contents(): Readonly<Record<string, readonly Row[]>> {
    const filled = [...this.#tables].filter(([, table]) => table.size > 0);
    return Object.fromEntries(filled.map(([name, table]) => [name, rowsOf(table.all())]));
  }

  async close(): Promise<void> {}

  #table({ name }: Collection): Table {
    let table = this.#tables.get(name);
    if (!table) {
      table = new Table();
      this.#tables.set(name, table);
    }
    return table;
  }

  #writable(of: Collection): Table {
    const table = this.#table(of);
    if (!table.isShared) return table;
    const own = new Table(table);
    this.#tables.set(of.name, own);
    return own;
  }
}
