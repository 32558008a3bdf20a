import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collection, type Row } from '../../kernel/rows.ts';
import { TwiceStore } from '../../testing/twice-store.ts';
import { WatchedStore } from '../lag/watched-store.ts';
import { MAX_WRITES } from './earlier-rows.ts';
import { forgetWrites, listStoredRows, storeWrite } from './stored-writes.ts';

type Thing = Row & { readonly value: number };

const things = collection<Thing>('things');

/** A store that stores its writes. */
const opened = () => {
  const kept = new TwiceStore();
  const store = new WatchedStore(kept);
  store.watch({ written: storeWrite });
  const set = (uid: string, value: number | undefined): Promise<void> =>
    store.write((tx) => (value === undefined ? tx.remove(things, uid) : tx.put(things, { uid, value })));
  const listed = (): readonly string[] =>
    Array.from(listStoredRows(store), (rows) =>
      rows
        .listWithin(things, '/')
        .map(({ uid, value }) => `${uid}${value}`)
        .join(' '),
    );
  return { kept, store, set, listed };
};

test('behaviour F39, 31.19: the rows from before each write are found by what is stored of it, the newest first', async () => {
  const { kept, store, set, listed } = opened();
  await set('a', 1);
  await set('a', 2);
  await store.write((tx) => {
    tx.put(things, { uid: 'b', value: 1 });
    tx.put(things, { uid: 'b', value: 2 });
    tx.put(things, { uid: 'a', value: 3 });
  });
  await set('a', undefined);
  // A write of what is not part of the state is none.
  await store.write((tx) => tx.put(collection('~other'), { uid: 'x' }));
  assert.deepEqual(listed(), ['a3 b2', 'a2', 'a1', '']);
  assert.deepEqual(
    store.rows.listWithin(things, '/').map(({ uid }) => uid),
    ['b'],
  );
  await kept.write(forgetWrites);
  assert.deepEqual(listed(), []);
  await set('c', 1);
  assert.deepEqual(listed(), ['b2']);
});

test('behaviour F39: the last 200 writes are stored', async () => {
  const { set, listed } = opened();
  for (let value = 1; value <= MAX_WRITES + 2; value += 1) await set('a', value);
  const rows = listed();
  assert.deepEqual([rows.length, rows[0], rows.at(-1)], [MAX_WRITES, `a${MAX_WRITES + 1}`, 'a2']);
});
