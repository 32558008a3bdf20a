import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rows } from '../../kernel/rows.ts';
import { MemoryStore } from '../../store/memory.ts';
import { PastRows } from './past-rows.ts';
import { forgetFlaps, isHiddenFrom } from './world-consistency.ts';

/** Rows that only have a name. */
const rows = (name: string): Rows => ({ name }) as unknown as Rows;
const nameOf = (found: Rows | undefined): string | undefined =>
  (found as unknown as { name: string } | undefined)?.name;

test('behaviour Q8: at most 1,000 moments are remembered, and the changes of the oldest are seen', () => {
  const past = new PastRows(10_000);
  for (let moment = 1; moment <= 1_000; moment += 1) past.add(moment, () => rows(`before ${moment}`));
  assert.equal(nameOf(past.findBehind(1_001, 1_001)), 'before 1');
  past.add(1_001, () => rows('before 1001'));
  assert.equal(nameOf(past.findBehind(1_001, 1_001)), 'before 2');
  assert.equal(nameOf(past.findBehind(1_001, 1)), 'before 1001');
  assert.equal(past.findBehind(1_002, 1), undefined);
});

test('behaviour Q8: the changes of one moment are one, and their rows are forgotten in time', () => {
  const past = new PastRows(100);
  past.add(5, () => rows('first'));
  past.add(5, () => assert.fail('the rows before the moment are known'));
  assert.equal(nameOf(past.findBehind(104, 100)), 'first');
  assert.equal(past.endMillis(104), 105);
  assert.equal(past.endMillis(105), undefined);
  assert.equal(past.findBehind(105, 100), undefined);
});

test('behaviour Q6: changes come and go for each caller, and one hides those after it', async () => {
  const past = new PastRows(40);
  const store = new MemoryStore();
  past.add(0, () => rows('none'));
  past.add(10, () => rows('one'));
  const seen = (caller: string, now: number): Promise<string> =>
    store.write((tx) => nameOf(past.findSeen(now, 20, (until) => isHiddenFrom(tx, until, caller, 2))) ?? 'both');
  const listSeen = async (caller: string, ...moments: readonly number[]): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const now of moments) found.push(await seen(caller, now));
    return found;
  };
  assert.deepEqual(await listSeen('a', 19, 20, 30, 31), ['none', 'one', 'none', 'one']);
  assert.deepEqual(await listSeen('b', 31, 31, 31), ['both', 'none', 'both']);
  assert.deepEqual(await listSeen('c', 45, 45, 49), ['both', 'one', 'both']);
  assert.deepEqual(await listSeen('d', 49, 50), ['both', 'both']);
  assert.deepEqual(
    [19, 20, 49, 50].map((now) => past.isUnsettled(now, 20)),
    [false, true, true, false],
  );
  await store.write((tx) => forgetFlaps(tx, 10));
  assert.deepEqual(await listSeen('a', 31, 31), ['both', 'none']);
});

test('behaviour Q6: of a moment 1,000 callers are counted, and the changes stay for all others', async () => {
  const store = new MemoryStore();
  const hides = (caller: string): Promise<boolean> => store.write((tx) => isHiddenFrom(tx, 5, caller, 2));
  for (let index = 0; index < 1_000; index += 1) await hides(`caller-${index}`);
  assert.deepEqual([await hides('caller-0'), await hides('other'), await hides('other')], [true, false, false]);
});
