import { digestMessage } from './digest-message.ts';

/** A recorded call to the control plane, without its secrets. */
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
  /** A body above 64 KiB as it was sent, with its secrets, in the place of `body`: they are replaced when it is read. */
  readonly largeBody?: string;
  readonly status: number;
  readonly answer?: unknown;
}

/** The maximum number of steps of a world that are recorded. */
const MAX_STEPS = 2_000;
/** The size of a step beside its body and its answer, in bytes: about as much as was measured. */
const STEP_BYTES = 1_024;

/** A step, and the bytes of its body and its answer. */
interface LoggedStep {
  readonly step: Step;
  readonly bytes: number;
}

/** The last control calls of one world that change something. Its owner bounds their bytes. */
export class StepLog {
  readonly #charge: (bytes: number) => void;
  #steps: LoggedStep[] = [];
  /** The number of steps with a large body. */
  #large = 0;
  /** The number of steps that were dropped to keep the bounds. */
  dropped = 0;
  /** The number of steps that lack their large bodies. */
  droppedBodies = 0;

  /** `charge` receives how many bytes were added, or freed; it may drop the oldest at once. */
  constructor(charge: (bytes: number) => void) {
    this.#charge = charge;
  }

  /** The oldest first. */
  get steps(): readonly Step[] {
    return this.#steps.map(({ step }) => step);
  }

  /** Adds a step; `bytes` is the size of its body and its answer. */
  add(step: Step, bytes: number): void {
    this.#steps.push({ step, bytes });
    if (step.largeBody !== undefined) this.#large += 1;
    if (this.#steps.length > MAX_STEPS) this.dropOldest();
    this.#charge(STEP_BYTES + bytes);
  }

  /** Drops the oldest large body, of which size and digest stay; false if there is none. */
  dropOldestBody(): boolean {
    if (this.#large === 0) return false;
    const at = this.#steps.findIndex(({ step }) => step.largeBody !== undefined);
    const { step, bytes } = this.#steps[at] as LoggedStep;
    const { largeBody = '', ...rest } = step;
    this.#steps[at] = { step: { ...rest, body: digestMessage(largeBody) }, bytes: bytes - largeBody.length };
    this.#large -= 1;
    this.droppedBodies += 1;
    this.#charge(-largeBody.length);
    return true;
  }

  /** Drops the oldest step; false if there is none. */
  dropOldest(): boolean {
    const oldest = this.#steps.shift();
    if (!oldest) return false;
    if (oldest.step.largeBody !== undefined) this.#large -= 1;
    this.dropped += 1;
    this.#charge(-STEP_BYTES - oldest.bytes);
    return true;
  }
}
