import { Api } from './api.ts';
import { test as withDatabase } from './database.ts';
import type { OwnServer } from './own-server.ts';

/** A caller of a server by its own address, whatever its public URL is. */
const atItself = (server: OwnServer): OwnServer => {
  const { api, ready } = server;
  return { ...server, api: new Api({ ...api.connection, baseUrl: ready.localUrl }, api.token) };
};

/** The suite's test with servers that share a database. */
export const test = withDatabase.extend<{
  /** Starts one more server of a mock, whose public URL is that of the first. */
  readonly replica: (...flags: readonly string[]) => Promise<OwnServer>;
  readonly replicas: readonly [first: OwnServer, second: OwnServer];
}>({
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
});
