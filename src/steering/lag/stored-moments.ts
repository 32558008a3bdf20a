import { type ChangedRow, type Row, type Rows, type Store, type Tx, tallyCollection } from '../../kernel/rows.ts';
import { TOP } from '../../kernel/uid.ts';
import { addRowsBefore, type RowsBefore, undoChanges } from '../plane/rows-before.ts';
import { MAX_MOMENTS, type Moment, type Moments } from './past-rows.ts';

/** The rows that were changed at a moment, as they were before; null for one that was not there. */
type MomentRow = Row & {
  readonly untilMillis: number;
  readonly before: RowsBefore;
};

const moments = tallyCollection<MomentRow>('moments');

/** As many digits as the last moment of a clock has, so that rows are in the order of their moments. */
const DIGITS = 15;

const uidOf = (millis: number): string => String(millis).padStart(DIGITS, '0');

/** Forgets what was stored for moments up to one. */
export const forgetMoments = (tx: Tx, toMillis = Number.POSITIVE_INFINITY): void => {
  for (const { uid, untilMillis } of tx.listWithin(moments, TOP)) if (untilMillis <= toMillis) tx.remove(moments, uid);
};

/** Stores what a write has changed at a moment, within it, and forgets what was stored for moments up to another. */
export const storeMoment = (tx: Tx, changes: readonly ChangedRow[], nowMillis: number, fromMillis: number): void => {
  const uid = uidOf(nowMillis);
  const known = tx.get(moments, uid)?.before ?? [];
  const before = addRowsBefore(known, changes);
  if (before.length === known.length) return;
  tx.put(moments, { uid, untilMillis: nowMillis, before });
  forgetMoments(tx, fromMillis);
  const all = tx.listWithin(moments, TOP);
  for (const { uid: oldest } of all.slice(0, Math.max(0, all.length - MAX_MOMENTS))) tx.remove(moments, oldest);
};

/** The moments that a world has in its rows, so that each process which shares it finds the rows from before. */
export class StoredMoments implements Moments {
  readonly #store: Pick<Store, 'rows' | 'fork'>;

  constructor(store: Pick<Store, 'rows' | 'fork'>) {
    this.#store = store;
  }

  listBehind(millis: number): readonly Moment[] {
    return this.#store.rows
      .listWithin(moments, TOP)
      .filter(({ untilMillis }) => untilMillis > millis)
      .map(({ untilMillis }, nth, behind) => ({ untilMillis, rows: () => this.#rowsBefore(behind.length - nth) }));
  }

  /** The present rows without the changes of the last moments. */
  #rowsBefore(count: number): Rows {
    const last = this.#store.rows.listWithin(moments, TOP).slice(-count).toReversed();
    const [rows = this.#store.rows] = undoChanges(this.#store, [last.flatMap(({ before }) => before)]);
    return rows;
  }
}
