import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { test as base } from '../support/test.ts';
import { addPackages, installed } from './packed.ts';
import { SHARED_FOLDER } from './shared-folder.ts';

/** The packages that a user has beside this one: the runners that it works with, and the types of Node. */
const BESIDE = ['@playwright/test', 'vitest', '@jest/globals', 'expect', '@types/node'];

const PAUSE_MS = 50;

/** Makes a folder; false if it exists. */
const makesFirst = async (folder: string): Promise<boolean> => {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/** Installs the package into a folder of that, or waits until another process of the run has done so. */
const installedOnce = async (shared: string): Promise<string> => {
  const result = join(shared, 'result.json');
  if (await makesFirst(join(shared, 'begun'))) {
    const user = await installed(shared).then(
      (path) => ({ path }),
      (error: unknown) => ({ error: String(error) }),
    );
    if ('path' in user) await addPackages(user.path, ...BESIDE);
    await writeFile(`${result}.new`, JSON.stringify(user));
    await rename(`${result}.new`, result);
  }
  while (!existsSync(result)) await setTimeout(PAUSE_MS);
  const { path, error } = JSON.parse(await readFile(result, 'utf8')) as {
    readonly path: string;
    readonly error?: string;
  };
  if (error !== undefined) throw new Error(`the package could not be installed: ${error}`);
  return path;
};

/**
 * The suite's test with a folder that the package is installed into, once for the whole run. A test that writes there
 * does so below a folder of its own, and leaves the package as it is.
 */
export const test = base.extend<{ readonly user: string }>({
  user: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const shared = process.env[SHARED_FOLDER];
      if (shared === undefined) throw new Error(`${SHARED_FOLDER} is not set, which the global setup does`);
      await use(await installedOnce(shared));
    },
    // A fixture of the worker would want a worker of its own for these tests.
    { box: 'self', timeout: 180_000 },
  ],
});

export { expect } from '../support/test.ts';
