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
import type { Call } from './call.ts';

/** An event that a call has caused, with its deliveries. */
export interface CausedEvent {
  readonly event: WorldEvent;
  readonly deliveries: readonly Delivery[];
}

/** The source of whole calls. */
export interface CallSource {
  /** The entry with its messages. */
  readonly entry: (call: Call) => Promise<JournalEntry>;
  /** The reason why it was allowed or refused; undefined if that is not known any more. */
  readonly check: (call: Call) => Promise<AuthzCheck | undefined>;
  readonly events: (call: Call) => Promise<readonly CausedEvent[]>;
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

/** Reads calls from the mock; `isThere` says of a call whether its world goes on. */
export const liveSource = (connectTo: (world: string) => Connection, isThere: (call: Call) => boolean): CallSource => {
  const cache = new Map<number, Promise<JournalEntry>>();
  const read = async ({ number, entry }: Call): Promise<JournalEntry> => {
    const query = `journal?world=*&since=${number - 1}&before=${number + 1}&limit=1`;
    const { entries } = await connectTo('default').steer<JournalPage>('GET', query);
    return entries[0] ?? entry;
  };
  return {
    entry: (call) => {
      const known = cache.get(call.number);
      if (known) return known;
      const reading = read(call);
      if (!call.open) {
        cache.set(call.number, reading);
        reading.catch(() => cache.delete(call.number));
        for (const oldest of cache.keys()) if (cache.size > MAX_CACHED) cache.delete(oldest);
      }
      return reading;
    },
    check: async (call) => {
      if (!call.entry.operation || call.open || !isThere(call)) return undefined;
      try {
        return await connectTo(call.world).steer<AuthzCheck>('GET', `journal/${call.entry.id}:explain`);
      } catch {
        return undefined;
      }
    },
    events: async (call) => {
      const connection = connectTo(call.world);
      const found = await Promise.all((call.entry.events ?? []).map((id) => eventOf(connection, call, id)));
      return found.flat();
    },
  };
};
