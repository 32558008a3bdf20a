import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planCut } from './cut-plan.ts';
import { type RenderedCall, type RenderedRun, renderedRun } from './rendered-run.ts';

const KB = 1_024;
const NOTHING = { calls: 0, steps: 0, events: 0, bodies: 0, answers: 0, fixtures: 0 };

/** A call of 3 KiB: one that reads has an answer of 2 KiB, or of more. */
const call = (begunMillis: number, isRead: boolean, answerKb = 2): RenderedCall => ({
  begunMillis,
  id: begunMillis,
  isRead,
  bytes: (answerKb + 1) * KB,
  answerBytes: answerKb * KB,
});

const run = (
  id: string,
  hasFailed: boolean,
  calls: readonly RenderedCall[],
  stepBytes = 0,
  largeSteps: RenderedRun['largeSteps'] = [],
): RenderedRun =>
  renderedRun(
    {
      id,
      createdMillis: 0,
      hasFailed,
      cut: NOTHING,
      calls,
      bytes: KB,
      fixtureBytes: 0,
      stepCount: 1,
      stepBytes,
      largeSteps,
    },
    () => '{}',
  );

const GREEN = run('green', false, [call(1, true), call(4, false), call(6, true)], KB);
const LATER = run('later', false, [call(5, true)], KB);
const RED = run('red', true, [call(2, true), call(3, false), call(7, true, 100)], KB);
const RUNS = [GREEN, LATER, RED];
const WHOLE = RUNS.reduce(
  (sum, { bytes, stepBytes, calls }) => sum + bytes + stepBytes + calls.reduce((total, each) => total + each.bytes, 0),
  0,
);

/** The cut of each run if so many KiB must go: places of answers, how many calls, and `bare`. */
const planOf = (kb: number) => {
  const plan = planCut(RUNS, WHOLE - kb * KB + 1_000);
  return RUNS.map((each) => {
    const { answers = new Set<number>(), calls = 0, isBare = false } = plan.get(each) ?? {};
    return `${each.id}: ${[...answers].join(' ') || '-'} / ${calls}${isBare ? ' bare' : ''}`;
  });
};

// In each case a little less goes than is said, since the list of what was cut takes room.
const CASES: readonly (readonly [what: string, kb: number, cut: readonly string[]])[] = [
  ['nothing if all fits', 0, ['green: - / 0', 'later: - / 0', 'red: - / 0']],
  ['the answers above 64 KiB, of worlds that failed, too', 90, ['green: - / 0', 'later: - / 0', 'red: 2 / 0']],
  [
    'then answers of reads in worlds without a failure, the oldest first',
    102,
    ['green: 0 / 0', 'later: - / 0', 'red: 2 / 0'],
  ],
  ['all of these, of the next world, too', 106, ['green: 0 2 / 0', 'later: 0 / 0', 'red: 2 / 0']],
  ['then their calls whole, the oldest first', 107, ['green: 2 / 1', 'later: 0 / 0', 'red: 2 / 0']],
  ['with the last call of a world its steps', 112, ['green: - / 3 bare', 'later: 0 / 0', 'red: 2 / 0']],
  ['then answers of reads in worlds with a failure', 116, ['green: - / 3 bare', 'later: - / 1 bare', 'red: 2 0 / 0']],
  ['then the calls of these', 117, ['green: - / 3 bare', 'later: - / 1 bare', 'red: 2 / 1']],
  ['never the pages and the ends', 1_000, ['green: - / 3 bare', 'later: - / 1 bare', 'red: - / 3 bare']],
];

for (const [what, kb, cut] of CASES) {
  test(`behaviour R11: a trace that is too large is cut: ${what}`, () => assert.deepEqual(planOf(kb), cut));
}

test('behaviour R11: a trace that is too large is cut: bodies above 64 KiB of control calls before calls', () => {
  const bodies = [0, 2].map((at) => ({ at, bytes: 100 * KB }));
  const runs = [run('green', false, [call(1, false)]), run('red', true, [call(2, false)], 210 * KB, bodies)];
  const cutOf = (max: number) => {
    const plan = planCut(runs, max);
    const all = runs.map((each) => plan.get(each));
    return [[...(all[1]?.bodies ?? [])], all[0]?.calls ?? 0, all[1]?.isBare ?? false];
  };
  const whole = 218 * KB;
  assert.deepEqual(cutOf(whole + 10 * KB), [[], 0, false]);
  assert.deepEqual(cutOf(whole - 50 * KB), [[0], 0, false]);
  assert.deepEqual(cutOf(whole - 150 * KB), [[0, 2], 0, false]);
  assert.deepEqual(cutOf(whole - 202 * KB), [[0, 2], 1, false]);
  assert.deepEqual(cutOf(8 * KB), [[0, 2], 1, true]);
});

test('behaviour R11: a bound holds as long as pages and ends are within it', () => {
  for (let max = WHOLE; max > 4 * KB; max -= 500) {
    const plan = planCut(RUNS, max);
    const total = RUNS.reduce((sum, each) => {
      const { answers = new Set<number>(), calls = 0, isBare = false } = plan.get(each) ?? {};
      const sizes = each.calls.map(({ bytes, answerBytes }, at) =>
        at < calls ? 0 : bytes - (answers.has(at) ? answerBytes : 0),
      );
      return sizes.reduce((total, bytes) => total + bytes, sum + each.bytes + (isBare ? 0 : each.stepBytes));
    }, 0);
    assert.ok(total <= max, `${total} of ${max}`);
  }
});
