import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProbeStart } from '../../probe/probe.ts';
import type { ProbeTrial, ProbeVerdict } from '../../probe/report.ts';
import { ProgressBar, startLine } from './progress.ts';

const START: Pick<ProbeStart, 'trials'> = { trials: 4 };

const trialOf = (verdict: ProbeVerdict, accepted?: string): ProbeTrial => ({
  id: 'CreateRepo#1/lost_answer',
  operation: 'CreateRepo',
  call: { world: 'default', protocol: 'rest', caller: 'c', resource: 'r' },
  surprise: 'lost_answer',
  verdict,
  why: '',
  durationMs: 1,
  folded: 0,
  ...(accepted !== undefined && { accepted }),
});

test('O10: the bar shows how far a probe is, its findings that are not accepted, and how long it still takes', () => {
  const written: string[] = [];
  let millis = 0;
  const bar = new ProgressBar(
    (text) => written.push(text),
    () => millis,
  );
  const lastLine = (): string | undefined => written.at(-1)?.replace('\r\u001b[K', '');
  bar.start(START as ProbeStart);
  assert.equal(lastLine(), `[${'.'.repeat(24)}] 0 of 4, 0 findings`);
  millis = 10_000;
  bar.add(trialOf('corrupted'));
  assert.equal(lastLine(), `[${'#'.repeat(6)}${'.'.repeat(18)}] 1 of 4, 1 finding, 30.0 s left`);
  millis = 20_000;
  bar.add(trialOf('hung', 'it may'));
  bar.add(trialOf('absorbed'));
  assert.equal(lastLine(), `[${'#'.repeat(18)}${'.'.repeat(6)}] 3 of 4, 1 finding, 6.7 s left`);
  bar.end();
  assert.equal(lastLine(), '');
});

test('O10: the first line says how long it takes, also if the command waits as long as answers ask', () => {
  const start = (estimateMillis: number, waitingMillis: number): ProbeStart =>
    ({
      baseline: { calls: [{}, {}] },
      plan: { folded: 0, unselected: 0, surprises: 3, trials: [1, 2, 3, 4] },
      ...{ trials: 4, jobs: 2, estimateMillis, waitingMillis },
    }) as unknown as ProbeStart;
  assert.equal(startLine(start(1_500, 1_500)), '2 calls and 3 surprises make 4 trials: about 1.5 s with 2 jobs');
  assert.equal(
    startLine(start(1_500, 21_500)),
    '2 calls and 3 surprises make 4 trials: about 1.5 s with 2 jobs, or 21.5 s if it obeys Retry-After and waits for answers that never come',
  );
});
