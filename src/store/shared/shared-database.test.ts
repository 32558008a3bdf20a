import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { TLSSocket } from 'node:tls';
import { Client } from 'pg';
import { makeCertificate } from '../../listen/tls-certificate.ts';
import { makeStore, makeTag, type SharedScene, startSharedScene } from '../../testing/shared-scene.ts';
import { ONE, put, thing } from '../../testing/store-specimens.ts';
import { PRESENT } from './schema.ts';
import { SharedDatabase } from './shared-database.ts';

let scene: SharedScene;
before(async () => {
  scene = await startSharedScene();
});
after(() => scene.stop());

const open = (url: string): Promise<SharedDatabase> =>
  SharedDatabase.open({ url, makeTag, now: () => performance.now(), report: assert.ifError });

const tablesIn = async (url: string): Promise<readonly unknown[]> => {
  const text = `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'platform_mock' ORDER BY 1`;
  return (await scene.postgres.query(url, text)).map(({ name }) => name);
};

const TABLES = [
  ...['checkpoint', 'counted', 'ended', 'entry', 'line', 'mock'],
  ...['note', 'note_head', 'note_origin', 'note_place'],
  ...['past', 'process'],
  ...['shown', 'snapshot', 'world'],
];

test('processes that open an empty database at once make its tables once, and share its worlds', async () => {
  const url = await scene.postgres.makeDatabase();
  const opened = await Promise.all([open(url), open(url), open(url)]);
  try {
    assert.deepEqual(await tablesIn(url), TABLES);
    const [first, second] = await Promise.all(opened.map((database) => database.openWorld('w')));
    assert.ok(first && second);
    await put(first, thing(ONE, 'shared'));
    await second.awaitHead();
    assert.equal(second.rows.counts().things, 1);
  } finally {
    await Promise.all(opened.map((database) => database.close()));
  }
});

const UNUSABLE: readonly (readonly [what: string, statements: readonly string[], message: RegExp])[] = [
  [
    'tables of something else',
    ['CREATE SCHEMA platform_mock', 'CREATE TABLE platform_mock.entry (id int)'],
    /^the schema platform_mock of the database is not of this program: use another database$/,
  ],
  [
    'a table of that name with other columns',
    [
      'CREATE SCHEMA platform_mock',
      'CREATE TABLE platform_mock.mock (id int)',
      'INSERT INTO platform_mock.mock VALUES (1)',
    ],
    /^the schema platform_mock of the database is not of this program: use another database$/,
  ],
  [
    'tables of a newer release',
    [
      'CREATE SCHEMA platform_mock',
      'CREATE TABLE platform_mock.mock (version int)',
      'INSERT INTO platform_mock.mock VALUES (10)',
    ],
    /^the database has version 10 of the schema platform_mock, and this release reads 9: run a newer release$/,
  ],
];

for (const [what, statements, message] of UNUSABLE) {
  test(`a database with ${what} is refused, and stays as it is`, async () => {
    const url = await scene.postgres.makeDatabase();
    for (const statement of statements) await scene.postgres.query(url, statement);
    const before = await tablesIn(url);
    await assert.rejects(open(url), { name: 'DatabaseError', message });
    assert.deepEqual(await tablesIn(url), before);
  });
}

test('a schema that is empty, as an administrator makes it, is filled', async () => {
  const url = await scene.postgres.makeDatabase();
  await scene.postgres.query(url, 'CREATE SCHEMA platform_mock');
  await (await open(url)).close();
  assert.deepEqual(await tablesIn(url), TABLES);
});

/** Makes the tables those of the first release. */
const makeOlder = async (url: string): Promise<void> => {
  const older = [
    'DROP TABLE platform_mock.note, platform_mock.note_head, platform_mock.note_origin, platform_mock.note_place, platform_mock.process',
    'DROP TRIGGER made ON platform_mock.world; DROP TRIGGER ended ON platform_mock.world',
    'DROP FUNCTION platform_mock.count_made(), platform_mock.count_ended()',
    'ALTER TABLE platform_mock.mock DROP COLUMN worlds, DROP COLUMN reads_from',
    'DROP TRIGGER noted ON platform_mock.world; DROP FUNCTION platform_mock.note_ended()',
    'DROP TABLE platform_mock.shown, platform_mock.ended, platform_mock.past, platform_mock.counted; ALTER TABLE platform_mock.world DROP COLUMN maker',
    'UPDATE platform_mock.mock SET version = 1',
  ];
  for (const text of older) await scene.postgres.query(url, text);
};

test('31.3: a database of an older release is made into one of this, and keeps its rows', async () => {
  const url = await scene.postgres.makeDatabase();
  const first = await open(url);
  await put(await makeStore(first, 'w'), thing(ONE, 'kept'));
  for (const world of ['default', 'half']) await first.openWorld(world);
  await first.kept.change('default', 'labels', {});
  assert.ok(await first.noteWorld('w', '{}', 1));
  await first.close();
  await makeOlder(url);
  const opened = await Promise.all([open(url), open(url)]);
  try {
    assert.deepEqual(await tablesIn(url), TABLES);
    assert.deepEqual(
      await scene.postgres.query(url, 'SELECT version, reads_from, worlds::int FROM platform_mock.mock'),
      [{ version: 9, reads_from: 9, worlds: 1 }],
    );
    for (const database of opened) assert.equal((await database.openWorld('w')).rows.counts().things, 1);
  } finally {
    await Promise.all(opened.map((database) => database.close()));
  }
});

/** The versions of the tables of a database, as another release has them. */
const setVersions = (url: string, version: number, readsFrom: number): Promise<unknown> => {
  const text = 'UPDATE platform_mock.mock SET version = $1, reads_from = $2';
  return scene.postgres.query(url, text, [version, readsFrom]);
};

const heir = { textOf: String, takeOver: async () => undefined, present: () => undefined };

test('31.16: tables are not made into those of this release while an older one runs that cannot go on', async () => {
  const url = await scene.postgres.makeDatabase();
  await (await open(url)).close();
  await makeOlder(url);
  const runs = `SELECT pg_advisory_lock_shared(${PRESENT})`;
  const older = new Client({ connectionString: url });
  await older.connect();
  await older.query(runs);
  const message = /^mocks of an older release use the database, which cannot go on beside this one: stop them first$/;
  await assert.rejects(open(url), { name: 'DatabaseError', message });
  assert.deepEqual(await scene.postgres.query(url, 'SELECT version FROM platform_mock.mock'), [{ version: 1 }]);
  // It is over while the start waits for its end.
  const opening = open(url);
  await older.end();
  await (await opening).close();
  assert.deepEqual(await scene.postgres.query(url, 'SELECT version FROM platform_mock.mock'), [{ version: 9 }]);
});

test('31.16: a process goes on beside a newer release whose tables it can use, and no other of it starts', async () => {
  const url = await scene.postgres.makeDatabase();
  const database = await open(url);
  try {
    await database.join({});
    await database.letStart(heir);
    const store = await database.openWorld('w');
    await setVersions(url, 10, 5);
    await put(store, thing(ONE, 'beside'));
    await store.awaitHead();
    assert.equal(store.rows.counts().things, 1);
    await assert.rejects(open(url), { message: /has version 10 of the schema .*: run a newer release$/ });
  } finally {
    await database.close();
  }
});

test('31.16: a process that begins, or is back, when a newer release has made tables that it cannot use is refused', async () => {
  const url = await scene.postgres.makeDatabase();
  const notices: string[] = [];
  const first = await SharedDatabase.open({
    url,
    makeTag,
    now: () => performance.now(),
    notice: (text) => notices.push(text),
  });
  const second = await open(url);
  try {
    await first.join({});
    await first.letStart(heir);
    const store = await first.openWorld('w');
    await setVersions(url, 10, 10);
    await assert.rejects(second.join({}), { message: 'the database is used by a newer release: run that' });
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    await scene.postgres.query(url, cut);
    for (let tries = 0; tries < 20_000 && !notices.some((text) => text.includes('newer')); tries += 1)
      await scene.postgres.query(url, 'SELECT 1');
    assert.ok(notices.includes('mocks of a newer release use the database: calls are refused from now on'));
    await assert.rejects(store.awaitHead(), { code: 'UNAVAILABLE' });
    await assert.rejects(put(store, thing(ONE, 'late')), { code: 'UNAVAILABLE' });
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
});

test('a database that does not answer is refused at the start, is UNAVAILABLE later, and is used again when it answers', async () => {
  const nowhere = scene.url.replace('host=', 'host=%2Fmissing');
  await assert.rejects(open(nowhere), { name: 'DatabaseError', message: /^the database does not answer: .*ENOENT/ });
  const own = await startSharedScene({ isAlone: true });
  // Its seconds are short, and with them the time for which it tries to reach the database.
  const store = await own.openWorld({ now: () => 20 * performance.now() });
  await put(store, thing(ONE, 'kept'));
  await own.postgres.stopServer();
  await assert.rejects(store.awaitHead(), { code: 'UNAVAILABLE', detail: { retryAfter: 1 } });
  await assert.rejects(put(store, thing(ONE, 'lost')), { code: 'UNAVAILABLE' });
  await own.postgres.startServer();
  await put(store, thing(ONE, 'again'));
  await store.awaitHead();
  assert.equal(store.rows.counts().things, 1);
  await own.stop();
});

test('31.4: a database whose certificate is not trusted is refused with what to do about it', async () => {
  const { cert, key } = await makeCertificate(['localhost']);
  // Where it is not refused, the test ends all the same.
  const server = createServer((socket) =>
    socket.unref().once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, cert, key }).on('error', () => socket.destroy());
    }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.unref().address() as AddressInfo;
  await assert.rejects(open(`postgres://mock@127.0.0.1:${port}/mock?sslmode=require`), {
    name: 'DatabaseError',
    message:
      /^the database does not answer: [^:]+: name the certificate of its authority by sslrootcert in --database, /,
  });
  server.close();
});

test('31.9: a world whose name another one has is NOT_FOUND for its store, and leaves that as it is', async () => {
  const replica = await scene.openReplica();
  const first = await replica.openWorld('again');
  await put(first, thing(ONE, 'first'));
  await replica.endWorld('again');
  const second = await makeStore(replica, 'again');
  await assert.rejects(first.awaitHead(), { code: 'NOT_FOUND' });
  await assert.rejects(put(first, thing(ONE, 'late')), { code: 'NOT_FOUND' });
  await assert.rejects(first.restore(second.capture()), { code: 'NOT_FOUND' });
  await second.awaitHead();
  assert.deepEqual(second.rows.counts(), {});
  await assert.rejects(replica.makeWorld('again'), { code: 'ALREADY_EXISTS' });
  assert.deepEqual((await replica.findStore('again'))?.place, second.place);
  // To look for a world makes none.
  assert.equal(await replica.findStore('never'), undefined);
  assert.equal(await replica.kept.find('never'), undefined);
});

test('a world that is removed is NOT_FOUND for its store', async () => {
  const store = await scene.openWorld();
  await scene.postgres.query(scene.url, 'DELETE FROM platform_mock.world');
  await assert.rejects(store.awaitHead(), { code: 'NOT_FOUND' });
  await assert.rejects(put(store, thing(ONE)), { code: 'NOT_FOUND' });
  await assert.rejects(
    store.writeInSteps(function* (tx) {
      yield;
      tx.put({ name: 'things', indexes: [] }, thing(ONE));
    }),
    { code: 'NOT_FOUND' },
  );
});
