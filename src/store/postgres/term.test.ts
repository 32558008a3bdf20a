import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ApiError } from '../../kernel/errors.ts';
import { startProxy } from '../../testing/database-proxy.ts';
import { becomes, type OwnershipScene, startOwnershipScene } from '../../testing/ownership-scene.ts';
import { DiskFull } from '../disk-full.ts';

let scene: OwnershipScene;
before(async () => {
  scene = await startOwnershipScene();
});
after(() => scene.stop());

const query = (url: string, text: string) => scene.postgres.query(url, text);
const isUnavailable = (error: unknown): boolean => error instanceof ApiError && error.code === 'UNAVAILABLE';

const entriesOf = async (url: string): Promise<unknown> =>
  (await query(url, 'SELECT changes FROM platform_mock.entry WHERE born > 0 ORDER BY born, seq')).map(
    (row) => row.changes,
  );

/** Refuses writes whose text has a word. */
const refuse = (url: string, word: string, code: string) =>
  query(
    url,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'; END $$;
     CREATE TRIGGER refused BEFORE INSERT ON platform_mock.entry FOR EACH ROW
       WHEN (NEW.changes LIKE '%${word}%') EXECUTE FUNCTION refuse()`,
  );

const endSessions = (url: string, use: string) =>
  query(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'platform-mock % ${use}'`,
  );

const MARK = (schema: string) => ({
  text: `gone AS (DELETE FROM ${schema}.world WHERE id = $2) SELECT (SELECT count(*)::int FROM me) AS mine`,
  values: ['none'],
});

test('31.2: writes that come while one is stored are stored together, in their order', async () => {
  const url = await scene.makeDatabase();
  const { term } = await scene.open(url);
  const texts = Array.from({ length: 200 }, (_, nth) => `["\\u0000", "${nth}", "é\\"\\\\{}"]`);
  await Promise.all(texts.map((text, nth) => term.append('1', nth + 1, text)));
  assert.deepEqual(await entriesOf(url), texts);
  const [row] = await query(url, 'SELECT count(DISTINCT xmin::text)::int AS count FROM platform_mock.entry');
  assert.ok(Number(row?.count) <= 3);
  assert.equal(term.pass(), undefined);
});

test('31.2: no answer leaves before what was appended and run before it is stored', async () => {
  const url = await scene.makeDatabase();
  const { term, ownership } = await scene.open(url);
  const done: string[] = [];
  const note = (word: string) => (): unknown => done.push(word);
  const append = term.append('1', 1, 'one').then(note('append'));
  const beside = term.pass()?.then(note('read'));
  const run = term.run(MARK(ownership.link.schema)).then(note('run'));
  const behind = term.pass()?.then(note('read'));
  assert.ok(beside && behind);
  await Promise.all([append, beside, run, behind]);
  assert.deepEqual(done, ['append', 'read', 'run', 'read']);
});

for (const [what, later] of [
  ['write', ['two']],
  ['batch', ['two', 'three']],
] as const) {
  test(`31.2: a ${what} whose answer was lost is stored once`, async (t) => {
    const url = await scene.makeDatabase();
    let isLost = false;
    let times = 0;
    const hold = async (bytes: Buffer): Promise<void> => {
      if (!bytes.includes('two')) return;
      times += 1;
      isLost = times === 1;
    };
    const cut = (): boolean => {
      const isCut = isLost;
      isLost = false;
      return isCut;
    };
    const proxy = await startProxy(scene.postgres.socketFolder, url, { hold, cut });
    t.after(() => proxy.stop());
    const { term, reported, said } = await scene.open(proxy.url);
    const texts = ['one', ...later];
    // The first is under way before the others are there, which are one statement.
    await Promise.all(texts.map((text, nth) => term.append('1', nth + 1, text)));
    assert.equal(times, 2);
    // One failure is not worth a line of the log.
    assert.deepEqual([await entriesOf(url), reported, said], [texts, [], []]);
  });
}

for (const [what, last] of [
  ['write', 'DELETE FROM platform_mock.entry WHERE born = 1'],
  ['statement', "UPDATE platform_mock.entry SET changes = '1.0' WHERE born = 0"],
] as const) {
  for (const use of ['writes', 'watch']) {
    test(`31.3: a database that comes back without the last ${what} is loaded anew: its connection for ${use} tells`, async () => {
      const url = await scene.makeDatabase();
      const { term, ownership, said } = await scene.open(url, { id: `${what}${use}` });
      await term.append('1', 1, 'one');
      if (what === 'statement') await term.run(MARK(ownership.link.schema));
      await query(url, last);
      await endSessions(url, use);
      // The other connection notices the loss without a write.
      if (use === 'writes') await assert.rejects(term.append('1', 2, 'two'), isUnavailable);
      await becomes(() => term.ended.aborted);
      assert.deepEqual(said, ['the database has lost what it had stored: it is loaded again']);
      await assert.rejects(Promise.resolve(term.pass()), isUnavailable);
      await becomes(() => ownership.place.at === 'here');
      assert.deepEqual(await entriesOf(url), what === 'write' ? [] : ['one']);
    });
  }
}

test('31.3: a connection that breaks takes nothing: the term goes on', async () => {
  const url = await scene.makeDatabase();
  const { term, ownership, said, reported } = await scene.open(url);
  await term.append('1', 1, 'one');
  for (const use of ['writes', 'watch', 'loads']) await endSessions(url, use);
  await term.append('1', 2, 'two');
  await term.run(MARK(ownership.link.schema));
  for (const use of ['writes', 'watch', 'loads']) await endSessions(url, use);
  await term.append('1', 3, 'three');
  await becomes(() => term.isGood && term.pass() === undefined);
  assert.deepEqual([said, reported, await entriesOf(url)], [[], [], ['one', 'two', 'three']]);
});

test('31.4: on a full disk a write and all behind it are undone, the last first, and reads of them are UNAVAILABLE', async () => {
  const url = await scene.makeDatabase();
  const { term } = await scene.open(url);
  await term.append('1', 1, 'one');
  await refuse(url, 'large', '53100');
  const done: string[] = [];
  for (const born of ['1', '2']) term.onUndone(born, (seq) => done.push(`${born} after ${seq}`));
  const fails = (name: string, work: Promise<unknown> | undefined, kind: (error: unknown) => boolean): Promise<void> =>
    assert.rejects(
      Promise.resolve(work).catch((error) => Promise.reject(done.push(name) && error)),
      kind,
    );
  const isFull = (error: unknown): boolean => error instanceof DiskFull && /its disk is full/.test(error.message);
  const first = term.append('1', 2, 'two');
  await Promise.all([
    first,
    fails('1:3', term.append('1', 3, 'large'), isFull),
    fails('2:1', term.append('2', 1, 'small'), isFull),
    fails('1:4', term.append('1', 4, 'four'), isFull),
    fails('read', term.pass(), isUnavailable),
  ]);
  assert.deepEqual(done.slice(0, 2).sort(), ['1 after 2', '2 after 0']);
  assert.deepEqual(
    done.filter((name) => name.includes(':')),
    ['1:4', '2:1', '1:3'],
  );
  assert.equal(term.pass(), undefined);
  await term.append('1', 3, 'three');
  assert.deepEqual(await entriesOf(url), ['one', 'two', 'three']);
});

for (const [what, code] of [
  ['that are there', '23505'],
  ['for another reason', '22000'],
] as const) {
  test(`31.4: writes that the database refuses ${what} end the term, and are reported`, async () => {
    const url = await scene.makeDatabase();
    const { term, ownership, reported } = await scene.open(url);
    await refuse(url, 'bad', code);
    await Promise.all([
      assert.rejects(term.append('1', 1, 'bad'), isUnavailable),
      assert.rejects(term.append('1', 2, 'behind'), isUnavailable),
      assert.rejects(Promise.resolve(term.pass()), isUnavailable),
    ]);
    assert.deepEqual(
      reported.map((error) => (error as { code?: string }).code),
      [code],
    );
    await becomes(() => ownership.place.at === 'here' && ownership.place.term !== term);
    assert.deepEqual(await entriesOf(url), []);
  });
}

for (const set of ["term = 7, peer = '127.0.0.1:2 other'", "peer = '127.0.0.1:2 other'"]) {
  test(`31.3: nothing is stored by a term that has passed, and nothing waits for it: ${set}`, async () => {
    const url = await scene.makeDatabase();
    const { term, ownership, reported } = await scene.open(url);
    await query(url, `UPDATE platform_mock.owner SET ${set}`);
    const { schema } = ownership.link;
    await Promise.all([
      assert.rejects(term.append('1', 1, 'late'), isUnavailable),
      assert.rejects(term.run(MARK(schema)), isUnavailable),
      assert.rejects(Promise.resolve(term.pass()), isUnavailable),
    ]);
    await assert.rejects(term.append('1', 2, 'later'), isUnavailable);
    assert.deepEqual([await entriesOf(url), reported], [[], []]);
    await becomes(() => ownership.place.at === 'peer');
  });
}

test('31.4: an answer waits two seconds for a database that is away, and a write until it is back', async () => {
  const url = await scene.makeDatabase();
  const { term, ownership } = await scene.open(url);
  await scene.postgres.stopServer();
  const began = performance.now();
  const append = term.append('1', 1, 'one');
  await assert.rejects(Promise.resolve(term.pass()), isUnavailable);
  assert.ok(performance.now() - began >= 2_000);
  assert.equal(ownership.isReady, false);
  await scene.postgres.startServer();
  await append;
  await becomes(() => ownership.isReady && term.pass() === undefined);
  assert.deepEqual(await entriesOf(url), ['one']);
});
