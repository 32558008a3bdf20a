import { openNoPort } from '../app/no-port.ts';
import { type RunningMock, startMock as start } from '../app/start.ts';
import { openListeningPort } from '../listen/listening-port.ts';
import { CONTROL_URL, Connection } from './connection.ts';
import { type Mock, mockOver } from './mock.ts';
import type { MockOptions } from './mock-options.ts';
import { startOptionsOf, variablesOf } from './start-options.ts';

/** The mock of this process behind its own handler, so that it is steered without a port. */
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
 * Starts a mock in this process, which `inBackground` ends where nothing but the mock is left to do.
 * @throws Error where an option, a fixture or the port is refused
 */
export const startInProcess = async (options: MockOptions, inBackground: boolean): Promise<Mock> => {
  const setting = { ...startOptionsOf(options), inBackground };
  const running = await start(setting, options.port === false ? openNoPort : openListeningPort);
  try {
    return await mockOf(running, options.controlToken);
  } catch (error) {
    await running.close();
    throw error;
  }
};
