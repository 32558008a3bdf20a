import { BoundedLog } from '../../plane/bounded-log.ts';
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
export interface LoggedStep {
  step: Step;
  bytes: number;
}

/** The latest control calls of one world that change something. Its owner bounds their bytes. */
export class StepLog extends BoundedLog<LoggedStep> {
  readonly #charge: (bytes: number) => void;
  /** The number of steps with a large body. */
  #large = 0;
  /** The number of steps that lack their large bodies. */
  droppedBodies = 0;

  /** `charge` receives how many bytes were added, or freed; it may drop the oldest at once. */
  constructor(charge: (bytes: number) => void) {
    super(MAX_STEPS, ({ step, bytes }) => {
      if (step.largeBody !== undefined) this.#large -= 1;
      charge(-STEP_BYTES - bytes);
    });
    this.#charge = charge;
  }

  /** The oldest first. */
  get steps(): readonly Step[] {
    return [...this.listRetained()].map(({ step }) => step);
  }

  override add(logged: LoggedStep): void {
    if (logged.step.largeBody !== undefined) this.#large += 1;
    super.add(logged);
    this.#charge(STEP_BYTES + logged.bytes);
  }

  /** Drops the oldest large body, of which size and digest stay; false if there is none. */
  dropOldestBody(): boolean {
    for (const logged of this.#large > 0 ? this.listRetained() : []) {
      const { largeBody, ...rest } = logged.step;
      if (largeBody === undefined) continue;
      logged.step = { ...rest, body: digestMessage(largeBody) };
      logged.bytes -= largeBody.length;
      this.#large -= 1;
      this.droppedBodies += 1;
      this.#charge(-largeBody.length);
      return true;
    }
    return false;
  }
}
