import { type Row, type Rows, type Tx, transientCollection } from '../../kernel/rows.ts';

/** How many numbers of events are taken, in one row: the number of the next event. */
const numbers = transientCollection<Row & { readonly next: number }>('eventNumbers');
const NUMBERS = 'events';
/** The number of the next event; undefined where none has been recorded, as in a restored state. */
export const nextNumber = (rows: Rows): number | undefined => rows.get(numbers, NUMBERS)?.next;

/** Takes all numbers before one, once the write is stored. */
export const takeNumbers = (tx: Tx, next: number): void => tx.put(numbers, { uid: NUMBERS, next });

/** Begins to number events anew. */
export const forgetNumbers = (tx: Tx): void => tx.remove(numbers, NUMBERS);
