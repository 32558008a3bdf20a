import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Row, Selection, Store } from '../kernel/rows.ts';
import { TOP } from '../kernel/uid.ts';
import { MemoryStore } from '../store/memory.ts';
import { FORK_CASES } from './store-forks.ts';
import { LONG_WRITE_CASES } from './store-long-writes.ts';
import {
  below,
  byName,
  bySize,
  type Case,
  contentsOf,
  EVERYWHERE,
  listed,
  MANY,
  numbered,
  ONE,
  ONE_ONE,
  ONE_TWO,
  OTHER_ROOT,
  others,
  plant,
  put,
  ROOT,
  type Thing,
  TREE,
  TWO,
  thing,
  things,
  uidsOf,
} from './store-specimens.ts';

const READING: readonly Case[] = [
  [
    'get returns the row that was put, and undefined for a uid of another collection',
    async (store) => {
      const row = thing(ROOT, 'first');
      await put(store, row);
      assert.equal(store.rows.get(things, ROOT), row);
      assert.equal(store.rows.entry(things, ROOT)?.row, row);
      assert.equal(store.rows.get(others, ROOT), undefined);
    },
  ],
  [
    'put replaces the row of its uid, in every lookup',
    async (store) => {
      await put(store, thing(ONE, 'old'));
      await put(store, thing(ONE, 'new'));
      assert.equal(store.rows.get(things, ONE)?.name, 'new');
      assert.deepEqual(store.rows.by(things, 'name', 'old'), []);
      assert.deepEqual(uidsOf(store.rows.by(things, 'name', 'new')), [ONE]);
      assert.deepEqual(uidsOf(store.rows.childrenOf(things, ROOT)), [ONE]);
      assert.deepEqual(uidsOf(store.rows.listWithin(things, TOP)), [ONE]);
    },
  ],
  [
    'remove takes the row out of every lookup, and does nothing for a missing uid',
    async (store) => {
      await plant(store);
      await store.write((tx) => {
        tx.remove(things, ONE);
        tx.remove(things, below(TWO, '9'));
      });
      assert.equal(store.rows.get(things, ONE), undefined);
      assert.deepEqual(uidsOf(store.rows.childrenOf(things, ROOT)), [TWO]);
      assert.deepEqual(uidsOf(store.rows.listWithin(things, ONE)), [ONE_ONE, ONE_TWO]);
      assert.equal(store.rows.by(things, 'name', 'thing').length, TREE.length - 1);
    },
  ],
  [
    'childrenOf lists one level and within lists all, in uid order',
    async (store) => {
      await plant(store);
      assert.deepEqual(uidsOf(store.rows.childrenOf(things, TOP)), [ROOT, OTHER_ROOT]);
      assert.deepEqual(uidsOf(store.rows.childrenOf(things, ONE)), [ONE_ONE, ONE_TWO]);
      assert.deepEqual(uidsOf(store.rows.listWithin(things, ROOT)), [ROOT, ONE, ONE_ONE, ONE_TWO, TWO]);
      assert.deepEqual(uidsOf(store.rows.listWithin(things, TOP)), TREE);
    },
  ],
  [
    'by finds rows that were written before and after its first call',
    async (store) => {
      await put(store, thing(ONE, 'same'), thing(TWO, 'other'));
      assert.deepEqual(uidsOf(store.rows.by(things, 'name', 'same')), [ONE]);
      await put(store, thing(TWO, 'same'));
      assert.deepEqual([...uidsOf(store.rows.by(things, 'name', 'same'))].sort(), [ONE, TWO]);
    },
  ],
  [
    'by finds rows by a path of fields, and none where the path ends early',
    async (store) => {
      const nested = (uid: string, maker?: object): Thing => ({ ...thing(uid), ...(maker && { maker }) });
      await put(store, nested(ONE, { name: 'a' }), nested(TWO), nested(ONE_ONE, {}));
      assert.deepEqual(uidsOf(store.rows.by(things, 'maker.name', 'a')), [ONE]);
      await put(store, nested(ONE, { name: 'b' }), nested(TWO, { name: 'a' }));
      assert.deepEqual(uidsOf(store.rows.by(things, 'maker.name', 'a')), [TWO]);
    },
  ],
];

const SELECTIONS: readonly (readonly [what: string, selection: Partial<Selection>, expected: readonly string[]])[] = [
  ['everything', {}, TREE],
  ['nothing', { intervals: [] }, []],
  ['one interval', { intervals: [{ from: ONE, to: `${ONE}0` }] }, [ONE, ONE_ONE, ONE_TWO]],
  [
    'two intervals',
    {
      intervals: [
        { from: ONE_ONE, to: ONE_TWO },
        { from: TWO, to: '~' },
      ],
    },
    [ONE_ONE, TWO, OTHER_ROOT],
  ],
  ['a parent', { parent: ROOT }, [ONE, TWO]],
  ['a parent in an interval', { parent: ROOT, intervals: [{ from: TWO, to: '~' }] }, [TWO]],
  ['uids, with unknown ones', { uids: [TWO, below(TWO, '9'), ONE] }, [ONE, TWO]],
  ['uids in an interval', { uids: [TWO, ROOT], intervals: [{ from: ONE, to: '~' }] }, [TWO]],
  ['an indexed value', { equal: { field: 'name', value: 'even' } }, [ROOT, ONE_ONE, TWO]],
  ['an indexed value of uids', { equal: { field: 'name', value: 'even' }, uids: [ROOT, ONE] }, [ROOT]],
  ['an indexed value of a parent', { equal: { field: 'name', value: 'even' }, parent: ROOT }, [TWO]],
  ['an indexed value that no row has', { equal: { field: 'name', value: 'none' } }, []],
  ['rows that pass', { where: (row) => (row as Thing).size > 3 }, [TWO, OTHER_ROOT]],
  ['an order with ties', { order: [byName] }, [ROOT, ONE_ONE, TWO, ONE, ONE_TWO, OTHER_ROOT]],
  ['an order downwards', { order: [bySize] }, [...TREE].reverse()],
  ['two keys', { order: [byName, bySize] }, [TWO, ONE_ONE, ROOT, OTHER_ROOT, ONE_TWO, ONE]],
];

const SELECTING: readonly Case[] = SELECTIONS.map(([what, selection, expected]) => [
  `select returns ${what}`,
  async (store) => {
    await put(store, ...TREE.map((uid, at) => thing(uid, at % 2 === 0 ? 'even' : 'odd', at)));
    assert.deepEqual(listed(store, selection), expected);
  },
]);

const PAGING: readonly Case[] = [
  ...([[], [byName], [bySize], [byName, bySize]] as const).map(
    (order): Case => [
      `a walk by ${order.map(({ name }) => name).join(' and ') || 'uid'} sees every row once while others are created and deleted`,
      async (store) => {
        await put(store, ...Array.from({ length: MANY }, (_, at) => thing(numbered(at * 2), `n${at % 7}`, at % 11)));
        const selection = { key: 'walk', intervals: [EVERYWHERE], order };
        const met: string[] = [];
        for (let page = 0, index = 0; ; page += 1) {
          const found = store.rows.select(things, selection);
          const rows = Array.from({ length: Math.min(50, found.size - index) }, (_, at) => found.at(index + at).row);
          const last = rows.at(-1);
          if (!last) break;
          met.push(...uidsOf(rows));
          await store.write((tx) => {
            tx.remove(things, last.uid);
            for (let at = 0; at < 40; at += 1) tx.put(others, thing(numbered(at)));
            tx.put(things, thing(numbered(page * 2 + 1), `n${page % 7}`, page % 11));
          });
          const values = order.map(({ sortValue: value }) => value(last));
          index = store.rows.select(things, selection).after(values, last.uid);
        }
        assert.equal(new Set(met).size, met.length);
        const missed = Array.from({ length: MANY }, (_, at) => numbered(at * 2)).filter((uid) => !met.includes(uid));
        assert.deepEqual(missed, []);
      },
    ],
  ),
  [
    'an indexed value that thousands of rows have selects only these rows',
    async (store) => {
      const rows = Array.from({ length: MANY * 5 }, (_, at) =>
        thing(numbered(at), at % 5 === 0 ? 'rare' : 'common', at),
      );
      await put(store, ...rows);
      const common = uidsOf(rows.filter(({ name }) => name === 'common'));
      const equal = { field: 'name', value: 'common' };
      assert.deepEqual(listed(store, { equal }), common);
      assert.deepEqual(listed(store, { equal, order: [bySize] }), [...common].reverse());
      assert.deepEqual(listed(store, { equal, parent: TOP }), []);
    },
  ],
  [
    'a list follows a write that removes and puts hundreds of rows',
    async (store) => {
      await put(store, ...Array.from({ length: MANY }, (_, at) => thing(numbered(at), `n${at % 7}`, at)));
      listed(store, { order: [byName] });
      await store.write((tx) => {
        for (let at = 0; at < MANY; at += 2) tx.remove(things, numbered(at));
        for (let at = 1; at < MANY; at += 4) tx.put(things, thing(numbered(at), 'n', at));
      });
      const even = Array.from({ length: MANY / 2 }, (_, at) => numbered(at * 2 + 1));
      assert.deepEqual(listed(store, {}), even);
      assert.deepEqual([...listed(store, { order: [byName] })].sort(), even);
      assert.deepEqual(uidsOf(store.rows.childrenOf(things, ROOT)), even);
    },
  ],
  [
    'a list that was selected before follows inserts, changes and deletes',
    async (store) => {
      await put(store, ...Array.from({ length: MANY }, (_, at) => thing(numbered(at), `n${at % 7}`, at)));
      const even = (row: Row): boolean => (row as Thing).size % 2 === 0;
      const list = (): readonly string[] => listed(store, { key: 'even', where: even, order: [byName] });
      assert.equal(list().length, MANY / 2);
      await put(store, thing(numbered(0), 'zz', 0), thing(numbered(2), 'n0', 1), thing(numbered(MANY), '', 0));
      await store.write((tx) => tx.remove(things, numbered(4)));
      const now = list();
      assert.equal(now.length, MANY / 2 - 1);
      assert.equal(now.at(-1), numbered(0));
      assert.equal(now[0], numbered(MANY));
      assert.ok(!now.includes(numbered(2)) && !now.includes(numbered(4)));
    },
  ],
];

const WRITING: readonly Case[] = [
  [
    'a write sees its own changes and resolves to what it returns',
    async (store) => {
      const seen = await store.write((tx) => {
        tx.put(things, thing(ONE, 'mine'));
        return uidsOf(tx.by(things, 'name', 'mine'));
      });
      assert.deepEqual(seen, [ONE]);
    },
  ],
  [
    'a write that throws changes nothing',
    async (store) => {
      await plant(store);
      const before = contentsOf(store);
      const lists = (): readonly (readonly string[])[] => [listed(store, {}), listed(store, { order: [byName] })];
      const listsBefore = lists();
      const broken = store.write((tx) => {
        tx.put(things, thing(ONE, 'changed'));
        tx.put(things, thing(ONE, 'changed again'));
        tx.put(things, thing(below(TWO, '3')));
        tx.put(others, thing(TWO));
        tx.remove(things, TWO);
        tx.remove(things, ONE);
        throw new Error('on purpose');
      });
      await assert.rejects(broken, /on purpose/);
      assert.deepEqual(contentsOf(store), before);
      assert.deepEqual(lists(), listsBefore);
      assert.equal(store.rows.by(things, 'name', 'changed').length, 0);
    },
  ],
  [
    'parallel writes all take effect',
    async (store) => {
      const bump = (): Promise<void> =>
        store.write((tx) => tx.put(things, thing(ROOT, 'count', (tx.get(things, ROOT)?.size ?? 0) + 1)));
      await Promise.all(Array.from({ length: 20 }, bump));
      assert.equal(store.rows.get(things, ROOT)?.size, 20);
    },
  ],
];

const STATES: readonly Case[] = [
  [
    'a captured state does not follow later writes, and can be restored',
    async (store) => {
      await plant(store);
      const before = contentsOf(store);
      const captured = store.capture();
      assert.deepEqual(captured.rowCounts.things, TREE.length);
      await store.write((tx) => {
        tx.remove(things, ONE);
        tx.put(things, thing(TWO, 'changed'));
        tx.put(others, thing(ROOT));
      });
      const after = contentsOf(store);
      const later = store.capture();
      await store.restore(captured);
      assert.deepEqual(contentsOf(store), before);
      assert.deepEqual(listed(store, {}), TREE);
      await store.restore(later);
      assert.deepEqual(contentsOf(store), after);
    },
  ],
  [
    'writes after a restore do not reach the captured state, which can be restored again',
    async (store) => {
      await plant(store);
      listed(store, { order: [byName] });
      const before = contentsOf(store);
      const captured = store.capture();
      for (let round = 0; round < 3; round += 1) {
        await store.restore(captured);
        assert.deepEqual(contentsOf(store), before);
        assert.deepEqual(listed(store, { order: [byName] }), TREE);
        await put(store, thing(below(ROOT, String(round + 3)), 'after'), thing(ONE, 'after'));
        assert.deepEqual(uidsOf(store.rows.childrenOf(things, ROOT)), [ONE, TWO, below(ROOT, String(round + 3))]);
      }
    },
  ],
  [
    'a state of another store can be restored, and later writes to one store do not change the other',
    async (store) => {
      const origin = new MemoryStore();
      await plant(origin);
      const before = contentsOf(origin);
      await store.restore(origin.capture());
      assert.deepEqual(contentsOf(store), before);
      await put(store, thing(ONE, 'here'));
      assert.deepEqual(contentsOf(origin), before);
      await put(origin, thing(ONE, 'there'));
      assert.equal(store.rows.get(things, ONE)?.name, 'here');
    },
  ],
  [
    'the version changes with every write to the collections, and returns only with the state',
    async (store) => {
      await plant(store);
      const version = (): number => store.rows.version([things, others]);
      const first = version();
      assert.equal(version(), first);
      const captured = store.capture();
      const seen = new Set([first]);
      for (const to of [things, others, things]) {
        await store.write((tx) => tx.put(to, thing(ONE)));
        assert.ok(!seen.has(version()));
        seen.add(version());
      }
      const ofOthers = store.rows.version([others]);
      await put(store, thing(TWO));
      assert.equal(store.rows.version([others]), ofOthers);
      await store.restore(captured);
      assert.equal(version(), first);
      await put(store, thing(TWO));
      assert.ok(!seen.has(version()));
    },
  ],
];

/** Registers the tests that every store passes. */
export const testStoreConformance = (name: string, open: () => Promise<Store>): void => {
  describe(`${name} as a store`, () => {
    for (const [title, check] of [
      ...READING,
      ...SELECTING,
      ...PAGING,
      ...WRITING,
      ...STATES,
      ...FORK_CASES,
      ...LONG_WRITE_CASES,
    ]) {
      it(title, async () => {
        const store = await open();
        try {
          await check(store);
        } finally {
          await store.close();
        }
      });
    }
  });
};
