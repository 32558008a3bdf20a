import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Finished, runCommand } from '../support/own-server.ts';
import { expectReplay } from '../support/replays.ts';
import { ended, runnerEnvironment } from './driven-setup.ts';
import { JEST_CONFIG, JEST_HEAD } from './jest-project.ts';
import { run } from './packed.ts';
import { expect, test } from './user-folder.ts';

/** Looks at how long the worlds of a test wait, in milliseconds, when little is left of the time that it may take. */
const WAITS = `
const LIMIT_MS = 60_000;
const LEFT_MS = 2_000;

// The clock of the process is one that the test moves.
const now = performance.now.bind(performance);
let passedMs = 0;
performance.now = () => now() + passedMs;

const asked = [];
const { fetch } = globalThis;
globalThis.fetch = async (request) => {
  if (String(request.url).endsWith(':await')) asked.push((await request.clone().json()).timeoutMs);
  return fetch(request);
};

const waitIn = async (world, options) => {
  await world.fetch('/ping/v2/ping');
  await world.journal.expect({ operation: 'Ping' }, options);
  await world.events.trigger('repo.created');
  await world.events.expect({ type: 'repo.created' }, options);
  return asked.splice(0);
};

const checkWaits = async (world, mock, expect) => {
  passedMs = LIMIT_MS - LEFT_MS;
  for (const ms of await waitIn(world)) expect(ms).toBeLessThanOrEqual(LEFT_MS * 0.8);
  expect(await waitIn(world, { timeoutMs: 60_000 })).toEqual([60_000, 60_000]);
  expect(await waitIn(await mock.world())).toEqual([4_000, 4_000]);
  passedMs = 0;
};
`;

/** The runners: how each is called, its files, and a test of its waits; what it imports is there once the clock is replaced. */
const RUNNERS = [
  {
    name: 'Playwright',
    command: ['playwright', 'test', '--reporter=line'],
    configFile: 'playwright.config.mjs',
    suffix: '.spec.mjs',
    config: { globalSetup: 'platform-mock/setup' },
    head: "const { expect, test } = await import('platform-mock/playwright');",
    waits: `test('waits', async ({ world, mock }) => {
      test.setTimeout(LIMIT_MS);
      await checkWaits(world, mock, expect);
    });`,
  },
  {
    name: 'Vitest',
    command: ['vitest', 'run'],
    configFile: 'vitest.config.mjs',
    suffix: '.test.mjs',
    config: { test: { globalSetup: 'platform-mock/setup' } },
    head: "const { test } = await import('platform-mock/vitest'); const { expect } = await import('vitest');",
    waits: "test('waits', { timeout: LIMIT_MS }, ({ world, mock }) => checkWaits(world, mock, expect));",
  },
  {
    name: 'Jest',
    command: ['jest'],
    configFile: 'jest.config.mjs',
    suffix: '.test.cjs',
    config: JEST_CONFIG,
    head: JEST_HEAD,
    waits: "test('waits', ({ world, mock }) => checkWaits(world, mock, expect), LIMIT_MS);",
  },
] as const;

const MATCHES = `
test('asserts', async ({ world }) => {
  const failing = async (judged) => (await judged.then(() => new Error('has passed'), (error) => error)).message;
  await expect(world).not.toHaveCalled('CreateRepo');
  expect(await failing(expect(world).toHaveCalled('CreateRepo'))).toContain(
    '0 entries matched, of at least 1; nothing was called in this world',
  );
  const body = '{"name":"checkout"}';
  await world.fetch('/registry/v2/repos/' + world.orgId, { method: 'POST', body });
  const began = performance.now();
  const repo = { request: { repo: { name: 'checkout' } } };
  await expect(world).toHaveCalled('CreateRepo');
  await expect(world).toHaveCalled('CreateRepo', { ...repo, status: 200 }, { count: 1 });
  await expect(world).not.toHaveCalled('CreateRepo', { status: 409 });
  await expect(world).not.toHaveCalled('CreateRepo', repo, { count: 2 });
  const missed = await failing(expect(world).toHaveCalled('CreateRepo', { status: 409 }));
  expect(missed).toContain('to have been called by CreateRepo {"status":409}');
  expect(missed).toContain('the nearest is entry 1, CreateRepo: status is [200,"OK"], not 409');
  const met = await failing(expect(world).not.toHaveCalled('CreateRepo', repo));
  expect(met).toContain('not to have been called by CreateRepo');
  expect(met).toContain('#1 rest CreateRepo by admin 200 OK');
  expect(await failing(expect(world).toHaveCalled('CreateRepo', {}, { count: 0 }))).toContain('1 entry matched, more than may');
  expect(await failing(expect(world).not.toHaveCalled('CreateRep'))).toContain('did you mean "CreateRepo"');
  expect(performance.now() - began).toBeLessThan(3_500);
});
`;

test.describe('the package in a test runner @mock', () => {
  for (const [sample, command, count] of [
    ['playwright', ['playwright', 'test', '--reporter=line'], '200 passed'],
    ['vitest', ['vitest', 'run'], '53 passed'],
  ] as const) {
    test(`the sample for ${sample} passes: worlds of the same mock do not meet @whole`, async ({ user }) => {
      test.setTimeout(180_000);
      const folder = join(user, sample);
      await cp(join('samples', sample), folder, { recursive: true });
      const bin = resolve('node_modules/.bin', command[0]);
      expect(await run(folder, bin, ...command.slice(1))).toContain(count);
    });
  }

  for (const { name, command, configFile, suffix, config, head, waits } of RUNNERS) {
    const [program, ...args] = command;
    const runs = async (user: string, file: string, text: string): Promise<void> => {
      const folder = join(user, `${file}-${name}`);
      await mkdir(folder);
      await writeFile(join(folder, configFile), `export default ${JSON.stringify(config)};`);
      await writeFile(join(folder, `${file}${suffix}`), text);
      const { code, stdout, stderr } = await ended(folder, {}, resolve('node_modules/.bin', program), ...args);
      expect([code, stdout + stderr]).toEqual([0, expect.stringContaining('1 passed')]);
    };

    test(`J19: an expect in a test of ${name} waits less than the test may take @whole`, async ({ user }) => {
      test.setTimeout(120_000);
      await runs(user, 'waits', [WAITS, head, waits].join('\n'));
    });

    const share = name === 'Playwright' ? '' : ' @whole';
    test(`Y10: a test of ${name} asserts what its world was called by${share}`, async ({ user }) => {
      test.setTimeout(120_000);
      await runs(user, 'matchers', head + MATCHES);
    });
  }

  /** Runs a command in a folder, beside a mock that writes down the run. */
  const runTraced = async (folder: string, command: string): Promise<Finished & { readonly trace: string }> => {
    const trace = join(folder, 'run.har');
    const traced = ['exec', '--trace', trace, '--', 'sh', '-c', `cd '${folder}' && exec ${command}`];
    return { trace, ...(await runCommand(traced, runnerEnvironment, 180_000)) };
  };

  for (const [sample, command, count] of [
    ['playwright', 'playwright test --reporter=line', '200 passed'],
    ['vitest', 'vitest run', '53 passed'],
  ] as const) {
    test(`R8: the recorded run of the sample for ${sample} is answered again as it was @whole`, async ({ user }) => {
      test.setTimeout(300_000);
      const folder = join(user, `${sample}-again`);
      await cp(join('samples', sample), folder, { recursive: true });
      const { stdout, stderr, trace } = await runTraced(folder, resolve('node_modules/.bin', command));
      expect(stripVTControlCharacters(stdout), stderr).toContain(count);
      expect(await expectReplay(trace)).toBeGreaterThan(100);
    });
  }

  test('F3, R8: the sample of a client without a retry guard fails where an answer is lost, and only there, and again as recorded @whole', async ({
    user,
  }) => {
    test.setTimeout(300_000);
    const folder = join(user, 'retry-guard');
    await cp('samples/retry-guard', folder, { recursive: true });
    const { stdout, stderr, trace } = await runTraced(folder, resolve('node_modules/.bin/vitest run'));
    const message = stripVTControlCharacters(stdout + stderr);
    expect(message).toMatch(/^ *Tests +1 failed \| 5 passed \(6\)$/m);
    expect(message).toContain('FAIL  client.test.ts > a create whose answer was lost is made once, and succeeds');
    expect(message).toContain('Error: Already exists: repo "checkout" already exists');
    expect(message).toMatch(/#1 rest CreateRepo .* 503 UNAVAILABLE \(stored; the answer was lost\)/);
    expect(message).toMatch(/#2 rest CreateRepo .* 409 ALREADY_EXISTS/);
    expect(await expectReplay(trace)).toBeGreaterThan(10);
  });
});
