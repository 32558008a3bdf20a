/** Counts what runs in all worlds of a mock, and relates the two clocks of the machine. */
export class RunOrder {
  /** The machine's clock in milliseconds since the epoch, when its steady clock showed zero: the same for each trace. */
  readonly epochMillis: number;
  #last = 0;

  constructor(epochMillis: number) {
    this.epochMillis = epochMillis;
  }

  /** The next place, counted from 1. */
  take(): number {
    this.#last += 1;
    return this.#last;
  }
}
