import {
  type ChangedRow,
  collection,
  isTransient,
  type Row,
  type Rows,
  type Store,
  type Tx,
  tallyCollection,
} from '../../kernel/rows.ts';
import { TOP } from '../../kernel/uid.ts';
import { MAX_MOMENTS, type Moment, type Moments } from './past-rows.ts';

/** The rows that were changed at a moment, as they were before; null for one that was not there. */
type MomentRow = Row & {
  readonly untilMillis: number;
  readonly before: readonly (readonly [of: string, uid: string, row: Row | null])[];
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
  const names = new Set(known.map(([of, changed]) => `${of} ${changed}`));
  const added = changes.flatMap(({ of, uid: changed, before }) => {
    const name = `${of.name} ${changed}`;
    if (isTransient(of.name) || names.has(name)) return [];
    names.add(name);
    return [[of.name, changed, before ?? null] as const];
  });
  if (added.length === 0) return;
  tx.put(moments, { uid, untilMillis: nowMillis, before: [...known, ...added] });
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
    const past = this.#store.fork();
    const last = this.#store.rows.listWithin(moments, TOP).slice(-count).toReversed();
    // A fork is written at once.
    void past.write((tx) => {
      for (const [of, uid, row] of last.flatMap(({ before }) => before)) {
        if (row) tx.put(collection(of), row);
        else tx.remove(collection(of), uid);
      }
    });
    return past.rows;
  }
}
