import assert from 'node:assert/strict';
import { test } from 'node:test';
import { V2 } from '../../schema/edition.ts';
import type { Operation } from '../../schema/operation.ts';
import { MemoryStore } from '../../store/memory.ts';
import { type CountedCall, forgetCounts, QuotaMeter } from './quota-meter.ts';

const operation = { id: 'ListRepos', edition: V2 } as Operation;
const call = (caller: string): CountedCall => ({ operation, caller });

/** A quota over the rows of a world, with another beside it. */
const open = (per: string) => {
  const store = new MemoryStore();
  const meter = new QuotaMeter({ match: {}, requests: 1, per, by: 'caller' }, 0);
  return {
    store,
    beside: new QuotaMeter({ match: {}, requests: 1, per, by: 'caller' }, 1),
    count: (caller: string, nowMillis: number, of = meter) =>
      store.write((tx) => of.count(tx, call(caller), nowMillis)),
    waitMillis: (caller: string, nowMillis: number, of = meter) => of.waitMillis(store.rows, call(caller), nowMillis),
    read: (nowMillis: number) => meter.read(store.rows, nowMillis),
    refuse: () => store.write((tx) => meter.refuse(tx)),
  };
};

test('behaviour Q10: at most 1,000 windows run, and the oldest ends for another', async () => {
  const { count, waitMillis, read, beside } = open('1h');
  await count('caller-0', 0, beside);
  for (let index = 0; index < 1_000; index += 1) await count(`caller-${index}`, index);
  assert.equal(waitMillis('caller-0', 1_000), 3_600_000 - 1_000);
  await count('caller-1000', 1_000);
  assert.equal(read(1_000).windows.length, 1_000);
  assert.equal(waitMillis('caller-0', 1_000), 0);
  assert.equal(waitMillis('caller-1', 1_000), 3_600_000 - 999);
  assert.equal(waitMillis('caller-0', 1_000, beside), 3_600_000 - 1_000);
});

test('behaviour Q10: a window that begins anew is the last to end for another', async () => {
  const { count, read } = open('1s');
  await count('first', 0);
  await count('second', 500);
  await count('first', 1_000);
  assert.deepEqual(
    read(1_400).windows.map(({ key, resetTime }) => [key, Date.parse(resetTime)]),
    [
      ['second', 1_500],
      ['first', 2_000],
    ],
  );
});

test('a quota counts what it refuses, and nothing once its counts are forgotten', async () => {
  const { count, refuse, read, store, waitMillis } = open('1s');
  await count('first', 0);
  await refuse();
  await refuse();
  assert.equal(read(0).refused, 2);
  await store.write(forgetCounts);
  assert.deepEqual([read(0).refused, read(0).windows, waitMillis('first', 0)], [0, [], 0]);
});
