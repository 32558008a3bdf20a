/** A call to the control plane, as it is kept: without its secrets. */
export interface Step {
  /** The time of the world when it began, RFC 3339. */
  readonly time: string;
  /** When it began, in whole milliseconds of a clock of the machine that is never put back. */
  readonly begunMillis: number;
  /** The reading of the machine's clock with which it ran, on the scale of `begunMillis`. */
  readonly ranRealMillis: number;
  /** Its place in the order in which the operations of all worlds ran. */
  readonly order: number;
  readonly durationMs: number;
  readonly method: string;
  /** The request target. */
  readonly target: string;
  readonly body?: unknown;
  readonly status: number;
  readonly answer?: unknown;
}

/** How many steps of a world are kept. */
const MAX_STEPS = 2_000;

/** The control calls of one world that change something, the last of them. */
export class StepLog {
  #steps: Step[] = [];
  #dropped = 0;

  /** The oldest first. */
  get steps(): readonly Step[] {
    return this.#steps;
  }

  /** How many were dropped to keep the bound. */
  get dropped(): number {
    return this.#dropped;
  }

  add(step: Step): void {
    this.#steps.push(step);
    if (this.#steps.length <= MAX_STEPS) return;
    this.#steps.shift();
    this.#dropped += 1;
  }
}
