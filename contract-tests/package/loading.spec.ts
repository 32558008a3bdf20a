import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { skipAloud } from '../support/skip-aloud.ts';
import { installFromRegistry } from './from-registry.ts';
import { addPackages, run } from './packed.ts';
import { expect, test } from './user-folder.ts';

/** A program with the package: it returns once the mock is closed. */
const USE = `
const use = async () => {
  const mock = await startMock({ fixtures: ['hierarchy'] });
  const other = await connectMock({ url: mock.url });
  const world = await other.world({ from: 'fixture:hierarchy' });
  await world.apply('groups: [{ name: acme }]');
  const answers = [await world.fetch('/iam/v2/groups?name=acme'), await other.default.fetch('/iam/v2/groups?name=acme')];
  const counts = (await Promise.all(answers.map((answer) => answer.json()))).map(({ groups }) => groups.length);
  if (counts.join() !== '1,0') throw new Error('the groups of the worlds are ' + counts);
  const error = await other.world({ from: 'fixture:none' }).catch((refused) => refused);
  if (!(error instanceof MockError)) throw error;
  await world.end();
  await mock.close();
};
`;

const REQUIRES = `const { MockError, startMock } = require('platform-mock');
const { connectMock } = require('platform-mock/client');`;
const IMPORTS = `import { MockError, startMock } from 'platform-mock';
import { connectMock } from 'platform-mock/client';`;
/** Errors of one form are known to the other. */
const BOTH = `const { startMock } = require('platform-mock');
let connectMock, MockError;
const load = async () => {
  ({ connectMock } = await import('platform-mock/client'));
  ({ MockError } = require('platform-mock'));
};`;

const PROGRAM = "use().then(() => console.log('it has run'));";
const TEST = "test('it runs', use, 60_000);";

/** A way in which the package is loaded. */
interface Loading {
  /** The packages that are installed from the registry. */
  readonly packages?: readonly string[];
  readonly file: string;
  readonly code: string;
  readonly command: readonly [string, ...string[]];
  /** The output of a program; a runner reports a passed test in its place. */
  readonly prints?: RegExp;
}

const program = (file: string, load: string, ...command: readonly [string, ...string[]]): Loading => ({
  file,
  code: `${load}${USE}${load === BOTH ? `load().then(() => ${PROGRAM.replace(/;$/, '')});` : PROGRAM}`,
  command,
  prints: /^it has run$/m,
});

const jest = (version: string, file: string, load: string): Loading => ({
  packages: [`jest@${version}`],
  file,
  code: `${load}${USE}${TEST}`,
  command: file.endsWith('.mjs')
    ? [process.execPath, '--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--testMatch=**/*.test.mjs']
    : ['node_modules/.bin/jest'],
});

const mocha = (file: string, load: string): Loading => ({
  packages: ['mocha@12.0.3'],
  file,
  code: `${load}${USE}it('runs', use).timeout(60_000);`,
  command: ['node_modules/.bin/mocha'],
});

const vitest = (pool: string): Loading => ({
  file: 'a.test.mjs',
  code: `import { test } from 'vitest';\n${IMPORTS}${USE}${TEST}`,
  command: [resolve('node_modules/.bin/vitest'), 'run', '--dir', '.', '--config', './none.mjs', '--pool', pool],
});

const of = (packages: readonly string[], loading: Loading): Loading => ({ ...loading, packages });

const BUN = ['bun@1.4.5'];
const DENO = ['deno@2.9.6'];

const LOADINGS: Readonly<Record<string, Loading>> = {
  'by require in Node': program('a.cjs', REQUIRES, process.execPath),
  'by import in Node @whole': program('a.mjs', IMPORTS, process.execPath),
  'as both in one program of Node': program('both.cjs', BOTH, process.execPath),
  'by require in Node whose intrinsics are frozen @whole': program(
    'a.cjs',
    REQUIRES,
    process.execPath,
    '--frozen-intrinsics',
  ),
  'by Vitest in threads @whole': vitest('threads'),
  'by Vitest in forks @whole': vitest('forks'),
  'by Vitest in threads of the VM @whole': vitest('vmThreads'),
  'by Vitest in forks of the VM @whole': vitest('vmForks'),
  'by Jest 29 @whole': jest('29.7.0', 'a.test.js', REQUIRES),
  'by Jest 29, as modules @whole': jest('29.7.0', 'a.test.mjs', IMPORTS),
  'by Jest 30 @whole': jest('30.5.2', 'a.test.js', REQUIRES),
  'by Jest 30, as modules @whole': jest('30.5.2', 'a.test.mjs', IMPORTS),
  // The resolver of this version drops `node:` from the names of built-in modules.
  'by Jest 30.1, as modules @whole': jest('30.1.3', 'a.test.mjs', IMPORTS),
  'by Mocha @whole': mocha('a.test.cjs', REQUIRES),
  'by Mocha, as modules @whole': mocha('a.test.mjs', IMPORTS),
  'by node:test, as modules @whole': {
    file: 'a.test.mjs',
    code: `import { test } from 'node:test';\n${IMPORTS}${USE}test('it runs', use);`,
    command: [process.execPath, '--test', '--test-reporter=tap'],
    prints: /^# pass 1$/m,
  },
  'by import in Bun @whole': of(BUN, program('a.mjs', IMPORTS, 'node_modules/.bin/bun')),
  'by require in Bun @whole': of(BUN, program('a.cjs', REQUIRES, 'node_modules/.bin/bun')),
  'by the tests of Bun @whole': {
    packages: BUN,
    file: 'a.test.mjs',
    code: `import { test } from 'bun:test';\n${IMPORTS}${USE}${TEST}`,
    command: ['node_modules/.bin/bun', 'test'],
    prints: /^/,
  },
  'by import in Deno @whole': of(DENO, program('a.mjs', IMPORTS, 'node_modules/.bin/deno', 'run', '-A')),
  'by require in Deno @whole': of(DENO, program('a.cjs', REQUIRES, 'node_modules/.bin/deno', 'run', '-A')),
  'by the tests of Deno @whole': {
    packages: DENO,
    file: 'a.test.mjs',
    code: `${IMPORTS}${USE}Deno.test('it runs', use);`,
    command: ['node_modules/.bin/deno', 'test', '-A'],
    prints: /1 passed/,
  },
};

test.describe('the package is loaded @mock', () => {
  for (const [how, { packages, file, code, command, prints }] of Object.entries(LOADINGS)) {
    test(`N11: ${how}`, async ({ user }) => {
      test.setTimeout(300_000);
      const folder = join(user, `loading-${how.replaceAll(/\W+/g, '-')}`);
      await mkdir(folder);
      await writeFile(join(folder, 'package.json'), '{"name":"loading","private":true}');
      await writeFile(join(folder, 'none.mjs'), 'export default {};');
      if (packages) skipAloud(`the package was not loaded ${how}`, await installFromRegistry(folder, ...packages));
      else await addPackages(folder, 'vitest');
      await writeFile(join(folder, file), code);
      const [name, ...args] = command;
      const printed = stripVTControlCharacters(await run(folder, name, ...args, file));
      if (prints) expect(printed).toMatch(prints);
    });
  }
});
