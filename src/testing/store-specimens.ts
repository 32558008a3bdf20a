import { collection, type Interval, type Row, type Selection, type SortKey, type Store } from '../kernel/rows.ts';
import { TOP } from '../kernel/uid.ts';

/** The rows that the suite writes. */
export interface Thing extends Row {
  readonly name: string;
  readonly size: number;
}

/** The collections that the suite writes to. */
export const things = collection<Thing>('things', 'name');
export const others = collection<Thing>('others', 'name');

/** The interval of every uid. */
export const EVERYWHERE: Interval = { from: '', to: '~' };

/** The root below which most of the rows are. */
export const ROOT = 'a'.repeat(40);
/** The other root. */
export const OTHER_ROOT = 'b'.repeat(40);
/** A uid below another, by the digit that its segment repeats. */
export const below = (parent: string, digit: string): string => `${parent}/${digit.repeat(16)}`;
/** The first child of the root. */
export const ONE = below(ROOT, '1');
/** The second child of the root. */
export const TWO = below(ROOT, '2');
/** The first child of ONE. */
export const ONE_ONE = below(ONE, '1');
/** The second child of ONE. */
export const ONE_TWO = below(ONE, '2');
/** All of them, in uid order. */
export const TREE = [ROOT, ONE, ONE_ONE, ONE_TWO, TWO, OTHER_ROOT];

/** A row of the suite. */
export const thing = (uid: string, name = 'thing', size = 0): Thing => ({ uid, name, size });

const inText = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0);
/** The order by name. */
export const byName: SortKey = {
  name: 'name',
  descending: false,
  sortValue: (row) => (row as Thing).name,
  compare: inText,
};
/** The order by size, downwards. */
export const bySize: SortKey = {
  name: 'size',
  descending: true,
  sortValue: (row) => (row as Thing).size,
  compare: (a, b) => Number(a) - Number(b),
};

/** The uids of rows. */
export const uidsOf = (rows: readonly Row[]): readonly string[] => rows.map(({ uid }) => uid);

/** Puts rows in one write. */
export const put = (store: Store, ...rows: readonly Thing[]): Promise<void> =>
  store.write((tx) => {
    for (const row of rows) tx.put(things, row);
  });

/** Puts a row for every uid of TREE. */
export const plant = (store: Store): Promise<void> => put(store, ...[...TREE].reverse().map((uid) => thing(uid)));

/** The uids that a selection lists; a missing part means everything, in the order of uids. */
export const listed = (store: Store, selection: Partial<Selection>): readonly string[] => {
  const found = store.rows.select(things, {
    key: JSON.stringify(selection),
    intervals: [EVERYWHERE],
    order: [],
    ...selection,
  });
  return Array.from({ length: found.size }, (_, index) => found.at(index).uid);
};

/** Everything that a reader can see, to compare two states. */
export const contentsOf = (store: Store): Readonly<Record<string, readonly Row[]>> => ({
  things: store.rows.listWithin(things, TOP),
  others: store.rows.listWithin(others, TOP),
});

/** One promise of a store, and how it is checked on an empty one. */
export type Case = readonly [title: string, check: (store: Store) => Promise<void> | void];

/** Enough rows for the store to cache sorted lists of them. */
export const MANY = 600;
/** A uid below the root for each number, in their order. */
export const numbered = (at: number): string => `${ROOT}/${at.toString(16).padStart(16, '0')}`;
