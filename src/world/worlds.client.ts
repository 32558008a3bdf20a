import type { DeletedWorlds, MadeWorld, World, Worlds } from '../../generated/nouns.ts';
import type { Connection } from '../connection/connection.ts';
import { MockError } from '../connection/mock-error.ts';
import { readFixtureFile } from './fixture-file.client.ts';
import type { WorldOptions } from './world-options.client.ts';

/**
 * Makes a world; a fixture of one's own is read from the first of some folders that has it.
 * @throws MockError if an option is refused; of a fixture that is not there it names the files that were looked for
 */
export const makeWorld = async (connection: Connection, options: WorldOptions): Promise<MadeWorld> => {
  const { wanted, missing } = await readFixtureFile(options);
  try {
    return await connection.control<MadeWorld>('/worlds', { method: 'POST', json: wanted });
  } catch (error) {
    if (error instanceof MockError && missing.length > 0 && error.message.includes('no shipped fixture is named')) {
      error.message += `; and there is no file ${missing.join(', ')}`;
      // Its first line has the message that the error was made with.
      error.stack = `${error.name}: ${error.message}`;
    }
    throw error;
  }
};

const labelQuery = (labels: Readonly<Record<string, string>>): string => {
  const pairs = Object.entries(labels).map(([key, value]): [string, string] => ['label', `${key}:${value}`]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
};

/** The worlds that have all of the labels, `default` first. */
export const listWorlds = async (
  connection: Connection,
  labels: Readonly<Record<string, string>>,
): Promise<readonly World[]> => (await connection.control<Worlds>(`/worlds${labelQuery(labels)}`)).worlds;

/** Ends the worlds that have all of the labels, of which there must be one, and returns their ids. */
export const endWorlds = async (
  connection: Connection,
  labels: Readonly<Record<string, string>>,
): Promise<readonly string[]> =>
  (await connection.control<DeletedWorlds>(`/worlds${labelQuery(labels)}`, { method: 'DELETE' })).deleted;
