import {
  type ChangedRow,
  type Collection,
  type Entry,
  isTransient,
  type Row,
  type Rows,
  type Selected,
  type Selection,
  type Snapshot,
  type Store,
  type Tx,
} from '../kernel/rows.ts';
import { runAtOnce, runInTurns, type Steps } from '../kernel/steps.ts';
import { MemoryTx, type SetRow } from './memory-tx.ts';
import { Table } from './table.ts';

/** One change of a committed write: a row that is put, or a uid whose row is removed. */
export interface RowChange {
  readonly collection: string;
  readonly uid: string;
  readonly row: Row | undefined;
}

const toRowChange = ({ of, uid, after }: ChangedRow): RowChange => ({ collection: of.name, uid, row: after });

/** Rows that are read one after another. */
export interface ManyRows extends Iterable<Row> {
  readonly length: number;
}

/** The tables that are part of the state. */
const omitTransient = (tables: ReadonlyMap<string, Table>): ReadonlyMap<string, Table> =>
  new Map([...tables].filter(([name]) => !isTransient(name)));

const countsOf = (tables: ReadonlyMap<string, Table>): Readonly<Record<string, number>> =>
  Object.fromEntries([...omitTransient(tables)].map(([name, table]) => [name, table.size]));

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
 * Receives a committed write, a step at a time. The write is undone when this throws, and resolves when the promise that
 * it returns does. `undo` undoes it later, after all writes that follow it have been undone.
 */
export type OnCommit = (changes: readonly RowChange[], undo: () => void) => Steps<Promise<void> | undefined>;

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
    for (const { uid } of from?.listBeyond(to) ?? []) {
      if (!to?.get(uid)) changes.push({ collection, uid, row: undefined });
    }
    for (const { uid, row } of to?.listBeyond(from) ?? []) {
      if (from?.get(uid)?.row !== row) changes.push({ collection, uid, row });
    }
  }
  return changes;
};

/** The same tables for another state: whichever changes one of them copies it first. */
const shareTables = (tables: ReadonlyMap<string, Table>): Map<string, Table> => {
  for (const table of tables.values()) table.isShared = true;
  return new Map(tables);
};

/** True when a state has become no other. Reading makes empty tables. */
const isSame = (before: ReadonlyMap<string, Table>, now: ReadonlyMap<string, Table>): boolean =>
  [...now].every(([name, table]) => before.get(name) === table || (!before.has(name) && table.size === 0));

/** Keeps rows in memory. */
export class MemoryStore implements Store {
  #tables = new Map<string, Table>();
  readonly #onCommit: OnCommit | undefined;
  /** The long write that is under way. */
  #long: Promise<void> | undefined;
  #isClosed = false;
  /** True for the copy on which a long write is made. */
  #isDraft = false;

  constructor(onCommit?: OnCommit) {
    this.#onCommit = onCommit;
  }

  readonly rows: Rows = {
    get: (of, uid) => this.#table(of).get(uid)?.row as never,
    entry: (of, uid) => this.#table(of).get(uid) as never,
    by: (of, field, value) => rowsOf(this.#table(of).by(field, value)),
    childrenOf: (of, parent) => rowsOf(this.#table(of).childrenOf(parent)),
    listWithin: (of, uid) => rowsOf(this.#table(of).listWithin(uid)),
    select: <T extends Row>(of: Collection<T>, selection: Selection) =>
      this.#table(of).select(selection) as Selected<T>,
    counts: () => countsOf(this.#tables),
    version: (collections) => Math.max(0, ...collections.map((of) => this.#table(of).version)),
  };

  write<T>(change: (tx: Tx) => T): Promise<T> {
    // It rejects as an async function does, at a lower cost for each call.
    try {
      return this.#long ? this.#long.then(() => this.write(change)) : this.#writeChange(change);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #writeChange<T>(change: (tx: Tx) => T): Promise<T> {
    const tx = new MemoryTx(this.rows, this.#set);
    try {
      const result = change(tx);
      const { changed } = tx;
      if (!changed || !this.#onCommit) return Promise.resolve(result);
      const kept = runAtOnce(this.#onCommit(changed.map(toRowChange), () => this.#undo(changed)));
      return kept ? kept.then(() => result) : Promise.resolve(result);
    } catch (error) {
      this.#undo(tx.changed);
      throw error;
    }
  }

  #undo(changed: readonly ChangedRow[] = []): void {
    for (const { of, uid, before } of changed.toReversed()) this.#set(of, uid, before);
  }

  async writeInSteps<T>(change: (tx: Tx) => Steps<T>): Promise<T> {
    const { result, kept } = await this.#runAlone(() => this.#draftChange(change));
    await kept();
    return result;
  }

  capture(): MemorySnapshot {
    return new MemorySnapshot(shareTables(omitTransient(this.#tables)));
  }

  fork(): MemoryStore {
    return MemoryStore.#of(omitTransient(this.#tables));
  }

  static #of(tables: ReadonlyMap<string, Table>): MemoryStore {
    const store = new MemoryStore();
    store.#tables = shareTables(tables);
    return store;
  }

  async restore(snapshot: Snapshot): Promise<void> {
    if (!(snapshot instanceof MemorySnapshot)) throw new TypeError('a snapshot of another store');
    const kept = await this.#runAlone(() => {
      const changes = this.#onCommit ? changesBetween(this.#tables, snapshot.tables) : [];
      return this.#replaceTables(shareTables(snapshot.tables), changes);
    });
    await kept();
  }

  /** The rows of every collection that has any, in uid order, as they are now. They are read while they are needed. */
  contents(): Readonly<Record<string, ManyRows>> {
    const filled = [...shareTables(this.#tables)].filter(([, table]) => table.size > 0);
    return Object.fromEntries(
      filled.map(([name, table]) => [name, { length: table.size, [Symbol.iterator]: () => table.rows() }]),
    );
  }

  /** Ends the long write that is under way: it is rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
  }

  readonly #demandOpen = (): void => {
    if (this.#isClosed) throw new Error('the store has been closed');
  };

  /** Does long work, once nothing else of the kind is being done. Writes wait for it. */
  async #runAlone<T>(work: () => Steps<T>): Promise<T> {
    while (this.#long) await this.#long;
    let end: () => void = () => undefined;
    this.#long = new Promise((resolve) => {
      end = resolve;
    });
    try {
      const steps = work();
      const first = steps.next();
      // Work of one step is over when the call returns, as a write is.
      return first.done ? first.value : await runInTurns(steps, this.#demandOpen, first);
    } finally {
      this.#long = undefined;
      end();
    }
  }

  /** Makes a change on a copy of the state, which then becomes the state. */
  *#draftChange<T>(change: (tx: Tx) => Steps<T>): Steps<{ readonly result: T; readonly kept: () => Promise<void> }> {
    for (;;) {
      const draft = MemoryStore.#of(this.#tables);
      draft.#isDraft = true;
      const before = new Map(draft.#tables);
      const changes: RowChange[] = [];
      // Changes that are not kept need no collecting, which is costly for a large write.
      const note = this.#onCommit ? (one: ChangedRow): void => void changes.push(toRowChange(one)) : () => undefined;
      const result = yield* change(new MemoryTx(draft.rows, draft.#set, note));
      for (const table of draft.#tables.values()) {
        if (table.isShared) continue;
        yield* table.settle();
        yield;
      }
      // An earlier write may have been undone meanwhile, because it could not be kept.
      if (isSame(before, this.#tables)) return { result, kept: yield* this.#replaceTables(draft.#tables, changes) };
    }
  }

  /** Replaces all tables at the moment when the changes have been committed. Returns a wait for them to be kept. */
  *#replaceTables(tables: Map<string, Table>, changes: readonly RowChange[]): Steps<() => Promise<void>> {
    const before = this.#tables;
    const undo = (): void => {
      this.#tables = before;
    };
    const kept = changes.length > 0 && this.#onCommit ? yield* this.#onCommit(changes, undo) : undefined;
    this.#tables = tables;
    return async () => kept;
  }

  readonly #set: SetRow = (of, uid, row) => this.#getWritable(of).set(uid, row);

  #table({ name }: Collection): Table {
    let table = this.#tables.get(name);
    if (!table) {
      table = new Table();
      if (this.#isDraft) table.collect();
      this.#tables.set(name, table);
    }
    return table;
  }

  #getWritable(of: Collection): Table {
    const table = this.#table(of);
    if (!table.isShared) return table;
    const own = new Table(table);
    if (this.#isDraft) own.collect();
    this.#tables.set(of.name, own);
    return own;
  }
}
