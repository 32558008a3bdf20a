import { Option } from 'commander';
import type {
  CreateWorld,
  DeletedWorlds,
  MadeWorld,
  StateDifference,
  World as WorldView,
} from '../../generated/nouns.ts';
import { FlagRefusal } from '../command/command-failure.ts';
import type { Family } from '../command/family.ts';
import { collectValue } from '../command/flag-values.ts';
import type { Outcome } from '../command/outcome.ts';
import { textPairsOf } from '../command/pairs.ts';
import type { Steered } from '../command/steered.ts';
import { steering } from '../command/steering.ts';
import { steeringOptions } from '../command/target-options.ts';
import { environmentText } from '../features/evidence/environment-text.ts';
import { differenceText } from '../features/evidence/listed-changes.ts';
import { omitUndefined } from '../schema/defined.ts';
import { PROFILE_NAMES } from '../schema/profile-differences.ts';
import type { WorldOptions } from './world-options.client.ts';
import { endWorlds, listWorlds, makeWorld } from './worlds.client.ts';

/** A call of a world from a shell that has its variables. */
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
const createWorld = async (
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

/** Makes a world as it was before a call of the journal, and returns its variables as a shell reads them. */
const makeWorldFromCall = async (
  { connection, world }: Steered,
  call: string,
  { name }: { readonly name?: string },
): Promise<Outcome> => {
  const json: CreateWorld = { from: `journal:${call}`, ...(name !== undefined && { name }) };
  const made = await connection.control<MadeWorld>('/worlds', { method: 'POST', json, world });
  return { value: made, text: shellText(made, `as it was before call ${call}`) };
};

const worldLine = ({ id, from, labels, rows, journal, expireTime }: WorldView): string => {
  const size = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const marks = Object.entries(labels).map(([key, value]) => ` ${key}=${value}`);
  const until = expireTime === undefined ? '' : ` until ${expireTime}`;
  return `${id} from ${from}, ${size} rows, ${journal} calls${marks.join('')}${until}\n`;
};

/** Ends worlds by their ids, or all that have some labels. @throws FlagRefusal if neither or both are given */
const endNamedWorlds = async (
  { connection }: Steered,
  ids: readonly string[],
  { label = [] }: { readonly label?: readonly string[] },
): Promise<Outcome> => {
  if ((ids.length === 0) === (label.length === 0))
    throw new FlagRefusal('give the ids of worlds, or --label, to say which end');
  const deleted = label.length > 0 ? [...(await endWorlds(connection, labelsOf(label)))] : [];
  for (const id of ids) {
    const ended = await connection.control<DeletedWorlds>(`/worlds/${encodeURIComponent(id)}`, { method: 'DELETE' });
    deleted.push(...ended.deleted);
  }
  return { value: { deleted }, text: deleted.map((id) => `ended ${id}\n`).join('') };
};

const labelOption = (description: string): Option =>
  new Option('--label <key=value>', `${description}; may be given several times`).argParser(collectValue);

/** Registers `world` with its subcommands, and `reset`. */
export const world: Family = (program, line) => {
  const family = program.command('world').description('make, list, compare and end worlds of a running mock');

  steeringOptions(family.command('create [name]'))
    .description('make a world, and print what a shell needs to be in it')
    .option('--from <beginning>', 'default, empty, fixture:NAME or fixture:FILE, snapshot:NAME or world:ID')
    .addOption(labelOption('what it is found by'))
    .option('--ttl <duration>', 'end it after so much time of the machine')
    .option('--seed <seed>', 'the seed of the uids and secrets that it makes')
    .addOption(new Option('--profile <profile>', 'the profile that it follows').choices(PROFILE_NAMES))
    .action(steering<[string | undefined, CreateFlags]>(line, createWorld));

  steeringOptions(family.command('list'))
    .description('list the worlds')
    .addOption(labelOption('only worlds with this label'))
    .action(
      steering<[{ label?: readonly string[] }]>(line, async ({ connection }, { label = [] }) => {
        const worlds = await listWorlds(connection, labelsOf(label));
        return { value: { worlds }, text: worlds.map(worldLine).join('') };
      }),
    );

  steeringOptions(family.command('end [id...]'))
    .description('end worlds by their ids, or with --label all that have it')
    .addOption(labelOption('end the worlds with this label'))
    .action(steering<[readonly string[], { label?: readonly string[] }]>(line, endNamedWorlds));

  steeringOptions(family.command('diff [id]'))
    .description('list the changes of a world since it was made (default: the world of --world)')
    .action(
      steering<[string | undefined]>(line, async ({ connection, world: current }, id = current) => {
        const difference = await connection.control<StateDifference>(`/worlds/${encodeURIComponent(id)}:diff`);
        return { value: difference, text: differenceText(difference) };
      }),
    );

  steeringOptions(family.command('from-call <id>'))
    .description('make a world as it was before a call of the journal, and print what a shell needs to be in it')
    .option('--name <name>', 'its name (default: a new one)')
    .action(steering<[string, { name?: string }]>(line, makeWorldFromCall));

  steeringOptions(program.command('reset'))
    .description('put rows and clock of a world back to its beginning')
    .action(
      steering<[]>(line, async ({ connection, world: current }) => {
        await connection.control('/reset', { method: 'POST', world: current });
        return { value: { world: current, status: 'reset' }, text: `reset ${current}\n` };
      }),
    );
};
