import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { GO_LIMIT_MS } from '../support/go-module.ts';
import { runCommand } from '../support/own-server.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { runnerEnvironment } from './driven-setup.ts';
import { PROBED_SAMPLES } from './probed-samples.ts';
import { expect, test } from './user-folder.ts';

/** A probe of some dozen trials takes two minutes; this is to end one that hangs. */
const LIMIT_MS = 900_000;

const ACCEPTED = 'samples/probe/accepted';

interface Report {
  readonly baseline: { readonly worlds: number };
  readonly trials: readonly {
    readonly id: string;
    readonly verdict: string;
    readonly accepted?: string;
  }[];
  readonly summary: { readonly trials: number };
}

interface AcceptedFile {
  readonly accepted: readonly { readonly reason: string }[];
}

/** A detail is not added to an error that a test has asked for by a fault of its own. */
const mayBeUnreached = (id: string): boolean => id.endsWith('/unknown_detail');

test.describe('O6: the samples, as they are @mock', () => {
  test.describe.configure({ timeout: LIMIT_MS + GO_LIMIT_MS });

  test('O10: each sample is probed, and each file of accepted findings is of some', async () => {
    const probed = PROBED_SAMPLES.map(({ sample }) => sample.split('/')[0] ?? '');
    // The clients of samples/probe have tests of their own, and the samples of runners show how a test has a world.
    const others = ['probe', 'jest', 'jest-typescript', 'mocha', 'node-test', 'other-runners'];
    expect([...new Set([...probed, ...others])].toSorted()).toEqual((await readdir('samples')).toSorted());
    const files = PROBED_SAMPLES.flatMap(({ accepted }) => (accepted === undefined ? [] : [`${accepted}.yaml`]));
    expect([...new Set(files)].toSorted()).toEqual((await readdir(ACCEPTED)).toSorted());
  });

  for (const { sample, prepare, flags = [], worlds, trials: least, accepted } of PROBED_SAMPLES) {
    test(`O2, O6, O10: nothing is found in ${sample} but what is accepted with a reason @whole`, async ({ user }) => {
      const folder = await mkdtemp(join(user, `probed-${sample.replace('/', '-')}-`));
      try {
        const prepared = await prepare(folder);
        skipAloud(`${sample} was not probed`, 'missing' in prepared ? prepared.missing : undefined);
        if ('missing' in prepared) return;
        const [report, file] = [join(folder, 'report.json'), `${ACCEPTED}/${accepted}.yaml`];
        const own = ['--out', join(folder, 'found'), '--report', report];
        const accept = accepted === undefined ? [] : ['--accept', file];
        const command = ['sh', '-c', `cd '${resolve(prepared.place)}' && ${prepared.line}`];
        const args = ['probe', ...own, ...accept, ...flags, '--', ...command];
        const { code, stdout, stderr } = await runCommand(args, runnerEnvironment, LIMIT_MS);
        expect([code, stderr], stdout).toEqual([0, '']);
        const { baseline, trials, summary } = JSON.parse(await readFile(report, 'utf8')) as Report;
        expect(baseline.worlds).toBeGreaterThanOrEqual(worlds);
        expect(summary.trials).toBeGreaterThanOrEqual(least);
        expect(trials.filter(({ id, verdict }) => verdict === 'not_reached' && !mayBeUnreached(id))).toEqual([]);
        if (accepted === undefined) return;
        // Each accepted finding is still found: the file has none too many.
        const { accepted: entries } = parse(await readFile(file, 'utf8')) as AcceptedFile;
        const met = new Set(trials.map((trial) => trial.accepted));
        expect(entries.filter(({ reason }) => !met.has(reason))).toEqual([]);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
});
