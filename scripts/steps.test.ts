import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type RunOptions, runSteps, type Step } from './steps.ts';

let folder = '';
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'platform-mock-steps-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** A step of a shell, which starts sooner than Node. */
const shell = (name: string, script: string, rest: Partial<Step> = {}): Step => ({
  name,
  command: ['sh', '-c', script],
  ...rest,
});

/** Runs steps and returns what was reported, without times, beside the results. */
const report = async (steps: readonly Step[], options: Partial<RunOptions> = {}) => {
  let text = '';
  const write = (more: string): void => {
    text += more;
  };
  const results = await runSteps(steps, { atOnce: 1, write, ...options });
  return { text: text.replaceAll(/\(\d+\.\d s, processor \d+\.\d s\)/g, '(T)'), results };
};

const says = (text: string, code = 0): string => `echo '${text}'; exit ${code}`;

test('steps are reported in their order, and only what a failed one printed is shown', async () => {
  const { text, results } = await report([
    shell('lint', says('all is well')),
    shell('types', "(echo 'line 1'; echo 'line 2') >&2; exit 3"),
    shell('unit', says('all is well')),
  ]);
  const [head = '', tail = ''] = text.split('line 1\n');
  assert.equal(head, 'step 1 of 3: lint …\nok     lint (T)\nstep 2 of 3: types …\nFAILED types (T)\n');
  assert.equal(tail, 'line 2\nstep 3 of 3: unit …\nok     unit (T)\n');
  assert.deepEqual(
    results.map(({ name, ok }) => [name, ok]),
    [
      ['lint', true],
      ['types', false],
      ['unit', true],
    ],
  );
});

test('a step that fails says what repairs it, behind what it printed', async () => {
  const remedy = '`npm run format` formats the files';
  const { text } = await report([
    shell('types', says('all is well'), { remedy }),
    shell('lint', "printf 'a.ts is long'; exit 1", { remedy }),
  ]);
  assert.equal(text.split('FAILED ')[1], `lint (T)\na.ts is long\n${remedy}\n`);
  assert.equal(text.split(remedy).length, 2);
});

test('the processor time of a step is what it and the programs that it waited for have used', async () => {
  const counts = 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done';
  const { results } = await report([shell('idle', 'sleep 0'), shell('busy', `sh -c '${counts}'; exit 0`)]);
  const [idle = 0, busy = 0] = results.map(({ processorSeconds }) => processorSeconds);
  assert.ok(busy > idle, `${busy} s is not more than ${idle} s`);
});

test('a step whose need has failed is not run and counts as failed, and others continue', async () => {
  const file = join(folder, 'ran');
  const { text, results } = await report(
    [
      shell('build', says('no such file', 1)),
      shell('contract', `: > '${file}'`, { needs: ['build'] }),
      shell('bench', says('')),
    ],
    { atOnce: 3 },
  );
  assert.deepEqual(
    results.map(({ ok }) => ok),
    [false, false, true],
  );
  assert.match(text, /^FAILED contract \(T\)\nnot run, because build failed$/m);
  assert.throws(() => readFileSync(file), { code: 'ENOENT' });
});

test('a step waits for what it needs', async () => {
  const file = join(folder, 'built');
  const { results } = await report(
    [shell('build', `sleep 0.05; : > '${file}'`), shell('contract', `cat '${file}'`, { needs: ['build'] })],
    { atOnce: 2 },
  );
  assert.deepEqual(
    results.map(({ ok }) => ok),
    [true, true],
  );
});

/** Reports that it runs, and ends when all of the others run. */
const meeting = (names: readonly string[]) =>
  names.map((name) =>
    shell(
      name,
      `: > '${join(folder, name)}'
      for other in ${names.map((other) => `'${join(folder, other)}'`).join(' ')}; do
        until [ -e "$other" ]; do sleep 0.005; done
      done`,
    ),
  );

test('as many steps run at the same time as allowed', async () => {
  const { results } = await report(meeting(['a', 'b', 'c']), { atOnce: 3 });
  assert.ok(results.every(({ ok }) => ok));
});

/** Writes down that it begins and, a while later, that it ends. */
const diary = (name: string, file: string, rest: Partial<Step> = {}): Step => {
  const note = (word: string) => `echo ${word} >> '${file}'`;
  return shell(name, `${note('+')}; sleep 0.03; ${note('-')}`, rest);
};

/** The most steps that were under way at the same time. */
const mostAtOnce = (file: string): number => {
  let now = 0;
  const levels = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((word) => {
      now += word === '+' ? 1 : -1;
      return now;
    });
  return Math.max(...levels);
};

test('no more steps run at the same time than allowed', async () => {
  const file = join(folder, 'two');
  await report(
    ['a', 'b', 'c', 'd', 'e'].map((name) => diary(name, file)),
    { atOnce: 2 },
  );
  assert.ok(mostAtOnce(file) <= 2);
});

test('nothing runs at the same time as an exclusive step', async () => {
  const file = join(folder, 'alone');
  const steps = ['a', 'b', 'c'].map((name) => diary(name, file, { exclusive: true }));
  await report(steps, { atOnce: 3 });
  assert.equal(mostAtOnce(file), 1);
});

test('a program that cannot be started is a failed step', async () => {
  const { text, results } = await report([{ name: 'tools', command: [join(folder, 'nowhere')] }]);
  assert.equal(results[0]?.ok, false);
  assert.match(text, /FAILED tools \(T\)\nspawn .*ENOENT/);
});

test('when verbose, steps run one by one', async () => {
  const file = join(folder, 'verbose');
  const { text } = await report([diary('a', file), diary('b', file)], { atOnce: 2, verbose: true });
  assert.equal(mostAtOnce(file), 1);
  assert.equal(text, 'step 1 of 2: a …\nok     a (T)\nstep 2 of 2: b …\nok     b (T)\n');
});
