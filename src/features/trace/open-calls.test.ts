import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PackedEntry } from '../journal/packed-entry.ts';
import { OpenCalls } from './world-runs.ts';

test('behaviour R12: each call is taken once, when it has ended, and no more than is asked for', () => {
  const open = new Set([2, 4]);
  const [oldest, nextId] = [1, 7];
  const journalOf = (from: number, next: number) => ({
    nextId: next,
    getRetained: (id: number) => (id < from ? undefined : ({ id, isOpen: open.has(id) } as PackedEntry)),
  });
  const calls = new OpenCalls();
  const take = (from: number, next: number, most = 10) => calls.take(journalOf(from, next), most).map(({ id }) => id);
  assert.deepEqual(take(oldest, nextId, 2), [1, 3]);
  assert.deepEqual(take(oldest, nextId, 1), [5]);
  assert.deepEqual(take(oldest, nextId), [6]);
  assert.deepEqual(take(oldest, nextId), []);
  open.delete(4);
  assert.deepEqual(take(oldest, 9, 1), [4]);
  assert.deepEqual(take(oldest, 9), [7, 8]);
  open.delete(2);
  // The call was dropped before it was taken.
  assert.deepEqual(take(3, 9), []);
});
