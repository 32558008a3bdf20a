import { Api } from './api.ts';
import type { OwnServer } from './own-server.ts';
import { type OwnPostgres, startPostgres } from './postgres.ts';
import { test as base } from './test.ts';

/** Flags of a server that everybody may steer: what is tested is not who may. */
export const OPEN = ['--control-token', 'off', '--insecure-control'];

/** Flags of a server that ends as soon as it is asked to. */
const AT_ONCE = ['--drain', '0s'];

/** The suite's test with a Postgres. */
export const test = base.extend<
  {
    /** The URL of an empty database. */
    readonly database: string;
    /** Starts a server with the database. */
    readonly serve: (...flags: readonly string[]) => Promise<OwnServer>;
  },
  { readonly postgres: OwnPostgres }
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
  database: async ({ postgres }, use) => {
    await use(await postgres.makeDatabase());
  },
  serve: async ({ database, freshServer }, use) => {
    await use((...flags) => freshServer('--database', database, ...OPEN, ...AT_ONCE, ...flags));
  },
});

/** A caller in a world of a server: by a token of it, or by the one that a fixture names for the administrator. */
export const inWorld = ({ api }: OwnServer, id: string, token = 'admin-token'): Api =>
  new Api({ ...api.connection, world: id }, token);
