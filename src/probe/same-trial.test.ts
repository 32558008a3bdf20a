import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Judgement } from './judge.ts';
import { SameTrial } from './trial.ts';

type Run = readonly [verdict: Judgement['verdict'], mayHideStorm?: boolean];

const QUIET: Run = ['surfaced'];
const HURRIED: Run = ['surfaced', true];
const STORMY: Run = ['stormed', true];

const repeat = (run: Run, count: number): readonly Run[] => Array.from({ length: count }, () => run);

/** Which run gives the verdict, and which verdict; the last goes on. */
const judgedBy = (runs: readonly Run[], load: number): readonly [number, Judgement['verdict']] => {
  const sameTrial = new SameTrial();
  for (let at = 0; ; at += 1) {
    const [verdict, mayHideStorm = false] = runs[at] ?? runs.at(-1) ?? QUIET;
    if (sameTrial.isJudgedWith({ verdict, mayHideStorm }, load)) return [at + 1, verdict];
  }
};

for (const [rule, what, runs, load, judged] of [
  ['O7', 'a refusal that is passed on', [QUIET], 1, [1, 'surfaced']],
  ['O6', 'a client that hangs', [['hung']], 1, [2, 'hung']],
  ['O5', 'lines that are missing', [['misled']], 1, [3, 'misled']],
  ['O5', 'lines that are missing in two runs', [['misled'], ['misled'], ['absorbed']], 1, [3, 'absorbed']],
  ['O7', 'a storm', [STORMY], 1, [2, 'stormed']],
  ['O7', 'a storm on a busy machine', [STORMY], 1.5, [3, 'stormed']],
  ['O7', 'a storm that a busy machine may have hidden from one run', [HURRIED, STORMY], 1.5, [4, 'stormed']],
  ['O7', 'a storm that may be hidden, and is shown last', [...repeat(HURRIED, 5), STORMY], 1.5, [8, 'stormed']],
  ['O7', 'a storm that runs show in turn', [STORMY, HURRIED, STORMY, HURRIED, STORMY], 1.5, [5, 'stormed']],
  ['O7', 'a storm that may be hidden for good', [HURRIED], 1.5, [6, 'surfaced']],
  ['O7', 'a storm that one run shows, and the next two do not', [STORMY, QUIET], 1, [3, 'surfaced']],
  ['O7', 'a storm that one run shows, and may be hidden from then on', [STORMY, HURRIED], 1, [10, 'surfaced']],
] as const satisfies readonly (readonly [
  string,
  string,
  readonly Run[],
  number,
  readonly [number, Judgement['verdict']],
])[]) {
  test(`${rule}: ${what}: ${judged[1]}, by ${judged[0]} runs`, () => assert.deepEqual(judgedBy(runs, load), judged));
}
