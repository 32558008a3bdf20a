/** How long the time of the database is known without asking for it. */
const FRESH_MILLIS = 1_000;

/**
 * The time of a database, as far as this process knows it: never ahead of it, and never back. So what happens in one
 * process after something that another has answered is not earlier, whatever the clocks of their machines show.
 */
export class DatabaseClock {
  readonly #monotonic: () => number;
  /** The most by which the database was ahead of the monotonic clock when an answer of it arrived. */
  #ahead = Number.NEGATIVE_INFINITY;
  /** When that was noted last, by the monotonic clock. */
  #noted = Number.NEGATIVE_INFINITY;

  /** `monotonic` is in milliseconds, and only goes forward. */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** Notes what the database's clock has shown before its answer arrived, in milliseconds. */
  note(millis: number): void {
    this.#noted = this.#monotonic();
    this.#ahead = Math.max(this.#ahead, millis - this.#noted);
  }

  /** True while it was read a moment ago: the clock of a machine may go at another speed, or have stood still. */
  get isFresh(): boolean {
    return this.#monotonic() - this.#noted < FRESH_MILLIS;
  }

  /** Milliseconds since 1970; it demands that something was noted. */
  now(): number {
    return Math.floor(this.#ahead + this.#monotonic());
  }
}
