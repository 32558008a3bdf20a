import type { SnapshotRecord, StateDifference } from '../../plane/nouns.ts';
import { readSnapshotBytes } from '../../store/snapshot-file.ts';
import { writeWhole } from '../written-file.ts';
import { differenceText } from './difference-text.ts';
import type { Outcome } from './outcome.ts';
import type { Steered } from './steered.ts';

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

/** A name cannot have a slash; one that ends like a file is taken for one. */
const isFile = (nameOrFile: string): boolean => /[/\\]|\.jsonl?$/i.test(nameOrFile);

/** Saves the state of a world under a name, and the snapshot in a file where one is asked for. */
export const saveSnapshot = async (
  { world, here }: Steered,
  name: string,
  { note, overwrite = false, out: file }: SaveFlags,
): Promise<Outcome> => {
  const saved = await world.snapshot(name, { overwrite, ...(note !== undefined && { note }) });
  const said = `saved ${name}: ${sizeOf(saved)}\n`;
  if (file === undefined) return { value: saved, text: said };
  return { value: { ...saved, file }, text: `${said}${await writeWhole(file, await saved.file(), here)}` };
};

/** Restores a snapshot of a world by its name, or the one in a file. */
export const restoreSnapshot = async ({ world, connection }: Steered, nameOrFile: string): Promise<Outcome> => {
  const [path, body] = isFile(nameOrFile)
    ? ['/snapshots:restore', { lines: await readSnapshotBytes(nameOrFile) }]
    : [pathOf(nameOrFile, ':restore'), {}];
  const restored = await connection.control<SnapshotRecord>(path, { method: 'POST', world: world.id, ...body });
  return { value: restored, text: `restored ${nameOrFile}: ${sizeOf(restored)}\n` };
};

/** How a snapshot is exported. */
export interface ExportFlags {
  readonly out?: string;
  readonly relative?: boolean;
}

/** Returns a snapshot of a world as a fixture, or writes it into a file. */
export const exportSnapshot = async (
  { world, connection, here }: Steered,
  name: string,
  { out: file, relative = false }: ExportFlags,
): Promise<Outcome> => {
  const fixture = await connection.controlText(pathOf(name, relative ? ':export?relative' : ':export'), {
    world: world.id,
  });
  if (file === undefined) return { value: { name, fixture }, text: fixture };
  return { value: { name, file }, text: await writeWhole(file, fixture, here) };
};

/** Returns what differs between a snapshot of a world and another one, or the state as it is. */
export const diffSnapshots = async (
  { world, connection }: Steered,
  name: string,
  other: string | undefined,
): Promise<Outcome> => {
  const query = other === undefined ? '' : `?to=${encodeURIComponent(other)}`;
  const difference = await connection.control<StateDifference>(`${pathOf(name, ':diff')}${query}`, { world: world.id });
  return { value: difference, text: differenceText(difference) };
};
