/** Work that takes long. It yields after some milliseconds' worth at most, at points at which it can be interrupted. */
export type Steps<T> = Generator<void, T>;

/** Counts the units of some work, to yield after a number of them. */
export class Pace {
  readonly #unitsOfStep: number;
  #done = 0;

  constructor(unitsOfStep: number) {
    this.#unitsOfStep = unitsOfStep;
  }

  /** Counts a unit, or several; returns true when it is time to yield. */
  isDue(units = 1): boolean {
    this.#done += units;
    if (this.#done < this.#unitsOfStep) return false;
    this.#done = 0;
    return true;
  }
}

/** Does all the work at once, and returns its result. */
export const runAtOnce = <T>(steps: Steps<T>): T => {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
};

/**
 * Does the work step by step, and lets the event loop run after each of them; the first may have been done already.
 * `demand` is called before each further step, and ends the work by throwing.
 */
export const runInTurns = async <T>(
  steps: Steps<T>,
  demand: () => void = () => undefined,
  first = steps.next(),
): Promise<T> => {
  let step = first;
  while (!step.done) {
    await new Promise((resolve) => void setImmediate(resolve));
    try {
      demand();
    } catch (error) {
      steps.throw(error);
      throw error;
    }
    step = steps.next();
  }
  return step.value;
};
