import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ApiError } from '../../kernel/errors.ts';
import { TOP } from '../../kernel/uid.ts';
import { startProxy } from '../../testing/database-proxy.ts';
import { makeStore, makeTag, type SharedScene, startSharedScene } from '../../testing/shared-scene.ts';
import { numbered, ONE, put, TWO, thing, things } from '../../testing/store-specimens.ts';
import { SharedDatabase } from './shared-database.ts';
import type { SharedStore } from './shared-store.ts';

const LIMIT = 5;
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
/** A record of a world whose time has been up for long. */
const OVER = JSON.stringify({ expiresMillis: 1 });

let scene: SharedScene;
before(async () => {
  scene = await startSharedScene();
});
after(() => scene.stop());

const namesIn = (store: Pick<SharedStore, 'rows'> | undefined): readonly string[] =>
  (store?.rows.listWithin(things, TOP) ?? []).map(({ name }) => name);

/** How many worlds are counted, and how many there are. */
const countsOf = async (url: string): Promise<unknown> => {
  const text = `SELECT worlds::int AS counted, (SELECT count(*)::int FROM platform_mock.world
    WHERE record IS NOT NULL AND id <> 'default') AS there FROM platform_mock.mock`;
  return (await scene.postgres.query(url, text))[0];
};

/** The processes of a new database, with a world `default`. */
const withReplicas = async (
  count: number,
  work: (replicas: readonly SharedDatabase[], url: string) => Promise<void>,
): Promise<void> => {
  const url = await scene.postgres.makeDatabase();
  const parts = { url, makeTag, now: () => performance.now(), report: assert.ifError, keepMillis: 0 };
  const replicas = await Promise.all(Array.from({ length: count }, () => SharedDatabase.open(parts)));
  try {
    await replicas[0]?.openWorld('default');
    await work(replicas, url);
  } finally {
    await Promise.all(replicas.map((replica) => replica.close()));
  }
};

/** Makes a world; false where there is no room for it, and it is ended. */
const make = async (replica: SharedDatabase, world: string, record = '{}', limit = LIMIT): Promise<boolean> => {
  await put(await makeStore(replica, world), thing(ONE, world));
  const isKept = await replica.noteWorld(world, record, limit);
  if (!isKept) await replica.endWorld(world);
  return isKept;
};

test('W5: of worlds that several processes make at once there are as many as there may be', () =>
  withReplicas(3, async (replicas, url) => {
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, nth) => make(replicas[nth % 3] as SharedDatabase, `w${nth}`)),
    );
    assert.equal(made.filter(Boolean).length, LIMIT);
    assert.deepEqual(await countsOf(url), { counted: LIMIT, there: LIMIT });
    await replicas[1]?.endWorld(`w${made.indexOf(true)}`);
    const again = await Promise.all(replicas.map((replica, nth) => make(replica, `again${nth}`)));
    assert.equal(again.filter(Boolean).length, 1);
    assert.deepEqual(await countsOf(url), { counted: LIMIT, there: LIMIT });
  }));

test('W5: worlds are counted however several processes make, change and end them', () =>
  withReplicas(3, async (replicas, url) => {
    let state = 11;
    const random = (below: number): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    const steps: readonly ((replica: SharedDatabase, world: string) => Promise<unknown>)[] = [
      make,
      make,
      (replica, world) => make(replica, world, OVER),
      (replica, world) => replica.makeWorld(world),
      (replica, world) => replica.endWorld(world),
      (replica, world) => replica.endWorld(world, 2),
      (replica, world) => replica.kept.relabel(world, { run: '1' }),
      (replica) => replica.kept.change('default', 'labels', {}),
      (replica) => replica.kept.endExpired(),
      (replica) => replica.sweep(),
    ];
    const seen = new Set<number>();
    for (let round = 0; round < 60; round += 1) {
      const ran = replicas.map(async (replica) => {
        const step = steps[random(steps.length)] as (typeof steps)[number];
        await step(replica, NAMES[random(NAMES.length)] as string).catch((error: unknown) => {
          // Names that are taken, and worlds that are not there.
          if (!(error instanceof ApiError) || error.code === 'UNAVAILABLE') throw error;
        });
      });
      await Promise.all(ran);
      const { counted, there } = (await countsOf(url)) as { readonly counted: number; readonly there: number };
      assert.equal(counted, there);
      seen.add(counted);
    }
    assert.ok(seen.size > 3, `${[...seen]}`);
  }));

test('W5: a world whose process does not learn that it was counted is counted once', () =>
  withReplicas(1, async ([other], url) => {
    let cuts: number | undefined;
    const cut = (bytes: Buffer): boolean => {
      if (cuts !== 0 || !bytes.includes('noted')) return false;
      cuts = 1;
      return true;
    };
    const proxy = await startProxy(scene.postgres.socketFolder, url, { cut });
    const parts = { url: proxy.url, makeTag, now: () => performance.now(), report: assert.ifError };
    const replica = await SharedDatabase.open(parts);
    try {
      cuts = 0;
      // There is room for one.
      assert.ok(await make(replica, 'w', '{}', 1));
      assert.equal(cuts, 1);
      assert.deepEqual(await countsOf(url), { counted: 1, there: 1 });
      assert.deepEqual(namesIn(await other?.findStore('w')), ['w']);
    } finally {
      await replica.close();
      await proxy.stop();
    }
  }));

test('31.9: a world that is noted a second time, since its process did not learn of the first, is as others have left it', () =>
  withReplicas(1, async ([other], url) => {
    assert.ok(other);
    let isDue = false;
    const cut = async (bytes: Buffer): Promise<boolean> => {
      if (!isDue || !bytes.includes('noted')) return false;
      isDue = false;
      await other.kept.relabel('w', { run: '1' });
      return true;
    };
    const proxy = await startProxy(scene.postgres.socketFolder, url, { cut });
    const parts = { url: proxy.url, makeTag, now: () => performance.now(), report: assert.ifError };
    const replica = await SharedDatabase.open(parts);
    try {
      await makeStore(replica, 'w');
      isDue = true;
      assert.ok(await replica.noteWorld('w', '{}', LIMIT));
      assert.equal(isDue, false);
      assert.deepEqual(await other.kept.relabel('w', {}), { run: '1' });
    } finally {
      await replica.close();
      await proxy.stop();
    }
  }));

test('31.9: no checkpoint is written of a state that is not in the database yet', async () => {
  const url = await scene.postgres.makeDatabase();
  const parts = { url, makeTag, now: () => performance.now(), report: assert.ifError, checkpointSize: 1 };
  const replica = await SharedDatabase.open(parts);
  try {
    const store = await makeStore(replica, 'w');
    await put(store, thing(ONE, 'before'));
    await replica.sweep();
    const text = 'SELECT count(*)::int AS many FROM platform_mock.checkpoint';
    assert.deepEqual(await scene.postgres.query(url, text), [{ many: 0 }]);
    assert.ok(await replica.noteWorld('w', '{}', LIMIT));
    await put(store, thing(TWO, 'after'));
    await replica.sweep();
    assert.notDeepEqual(await scene.postgres.query(url, text), [{ many: 0 }]);
  } finally {
    await replica.close();
  }
});

test('W5: no world is begun where there are as many as there may be', () =>
  withReplicas(2, async ([one, other], url) => {
    assert.ok(one && other);
    assert.ok(await make(one, 'first', '{}', 1));
    assert.equal(await other.makeWorld('second', { limit: 1 }), undefined);
    assert.deepEqual(await scene.postgres.query(url, "SELECT id FROM platform_mock.world WHERE id = 'second'"), []);
    await assert.rejects(other.makeWorld('first', { limit: 2 }), { code: 'ALREADY_EXISTS' });
    assert.ok(await other.makeWorld('second', { limit: 2 }));
  }));

test('31.9: what is written to a world before it is noted is stored with the note, and later writes by themselves', () =>
  withReplicas(1, async ([replica], url) => {
    assert.ok(replica);
    for (const text of [
      'CREATE TABLE seen (synced text, write xid8)',
      `CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO public.seen VALUES (current_setting('synchronous_commit'), pg_current_xact_id()); RETURN NULL; END $$`,
      'CREATE TRIGGER see AFTER INSERT ON platform_mock.entry FOR EACH ROW EXECUTE FUNCTION public.see()',
      'CREATE TRIGGER see AFTER UPDATE OF record ON platform_mock.world FOR EACH ROW EXECUTE FUNCTION public.see()',
    ])
      await scene.postgres.query(url, text);
    const seen = async (): Promise<unknown> => {
      const text = 'SELECT array_agg(synced) AS synced, count(DISTINCT write)::int AS writes FROM seen';
      const [found] = await scene.postgres.query(url, text);
      await scene.postgres.query(url, 'DELETE FROM seen');
      return found;
    };
    const store = await makeStore(replica, 'w');
    await put(store, thing(ONE, 'before'));
    assert.deepEqual(await seen(), { synced: null, writes: 0 });
    assert.ok(await replica.noteWorld('w', '{}', LIMIT));
    assert.deepEqual(await seen(), { synced: ['on', 'on'], writes: 1 });
    await put(store, thing(TWO, 'after'));
    assert.deepEqual(await seen(), { synced: ['on'], writes: 1 });
  }));

/** What is done with a world before it is noted, and the names that it has then. */
const BEFORE_NOTE: Readonly<Record<string, (store: SharedStore) => Promise<readonly string[]>>> = {
  'nothing is written': async () => [],
  'more is written than waits': async (store) => {
    const large = 'x'.repeat(40_000);
    for (const nth of [0, 1, 2, 3]) await put(store, thing(numbered(nth), `${large}-${nth}`));
    return [0, 1, 2, 3].map((nth) => `${large}-${nth}`);
  },
  'a long write is behind others, and before others': async (store) => {
    await put(store, thing(numbered(0), 'first'));
    // biome-ignore lint/correctness/useYield: it takes one step
    await store.writeInSteps(function* (tx) {
      tx.put(things, thing(numbered(1), 'long'));
    });
    await put(store, thing(numbered(2), 'last'));
    return ['first', 'long', 'last'];
  },
  'a state is restored': async (store) => {
    await put(store, thing(numbered(0), 'kept'));
    const state = store.capture();
    await put(store, thing(numbered(1), 'dropped'));
    await store.restore(state);
    await put(store, thing(numbered(2), 'last'));
    return ['kept', 'last'];
  },
  'a write is refused, and one changes nothing': async (store) => {
    await put(store, thing(numbered(0), 'first'));
    await assert.rejects(
      store.write(() => assert.fail('refused')),
      /refused/,
    );
    assert.equal(await store.write((tx) => tx.get(things, numbered(0))?.name), 'first');
    return ['first'];
  },
};

for (const [what, write] of Object.entries(BEFORE_NOTE)) {
  test(`31.9: another process finds all of a world that is noted, where before it ${what}`, () =>
    withReplicas(2, async ([one, other]) => {
      assert.ok(one && other);
      const store = await makeStore(one, 'w');
      const names = await write(store);
      await store.awaitHead();
      assert.deepEqual(namesIn(store), names);
      // There is no room at first.
      assert.equal(await one.noteWorld('w', '{}', 0), false);
      assert.ok(await one.noteWorld('w', '{}', LIMIT));
      const found = await other.findStore('w');
      assert.deepEqual(namesIn(found), names);
      assert.deepEqual(found?.place, store.place);
      await put(store, thing(numbered(9), 'goes on'));
      await found?.awaitHead();
      assert.deepEqual(namesIn(found), [...names, 'goes on']);
    }));
}

test('31.9: a world that others have ended while it was made is NOT_FOUND, whatever has its name by now', () =>
  withReplicas(2, async ([one, other]) => {
    assert.ok(one && other);
    await put(await makeStore(one, 'w'), thing(ONE, 'ended'));
    await other.endWorld('w');
    assert.ok(await make(other, 'w'));
    await assert.rejects(one.noteWorld('w', '{}', LIMIT), { code: 'NOT_FOUND' });
    assert.deepEqual(namesIn(await one.findStore('w')), ['w']);
  }));
