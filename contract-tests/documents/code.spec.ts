import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TEST_SIZE } from '../../scripts/test-size.ts';
import { addPackages } from '../package/packed.ts';
import { expect, test } from '../package/user-folder.ts';
import { batchesOf } from './code-batches.ts';
import { runCode } from './code-project.ts';
import { commentsOf, exampleFiles, read } from './document-blocks.ts';
import { type CodeBlock, codeOf, documentedCode, isConfig, placeOf } from './documented-code.ts';

// The pages and the examples of the source are the input of these tests: their TypeScript runs in a folder into which the package is installed.

/** The run takes ten seconds on an idle machine; this limit only ends one that hangs. */
const CODE_LIMIT_MS = 600_000;

/** At most so many blocks of code may say that they are not run. */
const MAX_NOT_RUN = 10;

/** The tests that run the clients and the samples of which the pages show excerpts. */
const SAMPLE_TESTS: Readonly<Record<string, string>> = {
  'clients/go': 'contract-tests/clients/go-client.spec.ts',
  'clients/python': 'contract-tests/clients/python-client.spec.ts',
  'samples/go-test': 'contract-tests/steering/world-samples.spec.ts',
  'samples/jest': 'contract-tests/package/other-runners.spec.ts',
  'samples/jest-typescript': 'contract-tests/package/other-runners.spec.ts',
  'samples/mocha': 'contract-tests/package/other-runners.spec.ts',
  'samples/node-test': 'contract-tests/package/other-runners.spec.ts',
  'samples/other-runners': 'contract-tests/package/other-runners.spec.ts',
  'samples/pytest': 'contract-tests/steering/world-samples.spec.ts',
  'samples/tasks': 'contract-tests/clients/task-samples.spec.ts',
};

/** At least so many functions and methods of the library have an example. */
const MIN_EXAMPLES = 20;

const code = documentedCode();

/** True if this run runs a block, and does not only check its types: a process starts for each of the others. */
const isChosen = ({ way }: CodeBlock): boolean =>
  TEST_SIZE === 'whole' || (way.kind === 'test' && way.runner === 'vitest');

/** The blocks that the test below has to run. */
const runnable = code.filter(
  ({ way }) => way.kind === 'test' || way.kind === 'program' || (way.kind === 'file' && isConfig(way.name)),
);

test.describe('the code of the pages @mock', () => {
  // One test, since whatever follows a test that fails would run all of it again.
  test(`${TEST_SIZE === 'whole' ? 'each test, program and configuration' : 'each test of Vitest'} succeeds with the installed package, and all types are right`, async ({
    user,
    ownServer,
  }) => {
    test.setTimeout(CODE_LIMIT_MS);
    const pages = await mkdtemp(join(user, 'pages-'));
    await addPackages(pages, 'tsx');
    const { url, token, orgId, issuer } = (await ownServer()).ready;
    const mock = { PLATFORM_API_URL: url, PLATFORM_TOKEN: token, PLATFORM_ORG_ID: orgId, PLATFORM_ISSUER: issuer };
    const { types, outcomes } = await runCode(pages, code, mock, isChosen);
    await rm(pages, { recursive: true, force: true });
    expect.soft(types, 'errors of types').toBe('');
    expect(runnable.length).toBeGreaterThan(5);
    for (const block of runnable.filter(isChosen)) {
      const { failures } = outcomes.get(block) ?? { failures: ['it was not run'] };
      expect.soft(failures.join('\n'), placeOf(block)).toBe('');
    }
  });

  test(`${MIN_EXAMPLES} functions and methods have an example, which begins with its code`, () => {
    const tags = exampleFiles.flatMap((file) => read(file).match(/@example.*\n.*/g) ?? []);
    for (const tag of tags) expect(tag).toMatch(/^@example\n *\* ```ts$/);
    expect(tags.length).toBeGreaterThanOrEqual(MIN_EXAMPLES);
    const examples = runnable.filter(({ file }) => exampleFiles.includes(file));
    expect(examples.length).toBeGreaterThanOrEqual(tags.length);
  });

  for (const block of code) {
    const { way } = block;
    const place = placeOf(block);
    if (way.kind === 'excerpt') {
      test(`${place}: what it is an excerpt of is run by a test`, () => {
        const [sample] = /^(?:clients|samples)\/[^/]+/.exec(way.from) ?? [];
        if (sample === undefined) expect(way.from).toMatch(/^src\//);
        else expect(read(SAMPLE_TESTS[sample] ?? `(no test that runs ${sample})`)).toContain(`'${sample}'`);
      });
    } else if (way.kind === 'run elsewhere') {
      test(`${place}: the test that is named takes it from the page`, () => {
        expect(read(way.by)).toContain(`'${block.file}'`);
      });
    }
  }

  test(`at most ${MAX_NOT_RUN} blocks of code are not run`, () => {
    expect(code.filter(({ way }) => way.kind === 'not run').map(placeOf).length).toBeLessThanOrEqual(MAX_NOT_RUN);
  });
});
const fenced = (text: string, language = 'ts'): string => `\`\`\`${language}\n${text}\n\`\`\`\n`;
const TEST = fenced("import { test } from 'platform-mock/vitest';");
const CONFIG = fenced("// vitest.config.ts\nexport default { globalSetup: './global.ts' };");

test.describe('the reader of code', () => {
  for (const [what, markdown, way] of [
    ['a test that has a name', TEST.replace('import', '// a.test.ts\nimport'), { kind: 'test', runner: 'vitest' }],
    ['a test of Vitest', TEST, { kind: 'test', runner: 'vitest' }],
    [
      'a test of Playwright',
      fenced("import { test } from '@playwright/test';"),
      { kind: 'test', runner: 'playwright' },
    ],
    ['a configuration', CONFIG, { kind: 'file', name: 'vitest.config.ts' }],
    ['any other module', fenced("import { connectMock } from 'platform-mock/client';"), { kind: 'program' }],
    ['an excerpt', `<!-- from: src/a.ts -->\n${TEST}`, { kind: 'excerpt', from: 'src/a.ts' }],
    ['what another test takes', `<!-- run by: a.spec.ts -->\n${TEST}`, { kind: 'run elsewhere', by: 'a.spec.ts' }],
    ['what is not run', `<!-- not run: no Go -->\n${fenced('', 'go')}`, { kind: 'not run', reason: 'no Go' }],
  ] as const) {
    test(`it finds ${what}`, () => {
      expect(codeOf('a.md', markdown).map((block) => block.way)).toEqual([way]);
    });
  }

  test('it finds an example in a doc comment, with its line', () => {
    const source =
      '/**\n   * A.\n   * @example\n   * ```ts\n   * if (a) {\n   *   b();\n   * }\n   * ```\n   */\nconst a = 2;';
    expect(codeOf('a.ts', commentsOf(source))).toMatchObject([{ line: 4, text: 'if (a) {\n  b();\n}\n' }]);
  });

  for (const [what, markdown, message] of [
    ['Python that is no excerpt', `# A\n${fenced('pass', 'python')}`, /^a\.md:2: a block of "python" is an excerpt/],
    ['a mark that is not above the block', `<!-- not run: no Go -->\n\n${fenced('', 'go')}`, /^a\.md:3: /],
    ['a file that nothing uses', fenced('// setup.ts'), /^a\.md:1: no other block of the page uses \.\/setup\.ts$/],
  ] as const) {
    test(`it refuses ${what}`, () => {
      expect(() => codeOf('a.md', markdown)).toThrow(message);
    });
  }
});

test.describe('the runs of documented tests', () => {
  const placesOf = (...pages: readonly string[]) =>
    batchesOf(
      pages.flatMap((markdown, nth) => codeOf(`${nth}.md`, markdown)),
      'vitest',
    ).map(({ configs, tests, files }) => [configs, tests, files].map((blocks) => blocks.map(placeOf)));
  const GLOBAL = fenced('// global.ts');

  test('a test has the configuration above it, or the first of all pages, and equal ones share a run', () => {
    const other = CONFIG.replace('export', '\nexport');
    expect(placesOf(TEST, CONFIG + GLOBAL + TEST + other, CONFIG + GLOBAL + TEST)).toEqual([
      [['1.md:1', '2.md:1'], ['0.md:1', '1.md:8', '2.md:8'], ['2.md:5']],
      [['1.md:11'], [], ['1.md:5']],
    ]);
  });

  for (const [what, pages, message] of [
    ['a test without any configuration', [TEST], /^0\.md:1: no page shows a vitest\.config\.ts/],
    [
      'two files of one name in one run',
      [CONFIG + GLOBAL, CONFIG + fenced('// global.ts\nexport {};')],
      /^1\.md:5: 0\.md:5 is another global\.ts/,
    ],
  ] as const) {
    test(`they refuse ${what}`, () => {
      expect(() => placesOf(...pages)).toThrow(message);
    });
  }
});
