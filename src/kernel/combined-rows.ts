import type { Entry, Row, Selected, SortKey, SortValue } from './rows.ts';

interface Place {
  readonly values: readonly SortValue[];
  readonly uid: string;
}

const comparePlaces = (keys: readonly SortKey[], one: Place, other: Place): number => {
  for (const [at, { compare, descending }] of keys.entries()) {
    const difference = compare(one.values[at], other.values[at]);
    if (difference !== 0) return descending ? -difference : difference;
  }
  return one.uid < other.uid ? -1 : one.uid > other.uid ? 1 : 0;
};

const entryOf = (row: Row): Entry => ({
  uid: row.uid,
  row,
  stamp: 0,
  json: undefined,
  jsonIsAscii: false,
  jsonVersion: 0,
  bytes: undefined,
  bytesVersion: 0,
});

/** Rows that a List joins from others, as a selection in its order (behaviour L19). */
export const combineRows = (
  selected: Selected,
  combine: (rows: readonly Row[]) => readonly Row[],
  keys: readonly SortKey[],
): Selected => {
  const placeOf = (row: Row): Place => ({ values: keys.map(({ sortValue }) => sortValue(row)), uid: row.uid });
  const placed = combine(selected.slice(0, selected.size).map(({ row }) => row))
    .map((row) => ({ row, place: placeOf(row) }))
    .sort((a, b) => comparePlaces(keys, a.place, b.place));
  return {
    size: placed.length,
    at: (index) => {
      const found = placed[index];
      if (!found) throw new RangeError(`no row ${index} in a selection of ${placed.length}`);
      return entryOf(found.row);
    },
    slice: (from, to) => placed.slice(from, to).map(({ row }) => entryOf(row)),
    after: (values, uid) => {
      const next = placed.findIndex(({ place }) => comparePlaces(keys, place, { values, uid }) > 0);
      return next < 0 ? placed.length : next;
    },
  };
};
