import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism, freemem } from 'node:os';
import { delimiter, resolve } from 'node:path';
import { runSteps, type Step } from './steps.ts';
import { countOf, isGreen, REPORTS, sum, summaryLine } from './summary.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** An npm script as a step. A shell runs it as npm does, without the start of npm for each. */
const script = (name: string, rest: Omit<Step, 'name' | 'command'> = {}): Step => ({
  name,
  command: scripts[name] ?? `echo "package.json has no script named ${name}" && exit 1`,
  ...rest,
});

const QUICK = ['lint', 'types', 'emit:check', 'openapi:lint', 'proto:check', 'deadcode', 'v2:alone'].map((name) =>
  script(name),
);
const UNIT = script('unit', { exclusive: true });

/** The npm scripts that each gate runs. */
const GATES: ReadonlyMap<string | undefined, readonly Step[]> = new Map([
  ['check', [...QUICK, UNIT]],
  // The contract suite drives the build and installs the package, which is what ships.
  [
    'test',
    [
      ...[script('tools'), ...QUICK, script('package'), UNIT],
      // In the other profile, those cases that differ; the rest of the suite by a command of its own.
      ...['contract', 'contract:published'].map((name) => script(name, { exclusive: true, needs: ['package'] })),
    ],
  ],
]);

/** The memory that the largest of the quick steps needs. */
const STEP_BYTES = 2 ** 30;

const [gate, ...flags] = process.argv.slice(2);
const steps = GATES.get(gate);
if (!steps || flags.some((flag) => flag !== '--verbose')) {
  process.stderr.write(`usage: gate.ts ${[...GATES.keys()].join('|')} [--verbose]\n`);
  process.exit(2);
}
const verbose = flags.length > 0;

/** What the contract suite drives, as the step `package` leaves it. */
const SHIPPED = { MOCK_ENTRY: 'dist/main.cjs', MOCK_PACKAGE: 'test-results/package' };

/** What is installed is found by its name, as in a script that npm runs. */
const PATH = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter);

rmSync('test-results', { recursive: true, force: true });
const results = await runSteps(steps, {
  atOnce: Math.max(1, Math.min(availableParallelism(), Math.floor(freemem() / STEP_BYTES))),
  verbose,
  env: { ...process.env, PATH, ...SHIPPED, ...(!verbose && { FAILURES_ONLY: '1' }) },
  write: (text) => void process.stdout.write(text),
});
const runners = (Object.keys(REPORTS) as (keyof typeof REPORTS)[]).filter((runner) =>
  steps.some(({ name }) => name === runner),
);
const count = sum(runners.map(countOf));
const failed = results.filter(({ ok }) => !ok).map(({ name }) => name);

process.stdout.write(failed.length > 0 ? `\nfailed: ${failed.join(', ')}\n` : '\n');
process.stdout.write(`${summaryLine(count)}\n`);
process.exitCode = failed.length === 0 && isGreen(count) ? 0 : 1;
