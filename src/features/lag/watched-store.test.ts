import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collection, type Row } from '../../kernel/rows.ts';
import { MemoryStore } from '../../store/memory.ts';
import { testStoreConformance } from '../../testing/store-conformance.ts';
import { WatchedStore } from './watched-store.ts';

const things = collection<Row>('things');

testStoreConformance('WatchedStore', async () => {
  const store = new WatchedStore(new MemoryStore());
  // Takes the rows before each change, as behaviour Q8 does.
  store.watch({ writing: () => void store.fork() });
  return store;
});

test('behaviour Q8: the rows before a change are there when it is made, at once or in steps', async () => {
  const store = new WatchedStore(new MemoryStore());
  const before: (readonly Row[])[] = [];
  store.watch({
    writing: () => before.push(store.fork().rows.listWithin(things, '/')),
    restored: () => before.push([]),
  });
  await store.write((tx) => tx.put(things, { uid: 'a' }));
  await store.writeInSteps(function* (tx) {
    yield;
    tx.put(things, { uid: 'b' });
  });
  assert.deepEqual(
    before.map((rows) => rows.map(({ uid }) => uid)),
    [[], ['a']],
  );
  assert.equal(store.rows.listWithin(things, '/').length, 2);
});
