import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bySize } from '../../../scripts/test-size.ts';
import { ApiError } from '../../kernel/errors.ts';
import {
  collection,
  type Row,
  type Rows,
  type Snapshot,
  type Store,
  settingCollection,
  transientCollection,
} from '../../kernel/rows.ts';
import { makeOwnedDatabase, type OwnedDatabase } from '../../testing/owned-database.ts';
import type { DurableStore } from '../durable-store.ts';
import { MemoryStore } from '../memory.ts';
import type { SnapshotHome } from '../snapshot-home.ts';
import type { SnapshotHead } from '../snapshot-text.ts';
import { DatabaseError } from './database-error.ts';
import type { StoredWorlds } from './stored-worlds.ts';

interface Thing extends Row {
  readonly size?: number;
}

const things = collection<Thing>('things');
const due = transientCollection<Thing>('due');
const mode = settingCollection<Thing>('mode');
const KINDS = [things, due, mode];

const contentsOf = ({ rows }: { readonly rows: Rows }): readonly (readonly Thing[])[] =>
  KINDS.map((of) => rows.listWithin(of, '/'));

const put = (store: Store, uid: string, size = 0): Promise<void> =>
  store.write((tx) => {
    for (const of of KINDS) tx.put(of, { uid, size });
  });

const headOf = (name: string, sequence = 1): SnapshotHead => ({
  ...{ version: '1', name, createdMillis: 0, sequence, seed: 's', clockMillis: 0, rowCounts: {}, sha256: '' },
  clock: { mode: 'real', scale: 1 },
});

interface OpenWorld {
  readonly store: DurableStore;
  readonly snapshots: SnapshotHome;
}

/** Makes a world of rows, to which it is reset, too. */
const make = async (worlds: StoredWorlds, id: string, rows: Store = new MemoryStore()): Promise<OpenWorld> => {
  const { store, snapshots, persist } = worlds.begin(rows);
  await persist(id, `record of ${id}`, store.capture());
  return { store, snapshots };
};

const find = ({ loaded }: StoredWorlds, id: string) => {
  const world = loaded.find((one) => one.id === id);
  assert.ok(world);
  return world;
};

const countOf = async (database: OwnedDatabase, what: string): Promise<number> =>
  Number((await database.query(`SELECT count(*) AS n FROM platform_mock.${what}`))[0]?.n);

const filled = async (count: number): Promise<MemoryStore> => {
  const rows = new MemoryStore();
  await rows.write((tx) => {
    for (let at = 0; at < count; at += 1) tx.put(things, { uid: `row-${at}`, size: at });
  });
  return rows;
};

test('31.1: a world is there as it was when another process takes over', async (t) => {
  const database = await makeOwnedDatabase((end) => t.after(end));
  const worlds = await database.load();
  const first = await make(worlds, 'default', await filled(3));
  await put(first.store, 'a');
  const other = await make(worlds, 'other', first.store.fork());
  await Promise.all([put(other.store, 'b', 1), put(other.store, 'c', 2), put(first.store, 'd')]);
  await other.snapshots.write(headOf('two', 2), other.store.rows, other.store.capture());
  await other.snapshots.write(headOf('one'), other.store.rows, other.store.capture());
  await put(other.store, 'b', 3);
  await worlds.rewrite('other', 'another record');
  await make(worlds, 'ended');
  await worlds.end('ended');
  await worlds.setOrigin('default', undefined);
  worlds.drop();
  for (const least of [1, undefined]) {
    const again = await database.load(least);
    assert.deepEqual(
      again.loaded.map(({ id, record }) => [id, record]),
      [
        ['default', 'record of default'],
        ['other', 'another record'],
      ],
    );
    assert.deepEqual(contentsOf(find(again, 'default').store), contentsOf(first.store));
    assert.equal(find(again, 'default').origin, undefined);
    const { store, snapshots, origin } = find(again, 'other');
    assert.deepEqual(contentsOf(store), contentsOf(other.store));
    assert.deepEqual(snapshots.heads, [headOf('one'), headOf('two', 2)]);
    assert.equal((await origin?.())?.rowCounts.things, 4);
    assert.equal((await snapshots.stateOf('one')).rowCounts.things, 6);
    again.drop();
  }
});

/** A step on one of the worlds, which are counted round. */
const STEPS = fc.array(
  fc.record({
    at: fc.nat(3),
    uid: fc.constantFrom('a', 'b', 'c'),
    size: fc.nat(99),
    step: fc.constantFrom('put', 'put', 'put', 'remove', 'fork', 'end', 'save', 'restore', 'reset', 'sweep', 'restart'),
  }),
  { maxLength: 40, size: 'max' },
);

/** A world, and in memory what it should be. */
interface Modelled extends OpenWorld {
  readonly origin: () => Promise<Snapshot>;
  readonly model: MemoryStore;
  readonly modelOrigin: Snapshot;
  saved: Snapshot | undefined;
}

test('31.1: worlds are the same after a takeover, after any calls', async (t) => {
  const database = await makeOwnedDatabase((end) => t.after(end));
  await database.load();
  await fc.assert(
    fc.asyncProperty(STEPS, fc.constantFrom(1, 300, undefined), async (steps, least) => {
      await database.query('TRUNCATE platform_mock.world, platform_mock.entry, platform_mock.snapshot');
      let worlds = await database.load(least);
      const models = new Map<string, Modelled>();
      let made = 0;
      const begin = async (rows: Store, model: MemoryStore): Promise<void> => {
        made += 1;
        const [origin, modelOrigin] = [rows.capture(), model.capture()];
        const world = await make(worlds, `w${made}`, rows);
        models.set(`w${made}`, { ...world, origin: async () => origin, model, modelOrigin, saved: undefined });
      };
      await begin(await filled(2), await filled(2));
      const restart = async (): Promise<void> => {
        worlds.drop();
        worlds = await database.load(least);
        assert.deepEqual(
          worlds.loaded.map(({ id }) => id),
          [...models.keys()],
        );
        for (const { id, store, snapshots, origin = assert.fail } of worlds.loaded) {
          const known = models.get(id) ?? assert.fail();
          assert.deepEqual(contentsOf(store), contentsOf(known.model));
          assert.equal(snapshots.heads.length, known.saved ? 1 : 0);
          models.set(id, { ...known, store, snapshots, origin });
        }
      };
      for (const { at, uid, size, step } of [...steps, { at: 0, uid: '', size: 0, step: 'restart' }]) {
        const [id, world] = [...models][at % models.size] ?? assert.fail();
        const { store, snapshots, origin, model, modelOrigin, saved } = world;
        if (step === 'put') for (const one of [store, model]) await put(one, uid, size);
        else if (step === 'remove') for (const one of [store, model]) await one.write((tx) => tx.remove(things, uid));
        else if (step === 'fork') await begin(store.fork(), model.fork());
        else if (step === 'save') {
          await snapshots.write(headOf('s'), store.rows, store.capture());
          world.saved = model.capture();
        } else if (step === 'restore' && saved) {
          await store.restore(await snapshots.stateOf('s'));
          await model.restore(saved);
          await snapshots.remove('s');
          world.saved = undefined;
        } else if (step === 'reset') {
          await store.restore(await origin());
          await model.restore(modelOrigin);
        } else if (step === 'sweep') await worlds.sweep();
        else if (step === 'restart') await restart();
        else if (step === 'end' && models.size > 1) {
          await worlds.end(id);
          models.delete(id);
        }
      }
      await worlds.sweep();
      assert.ok((await countOf(database, 'state')) <= 3 * models.size);
    }),
    { numRuns: bySize({ small: 3, usual: 10, whole: 150 }) },
  );
});

test('31.1: worlds that nobody has changed are a short row each, and share what they begin with', async (t) => {
  const database = await makeOwnedDatabase((end) => t.after(end));
  const worlds = await database.load();
  const first = await make(worlds, 'default', await filled(2_000));
  for (let at = 0; at < 20; at += 1) await make(worlds, `w${at}`, first.store.fork());
  assert.equal(await countOf(database, 'state'), 1);
  const [size] = await database.query('SELECT max(pg_column_size(w.*)) AS n FROM platform_mock.world w');
  assert.ok(Number(size?.n) < 200);
  const [entries] = await database.query(
    'SELECT max(octet_length(changes)) AS n FROM platform_mock.entry WHERE born > 0',
  );
  assert.equal(entries?.n, 2);
  const again = await database.load();
  const [one, other] = [find(again, 'w1').store, find(again, 'w2').store];
  assert.ok(one.rows.get(things, 'row-7'));
  assert.equal(one.rows.get(things, 'row-7'), other.rows.get(things, 'row-7'));
  await put(one, 'row-7', 700);
  assert.equal(other.rows.get(things, 'row-7')?.size, 7);
  // The state is known after a load, too.
  await make(again, 'late', other.fork());
  await find(again, 'w3').snapshots.write(headOf('s'), other.rows, other.capture());
  assert.equal(await countOf(database, 'state'), 1);
});

test('31.1: many writes become a checkpoint, which has what a load needs', async (t) => {
  const database = await makeOwnedDatabase((end) => t.after(end));
  const { store } = await make(await database.load(500), 'default');
  for (let at = 0; at < 40; at += 1) await put(store, `row-${at % 7}`, at);
  while ((await countOf(database, 'entry WHERE born > 0')) > 20) await put(store, 'late');
  assert.deepEqual(contentsOf(find(await database.load(), 'default').store), contentsOf(store));
});

const FULL = [
  { table: 'state', refused: ['world', 'snapshot'] },
  { table: 'world', refused: ['world'] },
  { table: 'entry', refused: ['world', 'write'] },
  { table: 'snapshot', refused: ['snapshot'] },
] as const;

for (const { table, refused } of FULL) {
  test(`D9: with no room in the table ${table}, no ${refused.join(' and no ')} is kept, and all else is`, async (t) => {
    const database = await makeOwnedDatabase((end) => t.after(end));
    const worlds = await database.load(undefined, () => undefined);
    const { store, snapshots } = await make(worlds, 'default', await filled(2));
    const expected = ['default'];
    const run = async (part: string, word: string): Promise<unknown> => {
      if (part === 'write') return put(store, word);
      if (part === 'snapshot') return snapshots.write(headOf(word), store.rows, store.capture());
      await make(worlds, word, store.fork());
      return expected.push(word);
    };
    await put(store, 'a');
    const free = await database.fillUp(table);
    for (const part of ['world', 'snapshot', 'write']) {
      const done = run(part, 'full');
      if (!refused.some((one) => one === part)) await done;
      else {
        const isFull = (error: unknown): boolean =>
          error instanceof ApiError && error.detail.reason === 'MOCK_DISK_FULL';
        await assert.rejects(done, isFull);
      }
    }
    await free();
    for (const part of ['world', 'snapshot', 'write']) await run(part, 'free');
    const again = await database.load();
    assert.deepEqual(
      again.loaded.map(({ id }) => id),
      expected,
    );
    assert.deepEqual(contentsOf(find(again, 'default').store), contentsOf(store));
    assert.equal(find(again, 'default').snapshots.heads.length, refused.some((one) => one === 'snapshot') ? 1 : 2);
  });
}

test('D9: a checkpoint for which there is no room is tried again later, and nothing is lost', async (t) => {
  const database = await makeOwnedDatabase((end) => t.after(end));
  const reported: unknown[] = [];
  const { store } = await make(await database.load(300, (error) => reported.push(error)), 'default');
  const free = await database.fillUp('state');
  // A write that was queued behind the checkpoint is refused, too.
  for (let at = 0; reported.length === 0; at += 1) await put(store, `row-${at % 7}`, at).catch(() => undefined);
  assert.match(String(reported[0]), /No space left on device/);
  assert.deepEqual(contentsOf(find(await database.load(300), 'default').store), contentsOf(store));
  await free();
  const { store: later } = find(await database.load(300), 'default');
  while ((await countOf(database, 'entry WHERE born > 0')) > 9) await put(later, 'late');
  assert.deepEqual(contentsOf(find(await database.load(), 'default').store), contentsOf(later));
});

test('D9: a checkpoint has nothing of a write that is undone before it is written', async (t) => {
  const database = await makeOwnedDatabase((end) => t.after(end));
  const worlds = await database.load(200, () => undefined);
  const { store } = await make(worlds, 'default', await filled(2));
  await database.fillUp('entry', 'undone');
  const refused = store.write((tx) => tx.put(things, { uid: 'undone'.repeat(50) }));
  // The checkpoint that this write calls for waits for the sweep, which is behind the write.
  await Promise.all([assert.rejects(refused), worlds.sweep()]);
  await put(store, 'a');
  await store.close();
  assert.deepEqual(contentsOf(find(await database.load(), 'default').store), contentsOf(store));
});

test('31.1: a sweep takes nothing of what is being made, and all that nobody needs', async (t) => {
  const database = await makeOwnedDatabase((end) => t.after(end));
  const worlds = await database.load();
  const { store, snapshots } = await make(worlds, 'default', await filled(2));
  await put(store, 'a');
  const making = make(worlds, 'other', store.fork());
  const saving = snapshots.write(headOf('s'), store.rows, store.capture());
  await new Promise(setImmediate);
  await Promise.all([making, saving, worlds.sweep()]);
  assert.equal((await (await database.load()).loaded.at(-1)?.origin?.())?.rowCounts.things, 3);
  const again = await database.load();
  const other = find(again, 'other');
  await again.end('default');
  await again.end('other');
  // A write after the end of its world is not stored.
  await other.snapshots.write(headOf('late'), other.store.rows, other.store.capture());
  await put(other.store, 'late');
  await again.sweep();
  for (const table of ['state', 'world', 'entry WHERE born > 0', 'snapshot'])
    assert.equal(await countOf(database, table), 0);
});

test('31.4: while the database is away nothing is waited for longer, and all goes on as it is afterwards', async (t) => {
  const database = await makeOwnedDatabase((end) => t.after(end));
  const worlds = await database.load(500, () => undefined);
  const { store, snapshots } = await make(worlds, 'default', await filled(2));
  const free = await database.hold();
  const refused = [
    put(store, 'b', 7),
    make(worlds, 'new', store.fork()),
    snapshots.write(headOf('s'), store.rows, store.capture()),
    worlds.rewrite('default', 'another record'),
    store.write((tx) => tx.put(things, { uid: 'long'.repeat(200) })),
  ];
  for (const one of await Promise.allSettled(refused)) {
    assert.ok(one.status === 'rejected' && one.reason instanceof ApiError && one.reason.code === 'UNAVAILABLE');
  }
  await free();
  await make(worlds, 'new', store.fork());
  await put(store, 'c');
  const again = await database.load();
  assert.deepEqual(
    again.loaded.map(({ id }) => id),
    ['default', 'new'],
  );
  assert.deepEqual(contentsOf(find(again, 'default').store), contentsOf(store));
});

const DAMAGE = [
  ['DELETE FROM platform_mock.entry WHERE seq = 2', /the write 2 of the world 1 is missing in the database/],
  ['DELETE FROM platform_mock.entry WHERE born = 1', /the write 0 of the world 1 is missing in the database/],
  ['DELETE FROM platform_mock.state WHERE part = 0', /part of the state 1 is missing in the database/],
  ['DELETE FROM platform_mock.state', /the state 1 is missing in the database/],
] as const;

for (const [damage, message] of DAMAGE) {
  test(`31.6: nothing is loaded in part: after ${damage}`, async (t) => {
    const database = await makeOwnedDatabase((end) => t.after(end));
    const { store } = await make(await database.load(), 'default', await filled(30_000));
    for (const uid of ['a', 'b', 'c']) await put(store, uid);
    await database.query(damage);
    await assert.rejects(database.load(), (error) => error instanceof DatabaseError && message.test(error.message));
  });
}

test('31.3: a world that was being made at a takeover is not there, and leaves nothing', async (t) => {
  const database = await makeOwnedDatabase((end) => t.after(end));
  const worlds = await database.load();
  const { store, persist } = worlds.begin(await filled(3));
  await put(store, 'a');
  const { term } = await database.take();
  assert.equal(term.ended.aborted, false);
  await assert.rejects(
    persist('w', 'record', undefined),
    (error) => error instanceof ApiError && error.code === 'UNAVAILABLE',
  );
  await assert.rejects(make(worlds, 'other'), (error) => error instanceof ApiError && error.code === 'UNAVAILABLE');
  await database.query("INSERT INTO platform_mock.entry VALUES (7, 1, '[]')");
  await database.query("INSERT INTO platform_mock.state VALUES (9, 0, '')");
  const again = await database.load();
  assert.deepEqual(again.loaded, []);
  await again.sweep();
  for (const table of ['world', 'entry WHERE born > 0', 'state']) assert.equal(await countOf(database, table), 0);
});
