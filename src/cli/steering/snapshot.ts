import { readSnapshotBytes } from '../store/snapshot-file.ts';
import { bodyOf } from './ask.ts';
import { callControl, sendControl, type Target } from './client.ts';
import { Exit } from './exit.ts';
import type { Surroundings } from './serve.ts';
import { writeOut } from './written-file.ts';

/** The flags of saving a state. */
export interface SaveFlags extends Target {
  readonly note?: string;
  readonly overwrite?: boolean;
  readonly out?: string;
}

/** The size of a saved state, as it is written for people. */
const sizeOf = ({ rows }: { readonly rows: Readonly<Record<string, number>> }): string =>
  `${Object.values(rows).reduce((sum, count) => sum + count, 0)} rows`;

interface Saved {
  readonly name: string;
  readonly rows: Readonly<Record<string, number>>;
}

const pathOf = (name: string, verb = ''): string => `snapshots/${encodeURIComponent(name)}${verb}`;

/** A name cannot have a slash; one that ends like a file is taken for one. */
const isFile = (nameOrFile: string): boolean => /[/\\]|\.jsonl?$/i.test(nameOrFile);

/** Saves the state of a running server under a name, and the snapshot in a file where one is asked for. */
export const saveSnapshot = async (
  name: string,
  { note, overwrite, out: file, ...target }: SaveFlags,
  { out, ...here }: Surroundings,
): Promise<number> => {
  const query = overwrite ? '?overwrite' : '';
  const body = note === undefined ? {} : { note };
  const saved = await bodyOf<Saved>(callControl(target, 'PUT', `${pathOf(name)}${query}`, body));
  out(`saved ${name}: ${sizeOf(saved)}\n`);
  if (file === undefined) return Exit.ok;
  const text = await bodyOf<string>(callControl(target, 'GET', pathOf(name, ':file')));
  await writeOut(file, text, { out, ...here });
  return Exit.ok;
};

/** Restores a snapshot of a running server by its name, or the one in a file. */
export const restoreSnapshot = async (nameOrFile: string, target: Target, { out }: Surroundings): Promise<number> => {
  const restored = isFile(nameOrFile)
    ? sendControl(target, 'POST', 'snapshots:restore', {
        type: 'application/x-ndjson',
        text: await readSnapshotBytes(nameOrFile),
      })
    : callControl(target, 'POST', pathOf(nameOrFile, ':restore'));
  out(`restored ${nameOrFile}: ${sizeOf(await bodyOf<Saved>(restored))}\n`);
  return Exit.ok;
};

/** Prints a snapshot of a running server as a fixture, or writes it into a file. */
export const exportSnapshot = async (
  name: string,
  { out: file, ...target }: Target & { readonly out?: string },
  { out, ...here }: Surroundings,
): Promise<number> => {
  const text = await bodyOf<string>(callControl(target, 'GET', pathOf(name, ':export')));
  if (file === undefined) out(text);
  else await writeOut(file, text, { out, ...here });
  return Exit.ok;
};

interface DifferentRow {
  readonly type: string;
  readonly uid: string;
  readonly name?: string;
}

interface Difference {
  readonly added: readonly DifferentRow[];
  readonly removed: readonly DifferentRow[];
  readonly changed: readonly (DifferentRow & { readonly fields: Readonly<Record<string, readonly unknown[]>> })[];
}

const rowText = ({ type, uid, name }: DifferentRow): string =>
  `${type} ${JSON.stringify(uid).slice(1, -1)}${name === undefined ? '' : ` ${JSON.stringify(name)}`}`;

const differenceText = ({ added, removed, changed }: Difference): string => {
  const lines = [
    ...removed.map((row) => `- ${rowText(row)}`),
    ...added.map((row) => `+ ${rowText(row)}`),
    ...changed.flatMap((row) => [
      `~ ${rowText(row)}`,
      ...Object.entries(row.fields).map(
        ([field, [before, after]]) => `    ${field}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
      ),
    ]),
  ];
  return lines.length === 0 ? 'no difference\n' : `${lines.join('\n')}\n`;
};

/** Prints what differs between a snapshot of a running server and another one, or its state as it is. */
export const diffSnapshots = async (
  name: string,
  other: string | undefined,
  { json, ...target }: Target & { readonly json?: boolean },
  { out }: Surroundings,
): Promise<number> => {
  const query = other === undefined ? '' : `?to=${encodeURIComponent(other)}`;
  const difference = await bodyOf<Difference>(callControl(target, 'GET', `${pathOf(name, ':diff')}${query}`));
  out(json ? `${JSON.stringify(difference, null, 2)}\n` : differenceText(difference));
  return Exit.ok;
};
