import { type ChangedRow, type Row, type Rows, type Store, type Tx, tallyCollection } from '../../kernel/rows.ts';
import { TOP } from '../../kernel/uid.ts';
import { addRowsBefore, type RowsBefore, undoChanges } from '../plane/rows-before.ts';
import { MAX_WRITES } from './earlier-rows.ts';

/** What a write has changed, as it was before. */
type WriteRow = Row & { readonly before: RowsBefore };

const writes = tallyCollection<WriteRow>('writes');

/** As many digits as the number of a write has at most, so that rows are in their order. */
const DIGITS = 15;

/** Forgets what was stored of writes. */
export const forgetWrites = (tx: Tx): void => {
  for (const { uid } of tx.listWithin(writes, TOP)) tx.remove(writes, uid);
};

/** Stores what a write has changed, within it. */
export const storeWrite = (tx: Tx, changes: readonly ChangedRow[]): void => {
  const before = addRowsBefore([], changes);
  if (before.length === 0) return;
  const stored = tx.listWithin(writes, TOP);
  for (const { uid } of stored.slice(0, Math.max(0, stored.length + 1 - MAX_WRITES))) tx.remove(writes, uid);
  tx.put(writes, { uid: String(Number(stored.at(-1)?.uid ?? 0) + 1).padStart(DIGITS, '0'), before });
};

/** The rows of a world before the last write that is stored, before the one before it, and so on. */
export const listStoredRows = (store: Pick<Store, 'rows' | 'fork'>): Iterable<Rows> =>
  undoChanges(
    store,
    store.rows
      .listWithin(writes, TOP)
      .toReversed()
      .map(({ before }) => before),
  );
