import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fixtures } from '@playwright/test';
import { Api } from './api.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { type OwnPostgres, startPostgres } from './postgres.ts';

/** Flags of a server that everybody may steer: what is tested is not who may. */
export const OPEN = ['--control-token', 'off', '--insecure-control'];

/** Flags of a server that ends as soon as it is asked to. */
const AT_ONCE = ['--drain', '0s'];

/** A caller of a server by its own address, whatever its public URL is. */
export const atItself = (server: OwnServer): OwnServer => {
  const { api, ready } = server;
  return { ...server, api: new Api({ ...api.connection, baseUrl: ready.localUrl }, api.token) };
};

/** Two servers of one database. */
export type Pair = readonly [first: OwnServer, second: OwnServer];

/** The state that tests of a process share if they use a database. */
export interface DatabaseWorkers {
  readonly postgres: OwnPostgres;
  /** Flags of all servers of this process: each new database would need half a second for a key of its own. */
  readonly databaseFlags: readonly string[];
  readonly databasePair: Pair;
}

/** The fixtures of a process for databases: each test has them, since tests with others would need a further process. */
export const databaseWorkers: Fixtures<object, DatabaseWorkers> = {
  postgres: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const postgres = await startPostgres();
      await use(postgres);
      await postgres.stop();
    },
    { scope: 'worker' },
  ],
  databaseFlags: [
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
  databasePair: [
    async ({ postgres, databaseFlags: flags }, use) => {
      const database = ['--database', await postgres.makeDatabase()];
      const first = await startOwnServer([...database, ...flags]);
      const second = await startOwnServer([...database, ...flags, '--public-url', first.ready.url]);
      await use([first, atItself(second)]);
      await Promise.all([first, second].map(({ stop }) => stop('SIGKILL')));
    },
    { scope: 'worker' },
  ],
};
