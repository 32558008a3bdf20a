import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { skipAloud } from '../support/skip-aloud.ts';
import { installFromRegistry } from './from-registry.ts';
import { run } from './packed.ts';
import { expect, test } from './user-folder.ts';

const LIMIT_MS = 300_000;

/** A module that loads the package in both forms, and makes a world from a file of the package. */
const PROGRAM = `
import { createRequire } from 'node:module';
import { startMock } from 'platform-mock';
import { connectMock } from 'platform-mock/client';

const mock = await startMock();
const world = await (await connectMock({ url: mock.url })).world({ from: 'fixture:hierarchy' });
console.log((await world.fetch('/ping/v2/ping')).status, typeof createRequire(import.meta.url)('platform-mock').startMock);
await world.end();
await mock.close();
`;

const RUNNER_TEST = `
import { test } from 'platform-mock/vitest';

test('is called', async ({ world, expect }) => expect((await world.fetch('/ping/v2/ping')).status).toBe(200));
`;

const WITH_SETUP = "export default { test: { globalSetup: 'platform-mock/setup' } };";

/** A package manager as its users have it. */
interface Manager {
  readonly package: string;
  /** Its script below the folder of its package. */
  readonly script: string;
  /** How it adds what is named. */
  readonly add: readonly string[];
  /** How it starts a program of a package; nothing if `node` finds packages by itself. */
  readonly exec: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly meta?: object;
  /** The runner that is added, which must find what the package imports of it. */
  readonly runner?: string;
}

const npm = (version: string): Manager => ({
  package: `npm@${version}`,
  script: 'bin/npm-cli.js',
  add: ['install', '--no-audit', '--no-fund', '--save-dev'],
  exec: ['exec', '--'],
});

const VITEST = 'vitest@3.2.7';

const yarn = (files: Manager['files'], meta: object): Manager => ({
  package: '@yarnpkg/cli-dist@4.18.1',
  script: 'bin/yarn.js',
  add: ['add', '--dev'],
  exec: ['exec'],
  runner: VITEST,
  files: { 'yarn.lock': '', ...files },
  meta,
});

const MANAGERS: Readonly<Record<string, Manager>> = {
  // It comes with Node 20. It follows each peer that it does not install, and fails at those of Vitest.
  'npm 10.8': npm('10.8.2'),
  'npm 11': npm('11.19.1'),
  'pnpm 10': {
    package: 'pnpm@10.34.9',
    script: 'bin/pnpm.cjs',
    add: ['add', '--save-dev', '--store-dir=store'],
    exec: ['exec'],
    runner: VITEST,
  },
  // What a package imports must be among its peers.
  "Yarn 4 with Plug'n'Play": yarn({}, {}),
  "Yarn 4 with Plug'n'Play, in its archive": yarn({}, { 'platform-mock': { unplugged: false } }),
  'Yarn 4 with node_modules': yarn({ '.yarnrc.yml': 'nodeLinker: node-modules' }, {}),
};

test.describe('the package by a package manager @mock', () => {
  for (const [name, manager] of Object.entries(MANAGERS)) {
    test(`N15: installed by ${name}, its programs find their files, and the package its runner @whole`, async ({
      user,
    }) => {
      test.setTimeout(LIMIT_MS);
      const folder = join(user, 'managers', name.replaceAll(/\W+/g, '-'));
      const project = join(folder, 'a project');
      await mkdir(project, { recursive: true });
      await writeFile(join(folder, 'package.json'), '{"name":"tools","private":true}');
      skipAloud(`${name} was not run`, await installFromRegistry(folder, manager.package));
      const at = join('node_modules', manager.package.replace(/@[^@]+$/, ''), manager.script);
      const does = (...args: readonly string[]) => run(project, process.execPath, resolve(folder, at), ...args);
      const packs = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
      const file = (await run(folder, 'npm', ...packs, join(user, 'node_modules/platform-mock'))).trim();

      const { files = {}, meta, runner } = manager;
      const described = { name: 'project', private: true, type: 'module', dependenciesMeta: meta };
      await writeFile(join(project, 'package.json'), JSON.stringify(described));
      for (const [path, text] of Object.entries(files)) await writeFile(join(project, path), text);
      await does(...manager.add, `platform-mock@file:${join(folder, file)}`, ...(runner ? [runner] : []));

      const command = (...args: readonly string[]) => does(...manager.exec, 'platform-mock', ...args);
      expect(await command('docs')).toMatch(/^worlds +\S/m);
      expect(await command('proto')).toContain('syntax = "proto3"');
      await command('exec', '--', 'node', '-e', '');
      await writeFile(join(project, 'program.mjs'), PROGRAM);
      expect(await does(...manager.exec, 'node', 'program.mjs')).toBe('200 function\n');
      if (runner === undefined) return;
      await writeFile(join(project, 'vitest.config.mjs'), WITH_SETUP);
      await writeFile(join(project, 'a.test.mjs'), RUNNER_TEST);
      expect(await does(...manager.exec, 'vitest', 'run')).toContain('1 passed');
    });
  }
});
