import { startMock } from './index.ts';
import type { MockOptions } from './mock-options.ts';

/**
 * The global setup of a test run, for Playwright and Vitest alike: starts one mock, exports `PLATFORM_API_URL` and the
 * other variables of its `default` world to the workers, and returns what stops it.
 */
export const setup = async (options: MockOptions = {}): Promise<() => Promise<void>> => {
  const mock = await startMock(options);
  Object.assign(process.env, mock.default.env);
  return mock.close;
};

/** The same without options: what runners call with arguments of their own. */
export default (): Promise<() => Promise<void>> => setup();
