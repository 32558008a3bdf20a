import { type PlacedItem, type PlacedQuery, type ReadItem, readNewest } from '../plane/placed-items.ts';
import type { ProcessOrder } from '../plane/process-order.ts';
import type { EndedWorlds } from './ended-worlds.ts';
import { isBefore, lookAtAll, type RememberedWorlds } from './look-at-worlds.ts';
import { droppedIn } from './placed-in-world.ts';
import type { RegisteredWorld } from './registered-world.ts';
import type { World } from './world.ts';
import type { ListedWorld, WorldHome } from './world-home.ts';
import { type Dropped, lastNumberOf, NOTHING_DROPPED } from './world-remains.ts';

/** All worlds, and the order of what happens in them. */
export interface OrderedWorlds extends RememberedWorlds {
  readonly order: ProcessOrder;
  readonly ended: Pick<EndedWorlds, 'catchUp'>;
}

/** What is read of all worlds, those that have ended included, with a place for how much was dropped before. */
interface Asked<T> extends PlacedQuery<T> {
  readonly itemsIn: (entered: RegisteredWorld<World>) => readonly PlacedItem<T>[];
  readonly ofEnded: () => readonly PlacedItem<T>[];
  readonly dropped: { count: number };
  readonly droppedOf: (dropped: Dropped) => number;
}

/** What was found, and the number up to which all was looked at. */
export interface ReadWorlds<T> {
  readonly found: readonly ReadItem<T>[];
  readonly last: number;
}

/** Reads items of worlds that processes share, one world after the other, of which none need be in memory afterwards. */
const readShared = async <T>(
  all: OrderedWorlds & { readonly home: WorldHome },
  asked: Asked<T>,
): Promise<ReadWorlds<T>> => {
  const { home, worlds, remains, ended } = all;
  const { itemsIn, ofEnded, dropped, droppedOf, ...query } = asked;
  const { since = 0, limit } = query;
  // What is stored by now is found by the looks that begin now, and what comes later has greater numbers.
  const last = lastNumberOf(await home.lastPlace());
  const before = Math.min(query.before ?? Number.POSITIVE_INFINITY, last + 1);
  let found: readonly ReadItem<T>[] = [];
  const add = async (items: readonly PlacedItem<T>[]): Promise<void> => {
    const oldest = found.length < limit ? 0 : (found.at(-1)?.order ?? 0);
    const more = await readNewest(items, { ...query, since: Math.max(since, oldest), before });
    // A world that ends meanwhile is read twice.
    const byNumber = new Map([...found, ...more].map((item) => [item.order, item]));
    found = [...byNumber.values()].sort((one, other) => other.order - one.order).slice(0, limit);
  };
  const leaveOut = (listed: ListedWorld): boolean => {
    if (!isBefore(all, listed, since)) return false;
    const known = worlds.find(listed.id)?.world;
    dropped.count += droppedOf(known ? droppedIn(known) : (remains?.get(listed.born)?.dropped ?? NOTHING_DROPPED));
    return true;
  };
  const read = (entered: RegisteredWorld<World>): Promise<void> => {
    dropped.count += droppedOf(droppedIn(entered.world));
    return add(itemsIn(entered));
  };
  await lookAtAll(all, read, leaveOut);
  await ended.catchUp();
  await add(ofEnded());
  return { found, last };
};

/**
 * The items of all worlds that match, the newest first, and each of them once. Where worlds need not be in memory, each is
 * read while it is there; one in which nothing has happened since is left out.
 */
export const readAllWorlds = async <T>(all: OrderedWorlds, asked: Asked<T>): Promise<ReadWorlds<T>> => {
  const { worlds, home, order } = all;
  if (home) return readShared({ ...all, home }, asked);
  const { itemsIn, ofEnded, dropped, droppedOf, ...query } = asked;
  const { last } = order;
  for (const { world } of worlds.list()) dropped.count += droppedOf(droppedIn(world));
  return { found: await readNewest([...ofEnded(), ...worlds.list().flatMap(itemsIn)], query), last };
};
