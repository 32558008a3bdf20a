import { test as base, type RunnerTestCase, type RunnerTestSuite } from 'vitest';
import { connectMock } from './client.ts';
import { journalAfter, journalText } from './journal-after.ts';
import type { Mock } from './mock.ts';
import { makePatient } from './patient-world.ts';
import { optionsOfTest, type RunnerTest } from './test-world.ts';
import type { World, WorldOptions } from './world.ts';

/** Fixtures that a test may use and set: by `test.extend`, or `test.override` (before Vitest 4.1: `test.scoped`). */
export interface MockFixtures {
  /** The mock of `PLATFORM_API_URL`, which `platform-mock/setup` exports. */
  readonly mock: Mock;
  /** The options of the world. */
  readonly worldOptions: WorldOptions;
  /** A world of the test's own, which ends with it. The changes and calls of the test are printed when it fails. */
  readonly world: World;
}

let connected: Promise<Mock> | undefined;

const titlesOf = ({ name, suite }: RunnerTestCase | RunnerTestSuite): readonly string[] => [
  ...(suite ? titlesOf(suite) : []),
  name,
];

const testOf = (task: RunnerTestCase): RunnerTest => ({
  titles: titlesOf(task),
  file: task.file.name,
  project: task.file.projectName ?? '',
  retry: task.result?.retryCount ?? 0,
});

/** The root of a test's project, which the name of its file is relative to, and the working directory. */
const foldersOf = ({ file: { filepath, name } }: RunnerTestCase): readonly string[] => [
  ...(filepath.endsWith(name) ? [filepath.slice(0, -name.length)] : []),
  process.cwd(),
];

/**
 * Vitest's `test`, in which each test that asks for a `world` has one of its own.
 * @example
 * ```ts
 * import { test } from 'platform-mock/vitest';
 * import { describe } from 'vitest';
 *
 * describe('in an empty world', () => {
 *   test.override({ worldOptions: { from: 'empty' } });
 *
 *   test('there is no repo', async ({ world, expect }) => {
 *     expect(await (await world.fetch('/registry/v2/repos')).json()).toMatchObject({ totalCount: '0' });
 *   });
 * });
 * ```
 */
export const test = base.extend<MockFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are needed.
  mock: async ({}, use) => {
    connected ??= connectMock();
    await use(await connected);
  },
  worldOptions: {},
  world: async ({ mock, worldOptions, task }, use) => {
    const world = await mock.world(optionsOfTest(testOf(task), { folders: foldersOf(task), ...worldOptions }));
    await use(makePatient(world, () => task.timeout));
    if (task.result?.state === 'fail') {
      console.error(`changes in world ${world.id}:`, await world.diff());
      const journal = await journalAfter(world);
      if (journal) console.error(`journal of world ${world.id}:\n${journalText(journal)}`);
    }
    await world.close();
  },
});
