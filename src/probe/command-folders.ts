import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunNotStarted } from './subject.ts';

const PREFIX = 'platform-mock-probe-';

const makeFolder = async (): Promise<string> => {
  try {
    return await mkdtemp(join(tmpdir(), PREFIX));
  } catch (error) {
    throw new RunNotStarted(`no folder can be made in ${tmpdir()} (${(error as NodeJS.ErrnoException).code})`);
  }
};

/**
 * Calls `use` with an empty folder for each of some names, and removes these folders after it. Each is a new one: the
 * system makes no folder here that was there before, and nothing is removed but what was made here, whatever the names
 * stand for elsewhere.
 * @throws RunNotStarted if a folder cannot be made, after those before it are removed
 */
export const withOwnFolders = async <T>(
  names: readonly string[],
  use: (folders: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> => {
  const made: string[] = [];
  try {
    for (const _ of names) made.push(await makeFolder());
    return await use(Object.fromEntries(names.map((name, at) => [name, made[at] ?? ''])));
  } finally {
    await Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true })));
  }
};
