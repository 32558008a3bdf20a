import { DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import { type PlacedItem, type PlacedQuery, type ReadItem, readNewest } from '../plane/placed-items.ts';
import type { ProcessOrder } from '../plane/process-order.ts';
import { isBefore, lookAt, lookAtAll, type RememberedWorlds } from './look-at-worlds.ts';
import { droppedIn } from './placed-in-world.ts';
import type { RegisteredWorld } from './registered-world.ts';
import type { World } from './world.ts';
import type { ListedWorld } from './world-home.ts';
import { type Dropped, NOTHING_DROPPED } from './world-remains.ts';

/** All worlds, and the order of what happens in them. */
export interface OrderedWorlds extends RememberedWorlds {
  readonly order: ProcessOrder;
}

/** What is read of all worlds, those that have ended included, with a place for how much was dropped before. */
interface Asked<T> extends PlacedQuery<T> {
  readonly itemsIn: (entered: RegisteredWorld<World>) => readonly PlacedItem<T>[];
  readonly ofEnded: readonly PlacedItem<T>[];
  readonly dropped: { count: number };
  readonly droppedOf: (dropped: Dropped) => number;
}

/** What was found, and the number up to which all was looked at. */
export interface ReadWorlds<T> {
  readonly found: readonly ReadItem<T>[];
  readonly last: number;
}

/** Reads items of worlds one after the other, of which none need be in memory afterwards. */
class WorldReader<T> {
  readonly #all: OrderedWorlds;
  readonly #asked: Asked<T>;
  /** By its number, up to where a world was read. */
  readonly #readTo = new Map<string | undefined, number>();
  #found: readonly ReadItem<T>[];

  constructor(all: OrderedWorlds, asked: Asked<T>, found: readonly ReadItem<T>[]) {
    this.#all = all;
    this.#asked = asked;
    this.#found = found;
  }

  async readAll(): Promise<ReadWorlds<T>> {
    const { home, worlds, order } = this.#all;
    await lookAtAll(
      this.#all,
      (entered) => this.#read(entered),
      (listed) => this.#leaveOut(listed),
    );
    const { last } = order;
    // What has come meanwhile in those that were read by then, and in those that were made here.
    const later = ((await home?.list()) ?? []).filter(({ born }) => this.#hasLater(born, last));
    const first = worlds.get(DEFAULT_WORLD);
    if (this.#hasLater(first.world.born, last)) await this.#read(first, last);
    await lookAt(worlds, later, (entered) => this.#read(entered, last));
    return { found: this.#found, last };
  }

  async #read(entered: RegisteredWorld<World>, last = Number.POSITIVE_INFINITY): Promise<void> {
    const { itemsIn, dropped, droppedOf, ofEnded: _, ...query } = this.#asked;
    const { born } = entered.world;
    const { since = 0, before = last + 1, limit } = query;
    const from = this.#readTo.get(born);
    if (from === undefined) dropped.count += droppedOf(droppedIn(entered.world));
    this.#readTo.set(born, this.#all.order.last);
    const oldest = this.#found.length < limit ? 0 : (this.#found.at(-1)?.order ?? 0);
    const bounds = { since: Math.max(since, from ?? 0, oldest), before: Math.min(before, last + 1) };
    const more = await readNewest(itemsIn(entered), { ...query, ...bounds });
    this.#found = [...this.#found, ...more].sort((one, other) => other.order - one.order).slice(0, limit);
  }

  #leaveOut(listed: ListedWorld): boolean {
    const { since = 0, dropped, droppedOf } = this.#asked;
    const { worlds, remains } = this.#all;
    if (!isBefore(this.#all, listed, since)) return false;
    const known = worlds.find(listed.id)?.world;
    dropped.count += droppedOf(known ? droppedIn(known) : (remains?.get(listed.born)?.dropped ?? NOTHING_DROPPED));
    this.#readTo.set(listed.born, since);
    return true;
  }

  /** True for a world of which something may have got a number behind those that were read, up to another. */
  #hasLater(born: string | undefined, last: number): boolean {
    const from = this.#readTo.get(born) ?? 0;
    return from < last && born !== undefined && this.#all.remains?.get(born)?.isBehind(from) === true;
  }
}

/**
 * The items of all worlds that match, the newest first, and each of them once. Where worlds need not be in memory, each is
 * read while it is there; one in which nothing has happened since is left out.
 */
export const readAllWorlds = async <T>(all: OrderedWorlds, asked: Asked<T>): Promise<ReadWorlds<T>> => {
  const { worlds, home, order } = all;
  const { itemsIn, ofEnded, dropped, droppedOf, ...query } = asked;
  const { last } = order;
  if (home) return new WorldReader(all, asked, await readNewest(ofEnded, query)).readAll();
  for (const { world } of worlds.list()) dropped.count += droppedOf(droppedIn(world));
  return { found: await readNewest([...ofEnded, ...worlds.list().flatMap(itemsIn)], query), last };
};
