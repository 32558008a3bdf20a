import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { REPORTS } from './summary.ts';

// Node 20 expands no patterns for --test. Names on the command line choose the files that contain one of them.
const wanted = process.argv.slice(2);
const files = ['src', 'scripts', 'bench']
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
  .filter((path) => path.endsWith('.test.ts'))
  .filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)))
  .sort();

if (files.length === 0) {
  process.stderr.write(`no unit test matches ${wanted.join(' ')}\n`);
  process.exit(1);
}
mkdirSync(dirname(REPORTS.unit), { recursive: true });
const { status } = spawnSync(
  process.execPath,
  [
    ...['--import', 'tsx', '--test'],
    ...[`--test-concurrency=${availableParallelism()}`, '--test-timeout=300000'],
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...['--test-reporter=tap', `--test-reporter-destination=${REPORTS.unit}`],
    ...files,
  ],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
