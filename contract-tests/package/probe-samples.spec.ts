import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buildGo, GO_LIMIT_MS } from '../support/go-module.ts';
import { runCommand } from '../support/own-server.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { runnerEnvironment } from './driven-setup.ts';
import { expect, test } from './user-folder.ts';

/** A probe of some dozen trials takes two minutes; this is to end one that hangs. */
const LIMIT_MS = 900_000;

interface Report {
  readonly baseline: { readonly worlds: number; readonly noise: readonly string[] };
  readonly trials: readonly { readonly id: string; readonly verdict: string; readonly accepted?: string }[];
  readonly summary: { readonly findings: number; readonly trials: number };
}

/** A sample with the line that runs it, in a folder in which the package is installed; `%` is its own folder there. */
interface Sample {
  readonly sample: string;
  readonly line: string;
  /** What a first build of it in Go needs. */
  readonly go?: readonly string[];
  /** The flags that bound a suite, which takes seconds for each trial. */
  readonly flags?: readonly string[];
  /** How many worlds it makes at least. */
  readonly worlds: number;
}

const SAMPLES: readonly Sample[] = [
  { sample: 'node-client', line: `exec node ${resolve('samples/node-client/main.js')}`, worlds: 1 },
  { sample: 'go-client', line: 'exec ./built', go: ['build', '-o', 'built', '.'], worlds: 1 },
  {
    sample: 'go-test',
    line: 'exec go test -count=1 ./...',
    go: ['test', '-c', '-o', 'built', '.'],
    flags: ['--max', '12'],
    worlds: 20,
  },
  {
    sample: 'retry-guard',
    line: `exec ${resolve('node_modules/.bin/vitest')} run fixed-client.test.ts`,
    flags: ['--max', '10'],
    worlds: 3,
  },
  { sample: 'vitest', line: `exec ${resolve('node_modules/.bin/vitest')} run`, flags: ['--max', '8'], worlds: 50 },
];

test.describe('O6: the samples, as they are @mock @whole', () => {
  test.describe.configure({ timeout: LIMIT_MS });

  for (const { sample, line, go, flags = [], worlds } of SAMPLES) {
    test(`O2, O6, O10: nothing is found in ${sample} but what is accepted with a reason`, async ({ user }) => {
      const folder = await mkdtemp(join(user, `probed-${sample}-`));
      try {
        // A module in Go finds those beside it by their place.
        const home = go ? `samples/${sample}` : folder;
        if (go) {
          test.setTimeout(LIMIT_MS + GO_LIMIT_MS);
          const [command = '', ...words] = go;
          const build = [command, ...words.map((word) => (word === 'built' ? join(folder, word) : word))];
          skipAloud(`${sample} was not probed`, buildGo(home, ...build));
        } else await cp(`samples/${sample}`, folder, { recursive: true });
        const report = join(folder, 'report.json');
        const own = ['--out', join(folder, 'found'), '--report', report, '--accept', 'samples/probe/accepted.yaml'];
        const place = line.includes('./built') ? folder : home;
        const command = ['sh', '-c', `cd '${resolve(place)}' && ${line}`];
        const args = ['probe', '--timeout', '30s', ...own, ...flags, '--', ...command];
        const { code, stdout, stderr } = await runCommand(args, runnerEnvironment, LIMIT_MS);
        expect([code, stderr], stdout).toEqual([0, '']);
        const { baseline, trials, summary } = JSON.parse(await readFile(report, 'utf8')) as Report;
        expect(summary.trials).toBeGreaterThan(7);
        expect(trials.filter(({ verdict }) => verdict === 'not_reached')).toEqual([]);
        expect(baseline.worlds).toBeGreaterThanOrEqual(worlds);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
});
