import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patienceOf } from './tested-world.ts';

for (const [limitMs, elapsedMs, patience] of [
  [5_000, 0, 4_000],
  [30_000, 0, 4_000],
  [30_000, 27_000, 2_400],
  [2_000, 500, 1_200],
  [1_000, 1_500, 0],
  [0, 60_000, 4_000],
  [Number.POSITIVE_INFINITY, 60_000, 4_000],
] as const) {
  test(`of ${limitMs} ms, after ${elapsedMs} ms, an expect may wait ${patience} ms`, () => {
    assert.equal(patienceOf(limitMs, elapsedMs), patience);
  });
}
