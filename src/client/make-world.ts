import type { Connection } from '../connection/connection.ts';
import { MockError } from '../connection/mock-error.ts';
import type { MadeWorld } from '../plane/nouns.ts';
import { readFixtureFile } from './fixture-file.ts';
import type { WorldOptions } from './world.ts';

/**
 * Makes a world; a fixture of one's own is read from the first of some folders that has it.
 * @throws MockError where an option is refused; of a fixture that is not there it names the files that were looked for
 */
export const makeWorld = async (connection: Connection, options: WorldOptions): Promise<MadeWorld> => {
  const { wanted, missing } = await readFixtureFile(options);
  try {
    return await connection.control<MadeWorld>('/worlds', { method: 'POST', json: wanted });
  } catch (error) {
    const isUnknown = error instanceof MockError && error.message.includes('no shipped fixture is named');
    throw isUnknown && missing.length > 0 ? error.withMore(`; and there is no file ${missing.join(', ')}`) : error;
  }
};
