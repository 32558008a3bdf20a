import { readFileSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ended } from './driven-setup.ts';
import { installedRunner } from './installed-runner.ts';
import { expect, test } from './user-folder.ts';

/** A test takes a second: this is only to end one that hangs. */
const LIMIT = '--testTimeout=60000';

/** The body of a test that is red. */
const BODY = "await world.fetch('/nowhere'); throw new Error('it is red');";

/** A runner as its users have it: the sample that it runs, a test of its own that fails, and how it is called. */
interface Row {
  readonly runner: string;
  readonly sample: string;
  /** The packages to install from the registry; if empty, the project has them. */
  readonly packages: readonly string[];
  readonly command: readonly string[];
  readonly red: readonly [file: string, text: string];
  /** Further files. */
  readonly files?: Readonly<Record<string, string>>;
  /** A text that a file of the sample needs, and the error without it: the page shows the text for that reason. */
  readonly needs?: { readonly file: string; readonly text: string; readonly orElse: RegExp };
  /** The version of Node that it runs on; this process's unless given. */
  readonly node?: string;
}

const VITEST_RED = [
  'red.test.ts',
  `import { test } from 'platform-mock/vitest';\ntest('is red', async ({ world }) => { ${BODY} });`,
] as const;
/** The sample, as it is before Vitest 4.1. */
const SCOPED = readFileSync('samples/vitest/repos.test.ts', 'utf8').replace('test.override(', 'test.scoped(');
const JEST_RED = [
  'red.test.js',
  `const { test } = require('platform-mock/jest');\ntest('is red', async ({ world }) => { ${BODY} });`,
] as const;
const MOCHA_RED = ['test/red.test.js', `it('is red', async function () { const { world } = this; ${BODY} });`] as const;
/** A runner of one of the files of a sample, with how such a file declares a test; the test that is red takes its place. */
const other = (runner: string, command: readonly string[], declare: readonly string[]): Row => ({
  runner,
  sample: 'samples/other-runners',
  packages: [runner],
  command,
  red: [
    command.at(-1) ?? '',
    `${declare.join('\n')}
import { testInWorld } from './in-world.js';
testInWorld(${declare.length === 0 ? 'it' : 'test'}, 'is red', async (world) => { ${BODY} });`,
  ],
});
const NODE_RED = [
  'red.test.js',
  `import { test } from 'node:test';\nimport { inWorld } from './in-world.js';\ntest('is red', inWorld(async (world) => { ${BODY} }));`,
] as const;

/** A test of Jest in TypeScript, whose types are checked by what compiles it, or by nothing. */
const TYPED_RED = [
  'red.test.ts',
  `import { describe, expect } from '@jest/globals';
import { test } from 'platform-mock/jest';

describe('types', () => {
  test.each([['viewer', 403], ['admin', 200]])('%s', async (identity, status, { world }) => {
    const headers = { authorization: 'Bearer ' + (await world.token(identity)) };
    const repo = { method: 'POST', body: '{"name":"checkout"}', headers };
    expect((await world.fetch('/registry/v2/repos/' + world.orgId, repo)).status).toBe(status);
    await expect(world).toHaveCalled('CreateRepo', { status }, { count: 1 });
  });
});
test('is red', async ({ world }) => { ${BODY} });
`,
] as const;

const typed = (name: string, packages: readonly string[], transform: unknown, files: Row['files'] = {}): Row => ({
  runner: `Jest 30.5.2 with ${name}`,
  sample: 'samples/jest',
  packages: ['jest@30.5.2', ...packages],
  command: ['jest', LIMIT],
  red: TYPED_RED,
  files: {
    ...files,
    'jest.config.js': `module.exports = ${JSON.stringify({
      globalSetup: 'platform-mock/setup',
      globalTeardown: 'platform-mock/teardown',
      transform: { '\\.ts$': transform },
    })};`,
  },
});

const TSCONFIG = JSON.stringify({
  compilerOptions: { module: 'nodenext', target: 'es2022', strict: true, types: ['node'], isolatedModules: false },
});

/** The project of docs/runners.md, with the compiler that its `types` are for. */
const TYPESCRIPT: Row = {
  runner: 'Jest 30.5.2 with ts-jest and TypeScript 6',
  sample: 'samples/jest-typescript',
  packages: ['jest@30.5.2', 'ts-jest@29', 'typescript@6', '@types/jest@30', '@types/node@20'],
  command: ['jest', LIMIT],
  red: TYPED_RED,
  needs: { file: 'tsconfig.json', text: '"jest", ', orElse: /TS2304: .*Cannot find name 'expect'/ },
};

const ROWS: readonly Row[] = [
  { runner: 'Jest of the project', sample: 'samples/jest', packages: [], command: ['jest', LIMIT], red: JEST_RED },
  ...['29.7.0', '30.5.2'].map((version) => ({
    runner: `Jest ${version}`,
    sample: 'samples/jest',
    packages: [`jest@${version}`],
    command: ['jest', '--runInBand', LIMIT],
    red: JEST_RED,
  })),
  typed('ts-jest', ['ts-jest@29', 'typescript@5.9', '@types/node@20'], ['ts-jest', {}], { 'tsconfig.json': TSCONFIG }),
  TYPESCRIPT,
  typed('@swc/jest', ['@swc/core', '@swc/jest'], ['@swc/jest', {}]),
  typed('babel', ['@babel/core', '@babel/preset-env', '@babel/preset-typescript'], 'babel-jest', {
    'babel.config.js': `module.exports = { presets: [['@babel/preset-env', { targets: { node: 'current' } }], '@babel/preset-typescript'] };`,
  }),
  ...['3.2.0', '3.2.7', '4.0.18', '4.1.12', '5.1.2'].flatMap((version) =>
    ['forks', 'threads', 'vmThreads', 'vmForks'].map((pool) => ({
      runner: `Vitest ${version} in ${pool}`,
      sample: 'samples/vitest',
      packages: [`vitest@${version}`],
      command: ['vitest', 'run', `--pool=${pool}`, LIMIT],
      red: VITEST_RED,
      ...(/^3|^4\.0/.test(version) && { files: { 'repos.test.ts': SCOPED } }),
      // It does not run on Node 20.
      ...(version.startsWith('5.') && { node: '24' }),
    })),
  ),
  ...[[], ['--parallel']].map((flags) => ({
    runner: ['Mocha 12.0.3', ...flags].join(' '),
    sample: 'samples/mocha',
    packages: ['mocha@12.0.3'],
    command: ['mocha', '--timeout=60000', '--require=./worlds.js', ...flags],
    red: MOCHA_RED,
  })),
  other('ava@7.0.0', ['ava', 'ava.test.js'], ["import test from 'ava';"]),
  other('ava@6.4.1', ['ava', 'ava.test.js'], ["import test from 'ava';"]),
  other('tap@21.8.0', ['tap', '--disable-coverage', 'tap.test.js'], ["import { test } from 'tap';"]),
  other('jasmine@7.0.0', ['jasmine', 'jasmine.spec.js'], []),
  ...[undefined, '24', '26'].map((version) => ({
    runner: version === undefined ? 'node:test' : `node:test of Node ${version}`,
    sample: 'samples/node-test',
    packages: [],
    command: ['--test'],
    red: NODE_RED,
    ...(version !== undefined && { node: version }),
  })),
];

test.describe('the runners @mock', () => {
  test.describe.configure({ timeout: 600_000 });

  for (const { runner, sample, packages, command, red, files = {}, needs, node } of ROWS) {
    test(`Y7, Y8: ${runner}: its sample passes, and a test that fails shows why @whole`, async ({ user }) => {
      const root = packages.length === 0 ? user : await installedRunner(user, ...packages);
      const [program = '', ...args] = command;
      const folder = join(root, runner.replace(/[^\w.]+/g, '-'));
      await cp(sample, folder, { recursive: true });
      for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
      const bins = packages.length === 0 ? resolve('node_modules/.bin') : join(root, 'node_modules/.bin');
      const script = program.startsWith('-') ? program : join(bins, program);
      const [bin, ...first] = node === undefined ? [process.execPath] : ['npx', '-y', `node@${node}`];
      const runs = () => ended(folder, {}, bin ?? '', ...first, script, ...args);
      const green = await runs();
      expect(green.code, green.stdout + green.stderr).toBe(0);
      if (needs) {
        const path = join(folder, needs.file);
        const whole = await readFile(path, 'utf8');
        await writeFile(path, whole.replace(needs.text, ''));
        const without = await runs();
        expect([without.code, stripVTControlCharacters(without.stderr)]).toEqual([
          1,
          expect.stringMatching(needs.orElse),
        ]);
        await writeFile(path, whole);
      }
      const [file, text] = red;
      await mkdir(join(folder, file, '..'), { recursive: true });
      await writeFile(join(folder, file), text);
      const { code, stdout, stderr } = await runs();
      const said = stdout + stderr;
      expect(code, said).not.toBe(0);
      expect(said).toMatch(/Refused and failed calls, 1 of 1:/);
      expect(said).toMatch(/\\?#1 rest GET \/nowhere 404 NOT_FOUND /);
    });
  }
});
