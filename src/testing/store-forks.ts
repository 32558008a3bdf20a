import assert from 'node:assert/strict';
import { type Store, settingCollection, transientCollection } from '../kernel/rows.ts';
import { TOP } from '../kernel/uid.ts';
import {
  below,
  byName,
  bySize,
  type Case,
  contentsOf,
  listed,
  MANY,
  numbered,
  ONE,
  others,
  plant,
  put,
  ROOT,
  thing,
  things,
  uidsOf,
} from './store-specimens.ts';

const passing = transientCollection('passing');
const chosen = settingCollection('chosen');

/** The promises of a fork of any store. */
export const FORK_CASES: readonly Case[] = [
  [
    'transient rows are in no count, captured state or fork, stay through long writes, and end with a restored state',
    async (store) => {
      await put(store, thing(ROOT, 'first'));
      const before = store.capture();
      await store.write((tx) => tx.put(passing, { uid: 'a' }));
      assert.deepEqual([store.rows.counts(), store.capture().rowCounts], [{ things: 1 }, { things: 1 }]);
      assert.deepEqual(store.fork().rows.listWithin(passing, TOP), []);
      await store.writeInSteps(function* (tx) {
        tx.put(things, thing(ONE, 'second'));
        yield;
        assert.equal(tx.countWritten(), 1);
      });
      assert.deepEqual(uidsOf(store.rows.listWithin(passing, TOP)), ['a']);
      await store.restore(before);
      assert.deepEqual(store.rows.listWithin(passing, TOP), []);
      assert.deepEqual(uidsOf(store.rows.listWithin(things, TOP)), [ROOT]);
    },
  ],
  [
    'settings are in no count, captured state or fork, stay when a state is restored, and are followed',
    async (store) => {
      const seen: (readonly string[])[] = [];
      store.followSettings(() => seen.push(uidsOf(store.rows.listWithin(chosen, TOP))));
      const before = store.capture();
      await store.write((tx) => tx.put(chosen, { uid: 'a' }));
      await put(store, thing(ROOT, 'first'));
      assert.deepEqual(seen, [['a']]);
      assert.deepEqual([store.rows.counts(), store.capture().rowCounts], [{ things: 1 }, { things: 1 }]);
      assert.deepEqual(store.fork().rows.listWithin(chosen, TOP), []);
      await store.restore(before);
      assert.deepEqual([store.rows.counts(), uidsOf(store.rows.listWithin(chosen, TOP))], [{}, ['a']]);
      await store.writeInSteps(function* (tx) {
        yield;
        tx.remove(chosen, 'a');
      });
      assert.deepEqual(seen.at(-1), []);
      const count = seen.length;
      const undone = store.write((tx) => {
        tx.put(chosen, { uid: 'b' });
        throw new Error('undone');
      });
      await assert.rejects(undone, /undone/);
      assert.deepEqual(seen.slice(count), [['b'], []]);
      assert.deepEqual(store.rows.listWithin(chosen, TOP), []);
    },
  ],
  [
    'a fork has the state, and neither sees what the other writes, in any lookup or list',
    async (store) => {
      await put(store, ...Array.from({ length: MANY }, (_, at) => thing(numbered(at), `n${at % 7}`, at)));
      const orders = [[], [byName], [bySize], [byName, bySize]];
      const seen = (of: Store): unknown => [
        contentsOf(of),
        orders.map((order) => listed(of, { order })),
        uidsOf(of.rows.childrenOf(things, ROOT)),
        uidsOf(of.rows.by(things, 'name', 'n3')),
        of.rows.counts().things,
      ];
      const before = seen(store);
      const fork = store.fork();
      assert.deepEqual(seen(fork), before);
      await put(fork, thing(numbered(3), 'in the fork', 1), thing(numbered(MANY), 'n3', 2));
      await fork.write((tx) => tx.remove(things, numbered(10)));
      const forked = seen(fork);
      assert.deepEqual(seen(store), before);
      await put(store, thing(numbered(3), 'in the store', 5), thing(numbered(MANY + 1), 'n3', 4));
      await store.write((tx) => tx.remove(things, numbered(17)));
      const after = seen(store);
      assert.deepEqual(seen(fork), forked);
      const grandchild = fork.fork();
      await put(grandchild, thing(numbered(20), 'n3', 0));
      await store.restore(fork.capture());
      assert.deepEqual(seen(store), forked);
      assert.deepEqual(seen(fork), forked);
      assert.notDeepEqual(seen(grandchild), forked);
      assert.notDeepEqual(after, forked);
    },
  ],
  [
    'a fork shares the entries that neither has written, with what is cached beside their rows',
    async (store) => {
      await put(store, ...Array.from({ length: MANY }, (_, at) => thing(numbered(at), `n${at % 7}`, at)));
      const fork = store.fork();
      await put(fork, thing(numbered(3), 'in the fork'));
      await put(store, thing(numbered(5), 'in the store'));
      const differ = Array.from({ length: MANY }, (_, at) => numbered(at)).filter(
        (uid) => store.rows.entry(things, uid) !== fork.rows.entry(things, uid),
      );
      assert.deepEqual(differ, [numbered(3), numbered(5)]);
    },
  ],
  [
    'each of several writes of one turn finds the place of the state that it changes',
    async (store) => {
      store.log.retain(() => undefined);
      const place = (uid: string): Promise<number> =>
        store.write((tx) => {
          if (uid !== '') tx.put(things, thing(uid));
          return store.log.place;
        });
      const before = store.log.place;
      const found = await Promise.all([place(ONE), place(''), place(ROOT), place(below(ROOT, '7'))]);
      assert.deepEqual(found, [before, before + 1, before + 1, before + 2]);
      assert.deepEqual(store.fork(before + 1).rows.counts(), { things: 1 });
    },
  ],
  [
    'a fork is open when the store is closed, and keeps its state',
    async (store) => {
      await plant(store);
      const before = contentsOf(store);
      const fork = store.fork();
      await store.close();
      await put(fork, thing(below(ROOT, '7')));
      await fork.write((tx) => tx.remove(things, below(ROOT, '7')));
      assert.deepEqual(contentsOf(fork), before);
    },
  ],
  [
    'versions of a store and its forks are the same only for the same state',
    async (store) => {
      await plant(store);
      const fork = store.fork();
      const versionOf = (of: Store): number => of.rows.version([things, others]);
      assert.equal(versionOf(fork), versionOf(store));
      await put(fork, thing(ONE, 'same'));
      await put(store, thing(ONE, 'same'));
      assert.notEqual(versionOf(fork), versionOf(store));
      await store.restore(fork.capture());
      assert.equal(versionOf(fork), versionOf(store));
    },
  ],
];
