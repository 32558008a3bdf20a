import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rows } from '../../kernel/rows.ts';
import { PastRows } from './past-rows.ts';

/** Rows that only have a name. */
const rows = (name: string): Rows => ({ name }) as unknown as Rows;
const nameOf = (found: Rows | undefined): string | undefined =>
  (found as unknown as { name: string } | undefined)?.name;

test('behaviour Q8: at most 1,000 moments are kept, and the changes of the oldest are seen', () => {
  const past = new PastRows(10_000);
  for (let moment = 1; moment <= 1_000; moment += 1) past.add(moment, () => rows(`before ${moment}`));
  assert.equal(nameOf(past.findBefore(0)), 'before 1');
  past.add(1_001, () => rows('before 1001'));
  assert.equal(nameOf(past.findBefore(0)), 'before 2');
  assert.equal(nameOf(past.findBefore(1_000)), 'before 1001');
  assert.equal(past.findBefore(1_001), undefined);
});

test('behaviour Q8: the changes of one moment are one, and their rows are forgotten in time', () => {
  const past = new PastRows(100);
  past.add(5, () => rows('first'));
  past.add(5, () => assert.fail('the rows before the moment are known'));
  assert.equal(nameOf(past.findBefore(0)), 'first');
  assert.equal(past.endMillis(104), 105);
  assert.equal(past.endMillis(105), undefined);
  assert.equal(past.findBefore(0), undefined);
});

test('behaviour Q6: changes come and go for each caller, and one hides those after it', () => {
  const past = new PastRows(40);
  past.add(0, () => rows('none'));
  past.add(10, () => rows('one'));
  const seen = (caller: string, now: number): string => nameOf(past.findSeen(caller, now, 20, 2)) ?? 'both';
  assert.deepEqual([seen('a', 19), seen('a', 20), seen('a', 30), seen('a', 31)], ['none', 'one', 'none', 'one']);
  assert.deepEqual([seen('b', 31), seen('b', 31), seen('b', 31)], ['both', 'none', 'both']);
  assert.deepEqual([seen('c', 45), seen('c', 45), seen('c', 49)], ['both', 'one', 'both']);
  assert.deepEqual([seen('d', 49), seen('d', 50)], ['both', 'both']);
});
