import { type Row, type Tx, tallyCollection } from '../../kernel/rows.ts';
import { ONLY } from '../../plane/setting.ts';

/** The number of the next event. */
const numbers = tallyCollection<Row & { readonly next: number }>('eventNumbers');

/** Takes so many numbers of events, and returns the first of them. */
export const takeNumbers = (tx: Tx, many: number): number => {
  const { next = 0 } = tx.get(numbers, ONLY) ?? {};
  tx.put(numbers, { uid: ONLY, next: next + many });
  return next;
};

/** Begins to number events anew. */
export const forgetNumbers = (tx: Tx): void => tx.remove(numbers, ONLY);
