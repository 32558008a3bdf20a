import type { Rows } from '../../kernel/rows.ts';

/** The rows as they were until a moment at which something was written. */
export interface Moment {
  readonly untilMillis: number;
  readonly rows: () => Rows;
}

/** The moments at which something was written. */
export interface Moments {
  /** Those behind another, the oldest first. */
  readonly listBehind: (millis: number) => readonly Moment[];
}

/** How many moments are kept. */
export const MAX_MOMENTS = 1_000;

/** The rows of a world from before its last changes. The changes of one moment are one. */
export class PastRows {
  readonly #moments: Moments;
  readonly #keptMillis: number;

  /** Shows rows for `keptMillis` after the change that followed them. */
  constructor(moments: Moments, keptMillis: number) {
    this.#moments = moments;
    this.#keptMillis = keptMillis;
  }

  /** The time until which something of it is shown; undefined when nothing is. */
  endMillis(nowMillis: number): number | undefined {
    const last = this.#list(nowMillis).at(-1);
    return last && last.untilMillis + this.#keptMillis;
  }

  /** The rows that a call sees whose view is `lag` milliseconds late, at most as late as rows are kept. */
  findBehind(nowMillis: number, lag: number): Rows | undefined {
    const [first] = this.#moments.listBehind(nowMillis - lag);
    return first?.rows();
  }

  /**
   * The rows that a call sees whose view is `lag` milliseconds late; undefined for the present ones. A change that is
   * older comes and goes, as long as the lag was, where `isHidden` has it so for its moment (behaviour Q6).
   */
  findSeen(nowMillis: number, lag: number, isHidden: (untilMillis: number) => boolean): Rows | undefined {
    let seen: Moment | undefined;
    for (const moment of this.#list(nowMillis)) {
      const { untilMillis } = moment;
      const age = nowMillis - untilMillis;
      const isUnseen = age < lag || (age < 2 * lag && isHidden(untilMillis));
      if (isUnseen) seen ??= moment;
    }
    return seen?.rows();
  }

  /** True while a change may come and go. */
  isUnsettled(nowMillis: number, lag: number): boolean {
    return this.#list(nowMillis).some(({ untilMillis }) => {
      const age = nowMillis - untilMillis;
      return age >= lag && age < 2 * lag;
    });
  }

  #list(nowMillis: number): readonly Moment[] {
    return this.#moments.listBehind(nowMillis - this.#keptMillis);
  }
}

/** Remembers the rows from before the last changes. */
export class RememberedMoments implements Moments {
  /** The oldest first. */
  #moments: readonly Moment[] = [];

  /** Remembers the rows as they are before a change that is made now, and forgets those before a moment. */
  add(nowMillis: number, fromMillis: number, rows: () => Rows): void {
    const kept = this.listBehind(fromMillis);
    if (kept.at(-1)?.untilMillis === nowMillis) return;
    const before = rows();
    this.#moments = [...kept.slice(-(MAX_MOMENTS - 1)), { untilMillis: nowMillis, rows: () => before }];
  }

  listBehind(millis: number): readonly Moment[] {
    const isBehind = ({ untilMillis }: Moment): boolean => untilMillis > millis;
    if (this.#moments[0] && !isBehind(this.#moments[0])) return this.#moments.filter(isBehind);
    return this.#moments;
  }

  clear(): void {
    this.#moments = [];
  }
}

/**
 * The rows of the past for a reader of lists. A row of `places`, which are names of collections, is found by its uid
 * though it was not there yet, so that a List can be asked for below it.
 */
export const readBehind = (past: Rows, present: Rows, places: ReadonlySet<string>): Rows => ({
  ...past,
  get: (of, uid) => past.get(of, uid) ?? (places.has(of.name) ? present.get(of, uid) : undefined),
});
