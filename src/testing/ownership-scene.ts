import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type Ownership, type OwnershipOptions, openOwnership } from '../store/postgres/ownership.ts';
import type { Term } from '../store/postgres/term.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

/** A process of a test, as far as the database can see, and what it has said. */
export interface ScenePeer {
  readonly ownership: Ownership;
  /** The name in the database of the connection that looks. */
  readonly watch: string;
  readonly said: string[];
  readonly reported: unknown[];
  /** The term that it has. */
  readonly term: Term;
}

/** A Postgres, and processes that share a database of it. */
export interface OwnershipScene {
  readonly postgres: TestPostgres;
  /** An empty database. */
  makeDatabase(): Promise<string>;
  /** Opens a process; it is closed with the scene. */
  open(url: string, options?: Partial<OwnershipOptions>): Promise<ScenePeer>;
  stop(): Promise<void>;
}

/** The maximum wait for a condition: only a test that fails waits so long. */
const PATIENCE_MILLIS = 30_000;

/** Waits for something to become true. */
export const becomes = async (find: () => boolean | Promise<boolean>): Promise<void> => {
  for (const end = performance.now() + PATIENCE_MILLIS; !(await find()); ) {
    if (performance.now() > end) throw new Error(`it did not become true: ${find}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

/** Starts the Postgres of a test file. */
export const startOwnershipScene = async (
  options: Parameters<typeof startPostgres>[0] = {},
): Promise<OwnershipScene> => {
  const postgres = await startPostgres(options);
  const opened: Ownership[] = [];
  let made = 0;
  return {
    postgres,
    makeDatabase: () => postgres.makeDatabase(),
    open: async (url, options = {}) => {
      made += 1;
      const { id = `p${made}` } = options;
      const [said, reported]: [string[], unknown[]] = [[], []];
      const ownership = await openOwnership({
        url,
        schema: 'platform_mock',
        peer: async (host) => `${host}:1`,
        isSilent: async () => false,
        options: {},
        meta: async () => ({ seed: 'seed' }),
        now: () => performance.now(),
        wall: () => Date.now(),
        random: randomBytes,
        report: (error) => reported.push(error),
        notice: (text) => said.push(text),
        ...options,
        id,
      });
      opened.push(ownership);
      return {
        ownership,
        watch: `platform-mock ${id} watch`,
        said,
        reported,
        get term() {
          assert.ok(ownership.place.at === 'here');
          return ownership.place.term;
        },
      };
    },
    stop: async () => {
      for (const ownership of opened) ownership.close();
      await postgres.stop();
    },
  };
};
