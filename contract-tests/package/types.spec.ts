import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { skipAloud } from '../support/skip-aloud.ts';
import { ended } from './driven-setup.ts';
import { installFromRegistry } from './from-registry.ts';
import { installedRunner } from './installed-runner.ts';
import { run } from './packed.ts';
import { expect, test } from './user-folder.ts';

const CORE = `
import { MockError, type MockOptions, startMock, type World } from 'platform-mock';
import { connectMock } from 'platform-mock/client';
import { setup } from 'platform-mock/setup';

const options: MockOptions = { port: false, profile: 'published' };
const mock = await startMock(options);
await using world: World = await mock.world({ from: 'fixture:default', labels: { run: '1' }, ttl: '10m' });
const { mode }: { mode: 'real' | 'frozen' | 'scaled' } = await world.clock.advance('1h');
const answer: Response = await world.fetch('/iam/v2/groups', { method: 'GET' });
const [entry] = await world.journal.expect({ operation: 'ListGroups', answer: { groups: { any: true } } }, { count: 1 });
const id: string | undefined = entry?.id;
const { valid }: { valid: boolean } = await world.events.verify(new Headers({ 'Ce-Id': '1' }), '{}');
await world.faults.once('CreateRepo', { drop: true }, { phase: 'after_commit' });
await world.faults.set({ phase: 'after_commit', do: { truncate: 20, slow: { bytesPerSecond: 9 } } });
const [listed] = await world.faults.list();
const isOfNewerMock: boolean = listed?.match.operation === 'CreateAnything' || listed?.do.code === 'ANOTHER';
const stop: () => Promise<void> = await setup();
// @ts-expect-error: no operation has that name.
await world.faults.once('CreateRepos', { drop: true });
// @ts-expect-error: no code has that name.
await world.faults.once('CreateRepo', { code: 'UNAVAILBLE' });
// @ts-expect-error: no preset has that name.
await world.faults.set({ preset: 'flakey' });
// @ts-expect-error: no operation has that name.
await world.quota.set({ requests: 1, per: '1m', by: 'caller', match: { operation: 'CreateRepos' } });
// @ts-expect-error: there is no such option.
await startMock({ prot: 1 });
// @ts-expect-error: there is no such beginning.
await mock.world({ from: 'nothing' });
export { answer, connectMock, id, isOfNewerMock, mode, MockError, stop, valid };
`;

const VITEST = `vitest('a world', async ({ world, expect }) => {
  await expect(world).not.toHaveCalled('Ping', { caller: 'viewer' });
  // @ts-expect-error: no operation has that name.
  await expect(world).toHaveCalled('Pong');
  const token: string = await world.token('viewer', { flaw: 'expired' });
  await world.fetch('/ping/v2/ping', { headers: { authorization: token } });
});
`;

const RUNNERS = `
import { expect, test } from 'platform-mock/playwright';
import { expect as jestExpect } from '@jest/globals';
import { test as jest } from 'platform-mock/jest';
import { test as vitest } from 'platform-mock/vitest';

test('a world', async ({ world, mock }) => {
  expect((await world.fetch('/ping/v2/ping')).status).toBe(200);
  const url: string = mock.url;
  expect(url).toBe(world.url);
  await expect(world).toHaveCalled('Ping', { status: 200 }, { count: 1 });
  // @ts-expect-error: no operation has that name.
  await expect(world).toHaveCalled('Pong');
});
${VITEST}jest('a world', async ({ world, mock }) => {
  await jestExpect(world).toHaveCalled('Ping', { status: 200 }, { count: 1 });
  // @ts-expect-error: no operation has that name.
  await jestExpect(world).not.toHaveCalled('Pong');
  const url: string = mock.url;
}, 5_000);
jest.concurrent.each([['viewer', 403], ['admin', 200]])('%s', async (identity, status, { world }) => {
  const token: string = await world.token(identity satisfies string);
  jestExpect((await world.fetch('/ping/v2/ping', { headers: { authorization: token } })).status).toBe(status satisfies number);
});
jest.each([1, 2])('%i', async (count, { world }) => void world.fetch('/ping/v2/ping?' + count.toFixed()));
jest.only.failing.each<{ a: number }>\`
  a
  \${1}
\`('$a', async ({ a }, { world }) => void world.fetch('/ping/v2/ping?' + a.toFixed()));
const strict = jest.extend({ strict: true, worldOptions: { from: 'empty' } });
strict.todo('a strict one');
// @ts-expect-error: there is no such option.
jest.extend({ strct: true });
`;

const COMMONJS = `
import { MockError, startMock, type World } from 'platform-mock';
import { connectMock } from 'platform-mock/client';
import defaultSetup, { setup } from 'platform-mock/setup';

export const use = async (): Promise<World | undefined> => {
  const stop: () => Promise<void> = await setup({ profile: 'published' });
  await stop();
  await defaultSetup();
  const mock = await startMock({ port: false });
  const other = await connectMock().catch((error: unknown) => (error instanceof MockError ? error.reason : mock));
  // @ts-expect-error: no operation has that name.
  await mock.default.faults.once('CreateRepos', { drop: true });
  return typeof other === 'string' ? undefined : other.world();
};
`;

/** The ways in which programs find the types of their imports. */
const RESOLUTIONS = [
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
] as const;

/** The sources from which programs have the types of the platform, such as Request and Response. */
const PLATFORMS = [
  ['without the types of Node, and with those of browsers', ['--lib', 'es2022,dom']],
  ['with the types of Node, and without those of browsers', ['--lib', 'es2022', '--types', 'node']],
] as const;

/** A test of Vitest by itself. */
const OF_VITEST = `
import { test as vitest } from 'platform-mock/vitest';
import { expect } from 'vitest';

${VITEST}
vitest('another', async ({ world }) => expect(world).toHaveCalled('Ping', {}, { count: 1 }));
`;

const LIBRARY_TESTS = ['--lib', 'es2023,es2024.string,esnext.disposable', '--types', 'node'];

test.describe('the types of the package @mock', () => {
  // Only compilers up to version 5 have the resolution from before Node had modules.
  for (const [module, moduleResolution, version, share] of [
    ['nodenext', 'nodenext', undefined, ''],
    ['node16', 'node16', undefined, ' @whole'],
    ['preserve', 'bundler', undefined, ' @whole'],
    ['node16', 'node16', '5.2.2', ' @whole'],
    ['node16', 'node16', '5.9.3', ' @whole'],
    ['commonjs', 'node10', '5.9.3', ' @whole'],
  ] as const) {
    const compiler = version === undefined ? '' : ` of TypeScript ${version}`;
    test(`N11: hold in a package of CommonJS under ${moduleResolution}${compiler}${share}`, async ({ user }) => {
      const folder = join(user, `commonjs-${moduleResolution}-${version}`);
      await mkdir(folder);
      await writeFile(join(folder, 'package.json'), '{"name":"commonjs","private":true}');
      await writeFile(join(folder, 'program.ts'), COMMONJS);
      if (version !== undefined) {
        skipAloud(`the types were not checked${compiler}`, await installFromRegistry(folder, `typescript@${version}`));
      }
      const tsc = version === undefined ? resolve('node_modules/typescript') : 'node_modules/typescript';
      const how = [
        '--module',
        module,
        '--moduleResolution',
        moduleResolution,
        '--target',
        'es2022',
        '--esModuleInterop',
      ];
      const flags = ['--noEmit', '--strict', ...how, '--lib', 'es2022,dom,esnext.disposable', '--types', 'node'];
      await run(folder, 'node', join(tsc, 'bin/tsc'), ...flags, 'program.ts');
    });
  }

  for (const [module, moduleResolution] of RESOLUTIONS) {
    const how = ['--module', module, '--moduleResolution', moduleResolution, '--target', 'es2022'];
    const checks = (user: string, ...args: readonly string[]): Promise<string> =>
      run(user, 'node', resolve('node_modules/typescript/bin/tsc'), '--noEmit', '--strict', ...how, ...args);

    for (const [nth, [platform, flags]] of PLATFORMS.entries()) {
      const share = nth === 0 && module === 'nodenext' ? '' : ' @whole';
      test(`hold under ${moduleResolution} ${platform}${share}`, async ({ user }) => {
        const folder = join(user, `types-${moduleResolution}`);
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, 'core.ts'), CORE);
        await checks(folder, ...flags, 'core.ts');
        const files = await checks(folder, ...flags, '--listFilesOnly', 'core.ts');
        expect(files).toContain('platform-mock/dist/types/index.d.ts');
        expect(files.includes('@types/node')).toBe(flags.some((flag) => flag === 'node'));
      });
    }

    const share = module === 'nodenext' ? '' : ' @whole';
    test(`hold under ${moduleResolution} for the runners, and for the tests of the library${share}`, async ({
      user,
    }) => {
      const folder = join(user, `runners-${moduleResolution}`);
      await cp('contract-tests/library', join(folder, 'library'), { recursive: true });
      // The tests of the library read these files by their places in the repository.
      await cp('clients/scenarios.json', join(user, 'clients', 'scenarios.json'));
      await cp('contract-tests/support/json-object.ts', join(folder, 'support', 'json-object.ts'));
      await writeFile(join(folder, 'runners.ts'), RUNNERS);
      // The declarations of the runners are not checked here.
      const flags = [
        '--skipLibCheck',
        '--allowImportingTsExtensions',
        '--exactOptionalPropertyTypes',
        '--resolveJsonModule',
      ];
      await checks(
        folder,
        ...LIBRARY_TESTS,
        ...flags,
        'runners.ts',
        'library/module.test.ts',
        'library/commonjs.test.ts',
      );
    });
  }

  for (const version of ['3.2.7', '4.1.12', '5.1.2']) {
    test(`Y10: hold beside the declarations of Vitest ${version} @whole`, async ({ user }) => {
      const folder = await installedRunner(user, `vitest@${version}`);
      await writeFile(join(folder, 'own.mts'), OF_VITEST);
      const flags = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2022'];
      const tsc = resolve('node_modules/typescript/bin/tsc');
      const { stdout } = await ended(folder, {}, 'node', tsc, ...flags, ...LIBRARY_TESTS, 'own.mts');
      // The declarations of others may not fit each other.
      expect(stdout.split('\n').filter((line) => /platform-mock|^own|TS[56]\d{3}:/.test(line))).toEqual([]);
    });
  }
});
