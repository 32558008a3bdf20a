import { once } from 'node:events';
import { namesOf, ok, rowsOf } from '../support/answer.ts';
import { answerOf, OPEN, test } from '../support/database.ts';
import { mintToken, steer } from '../support/mock.ts';
import { type Finished, type OwnServer, runCommand } from '../support/own-server.ts';
import type { OwnPostgres } from '../support/postgres.ts';
import { faulty } from '../support/steered.ts';
import { expect } from '../support/test.ts';

const SECRET = 'pass-word-9';

const REPOS = '/registry/v2/repos?page_size=1';

/** Tries to start a server that is refused. */
const refusedStart = (database: string, ...flags: readonly string[]): Promise<Finished> =>
  runCommand(['serve', '--port', '0', '--database', database, ...flags]);

/** Everything that a database has: the rows of its tables, and their names. */
const contentsOf = async (postgres: OwnPostgres, url: string): Promise<unknown> => {
  const named =
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'platform_mock' ORDER BY 1";
  const names = (await postgres.query(url, named)).map(({ name }) => String(name));
  const rows = names.map((name) => postgres.query(url, `SELECT * FROM platform_mock.${name} ORDER BY 1`));
  return [names, await Promise.all(rows)];
};

test.describe('--database @mock', () => {
  test('31.1: every answered write is there after kill -9 and a restart', async ({ serve }) => {
    const first = await serve();
    const { orgId } = first.ready;
    const path = `/registry/v2/repos/${orgId}`;
    const made = ok(await first.api.post(path, { name: 'kept' }));
    const changed = ok(await first.api.patch(`/registry/v2/repos/${made.uid}`, { description: 'changed' }));
    const gone = ok(await first.api.post(path, { name: 'gone' }));
    ok(await first.api.delete(`/registry/v2/repos/${gone.uid}`));
    await first.stop('SIGKILL');
    const { api, ready } = await serve();
    expect(ready.orgId).toBe(orgId);
    expect(await api.read(`/registry/v2/repos/${made.uid}`)).toEqual(changed);
    expect((await api.get(`/registry/v2/repos/${gone.uid}`)).status).toBe(404);
    const list = `/registry/v2/repos?uidp.children_of=${orgId}&page_size=200`;
    expect(namesOf(rowsOf(await api.read(list), 'repos'))).toHaveLength(13);
    // The uid of a deleted row stays buried over the restart.
    expect(ok(await api.post(path, { name: 'gone' })).uid).not.toBe(gone.uid);
  });

  test('31.1: a burst of writes that kill -9 cuts off loses no answered write @whole', async ({ serve }) => {
    const server = await serve();
    const path = `/registry/v2/repos/${server.ready.orgId}`;
    const answered: string[] = [];
    const write = async (index: number): Promise<void> => {
      const { status, body } = await server.api.post(path, { name: `burst-${index}` });
      if (status === 200) answered.push(body.uid);
      if (answered.length === 60) server.process.kill('SIGKILL');
    };
    await Promise.allSettled(Array.from({ length: 200 }, (_, index) => write(index)));
    await server.stop('SIGKILL');
    const { api } = await serve();
    expect(answered.length).toBeGreaterThanOrEqual(60);
    for (const uid of answered) expect((await api.get(`/registry/v2/repos/${uid}`)).status).toBe(200);
  });

  test('31.1: the settings of a test are there after kill -9, with their counts @whole', async ({ serve }) => {
    const first = await serve();
    ok(await steer(first.api, 'PUT', 'clock', { mode: 'frozen', now: '2099-01-01T12:00:00.000Z' }));
    const rule = { match: { operation: 'ListRepos' }, do: { code: 'UNAVAILABLE' }, times: 2 };
    ok(await steer(first.api, 'PUT', 'faults', [rule]));
    expect((await faulty(first.api.as('admin-token')).get(REPOS)).status).toBe(503);
    await first.stop('SIGKILL');
    const { api } = await serve();
    expect(ok(await steer(api, 'GET', 'clock')).now).toBe('2099-01-01T12:00:00.000Z');
    const caller = faulty(api.as('admin-token'));
    expect([(await caller.get(REPOS)).status, (await caller.get(REPOS)).status]).toEqual([503, 200]);
  });

  test('31.1: reset goes back to the fixture, and the database with it @whole', async ({ serve }) => {
    const first = await serve();
    const list = `/registry/v2/repos?uidp.children_of=${first.ready.orgId}`;
    ok(await first.api.post(`/registry/v2/repos/${first.ready.orgId}`, { name: 'gone' }));
    ok(await steer(first.api, 'POST', 'reset', {}));
    await first.stop('SIGKILL');
    const second = await serve();
    expect((await second.api.read(list)).totalCount).toBe('12');
    ok(await second.api.post(`/registry/v2/repos/${first.ready.orgId}`, { name: 'gone' }));
    ok(await steer(second.api, 'POST', 'reset', {}));
    expect((await second.api.read(list)).totalCount).toBe('12');
  });

  test('31.1: seed and keys of the first start are those of later ones @whole', async ({ database, freshServer }) => {
    const start = (...flags: readonly string[]) => freshServer('--database', database, ...OPEN, ...flags);
    const first = await start('--seed', 'first', '--signing-key', 'new');
    const token = await mintToken(first.api, 'viewer');
    const list = `/registry/v2/repos?uidp.children_of=${first.ready.orgId}&order_by=name&page_size=5`;
    const { nextPageToken } = await first.api.read(list);
    const keysOf = async ({ ready }: OwnServer) => (await fetch(`${ready.url}/.well-known/jwks.json`)).json();
    const keys = await keysOf(first);
    await first.stop();
    const second = await start('--port', new URL(first.ready.url).port);
    expect(await keysOf(second)).toEqual(keys);
    expect((await second.api.as(token).get('/iam/v2/groups')).status).toBe(200);
    expect(ok(await steer(second.api, 'GET', 'info')).seed).toBe('first');
    expect((await second.api.get(`${list}&page_token=${nextPageToken}`)).status).toBe(200);
  });

  test('31.1: the variable PLATFORM_MOCK_DATABASE sets it @whole', async ({ postgres, database }) => {
    const env = { PLATFORM_MOCK_DATABASE: database, PLATFORM_MOCK_CONTROL_TOKEN: 'word' };
    const { code, stdout } = await runCommand(['exec', '--', 'sh', '-c', 'echo $PLATFORM_ORG_ID'], env);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^[0-9a-f]{40}\n$/)]);
    expect(await postgres.query(database, 'SELECT id FROM platform_mock.world')).toEqual([{ id: 'default' }]);
  });

  test('31.1, 31.5: mocks with a schema each share a database, and nothing else', async ({ database, freshServer }) => {
    const start = (...flags: readonly string[]) => freshServer('--database', database, ...OPEN, ...flags);
    const first = await start('--seed', 'first');
    const second = await start('--database-schema', 'An "other"', '--fixture', 'empty', '--profile', 'published');
    ok(await first.api.post(`/registry/v2/repos/${first.ready.orgId}`, { name: 'of-the-first' }));
    ok(await steer(second.api, 'POST', 'worlds', { name: 'of-the-second' }));
    expect((await steer(first.api, 'GET', 'worlds/of-the-second')).status).toBe(404);
    await Promise.all([first.stop('SIGKILL'), second.stop('SIGKILL')]);
    const again = await start('--database-schema', 'An "other"', '--fixture', 'empty', '--profile', 'published');
    ok(await steer(again.api, 'GET', 'worlds/of-the-second'));
    expect(ok(await steer(again.api, 'GET', 'info')).seed).not.toBe('first');
  });

  const URL_FORM = '--database must be a URL such as "postgres://user:password@host:5432/name"';
  const TOKEN = /^--database needs --control-token \(PLATFORM_MOCK_CONTROL_TOKEN\): /;
  const PEER_FORM = /^--peer must be /;
  const GOOD = 'postgres://user:pass-word-9@127.0.0.1:1/name';
  const WRONG: readonly (readonly [what: string, flags: readonly string[], message: string | RegExp])[] = [
    ['no URL', ['--database', SECRET, ...OPEN], URL_FORM],
    ['an empty text', ['--database', '', ...OPEN], URL_FORM],
    ['the URL of something else', ['--database', `mysql://user:${SECRET}@host/name`, ...OPEN], URL_FORM],
    ['a password that is cut', ['--database', `postgres://user:${SECRET}%@host/name`, ...OPEN], URL_FORM],
    ['a port that is none', ['--database', `postgres://user:${SECRET}@host:port/name`, ...OPEN], URL_FORM],
    [
      'a mode of TLS that is none',
      ['--database', `${GOOD}?sslmode=always`, ...OPEN],
      /^--database: sslmode must be one/,
    ],
    [
      'a file for TLS that is missing',
      ['--database', `${GOOD}?sslmode=verify-full&sslrootcert=%2Fmissing.pem`, ...OPEN],
      '--database: sslrootcert /missing.pem: there is no such file or folder',
    ],
    ['a data file beside it', ['--database', GOOD, '--data', 'state.json', ...OPEN], /^--database and --data exclude/],
    ['no control token', ['--database', GOOD], TOKEN],
    ['a control plane that is open by mistake', ['--database', GOOD, '--control-token', 'off'], TOKEN],
    [
      'several hosts',
      ['--database', `postgres://user:${SECRET}@one:1,two:2/name`, ...OPEN],
      /^--database takes one host: /,
    ],
    ['an empty schema', ['--database', GOOD, '--database-schema', '', ...OPEN], /^--database-schema must be /],
    [
      'a schema of a longer name than Postgres has',
      ['--database', GOOD, '--database-schema', 'é'.repeat(32), ...OPEN],
      /^--database-schema must be /,
    ],
    ['a schema without a database', ['--database-schema', 'other'], /^--database-schema needs --database: /],
    ['a peer without a database', ['--peer', '127.0.0.1'], /^--peer needs --database: /],
    ['a peer without a host', ['--database', GOOD, '--peer', ':8485', ...OPEN], PEER_FORM],
    ['a peer with a port that is none', ['--database', GOOD, '--peer', 'host:0', ...OPEN], PEER_FORM],
    ['a peer with a port above all', ['--database', GOOD, '--peer', 'host:65536', ...OPEN], PEER_FORM],
    ['a peer that is a URL', ['--database', GOOD, '--peer', 'http://host:8485', ...OPEN], PEER_FORM],
    ['a peer with a cut address', ['--database', GOOD, '--peer', '[::1', ...OPEN], PEER_FORM],
  ];
  for (const [at, [what, flags, message]] of WRONG.entries()) {
    const share = at % 3 === 0 ? '' : ' @whole';
    test(`31.6: ${what} is refused with one line and exit status 2${share}`, async () => {
      const { code, stdout, stderr } = await runCommand(['serve', '--port', '0', ...flags]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^platform-mock: [^\n]+\n$/);
      const said = stderr.trim().replace('platform-mock: ', '');
      if (typeof message === 'string') expect(said).toBe(message);
      else expect(said).toMatch(message);
      expect(stderr).not.toContain(SECRET);
    });
  }

  /** The URL of a database for another user. */
  const asUser = (url: string, user: string): string => url.replace('postgres@', `${user}:${SECRET}@`);

  const UNUSABLE: readonly (readonly [
    what: string,
    prepare: readonly string[],
    urlOf: (url: string) => string,
    message: RegExp,
  ])[] = [
    [
      'that nothing listens at',
      [],
      () => `postgres://user:${SECRET}@127.0.0.1:1/name`,
      /^the database does not answer: connect ECONNREFUSED 127\.0\.0\.1:1: start it, or correct --database; a pooler must have four connections for each mock$/,
    ],
    [
      'without the TLS that is asked for',
      [],
      (url) => `${url}${url.includes('?') ? '&' : '?'}sslmode=require`,
      /^the database does not answer: The server does not support SSL connections: turn on its TLS, or leave out sslmode in --database$/,
    ],
    [
      'that is not there',
      [],
      (url) => url.replace(/test\d+/, 'missing'),
      /^the database refuses: database "missing" does not exist: make it first, or correct the name$/,
    ],
    [
      'whose user is unknown',
      [],
      (url) => asUser(url, 'nobody'),
      /^the database refuses: role "nobody" does not exist: correct the user or the password$/,
    ],
    [
      'whose user may make no schema',
      ['CREATE ROLE bare LOGIN'],
      (url) => asUser(url, 'bare'),
      /^the database refuses: permission denied for database test\d+: grant the user CREATE on the database, or make the schema, with the user as its owner$/,
    ],
    [
      'whose user may write no table',
      ['CREATE ROLE reader LOGIN', 'CREATE SCHEMA platform_mock', 'GRANT USAGE ON SCHEMA platform_mock TO reader'],
      (url) => asUser(url, 'reader'),
      /^the database refuses: permission denied for schema platform_mock: grant /,
    ],
    [
      'with a schema of something else',
      ['CREATE SCHEMA platform_mock', 'CREATE TABLE platform_mock.things (id int)'],
      (url) => url,
      /^the schema platform_mock of the database is not of this program: /,
    ],
    [
      'of a newer release',
      [
        'CREATE SCHEMA platform_mock',
        'CREATE TABLE platform_mock.mock (version int, meta text)',
        "INSERT INTO platform_mock.mock VALUES (99, '{}')",
      ],
      (url) => url,
      /^the database has version 99 of its tables, and this release reads 1: run the newer release, or name another schema by --database-schema$/,
    ],
    [
      'that is older than Postgres 14',
      // The product asks for the version by an unqualified name, so that the search path can replace the function.
      [
        'CREATE SCHEMA old',
        `CREATE FUNCTION old.current_setting(text) RETURNS text LANGUAGE sql AS $$
           SELECT CASE $1 WHEN 'server_version_num' THEN '130012' ELSE '13.12' END $$`,
        `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = old, pg_catalog', current_database()); END $$`,
      ],
      (url) => url,
      /^the database is Postgres 13\.12: 14 or newer is needed$/,
    ],
    [
      'whose encoding has no room for every name',
      ["CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'"],
      (url) => url.replace(/test\d+/, 'latin'),
      /^the database has the encoding LATIN1, which cannot hold every name: make one by CREATE DATABASE /,
    ],
    [
      'that takes no write',
      [
        `DO $$ BEGIN EXECUTE
           format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$`,
      ],
      (url) => url,
      /^the database takes no write: turn off default_transaction_read_only /,
    ],
    [
      'whose user has no connection left',
      ['CREATE ROLE crowded LOGIN CONNECTION LIMIT 0'],
      (url) => asUser(url, 'crowded'),
      /^the database refuses: too many connections for role "crowded": raise /,
    ],
  ];
  for (const [at, [what, prepare, urlOf, message]] of UNUSABLE.entries()) {
    const share = at % 4 === 0 ? '' : ' @whole';
    test(`31.6: a database ${what} is refused with one line and exit status 1, and stays as it is${share}`, async ({
      postgres,
      database,
    }) => {
      for (const statement of prepare) await postgres.query(database, statement);
      const before = await contentsOf(postgres, database);
      const { code, stdout, stderr } = await refusedStart(urlOf(database), ...OPEN);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^platform-mock: [^\n]+\n$/);
      expect(stderr.trim().replace('platform-mock: ', '')).toMatch(message);
      expect(stderr).not.toContain(SECRET);
      expect(await contentsOf(postgres, database)).toEqual(before);
    });
  }

  test('31.6: a schema that an administrator has made needs no other right @whole', async ({
    postgres,
    database,
    freshServer,
  }) => {
    await postgres.query(database, 'CREATE ROLE owner LOGIN');
    await postgres.query(database, 'CREATE SCHEMA platform_mock AUTHORIZATION owner');
    const { api } = await freshServer('--database', asUser(database, 'owner'), ...OPEN);
    expect((await api.get(REPOS)).status).toBe(200);
  });

  test('31.6: no password is in the log, the ready line and the info @whole', async ({
    postgres,
    database,
    freshServer,
  }) => {
    const url = database.replace('postgres@', `postgres:${SECRET}@`);
    const server = await freshServer('--database', url, '--log-level', 'debug', ...OPEN);
    let log = '';
    server.process.stderr?.on('data', (chunk: Buffer) => {
      log += chunk;
    });
    expect((await server.api.get(REPOS)).status).toBe(200);
    const info = ok(await steer(server.api, 'GET', 'info'));
    await postgres.query(database, 'DROP SCHEMA platform_mock CASCADE');
    await expect.poll(async () => (await answerOf(server, REPOS)).status).toBe(503);
    await expect.poll(() => log).toContain('"path":"/registry/v2/repos","status":503');
    expect(`${log}${server.line}${JSON.stringify(info)}`).not.toContain(SECRET);
  });

  test('M19: SIGTERM lets calls go to others first, also where there is none @whole', async ({
    database,
    freshServer,
  }) => {
    const { ready, process: child } = await freshServer('--database', database, ...OPEN);
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const asked = async (): Promise<number> => (await fetch(`${ready.url}/_mock/v1/ready`)).status;
    await expect.poll(asked, { intervals: [20] }).toBe(503);
    // It is answered, or waits for an owner that does not come.
    expect([200, 503]).toContain((await fetch(`${ready.url}/ping/v2/ping`)).status);
    expect(await gone).toEqual([0, null]);
  });

  test('31.4: a full disk of the database refuses writes, and reads go on', async ({ postgres, database, serve }) => {
    const server = await serve();
    const { api, ready } = server;
    const path = `/registry/v2/repos/${ready.orgId}`;
    const { repos } = await api.read(REPOS);
    await postgres.query(
      database,
      `CREATE FUNCTION platform_mock.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`,
    );
    const full =
      'CREATE TRIGGER full_disk BEFORE INSERT ON platform_mock.entry EXECUTE FUNCTION platform_mock.refuse()';
    await postgres.query(database, full);
    const message = 'Resource exhausted: the database takes no write: its disk is full';
    const details = [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'MOCK_DISK_FULL',
        domain: 'registry.platform.test',
      },
    ];
    expect(await answerOf(server, path, { name: 'lost' })).toMatchObject({
      status: 429,
      body: { code: 8, message, details },
    });
    expect((await steer(api, 'PUT', 'clock', { mode: 'frozen' })).status).toBe(429);
    expect((await steer(api, 'POST', 'worlds', { name: 'lost' })).status).toBe(429);
    expect((await api.read(REPOS)).repos).toEqual(repos);
    await postgres.query(database, 'DROP TRIGGER full_disk ON platform_mock.entry');
    expect((await api.post(path, { name: 'lost' })).status).toBe(200);
    ok(await steer(api, 'POST', 'worlds', { name: 'lost' }));
  });

  test('31.4, M17: reads go on where they would be counted, and are counted once there is room @whole', async ({
    postgres,
    database,
    serve,
  }) => {
    const { api } = await serve();
    const match = { operation: 'ListRepos' };
    ok(await steer(api, 'PUT', 'faults', [{ match, do: { code: 'UNAVAILABLE' }, times: 1 }]));
    const refuse = `CREATE FUNCTION platform_mock.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$`;
    await postgres.query(database, refuse);
    const full =
      'CREATE TRIGGER full_disk BEFORE INSERT ON platform_mock.entry EXECUTE FUNCTION platform_mock.refuse()';
    await postgres.query(database, full);
    expect((await faulty(api).get(REPOS)).status).toBe(200);
    await postgres.query(database, 'DROP TRIGGER full_disk ON platform_mock.entry');
    expect([(await faulty(api).get(REPOS)).status, (await faulty(api).get(REPOS)).status]).toEqual([503, 200]);
  });
});
