import { type Row, type Store, type Tx, tallyCollection } from '../../kernel/rows.ts';
import { TOP } from '../../kernel/uid.ts';

/** The counts of a rule. */
export interface Counts {
  /** The number of calls that matched. */
  readonly seen: number;
  /** The number of times that it has acted. */
  readonly hits: number;
  /** When it acted first, by the clock of the machine; 0 while it has not. */
  readonly firstMillis: number;
}

/** The place at which the counts of one rule are stored. */
export interface Tally {
  readonly read: () => Counts;
  /** Replaces the counts by what the change makes of them, and returns its result. */
  readonly change: <T>(change: (counts: Counts) => readonly [counts: Counts, result: T]) => T | Promise<T>;
}

const NOTHING: Counts = { seen: 0, hits: 0, firstMillis: 0 };

/** Counts in memory, for a rule that ends with its call or its run. */
export const tallyInMemory = (): Tally => {
  let counts = NOTHING;
  return {
    read: () => counts,
    change: (change) => {
      const [changed, result] = change(counts);
      counts = changed;
      return result;
    },
  };
};

const countRows = tallyCollection<Row & Counts>('faultCounts');

/** Counts in the rows of a world, for the rule at a place of its list. */
export const tallyInRows = (store: Store, place: number): Tally => {
  const uid = String(place);
  return {
    read: () => store.rows.get(countRows, uid) ?? NOTHING,
    change: (change) =>
      store.write((tx) => {
        const before = tx.get(countRows, uid) ?? NOTHING;
        const [counts, result] = change(before);
        if (counts !== before) tx.put(countRows, { ...counts, uid });
        return result;
      }),
  };
};

/** Removes the counts of all rules. */
export const forgetTallies = (tx: Tx): void => {
  for (const { uid } of tx.listWithin(countRows, TOP)) tx.remove(countRows, uid);
};
