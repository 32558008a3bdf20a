import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { run } from '../clients/programs.ts';
import { type Batch, batchesOf, filesOf } from './code-batches.ts';
import { DOCUMENTED_HOST } from './document-shell.ts';
import { CONFIG_NAMES, type CodeBlock, type Runner } from './documented-code.ts';
import { errorsOf, type Outcome, playwrightOutcomes, vitestOutcomes } from './runner-reports.ts';
import { userEnvironment } from './user-environment.ts';
import { fileName, flat, WrittenCode } from './written-code.ts';

/** The results of running the code of the pages. */
export interface CodeResults {
  /** The errors of types, by page and line. */
  readonly types: string;
  /** The outcome of each test, program and configuration. */
  readonly outcomes: ReadonlyMap<CodeBlock, Outcome>;
}

const REPORT = 'report.json';

/** The time limit of a test, in milliseconds, which only ends one that hangs. */
const TEST_LIMIT_MS = 60_000;

const RUNS: Readonly<Record<Runner, { readonly command: readonly string[]; readonly env?: NodeJS.ProcessEnv }>> = {
  vitest: {
    command: [
      ...['vitest', 'run', '--reporter=json', `--outputFile=${REPORT}`],
      ...['--maxWorkers=1', '--no-isolate', `--testTimeout=${TEST_LIMIT_MS}`],
    ],
  },
  playwright: {
    command: ['playwright', 'test', '--reporter=json', '--workers=1', `--timeout=${TEST_LIMIT_MS}`],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: REPORT },
  },
};

/** A test that holds each configuration to what it is there for. */
const CONFIGURED = 'configured.test.ts';
const CONFIGURED_TEXT: Readonly<Record<Runner, string>> = {
  vitest: `import { test } from 'platform-mock/vitest';

test('a world answers', async ({ world, expect }) => {
  expect((await world.fetch('/ping/v2/ping')).status).toBe(200);
});
`,
  playwright: `import { expect, test } from 'platform-mock/playwright';

test('a world answers', async ({ world }) => {
  expect((await world.fetch('/ping/v2/ping')).status).toBe(200);
});
`,
};

const TSCONFIG = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ['node'],
  },
};

/** Writes the files of a batch. */
const writeBatch = async (name: string, { runner, configs, tests, files }: Batch, written: WrittenCode) => {
  for (const block of [...configs.slice(0, 1), ...files, ...tests]) await written.write(name, block);
  await written.writeText(join(name, CONFIGURED), CONFIGURED_TEXT[runner]);
};

/** Runs the tests of a batch, once for all of them. */
const runBatch = async (
  folder: string,
  name: string,
  { runner, configs, tests }: Batch,
  written: WrittenCode,
): Promise<readonly (readonly [CodeBlock, Outcome])[]> => {
  const cwd = join(folder, name);
  const { command, env } = RUNS[runner];
  const [bin = '', ...args] = command;
  const { stdout, stderr } = await run(resolve('node_modules/.bin', bin), args, {
    cwd,
    env: userEnvironment(env),
  });
  const report: unknown = await readFile(join(cwd, REPORT), 'utf8').then(JSON.parse, () => undefined);
  const read = runner === 'vitest' ? vitestOutcomes : playwrightOutcomes;
  const found = report === undefined ? new Map<string, Outcome>() : read(report);
  const outcomeOf = (file: string): Outcome => {
    const unrun = [`${CONFIG_NAMES[runner]} ran no test of it`, ...errorsOf(report), stdout, stderr];
    const { passed, failures } = found.get(file) ?? { passed: 0, failures: unrun };
    const said = passed === 0 && failures.length === 0 ? unrun : failures;
    return { passed, failures: said.map((text) => written.inPages(text)) };
  };
  return [
    ...configs.map((block) => [block, outcomeOf(CONFIGURED)] as const),
    ...tests.map((block) => [block, outcomeOf(fileName(block))] as const),
  ];
};

/** Runs a program that is written, with the variables of a mock. */
const runProgram = async (
  folder: string,
  block: CodeBlock,
  mock: NodeJS.ProcessEnv,
  written: WrittenCode,
): Promise<readonly [CodeBlock, Outcome]> => {
  const { code, stdout, stderr } = await run(process.execPath, ['--import', 'tsx', fileName(block)], {
    cwd: join(folder, flat(block.file)),
    env: userEnvironment(mock),
  });
  return [block, { passed: code === 0 ? 1 : 0, failures: code === 0 ? [] : [written.inPages(`${stdout}${stderr}`)] }];
};

/**
 * Runs the code of the pages in a folder in which the package and the runners are found: one run for all tests that
 * share a configuration, and the programs against the mock of the environment given. The types are those of all of it;
 * run is what is chosen, and what shares its run.
 */
export const runCode = async (
  folder: string,
  code: readonly CodeBlock[],
  mock: NodeJS.ProcessEnv,
  isChosen: (block: CodeBlock) => boolean,
): Promise<CodeResults> => {
  const written = new WrittenCode(folder);
  const outcomes: (readonly [CodeBlock, Outcome])[] = [];
  for (const runner of ['vitest', 'playwright'] as const) {
    for (const [nth, batch] of batchesOf(code, runner).entries()) {
      const name = `${runner}-${nth}`;
      await writeBatch(name, batch, written);
      if ([...batch.configs, ...batch.tests].some(isChosen))
        outcomes.push(...(await runBatch(folder, name, batch, written)));
    }
  }
  const programs = code.filter(({ way }) => way.kind === 'program');
  const pages = new Set(programs.map(({ file }) => file));
  for (const page of pages) {
    for (const block of filesOf(code, new Set([page]))) await written.write(flat(page), block);
  }
  // The mock is at the address that pages show.
  const { host } = new URL(String(mock.PLATFORM_API_URL));
  for (const block of programs) {
    await written.write(flat(block.file), block, block.text.replaceAll(DOCUMENTED_HOST, host));
    if (isChosen(block)) outcomes.push(await runProgram(folder, block, mock, written));
  }
  await written.writeText('tsconfig.json', JSON.stringify(TSCONFIG));
  const compiler = resolve('node_modules/typescript/bin/tsc');
  const { stdout, stderr } = await run(process.execPath, [compiler, '--pretty', 'false'], { cwd: folder });
  // A file is written for each run that may use it.
  const types = new Set(written.inPages(`${stdout}${stderr}`).split('\n'));
  return { types: [...types].join('\n').trim(), outcomes: new Map(outcomes) };
};
