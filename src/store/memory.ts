import {
  type ChangedRow,
  type Collection,
  type CommitLog,
  collection,
  type Entry,
  isFollowed,
  isSetting,
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
import { TOP } from '../kernel/uid.ts';
import { MemoryTx, type SetRow } from './memory-tx.ts';
import { NotedChanges, RecentCommits, type Tables } from './recent-commits.ts';
import { Table } from './table.ts';

/** Rows that are read one after another. */
export interface ManyRows extends Iterable<Row> {
  readonly length: number;
}

/** The tables that are part of the state. */
const omitTransient = (tables: Tables): Tables => new Map([...tables].filter(([name]) => !isTransient(name)));

/** The answer for a collection without rows; nothing is ever put into it. */
const EMPTY = new Table();

/** A table whose rows were all removed is not counted. */
const countsOf = (tables: Tables): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...omitTransient(tables)].filter(([, { size }]) => size > 0).map(([name, { size }]) => [name, size]),
  );

class MemorySnapshot implements Snapshot {
  readonly tables: Tables;

  constructor(tables: Tables) {
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
export type OnCommit = (changes: readonly ChangedRow[], undo: () => void) => Steps<Promise<void> | undefined>;

/** Notes the changes that turn one state into the other; rows are compared by their stamps. */
const noteDifference = (before: Tables, after: Tables, noted: NotedChanges): void => {
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const from = before.get(name);
    const to = after.get(name);
    if (from === to) continue;
    const of = collection(name);
    for (const { uid, row, stamp } of from?.listBeyond(to) ?? []) {
      if (!to?.get(uid)) noted.add({ of, uid, before: row, stamp, after: undefined });
    }
    for (const { uid, row, stamp } of to?.listBeyond(from) ?? []) {
      const was = from?.get(uid);
      if (was?.stamp !== stamp) noted.add({ of, uid, before: was?.row, stamp: was?.stamp ?? 0, after: row });
    }
  }
};

/** Shares tables with another state: whichever changes one of them copies it first. */
const shareTables = (tables: Tables): Map<string, Table> => {
  for (const table of tables.values()) table.isShared = true;
  return new Map(tables);
};

/** True when nothing has changed between two states. A table without rows is no change. */
const isSame = (before: Tables, now: Tables): boolean =>
  [...now].every(([name, table]) => before.get(name) === table || (!before.has(name) && table.size === 0));

/** The tables of stores, by the rows that they offer. */
const tablesOf = new WeakMap<Rows, (of: Collection) => Table>();

/**
 * The rows of a collection, in uid order, that may differ in another state. Parts that both states share are skipped.
 */
export const listUnshared = (of: Collection, rows: Rows, other: Rows): readonly Row[] => {
  const [own, its] = [tablesOf.get(rows), tablesOf.get(other)];
  return own && its ? rowsOf(own(of).listBeyond(its(of))) : rows.listWithin(of, TOP);
};

/** Rows in memory. */
export class MemoryStore implements Store {
  #tables = new Map<string, Table>();
  #onCommit: OnCommit | undefined;
  readonly #commits = new RecentCommits();
  /** The long write that is under way. */
  #long: Promise<void> | undefined;
  #isClosed = false;
  /** True for the copy on which a long write is made. */
  #isDraft = false;
  readonly #followers: (() => void)[] = [];

  constructor(onCommit?: OnCommit) {
    this.#onCommit = onCommit;
    tablesOf.set(this.rows, (of) => this.#table(of));
  }

  /** Gives committed writes to a receiver from now on. */
  commitTo(onCommit: OnCommit): void {
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
    // It is asked several times in each call, so it creates no object.
    version: (collections) => {
      let version = 0;
      for (const of of collections) version = Math.max(version, this.#table(of).version);
      return version;
    },
  };

  get log(): CommitLog {
    return this.#commits;
  }

  /** The number of its rows, including rows that are not part of the state. */
  get size(): number {
    let size = 0;
    for (const table of this.#tables.values()) size += table.size;
    return size;
  }

  write<T>(change: (tx: Tx) => T): Promise<T> {
    if (this.#long) return this.#long.then(() => this.write(change));
    const tx = new MemoryTx(this.rows, this.#set);
    try {
      const result = change(tx);
      const { changed } = tx;
      if (!changed) return Promise.resolve(result);
      // An undo of what others may have seen is a further commit, so that places stay what they are.
      const undo = (): void => this.#commits.add(this.#undo(changed));
      const durable = this.#onCommit && runAtOnce(this.#onCommit(changed, undo));
      this.#commits.add(changed);
      return durable ? durable.then(() => result) : Promise.resolve(result);
    } catch (error) {
      this.#undo(tx.changed);
      // It rejects as an async function does, at a lower cost for each call.
      return Promise.reject(error);
    }
  }

  /** Puts every row back as it was, with its stamp, so that no order depends on what was tried. */
  #undo(changed: readonly ChangedRow[] = []): readonly ChangedRow[] {
    return changed.toReversed().map(({ of, uid, before, stamp, after }) => {
      const was = this.#set(of, uid, before, stamp);
      return { of, uid, before: after, stamp: was?.stamp ?? 0, after: before };
    });
  }

  async writeInSteps<T>(change: (tx: Tx) => Steps<T>): Promise<T> {
    const { result, stored } = await this.#runAlone(() => this.#draftChange(change));
    await stored();
    return result;
  }

  capture(): MemorySnapshot {
    return new MemorySnapshot(shareTables(omitTransient(this.#tables)));
  }

  fork(place = this.#commits.place): MemoryStore {
    if (place === this.#commits.place) return MemoryStore.#of(omitTransient(this.#tables));
    const { tables = this.#tables, changes } = this.#commits.backTo(place);
    const past = MemoryStore.#of(omitTransient(tables));
    for (const { of, uid, before, stamp } of changes) past.#set(of, uid, before, stamp);
    return past;
  }

  static #of(tables: Tables, onCommit?: OnCommit): MemoryStore {
    const store = new MemoryStore(onCommit);
    store.#tables = shareTables(tables);
    return store;
  }

  async restore(snapshot: Snapshot): Promise<void> {
    if (!(snapshot instanceof MemorySnapshot)) throw new TypeError('a snapshot of another store');
    const stored = await this.#runAlone(() => {
      const noted = this.#noted();
      const tables = shareTables(snapshot.tables);
      for (const [name, table] of this.#tables) if (isSetting(name)) tables.set(name, table);
      if (noted) noteDifference(this.#tables, tables, noted);
      return this.#replaceTables(tables, noted);
    });
    await stored();
  }

  /** The rows of every collection that has any, in uid order, as they are now. They are read while they are needed. */
  contents(): Readonly<Record<string, ManyRows>> {
    const filled = [...shareTables(this.#tables)].filter(([, table]) => table.size > 0);
    return Object.fromEntries(
      filled.map(([name, table]) => [name, { length: table.size, [Symbol.iterator]: () => table.rows() }]),
    );
  }

  followSettings(changed: () => void): void {
    this.#followers.push(changed);
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
  *#draftChange<T>(change: (tx: Tx) => Steps<T>): Steps<{ readonly result: T; readonly stored: () => Promise<void> }> {
    for (;;) {
      const draft = MemoryStore.#of(this.#tables);
      draft.#isDraft = true;
      const before = new Map(draft.#tables);
      const noted = this.#noted();
      const result = yield* change(new MemoryTx(draft.rows, draft.#set, noted?.add ?? (() => undefined)));
      for (const table of draft.#tables.values()) {
        if (table.isShared) continue;
        yield* table.settle();
        yield;
      }
      // An earlier write may have been undone meanwhile, because it could not be stored.
      if (isSame(before, this.#tables)) return { result, stored: yield* this.#replaceTables(draft.#tables, noted) };
    }
  }

  /** Replaces all tables at the moment when the changes have been committed. Returns a wait until they are durable. */
  *#replaceTables(tables: Map<string, Table>, noted: NotedChanges | undefined): Steps<() => Promise<void>> {
    if (!noted) {
      this.#commitTables(tables, noted);
      return async () => undefined;
    }
    const before = this.#tables;
    const undo = (): void => {
      const undone = new NotedChanges(false);
      noteDifference(this.#tables, before, undone);
      this.#commitTables(before, undone);
    };
    const { changes } = noted;
    const durable = changes.length > 0 && this.#onCommit ? yield* this.#onCommit(changes, undo) : undefined;
    this.#commitTables(tables, noted);
    return async () => durable;
  }

  #commitTables(tables: Map<string, Table>, noted: NotedChanges | undefined): void {
    if (noted) this.#commits.addReplacement(noted, () => shareTables(this.#tables));
    this.#tables = tables;
    for (const changed of this.#followers) changed();
  }

  /** Collects the changes of a large write; undefined if nobody needs them, since that is costly. */
  #noted(): NotedChanges | undefined {
    return this.#onCommit || this.#commits.isRetaining ? new NotedChanges(this.#onCommit !== undefined) : undefined;
  }

  readonly #set: SetRow = (of, uid, row, stamp) => {
    const before = this.#getWritable(of).set(uid, row, stamp);
    if (isFollowed(of.name)) for (const changed of this.#followers) changed();
    return before;
  };

  #table({ name }: Collection): Table {
    return this.#tables.get(name) ?? EMPTY;
  }

  #getWritable({ name }: Collection): Table {
    const known = this.#tables.get(name);
    if (known && !known.isShared) return known;
    const own = new Table(known);
    if (this.#isDraft) own.collect();
    this.#tables.set(name, own);
    return own;
  }
}
