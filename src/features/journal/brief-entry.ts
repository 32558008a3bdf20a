import type { JournalEntry } from '../../../generated/nouns.ts';
import type { ReadItem } from '../../plane/placed-items.ts';

/** An entry with its number in the order of all worlds. */
export const numberedEntry = ({ order, value }: ReadItem<JournalEntry>): JournalEntry => ({
  ...value,
  number: String(order),
});

/** An entry as a list of many shows it: without its messages, and without the values of fields. */
export const briefEntry = ({
  request: _,
  body: __,
  answer: ___,
  details: ____,
  unreadValues: _____,
  changes,
  ...entry
}: JournalEntry): JournalEntry => ({ ...entry, changes: changes.map(({ fields: _, ...change }) => change) });
