import { cp, rm } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { bySize } from '../../scripts/test-size.ts';
import { read } from '../documents/document-blocks.ts';
import { runInShell } from '../documents/document-shell.ts';
import { userEnvironment } from '../documents/user-environment.ts';
import { addPackages } from '../package/packed.ts';
import { expect, test } from '../package/user-folder.ts';
import { GO_LIMIT_MS, missingGo } from '../support/go-module.ts';
import { type OwnServer, startOwnServer } from '../support/own-server.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { type Ended, mustRun, run } from './programs.ts';
import { patternOf, taskPages } from './task-pages.ts';
import { virtualEnvironment } from './virtual-environment.ts';

// The pages by task are the input of these tests: their samples pass, and with the mistake of a page its test fails as
// the page shows.

const SAMPLES = 'samples/tasks';

/** The command for the tests of a language. */
interface Language {
  readonly sample: string;
  /** The tag of what only a whole run has. */
  readonly share: '' | ' @whole';
  /** Makes the folder in which they run, and says what is in the way, if anything. */
  readonly prepare: (user: string) => Promise<{ readonly folder: string; readonly missing?: string | undefined }>;
  readonly command: readonly [string, ...string[]];
  readonly env?: NodeJS.ProcessEnv;
  /** The place in the output at which a test of a file has failed; the group is the name of its page. */
  readonly failed: RegExp;
}

const { bin, python, install } = virtualEnvironment(join(SAMPLES, 'python/requirements.txt'));

const PYTHON_ENV = {
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONPATH: resolve('clients/python/src'),
  // One that is installed would be loaded twice.
  PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1',
  PYTEST_ADDOPTS: '--color=no -p no:cacheprovider -p platform_mock.pytest_plugin',
};

const LANGUAGES: readonly Language[] = [
  {
    sample: `${SAMPLES}/typescript`,
    share: '',
    prepare: async (user) => {
      const folder = join(user, 'tasks');
      await cp(SAMPLES, folder, { recursive: true });
      await addPackages(folder, 'jose');
      return { folder: join(folder, 'typescript') };
    },
    command: [resolve('node_modules/.bin/vitest'), 'run', '--maxWorkers=1', '--no-isolate'],
    failed: /^ FAIL {2}([\w-]+)\.test\.ts > /gm,
  },
  {
    sample: `${SAMPLES}/go`,
    // A first build compiles the library of Go.
    share: ' @whole',
    prepare: async () => ({ folder: `${SAMPLES}/go`, missing: missingGo(`${SAMPLES}/go`) }),
    command: ['go', 'test', '-count=1', './...'],
    failed: /^ {4}(\w+)_test\.go:\d+: (?!what happened|platformmock: )/gm,
  },
  {
    sample: `${SAMPLES}/python`,
    // pip makes a folder of packages for these tests, beside the one for the tests of the client.
    share: ' @whole',
    prepare: async () => ({ folder: `${SAMPLES}/python`, missing: await install() }),
    command: [python, '-m', 'pytest', '-q'],
    env: PYTHON_ENV,
    failed: /^FAILED test_(\w+)\.py::/gm,
  },
];

/** The pages whose mistake makes a test fail. */
const failing = taskPages.filter(({ printed }) => printed.length > 0);

test('each page by task is listed, and shows a failure of a sample', () => {
  expect(taskPages.length).toBeGreaterThan(2);
  const samples = LANGUAGES.map(({ sample }) => sample);
  for (const { name, printed, commands } of taskPages) {
    expect(read('docs/tasks.md')).toContain(`(tasks/${name}.md)`);
    expect(printed.length + commands.length, name).toBeGreaterThan(0);
    for (const { by } of printed) expect(samples).toContain(by);
  }
});

test.describe('the samples of the pages by task @mock @fixture', () => {
  // One mock for all of them.
  test.describe.configure({ mode: 'default', timeout: GO_LIMIT_MS });
  let server: OwnServer;

  test.beforeAll(async () => {
    server = await startOwnServer(['--profile', 'specification']);
  });

  test.afterAll(async () => {
    await server?.stop('SIGKILL');
    // The traces of tests that have failed, as they should.
    for (const { sample } of LANGUAGES) await rm(join(sample, 'test-results'), { recursive: true, force: true });
  });

  const runTests = async ({ command, env }: Language, folder: string, mistake: string): Promise<Ended> => {
    const [program, ...args] = command;
    const variables = { PLATFORM_API_URL: server.ready.url, MISTAKE: mistake, ...env };
    return run(program, args, { cwd: folder, env: userEnvironment(variables), limit: GO_LIMIT_MS });
  };

  for (const language of LANGUAGES) {
    test(`the tests of ${language.sample} pass${language.share}`, async ({ user }) => {
      const { folder, missing } = await language.prepare(user);
      skipAloud(`the tests of ${language.sample} were not run`, missing);
      const right = await runTests(language, folder, '');
      expect(right.code, `${right.stdout}${right.stderr}`).toBe(0);
    });

    test(`with the mistakes the tests of ${language.sample} fail as the pages show @whole`, async ({ user }) => {
      const { folder, missing } = await language.prepare(user);
      skipAloud(`the tests of ${language.sample} were not run`, missing);
      const wrong = await runTests(language, folder, failing.map(({ name }) => name).join());
      const output = stripVTControlCharacters(`${wrong.stdout}${wrong.stderr}`);
      expect(wrong.code, output).toBe(1);
      const failed = new Set([...output.matchAll(language.failed)].map(([, name]) => name?.replaceAll('_', '-')));
      expect([...failed].toSorted(), output).toEqual(failing.map(({ name }) => name));
      for (const { name, printed } of failing) {
        for (const { by, text } of printed.filter((one) => one.by === language.sample)) {
          expect(output, `docs/tasks/${name}.md, of ${by}`).toMatch(patternOf(text));
        }
      }
    });
  }

  if (bySize({ small: false, usual: false, whole: true })) {
    for (const { name, commands } of taskPages.filter((page) => page.commands.length > 0)) {
      test(`docs/tasks/${name}.md: its commands print what it shows`, async () => {
        skipAloud(`the commands of docs/tasks/${name}.md were not run`, await install());
        const setup = Object.entries(PYTHON_ENV).map(([variable, value]) => `export ${variable}='${value}'`);
        // Ahead of the path of the shell, which has the product.
        setup.push(`export PATH="${bin}${delimiter}$PATH"`);
        // With job control `kill %1` reaches the program, and not only the function that has its name.
        const printed = await runInShell(server.ready.url, ['set -m', ...setup].join('\n'), commands);
        for (const [at, { command, output, line }] of commands.entries()) {
          const place = `docs/tasks/${name}.md:${line} ${command}`;
          expect(`${printed[at]?.trimEnd()}\n`, place).toMatch(patternOf(output.trimEnd()));
        }
      });
    }

    test('the sources of the samples are sound', async ({ user }) => {
      const [typescript] = LANGUAGES;
      const { folder = '' } = (await typescript?.prepare(user)) ?? {};
      const compiler = resolve('node_modules/typescript/bin/tsc');
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--skipLibCheck'];
      const allowed = ['--allowImportingTsExtensions', '--types', 'node'];
      const files = taskPages.map(({ name }) => `${name}.test.ts`);
      await mustRun(process.execPath, [compiler, ...options, ...allowed, ...files], { cwd: folder });
      const missing = missingGo(`${SAMPLES}/go`);
      if (missing !== undefined) return;
      expect(await mustRun('gofmt', ['-l', '.'], { cwd: `${SAMPLES}/go` })).toBe('');
      await mustRun('go', ['vet', './...'], { cwd: `${SAMPLES}/go` });
    });
  }
});
