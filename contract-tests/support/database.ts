import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok } from './answer.ts';
import { Api } from './api.ts';
import { expect } from './expect.ts';
import { apart, exchange } from './http.ts';
import { steer } from './mock.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { type OwnPostgres, startPostgres } from './postgres.ts';
import { databaseMetrics } from './prometheus.ts';
import { test as base } from './test.ts';
import { makeWorld } from './worlds.ts';

/** Flags of a server that everybody may steer: what is tested is not who may. */
export const OPEN = ['--control-token', 'off', '--insecure-control'];

/** Flags of a server that ends as soon as it is asked to. */
const AT_ONCE = ['--drain', '0s'];

/** A caller of a server by its own address, whatever its public URL is. */
export const atItself = (server: OwnServer): OwnServer => {
  const { api, ready } = server;
  return { ...server, api: new Api({ ...api.connection, baseUrl: ready.localUrl }, api.token) };
};

type Pair = readonly [first: OwnServer, second: OwnServer];

/** A world that is new, at two servers that share their database with those of other tests. */
interface ReplicatedWorld {
  readonly id: string;
  readonly orgId: string;
  readonly servers: Pair;
  /** The caller that may do everything in it, at each server. */
  readonly callers: readonly [first: Api, second: Api];
}

/** What a server answers without a look at the document of the API, which does not have these errors. */
export const answerOf = async ({ ready }: OwnServer, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' };
  const sent = body && { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(ready.url + path, { headers, ...sent });
  return { status: answer.status, retry: answer.headers.get('retry-after'), body: await answer.json() };
};

/** What a server answers a new connection: a status, or 0 for none. */
export const statusOf = ({ ready }: OwnServer, path: string): Promise<number> =>
  exchange(apart, ready.localUrl, {
    method: 'GET',
    target: path,
    headers: { authorization: `Bearer ${ready.token}` },
  }).then(
    ({ status }) => status,
    () => 0,
  );

/** Resolves once calls at a server are answered, after another has ended to which it had passed them on. */
export const untilAnswered = (server: OwnServer): Promise<void> =>
  expect.poll(() => statusOf(server, '/registry/v2/repos?page_size=1'), { timeout: 20_000 }).toBe(200);

/** True for the server that owns the worlds. */
export const isOwner = async ({ api }: OwnServer): Promise<boolean> => (await databaseMetrics(api)).owner === 1;

/** A caller in a world of a server: by a token of it, or by the one that a fixture names for the administrator. */
export const inWorld = ({ api }: OwnServer, id: string, token = 'admin-token'): Api =>
  new Api({ ...api.connection, world: id }, token);

/**
 * The suite's test with a Postgres, which all tests of a process share, as they share the process: a file with fixtures
 * of its own for a process would have another.
 */
export const test = base.extend<
  {
    /** The URL of an empty database. */
    readonly database: string;
    /** Starts a server with the database. */
    readonly serve: (...flags: readonly string[]) => Promise<OwnServer>;
    /** Starts one more server of a mock, whose public URL is that of the first. */
    readonly replica: (...flags: readonly string[]) => Promise<OwnServer>;
    /** Two servers of this test. */
    readonly replicas: Pair;
    /** For tests that need a world, and change nothing of its servers. */
    readonly replicatedWorld: ReplicatedWorld;
  },
  {
    readonly postgres: OwnPostgres;
    /** Flags of all servers of this process: each new database would need half a second for a key of its own. */
    readonly flags: readonly string[];
    readonly pair: Pair;
  }
>({
  postgres: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const postgres = await startPostgres();
      await use(postgres);
      await postgres.stop();
    },
    { scope: 'worker' },
  ],
  flags: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'contract-'));
      const file = join(folder, 'key.pem');
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
      writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
      await use([...OPEN, ...AT_ONCE, '--signing-key', file]);
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  database: async ({ postgres }, use) => {
    await use(await postgres.makeDatabase());
  },
  serve: async ({ database, flags, freshServer }, use) => {
    await use((...more) => freshServer('--database', database, ...flags, ...more));
  },
  replica: async ({ serve }, use) => {
    let url: string | undefined;
    await use(async (...flags) => {
      const started = await serve(...(url === undefined ? [] : ['--public-url', url]), ...flags);
      url ??= started.ready.url;
      return atItself(started);
    });
  },
  replicas: async ({ replica }, use) => {
    await use([await replica(), await replica()]);
  },
  pair: [
    async ({ postgres, flags }, use) => {
      const database = ['--database', await postgres.makeDatabase()];
      const first = await startOwnServer([...database, ...flags]);
      const second = await startOwnServer([...database, ...flags, '--public-url', first.ready.url]);
      await use([first, atItself(second)]);
      await Promise.all([first, second].map(({ stop }) => stop('SIGKILL')));
    },
    { scope: 'worker' },
  ],
  replicatedWorld: async ({ pair }, use) => {
    const [first, second] = pair;
    // Another test may have stopped the database.
    for (const { api } of pair) await expect.poll(async () => (await steer(api, 'GET', 'ready')).status).toBe(200);
    const { id, orgId } = await makeWorld(first.api);
    await use({ id, orgId, servers: pair, callers: [inWorld(first, id), inWorld(second, id)] });
    ok(await steer(first.api, 'DELETE', `worlds/${id}`));
  },
});
