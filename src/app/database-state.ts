import type { KeptKeys, KeptMeta, Keys } from '../identity/kept-keys.ts';
import { rotatedKeys } from '../identity/key-ring.ts';
import { DEFAULT_WORLD } from '../kernel/call-scope.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Row } from '../kernel/rows.ts';
import { TOP } from '../kernel/uid.ts';
import { DatabaseWorlds } from '../steering/world/database-worlds.ts';
import { DatabaseError, startRefusalOf } from '../store/shared/database-error.ts';
import { tagMaker } from '../store/shared/place.ts';
import { SharedDatabase } from '../store/shared/shared-database.ts';
import { demandSigner } from './demand-signer.ts';
import type { State, Surroundings } from './state.ts';

/**
 * Opens the state that a database keeps, or a new one.
 * @throws FixtureError; DatabaseError with one line, where the database cannot be used, or its keys cannot sign
 */
export const openDatabaseState = async (
  url: string,
  keys: KeptKeys,
  { machineNow, random, digestOptions, report, notice }: Surroundings,
): Promise<State> => {
  const options = await digestOptions();
  const makeTag = tagMaker(random);
  const database = await SharedDatabase.open({ url, makeTag, now: machineNow, report, notice });
  try {
    const isAlone = await database.join(options);
    const clock = { now: database.now };
    const meta = await database.adoptMeta(async () => ({ ...(await keys.make()) }));
    const store = await database.openWorld(DEFAULT_WORLD);
    const home = new DatabaseWorlds(database, clock, makeTag());
    if (isAlone) await home.endLeft();
    const { snapshots, shared } = await home.rowsOf(store);
    const kept = await readKeys(keys, meta, store.rows.listWithin(rotatedKeys, TOP), clock);
    return {
      ...kept,
      key: Promise.resolve(kept.key),
      store,
      snapshotHome: snapshots,
      shared,
      others: { home, isAlone },
      clock,
      readUse: () => home.readUse(),
      // Nothing was ever written: a start that was killed before its fixtures were there has left nothing.
      isNew: store.place.rev === 0 && store.place.seq === 0,
      letStart: (heir, accounts) => database.letStart(heir, accounts),
      close: async () => {
        await store.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw startRefusalOf(error);
  }
};

const readKeys = async (
  keys: KeptKeys,
  meta: Partial<KeptMeta>,
  rotated: Iterable<Row>,
  clock: Clock,
): Promise<Keys> => {
  try {
    const kept = await keys.read(meta);
    await demandSigner(kept, rotated, clock);
    return kept;
  } catch (error) {
    throw new DatabaseError(`the database holds a key that cannot sign: ${(error as Error).message}`, error);
  }
};
