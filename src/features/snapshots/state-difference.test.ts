import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../../store/memory.ts';
import { things } from '../../testing/store-specimens.ts';
import { workOf } from '../../testing/work-meter.ts';
import { storeOf } from './snapshot-control.ts';
import { differenceOf } from './state-difference.ts';

const ROWS = 20_000;
/** The maximum number of function calls for four written rows; a look at each row would take several times as many. */
const MAX_WORK = ROWS / 2;

const uidOf = (nth: number): string => nth.toString(16).padStart(40, '0');

const filled = async (): Promise<MemoryStore> => {
  const store = new MemoryStore();
  await store.write((tx) => {
    for (let nth = 0; nth < ROWS; nth += 1) tx.put(things, { uid: uidOf(nth), name: `n${nth}`, size: 0 });
  });
  return store;
};

test('the difference of two states is found by what they do not share, in either direction', async () => {
  const store = await filled();
  const state = store.capture();
  await store.write((tx) => {
    tx.put(things, { uid: uidOf(7), name: 'n7', size: 1 });
    // Written again without a change.
    tx.put(things, { uid: uidOf(8), name: 'n8', size: 0 });
    tx.remove(things, uidOf(9_000));
    tx.put(things, { uid: uidOf(ROWS), name: 'new', size: 0 });
  });
  const { rows: before } = await storeOf(store, state);
  const [added, removed] = [
    [{ type: things.name, uid: uidOf(ROWS), name: 'new' }],
    [{ type: things.name, uid: uidOf(9_000), name: 'n9000' }],
  ];
  const changedTo = (sizes: readonly number[]) => [
    { type: things.name, uid: uidOf(7), name: 'n7', fields: { size: sizes } },
  ];
  const { clock: _, ...difference } = differenceOf(before, store.rows, [0, 0]);
  assert.deepEqual(difference, { added, removed, changed: changedTo([0, 1]) });
  const { clock: __, ...back } = differenceOf(store.rows, before, [0, 0]);
  assert.deepEqual(back, { added: removed, removed: added, changed: changedTo([1, 0]) });
  const { most } = await workOf(async () => differenceOf(before, store.rows, [0, 0]));
  assert.ok(most < MAX_WORK, `${most} calls`);
});
