import type { Rows } from '../../kernel/rows.ts';

/** The rows as they were until a moment at which something was written. */
interface Moment {
  readonly untilMillis: number;
  readonly rows: Rows;
  /** How many calls each caller has made since the changes of the moment began to come and go. */
  readonly calls: Map<string, number>;
}

/** How many moments are kept, and how many callers are counted for each. */
const MAX_MOMENTS = 1_000;
const MAX_CALLERS = 1_000;

/** Remembers the rows of a world from before its last changes. The changes of one moment are one. */
export class PastRows {
  readonly #keptMillis: number;
  /** The oldest first. */
  #moments: Moment[] = [];

  /** Remembers rows for `keptMillis` after the change that followed them. */
  constructor(keptMillis: number) {
    this.#keptMillis = keptMillis;
  }

  /** Remembers the rows as they are before a change that is made now. */
  add(nowMillis: number, rows: () => Rows): void {
    this.#forget(nowMillis);
    if (this.#moments.at(-1)?.untilMillis === nowMillis) return;
    this.#moments.push({ untilMillis: nowMillis, rows: rows(), calls: new Map() });
    if (this.#moments.length > MAX_MOMENTS) this.#moments.shift();
  }

  clear(): void {
    this.#moments = [];
  }

  /** The time until which something of it is remembered; undefined when nothing is. */
  endMillis(nowMillis: number): number | undefined {
    this.#forget(nowMillis);
    const last = this.#moments.at(-1);
    return last && last.untilMillis + this.#keptMillis;
  }

  /** The rows that were there at a moment; undefined when nothing has changed since. */
  findBefore(millis: number): Rows | undefined {
    return this.#moments.find(({ untilMillis }) => untilMillis > millis)?.rows;
  }

  /**
   * The rows that a call of a caller sees whose view is `lag` milliseconds late; undefined for the present ones. With
   * `flap`, a change that is older comes and goes for some calls of the caller, as long as the lag was (behaviour Q6).
   */
  findSeen(caller: string, nowMillis: number, lag: number, flap: number): Rows | undefined {
    let seen: Rows | undefined;
    for (const moment of this.#moments) {
      const age = nowMillis - moment.untilMillis;
      const isUnseen = age < lag || (age < 2 * lag && isHidden(moment, caller, flap));
      if (isUnseen) seen ??= moment.rows;
    }
    return seen;
  }

  #forget(nowMillis: number): void {
    const isKept = ({ untilMillis }: Moment): boolean => nowMillis - untilMillis < this.#keptMillis;
    if (this.#moments[0] && !isKept(this.#moments[0])) this.#moments = this.#moments.filter(isKept);
  }
}

/** Counts a call of a caller, and returns true for each second one of the first `flap`. */
const isHidden = ({ calls }: Moment, caller: string, flap: number): boolean => {
  const count = (calls.get(caller) ?? 0) + 1;
  if (count > flap || (count === 1 && calls.size >= MAX_CALLERS)) return false;
  calls.set(caller, count);
  return count % 2 === 0;
};

/**
 * The rows of the past for a reader of lists. A row of `places`, which are names of collections, is found by its uid
 * though it was not there yet, so that a List can be asked for below it.
 */
export const readBehind = (past: Rows, present: Rows, places: ReadonlySet<string>): Rows => ({
  ...past,
  get: (of, uid) => past.get(of, uid) ?? (places.has(of.name) ? present.get(of, uid) : undefined),
});
