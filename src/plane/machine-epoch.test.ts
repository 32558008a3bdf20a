import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeMachineEpoch } from './machine-epoch.ts';

test('behaviour J14: the epoch of a machine stays while its clocks agree, and follows one that was set', () => {
  let wall = 1_000_000;
  let steady = 0;
  const epoch = makeMachineEpoch({ now: () => wall }, () => steady);
  const cases: readonly (readonly [wall: number, steady: number, epoch: number])[] = [
    [1_000_000, 0, 1_000_000],
    [1_000_101, 100.4, 1_000_000],
    [1_000_140, 100, 1_000_000],
    [2_000_000, 200, 1_999_800],
    [2_000_051, 250, 1_999_800],
    [500_000, 300, 499_700],
  ];
  for (const [at, machine, expected] of cases) {
    wall = at;
    steady = machine;
    assert.equal(epoch(), expected);
  }
});
