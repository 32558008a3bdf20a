import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ApiError } from '../../kernel/errors.ts';
import { startProxy } from '../../testing/database-proxy.ts';
import { makeTag, type SharedScene, startSharedScene } from '../../testing/shared-scene.ts';
import { ONE, put, TWO, thing } from '../../testing/store-specimens.ts';
import { SharedDatabase } from './shared-database.ts';

const LIMIT = 5;
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
/** A record of a world whose time has been up for long. */
const OVER = JSON.stringify({ expiresMillis: 1 });

let scene: SharedScene;
before(async () => {
  scene = await startSharedScene();
});
after(() => scene.stop());

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
  await replica.makeWorld(world);
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
  withReplicas(1, async (_replicas, url) => {
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
    } finally {
      await replica.close();
      await proxy.stop();
    }
  }));

test('31.9: what is written to a world before it is noted is on the disk with the note, and later writes by themselves', () =>
  withReplicas(1, async ([replica], url) => {
    for (const text of [
      'CREATE TABLE seen (synced text)',
      `CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO public.seen VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$`,
      'CREATE TRIGGER see AFTER INSERT ON platform_mock.entry FOR EACH ROW EXECUTE FUNCTION public.see()',
      'CREATE TRIGGER see AFTER UPDATE OF record ON platform_mock.world FOR EACH ROW EXECUTE FUNCTION public.see()',
    ])
      await scene.postgres.query(url, text);
    const seen = async (): Promise<unknown> => {
      const rows = await scene.postgres.query(url, 'SELECT synced FROM seen');
      await scene.postgres.query(url, 'DELETE FROM seen');
      return rows.map(({ synced }) => synced);
    };
    const store = await replica?.makeWorld('w');
    assert.ok(store);
    await put(store, thing(ONE, 'before'));
    assert.deepEqual(await seen(), ['off']);
    assert.ok(await replica?.noteWorld('w', '{}', LIMIT));
    await put(store, thing(TWO, 'after'));
    assert.deepEqual(await seen(), ['on', 'on']);
  }));
