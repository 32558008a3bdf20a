import { useMemo } from 'preact/hooks';
import type { DeliveryLine, EventPage, WorldEvent } from '../../../../generated/nouns.ts';
import { shortenUids } from '../../../features/evidence/short-message.ts';
import { isObject } from '../../../json.ts';
import { wordsIn } from '../calls/search.ts';
import type { Connection } from '../connection.ts';
import { useLoaded, WATCHED_EVERY_MS } from '../frame/console-context.ts';

/** The outcome of an event, by its deliveries. */
export type Fate = 'undelivered' | 'waits' | 'delivered' | 'suppressed' | 'unsent';

/** An event as the page lists it, with its deliveries. */
export interface EventRow {
  readonly event: WorldEvent;
  readonly world: string;
  readonly deliveries: readonly DeliveryLine[];
  readonly fate: Fate;
  /** Its subject: the name in its body, if there is one. */
  readonly subject: string;
}

/** After how many readings all events are read again: a reset takes some away. */
const WHOLE_EVERY = 8;
/** The largest number of events that are read. */
export const MAX_EVENTS = 1_000;

/** The words of an event's type without what all begin with. */
export const shortType = (type: string): string =>
  type.replace(/^.*?\bplatform\.(?:api\.)?|^dev\.[a-z]+\.(?:api\.)?(?:platform\.)?/, '');

/** True for a delivery that has failed and is not over. */
export const hasFailed = ({ state, attempts }: DeliveryLine): boolean =>
  state === 'dropped' || (state === 'pending' && attempts > 0);

const fateOf = (deliveries: readonly DeliveryLine[]): Fate => {
  if (deliveries.length === 0) return 'unsent';
  // An event that arrived when it was sent once more is delivered.
  const failed = deliveries.filter(hasFailed);
  const arrived = deliveries.filter(({ state }) => state === 'delivered');
  if (failed.some(({ url }) => !arrived.some((each) => each.redelivery && each.url === url))) return 'undelivered';
  if (deliveries.some(({ state }) => state === 'pending' || state === 'held')) return 'waits';
  return arrived.length > 0 ? 'delivered' : 'suppressed';
};

const keyOf = ({ world = 'default', id }: WorldEvent): string => `${world} ${id}`;

/**
 * The events as they are listed, with their deliveries; without events of earlier worlds of the same name, whose ids are
 * the same if they began alike.
 */
export const rowsOf = (events: readonly WorldEvent[], lines: readonly DeliveryLine[]): readonly EventRow[] => {
  const last = new Map(events.map((event) => [keyOf(event), event]));
  const byEvent = new Map<string, DeliveryLine[]>();
  for (const line of lines) {
    const key = `${line.world} ${line.event}`;
    byEvent.set(key, [...(byEvent.get(key) ?? []), line]);
  }
  return events
    .filter((event) => last.get(keyOf(event)) === event)
    .map((event) => {
      const deliveries = byEvent.get(keyOf(event)) ?? [];
      const { world = 'default', body } = event;
      const subject = isObject(body) && typeof body.name === 'string' ? body.name : shortenUids(event.subject);
      return { event, world, deliveries, fate: fateOf(deliveries), subject };
    });
};

const NO_EVENTS: { readonly rows: readonly EventRow[]; readonly error?: unknown } = { rows: [] };

/**
 * The events of all worlds, or of the one that the connection is to, with their deliveries, the oldest first; of a running
 * mock, read again as they come.
 */
export const useEvents = (connection: Connection, isLive: boolean, isOfAll: boolean) => {
  const known = useMemo(
    () => ({ turn: 0, cursor: '0', events: [] as readonly WorldEvent[], rows: NO_EVENTS.rows }),
    [connection, isOfAll],
  );
  const every = isOfAll ? 'world=*&' : '';
  const withWorld = <T extends { readonly world?: string }>(items: readonly T[]): readonly T[] =>
    isOfAll ? items : items.map((item) => ({ ...item, world: connection.world }));
  const read = async (): Promise<typeof NO_EVENTS> => {
    const isWhole = known.turn % WHOLE_EVERY === 0;
    known.turn += 1;
    try {
      const since = isWhole ? '' : `&since=${known.cursor}`;
      const [page, { deliveries }] = await Promise.all([
        connection.steer<EventPage>('GET', `events?${every}limit=${MAX_EVENTS}${since}`),
        connection.steer<{ deliveries: readonly DeliveryLine[] }>('GET', `deliveries?${every}limit=${MAX_EVENTS}`),
      ]);
      const came = withWorld(page.events).toReversed();
      known.events = isWhole ? came : [...known.events, ...came];
      known.cursor = page.cursor;
      known.rows = rowsOf(known.events, withWorld(deliveries));
      return { rows: known.rows };
    } catch (error) {
      // The events that are there stay, and are read again.
      return { rows: known.rows, error };
    }
  };
  const { value = NO_EVENTS, isLoaded } = useLoaded(read, [connection, isOfAll], isLive ? WATCHED_EVERY_MS : undefined);
  return { ...value, isLoaded };
};

const matchesWord = ({ event, world, fate, subject }: EventRow, word: string): boolean => {
  const [key, value = ''] = word.split(/:(.*)/s);
  if (key === 'is') return fate === value;
  if (key === 'type') return event.type.includes(value);
  if (key === 'group') return event.group.includes(value);
  if (key === 'subject') return event.subject.includes(value);
  const text = `${event.type} ${subject} ${event.subject} ${event.group} ${world} ${event.id}`;
  return text.toLowerCase().includes(word.toLowerCase());
};

export const findEvents = (rows: readonly EventRow[], search: string): readonly EventRow[] => {
  const words = wordsIn(search);
  return rows.filter((row) =>
    words.every((word) => (word.startsWith('-') ? !matchesWord(row, word.slice(1)) : matchesWord(row, word))),
  );
};
