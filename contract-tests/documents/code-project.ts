import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { run } from '../clients/programs.ts';
import { type Batch, batchesOf, filesOf } from './code-batches.ts';
import { DOCUMENTED_HOST } from './document-shell.ts';
import { CONFIG_NAMES, type CodeBlock, type Runner } from './documented-code.ts';
import { type Outcome, playwrightOutcomes, vitestOutcomes } from './runner-reports.ts';

/** What running the code of the pages has found. */
export interface CodeResults {
  /** The errors of types, by page and line. */
  readonly types: string;
  /** Of each test, program and configuration. */
  readonly outcomes: ReadonlyMap<CodeBlock, Outcome>;
}

const REPORT = 'report.json';

const RUNS: Readonly<Record<Runner, { readonly command: readonly string[]; readonly env?: NodeJS.ProcessEnv }>> = {
  vitest: { command: ['vitest', 'run', '--reporter=json', `--outputFile=${REPORT}`, '--maxWorkers=1', '--no-isolate'] },
  playwright: {
    command: ['playwright', 'test', '--reporter=json', '--workers=1'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: REPORT, TEST_WORKER_INDEX: undefined, CI: undefined },
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

/** The environment without what would set the flags of a mock, or lead to one. */
const ownEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => name.startsWith('PLATFORM_'))
      .map((name) => [name, undefined]),
  ),
  NODE_OPTIONS: '',
  FORCE_COLOR: '0',
});

const flat = (file: string): string => file.replaceAll('/', '.');

const fileName = ({ file, line, way }: CodeBlock): string => {
  if (way.kind === 'file') return way.name;
  return `${flat(file)}-${line}${way.kind === 'test' ? '.test' : ''}.ts`;
};

/** Code that was written into a folder, so that what is said about its files can be said about the pages. */
class WrittenCode {
  readonly #folder: string;
  readonly #pages = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes a block with the lines that it has on its page. */
  async write(below: string, block: CodeBlock, text = block.text): Promise<void> {
    const path = join(below, fileName(block));
    await this.writeText(path, '\n'.repeat(block.line) + text);
    this.#pages.set(path, block.file);
  }

  async writeText(path: string, text: string): Promise<void> {
    const whole = join(this.#folder, path);
    await mkdir(dirname(whole), { recursive: true });
    await writeFile(whole, text);
  }

  /** A text with pages in the place of files. */
  inPages(text: string): string {
    let said = text.replaceAll(`file://${this.#folder}/`, '').replaceAll(`${this.#folder}/`, '');
    for (const [path, page] of this.#pages) {
      const [, ...names] = path.split('/');
      for (const name of [path, names.join('/')]) said = said.replaceAll(name, page);
    }
    return said.replace(/\.md\((\d+),(\d+)\)/g, '.md:$1:$2');
  }
}

/** Runs the tests of a batch, once for all of them. */
const runBatch = async (
  folder: string,
  name: string,
  { runner, configs, tests, files }: Batch,
  written: WrittenCode,
): Promise<readonly (readonly [CodeBlock, Outcome])[]> => {
  for (const block of [...configs.slice(0, 1), ...files, ...tests]) await written.write(name, block);
  await written.writeText(join(name, CONFIGURED), CONFIGURED_TEXT[runner]);
  const cwd = join(folder, name);
  const { command, env } = RUNS[runner];
  const [bin = '', ...args] = command;
  const { stdout, stderr } = await run(resolve('node_modules/.bin', bin), args, {
    cwd,
    env: { ...ownEnvironment(), ...env },
  });
  const report: unknown = await readFile(join(cwd, REPORT), 'utf8').then(JSON.parse, () => undefined);
  const read = runner === 'vitest' ? vitestOutcomes : playwrightOutcomes;
  const found = report === undefined ? new Map<string, Outcome>() : read(report);
  const outcomeOf = (file: string): Outcome => {
    const outcome = found.get(file) ?? {
      passed: 0,
      failures: [`${CONFIG_NAMES[runner]} did not run it: ${stdout}${stderr}`],
    };
    return { ...outcome, failures: outcome.failures.map((text) => written.inPages(text)) };
  };
  return [
    ...configs.map((block) => [block, outcomeOf(CONFIGURED)] as const),
    ...tests.map((block) => [block, outcomeOf(fileName(block))] as const),
  ];
};

/** Runs a program against a mock, to which it must lead its address. */
const runProgram = async (
  folder: string,
  block: CodeBlock,
  mock: NodeJS.ProcessEnv,
  written: WrittenCode,
): Promise<readonly [CodeBlock, Outcome]> => {
  const below = flat(block.file);
  await written.write(
    below,
    block,
    block.text.replaceAll(DOCUMENTED_HOST, new URL(String(mock.PLATFORM_API_URL)).host),
  );
  const { code, stdout, stderr } = await run(process.execPath, ['--import', 'tsx', fileName(block)], {
    cwd: join(folder, below),
    env: { ...ownEnvironment(), ...mock },
  });
  return [block, { passed: code === 0 ? 1 : 0, failures: code === 0 ? [] : [written.inPages(`${stdout}${stderr}`)] }];
};

/**
 * Runs the code of the pages in a folder in which the package and the runners are found: one run for all tests that
 * share a configuration, and the programs against the mock of the environment given.
 */
export const runCode = async (
  folder: string,
  code: readonly CodeBlock[],
  mock: NodeJS.ProcessEnv,
): Promise<CodeResults> => {
  const written = new WrittenCode(folder);
  const outcomes: (readonly [CodeBlock, Outcome])[] = [];
  for (const runner of ['vitest', 'playwright'] as const) {
    for (const [nth, batch] of batchesOf(code, runner).entries()) {
      outcomes.push(...(await runBatch(folder, `${runner}-${nth}`, batch, written)));
    }
  }
  const programs = code.filter(({ way }) => way.kind === 'program');
  const pages = new Set(programs.map(({ file }) => file));
  for (const page of pages) {
    for (const block of filesOf(code, new Set([page]))) await written.write(flat(page), block);
  }
  for (const block of programs) outcomes.push(await runProgram(folder, block, mock, written));
  await written.writeText('tsconfig.json', JSON.stringify(TSCONFIG));
  const types = await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '--pretty', 'false'], {
    cwd: folder,
  });
  return { types: written.inPages(`${types.stdout}${types.stderr}`), outcomes: new Map(outcomes) };
};
