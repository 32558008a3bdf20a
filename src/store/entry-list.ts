import type { Entry } from '../kernel/rows.ts';

/** Total order of entries; never 0 for two different uids. */
export type EntryOrder = (a: Entry, b: Entry) => number;

/** Entries by uid, ascending. */
export const compareUids: EntryOrder = (a, b) => (a.uid < b.uid ? -1 : a.uid > b.uid ? 1 : 0);

/** Entries in the order in which they were written. */
export const compareStamps: EntryOrder = (a, b) => a.stamp - b.stamp;

/** Entries in an order, by their index. */
export interface EntryList {
  readonly size: number;
  at(index: number): Entry;
  /** The index of the first entry for which `isAfter` holds; the entries must be partitioned by it. */
  findFirst(isAfter: (entry: Entry) => boolean): number;
  /** A copy of the entries from one index to before another. */
  slice(from: number, to: number): Entry[];
}

/** The index of the first item, from `from` up to `to`, for which `isAfter` holds; the items must be partitioned by it. */
export const findFirstIndex = <T>(
  items: readonly T[],
  isAfter: (item: T) => boolean,
  from = 0,
  to = items.length,
): number => {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(items[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** An array of sorted entries as a list. */
export const listOf = (entries: readonly Entry[]): EntryList => ({
  size: entries.length,
  at: (index) => entries[index] as Entry,
  findFirst: (isAfter) => findFirstIndex(entries, isAfter),
  slice: (from, to) => entries.slice(from, to),
});
