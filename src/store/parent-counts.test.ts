import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { collection } from '../kernel/rows.ts';
import { parentOf, TOP } from '../kernel/uid.ts';
import { MemoryStore } from './memory.ts';

const things = collection('things');

const [ONE, OTHER] = ['1'.repeat(40), '2'.repeat(40)];
/** The last parent is the child of another one, so that its rows are among those. */
const PARENTS = [TOP, ONE, OTHER, `${ONE}/${'0'.repeat(15)}1`];

const uidIn = (parent: string, nth: number): string =>
  parent === TOP ? nth.toString(16).padStart(40, '3') : `${parent}/${nth.toString(16).padStart(16, '0')}`;

/** Rows of few parents, enough to be counted and, in some histories, looked at as well. */
const changes = fc.subarray(PARENTS, { minLength: 1 }).chain((parents) =>
  fc.array(
    fc.record({
      uid: fc.tuple(fc.constantFrom(...parents), fc.integer({ min: 0, max: 400 })).map(([at, nth]) => uidIn(at, nth)),
      isPut: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn > 0),
    }),
    { maxLength: 600, size: 'max' },
  ),
);

test('after a long write, the children of every parent are those that have it', async () => {
  await fc.assert(
    fc.asyncProperty(changes, async (changes) => {
      const store = new MemoryStore();
      const uids = new Set<string>();
      await store.writeInSteps(function* (tx) {
        for (const { uid, isPut } of changes) {
          if (isPut) tx.put(things, { uid });
          else tx.remove(things, uid);
          if (isPut) uids.add(uid);
          else uids.delete(uid);
        }
        yield;
      });
      for (const parent of PARENTS) {
        const children = [...uids].filter((each) => parentOf(each) === parent).sort();
        assert.deepEqual(
          store.rows.childrenOf(things, parent).map((row) => row.uid),
          children,
        );
      }
    }),
    // A failure of hundreds of changes takes minutes to make shorter.
    { endOnFailure: true },
  );
});

test('after a long write with very many parents, each has its children', async () => {
  const store = new MemoryStore();
  const parents = Array.from({ length: 1_500 }, (_, nth) => nth.toString(16).padStart(40, '0'));
  await store.writeInSteps(function* (tx) {
    for (const parent of parents) for (const nth of [1, 2]) tx.put(things, { uid: uidIn(parent, nth) });
    yield;
  });
  for (const parent of parents) assert.equal(store.rows.childrenOf(things, parent).length, 2);
});
