import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { tagMaker } from '../store/shared/place.ts';
import { SharedDatabase, type SharedDatabaseOptions } from '../store/shared/shared-database.ts';
import type { SharedStore } from '../store/shared/shared-store.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

/** A random tag. */
export const makeTag = tagMaker(randomBytes);

/** What a process that shares a database chooses. */
export type ReplicaOptions = Partial<Omit<SharedDatabaseOptions, 'makeTag'>>;

/** A Postgres with an empty database, and processes that share it. */
export interface SharedScene {
  readonly postgres: TestPostgres;
  readonly url: string;
  /** A process of its own, as far as the database can see. It is closed with the scene. */
  openReplica(options?: ReplicaOptions): Promise<SharedDatabase>;
  /** A name that no world of it has. */
  newName(): string;
  /** A new world, of a process of its own for these options. */
  openWorld(options?: ReplicaOptions): Promise<SharedStore>;
  stop(): Promise<void>;
}

/** Makes a world for which there is room. */
export const makeStore = async (replica: SharedDatabase, world: string, from?: string): Promise<SharedStore> => {
  const store = await replica.makeWorld(world, { from });
  assert.ok(store);
  return store;
};

let shared: Promise<TestPostgres> | undefined;

/** The one that files share which run in one process; it ends with that. */
const sharedPostgres = (): Promise<TestPostgres> => {
  shared ??= startPostgres().then((postgres) => {
    process.once('beforeExit', () => void postgres.stop());
    return postgres;
  });
  return shared;
};

/**
 * Makes a database for the tests of a file, on a Postgres that others use, too, or on its own, which it may stop. What
 * fails beside the writes fails the test.
 */
export const startSharedScene = async ({ isAlone = false } = {}): Promise<SharedScene> => {
  const postgres = await (isAlone ? startPostgres() : sharedPostgres());
  const url = await postgres.makeDatabase();
  const open: SharedDatabase[] = [];
  const known = new Map<string, Promise<SharedDatabase>>();
  let worlds = 0;
  const openReplica: SharedScene['openReplica'] = async (options) => {
    const now = (): number => performance.now();
    const replica = await SharedDatabase.open({ url, makeTag, now, report: assert.ifError, ...options });
    open.push(replica);
    return replica;
  };
  const newName = (): string => {
    worlds += 1;
    return `world-${worlds}`;
  };
  return {
    postgres,
    url,
    openReplica,
    newName,
    openWorld: async (options) => {
      const key = JSON.stringify(options ?? {});
      const replica = known.get(key) ?? openReplica(options);
      known.set(key, replica);
      return (await replica).openWorld(newName());
    },
    stop: async () => {
      await Promise.all(open.map((replica) => replica.close()));
      if (isAlone) await postgres.stop();
    },
  };
};
