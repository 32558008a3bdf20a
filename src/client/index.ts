import { CONTROL_URL, Connection } from '../connection/connection.ts';
import { openListeningPort } from '../server/listen/listening-port.ts';
import type { OpenPort } from '../server/mock/port.ts';
import type { RunningMock } from '../server/mock/running-mock.ts';
import { startMock as start } from '../server/mock/start.ts';
import { type Mock, mockOver } from './mock.ts';
import type { MockOptions } from './mock-options.ts';
import { startOptionsOf, variablesOf } from './start-options.ts';

export type { Accepted } from '../probe/report.ts';
export * from './exported.ts';
export type { MockOptions } from './mock-options.ts';
export { type ProbeOptions, probe } from './probe.ts';

/** For a mock that is called by its handler only. */
const openNoPort: OpenPort = async () => ({ url: 'http://localhost', handle: () => {}, close: async () => {} });

/** Makes the mock of a running one in this process, steered through its handler, without a port. */
const mockOf = async (running: RunningMock, controlToken: string | undefined): Promise<Mock> => {
  const connection = new Connection({
    url: running.url,
    controlUrl: CONTROL_URL,
    controlToken,
    fetch: running.fetch,
  });
  return mockOver(connection, await variablesOf(running), running.close);
};

/**
 * Starts a mock in this process, as many as wanted. It resolves when the mock is ready.
 * @throws Error if an option, a fixture or the port is refused
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
export const startMock = async (options: MockOptions = {}): Promise<Mock> => {
  const running = await start(startOptionsOf(options), options.port === false ? openNoPort : openListeningPort);
  try {
    return await mockOf(running, options.controlToken);
  } catch (error) {
    await running.close();
    throw error;
  }
};
