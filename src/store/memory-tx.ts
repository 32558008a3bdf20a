import type { ChangedRow, Collection, Entry, Row, Rows, Tx } from '../kernel/rows.ts';

/** Puts a row, or removes the row of the uid; returns the entry before. A row that is put back has the given stamp. */
export type SetRow = (of: Collection, uid: string, row: Row | undefined, stamp?: number) => Entry | undefined;

/** One write. All writes share the functions of the rows, and its methods: to make them takes longer than to write a row. */
export class MemoryTx implements Tx {
  /** The changes; undefined if `note` receives them. */
  changed: ChangedRow[] | undefined = undefined;
  readonly get: Rows['get'];
  readonly entry: Rows['entry'];
  readonly by: Rows['by'];
  readonly childrenOf: Rows['childrenOf'];
  readonly listWithin: Rows['listWithin'];
  readonly select: Rows['select'];
  readonly counts: Rows['counts'];
  readonly version: Rows['version'];
  #count = 0;
  readonly #set: SetRow;
  readonly #note: ((change: ChangedRow) => void) | undefined;

  constructor(rows: Rows, set: SetRow, note?: (change: ChangedRow) => void) {
    this.get = rows.get;
    this.entry = rows.entry;
    this.by = rows.by;
    this.childrenOf = rows.childrenOf;
    this.listWithin = rows.listWithin;
    this.select = rows.select;
    this.counts = rows.counts;
    this.version = rows.version;
    this.#set = set;
    this.#note = note;
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
    // Most writes change one row, and the journal retains the array.
    else this.changed = [change];
  }
}
