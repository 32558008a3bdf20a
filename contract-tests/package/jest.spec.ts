import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ended } from './driven-setup.ts';
import { EVIDENCE, expectLines, STRICT, testsOf } from './evidence-tests.ts';
import { installedRunner } from './installed-runner.ts';
import { JEST_CONFIG } from './jest-project.ts';
import { expect, test } from './user-folder.ts';

const EXPECTED_FAILURE = `
test.failing('fails as expected', async ({ world }) => { await world.fetch('/nowhere'); throw new Error('so'); });`;

/** Tests that fail, and some that are strict. */
const EVIDENCE_TESTS = testsOf('', (what) => `const test = all.extend({ strict: ${what} });`, EXPECTED_FAILURE);

/** Each way in which Jest declares a test, and what becomes of it is in its title. */
const WAYS = `
test('passes without a world', () => { expect(2).toBe(2); });
describe('in a block', () => {
  test.each([[1, 2], [3, 5]])('passes of row %i to %i', async (a, b, { world }) => {
    expect([a < b, world.id.startsWith('passes-of-row-' + a + '-to-' + b)]).toEqual([true, true]);
  });
  test.each(['one'])('passes of %s', async (one, { world, mock }) => {
    expect([one, world.url]).toEqual(['one', mock.url]);
  });
  test.each\`
    a | b
    \${1} | \${2}
  \`('passes of table $a', async ({ a, b }, { world }) => { expect([a, b, typeof world.id]).toEqual([1, 2, 'string']); });
  test.each([[1, 2]])('passes of row %i without a world', (a, b) => { expect(a).toBeLessThan(b); });
  test.failing('fails, passing unexpectedly', async ({ world }) => { await world.fetch('/ping/v2/ping'); });
  test('fails when its time is up', async ({ world }) => {
    await world.fetch('/nowhere');
    await new Promise(() => {});
  }, 3_000);
  describe('with a hook', () => {
    afterEach(() => { throw new Error('of the hook'); });
    test('fails by its hook', async ({ world }) => { await world.fetch('/nowhere'); });
  });
  test.concurrent('passes beside others', async ({ world }) => { await world.fetch('/ping/v2/ping'); });
  test.concurrent('fails beside others', async ({ world }) => {
    await world.fetch('/nowhere');
    expect((await world.inspect()).labels.title).toBe('another');
  });
  test.concurrent.each([[7]])('fails with text %i beside others', async (n, { world }) => {
    await world.fetch('/nowhere');
    throw 'text ' + n;
  });
  all.extend({ strict: true }).concurrent('fails by strictness beside others', async ({ world }) => {
    await world.fetch('/nowhere');
  });
  test.skip('is pending', async ({ world }) => { throw new Error(world.id); });
  test.todo('is todo');
});`;

const RETRIED = `
jest.retryTimes(2);
const ids = [];
test('passes at the third try', async ({ world }) => {
  ids.push(world.id);
  const { labels } = await world.inspect();
  if (ids.length < 3) throw new Error('not yet');
  expect([labels.retry, new Set(ids).size]).toEqual(['2', 3]);
});`;

const ONLY = `
test('is pending beside the only one', async ({ world }) => { throw new Error(world.id); });
test.only('passes as the only one', async ({ world }) => { expect((await world.fetch('/ping/v2/ping')).status).toBe(200); });`;

const FILES = { evidence: EVIDENCE_TESTS, ways: WAYS, retried: RETRIED, only: ONLY } as const;

/** The tests by what becomes of them. */
const TITLES: Readonly<Record<string, readonly string[]>> = {
  failed: [
    ...['Fails, with evidence!', 'changes nothing', 'lets nothing pass', 'lets no fault pass'],
    ...['fails, passing unexpectedly', 'fails when its time is up', 'fails by its hook'],
    ...['fails beside others', 'fails with text 7 beside others', 'fails by strictness beside others'],
  ],
  passed: [
    ...['fails as expected', 'lets all pass', 'finds nothing', 'passes without a world'],
    ...['passes of row 1 to 2', 'passes of row 3 to 5', 'passes of one', 'passes of table 1'],
    ...['passes of row 1 without a world', 'passes beside others', 'passes at the third try', 'passes as the only one'],
  ],
  pending: ['is pending', 'is pending beside the only one'],
  todo: ['is todo'],
};

interface Reported {
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

const FORMATS = {
  CommonJS: { suffix: '.test.cjs', head: "const { test: all } = require('platform-mock/jest');", flags: '' },
  'ES modules': {
    suffix: '.test.mjs',
    head: "import { jest } from '@jest/globals'; import { test as all } from 'platform-mock/jest';",
    flags: '--experimental-vm-modules',
  },
} as const;

test.describe('behaviour Y15: tests of Jest @mock', () => {
  // Several are installed and run.
  test.describe.configure({ timeout: 300_000 });

  for (const [version, format, share] of [
    ['of the project', 'CommonJS', ''],
    ['30.5.2', 'ES modules', ' @whole'],
    ['29.7.0', 'CommonJS', ' @whole'],
    ['29.7.0', 'ES modules', ' @whole'],
  ] as const) {
    test(`Y7, Y8, Y9, Y15: Jest ${version}, as ${format}: each declares its tests, and what fails shows why${share}`, async ({
      user,
    }) => {
      const { suffix, head, flags } = FORMATS[format];
      const root = version === 'of the project' ? user : await installedRunner(user, `jest@${version}`);
      const bin =
        version === 'of the project' ? resolve('node_modules/.bin/jest') : join(root, 'node_modules/.bin/jest');
      const folder = join(root, `ways-${suffix}`);
      await mkdir(folder);
      for (const [name, text] of Object.entries(FILES)) {
        await writeFile(join(folder, name + suffix), `${head} const test = all;\n${text}`);
      }
      const config = { ...JEST_CONFIG, testMatch: [`**/*${suffix}`], reporters: ['default', 'github-actions'] };
      await writeFile(join(folder, 'jest.config.mjs'), `export default ${JSON.stringify(config)};`);
      const given = { NODE_OPTIONS: flags, GITHUB_ACTIONS: 'true' };
      const { code, stdout, stderr } = await ended(folder, given, bin, '--json', '--outputFile=out.json');
      const said = stdout + stderr;
      expect(code, said).toBe(1);
      expect(said).not.toContain('Jest did not exit');
      // No stack trace leads into the package.
      expect(said.match(/at .*platform-mock\/dist.*chunk/g)).toBeNull();
      const report = JSON.parse(await readFile(join(folder, 'out.json'), 'utf8')) as {
        readonly testResults: readonly { readonly assertionResults: readonly Reported[] }[];
      };
      const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
      const expected = Object.entries(TITLES).flatMap(([status, titles]) =>
        titles.map((title) => `${status}: ${title}`),
      );
      expect(results.map(({ title, status }) => `${status}: ${title}`).sort()).toEqual(expected.sort());
      for (const { title, status, failureMessages } of results) {
        const isStrict = title.startsWith('lets') || title.includes('strictness');
        const evidence = isStrict ? 'what the strict world ' : 'what happened in world ';
        const found = failureMessages.filter((text) => text.includes(evidence)).length;
        expect(found, `${title}: ${failureMessages.join('\n')}`).toBe(status === 'failed' ? 1 : 0);
      }
      const evidenceOf = (title: string): string =>
        results.find((one) => one.title === title)?.failureMessages.join('\n') ?? '';
      expectLines(evidenceOf('Fails, with evidence!'), EVIDENCE);
      expectLines(evidenceOf('lets nothing pass'), STRICT);
      // By the default reporter, and for GitHub.
      for (const line of [
        /^ *Evidence: what happened in world fails-with-evidence-/,
        /^ +#2 rest CreateRepo by admin 409 /,
      ])
        expectLines(said, [line]);
      expect(said).toMatch(/^::error .*Evidence: what happened in world fails-with-evidence-/m);
    });
  }
});
