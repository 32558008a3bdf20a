import { type Row, type Rows, type Tx, transientCollection } from '../../kernel/rows.ts';

/** How many numbers of events are taken: the one row says from which on they are free. */
const numbers = transientCollection<Row & { readonly next: number }>('eventNumbers');
const NUMBERS = 'events';
/** How many numbers are taken at a time, so that a write seldom has to. After a restart those that are left are skipped. */
const AT_A_TIME = 1_000;

/** The number that the next event after a start has. */
export const firstNumber = (rows: Rows): number => rows.get(numbers, NUMBERS)?.next ?? 0;

/** Takes the number of an event for good, once the write is stored. */
export const takeNumber = (tx: Tx, number: number): void => {
  // Asked each time: a write may have been undone, and a restored state begins without.
  if (number >= firstNumber(tx)) tx.put(numbers, { uid: NUMBERS, next: number + AT_A_TIME });
};

/** Begins to number events anew. */
export const forgetNumbers = (tx: Tx): void => tx.remove(numbers, NUMBERS);
