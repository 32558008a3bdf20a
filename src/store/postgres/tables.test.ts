import assert from 'node:assert/strict';
import { chownSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DatabaseError as Refusal } from 'pg';
import { becomes, type OwnershipScene, startOwnershipScene } from '../../testing/ownership-scene.ts';
import { DatabaseError, explain } from './database-error.ts';

let scene: OwnershipScene;
before(async () => {
  scene = await startOwnershipScene();
});
after(() => scene.stop());

const countSchemas = async (url: string): Promise<unknown> => {
  const text = "SELECT count(*)::int AS count FROM pg_namespace WHERE nspname LIKE 'platform_mock%'";
  return (await scene.postgres.query(url, text))[0]?.count;
};

const refuses = (url: string, message: RegExp): Promise<void> =>
  assert.rejects(scene.open(url), (error: unknown) => {
    assert.ok(error instanceof DatabaseError);
    assert.match(error.message, message);
    assert.doesNotMatch(error.message, /\n|hidden|:\/\//);
    return true;
  });

const asUser = (url: string, user: string): string => url.replace('postgres@', `${user}:hidden@`);

interface Refused {
  readonly what: string;
  /** Makes the database what it is, and returns the URL by which it is opened. */
  readonly make: (url: string) => Promise<string>;
  readonly message: RegExp;
  readonly undo?: (url: string) => Promise<unknown>;
}

const query = (url: string, text: string) => scene.postgres.query(url, text);

const REFUSED: readonly Refused[] = [
  {
    what: 'an encoding that cannot hold the rows',
    make: async (url) => {
      await query(url, "CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'");
      return url.replace(/test\d+/, 'latin');
    },
    message:
      /^the database has the encoding LATIN1, which cannot hold every name: make one by CREATE DATABASE … TEMPLATE /,
  },
  {
    what: 'a database that is read only',
    make: async (url) => {
      await query(url, `ALTER DATABASE ${/test\d+/.exec(url)} SET default_transaction_read_only = on`);
      return url;
    },
    message: /^the database takes no write: turn off default_transaction_read_only for the user and the database$/,
  },
  {
    what: 'no connection left',
    make: async (url) => {
      await query(url, 'CREATE ROLE crowded LOGIN SUPERUSER CONNECTION LIMIT 0');
      await query(url, 'ALTER ROLE crowded NOSUPERUSER');
      return asUser(url, 'crowded');
    },
    message: /^the database refuses: too many connections for role "crowded": raise max_connections or the limit of /,
  },
  {
    what: 'one connection, where two are needed',
    make: async (url) => {
      await query(url, 'CREATE ROLE narrow LOGIN CONNECTION LIMIT 1');
      await query(url, 'CREATE SCHEMA platform_mock AUTHORIZATION narrow');
      return asUser(url, 'narrow');
    },
    message: /^the database refuses: too many connections for role "narrow": raise max_connections or the limit of /,
    undo: (url) => query(url, 'DROP SCHEMA platform_mock CASCADE'),
  },
  {
    what: 'a user without the right to make the schema',
    make: async (url) => {
      await query(url, 'CREATE ROLE weak LOGIN');
      return asUser(url, 'weak');
    },
    message:
      /^the database refuses: permission denied for database test\d+: grant the user CREATE on the database, or /,
  },
  {
    what: 'a user without rights in the schema',
    make: async (url) => {
      await query(url, 'CREATE ROLE stranger LOGIN');
      await query(url, 'CREATE SCHEMA platform_mock; CREATE TABLE platform_mock.mock (one int)');
      return asUser(url, 'stranger');
    },
    message:
      /^the database refuses: permission denied for schema platform_mock: grant the user all rights on the schema /,
    undo: (url) => query(url, 'DROP SCHEMA platform_mock CASCADE'),
  },
  {
    what: 'tables of something else',
    make: async (url) => {
      await query(url, 'CREATE SCHEMA platform_mock; CREATE TABLE platform_mock.mock (version text)');
      return url;
    },
    message: /^the schema platform_mock of the database is not of this program: name another by --database-schema$/,
    undo: (url) => query(url, 'DROP SCHEMA platform_mock CASCADE'),
  },
  {
    what: 'no such database',
    make: async (url) => url.replace(/test\d+/, 'nothing'),
    message: /^the database refuses: database "nothing" does not exist: make it first, or correct the name$/,
    undo: async () => undefined,
  },
  {
    what: 'no server',
    make: async (url) => url.replace(/host=.*$/, 'host=%2Fnowhere'),
    message: /^the database does not answer: connect ENOENT .*: start it, or correct --database; a pooler must /,
  },
];

for (const { what, make, message, undo } of REFUSED) {
  test(`31.6: a start is refused with one line, and nothing is made: ${what}`, async () => {
    const url = await scene.makeDatabase();
    await refuses(await make(url), message);
    await undo?.(url);
    assert.equal(await countSchemas(url), 0);
  });
}

test('31.6: a start on a standby that has the tables is refused', async () => {
  const url = await scene.makeDatabase();
  const first = await scene.open(url);
  first.ownership.close();
  const data = join(scene.postgres.socketFolder, 'data');
  const signal = join(data, 'standby.signal');
  await scene.postgres.stopServer();
  writeFileSync(signal, '');
  const { uid, gid } = statSync(data);
  chownSync(signal, uid, gid);
  await scene.postgres.startServer();
  try {
    await refuses(url, /^the database is a standby, which takes no write: name the primary$/);
  } finally {
    await scene.postgres.stopServer();
    rmSync(signal);
    await scene.postgres.startServer();
  }
});

/** Sets the standbys that commits wait for. The change itself commits nothing, and so waits for none. */
const setStandbys = async (url: string, names: string): Promise<void> => {
  await query(url, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
  await query(url, 'SELECT pg_reload_conf()');
};

test('31.6: while commits wait for a synchronous standby, a start is refused, and an owner says so in the log', async () => {
  const [url, other] = [await scene.makeDatabase(), await scene.makeDatabase()];
  const owner = await scene.open(url);
  const cause = 'a commit waits for a synchronous standby: start that, or correct synchronous_standby_names';
  await setStandbys(url, 'away');
  try {
    const append = owner.term.append('1', 1, 'held');
    await refuses(other, new RegExp(`^the database does not answer: ${cause}$`));
    await becomes(() => owner.said.some((text) => text.includes(cause)));
    assert.equal(owner.ownership.isReady, false);
    // Statements that were given up are ended: otherwise they would take all connections in time.
    const waiting = await query(
      url,
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
    );
    assert.ok(Number(waiting[0]?.count) <= 2);
    await setStandbys(url, '');
    await append;
    await becomes(() => owner.ownership.isReady);
  } finally {
    await setStandbys(url, '');
  }
});

test('31.2: of processes that start at once on an empty database one makes the tables, and one is the owner', async () => {
  const url = await scene.makeDatabase();
  const all = await Promise.all([scene.open(url), scene.open(url), scene.open(url)]);
  assert.deepEqual(all.map(({ ownership }) => ownership.place.at).sort(), ['here', 'peer', 'peer']);
  assert.equal(new Set(all.map(({ ownership }) => ownership.secret)).size, 1);
  assert.match(all[0]?.ownership.secret ?? '', /^[0-9a-f]{48}$/);
});

test('31.1: two schemas of a database are two mocks', async () => {
  const url = await scene.makeDatabase();
  const schema = 'platform_mock of "team" ü';
  const [one, other] = [await scene.open(url), await scene.open(url, { schema })];
  await one.term.append('1', 1, 'one');
  await other.term.append('1', 1, 'other');
  const found = await other.ownership.link.query(`SELECT changes FROM ${other.ownership.link.schema}.entry`);
  assert.deepEqual(found, [{ changes: 'other' }]);
});

test('31.5: a start on tables of a newer release is refused, and a process that runs passes connections on only', async () => {
  const url = await scene.makeDatabase();
  const [owner, other] = [await scene.open(url), await scene.open(url)];
  await query(url, 'UPDATE platform_mock.mock SET version = 2');
  await refuses(url, /^the database has version 2 of its tables, and this release reads 1: run the newer release, or /);
  await becomes(() => other.said.length > 0);
  assert.deepEqual(other.said, ['a newer release owns the database: this process only passes connections on']);
  assert.equal(other.ownership.place.at, 'peer');
  await owner.ownership.release();
  await becomes(() => other.ownership.place.at !== 'peer');
  assert.equal(other.ownership.place.at, 'nowhere');
});

const refusal = (code: string, message: string): Refusal => Object.assign(new Refusal(message, 1, 'error'), { code });

const EXPLAINED: readonly (readonly [code: string, message: string, cure: RegExp])[] = [
  [
    '28000',
    'no pg_hba.conf entry for host "h", user "u", database "d", no encryption',
    /: add sslmode=verify-full to --database/,
  ],
  [
    '28000',
    'connection requires a valid client certificate',
    /: name the certificate of the user and its key by sslcert/,
  ],
  [
    '28000',
    'no pg_hba.conf entry for host "h", user "u", database "d", SSL encryption',
    /: allow the user, the host and /,
  ],
  ['28P01', 'password authentication failed for user "u"', /: correct the user or the password$/],
  ['25006', 'cannot execute UPDATE in a read-only transaction', /: turn off default_transaction_read_only/],
  ['25006', 'cannot execute LISTEN during recovery', /: name the primary, since a standby takes no write$/],
  [
    '26000',
    'prepared statement "look" does not exist',
    /: a pooler must keep named statements: set its mode to session/,
  ],
  ['XX000', 'it is\nbroken', /^the database refuses: it is broken: see its log$/],
];

for (const [code, message, cure] of EXPLAINED) {
  test(`31.6: a refusal of the database has the cure that fits: ${code} ${message.slice(0, 60)}`, () => {
    assert.match(explain(refusal(code, message)), cure);
  });
}
