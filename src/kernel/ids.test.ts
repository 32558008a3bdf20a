import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MemoryStore } from '../store/memory.ts';
import { buryUid, counters, makeFreshUid, secretFor, uidFor } from './ids.ts';
import type { Directory } from './resource.ts';
import { collection, type Tx } from './rows.ts';
import { parentOf, TOP, UID } from './uid.ts';

const SEED = 'seed';
const ROOT = uidFor(SEED, TOP, 'group', 'acme');
const things = collection('things');

test('a root has 40 hex digits, every child adds a slash and 16', () => {
  assert.match(ROOT, UID);
  assert.match(ROOT, /^[0-9a-f]{40}$/);
  const child = uidFor(SEED, ROOT, 'thing', 'a');
  assert.match(child, UID);
  assert.equal(parentOf(child), ROOT);
});

test('a uid depends on each of seed, parent, kind, name and count, and on nothing else', () => {
  const uids = [
    uidFor(SEED, ROOT, 'thing', 'a'),
    uidFor('other', ROOT, 'thing', 'a'),
    uidFor(SEED, uidFor(SEED, TOP, 'group', 'other'), 'thing', 'a'),
    uidFor(SEED, ROOT, 'other', 'a'),
    uidFor(SEED, ROOT, 'thing', 'b'),
    uidFor(SEED, ROOT, 'thing', 'a', 1),
  ];
  assert.equal(uidFor(SEED, ROOT, 'thing', 'a'), uids[0]);
  assert.equal(new Set(uids).size, uids.length);
});

test('a secret is the same for the same words, and is not a uid', () => {
  assert.equal(secretFor(SEED, 'code', 'a'), secretFor(SEED, 'code', 'a'));
  const secrets = [
    secretFor(SEED, 'code', 'a'),
    secretFor(SEED, 'code', 'b'),
    secretFor('other', 'code', 'a'),
    secretFor(SEED),
  ];
  assert.equal(new Set([...secrets, ROOT]).size, 5);
});

/** Creates a row of a name. `asked` counts how many uids were tried. */
const create = (store: MemoryStore, name: string, asked = { times: 0 }): Promise<string> =>
  store.write((tx) => {
    const directory: Pick<Directory, 'find'> = { find: () => undefined };
    const uid = makeFreshUid({ tx, settings: { seed: SEED }, directory }, ROOT, 'thing', name, (taken) => {
      asked.times += 1;
      return tx.get(things, taken) !== undefined;
    });
    tx.put(things, { uid });
    return uid;
  });

const remove = (store: MemoryStore, uid: string): Promise<void> =>
  store.write((tx: Tx) => {
    tx.remove(things, uid);
    buryUid(tx, uid);
  });

test('the first row of a name has the uid that is derived from the name', async () => {
  const store = new MemoryStore();
  assert.equal(await create(store, 'a'), uidFor(SEED, ROOT, 'thing', 'a'));
  assert.equal(store.rows.get(counters, `${ROOT}\nthing\na`), undefined);
});

test('no row has and no deleted row had a fresh uid', async () => {
  const step = fc.oneof(fc.record({ create: fc.constantFrom('a', 'b') }), fc.record({ remove: fc.nat() }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const store = new MemoryStore();
      const given = new Set<string>();
      for (const at of steps) {
        if ('create' in at) {
          const uid = await create(store, at.create);
          assert.equal(given.has(uid), false);
          given.add(uid);
          continue;
        }
        const rows = store.rows.childrenOf(things, ROOT);
        const row = rows[at.remove % Math.max(1, rows.length)];
        if (row) await remove(store, row.uid);
      }
    }),
    { numRuns: 60 },
  );
});

test('the hundredth row of a name costs no more than the third', async () => {
  const store = new MemoryStore();
  const asked = { times: 0 };
  for (let made = 0; made < 100; made += 1) await create(store, 'a', asked);
  assert.ok(asked.times <= 102, `${asked.times} uids were tried`);
});

test('creating and deleting one name again and again costs the same each time', async () => {
  const store = new MemoryStore();
  const asked = { times: 0 };
  for (let made = 0; made < 100; made += 1) await remove(store, await create(store, 'a', asked));
  assert.ok(asked.times <= 102, `${asked.times} uids were tried`);
});

test('names do not count for each other', async () => {
  const store = new MemoryStore();
  await create(store, 'a');
  await create(store, 'a');
  assert.equal(await create(store, 'b'), uidFor(SEED, ROOT, 'thing', 'b'));
});
