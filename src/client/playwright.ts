import { dirname, relative } from 'node:path';
import { test as base, expect as baseExpect, type TestInfo } from '@playwright/test';
import { localFetch } from '../connection/local-fetch.ts';
import type { TestFacts } from '../features/evidence/test-evidence.ts';
import type { TraceMode } from '../features/trace/test-trace.client.ts';
import type { NamedTest } from '../world/world-options.client.ts';
import { connectBy } from './connect.ts';
import { matchers } from './matchers.ts';
import type { Mock } from './mock.ts';
import type { TestOptions } from './tested-in-folder.ts';
import { beginTest, type Evidence, now } from './tested-world.ts';
import type { World } from './world.ts';

/**
 * Playwright's `expect` with the matchers of a world: `await expect(world).toHaveCalled('CreateRepo')`.
 * @example
 * ```ts
 * import { expect, test } from 'platform-mock/playwright';
 *
 * test('the client creates one repo, and deletes none', async ({ world }) => {
 *   await world.fetch(`/registry/v2/repos/${world.orgId}`, { method: 'POST', body: '{"name":"checkout"}' });
 *   await expect(world).toHaveCalled('CreateRepo', { request: { repo: { name: 'checkout' } } }, { count: 1 });
 *   await expect(world).not.toHaveCalled('DeleteRepo');
 * });
 * ```
 */
export const expect = baseExpect.extend(matchers);

/** Fixtures that a test may use and set: in `use` of the configuration, or by `test.use`. */
export interface MockFixtures extends Pick<TestOptions, 'worldOptions' | 'strict' | 'keep'> {
  /** The test's own world, which ends with the test. If the test fails, the evidence is reported and attached. */
  readonly world: World;
  /**
   * The tests for which a trace of the mock is attached; by default failed ones. `platform-mock trace show` reads it.
   * `trace` is Playwright's option for its own traces.
   */
  readonly mockTrace: TraceMode;
}

/** Fixtures that the tests of a worker share. */
export interface MockWorkerFixtures {
  /** The mock that the tests run against. */
  readonly mock: Mock;
  /** Its URL; `PLATFORM_API_URL` unless set, which `platform-mock/setup` exports. */
  readonly mockUrl: string | undefined;
}

const testOf = ({ titlePath, project, config, file, retry, workerIndex }: TestInfo): NamedTest => ({
  titles: titlePath.slice(1),
  file: relative(config.rootDir, file),
  project: project.name,
  retry,
  worker: String(workerIndex),
});

const foldersOf = ({ config: { configFile, rootDir } }: TestInfo): readonly string[] => [
  configFile === undefined ? rootDir : dirname(configFile),
  process.cwd(),
];

const isInTest = (): boolean => {
  try {
    return base.info() !== undefined;
  } catch {
    return false;
  }
};

/** Sends a request to the mock as a step of the test that sends it. */
const sendInStep = (request: Request): Promise<Response> =>
  isInTest()
    ? base.step(`${request.method} ${new URL(request.url).pathname}`, () => localFetch(request), { box: true })
    : localFetch(request);

const attach = async (info: TestInfo, { id, changes, journal }: TestFacts, { message }: Evidence): Promise<void> => {
  await info.attach(`evidence of world ${id}`, { body: message, contentType: 'text/plain' });
  for (const [name, value] of [
    ['changes in', changes],
    ['journal of', journal],
  ] as const) {
    if (value === undefined) continue;
    const body = JSON.stringify(value, null, 2);
    await info.attach(`${name} world ${id}`, { body, contentType: 'application/json' });
  }
};

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
  strict: [false, { option: true }],
  keep: ['none', { option: true }],
  mockTrace: ['retain-on-failure', { option: true }],
  mock: [
    async ({ mockUrl: url }, use) => {
      await using mock = await connectBy(sendInStep, url === undefined ? {} : { url });
      await use(mock);
    },
    { scope: 'worker' },
  ],
  world: async ({ mock, worldOptions, strict, keep, mockTrace }, use, info) => {
    const began = now();
    const traceFile = (id: string): string => info.outputPath(`${id}.har`);
    const options = { folders: foldersOf(info), ...worldOptions };
    const care = { keep, trace: mockTrace, traceFile, limitMs: () => info.timeout, began };
    const { world, end } = await beginTest(mock, testOf(info), options, care);
    await use(world);
    // A test that is expected to fail would be right by an error from here.
    const shouldPass = info.expectedStatus === 'passed';
    const { facts, evidence, trace } = await end(info.status !== info.expectedStatus, shouldPass && strict);
    if (trace) await info.attach(`trace of world ${world.id}`, { path: trace, contentType: 'application/json' });
    if (!facts || !evidence) return;
    await attach(info, facts, evidence);
    if (shouldPass) throw evidence;
  },
});
