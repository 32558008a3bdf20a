import { describedOperations } from '../../editions/editions.ts';
import type { Settings } from '../../kernel/context.ts';
import { profileIn } from '../../schema/profile.ts';
import type { EventMatch, JournalEntry, WorldEvent } from '../contract/nouns.ts';
import { eventTypesIn } from '../events/event-catalogue.ts';
import type { AllEvents } from '../events/event-control.ts';
import { eventMatcher } from '../events/event-match.ts';
import { EventTypes } from '../events/event-types.ts';
import { numberedEntry } from '../journal/brief-entry.ts';
import { type Matcher, matcherOf } from '../journal/entry-match.ts';
import type { AllJournals, EntryFilter } from '../journal/journal-control.ts';
import { JournalPlace } from '../journal/journal-place.ts';
import type { Followers } from '../plane/followers.ts';
import type { Listener } from '../plane/listener.ts';
import type { PlacedQuery, ReadItem } from '../plane/placed-items.ts';
import type { EndedWorlds } from './ended-worlds.ts';
import { lookAtAll, takeAsItComes } from './look-at-worlds.ts';
import { entriesIn, eventsIn } from './placed-in-world.ts';
import { type OrderedWorlds, readAllWorlds } from './read-all-worlds.ts';

/** What is read of all worlds, those that have ended included. */
export interface AllWorldsParts extends OrderedWorlds {
  readonly ended: EndedWorlds;
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
const MAX_BEFORE = 5_000;

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
    listener.ended(false);
  });
  return {
    take: (item) => {
      if (early) early.push(item);
      else listener.take(item);
    },
    ended: listener.ended,
  };
};

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** The journals of all worlds as one, in the order in which calls began by the clock of the machine. */
export const allJournals = (parts: AllWorldsParts & WithFollowers): AllJournals => {
  const { ended, followers, report, worlds, home, order } = parts;
  const read = (match: EntryFilter, query: Omit<PlacedQuery<JournalEntry>, 'matches'>, dropped = { count: 0 }) => {
    const { admits, matches } = matcherIn(match);
    return readAllWorlds(parts, {
      ...query,
      matches,
      dropped,
      droppedOf: ({ entries }) => entries,
      ofEnded: () => {
        dropped.count += sumOf(ended.worlds.map((world) => world.dropped.entries));
        return ended.worlds.flatMap(({ entries }) => entries);
      },
      itemsIn: (entered) => entriesIn(entered, admits),
    });
  };
  return {
    list: async ({ match, since, before, limit = DEFAULT_LIMIT }) => {
      const dropped = { count: 0 };
      const { found, last } = await read(match, { since, before, limit }, dropped);
      return { entries: found.map(numberedEntry), cursor: String(last), dropped: dropped.count };
    },
    follow: ({ match, isBack = false, ...given }, listener) => {
      const { matches } = matcherIn(match);
      const isAnew = isBack && !home && (given.since ?? 0) > order.last;
      const { since: asked = order.last, open = [] } = isAnew ? { since: 0 } : given;
      const since = home ? asked : Math.min(asked, order.last);
      const wasOpen = new Set(open.filter((number) => number <= since));
      const isNew = ({ order: number, value }: ReadItem<JournalEntry>): boolean =>
        number > since || (wasOpen.has(number) && value.state === 'ended');
      const before = async () => {
        const first = Math.min(since, ...[...wasOpen].map((number) => number - 1));
        return (await read(match, { since: first, limit: MAX_BEFORE })).found.filter(isNew);
      };
      const going = worlds.list().flatMap((entered) => entriesIn(entered, ({ isOpen }) => isOpen));
      const place = new JournalPlace(since, [...wasOpen, ...going.map(({ order: number }) => number)]);
      const { cursor } = place;
      const placed = place.listen<ReadItem<JournalEntry>>(
        listener,
        (item) => [item.order, numberedEntry(item)],
        matches,
      );
      const items = given.since === undefined ? placed : followAfter(before(), placed, report);
      const unfollow = followers.add(() => true, items);
      const unwatch = takeAsItComes(parts);
      const stop = (): void => {
        unwatch();
        unfollow();
      };
      return { cursor, stop };
    },
  };
};

/** Finds out whether a type that is not published is one of which some world has an event. */
const findOwn = async (parts: AllWorldsParts, { type }: EventMatch): Promise<(name: string) => boolean> => {
  const { settings } = parts;
  const published = new EventTypes(eventTypesIn(profileIn(settings)), settings.eventPrefix);
  let isOwn = false;
  if (type !== undefined && 'reason' in published.findByName(type)) {
    await lookAtAll(parts, ({ world }) => {
      isOwn ||= world.eventLog.hasOwn(type);
    });
  }
  return (name) => isOwn && name === type;
};

/** The events of all worlds as one, in the order in which they were emitted by the clock of the machine. */
export const allEvents = (parts: AllWorldsParts): AllEvents => ({
  list: async ({ match, since, limit = DEFAULT_LIMIT }) => {
    const { ended, settings } = parts;
    const types = new EventTypes(eventTypesIn(profileIn(settings)), settings.eventPrefix, await findOwn(parts, match));
    const { differences } = eventMatcher(match, types);
    const dropped = { count: 0 };
    const { found, last } = await readAllWorlds(parts, {
      matches: (event: WorldEvent) => differences(event).length === 0,
      since,
      limit,
      dropped,
      droppedOf: ({ events }) => events,
      ofEnded: () => {
        dropped.count += sumOf(ended.worlds.map((world) => world.dropped.events));
        return ended.worlds.flatMap(({ events }) => events);
      },
      itemsIn: eventsIn,
    });
    return { events: found.map(({ value }) => value), cursor: String(last), dropped: dropped.count };
  },
});
