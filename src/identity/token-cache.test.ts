import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TokenCache } from './verified.ts';

/** Distinct tokens of a length, the number in front. */
const tokens = (count: number, length: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${at}.`.padEnd(length, 'x'));

const keeping = (all: readonly string[]): TokenCache<number> => {
  const cache = new TokenCache<number>();
  for (const [at, token] of all.entries()) cache.set(token, at);
  return cache;
};

test('10.17: short tokens are bounded by their number, and the oldest are dropped', () => {
  const all = tokens(10_001, 20);
  const cache = keeping(all);
  assert.deepEqual(cache.size, { tokens: 10_000, characters: 200_000 });
  assert.equal(cache.get(all[0] ?? ''), undefined);
  assert.equal(cache.get(all[1] ?? ''), 1);
  assert.equal(cache.get(all[10_000] ?? ''), 10_000);
});

test('10.17: long tokens are bounded by their characters', () => {
  const length = 32 * 1024;
  const all = tokens(1_000, length);
  const cache = keeping(all);
  assert.deepEqual(cache.size, { tokens: 256, characters: 256 * length });
  assert.equal(cache.get(all[743] ?? ''), undefined);
  assert.equal(cache.get(all[744] ?? ''), 744);
});

test('a token that is kept again counts once, with what it was found to be last', () => {
  const cache = keeping(['a', 'bb', 'a']);
  assert.deepEqual(cache.size, { tokens: 2, characters: 3 });
  assert.equal(cache.get('a'), 2);
});
