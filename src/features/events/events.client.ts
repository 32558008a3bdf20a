import type {
  EventMatch,
  EventPage,
  EventToEmit,
  EventType,
  EventTypes,
  TriggerEvent,
  WorldEvent,
} from '../../../generated/nouns.ts';
import type { Connection } from '../../connection/connection.ts';
import { followItems } from '../../connection/follow.ts';
import { type ExpectOptions, queryOf, waitFor } from '../journal/journal.client.ts';

/** The options of waiting for events. */
export interface EventExpectOptions extends ExpectOptions {
  /** `delivered`: only events count that have arrived at each of their subscriptions. */
  readonly until?: 'emitted' | 'delivered';
}

/** A filter of events: an event must have all that is given. */
interface EventQuery {
  readonly type?: string;
  readonly group?: string;
  readonly subject?: string;
  readonly since?: string;
}

/** The events of a world, and those that a test lets happen. */
export interface Events {
  /** The events that match, the newest first; 100 unless a limit is given. */
  readonly list: (match?: EventQuery & { readonly limit?: number }) => Promise<EventPage>;
  /**
   * Follows the events that match as they are emitted, from now on or behind `since`, until the loop or the world ends.
   * If the connection breaks, it resumes.
   */
  readonly follow: (match?: EventQuery) => AsyncGenerator<WorldEvent, void>;
  /** The event of an id. @throws MockError if there is none, or it was dropped */
  readonly event: (id: string) => Promise<WorldEvent>;
  /** Every published type. */
  readonly types: () => Promise<readonly EventType[]>;
  /** Emits an event of a published type, or with `raw` of any. @throws MockError for an unknown type, with the nearest */
  readonly emit: (event: EventToEmit) => Promise<WorldEvent>;
  /**
   * Emits an example of a type, such as `repo.created`; overrides replace its parts by their paths, such as `body.name`.
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a receiver can be sent any event', async ({ world, expect }) => {
   *   const event = await world.events.trigger('repo.created', { 'body.name': 'checkout' });
   *   expect(event.body).toMatchObject({ name: 'checkout' });
   * });
   * ```
   */
  readonly trigger: (preset: string, overrides?: TriggerEvent['overrides']) => Promise<WorldEvent>;
  /**
   * Waits until events match, and returns them, the oldest first.
   * @throws MockError that names the event that comes nearest, and its differences
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a new repo has one event', async ({ world }) => {
   *   await world.fetch(`/registry/v2/repos/${world.orgId}`, { method: 'POST', body: '{"name":"checkout"}' });
   *   await world.events.expect({ type: 'repo.created', body: { name: 'checkout' } }, { count: 1 });
   * });
   * ```
   */
  readonly expect: (match: EventMatch, options?: EventExpectOptions) => Promise<readonly WorldEvent[]>;
}

/** The events of one world. */
export const eventsOf = (connection: Connection, world: string): Events => {
  const post = <T>(path: string, json: object): Promise<T> =>
    connection.control<T>(path, { method: 'POST', json, world });
  return {
    list: (asked = {}) => connection.control(`/events${queryOf({ ...asked })}`, { world }),
    follow: (asked = {}) => followItems(connection, `/events:stream${queryOf({ ...asked })}`, world),
    event: (id) => connection.control(`/events/${encodeURIComponent(id)}`, { world }),
    types: async () => (await connection.control<EventTypes>('/events/types', { world })).types,
    emit: (event) => post('/events', event),
    trigger: (preset, overrides = {}) => post('/events:trigger', { preset, overrides }),
    expect: async (match, options) => {
      const met = await post<EventPage>('/events:await', waitFor(match, options));
      return [...met.events].reverse();
    },
  };
};
