import type { SnapshotRecord, StateDifference } from '../../../generated/nouns.ts';
import type { Family } from '../../command/family.ts';
import type { Outcome } from '../../command/outcome.ts';
import type { Steered } from '../../command/steered.ts';
import { steering } from '../../command/steering.ts';
import { steeringOptions } from '../../command/target-options.ts';
import { writeWhole } from '../../command/written-file.ts';
import { differenceText } from '../evidence/listed-changes.ts';

/** The flags of saving a state. */
export interface SaveFlags {
  readonly note?: string;
  readonly overwrite?: boolean;
  readonly out?: string;
}

/** The size of a saved state, as it is written for people. */
const sizeOf = ({ rows }: SnapshotRecord): string =>
  `${Object.values(rows).reduce((sum, count) => sum + count, 0)} rows`;

const pathOf = (name: string, verb: string): string => `/snapshots/${encodeURIComponent(name)}${verb}`;

/** Matches a file: a name cannot have a slash, and one that ends like a file is taken for one. */
const FILE = /[/\\]|\.jsonl?$/i;

/** Saves the state of a world under a name, and the snapshot in a file if one is asked for. */
const saveSnapshot = async (
  { connection, world, here }: Steered,
  name: string,
  { note, overwrite = false, out: file }: SaveFlags,
): Promise<Outcome> => {
  const json = note === undefined ? {} : { note };
  const path = pathOf(name, overwrite ? '?overwrite' : '');
  const saved = await connection.control<SnapshotRecord>(path, { method: 'PUT', json, world });
  const said = `saved ${name}: ${sizeOf(saved)}\n`;
  if (file === undefined) return { value: saved, text: said };
  const text = await connection.controlText(pathOf(name, ':file'), { world });
  return { value: { ...saved, file }, text: `${said}${await writeWhole(file, text, here)}` };
};

/** Restores a snapshot of a world by its name, or the one in a file. */
const restoreSnapshot = async ({ world, connection }: Steered, nameOrFile: string): Promise<Outcome> => {
  const [path, body] = FILE.test(nameOrFile)
    ? [
        '/snapshots:restore',
        { lines: (await (await import('../../store/snapshot-file.ts')).readSnapshotFile(nameOrFile)).bytes },
      ]
    : [pathOf(nameOrFile, ':restore'), {}];
  const restored = await connection.control<SnapshotRecord>(path, { method: 'POST', world, ...body });
  return { value: restored, text: `restored ${nameOrFile}: ${sizeOf(restored)}\n` };
};

/** The form and the place of an export of a snapshot. */
export interface ExportFlags {
  readonly out?: string;
  readonly relative?: boolean;
}

/** Returns a snapshot of a world as a fixture, or writes it into a file. */
const exportSnapshot = async (
  { world, connection, here }: Steered,
  name: string,
  { out: file, relative = false }: ExportFlags,
): Promise<Outcome> => {
  const fixture = await connection.controlText(pathOf(name, relative ? ':export?relative' : ':export'), {
    world,
  });
  if (file === undefined) return { value: { name, fixture }, text: fixture };
  return { value: { name, file }, text: await writeWhole(file, fixture, here) };
};

/** Returns what differs between a snapshot of a world and another one, or the state as it is. */
const diffSnapshots = async (
  { world, connection }: Steered,
  name: string,
  other: string | undefined,
): Promise<Outcome> => {
  const query = other === undefined ? '' : `?to=${encodeURIComponent(other)}`;
  const difference = await connection.control<StateDifference>(`${pathOf(name, ':diff')}${query}`, { world });
  return { value: difference, text: differenceText(difference) };
};

/** Registers `snapshot` with its subcommands. */
export const snapshot: Family = (program, line) => {
  const family = program.command('snapshot').description('save and restore states of a running mock');

  steeringOptions(family.command('save <name>'))
    .description('save the state under a name, and with --out in a file')
    .option('--note <text>', 'what it is, for people')
    .option('--overwrite', 'replace a snapshot of that name')
    .option('--out <file>', 'write a snapshot file, too')
    .action(steering<[string, SaveFlags]>(line, saveSnapshot));

  steeringOptions(family.command('restore <name|file>'))
    .description('go back to a snapshot, or to a file: what has a slash or ends in .json or .jsonl')
    .action(steering<[string]>(line, restoreSnapshot));

  steeringOptions(family.command('export <name>'))
    .description('print a snapshot as a fixture in YAML')
    .option('--out <file>', 'write it into this file instead')
    .option('--relative', 'write times relative to now')
    .action(steering<[string, ExportFlags]>(line, exportSnapshot));

  steeringOptions(family.command('diff <name> [other]'))
    .description('list what differs between a snapshot and another one, or the state as it is')
    .action(steering<[string, string | undefined]>(line, diffSnapshots));
};
