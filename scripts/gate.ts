import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism, freemem } from 'node:os';
import { delimiter, resolve } from 'node:path';
import { runSteps, type Step } from './steps.ts';
import { countOf, isGreen, REPORTS, sum, summaryLine } from './summary.ts';
import type { TestSize } from './test-size.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** An npm script as a step. A shell runs it as npm does, without the start of npm for each. */
const script = (name: string, rest: Omit<Step, 'name' | 'command'> = {}): Step => ({
  name,
  command: scripts[name] ?? `echo "package.json has no script named ${name}" && exit 1`,
  ...rest,
});

/** The checks of a commit besides the unit tests, which check the import rules, too. The longest comes first. */
const QUICK = [
  ...['types', 'emit:check'].map((name) => script(name)),
  script('lint', { remedy: '`npm run format` formats the files, and repairs what it can; the rest is listed above.' }),
];
/** Further checks of a whole test, which seldom find what a commit has broken. */
const THOROUGH = ['deadcode', 'openapi:lint', 'proto:check'].map((name) => script(name));
/** Removes v1 and compiles the rest, which the import rules make sure of already. */
const V2_ALONE = script('v2:alone');
const UNIT = script('unit');

/** A step that goes by the name of another script. */
const named = (name: string, scriptName: string): Step => ({ ...script(scriptName), name });

/**
 * The steps of a whole test: the contract suite drives the build and installs the package, which is what ships, and
 * then the executable that is made of that build.
 */
const stepsWith = (published: Step, executable: Step): readonly Step[] => [
  ...[script('tools'), ...QUICK, ...THOROUGH, script('package'), { ...UNIT, exclusive: true }],
  ...[script('contract'), published, script('contract:shared')].map((step) => ({
    ...step,
    exclusive: true,
    needs: ['package'],
  })),
  script('executable', { exclusive: true, needs: ['package'] }),
  { ...executable, exclusive: true, needs: ['executable'] },
];

/** A gate: the npm scripts that it runs, and how much of each family of generated tests. */
interface Gate {
  readonly steps: readonly Step[];
  readonly size: TestSize;
}

const GATES: ReadonlyMap<string | undefined, Gate> = new Map([
  ['check', { steps: [...QUICK, UNIT], size: 'small' }],
  // In the other profile, the cases that differ; on the executable, what can differ in it.
  ['test', { steps: stepsWith(script('contract:published'), script('contract:executable')), size: 'usual' }],
  [
    'test:all',
    {
      steps: [
        V2_ALONE,
        ...stepsWith(
          named('contract:published', 'contract:published:all'),
          named('contract:executable', 'contract:executable:all'),
        ),
      ],
      size: 'whole',
    },
  ],
]);

/** The memory that the largest of the quick steps needs. */
const STEP_BYTES = 2 ** 30;

const [name, ...flags] = process.argv.slice(2);
const gate = GATES.get(name);
if (!gate || flags.some((flag) => flag !== '--verbose')) {
  process.stderr.write(`usage: gate.ts ${[...GATES.keys()].join('|')} [--verbose]\n`);
  process.exit(2);
}
const { steps, size } = gate;
const verbose = flags.length > 0;

/** The files that the contract suite drives, as the step `package` leaves them. */
const SHIPPED = { MOCK_ENTRY: 'dist/main.cjs', MOCK_PACKAGE: 'test-results/package' };

/** Installed commands are found by their names, as in a script that npm runs. */
const PATH = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter);

rmSync('test-results', { recursive: true, force: true });
const results = await runSteps(steps, {
  atOnce: Math.max(1, Math.min(availableParallelism(), Math.floor(freemem() / STEP_BYTES))),
  verbose,
  env: { TEST_SIZE: size, ...process.env, PATH, ...SHIPPED, ...(!verbose && { FAILURES_ONLY: '1' }) },
  write: (text) => void process.stdout.write(text),
});
const runners = (Object.keys(REPORTS) as (keyof typeof REPORTS)[]).filter((runner) =>
  steps.some(({ name }) => name === runner),
);
const count = sum(runners.map(countOf));
const failed = results.filter(({ ok }) => !ok).map(({ name }) => name);

const processorSeconds = results.reduce((total, result) => total + result.processorSeconds, 0);
process.stdout.write(`\nprocessor time: ${(processorSeconds / 60).toFixed(1)} min\n`);
if (failed.length > 0) process.stdout.write(`failed: ${failed.join(', ')}\n`);
process.stdout.write(`${summaryLine(count)}\n`);
process.exitCode = failed.length === 0 && isGreen(count) ? 0 : 1;
