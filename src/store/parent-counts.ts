import { isChildOf, parentOf, TOP } from '../kernel/uid.ts';

/** The number of parents above which rows are not counted any more. */
const MAX_PARENTS = 1_000;
/** The rows for each parent below which finding the range of each takes longer than looking at all rows. */
const ROWS_EACH = 64;

/** The numbers of rows below each parent, counted while rows are put one after the other. */
export class ParentCounts {
  readonly #counts = new Map<string, number>();
  /** The parent of the row that was counted last, which the next has in most cases, and its count. */
  #parent = TOP;
  #count = 0;

  /** Counts a row, or several; a negative number for rows that are removed. */
  add(uid: string, rows: number): void {
    if (this.#counts.size > MAX_PARENTS) return;
    if (!isChildOf(uid, this.#parent)) this.#turnTo(parentOf(uid));
    this.#count += rows;
  }

  /** The number of rows of each parent, of `rows` in all; undefined if parents are too many for it to be of use. */
  countAmong(rows: number): ReadonlyMap<string, number> | undefined {
    this.#turnTo(TOP);
    return this.#counts.size <= Math.min(MAX_PARENTS, rows / ROWS_EACH) ? this.#counts : undefined;
  }

  #turnTo(parent: string): void {
    this.#counts.set(this.#parent, this.#count);
    this.#parent = parent;
    this.#count = this.#counts.get(parent) ?? 0;
  }
}
