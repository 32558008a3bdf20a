import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { countOf, isGreen, REPORTS, sum, summaryLine } from './summary.ts';

const CHECK = ['lint', 'types', 'unit', 'emit:check', 'openapi:lint', 'proto:check', 'deadcode'];

/** The npm scripts that each gate runs, in order; a failure does not keep the later ones from telling theirs. */
const GATES: ReadonlyMap<string, readonly string[]> = new Map([
  ['check', CHECK],
  // What ships is what is driven from outside.
  ['test', ['tools', ...CHECK, 'build', 'contract']],
]);

const run = (script: string): { readonly script: string; readonly ok: boolean; readonly seconds: string } => {
  process.stdout.write(`\n> ${script}\n`);
  const started = performance.now();
  const { status } = spawnSync('npm', ['run', '--silent', script], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, MOCK_ENTRY: 'dist/main.js' },
  });
  return { script, ok: status === 0, seconds: ((performance.now() - started) / 1000).toFixed(1) };
};

const scripts = GATES.get(process.argv[2] ?? '');
if (!scripts) throw new Error(`usage: gate.ts ${[...GATES.keys()].join('|')}`);

rmSync('test-results', { recursive: true, force: true });
const results = scripts.map(run);
const runners = (Object.keys(REPORTS) as (keyof typeof REPORTS)[]).filter((runner) => scripts.includes(runner));
const count = sum(runners.map(countOf));

process.stdout.write('\n');
for (const { script, ok, seconds } of results) {
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${script} (${seconds} s)\n`);
}
process.stdout.write(`\n${summaryLine(count)}\n`);
process.exitCode = results.every(({ ok }) => ok) && isGreen(count) ? 0 : 1;
