import { ok } from './answer.ts';
import { Api } from './api.ts';
import { atItself, OPEN, type Pair } from './database-workers.ts';
import { expect } from './expect.ts';
import { apart, exchange } from './http.ts';
import { steer } from './mock.ts';
import type { OwnServer } from './own-server.ts';
import { databaseMetrics } from './prometheus.ts';
import { test as base } from './test.ts';
import { makeWorld } from './worlds.ts';

export { atItself, OPEN };

/** A new world, at two servers that share their database with the servers of other tests. */
interface ReplicatedWorld {
  readonly id: string;
  readonly orgId: string;
  readonly servers: Pair;
  /** The caller that may do everything in it, at each server. */
  readonly callers: readonly [first: Api, second: Api];
}

/** The answer of a server, unchecked: the document of the API does not have these errors. */
export const answerOf = async ({ ready }: OwnServer, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' };
  const sent = body && { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(ready.url + path, { headers, ...sent });
  return { status: answer.status, retry: answer.headers.get('retry-after'), body: await answer.json() };
};

/** The status that a server answers on a new connection; 0 for none. */
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

/** The suite's test with databases. */
export const test = base.extend<{
  /** The URL of an empty database. */
  readonly database: string;
  /** The flags of all servers of this process. */
  readonly flags: readonly string[];
  /** Starts a server with the database. */
  readonly serve: (...flags: readonly string[]) => Promise<OwnServer>;
  /** Starts one more server of a mock, with the public URL of the first. */
  readonly replica: (...flags: readonly string[]) => Promise<OwnServer>;
  /** Two servers of this test. */
  readonly replicas: Pair;
  /** For tests that need a world, and change nothing of its servers. */
  readonly replicatedWorld: ReplicatedWorld;
}>({
  database: async ({ postgres }, use) => {
    await use(await postgres.makeDatabase());
  },
  flags: async ({ databaseFlags }, use) => {
    await use(databaseFlags);
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
  replicatedWorld: async ({ databasePair: pair }, use) => {
    const [first, second] = pair;
    // Another test may have stopped the database.
    for (const { api } of pair) await expect.poll(async () => (await steer(api, 'GET', 'ready')).status).toBe(200);
    const { id, orgId } = await makeWorld(first.api);
    await use({ id, orgId, servers: pair, callers: [inWorld(first, id), inWorld(second, id)] });
    ok(await steer(first.api, 'DELETE', `worlds/${id}`));
  },
});
