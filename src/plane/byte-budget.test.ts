import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ByteBudget, type ByteShare } from './bounded-log.ts';

/** A holder of pieces, of which the oldest goes first. */
const holderIn = (budget: ByteBudget, limit?: number) => {
  const pieces: number[] = [];
  const share: ByteShare = budget.open(() => {
    const oldest = pieces.shift();
    if (oldest === undefined) return false;
    share.charge(-oldest);
    return true;
  }, limit);
  const add = (bytes: number): void => {
    pieces.push(bytes);
    share.charge(bytes);
  };
  return { share, pieces, add };
};

test('behaviour J7: no share holds more than its limit, nor all of them more than the budget', () => {
  const additions = fc.array(fc.record({ holder: fc.nat(4), bytes: fc.integer({ min: 1, max: 40 }) }), {
    minLength: 150,
    maxLength: 300,
  });
  fc.assert(
    fc.property(additions, (added) => {
      const budget = new ByteBudget(1_000);
      const holders = [100, 300, 1_000, 5_000, undefined].map((limit) => holderIn(budget, limit));
      for (const { holder, bytes } of added) {
        holders[holder]?.add(bytes);
        const sizes = holders.map(({ pieces }) => pieces.reduce((sum, piece) => sum + piece, 0));
        assert.deepEqual(
          holders.map(({ share }) => share.bytes),
          sizes,
        );
        assert.equal(
          budget.bytes,
          sizes.reduce((sum, size) => sum + size, 0),
        );
        assert.ok(budget.bytes <= 1_000);
        assert.ok(sizes.every((size, nth) => size <= ([100, 300][nth] ?? 1_000)));
      }
    }),
  );
});

test('behaviour J7: the share that holds most gives up first, down to the size of the next', () => {
  const cases: readonly { readonly sizes: readonly number[]; readonly expected: readonly number[] }[] = [
    { sizes: [50, 660, 300], expected: [50, 634, 300] },
    { sizes: [500, 110, 400], expected: [480, 110, 400] },
    { sizes: [330, 340, 340], expected: [328, 328, 328] },
  ];
  for (const { sizes, expected } of cases) {
    const budget = new ByteBudget(1_000);
    const holders = sizes.map(() => holderIn(budget));
    for (const [nth, size] of sizes.entries()) for (let piece = 0; piece < size; piece += 1) holders[nth]?.add(1);
    // Some is given up beyond what is needed: a 64th of the whole.
    const bytes = holders.map(({ share }) => share.bytes);
    assert.ok(
      bytes.every((size, nth) => Math.abs(size - (expected[nth] ?? 0)) <= (expected[nth] === sizes[nth] ? 0 : 16)),
      `${sizes} became ${bytes}`,
    );
    assert.ok(budget.bytes <= 1_000 && budget.bytes >= 1_000 - 1_000 / 32);
  }
});

test('behaviour J7: a share that cannot give up more is not asked at each charge, and one that has left counts no more', () => {
  const budget = new ByteBudget(1_000);
  let asked = 0;
  const stuck = budget.open(() => {
    asked += 1;
    return false;
  }, Number.POSITIVE_INFINITY);
  const other = holderIn(budget);
  stuck.charge(1_000);
  for (let nth = 0; nth < 12; nth += 1) other.add(1);
  assert.deepEqual([asked, other.share.bytes], [1, 12]);
  budget.close(stuck);
  budget.close(stuck);
  stuck.charge(500);
  assert.equal(budget.bytes, 12);
  for (let nth = 0; nth < 988; nth += 1) other.add(1);
  assert.deepEqual([budget.bytes, other.share.bytes], [1_000, 1_000]);
});
