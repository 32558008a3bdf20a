import { makeWorld } from '../../client/make-world.ts';
import type { WorldOptions } from '../../client/world.ts';
import type { CreateWorld, DeletedWorlds, MadeWorld, StateDifference, World as WorldView } from '../../plane/nouns.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { environmentText } from '../../world/environment-text.ts';
import { FlagRefusal } from '../options.ts';
import { differenceText } from './difference-text.ts';
import type { Outcome } from './outcome.ts';
import { textPairsOf } from './pairs.ts';
import type { Steered } from './steered.ts';

/** How a shell that has the variables of a world calls it. */
const SHELL_CALL = 'curl -H "Authorization: Bearer $PLATFORM_TOKEN" "$PLATFORM_API_URL/iam/v2/groups"';

/** A new world, as a shell reads it: its variables below a line about it. */
const shellText = (made: MadeWorld, about: string): string =>
  `# world ${made.id}, ${about}; ${SHELL_CALL}\n${environmentText(made.env, 'sh')}`;

/** The options of a new world. */
export interface CreateFlags {
  readonly from?: string;
  readonly label?: readonly string[];
  readonly ttl?: string;
  readonly seed?: string;
  readonly profile?: NonNullable<CreateWorld['profile']>;
}

const labelsOf = (label: readonly string[]): Readonly<Record<string, string>> =>
  textPairsOf('--label', label, 'run=9123');

/** Makes a world, and returns its variables as a shell reads them. */
export const createWorld = async (
  { connection }: Steered,
  name: string | undefined,
  { from, label, ttl, seed, profile }: CreateFlags,
): Promise<Outcome> => {
  const options = { name, from, labels: label && labelsOf(label), ttl, seed, profile };
  // A form that `from` cannot have is refused by the mock, which knows all of them.
  const made = await makeWorld(connection, omitUndefined(options) as WorldOptions);
  const until = made.expireTime === undefined ? '' : ` until ${made.expireTime}`;
  return { value: made, text: shellText(made, `from ${made.from}${until}`) };
};

/** The options of a world from a call. */
export interface FromCallFlags {
  readonly at: NonNullable<CreateWorld['at']>;
  readonly name?: string;
}

/** Makes a world from a call of the journal, and returns its variables as a shell reads them. */
export const makeWorldFromCall = async (
  { connection, world }: Steered,
  call: string,
  { at, name }: FromCallFlags,
): Promise<Outcome> => {
  const json: CreateWorld = { from: `journal:${call}`, at, ...(name !== undefined && { name }) };
  const made = await connection.control<MadeWorld>('/worlds', { method: 'POST', json, world: world.id });
  return { value: made, text: shellText(made, `as it was ${at} call ${call}`) };
};

const worldLine = ({ id, from, labels, rows, journal, expireTime }: WorldView): string => {
  const size = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const marks = Object.entries(labels).map(([key, value]) => ` ${key}=${value}`);
  const until = expireTime === undefined ? '' : ` until ${expireTime}`;
  return `${id} from ${from}, ${size} rows, ${journal} calls${marks.join('')}${until}\n`;
};

/** Lists the worlds, those with some labels only where they are given. */
export const listWorlds = async (
  { mock }: Steered,
  { label = [] }: { readonly label?: readonly string[] },
): Promise<Outcome> => {
  const worlds = await mock.worlds(labelsOf(label));
  return { value: { worlds }, text: worlds.map(worldLine).join('') };
};

/** Ends worlds by their ids, or all that have some labels. @throws FlagRefusal where neither or both are given */
export const endWorlds = async (
  { connection, mock }: Steered,
  ids: readonly string[],
  { label = [] }: { readonly label?: readonly string[] },
): Promise<Outcome> => {
  if ((ids.length === 0) === (label.length === 0))
    throw new FlagRefusal('give the ids of worlds, or --label, to say which end');
  const deleted = label.length > 0 ? [...(await mock.endWorlds(labelsOf(label)))] : [];
  for (const id of ids) {
    const ended = await connection.control<DeletedWorlds>(`/worlds/${encodeURIComponent(id)}`, { method: 'DELETE' });
    deleted.push(...ended.deleted);
  }
  return { value: { deleted }, text: deleted.map((id) => `ended ${id}\n`).join('') };
};

/** Returns what has changed in a world since it was made. */
export const diffWorld = async ({ connection, world }: Steered, id: string = world.id): Promise<Outcome> => {
  const difference = await connection.control<StateDifference>(`/worlds/${encodeURIComponent(id)}:diff`);
  return { value: difference, text: differenceText(difference) };
};

/** Resets rows and clock of a world to its beginning. */
export const resetWorld = async ({ world }: Steered): Promise<Outcome> => {
  await world.reset();
  return { value: { world: world.id, status: 'reset' }, text: `reset ${world.id}\n` };
};
