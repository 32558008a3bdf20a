import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeTag, type SharedScene, startSharedScene } from '../../testing/shared-scene.ts';
import { Connections } from './connections.ts';
import { SharedDatabase } from './shared-database.ts';

const SOCKET = '.s.PGSQL.5432';
const TERMINATE = 'X'.charCodeAt(0);

let scene: SharedScene;
before(async () => {
  scene = await startSharedScene();
});
after(() => scene.stop());

/** Which session a query of a client is sent to: the numbers are those of the clients by which they were opened. */
type Choose = (client: number, query: number) => number;

/** Starts what poolers do between transactions: each query may go to the session that another client has opened. */
const startPooler = async (choose: Choose): Promise<{ readonly url: string; stop(): Promise<void> }> => {
  const own = mkdtempSync(join(tmpdir(), 'pooler-'));
  const [sessions, clients]: [Socket[], Socket[]] = [[], []];
  const owners: Socket[] = [];
  let queries = 0;
  const server = createServer((client) => {
    const number = sessions.length;
    const session = connect(join(scene.postgres.socketFolder, SOCKET));
    sessions.push(session);
    clients.push(client);
    owners.push(client);
    for (const socket of [client, session]) socket.on('error', () => undefined);
    session.on('data', (bytes) => owners[number]?.write(bytes));
    let isStarted = false;
    client.on('data', (bytes) => {
      if (bytes[0] === TERMINATE) return;
      const to = isStarted ? choose(number, queries++) : number;
      isStarted = true;
      owners[to] = client;
      sessions[to]?.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(join(own, SOCKET), resolve));
  return {
    url: scene.url.replace(/host=.*$/, `host=${encodeURIComponent(own)}`),
    stop: async () => {
      for (const socket of [...sessions, ...clients]) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(own, { recursive: true, force: true });
    },
  };
};

const tablesOf = async (): Promise<unknown> => {
  const text = `SELECT count(*)::int AS count FROM information_schema.tables WHERE table_schema = 'platform_mock'`;
  return (await scene.postgres.query(scene.url, text))[0]?.count;
};

const POOLERS: readonly (readonly [what: string, choose: Choose])[] = [
  ['the same session for both', () => 0],
  // The first client asks for the number of its session, the second does and begins a transaction, the first asks again.
  ['another session for the first, later', (client, query) => (query === 3 ? 1 - client : client)],
  ['the first session for the second, later', (client, query) => (query === 4 ? 1 - client : client)],
];

for (const [what, choose] of POOLERS) {
  test(`31.17: a pooler that hands sessions to others between transactions is refused, and nothing is made: ${what}`, async () => {
    const tables = await tablesOf();
    const pooler = await startPooler(choose);
    try {
      const parts = { url: pooler.url, makeTag, now: () => performance.now(), report: assert.ifError };
      await assert.rejects(SharedDatabase.open(parts), {
        name: 'DatabaseError',
        message: /^the database is behind a pooler .*: set its mode to session, or go past it$/,
      });
      assert.equal(await tablesOf(), tables);
    } finally {
      await pooler.stop();
    }
  });
}

test('31.17: a pooler whose sessions are of one client each is none that is seen', async () => {
  const pooler = await startPooler((client) => client);
  const connections = new Connections(pooler.url);
  try {
    await connections.demandSessions();
    // Bounds do not come with the connection, where some poolers refuse them.
    const names = ['statement_timeout', 'idle_in_transaction_session_timeout', 'synchronous_commit', 'plan_cache_mode'];
    const shown = { text: 'SELECT name, setting FROM pg_settings WHERE name = ANY($1) ORDER BY name', values: [names] };
    const settings = async (rows: Promise<readonly Readonly<Record<string, unknown>>[]>): Promise<unknown> =>
      (await rows).map(({ setting }) => setting);
    assert.deepEqual(await settings(connections.run(shown)), ['1000', 'force_generic_plan', '5000', 'on']);
    assert.deepEqual(await settings(connections.note(shown)), ['1000', 'force_generic_plan', '800', 'off']);
    assert.deepEqual(await settings(connections.learn(shown)), ['1000', 'force_generic_plan', '800', 'on']);
    const own = await connections.connectAlone(
      () => undefined,
      () => undefined,
    );
    assert.deepEqual(await settings(own.run(shown)), ['1000', 'force_generic_plan', '5000', 'on']);
    await own.end();
  } finally {
    await pooler.stop();
    await connections.close().catch(() => undefined);
  }
});
