/** A rule that a part of a request breaks. */
export interface Fault {
  readonly field: string;
  readonly description: string;
}

/** How many faults of one request are told: more help nobody, and millions take seconds to tell. */
const MOST_FAULTS = 1_000;

/** Whether there are as many faults as are told, so that looking for more is of no use. */
export const isFull = (found: readonly Fault[]): boolean => found.length >= MOST_FAULTS;

/** Adds a fault to those found, unless there are enough already. */
export const addFault = (found: Fault[], field: string, description: string): void => {
  if (!isFull(found)) found.push({ field, description });
};
