import { describedOperations } from '../../editions/editions.ts';
import type { Settings } from '../../kernel/context.ts';
import { profileIn } from '../../schema/profile.ts';
import type { JournalEntry, WorldEvent } from '../contract/nouns.ts';
import { eventTypesIn } from '../events/event-catalogue.ts';
import type { AllEvents } from '../events/event-control.ts';
import { eventMatcher } from '../events/event-match.ts';
import { EventTypes } from '../events/event-types.ts';
import { numberedEntry } from '../journal/brief-entry.ts';
import { type Matcher, matcherOf } from '../journal/entry-match.ts';
import type { AllJournals, EntryFilter } from '../journal/journal-control.ts';
import type { Followers } from '../plane/followers.ts';
import type { Listener } from '../plane/listener.ts';
import { type PlacedItem, type PlacedQuery, type ReadItem, readNewest } from '../plane/placed-items.ts';
import type { ProcessOrder } from '../plane/process-order.ts';
import type { EndedWorlds } from './ended-worlds.ts';
import { isBefore, lookAtAll, type RememberedWorlds, takeAsItComes } from './look-at-worlds.ts';
import { droppedIn, entriesIn, eventsIn } from './placed-in-world.ts';
import type { RegisteredWorld } from './registered-world.ts';
import type { World } from './world.ts';
import { type Dropped, NOTHING_DROPPED } from './world-remains.ts';

/** What is read of all worlds, those that have ended included. */
export interface AllWorldsParts extends RememberedWorlds {
  readonly ended: EndedWorlds;
  readonly order: ProcessOrder;
  /** The settings of the mock. */
  readonly settings: Settings;
  /** Receives failures that no request is to blame for. */
  readonly report: (error: unknown) => void;
}

interface WithFollowers {
  /** Who follows the entries of all worlds. */
  readonly followers: Followers<ReadItem<JournalEntry>>;
}

const DEFAULT_LIMIT = 100;
/** How many entries from before are sent to a new reader of a stream. */
const MAX_BEFORE = 1_000;

/** Compiles which entries are meant. A caller is compared by uid and name: what else it is called differs by world. */
const matcherIn = ({ caller, ...match }: EntryFilter): Matcher & { readonly matches: (e: JournalEntry) => boolean } => {
  const matcher = matcherOf(match, {
    operations: () => describedOperations,
    identity: () => ({ reason: 'is not there' }),
  });
  return {
    ...matcher,
    matches: (entry) => {
      const isCaller = caller === undefined || entry.caller?.identity === caller || entry.caller?.name === caller;
      return isCaller && matcher.differences(entry).length === 0;
    },
  };
};

/** Hands over items that come while those from before are read, behind them, and each of them once. */
const followAfter = <T extends { readonly state: string }>(
  before: Promise<readonly ReadItem<T>[]>,
  listener: Listener<ReadItem<T>>,
  report: (error: unknown) => void,
): Listener<ReadItem<T>> => {
  let early: ReadItem<T>[] | undefined = [];
  const nameOf = ({ order, value }: ReadItem<T>): string => `${order} ${value.state}`;
  const handOver = (items: readonly ReadItem<T>[]): void => {
    const sent = new Set(items.map(nameOf));
    const later = (early ?? []).filter((item) => !sent.has(nameOf(item)));
    early = undefined;
    for (const item of [...[...items].reverse(), ...later]) listener.take(item);
  };
  before.then(handOver).catch((error: unknown) => {
    report(error);
    listener.ended();
  });
  return {
    take: (item) => {
      if (early) early.push(item);
      else listener.take(item);
    },
    ended: () => listener.ended(),
  };
};

/** What is read of all worlds, those that have ended included, with a place for how much was dropped before. */
interface Asked<T> extends PlacedQuery<T> {
  readonly itemsIn: (entered: RegisteredWorld<World>) => readonly PlacedItem<T>[];
  readonly ofEnded: readonly PlacedItem<T>[];
  readonly dropped: { count: number };
  readonly droppedOf: (dropped: Dropped) => number;
}

const newestFirst = <T>(items: readonly ReadItem<T>[], limit: number): readonly ReadItem<T>[] =>
  [...items].sort((one, other) => other.order - one.order).slice(0, limit);

/**
 * The items of all worlds that match, the newest first, without those that come meanwhile. Where worlds need not be in
 * memory, each is read while it is there; one in which nothing has happened since is left out.
 */
const readAll = async <T>(
  all: AllWorldsParts,
  { itemsIn, ofEnded, dropped, droppedOf, ...query }: Asked<T>,
): Promise<readonly ReadItem<T>[]> => {
  const { worlds, home, remains, order } = all;
  const { since = 0, before = Number.POSITIVE_INFINITY, limit } = query;
  const capped = { ...query, before: Math.min(before, order.last + 1) };
  if (!home) {
    for (const { world } of worlds.list()) dropped.count += droppedOf(droppedIn(world));
    return readNewest([...ofEnded, ...worlds.list().flatMap(itemsIn)], capped);
  }
  const openings = remains?.openings ?? 0;
  let found = await readNewest(ofEnded, capped);
  const read = async (entered: RegisteredWorld<World>): Promise<void> => {
    const { world } = entered;
    dropped.count += droppedOf(droppedIn(world));
    // Of a world of which nothing was known any more all is numbered anew.
    const isNew = world.remains?.isBack === false && world.remains.opening > openings;
    const oldest = found.length < limit ? since : Math.max(since, found.at(-1)?.order ?? 0);
    const more = await readNewest(itemsIn(entered), { ...(isNew ? query : capped), since: oldest });
    found = newestFirst([...found, ...more], limit);
  };
  await lookAtAll(all, read, (listed) => {
    if (!isBefore(all, listed, since)) return false;
    const known = worlds.find(listed.id)?.world;
    dropped.count += droppedOf(known ? droppedIn(known) : (remains?.get(listed.born)?.dropped ?? NOTHING_DROPPED));
    return true;
  });
  return found;
};

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** The journals of all worlds as one, in the order in which calls began by the clock of the machine. */
export const allJournals = (parts: AllWorldsParts & WithFollowers): AllJournals => {
  const { ended, order, followers, report } = parts;
  const read = (match: EntryFilter, query: Omit<PlacedQuery<JournalEntry>, 'matches'>, dropped = { count: 0 }) => {
    const { admits, matches } = matcherIn(match);
    return readAll(parts, {
      ...query,
      matches,
      dropped,
      droppedOf: ({ entries }) => entries,
      ofEnded: ended.worlds.flatMap(({ entries }) => entries),
      itemsIn: (entered) => entriesIn(entered, admits),
    });
  };
  return {
    list: async ({ match, since, before, limit = DEFAULT_LIMIT }) => {
      const cursor = String(order.last);
      const dropped = { count: sumOf(ended.worlds.map((world) => world.dropped.entries)) };
      const found = await read(match, { since, before, limit }, dropped);
      return { entries: found.map(numberedEntry), cursor, dropped: dropped.count };
    },
    follow: ({ match, since }, listener) => {
      const { matches } = matcherIn(match);
      const items =
        since === undefined ? listener : followAfter(read(match, { since, limit: MAX_BEFORE }), listener, report);
      const unfollow = followers.add(({ value }) => matches(value), items);
      const stop = takeAsItComes(parts);
      return () => {
        stop();
        unfollow();
      };
    },
  };
};

/** The events of all worlds as one, in the order in which they were emitted by the clock of the machine. */
export const allEvents = (parts: AllWorldsParts): AllEvents => ({
  list: async ({ match, since, limit = DEFAULT_LIMIT }) => {
    const { ended, order, settings } = parts;
    const { type } = match;
    let isOwn = false;
    const look = ({ world }: RegisteredWorld<World>): void => {
      isOwn ||= type !== undefined && world.eventLog.hasOwn(type);
    };
    if (type !== undefined) await lookAtAll(parts, look);
    const types = new EventTypes(
      eventTypesIn(profileIn(settings)),
      settings.eventPrefix,
      (name) => isOwn && name === type,
    );
    const { differences } = eventMatcher(match, types);
    const cursor = String(order.last);
    const dropped = { count: sumOf(ended.worlds.map((world) => world.dropped.events)) };
    const found = await readAll(parts, {
      matches: (event: WorldEvent) => differences(event).length === 0,
      since,
      limit,
      dropped,
      droppedOf: ({ events }) => events,
      ofEnded: ended.worlds.flatMap(({ events }) => events),
      itemsIn: eventsIn,
    });
    return { events: found.map(({ value }) => value), cursor, dropped: dropped.count };
  },
});
