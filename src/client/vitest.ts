import { test as base, expect, type RunnerTestCase, type RunnerTestSuite } from 'vitest';
import type { NamedTest } from '../world/world-options.client.ts';
import { connectMock } from './client.ts';
import { matchers, type WorldMatchers } from './matchers.ts';
import type { Mock } from './mock.ts';
import { beginInFolder, TEST_DEFAULTS, type TestOptions } from './tested-in-folder.ts';
import { now } from './tested-world.ts';
import type { World } from './world.ts';

export type { TestOptions } from './tested-in-folder.ts';

declare global {
  namespace Chai {
    /** What each Vitest extends: its own `Matchers` have one parameter before version 5, and then two. */
    interface Assertion extends WorldMatchers {}
  }
}

expect.extend(matchers);

/** Fixtures that a test may use and set: by `test.extend`, or `test.override` (before Vitest 4.1: `test.scoped`). */
export interface MockFixtures extends TestOptions {
  /** The mock of `PLATFORM_API_URL`, which `platform-mock/setup` exports. */
  readonly mock: Mock;
  /** The test's own world, which ends with the test. If the test fails, the evidence says what happened in it. */
  readonly world: World;
}

let connected: Promise<Mock> | undefined;

/** When the first fixture of a test began. */
const begun = new WeakMap<object, number>();

const titlesOf = ({ name, suite }: RunnerTestCase | RunnerTestSuite): readonly string[] => [
  ...(suite ? titlesOf(suite) : []),
  name,
];

const testOf = (task: RunnerTestCase): NamedTest => ({
  titles: titlesOf(task),
  file: task.file.name,
  project: task.file.projectName ?? '',
  retry: task.result?.retryCount ?? 0,
  worker: process.env.VITEST_WORKER_ID ?? '',
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
  mock: async ({ task }, use) => {
    begun.set(task, now());
    connected ??= connectMock();
    await use(await connected);
  },
  ...TEST_DEFAULTS,
  world: async ({ mock, worldOptions, strict, keep, trace, traceDir, task, onTestFinished }, use) => {
    const options = { worldOptions, strict, keep, trace, traceDir };
    const time = { limitMs: () => task.timeout, began: begun.get(task) ?? now() };
    const { world, end } = await beginInFolder(mock, testOf(task), foldersOf(task), options, time);
    await use(world);
    const evidence = await end(task.result?.state === 'fail', !task.fails);
    // An error is printed under the name of the test, also if others run at the same time. Thrown here, it would keep
    // the fixtures of others from their end.
    onTestFinished(() => {
      if (evidence) throw evidence;
    });
  },
});
