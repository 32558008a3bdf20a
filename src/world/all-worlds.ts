import type { JournalEntry, WorldEvent } from '../../generated/nouns.ts';
import { describedOperations } from '../editions/editions.ts';
import type { AllEvents } from '../features/events/event-log.ts';
import { eventMatcher } from '../features/events/event-match.ts';
import { EventTypes, eventTypesIn } from '../features/events/event-types.ts';
import { type Matcher, matcherOf } from '../features/journal/entry-match.ts';
import { type AllJournals, type EntryFilter, numberedEntry } from '../features/journal/journal-control.ts';
import { JournalPlace } from '../features/journal/journal-place.ts';
import type { Settings } from '../kernel/context.ts';
import type { Followers, Listener } from '../plane/followers.ts';
import {
  type PlacedItem,
  type PlacedQuery,
  type ProcessOrder,
  type ReadItem,
  readNewest,
} from '../plane/placed-items.ts';
import { profileIn } from '../schema/profile.ts';
import { type Dropped, droppedIn, type EndedWorlds, entriesIn, eventsIn } from './ended-worlds.ts';
import type { World } from './world.ts';
import type { Worlds } from './worlds.ts';

/** The sources of the views of all worlds, ended ones included. */
export interface AllWorldsParts {
  readonly worlds: Worlds<World>;
  readonly ended: EndedWorlds;
  /** Numbers what happens in all worlds. */
  readonly order: ProcessOrder;
  /** The settings of the mock. */
  readonly settings: Settings;
  /** Receives failures that no request is to blame for. */
  readonly report: (error: unknown) => void;
}

const DEFAULT_LIMIT = 100;
/** The maximum number of entries from before that are sent to a new reader of a stream. */
const MAX_BEFORE = 5_000;

/** Compiles a filter of entries. A caller is compared by uid and name only, since aliases differ by world. */
const matcherIn = ({ caller, ...match }: EntryFilter): Matcher => {
  const matcher = matcherOf(match, {
    operations: describedOperations,
    identity: () => ({ reason: 'is not there' }),
  });
  return {
    ...matcher,
    matches: (entry) => {
      const isCaller = caller === undefined || entry.caller?.identity === caller || entry.caller?.name === caller;
      return isCaller && matcher.matches(entry);
    },
  };
};

/** Yields stored items first, then those that arrived meanwhile, each once. */
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

/** The number of dropped entries or events of all worlds. */
const droppedOf = ({ worlds, ended }: AllWorldsParts, kind: keyof Dropped): number =>
  [...ended.worlds.map(({ dropped }) => dropped), ...worlds.list().map(({ world }) => droppedIn(world))].reduce(
    (sum, dropped) => sum + dropped[kind],
    0,
  );

/** The journals of all worlds as one, in the order in which calls began by the clock of the machine. */
export const allJournals = (
  parts: AllWorldsParts & { readonly followers: Followers<ReadItem<JournalEntry>> },
): AllJournals => {
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
      const [cursor, dropped] = [String(order.last), droppedOf(parts, 'entries')];
      const found = await read(match, { since, before, limit });
      return { entries: found.map(numberedEntry), cursor, dropped };
    },
    follow: ({ match, isBack = false, ...given }, listener) => {
      const { matches } = matcherIn(match);
      const isAnew = isBack && (given.since ?? 0) > order.last;
      const { since: asked = order.last, open = [] } = isAnew ? { since: 0 } : given;
      const since = Math.min(asked, order.last);
      const wasOpen = new Set(open.filter((number) => number <= since));
      const isNew = ({ order: number, value }: ReadItem<JournalEntry>): boolean =>
        number > since || (wasOpen.has(number) && value.state === 'ended');
      const before = async () => {
        const first = Math.min(since, ...[...wasOpen].map((number) => number - 1));
        return (await read(match, { since: first, limit: MAX_BEFORE })).filter(isNew);
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
      return { cursor, stop: followers.add(() => true, items) };
    },
  };
};

/** The events of all worlds as one, in the order in which they were emitted by the clock of the machine. */
export const allEvents = (parts: AllWorldsParts): AllEvents => ({
  list: async ({ match, since, limit = DEFAULT_LIMIT }) => {
    const { worlds, ended, order, settings } = parts;
    const hasOwn = (name: string): boolean => worlds.list().some(({ world }) => world.events.log.hasOwn(name));
    const types = new EventTypes(eventTypesIn(profileIn(settings)), settings.eventPrefix, hasOwn);
    const { differences } = eventMatcher(match, types);
    const [cursor, dropped] = [String(order.last), droppedOf(parts, 'events')];
    const items: readonly PlacedItem<WorldEvent>[] = [
      ...ended.worlds.flatMap(({ events }) => events),
      ...worlds.list().flatMap(eventsIn),
    ];
    const matches = (event: WorldEvent): boolean => differences(event).length === 0;
    const found = await readNewest(items, { matches, since, limit });
    return { events: found.map(({ value }) => value), cursor, dropped };
  },
});
