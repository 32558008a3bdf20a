import type { Clock } from '../../kernel/clock.ts';

/** The clock of the machine as a trace has it: it stands at the reading that it was fed with. */
export class ReplayClock implements Clock {
  #millis: number;
  /** The machine's own reading since which it runs. */
  #ranSince: number | undefined;

  constructor(millis: number) {
    this.#millis = millis;
  }

  now(): number {
    return this.#ranSince === undefined ? this.#millis : this.#millis + Date.now() - this.#ranSince;
  }

  /** Stands at a reading from now on, in milliseconds since the epoch. */
  feed(millis: number): void {
    this.#millis = millis;
  }

  /** Runs on from its reading as the machine's clock does. */
  run(): void {
    this.#ranSince = Date.now();
  }
}
