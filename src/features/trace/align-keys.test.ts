import assert from 'node:assert/strict';
import { test } from 'node:test';
import { array, constantFrom, assert as hold, property } from 'fast-check';
import { alignKeys } from './compare-traces.ts';

/** The length of a longest common subsequence, by its definition. */
const commonLength = (one: readonly string[], other: readonly string[]): number => {
  let row = new Array<number>(other.length + 1).fill(0);
  for (const each of one) {
    const next = [0];
    for (const [at, key] of other.entries()) {
      next.push(each === key ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};

test('behaviour R14: keys are aligned by a longest common subsequence', () => {
  const keys = array(constantFrom('a', 'b', 'c'), { maxLength: 30 });
  hold(
    property(keys, keys, (one, other) => {
      const matches = alignKeys(one, other);
      assert.equal(matches.length, commonLength(one, other));
      for (const [at, [left, right]] of matches.entries()) {
        assert.equal(one[left], other[right]);
        const [before, beforeRight] = matches[at - 1] ?? [-1, -1];
        assert.ok(left > before && right > beforeRight);
      }
    }),
    { numRuns: 300 },
  );
});

test('behaviour R14: two edits in 20,000 keys are found, and lists that have too little in common are not aligned', () => {
  const one = Array.from({ length: 20_000 }, (_, at) => `${at % 7} ${at}`);
  const other = one.toSpliced(5_000, 1).toSpliced(15_000, 0, 'new');
  assert.equal(alignKeys(one, other).length, 19_999);
  assert.deepEqual(
    alignKeys(
      one,
      one.map((key) => `other ${key}`),
    ),
    [],
  );
});
