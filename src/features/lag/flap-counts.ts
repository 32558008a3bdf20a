import { type Row, type Tx, tallyCollection } from '../../kernel/rows.ts';
import { TOP } from '../../kernel/uid.ts';

/** The calls since the changes of a moment began to come and go. */
type FlapRow = Row & {
  readonly untilMillis: number;
  /** How many calls each caller has made. */
  readonly calls: Readonly<Record<string, number>>;
};

const flaps = tallyCollection<FlapRow>('flaps');

/** How many callers are counted for each moment. */
const MAX_CALLERS = 1_000;

/** Counts a call of a caller, and returns true for each second one of the first `flap` (behaviour Q6). */
export const isHiddenFrom = (tx: Tx, untilMillis: number, caller: string, flap: number): boolean => {
  const uid = String(untilMillis);
  const { calls = {} } = tx.get(flaps, uid) ?? {};
  const count = (Object.hasOwn(calls, caller) ? (calls[caller] ?? 0) : 0) + 1;
  if (count > flap || (count === 1 && Object.keys(calls).length >= MAX_CALLERS)) return false;
  tx.put(flaps, { uid, untilMillis, calls: { ...calls, [caller]: count } });
  return count % 2 === 0;
};

/** Forgets what was counted for moments before another. */
export const forgetFlaps = (tx: Tx, beforeMillis = Number.POSITIVE_INFINITY): void => {
  for (const { uid, untilMillis } of tx.listWithin(flaps, TOP)) if (untilMillis < beforeMillis) tx.remove(flaps, uid);
};
