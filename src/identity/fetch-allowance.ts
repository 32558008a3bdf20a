import type { Clock } from '../kernel/clock.ts';

/** How many fetches may follow each other at once. */
const BURST = 5;
/** How long it takes until one more is allowed, in milliseconds. */
const REFILL_MILLIS = 1_000;

/**
 * The number of fetches of a page allowed for unchecked tokens: makers of such tokens decide how many there are, and
 * must not decide how often another server is asked.
 */
export class FetchAllowance {
  readonly #clock: Clock;
  #left = BURST;
  #countedMillis: number;

  /** The clock is that of the machine: a world's clock may stand still. */
  constructor(clock: Clock) {
    this.#clock = clock;
    this.#countedMillis = clock.now();
  }

  /** Takes one fetch; false when there is none left. */
  take(): boolean {
    const now = this.#clock.now();
    // A machine's clock may be put back.
    const passed = Math.max(0, now - this.#countedMillis);
    this.#left = Math.min(BURST, this.#left + passed / REFILL_MILLIS);
    this.#countedMillis = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  /** Gives back a fetch that found the key. */
  giveBack(): void {
    this.#left = Math.min(BURST, this.#left + 1);
  }
}
