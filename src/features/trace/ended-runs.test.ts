import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteBudget } from '../../plane/bounded-log.ts';
import { renderedRun } from './rendered-run.ts';
import { EndedRuns } from './world-runs.ts';

const MIB = 1_048_576;
const NOTHING = { calls: 0, steps: 0, events: 0, bodies: 0, answers: 0, fixtures: 0 };

const ended = (count: number, bytes: number) => {
  const runs = new EndedRuns(new ByteBudget(256 * MIB));
  for (let at = 0; at < count; at += 1) {
    const facts = { id: `w-${at}`, createdMillis: at, hasFailed: false, cut: NOTHING, calls: [], fixtureBytes: 0 };
    runs.add(renderedRun({ ...facts, bytes, stepCount: 0, stepBytes: 0, largeSteps: [] }, () => '{}'));
  }
  const [first] = runs.listRetained();
  return [runs.size, first?.id, runs.droppedInAll];
};

for (const [what, count, bytes, expected] of [
  ['all of a hundred small ones', 100, 10, [100, 'w-0', 0]],
  ['the last hundred', 103, 10, [100, 'w-3', 3]],
  ['the last 16 MiB', 10, 4 * MIB, [4, 'w-6', 6]],
  ['none that is larger by itself', 1, 17 * MIB, [0, undefined, 1]],
] as const) {
  test(`behaviour R11: of the runs of ended worlds a mock has ${what}`, () =>
    assert.deepEqual(ended(count, bytes), expected));
}
