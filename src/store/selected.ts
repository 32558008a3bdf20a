import type { Entry, Interval, Selected, SortKey, SortValue } from '../kernel/rows.ts';
import { compareUids, type EntryList, type EntryOrder } from './entry-list.ts';

/** Entries in the order of the keys; the uid breaks ties, ascending (behaviour L19). */
export const orderOf = (keys: readonly SortKey[]): EntryOrder => {
  const [only] = keys;
  if (keys.length === 1 && only) {
    const { sortValue, compare, descending } = only;
    return (a, b) => {
      const difference = compare(sortValue(a.row), sortValue(b.row));
      if (difference !== 0) return descending ? -difference : difference;
      return compareUids(a, b);
    };
  }
  return (a, b) => {
    for (const { sortValue, compare, descending } of keys) {
      const difference = compare(sortValue(a.row), sortValue(b.row));
      if (difference !== 0) return descending ? -difference : difference;
    }
    return compareUids(a, b);
  };
};

/** A sorted list of entries as a selection. */
export const selectList = (entries: EntryList, keys: readonly SortKey[]): Selected => ({
  size: entries.size,
  at: (index) => entries.at(index),
  slice: (from, to) => entries.slice(from, to),
  after: (values: readonly SortValue[], uid: string) =>
    entries.findFirst((entry) => {
      for (const [at, { sortValue, compare, descending }] of keys.entries()) {
        const difference = compare(sortValue(entry.row), values[at]);
        if (difference !== 0) return descending ? difference < 0 : difference > 0;
      }
      return entry.uid > uid;
    }),
});

const slicesOf = (
  entries: EntryList,
  intervals: readonly Interval[],
): readonly { readonly from: number; readonly to: number }[] =>
  intervals
    .map((interval) => ({
      from: entries.findFirst(({ uid }) => uid >= interval.from),
      to: entries.findFirst(({ uid }) => uid >= interval.to),
    }))
    .filter(({ from, to }) => from < to);

/** The entries of a list in uid order that lie in the intervals, as a selection that copies nothing. */
export const selectRanges = (entries: EntryList, intervals: readonly Interval[]): Selected => {
  const slices = slicesOf(entries, intervals);
  const size = slices.reduce((sum, { from, to }) => sum + to - from, 0);
  return {
    size,
    at: (index) => {
      let offset = index;
      for (const { from, to } of slices) {
        if (offset < to - from) return entries.at(from + offset);
        offset -= to - from;
      }
      throw new RangeError(`no row ${index} in a selection of ${size}`);
    },
    slice: (start, end) => {
      const parts: Entry[][] = [];
      let before = 0;
      for (const { from, to } of slices) {
        const [first, last] = [Math.max(from, from + start - before), Math.min(to, from + end - before)];
        if (first < last) parts.push(entries.slice(first, last));
        before += to - from;
      }
      return parts.length === 1 ? (parts[0] as Entry[]) : parts.flat();
    },
    after: (_, uid) => {
      let before = 0;
      for (const { from, to } of slices) {
        const next = entries.findFirst((entry) => entry.uid > uid);
        before += Math.max(0, Math.min(next, to) - from);
      }
      return before;
    },
  };
};

/** The entries in the intervals: a copy. */
export const entriesIn = (entries: EntryList, intervals: readonly Interval[]): Entry[] =>
  slicesOf(entries, intervals).flatMap(({ from, to }) => entries.slice(from, to));

/** True when a uid lies in one of the intervals. */
export const isIn = (uid: string, intervals: readonly Interval[]): boolean =>
  intervals.some(({ from, to }) => uid >= from && uid < to);
