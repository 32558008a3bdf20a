import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collection, type Row, type Rows } from '../../kernel/rows.ts';
import { TwiceStore } from '../../testing/twice-store.ts';
import { PastRows } from './past-rows.ts';
import { forgetMoments, StoredMoments, storeMoment } from './stored-moments.ts';
import { WatchedStore } from './watched-store.ts';

type Thing = Row & { readonly value: number };

const things = collection<Thing>('things');

const KEPT_MILLIS = 2_000;

/** A store that stores its moments, with its clock. */
const opened = () => {
  const kept = new TwiceStore();
  const store = new WatchedStore(kept);
  const clock = { now: 0 };
  store.watch({ written: (tx, changes) => storeMoment(tx, changes, clock.now, clock.now - KEPT_MILLIS) });
  const set = (uid: string, value: number | undefined): Promise<void> =>
    store.write((tx) => (value === undefined ? tx.remove(things, uid) : tx.put(things, { uid, value })));
  return { kept, store, clock, set, past: new PastRows(new StoredMoments(store), KEPT_MILLIS) };
};

const valuesIn = (rows: Rows | undefined): readonly string[] | undefined =>
  rows?.listWithin(things, '/').map(({ uid, value }) => `${uid}=${value}`);

test('behaviour Q8, 31.11: the rows from before are found by what is stored of each moment', async () => {
  const { store, clock, set, past } = opened();
  await set('a', 1);
  clock.now = 1;
  await set('a', 2);
  await set('b', 1);
  await set('b', 2);
  clock.now = 2;
  await set('b', undefined);
  await store.writeInSteps(function* (tx) {
    tx.put(things, { uid: 'c', value: 1 });
    yield;
    tx.put(things, { uid: 'c', value: 2 });
  });
  assert.deepEqual(
    [3, 2, 1].map((lag) => valuesIn(past.findBehind(2, lag))),
    [[], ['a=1'], ['a=2', 'b=2']],
  );
  assert.deepEqual(valuesIn(store.rows), ['a=2', 'c=2']);
  assert.equal(past.findBehind(3, 1), undefined);
  assert.deepEqual([past.endMillis(2), past.endMillis(2 + KEPT_MILLIS)], [2 + KEPT_MILLIS, undefined]);
});

test('behaviour Q8: a write that is refused stores nothing, and what was stored is forgotten when it is asked for', async () => {
  const { kept, store, clock, set, past } = opened();
  const refused = store.write((tx) => {
    tx.put(things, { uid: 'a', value: 1 });
    throw new Error('refused');
  });
  await assert.rejects(refused, /^Error: refused$/);
  assert.equal(past.endMillis(0), undefined);
  await set('a', 1);
  clock.now = 1;
  await set('a', 2);
  await kept.write((tx) => forgetMoments(tx, 0));
  assert.deepEqual(valuesIn(past.findBehind(1, 1_000)), ['a=1']);
  await kept.write((tx) => forgetMoments(tx));
  assert.equal(past.findBehind(1, 1_000), undefined);
});

test('behaviour Q8: at most 1,000 moments are stored', async () => {
  const { clock, set, past } = opened();
  for (clock.now = 1; clock.now <= 1_001; clock.now += 1) await set('a', clock.now);
  assert.deepEqual(valuesIn(past.findBehind(1_001, 1_001)), ['a=1']);
});
