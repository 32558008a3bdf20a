import { test } from './test.ts';

/** Skips a test if there is a reason, and prints it to the output of the run, not only to its report. */
export const skipAloud = (what: string, reason: string | undefined): void => {
  if (reason !== undefined) process.stderr.write(`${what}: ${reason}\n`);
  test.skip(reason !== undefined, reason);
};
