import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from './test.ts';

/** The suite's test with a temporary folder for each test, removed after it. */
export const test = base.extend<{ readonly folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'contract-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});
