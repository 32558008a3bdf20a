import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { type OwnershipScene, startOwnershipScene } from '../../testing/ownership-scene.ts';
import { Link } from './link.ts';

const SOCKET = '.s.PGSQL.5432';
const TERMINATE = 'X'.charCodeAt(0);

let scene: OwnershipScene;
before(async () => {
  scene = await startOwnershipScene();
});
after(() => scene.stop());

/** The session that the nth query of a client is sent to: a session has the number of the client that opened it. */
type Choose = (client: number, query: number) => number;

/** Starts what poolers do between transactions: a query may go to the session that another client has opened. */
const startPooler = async (url: string, choose: Choose): Promise<{ readonly url: string; stop(): Promise<void> }> => {
  const own = mkdtempSync(join(tmpdir(), 'pooler-'));
  const [sessions, clients]: [Socket[], Socket[]] = [[], []];
  const owners: Socket[] = [];
  const server = createServer((client) => {
    const number = sessions.length;
    const session = connect(join(scene.postgres.socketFolder, SOCKET));
    sessions.push(session);
    clients.push(client);
    owners.push(client);
    for (const socket of [client, session]) socket.on('error', () => undefined);
    session.on('data', (bytes) => owners[number]?.write(bytes));
    // The first bytes open the session.
    let queries = -1;
    client.on('data', (bytes) => {
      if (bytes[0] === TERMINATE) return;
      const to = queries < 0 ? number : choose(number, queries);
      queries += 1;
      owners[to] = client;
      sessions[to]?.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(join(own, SOCKET), resolve));
  return {
    url: url.replace(/host=.*$/, `host=${encodeURIComponent(own)}`),
    stop: async () => {
      for (const socket of [...sessions, ...clients]) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(own, { recursive: true, force: true });
    },
  };
};

/** After its settings and its first use of a statement, the first client has the session of the second. */
const HANDED: Choose = (client, query) => (client === 0 && query === 2 ? 1 : client);

for (const [what, choose, refused] of [
  ['hands sessions to others is refused', HANDED, true],
  ['keeps a session for each client is taken', (client: number) => client, false],
] as const) {
  test(`31.6: a pooler that ${what}`, async () => {
    const pooler = await startPooler(await scene.makeDatabase(), choose);
    const link = new Link(pooler.url, 'platform_mock', 'one');
    try {
      if (refused) await assert.rejects(link.demandNamed(), { code: '26000' });
      else await link.demandNamed();
    } finally {
      link.close();
      await pooler.stop();
    }
  });
}

test('31.2: a query of an abandoned connection is not executed once the next connection is used', async () => {
  const url = await scene.makeDatabase();
  const link = new Link(url, 'platform_mock', 'one');
  const holder = new Client(url);
  await holder.connect();
  const line = link.connection('writes', 2_000);
  try {
    await line.run({ text: 'CREATE TABLE kept (text text)' });
    await holder.query('BEGIN; LOCK TABLE kept');
    await assert.rejects(line.run({ text: "INSERT INTO kept VALUES ('late')" }), /no answer in 2000 ms/);
    assert.deepEqual(await line.run({ text: 'SELECT 1 AS one' }), [{ one: 1 }]);
    await holder.query('COMMIT');
    await line.run({ text: "INSERT INTO kept VALUES ('next')" });
    assert.deepEqual(await link.query('SELECT text FROM kept'), [{ text: 'next' }]);
    assert.equal(line.made, 2);
  } finally {
    await holder.end();
    line.close();
    link.close();
  }
});

test('31.6: settings of the database or the user are overridden', async () => {
  const [url, beside] = [await scene.makeDatabase(), await scene.makeDatabase()];
  const name = /test\d+/.exec(url);
  for (const setting of [
    'statement_timeout = 50',
    'lock_timeout = 1',
    "default_transaction_isolation = 'serializable'",
    "search_path = ''",
    'client_encoding = LATIN1',
    'standard_conforming_strings = off',
    "application_name = 'x'",
  ]) {
    await scene.postgres.query(beside, `ALTER DATABASE ${name} SET ${setting}`);
  }
  const { term, ownership } = await scene.open(`${url}&application_name=other`);
  await Promise.all(Array.from({ length: 50 }, (_, nth) => term.append('1', nth + 1, `"☃\\u0000\\\\'"`)));
  const [row] = await ownership.link.query(
    `SELECT min(changes) AS text, count(*)::int AS count FROM platform_mock.entry`,
  );
  assert.deepEqual(row, { text: `"☃\\u0000\\\\'"`, count: 50 });
});
