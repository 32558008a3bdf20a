import { endRuns } from './run-ends.ts';

/**
 * The global teardown of a test run, for a runner that does not call what its global setup returns, such as Jest: it
 * ends what `platform-mock/setup` has begun.
 */
export const teardown = (): Promise<void> => endRuns();

/** Runs {@link teardown}, as runners call it. */
export default (): Promise<void> => teardown();
