import type {
  AuthzCheck,
  Deliveries,
  Delivery,
  EventPage,
  JournalEntry,
  JournalPage,
  WorldEvent,
} from '../../../../generated/nouns.ts';
import type { Connection } from '../connection.ts';
import type { ConsoleContext } from '../frame/console-context.ts';
import type { Call } from './call.ts';

/** An event that a call has caused, with its deliveries. */
export interface CausedEvent {
  readonly event: WorldEvent;
  readonly deliveries: readonly Delivery[];
}

/** The largest number of whole entries that are cached. */
const MAX_CACHED = 50;

const eventOf = async (connection: Connection, call: Call, id: string): Promise<readonly CausedEvent[]> => {
  const path = `events/${encodeURIComponent(id)}`;
  try {
    const [event, { deliveries }] = await Promise.all([
      connection.steer<WorldEvent>('GET', path),
      connection.steer<Deliveries>('GET', `${path}/deliveries`),
    ]);
    return [{ event, deliveries }];
  } catch {
    // If its world has ended, its events are found among all events, and their deliveries are unknown.
    const { events } = await connection.steer<EventPage>('GET', 'events?world=*&limit=1000');
    const event = events.find((each) => each.id === id && each.world === call.world);
    return event ? [{ event, deliveries: [] }] : [];
  }
};

const cache = new Map<number, Promise<JournalEntry>>();

/** Reads a call with its messages: from the mock, which is asked once for a call that has ended; a trace lists them whole. */
export const readEntry = async ({ connectTo, isReadOnly }: ConsoleContext, call: Call): Promise<JournalEntry> => {
  const { number, entry, open } = call;
  if (isReadOnly) return entry;
  const query = `journal?world=*&since=${number - 1}&before=${number + 1}&limit=1`;
  const read = async () => (await connectTo('default').steer<JournalPage>('GET', query)).entries[0] ?? entry;
  const reading = cache.get(number) ?? read();
  if (!open && !cache.has(number)) {
    cache.set(number, reading);
    reading.catch(() => cache.delete(number));
    for (const oldest of cache.keys()) if (cache.size > MAX_CACHED) cache.delete(oldest);
  }
  return reading;
};

/** The reason why a call was allowed or refused; undefined if that is not known any more. */
export const readCheck = async (context: ConsoleContext, call: Call): Promise<AuthzCheck | undefined> => {
  const { connectTo, worlds, isReadOnly } = context;
  const isThere = isReadOnly || worlds.get(call.world)?.isEnded === false;
  if (!call.entry.operation || call.open || !isThere) return undefined;
  return connectTo(call.world)
    .steer<AuthzCheck>('GET', `journal/${call.entry.id}:explain`)
    .catch(() => undefined);
};

/** The events that a call has caused. */
export const readEvents = async ({ connectTo }: ConsoleContext, call: Call): Promise<readonly CausedEvent[]> => {
  const connection = connectTo(call.world);
  const found = await Promise.all((call.entry.events ?? []).map((id) => eventOf(connection, call, id)));
  return found.flat();
};
