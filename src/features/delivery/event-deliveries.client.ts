import type {
  Deliveries,
  Delivery,
  DeliveryLine,
  DeliveryLines,
  DeliveryPlan,
  DeliveryVerdict,
  SetDeliveryPlan,
  SinkAnswer,
  SinkReading,
} from '../../../generated/nouns.ts';
import type { Connection } from '../../connection/connection.ts';
import { readerBeside } from '../../connection/reader.ts';
import { queryOf } from '../journal/journal.client.ts';

/** The delivery of a world's events, and its results. */
export interface EventDeliveries {
  /** The deliveries of an event, the oldest first. @throws MockError for an event that is not there */
  readonly deliveries: (event: string) => Promise<readonly Delivery[]>;
  /** The deliveries of the latest events, a hundred unless `limit` is another number, the newest event first. */
  readonly latestDeliveries: (options?: { readonly limit?: number }) => Promise<readonly DeliveryLine[]>;
  /**
   * Sends an event once more, with a new token: to its former receivers, to a subscription, or to a URL.
   * @throws MockError for an unknown event, or a forbidden receiver
   */
  readonly redeliver: (
    event: string,
    to?: { readonly subscription: string } | { readonly url: string },
  ) => Promise<readonly Delivery[]>;
  /** Reads the plan by which events are delivered. */
  readonly plan: () => Promise<DeliveryPlan>;
  /** Replaces the plan by which events are delivered; `{}` restores the defaults. */
  readonly setPlan: (plan: SetDeliveryPlan) => Promise<DeliveryPlan>;
  /** Checks the headers and the raw body of a delivery as receivers do. @throws MockError for any other request */
  readonly verify: (
    headers: Readonly<Record<string, string | readonly string[]>> | Headers,
    body: string,
  ) => Promise<DeliveryVerdict>;
}

/** A receiver of the mock itself, so that a test needs no web server. */
export interface Sink {
  /** The URL to subscribe in this world. */
  readonly url: string;
  /**
   * Sets the answers to the next requests; the last one is repeated. Without any, the answer is 204.
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a delivery is tried again', async ({ world, expect }) => {
   *   const sink = world.sink('flaky');
   *   const body = JSON.stringify({ sink: sink.url });
   *   await world.fetch(`/events/v2/subscriptions/${world.orgId}`, { method: 'POST', body });
   *   await sink.answer({ status: 500 }, { status: 204 });
   *   await world.events.trigger('repo.created');
   *   await world.clock.advance('1m', { settle: true });
   *   const { received } = await sink.received();
   *   expect(received.slice(-2).map(({ status }) => status)).toEqual([500, 204]);
   * });
   * ```
   */
  readonly answer: (...answers: readonly SinkAnswer[]) => Promise<void>;
  /** The requests that the sink has received, the oldest first, and how many it has dropped to keep its bounds. */
  readonly received: () => Promise<SinkReading>;
  /** Sends a request to the sink, as a publisher of events does, and returns the status of its answer. */
  readonly deliver: (headers: Readonly<Record<string, string>>, body: unknown) => Promise<number>;
  /** Drops the received requests, and the answers that were set. */
  readonly clear: () => Promise<void>;
}

/** The control of deliveries of one world's events. */
export const eventDeliveriesOf = (connection: Connection, world: string): EventDeliveries => ({
  deliveries: async (event) =>
    (await connection.control<Deliveries>(`/events/${encodeURIComponent(event)}/deliveries`, { world })).deliveries,
  latestDeliveries: async ({ limit } = {}) =>
    (await connection.control<DeliveryLines>(`/deliveries${queryOf({ limit })}`, { world })).deliveries,
  redeliver: async (event, to) => {
    const path = `/events/${encodeURIComponent(event)}:redeliver`;
    return (await connection.control<Deliveries>(path, { method: 'POST', json: to ?? {}, world })).deliveries;
  },
  plan: readerBeside('events.plan', 'events.setPlan', () => connection.control('/events:plan', { world })),
  setPlan: (json) => connection.control('/events:plan', { method: 'PUT', json, world }),
  verify: (given, body) => {
    const headers = given instanceof Headers ? Object.fromEntries(given) : given;
    return connection.control('/events:verify', { method: 'POST', json: { headers, body }, world });
  },
});

/** A sink of one world, by its name. */
export const sinkOf = (connection: Connection, world: string, name: string): Sink => {
  const path = `/sink/${encodeURIComponent(name)}`;
  return {
    url: `sink://${name}`,
    answer: async (...answers) => void (await connection.control(path, { method: 'PUT', json: { answers }, world })),
    received: () => connection.control<SinkReading>(path, { world }),
    deliver: async (headers, body) => {
      const sent = { ...headers, 'content-type': 'application/json', 'x-mock-world': world };
      const request = { method: 'POST', headers: sent, body: JSON.stringify(body) };
      return (await connection.fetch(new Request(`${connection.url}/_mock/v1${path}`, request))).status;
    },
    clear: async () => void (await connection.control(path, { method: 'DELETE', world })),
  };
};
