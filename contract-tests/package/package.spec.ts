import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { test as base, expect } from '../support/test.ts';
import { addPackages, installed, run } from './packed.ts';

/** A folder into which the package is installed, once for all tests of this file. */
const test = base.extend<object, { readonly user: string }>({
  user: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'package-'));
      await use(await installed(folder));
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const CORE = `
import { MockError, type MockOptions, startMock, type World } from 'platform-mock';
import { connectMock } from 'platform-mock/client';
import { setup } from 'platform-mock/setup';

const options: MockOptions = { port: false, profile: 'published' };
const mock = await startMock(options);
const world: World = await mock.world({ from: 'fixture:default', labels: { run: '1' }, ttl: '10m' });
const { mode }: { mode: 'real' | 'frozen' | 'scaled' } = await world.clock.advance('1h');
const answer: Response = await world.fetch('/iam/v2/groups', { method: 'GET' });
const [entry] = await world.journal.expect({ operation: 'ListGroups', answer: { groups: { any: true } } }, { count: 1 });
const id: string | undefined = entry?.id;
await world.faults.once('CreateRepo', { drop: true }, { phase: 'after_commit' });
await world.faults.set({ phase: 'after_commit', do: { truncate: 20, slow: { bytesPerSecond: 9 } } });
const stop: () => Promise<void> = await setup();
// @ts-expect-error: there is no such option.
await startMock({ prot: 1 });
// @ts-expect-error: there is no such beginning.
await mock.world({ from: 'nothing' });
export { answer, connectMock, id, mode, MockError, stop };
`;

const RUNNERS = `
import { expect, test } from 'platform-mock/playwright';
import { test as vitest } from 'platform-mock/vitest';

test('a world', async ({ world, mock }) => {
  expect((await world.fetch('/ping/v2/ping')).status).toBe(200);
  const url: string = mock.url;
  expect(url).toBe(world.url);
});
vitest('a world', async ({ world }) => {
  const token: string = await world.token('viewer', { flaw: 'expired' });
  await world.fetch('/ping/v2/ping', { headers: { authorization: token } });
});
`;

const FAILING_CONFIG = "export default { globalSetup: 'platform-mock/setup' };";

const FAILING_TEST = `
import { expect, test } from 'platform-mock/playwright';

test('fails', async ({ world }) => {
  await world.fetch('/registry/v2/repos/' + world.orgId, { method: 'POST', body: '{"name":"from-a-test"}' });
  expect('this').toBe('that');
});
`;

test.describe('the package @mock', () => {
  test('it is built when it is packed, and brings no other package', async ({ user }) => {
    expect((await readdir(join(user, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual([
      'platform-mock',
    ]);
    const held = await readdir(join(user, 'node_modules/platform-mock'));
    expect(held.sort()).toEqual(
      [
        ...['LICENSE', 'README.md', 'dist', 'fixture.schema.json', 'fixtures', 'openapi-published.yaml'],
        ...['openapi-v1-published.yaml', 'openapi-v1.yaml', 'openapi.yaml', 'package.json', 'proto'],
      ].sort(),
    );
  });

  test('its binary starts a mock', async ({ user }) => {
    const script = 'curl -s -H "Authorization: Bearer $PLATFORM_TOKEN" $PLATFORM_API_URL/ping/v2/ping';
    expect(await run(user, 'npx', '--no-install', 'platform-mock', 'exec', '--', 'sh', '-c', script)).toBe(
      '{"response":"pong"}',
    );
  });

  test('its command line starts from what the build has compiled, and from modules where that does not fit', async ({
    user,
  }) => {
    const dist = join(user, 'node_modules/platform-mock/dist');
    const names = await readdir(dist);
    const modules = names.filter((name) => name === 'command-line.js');
    const compiled = names.filter((name) => /^command-line-.*\.bin$/.test(name));
    expect([modules.length, compiled]).toEqual([1, [`command-line-${process.versions.v8}-${process.arch}.bin`]]);
    const version = (): Promise<string> => run(user, process.execPath, join(dist, 'main.cjs'), '--version');
    for (const [without, expected] of [
      [modules, /^\d+\.\d+\.\d+/],
      [compiled, /^\d+\.\d+\.\d+/],
      [[...modules, ...compiled], undefined],
    ] as const) {
      for (const name of without) await rename(join(dist, name), join(dist, `${name}.away`));
      const printed = await version().catch(() => undefined);
      for (const name of without) await rename(join(dist, `${name}.away`), join(dist, name));
      if (expected) expect(printed, without.join()).toMatch(expected);
      else expect(printed).toBeUndefined();
    }
  });

  test('every entry can be imported, and the files that it names are there', async ({ user }) => {
    await addPackages(user, '@playwright/test', 'vitest');
    const { exports } = JSON.parse(await readFile('package.json', 'utf8')) as { exports: Record<string, unknown> };
    const require = createRequire(join(user, 'main.js'));
    const names = Object.keys(exports).map((name) => name.replace(/^\./, 'platform-mock'));
    expect(names).toHaveLength(8);
    const modules = names.filter((name) => !/\.(?:json|yaml)$/.test(name) && !name.endsWith('/vitest'));
    for (const name of names) expect(require.resolve(name)).toContain('platform-mock');
    const code = modules
      .map((name) => `console.log(Object.keys(await import('${name}')).sort().join(' '));`)
      .join('\n');
    await writeFile(join(user, 'imports.js'), code);
    const lines = (await run(user, 'node', 'imports.js')).trim().split('\n');
    expect(lines).toEqual(['MockError startMock', 'MockError connectMock', 'expect test', 'default setup']);
  });

  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const) {
    test(`its types hold under ${moduleResolution}`, async ({ user }) => {
      await addPackages(user, '@types/node', '@playwright/test', 'vitest');
      await writeFile(join(user, 'core.ts'), CORE);
      await writeFile(join(user, 'runners.ts'), RUNNERS);
      const flags = ['--noEmit', '--strict', '--target', 'es2023', '--types', 'node'];
      const how = ['--module', module, '--moduleResolution', moduleResolution];
      const tsc = resolve('node_modules/typescript/bin/tsc');
      await run(user, 'node', tsc, ...flags, ...how, 'core.ts');
      // The declarations of the runners themselves are not ours to check.
      await run(user, 'node', tsc, ...flags, ...how, '--skipLibCheck', 'runners.ts');
    });
  }

  for (const [sample, runner, command, count] of [
    ['playwright', '@playwright/test', ['playwright', 'test', '--reporter=line'], '200 passed'],
    ['vitest', 'vitest', ['vitest', 'run'], '51 passed'],
  ] as const) {
    test(`the sample for ${sample} passes: worlds of the same mock do not meet`, async ({ user }) => {
      test.setTimeout(180_000);
      await addPackages(user, runner);
      const folder = join(user, sample);
      await cp(join('samples', sample), folder, { recursive: true });
      const bin = resolve('node_modules/.bin', command[0]);
      expect(await run(folder, bin, ...command.slice(1))).toContain(count);
    });
  }

  test('a test that fails has the changes and the journal of its world attached', async ({ user }) => {
    test.setTimeout(60_000);
    await addPackages(user, '@playwright/test');
    const folder = join(user, 'failing');
    await mkdir(folder);
    await writeFile(join(folder, 'playwright.config.mjs'), FAILING_CONFIG);
    await writeFile(join(folder, 'fails.spec.mjs'), FAILING_TEST);
    const bin = resolve('node_modules/.bin/playwright');
    const ended = (await run(folder, bin, 'test', '--reporter=json').catch((error: unknown) => error)) as Error;
    const attached = [
      ...ended.message.matchAll(/"name": "(\w+ \w+) world w-\w+",\s+"contentType": "[\w/]+",\s+"body": "(.+)"/g),
    ];
    const [changes, journal] = attached.map(([, name, body = '']) => [name, Buffer.from(body, 'base64').toString()]);
    expect(changes).toEqual(['changes in', expect.stringContaining('"name": "from-a-test"')]);
    expect(journal).toEqual(['journal of', expect.stringContaining('"operation": "CreateRepo"')]);
  });

  test('F3: the sample of a client without a retry guard fails where an answer is lost, and only there', async ({
    user,
  }) => {
    test.setTimeout(180_000);
    await addPackages(user, 'vitest');
    const folder = join(user, 'retry-guard');
    await cp('samples/retry-guard', folder, { recursive: true });
    const bin = resolve('node_modules/.bin/vitest');
    const ended = (await run(folder, bin, 'run').catch((error: unknown) => error)) as Error;
    const message = stripVTControlCharacters(ended.message);
    expect(message).toMatch(/^ *Tests +1 failed \| 5 passed \(6\)$/m);
    expect(message).toContain('FAIL  client.test.ts > a create whose answer was lost is made once, and succeeds');
    expect(message).toContain('Error: Already exists: repo "checkout" already exists');
    expect(message).toMatch(/#1 rest CreateRepo .* 503 UNAVAILABLE \(handled: OK\)/);
    expect(message).toMatch(/#2 rest CreateRepo .* 409 ALREADY_EXISTS/);
  });
});
