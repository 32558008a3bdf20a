import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { REPORTS } from './summary.ts';
import { groupsOf, writeGroups } from './unit-groups.ts';

/** The number of files that share a process: fewer would load modules more often, more would leave a core idle. */
const GROUP_SIZE = 130;

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
const reporter = process.env.FAILURES_ONLY ? './scripts/failures-reporter.mjs' : 'spec';
const { folder, programs } = await writeGroups(groupsOf(files, GROUP_SIZE), dirname(REPORTS.unit));
try {
  const { status } = spawnSync(
    process.execPath,
    [
      ...['--enable-source-maps', '--import=./scripts/drawn-values.mjs', '--test'],
      // The limit also holds for a group as a whole.
      ...[`--test-concurrency=${availableParallelism()}`, '--test-timeout=1200000'],
      ...[`--test-reporter=${reporter}`, '--test-reporter-destination=stdout'],
      ...['--test-reporter=tap', `--test-reporter-destination=${REPORTS.unit}`],
      ...programs,
    ],
    { stdio: 'inherit' },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
