import type { Connection } from './connection.ts';
import { type ExpectOptions, queryOf } from './journal.ts';
import { PATIENCE_MS } from './patience.ts';

/** A JSON object. */
type Json = Readonly<Record<string, unknown>>;

/** Who caused an event. */
interface EventActor {
  /** The uid of the identity. */
  readonly subject: string;
  /** What its token records of the third party that it acts for. */
  readonly act?: Readonly<Record<string, string>>;
}

/** Something that has happened in a world, as its subscribers receive it; without secrets. */
export interface WorldEvent {
  /** The same in every delivery. */
  readonly id: string;
  /** With the prefix of the vendor. */
  readonly type: string;
  /** The URL of the collection. */
  readonly source: string;
  /** The uid of what it is about. */
  readonly subject: string;
  /** RFC 3339, by the clock of the world. */
  readonly time: string;
  /** The uid of the group by which it finds its subscriptions; empty for one that has none. */
  readonly group: string;
  readonly audience: 'customer' | 'internal';
  /** The full name of the message of its body. */
  readonly bodyType?: string;
  readonly identityProvider?: string;
  readonly actor?: EventActor;
  readonly traceparent?: string;
  readonly body?: Json;
}

/**
 * Which events are meant: those that have all of these. Objects match by the fields that they name, lists when each of
 * their items matches some item, `{ regex }` by a pattern, `{ any: true }` whatever is there, `null` what is missing.
 */
export interface EventMatch {
  /** With or without the prefix, or only its last words, such as `repo.created`. */
  readonly type?: string;
  readonly id?: unknown;
  readonly subject?: unknown;
  readonly group?: unknown;
  readonly audience?: unknown;
  readonly source?: unknown;
  readonly bodyType?: unknown;
  readonly identityProvider?: unknown;
  readonly actor?: unknown;
  readonly traceparent?: unknown;
  readonly body?: unknown;
}

/** How events are awaited. */
export interface EventExpectOptions extends ExpectOptions {
  /** `delivered`: only events count that have arrived at each of their subscriptions. */
  readonly until?: 'emitted' | 'delivered';
}

/** Events, the newest first. */
export interface EventPage {
  readonly events: readonly WorldEvent[];
  /** Behind the newest event, to ask for later ones by `since`. */
  readonly cursor: string;
  /** How many events were dropped to keep the bound. */
  readonly dropped: number;
}

/** A published type of events. */
export interface EventType {
  readonly type: string;
  readonly audience: 'customer' | 'internal';
  /** The operations that emit it, with the full name of the message of its body; none where only tests do. */
  readonly emittedBy: readonly { readonly operation: string; readonly bodyType?: string }[];
  readonly description?: string;
}

/** An event that a test emits. */
export interface EventToEmit {
  /** As in EventMatch. */
  readonly type: string;
  /** As it is sent: it is not checked. */
  readonly body?: Json;
  /** The `uid` of the body unless given, else the group. */
  readonly subject?: string;
  /** A uid or an alias; the first root group unless given. */
  readonly group?: string;
  readonly actor?: EventActor;
}

/** What has happened in a world, and what a test lets happen. */
export interface Events {
  /** The events that match, the newest first; 100 unless a limit is given. */
  readonly list: (match?: {
    readonly type?: string;
    readonly group?: string;
    readonly subject?: string;
    readonly since?: string;
    readonly limit?: number;
  }) => Promise<EventPage>;
  /** The event of an id. @throws MockError where there is none, or no more */
  readonly event: (id: string) => Promise<WorldEvent>;
  /** Every published type. */
  readonly types: () => Promise<readonly EventType[]>;
  /** Emits an event of any published type. @throws MockError for an unknown type, with the nearest */
  readonly emit: (event: EventToEmit) => Promise<WorldEvent>;
  /** Emits an example of a type, such as `repo.created`, with what replaces parts of it by their paths, such as `body.name`. */
  readonly trigger: (preset: string, overrides?: Json) => Promise<WorldEvent>;
  /**
   * Waits until events match, and returns them, the oldest first.
   * @throws MockError that names the event that comes nearest, and where it differs
   */
  readonly expect: (match: EventMatch, options?: EventExpectOptions) => Promise<readonly WorldEvent[]>;
}

/** The events of one world. */
export const eventsOf = (connection: Connection, world: string): Events => {
  const post = <T>(path: string, json: object): Promise<T> =>
    connection.control<T>(path, { method: 'POST', json, world });
  return {
    list: (asked = {}) => connection.control(`/events${queryOf({ ...asked })}`, { world }),
    event: (id) => connection.control(`/events/${encodeURIComponent(id)}`, { world }),
    types: async () =>
      (await connection.control<{ readonly types: readonly EventType[] }>('/events/types', { world })).types,
    emit: (event) => post('/events', event),
    trigger: (preset, overrides = {}) => post('/events:trigger', { preset, overrides }),
    expect: async (match, { count, timeoutMs = PATIENCE_MS, ...options } = {}) => {
      const wanted = typeof count === 'number' ? { min: count, max: count } : count;
      const asked = { match, timeoutMs, ...options, ...(wanted && { count: wanted }) };
      const met = await post<EventPage>('/events:await', asked);
      return [...met.events].reverse();
    },
  };
};
