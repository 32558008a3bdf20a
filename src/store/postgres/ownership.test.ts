import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startProxy } from '../../testing/database-proxy.ts';
import { openWay } from '../../testing/owned-lists/database-way.ts';
import { becomes, type OwnershipScene, type ScenePeer, startOwnershipScene } from '../../testing/ownership-scene.ts';

let scene: OwnershipScene;
before(async () => {
  scene = await startOwnershipScene();
});
after(() => scene.stop());

const query = (url: string, text: string) => scene.postgres.query(url, text);
const placeOf = ({ ownership }: ScenePeer): string => ownership.place.at;

/** A clock that stands still but for what it is moved by. */
const startClock = (at = 0): { now: () => number; move(millis: number): void } => {
  let time = at;
  return {
    now: () => time,
    move: (millis) => {
      time += millis;
    },
  };
};

const LOOKED = `SELECT query_start::text AS at FROM pg_stat_activity
  WHERE application_name = $1 AND state = 'idle' AND query LIKE 'SELECT term, peer%'`;

/** Waits until a process has looked: a look that has begun after this, and what follows from it, is over when the next begins. */
const looks = async (url: string, { ownership, watch }: ScenePeer): Promise<void> => {
  const begun = new Set<unknown>();
  ownership.lookNow();
  await becomes(async () => {
    for (const { at } of await scene.postgres.query(url, LOOKED, [watch])) begun.add(at);
    return begun.size > 2;
  });
};

test('31.3: an owner that is released is followed at once, whatever the clock', async () => {
  const url = await scene.makeDatabase();
  const owner = await scene.open(url);
  const other = await scene.open(url, startClock());
  assert.deepEqual(other.ownership.place, { at: 'peer', host: '127.0.0.1', port: 1, term: '1' });
  await owner.ownership.leave();
  await becomes(() => placeOf(other) === 'nowhere');
  assert.equal(placeOf(owner), 'here');
  await owner.ownership.release();
  await becomes(() => placeOf(other) === 'here');
  await becomes(() => placeOf(owner) === 'peer');
  assert.deepEqual([owner.reported, owner.said, other.ownership.use.changes], [[], [], 2]);
});

test('31.3: an owner whose beat stands still is followed after 2.3 s of looks that were answered', async (t) => {
  const url = await scene.makeDatabase();
  const owner = await scene.open(url);
  const way = await openWay(scene.postgres.socketFolder, url);
  t.after(() => way.stop());
  const { now, move } = startClock();
  const other = await scene.open(way.url, { now });
  owner.ownership.close();
  await looks(url, other);
  move(2_299);
  await looks(url, other);
  assert.equal(placeOf(other), 'peer');
  way.cut();
  await becomes(() => other.said.length === 1);
  move(10_000);
  way.open();
  // The looks that have failed have begun the wait anew.
  await becomes(() => other.said.length === 2);
  await looks(url, other);
  assert.equal(placeOf(other), 'peer');
  move(2_300);
  await becomes(() => placeOf(other) === 'here');
  assert.match(other.said.join('\n'), /^the database does not answer: .*\nthe database answers again$/);
});

test('31.3: an owner that is silent is followed after ten seconds, and one that answers again has the time for a beat', async () => {
  const url = await scene.makeDatabase();
  let isSilent = true;
  let asked = 0;
  const ask = async (): Promise<boolean> => {
    asked += 1;
    return isSilent;
  };
  for (const [answersAt, takenAt] of [
    [10_000, 10_000],
    [2_300, 4_600],
    [4_600, 6_900],
  ] as const) {
    const owner = await scene.open(url);
    const { now, move } = startClock();
    const other = await scene.open(url, { now, isSilent: ask });
    owner.ownership.close();
    [isSilent, asked] = [true, 0];
    for (const at of [0, 2_299, 2_300, 4_599, 4_600, 6_899, 6_900, 9_199, 9_200, 9_999]) {
      if (at >= takenAt) break;
      move(at - now());
      await looks(url, other);
      assert.deepEqual([at, asked, placeOf(other)], [at, Math.floor(at / 2_300), 'peer']);
      if (at === answersAt) isSilent = false;
    }
    move(takenAt - now());
    await becomes(() => placeOf(other) === 'here');
    assert.equal(asked, Math.floor(takenAt / 2_300));
    other.ownership.close();
  }
});

test('31.3: a take that arrives after another beat of the owner is none', async (t) => {
  const url = await scene.makeDatabase();
  const way = await openWay(scene.postgres.socketFolder, url);
  t.after(() => way.stop());
  const owner = await scene.open(way.url);
  const beat = async (): Promise<unknown> => (await query(url, 'SELECT beat FROM platform_mock.owner'))[0]?.beat;
  let wasDelayed = false;
  const hold = async (bytes: Buffer): Promise<void> => {
    if (wasDelayed || !bytes.includes('term + 1')) return;
    wasDelayed = true;
    const before = await beat();
    way.open();
    await becomes(async () => (await beat()) !== before);
  };
  const proxy = await startProxy(scene.postgres.socketFolder, url, { hold });
  t.after(() => proxy.stop());
  const { now, move } = startClock();
  const other = await scene.open(proxy.url, { now });
  way.hold();
  await looks(url, other);
  move(2_300);
  await becomes(() => wasDelayed);
  await looks(url, other);
  assert.deepEqual([placeOf(owner), placeOf(other)], ['here', 'peer']);
});

test('31.3: an owner whose beat moves between looks is followed by nobody, whatever the clock of another shows', async (t) => {
  const url = await scene.makeDatabase();
  const owner = await scene.open(url);
  const { now, move } = startClock();
  let begun = 0;
  // The beat moves before each look, not by time: a clock that leaps between two looks at one beat shows an owner that stands still.
  const hold = async (bytes: Buffer): Promise<void> => {
    if (!bytes.includes('\0look\0')) return;
    await query(url, 'UPDATE platform_mock.owner SET beat = beat + 1');
    move(2_400);
    begun += 1;
  };
  const proxy = await startProxy(scene.postgres.socketFolder, url, { hold });
  t.after(() => proxy.stop());
  const other = await scene.open(proxy.url, { now });
  const enough = begun + 4;
  await becomes(() => begun > enough || placeOf(other) === 'here');
  assert.deepEqual([placeOf(owner), placeOf(other)], ['here', 'peer']);
});

test('31.3: a process whose take had no answer takes again, and an owner that is passed ends its term', async () => {
  const url = await scene.makeDatabase();
  const owner = await scene.open(url);
  const other = await scene.open(url, { ...startClock(), id: 'lost' });
  await query(url, "UPDATE platform_mock.owner SET term = 7, peer = '127.0.0.1:1 lost', beat = 0");
  await becomes(() => placeOf(other) === 'here' && placeOf(owner) === 'peer');
  assert.equal(other.term.number, '8');
  assert.deepEqual(owner.said, ['another process has taken the database over']);
});

for (const [what, marked] of [
  ['connection', ' watch'],
  ['look', '\0look\0'],
  ['take', 'term + 1'],
] as const) {
  test(`31.3: a start waits for a late ${what}, as a busy machine has it`, async (t) => {
    const url = await scene.makeDatabase();
    let delayed = 0;
    const hold = async (bytes: Buffer): Promise<void> => {
      if (delayed > 0 || !bytes.includes(marked)) return;
      delayed += 1;
      // Longer than a look may take of a process that has started.
      await pause(1_500);
    };
    const proxy = await startProxy(scene.postgres.socketFolder, url, { hold });
    t.after(() => proxy.stop());
    const owner = await scene.open(proxy.url);
    assert.deepEqual([placeOf(owner), delayed, owner.reported], ['here', 1, []]);
  });
}

test('31.3: a process that has left takes nothing', async () => {
  const url = await scene.makeDatabase();
  const owner = await scene.open(url);
  const other = await scene.open(url);
  await other.ownership.leave();
  await owner.ownership.leave();
  await owner.ownership.release();
  await looks(url, other);
  assert.deepEqual([placeOf(owner), placeOf(other)], ['nowhere', 'nowhere']);
});

test('31.5: a start with other options is refused beside an owner, and takes what is left behind', async () => {
  const url = await scene.makeDatabase();
  const owner = await scene.open(url, { options: { '--seed': 'a', '--profile': 'x' } });
  const same = await scene.open(url, { options: { '--profile': 'x', '--seed': 'a' } });
  const message = 'other mocks use the database with other options (--fixture, --seed): give all of them the same';
  const options = { '--seed': 'b', '--profile': 'x', '--fixture': 'f' };
  await assert.rejects(scene.open(url, { options }), { name: 'DatabaseError', message });
  assert.equal(placeOf(same), 'peer');
  same.ownership.close();
  owner.ownership.close();
  assert.equal(placeOf(await scene.open(url, { options })), 'here');
});

test('31.5: a process that sees an owner with other options refuses, and says so once', async () => {
  const url = await scene.makeDatabase();
  const owner = await scene.open(url);
  const other = await scene.open(url);
  await query(url, `UPDATE platform_mock.owner SET options = '{"--seed":"b"}'`);
  await becomes(() => placeOf(other) === 'nowhere');
  await looks(url, other);
  assert.deepEqual(other.said, [
    'other mocks use the database with other options (--seed): calls are refused from now on',
  ]);
  assert.deepEqual([owner.ownership.isReady, other.ownership.isReady], [true, false]);
});

test('31.2: the time of an owner is that of the database, and never goes back', async () => {
  const url = await scene.makeDatabase();
  const hour = 3_600_000;
  const { now: wall, move } = startClock(Date.now() - hour);
  const { ownership, term } = await scene.open(url, { wall });
  const present = ownership.clock.now();
  assert.ok(Math.abs(present - Date.now()) < 60_000);
  move(-hour);
  assert.equal(ownership.clock.now(), present);
  assert.ok(term.isGood);
  move(hour + 2_000);
  // A machine that slept: its monotonic clock stood still.
  assert.equal(term.isGood, false);
  await becomes(() => term.isGood);
  assert.ok(ownership.clock.now() >= present + 2_000);
});

test('31.4: a database that has no connection left says so in the log, with the cure', async () => {
  const url = await scene.makeDatabase();
  await query(url, 'CREATE ROLE few LOGIN');
  await query(url, 'CREATE SCHEMA platform_mock AUTHORIZATION few');
  const owner = await scene.open(url.replace('postgres@', 'few@'));
  await query(url, 'ALTER ROLE few CONNECTION LIMIT 0');
  await query(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'few'");
  const append = owner.term.append('1', 1, 'late');
  const cure =
    /^the database refuses: too many connections for role "few": raise max_connections or the limit of the user/;
  await becomes(() => owner.said.some((text) => cure.test(text)));
  assert.equal(owner.ownership.use.answers, false);
  await query(url, 'ALTER ROLE few CONNECTION LIMIT -1');
  await append;
  await becomes(() => owner.said.at(-1) === 'the database answers again');
  assert.equal(owner.ownership.use.answers, true);
});
