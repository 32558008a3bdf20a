import type { Mock } from './mock.ts';
import type { MockOptions } from './mock-options.ts';
import { startInProcess } from './start-mock.ts';

export * from './exported.ts';
export type { MockOptions } from './mock-options.ts';
export { type Accepted, type ProbeOptions, probe } from './probe.ts';

/**
 * Starts a mock in this process, as many as wanted. It resolves when the mock is ready.
 * @throws Error where an option, a fixture or the port is refused
 * @example
 * ```ts
 * import { startMock } from 'platform-mock';
 *
 * const mock = await startMock({ fixtures: ['default'] });
 * const headers = { authorization: `Bearer ${mock.token}` };
 * const answer = await fetch(`${mock.url}/registry/v2/repos?page_size=3`, { headers });
 * console.log(answer.status, await answer.json());
 * await mock.close();
 * ```
 */
export const startMock = (options: MockOptions = {}): Promise<Mock> => startInProcess(options, false);
