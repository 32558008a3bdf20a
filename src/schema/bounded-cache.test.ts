import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedCache, cachesByOwner } from './bounded-cache.ts';

test('a cache returns what it holds, and distinguishes undefined from a missing key', () => {
  const cache = new BoundedCache<string, number | undefined>(2);
  cache.set('a', 1);
  cache.set('b', undefined);
  assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], [1, undefined, undefined]);
  assert.deepEqual([cache.has('a'), cache.has('b'), cache.has('c')], [true, true, false]);
});

test('a full cache is emptied before another value is added', () => {
  const cache = new BoundedCache<number, string>(2);
  for (const key of [1, 2]) cache.set(key, 'held');
  assert.deepEqual([cache.has(1), cache.has(2)], [true, true]);
  cache.set(3, 'held');
  assert.deepEqual([cache.has(1), cache.has(2), cache.has(3)], [false, false, true]);
});

test('each owner has its own cache', () => {
  const cacheOf = cachesByOwner<object, number>(2);
  const [one, other] = [{}, {}];
  cacheOf(one).set('a', 1);
  assert.equal(cacheOf(one).get('a'), 1);
  assert.equal(cacheOf(other).has('a'), false);
});
