import type { Rows } from '../../kernel/rows.ts';

/** The rows as they were until a moment at which something was written. */
interface Moment {
  readonly untilMillis: number;
  readonly rows: Rows;
}

/** The maximum number of moments recorded. */
const MAX_MOMENTS = 1_000;

/** Remembers the rows of a world from before its latest changes. Changes of one moment count as one. */
export class PastRows {
  readonly #retentionMillis: number;
  /** The oldest first. */
  #moments: readonly Moment[] = [];

  /** Remembers rows for `retentionMillis` after the change that followed them. */
  constructor(retentionMillis: number) {
    this.#retentionMillis = retentionMillis;
  }

  /** Remembers the rows as they are before a change that is made now. */
  add(nowMillis: number, rows: () => Rows): void {
    const retained = this.#list(nowMillis);
    if (retained.at(-1)?.untilMillis === nowMillis) return;
    this.#moments = [...retained.slice(-(MAX_MOMENTS - 1)), { untilMillis: nowMillis, rows: rows() }];
  }

  clear(): void {
    this.#moments = [];
  }

  /** The time at which the last remembered rows are dropped; undefined if there are none. */
  endMillis(nowMillis: number): number | undefined {
    const last = this.#list(nowMillis).at(-1);
    return last && last.untilMillis + this.#retentionMillis;
  }

  /** The rows for a call whose view is `lag` milliseconds late, or the oldest remembered; undefined for the present ones. */
  findBehind(nowMillis: number, lag: number): Rows | undefined {
    return this.#moments.find(({ untilMillis }) => untilMillis > nowMillis - lag)?.rows;
  }

  /**
   * The rows that a call sees whose view is `lag` milliseconds late; undefined for the present ones. A change that is
   * older comes and goes, as long as the lag was, if `isHidden` is true for its moment (behaviour Q6).
   */
  findSeen(nowMillis: number, lag: number, isHidden: (untilMillis: number) => boolean): Rows | undefined {
    let seen: Rows | undefined;
    for (const { untilMillis, rows } of this.#list(nowMillis)) {
      const age = nowMillis - untilMillis;
      const isUnseen = age < lag || (age < 2 * lag && isHidden(untilMillis));
      if (isUnseen) seen ??= rows;
    }
    return seen;
  }

  /** True while a change may come and go. */
  isUnsettled(nowMillis: number, lag: number): boolean {
    return this.#list(nowMillis).some(({ untilMillis }) => {
      const age = nowMillis - untilMillis;
      return age >= lag && age < 2 * lag;
    });
  }

  #list(nowMillis: number): readonly Moment[] {
    const isRetained = ({ untilMillis }: Moment): boolean => nowMillis - untilMillis < this.#retentionMillis;
    return this.#moments[0] && !isRetained(this.#moments[0]) ? this.#moments.filter(isRetained) : this.#moments;
  }
}
