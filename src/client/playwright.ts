import { dirname, relative } from 'node:path';
import { test as base, type TestInfo } from '@playwright/test';
import { connectMock } from './client.ts';
import { journalAfter } from './journal-after.ts';
import type { Mock } from './mock.ts';
import { makePatient } from './patient-world.ts';
import { optionsOfTest, type RunnerTest } from './test-world.ts';
import type { World, WorldOptions } from './world.ts';

export { expect } from '@playwright/test';

/** Fixtures that a test may use and set: in `use` of the configuration, or by `test.use`. */
export interface MockFixtures {
  /** A world of the test's own, which ends with it. The changes and calls of the test are attached when it fails. */
  readonly world: World;
  /** The options of the world. */
  readonly worldOptions: WorldOptions;
}

/** Fixtures that the tests of a worker share. */
export interface MockWorkerFixtures {
  /** The mock that the tests run against. */
  readonly mock: Mock;
  /** Its URL; `PLATFORM_API_URL` unless set, which `platform-mock/setup` exports. */
  readonly mockUrl: string | undefined;
}

const testOf = ({ titlePath, project, config, file, retry }: TestInfo): RunnerTest => ({
  titles: titlePath.slice(1),
  file: relative(config.rootDir, file),
  project: project.name,
  retry,
});

const foldersOf = ({ config: { configFile, rootDir } }: TestInfo): readonly string[] => [
  configFile === undefined ? rootDir : dirname(configFile),
  process.cwd(),
];

/**
 * Playwright's `test`, in which each test that asks for a `world` has one of its own.
 * @example
 * ```ts
 * import { expect, test } from 'platform-mock/playwright';
 *
 * test.use({ worldOptions: { from: 'fixture:hierarchy' } });
 *
 * test('a world has the rows of its fixture', async ({ world }) => {
 *   const groups = await (await world.fetch('/iam/v2/groups')).json();
 *   expect(groups.groups.length).toBeGreaterThan(3);
 * });
 * ```
 */
export const test = base.extend<MockFixtures, MockWorkerFixtures>({
  mockUrl: [undefined, { scope: 'worker', option: true }],
  worldOptions: [{}, { option: true }],
  mock: [
    async ({ mockUrl: url }, use) => {
      await using mock = await connectMock(url === undefined ? {} : { url });
      await use(mock);
    },
    { scope: 'worker' },
  ],
  world: async ({ mock, worldOptions }, use, info) => {
    await using world = await mock.world(optionsOfTest(testOf(info), { folders: foldersOf(info), ...worldOptions }));
    await use(makePatient(world, () => info.timeout));
    if (info.status === info.expectedStatus) return;
    const attach = (name: string, value: unknown): Promise<void> =>
      info.attach(`${name} world ${world.id}`, {
        body: JSON.stringify(value, null, 2),
        contentType: 'application/json',
      });
    await attach('changes in', await world.diff());
    const journal = await journalAfter(world);
    if (journal) await attach('journal of', journal);
  },
});
