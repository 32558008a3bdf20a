import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Trace } from '../support/traces.ts';
import { JEST_CONFIG, JEST_HEAD } from './jest-project.ts';
import { pausedRun } from './paused-run.ts';
import { expect, test } from './user-folder.ts';

/** Tests of which some are traced; each is named by what becomes of it. */
const testsOf = (use: (options: object) => string, trace: string): string => `
test('passes', async ({ world }) => { await world.fetch('/ping/v2/ping'); });
test('fails', async ({ world }) => { await world.fetch('/nowhere'); throw new Error('so'); });
describe('off', () => {
  ${use({ [trace]: 'off' })}
  test('fails without a trace', async ({ world }) => { await world.fetch('/nowhere'); throw new Error('so'); });
});
describe('on', () => {
  ${use({ [trace]: 'on' })}
  test('passes with a trace', async ({ world }) => { await world.fetch('/ping/v2/ping'); });
});`;

/** A test whose worker ends before it does. */
const DIES = `test('dies', async ({ world }) => {
  await world.fetch('/ping/v2/ping');
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
});`;

const RUNNERS = [
  {
    name: 'playwright',
    command: ['playwright', 'test', '--workers=1'],
    configFile: 'playwright.config.mjs',
    suffix: '.spec.mjs',
    config: {
      globalSetup: 'platform-mock/setup',
      outputDir: 'test-results',
      reporter: [['line'], ['json', { outputFile: 'out.json' }]],
    },
    head: "import { test } from 'platform-mock/playwright'; const { describe } = test;",
    use: (options: object) => `test.use(${JSON.stringify(options)});`,
    option: 'mockTrace',
  },
  {
    name: 'vitest',
    command: ['vitest', 'run', '--maxWorkers=1'],
    configFile: 'vitest.config.mjs',
    suffix: '.test.mjs',
    config: { test: { globalSetup: 'platform-mock/setup' } },
    head: "import { test } from 'platform-mock/vitest'; import { describe } from 'vitest';",
    use: (options: object) => `test.override(${JSON.stringify(options)});`,
    option: 'trace',
  },
  {
    name: 'jest',
    // A worker that dies is no end of the run.
    command: ['jest', '--maxWorkers=2'],
    configFile: 'jest.config.mjs',
    suffix: '.test.cjs',
    config: JEST_CONFIG,
    head: JEST_HEAD,
    use: (options: object) => `const test = all.extend(${JSON.stringify(options)});`,
    option: 'trace',
  },
] as const;

/** A run of Vitest that watches, and is ended by hand: that may take as long as `teardownTimeout`. */
const ENDED_BY_HAND = `import { startVitest } from 'vitest/node';
const vitest = await startVitest('test', [], { watch: true, maxWorkers: 1, teardownTimeout: 1 });
await vitest.exit();`;

/** The traces below a folder by the names of their tests, each with its path; copies for reports have other names. */
const tracesIn = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const files = await readdir(folder, { recursive: true });
  return new Map(
    files.flatMap((file) => {
      const [, name] = /(?:^|\/)([a-z-]+)-[0-9a-f]{8}\.har$/.exec(file) ?? [];
      return name === undefined || file.includes('attachments') ? [] : [[name, join(folder, file)] as const];
    }),
  );
};

test.describe('behaviour Y12, Y13 and Y20: the traces of tests, and a run that is held @mock', () => {
  test.describe.configure({ timeout: 120_000 });

  for (const { name, command, configFile, suffix, config, head, use, option } of RUNNERS) {
    const share = name === 'vitest' ? '' : ' @whole';
    test(`by ${name}: failed tests are traced, and their worlds stay until Ctrl+C${share}`, async ({ user }) => {
      const folder = join(user, `traced-${name}`);
      await mkdir(folder);
      await writeFile(join(folder, configFile), `export default ${JSON.stringify(config)};`);
      await writeFile(join(folder, `a${suffix}`), `${head}\n${testsOf(use, option)}`);
      await writeFile(join(folder, `b${suffix}`), `${head}\n${DIES}`);
      const [program, ...args] = command;
      const { url, worlds, end } = await pausedRun(folder, resolve('node_modules/.bin', program), ...args);
      // The mock still answers, and has what the tests that failed have called.
      expect(worlds.map((id) => id.slice(0, -9)).sort()).toEqual(['dies', 'fails', 'fails-without-a-trace']);
      for (const id of worlds) {
        const journal = await fetch(`${url}/_mock/v1/journal`, { headers: { 'x-mock-world': id } });
        expect(((await journal.json()) as { entries: readonly unknown[] }).entries, id).toHaveLength(1);
      }
      const { code, stdout, stderr } = await end();
      const said = stdout + stderr;
      expect(code, said).not.toBe(0);
      await expect(fetch(url)).rejects.toThrow();

      const traces = await tracesIn(join(folder, 'test-results'));
      expect([...traces.keys()].sort()).toEqual(['dies', 'fails', 'passes-with-a-trace']);
      for (const file of traces.values()) {
        const { entries } = (JSON.parse(await readFile(file, 'utf8')) as Trace).log;
        expect(entries).toHaveLength(1);
      }
      for (const [of, line] of [
        [
          'dies',
          /^platform-mock\/setup: the test of world dies-\w+ has not ended; its trace: npx platform-mock trace show (\S+)$/m,
        ],
        ['fails', /^ *Its trace: npx platform-mock trace show (\S*fails-\w+\.har)$/m],
        ...(name !== 'playwright'
          ? [['passes-with-a-trace', /^ *trace of world passes-\S+: npx platform-mock trace show (\S+)$/m] as const]
          : []),
      ] as const) {
        const [, file = ''] = line.exec(said) ?? [];
        expect(resolve(folder, file), `${line} in ${said}`).toBe(traces.get(of));
      }
      if (name === 'playwright') {
        const attached = (await readFile(join(folder, 'out.json'), 'utf8')).match(/"trace of world [a-z-]+-/g);
        expect(attached).toEqual(['"trace of world fails-', '"trace of world passes-with-a-trace-']);
      }
    });
  }

  test('behaviour Y13: a run of Vitest that is ended by hand is held longer than its teardownTimeout @whole', async ({
    user,
  }) => {
    const { configFile, suffix, config, head } = RUNNERS[1];
    const folder = join(user, 'ended-by-hand');
    await mkdir(folder);
    await writeFile(join(folder, configFile), `export default ${JSON.stringify(config)};`);
    await writeFile(
      join(folder, `a${suffix}`),
      `${head}\ntest('fails', async ({ world }) => { throw new Error('so'); });`,
    );
    await writeFile(join(folder, 'run.mjs'), ENDED_BY_HAND);
    const { url, worlds, end } = await pausedRun(folder, process.execPath, 'run.mjs');
    expect(worlds).toHaveLength(1);
    expect((await fetch(`${url}/_mock/v1/live`)).status).toBe(200);
    const { stdout, stderr } = await end();
    // Vitest prints this if a setup takes too long to end.
    expect(stdout + stderr).not.toContain('close timed out');
    await expect(fetch(url)).rejects.toThrow();
  });
});
