import { relative, resolve } from 'node:path';
import { test as base, expect, type RunnerTestCase, type RunnerTestSuite } from 'vitest';
import type { OperationId } from '../steering/contract/nouns.ts';
import { connectMock } from './client.ts';
import { type CallCount, type CallMatch, matchers } from './matchers.ts';
import type { Mock } from './mock.ts';
import { makePatient } from './patient-world.ts';
import type { Strictness } from './strict.ts';
import { TRACE_FOLDER, type TraceMode } from './test-trace.ts';
import type { RunnerTest } from './test-world.ts';
import { beginTest, type Keep } from './tested-world.ts';
import type { World, WorldOptions } from './world.ts';

declare module 'vitest' {
  interface Matchers<T> {
    /**
     * Whether a world has been called so up to now; it does not wait, as `world.journal.expect` does.
     * @example
     * ```ts
     * import { test } from 'platform-mock/vitest';
     *
     * test('the client creates one repo, and deletes none', async ({ world, expect }) => {
     *   await world.fetch(`/registry/v2/repos/${world.orgId}`, { method: 'POST', body: '{"name":"checkout"}' });
     *   await expect(world).toHaveCalled('CreateRepo', { request: { repo: { name: 'checkout' } } }, { count: 1 });
     *   await expect(world).not.toHaveCalled('DeleteRepo');
     * });
     * ```
     */
    toHaveCalled(operation: OperationId, match?: CallMatch, options?: CallCount): Promise<void>;
  }
}

expect.extend(matchers);

/** Fixtures that a test may use and set: by `test.extend`, or `test.override` (before Vitest 4.1: `test.scoped`). */
export interface MockFixtures {
  /** The mock of `PLATFORM_API_URL`, which `platform-mock/setup` exports. */
  readonly mock: Mock;
  /** The options of the world. */
  readonly worldOptions: WorldOptions;
  /** What fails a test that passes otherwise: everything with true. */
  readonly strict: boolean | Strictness;
  /** The worlds that do not end with their tests, but when their time to live (an hour unless set) is over. */
  readonly keep: Keep;
  /** The tests whose run is written as a trace: those that fail, unless set. `platform-mock trace show` reads it. */
  readonly trace: TraceMode;
  /** The folder of traces, from the root of the project; `test-results/platform-mock` unless set. */
  readonly traceDir: string;
  /** A world of the test's own, which ends with it. What happened in it is shown when the test fails. */
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
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are needed.
  mock: async ({}, use) => {
    connected ??= connectMock();
    await use(await connected);
  },
  worldOptions: {},
  strict: false,
  keep: 'none',
  trace: 'retain-on-failure',
  traceDir: TRACE_FOLDER,
  world: async ({ mock, worldOptions, strict, keep, trace: mode, traceDir, task, onTestFinished }, use) => {
    const folders = foldersOf(task);
    const traceFile = (id: string): string => resolve(folders[0] ?? '', traceDir, `${id}.har`);
    const care = { keep, trace: mode, traceFile };
    const { world, end } = await beginTest(mock, testOf(task), { folders, ...worldOptions }, care);
    await use(makePatient(world, () => task.timeout));
    const { evidence, trace } = await end(task.result?.state === 'fail', !task.fails && strict);
    if (trace && !evidence)
      console.log(`trace of world ${world.id}: npx platform-mock trace show ${relative('', trace)}`);
    // An error is shown under the name of the test, also where others run at the same time. Thrown here, it would keep
    // the fixtures of others from their end.
    onTestFinished(() => {
      if (evidence) throw evidence;
    });
  },
});
