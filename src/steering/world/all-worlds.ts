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
import { entriesIn, eventsIn } from './placed-in-world.ts';
import type { World } from './world.ts';
import type { Worlds } from './worlds.ts';

/** What is read of all worlds, those that have ended included. */
export interface AllWorldsParts {
  readonly worlds: Worlds<World>;
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

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** The journals of all worlds as one, in the order in which calls began by the clock of the machine. */
export const allJournals = (parts: AllWorldsParts & WithFollowers): AllJournals => {
  const { worlds, ended, order, followers, report } = parts;
  const read = (match: EntryFilter, query: Omit<PlacedQuery<JournalEntry>, 'matches'>) => {
    const { admits, matches } = matcherIn(match);
    const items: readonly PlacedItem<JournalEntry>[] = [
      ...ended.worlds.flatMap(({ entries }) => entries),
      ...worlds.list().flatMap((entered) => entriesIn(entered, admits)),
    ];
    return readNewest(items, { ...query, matches });
  };
  return {
    list: async ({ match, since, before, limit = DEFAULT_LIMIT }) => {
      const cursor = String(order.last);
      const dropped = sumOf([
        ...ended.worlds.map((world) => world.dropped.entries),
        ...worlds.list().map(({ world }) => world.journal?.droppedOfShown ?? 0),
      ]);
      const found = await read(match, { since, before, limit });
      return { entries: found.map(numberedEntry), cursor, dropped };
    },
    follow: ({ match, since }, listener) => {
      const { matches } = matcherIn(match);
      const items =
        since === undefined ? listener : followAfter(read(match, { since, limit: MAX_BEFORE }), listener, report);
      const unfollow = followers.add(({ value }) => matches(value), items);
      const watched = worlds.list().map(({ world }) => world.notes?.watch());
      return () => {
        for (const unwatch of watched) unwatch?.();
        unfollow();
      };
    },
  };
};

/** The events of all worlds as one, in the order in which they were emitted by the clock of the machine. */
export const allEvents = ({ worlds, ended, order, settings }: AllWorldsParts): AllEvents => ({
  list: async ({ match, since, limit = DEFAULT_LIMIT }) => {
    const hasOwn = (name: string): boolean => worlds.list().some(({ world }) => world.eventLog.hasOwn(name));
    const types = new EventTypes(eventTypesIn(profileIn(settings)), settings.eventPrefix, hasOwn);
    const { differences } = eventMatcher(match, types);
    const cursor = String(order.last);
    const dropped = sumOf([
      ...ended.worlds.map((world) => world.dropped.events),
      ...worlds.list().map(({ world }) => world.eventLog.dropped),
    ]);
    const items: readonly PlacedItem<WorldEvent>[] = [
      ...ended.worlds.flatMap(({ events }) => events),
      ...worlds.list().flatMap(eventsIn),
    ];
    const matches = (event: WorldEvent): boolean => differences(event).length === 0;
    const found = await readNewest(items, { matches, since, limit });
    return { events: found.map(({ value }) => value), cursor, dropped };
  },
});
