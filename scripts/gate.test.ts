import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundled-tests.ts';

const GATE = fileURLToPath(new URL('gate.ts', import.meta.url));
const CHECK = ['types', 'emit:check', 'lint', 'unit'];
const THOROUGH = ['deadcode', 'openapi:lint', 'proto:check'];
const PUBLISHED = 'contract:published';
const EXECUTABLE = 'contract:executable';
const SHARED = 'contract:shared';
const TEST = ['tools', ...CHECK, ...THOROUGH, 'package', 'contract', PUBLISHED, SHARED, 'executable', EXECUTABLE];
const ALL = ['v2:alone', ...TEST.map((step) => ([PUBLISHED, EXECUTABLE].includes(step) ? `${step}:all` : step))];

let built = '';
let gate = '';
before(async () => {
  built = mkdtempSync(join(tmpdir(), 'platform-mock-gate-'));
  // Bundled once, since every start through tsx compiles all of it.
  await bundle([GATE], built);
  gate = join(built, 'gate.mjs');
});
after(() => rmSync(built, { recursive: true, force: true }));

/** Scripts of a project, each as what the shell does after it has said its name. */
type Scripts = Readonly<Record<string, string>>;

const writes = (path: string, text: string): string => `mkdir -p test-results && echo '${text}' > ${path}`;

const unitReport = writes('test-results/unit.tap', '# pass 4\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 0\n');
const contractReport = writes(
  'test-results/contract.json',
  '{"stats":{"expected":3,"unexpected":0,"flaky":0,"skipped":1},"errors":[]}',
);

const publishedReport = writes(
  'test-results/contract-published.json',
  '{"stats":{"expected":2,"unexpected":0,"flaky":0,"skipped":0},"errors":[]}',
);

const executableReport = writes(
  'test-results/contract-executable.json',
  '{"stats":{"expected":1,"unexpected":0,"flaky":0,"skipped":0},"errors":[]}',
);

const sharedReport = writes(
  'test-results/contract-shared.json',
  '{"stats":{"expected":1,"unexpected":0,"flaky":0,"skipped":0},"errors":[]}',
);

/** Runs the gate in a project whose scripts say their name, unless others are given. */
const runGate = (args: readonly string[], names: readonly string[], scripts: Scripts = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'platform-mock-gate-'));
  try {
    const known: Scripts = {
      unit: unitReport,
      contract: contractReport,
      [PUBLISHED]: publishedReport,
      [EXECUTABLE]: executableReport,
      [SHARED]: sharedReport,
    };
    const programs = names.map((name) => [name, `echo ${name} says; ${scripts[name] ?? known[name] ?? ''}`]);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: Object.fromEntries(programs) }));
    const { status, stdout } = spawnSync(process.execPath, [gate, ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, TEST_SIZE: undefined },
    });
    return { status, lines: stdout.trimEnd().split('\n') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

test('a green check prints a line for each step as it begins and ends, and the count last', () => {
  const { status, lines } = runGate(['check'], CHECK);
  assert.equal(status, 0);
  assert.equal(lines.at(-1), '4 passed, 0 failed');
  assert.equal(lines.filter((line) => /^step \d of 4: /.test(line)).length, 4);
  assert.equal(lines.filter((line) => /^ok {5}\S+ \(\d+\.\d s, processor \d+\.\d s\)$/.test(line)).length, 4);
  assert.ok(!lines.some((line) => line.endsWith(' says')));
  assert.match(lines.at(-2) ?? '', /^processor time: \d+\.\d min$/);
});

for (const [name, size, names] of [
  ['check', 'small', CHECK],
  ['test', 'usual', TEST],
  ['test:all', 'whole', ALL],
] as const) {
  test(`${name} runs its tests with TEST_SIZE=${size}`, () => {
    const says = `[ "$TEST_SIZE" = ${size} ] || exit 1; `;
    const published = says + publishedReport;
    const executable = says + executableReport;
    const scripts = {
      unit: says + unitReport,
      [PUBLISHED]: published,
      [`${PUBLISHED}:all`]: published,
      [EXECUTABLE]: executable,
      [`${EXECUTABLE}:all`]: executable,
    };
    const { status, lines } = runGate([name], names, scripts);
    assert.equal(status, 0, lines.join('\n'));
  });
}

test('a failed step fails the gate, shows what it printed, and lets the others run', () => {
  const { status, lines } = runGate(['test'], TEST, { types: 'exit 2' });
  assert.equal(status, 1);
  assert.ok(lines.includes('types says') && !lines.includes('lint says'));
  assert.ok(lines.some((line) => line.startsWith('ok     contract ')));
  assert.deepEqual(lines.slice(-2), ['failed: types', '11 passed, 0 failed, 1 skipped']);
});

test('contract is not run where the package failed, and counts as one failure', () => {
  const { status, lines } = runGate(['test'], TEST, { package: 'exit 1' });
  assert.equal(status, 1);
  assert.ok(lines.includes('not run, because package failed') && !lines.includes('contract says'));
  assert.deepEqual(lines.slice(-2), [
    'failed: package, contract, contract:published, contract:shared, executable, contract:executable',
    '4 passed, 4 failed',
  ]);
});

test('a runner that ends well and leaves no report is a failure', () => {
  const { status, lines } = runGate(['check'], CHECK, { unit: 'exit 0' });
  assert.equal(status, 1);
  assert.equal(lines.at(-1), '0 passed, 1 failed');
});

test('--verbose prints what every step prints', () => {
  const { status, lines } = runGate(['check', '--verbose'], CHECK);
  assert.equal(status, 0);
  for (const name of CHECK) assert.ok(lines.includes(`${name} says`), name);
  assert.equal(lines.at(-1), '4 passed, 0 failed');
});

for (const args of [[], ['chekc'], ['check', '--quiet']]) {
  test(`gate.ts ${args.join(' ')} is refused with its usage`, () => {
    assert.equal(runGate(args, CHECK).status, 2);
  });
}
