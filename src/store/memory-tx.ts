import type { ChangedRow, Collection, Entry, Row, Rows, Selected, Selection, Tx } from '../kernel/rows.ts';

/** Puts a row, or removes the row of the uid; returns the entry before. A row that is put back has the given stamp. */
export type SetRow = (of: Collection, uid: string, row: Row | undefined, stamp?: number) => Entry | undefined;

/** One write. All writes share its methods: to make them takes longer than to write a single row. */
export class MemoryTx implements Tx {
  /** The changes; undefined if `note` receives them. */
  changed: ChangedRow[] | undefined = undefined;
  #count = 0;
  readonly #rows: Rows;
  readonly #set: SetRow;
  readonly #note: ((change: ChangedRow) => void) | undefined;

  constructor(rows: Rows, set: SetRow, note?: (change: ChangedRow) => void) {
    this.#rows = rows;
    this.#set = set;
    this.#note = note;
  }

  get<T extends Row>(of: Collection<T>, uid: string): T | undefined {
    return this.#rows.get(of, uid);
  }

  entry<T extends Row>(of: Collection<T>, uid: string): Entry<T> | undefined {
    return this.#rows.entry(of, uid);
  }

  by<T extends Row>(of: Collection<T>, field: string, value: string): readonly T[] {
    return this.#rows.by(of, field, value);
  }

  childrenOf<T extends Row>(of: Collection<T>, parent: string): readonly T[] {
    return this.#rows.childrenOf(of, parent);
  }

  listWithin<T extends Row>(of: Collection<T>, uid: string): readonly T[] {
    return this.#rows.listWithin(of, uid);
  }

  select<T extends Row>(of: Collection<T>, selection: Selection): Selected<T> {
    return this.#rows.select(of, selection);
  }

  counts(): Readonly<Record<string, number>> {
    return this.#rows.counts();
  }

  version(collections: readonly Collection[]): number {
    return this.#rows.version(collections);
  }

  put<T extends Row>(to: Collection<T>, row: T): void {
    this.#change(to, row.uid, row);
  }

  remove<T extends Row>(from: Collection<T>, uid: string): void {
    this.#change(from, uid, undefined);
  }

  countWritten(): number {
    return this.#count;
  }

  #change(of: Collection, uid: string, after: Row | undefined): void {
    const before = this.#set(of, uid, after);
    if (!before && !after) return;
    this.#count += 1;
    const change = { of, uid, before: before?.row, stamp: before?.stamp ?? 0, after };
    if (this.#note) this.#note(change);
    else if (this.changed) this.changed.push(change);
    // Most writes change one row, and the journal keeps the array.
    else this.changed = [change];
  }
}
