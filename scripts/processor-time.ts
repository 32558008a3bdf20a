import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second towards programs, whatever it does inside. */
const TICKS_PER_SECOND = 100;

/**
 * The processor time of all children of this process that have ended, and of those that they waited for, in seconds.
 * Node has no call for it: it comes from `/proc`, and is 0 on a system without one.
 */
export const childrenSeconds = (): number => {
  try {
    // The name of the program, in parentheses, may have spaces.
    const fields = readFileSync('/proc/self/stat', 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return fields.slice(13, 15).reduce((ticks, field) => ticks + Number(field), 0) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
};
