import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bySize } from '../../scripts/test-size.ts';
import {
  type Collection,
  type Row,
  type Rows,
  type Snapshot,
  type Store,
  transientCollection,
} from '../kernel/rows.ts';
import { TOP } from '../kernel/uid.ts';
import { others, type Thing, things } from '../testing/store-specimens.ts';
import { MemoryStore } from './memory.ts';

const passing = transientCollection('passing');
const UIDS = Array.from({ length: 12 }, (_, at) => `${'a'.repeat(40)}/${at.toString(16).padStart(16, '0')}`);
const MANY = Array.from({ length: 1_100 }, (_, at) => `${'b'.repeat(40)}/${at.toString(16).padStart(16, '0')}`);
/** For a log that holds all. */
const ignore = (): void => undefined;

const collections: readonly Collection[] = [things, others];

/** Everything of a state: each row with its stamp, and how rows of one name follow each other. */
const stateOf = (rows: Rows): unknown => [
  collections.map((of) => rows.listWithin(of, TOP).map(({ uid, ...row }) => [uid, row, rows.entry(of, uid)?.stamp])),
  ['x', 'y'].map((name) => rows.by(things, 'name', name).map(({ uid }) => uid)),
];

const uid = fc.constantFrom(...UIDS);
const row: fc.Arbitrary<Thing> = fc.record({ uid, name: fc.constantFrom('x', 'y'), size: fc.nat(3) });
const change = fc.oneof(row, uid);
const changes = fc.array(change, { minLength: 1, maxLength: 4 });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom('write', 'refuse', 'fail', 'lose', 'steps', 'pass'), changes }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('capture', 'restore', 'fill', 'empty'), changes: fc.constant([]) }),
  },
);

const apply = (tx: Parameters<Parameters<Store['write']>[0]>[0], made: readonly (Thing | string)[]): void => {
  for (const [nth, one] of made.entries()) {
    const to: Collection<Thing> = nth % 2 === 0 ? things : others;
    if (typeof one === 'string') tx.remove(to, one);
    else tx.put(to, one);
  }
};

test('a fork at any place has each row as it was, with its stamp', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      let refused = false;
      let undo = (): void => {};
      const store = new MemoryStore(function* (_, undoLater) {
        if (refused) throw new Error('refused');
        undo = undoLater;
        yield;
        return undefined;
      });
      store.log.retain(ignore);
      let captured: Snapshot = store.capture();
      const states = [stateOf(store.rows)];
      const note = (): void => {
        assert.ok(store.log.place - states.length < 2);
        states[store.log.place] ??= stateOf(store.rows);
        assert.deepEqual(stateOf(store.rows), states[store.log.place]);
      };
      for (const { kind, changes: made } of steps) {
        if (kind === 'write') await store.write((tx) => apply(tx, made));
        else if (kind === 'pass') await store.write((tx) => tx.put(passing, { uid: 'a' } satisfies Row));
        else if (kind === 'capture') captured = store.capture();
        else if (kind === 'restore') await store.restore(captured);
        else if (kind === 'fill' || kind === 'empty') {
          await store.writeInSteps(function* (tx) {
            for (const at of MANY)
              kind === 'fill' ? tx.put(things, { uid: at, name: 'x', size: 1 }) : tx.remove(things, at);
            yield;
          });
        } else if (kind === 'steps') {
          await store.writeInSteps(function* (tx) {
            apply(tx, made);
            yield;
            apply(tx, made);
          });
        } else if (kind === 'lose') {
          undo = () => {};
          await store.write((tx) => apply(tx, made));
          note();
          undo();
        } else {
          refused = kind === 'refuse';
          const failed = store.write((tx) => {
            apply(tx, made);
            if (kind === 'fail') throw new Error('failed');
          });
          await failed.catch(() => undefined);
          refused = false;
        }
        note();
      }
      for (const [place, state] of states.entries()) {
        const { rows } = store.fork(place);
        assert.deepEqual([stateOf(rows), rows.listWithin(passing, TOP)], [state, []]);
      }
      assert.deepEqual(stateOf(store.rows), states[store.log.place]);
    }),
    { includeErrorInReport: true, numRuns: bySize({ small: 8, usual: 30, whole: 1_000 }) },
  );
});

test('the oldest states can be given up one by one, and what is held is charged', async () => {
  const store = new MemoryStore();
  let bytes = 0;
  const charge = (more: number): void => {
    bytes += more;
    while (bytes > 1_000 && store.log.dropOldest());
  };
  store.log.retain(charge);
  const [at = ''] = UIDS;
  for (let size = 0; size < 10; size += 1) await store.write((tx) => tx.put(things, { uid: at, name: 'x', size }));
  assert.deepEqual([store.log.place, store.log.oldest, bytes], [10, 7, 3 * (64 + 200)]);
  assert.equal(store.fork(7).rows.get(things, at)?.size, 6);
  assert.throws(() => store.fork(6), RangeError);
  assert.throws(() => store.fork(11), RangeError);
  await store.write((tx) => {
    for (const uidOf of MANY) tx.put(things, { uid: uidOf, name: 'x', size: 1 });
  });
  assert.deepEqual([store.log.place, store.log.oldest, bytes], [11, 11, 0]);
  assert.equal(store.log.dropOldest(), false);
});

test('nothing is held before it is asked for, and a fork holds nothing', async () => {
  const store = new MemoryStore();
  const [at = ''] = UIDS;
  await store.write((tx) => tx.put(things, { uid: at, name: 'x', size: 1 }));
  assert.deepEqual([store.log.place, store.log.oldest], [0, 0]);
  store.log.retain(ignore);
  await store.write((tx) => tx.put(things, { uid: at, name: 'x', size: 2 }));
  assert.equal(store.fork(0).rows.get(things, at)?.size, 1);
  assert.equal(store.fork().log.place, 0);
});
