import type { Connection } from './connection.ts';

/** How the events of a world are delivered. */
export interface DeliveryPlan {
  /** After the call that caused it, before that is answered, or not until the mode is another; `async` unless given. */
  readonly mode?: 'async' | 'sync' | 'collect';
  /** How many more times an event is sent that was accepted. */
  readonly duplicate?: number;
  /** In groups of how many events each subscription gets them the other way round. */
  readonly reorder?: number;
  /** How long after the event its first attempt is, by the clock of the world, such as `5s`. */
  readonly delay?: string;
  /** How many attempts of each delivery are lost on their way. */
  readonly dropFirst?: number;
  /** The one thing that is wrong with each delivery, for receivers to refuse. */
  readonly flaw?: 'bad_signature' | 'wrong_digest' | 'wrong_audience' | 'expired';
}

/** One attempt to deliver an event. */
export interface DeliveryAttempt {
  /** RFC 3339, by the clock of the world. */
  readonly time: string;
  readonly durationMs: number;
  /** What was sent, as it was sent; missing where nothing was. */
  readonly request?: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  readonly status?: number;
  /** The beginning of the body of the answer. */
  readonly answer?: string;
  /** Why there was no answer. */
  readonly error?: string;
  readonly duplicate?: true;
}

/** The delivery of an event to one receiver. */
export interface Delivery {
  readonly id: string;
  /** The id of the event. */
  readonly event: string;
  /** The uid of the subscription; missing for a redelivery to a URL. */
  readonly subscription?: string;
  readonly url: string;
  readonly state: 'pending' | 'held' | 'delivered' | 'dropped' | 'suppressed';
  readonly reason?: string;
  readonly redelivery?: true;
  /** When it is tried next, RFC 3339, by the clock of the world. */
  readonly nextTime?: string;
  readonly attempts: readonly DeliveryAttempt[];
}

/** What receivers find out about a delivery. */
export interface DeliveryVerdict {
  /** True where every check passes. */
  readonly valid: boolean;
  readonly checks: readonly {
    readonly check: 'event' | 'bearer' | 'signature' | 'issuer' | 'audience' | 'time' | 'subject' | 'digest';
    readonly result: 'pass' | 'fail' | 'skipped';
    readonly detail: string;
  }[];
}

/** How the events of a world are delivered, and what has come of it. */
export interface EventDeliveries {
  /** The deliveries of an event, the oldest first. @throws MockError for an event that is not there */
  readonly deliveries: (event: string) => Promise<readonly Delivery[]>;
  /**
   * Sends an event once more, with a new token: to where it went before, to a subscription, or to a URL.
   * @throws MockError for an event that is not there, or a place that it cannot go to
   */
  readonly redeliver: (
    event: string,
    to?: { readonly subscription: string } | { readonly url: string },
  ) => Promise<readonly Delivery[]>;
  /** Replaces how events are delivered; `{}` is as always. */
  readonly plan: (plan: DeliveryPlan) => Promise<DeliveryPlan>;
  /** Checks a delivery as receivers do: its headers, and its raw body. @throws MockError for what is none at all */
  readonly verify: (
    headers: Readonly<Record<string, string | readonly string[]>> | Headers,
    body: string,
  ) => Promise<DeliveryVerdict>;
}

/** A request that a sink has received. */
export interface SinkRequest extends DeliveryVerdict {
  /** Counted from 1. */
  readonly id: string;
  /** RFC 3339, by the clock of the world. */
  readonly time: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How it was answered. */
  readonly status: number;
}

/** A receiver of the mock itself, so that a test needs no web server. */
export interface Sink {
  /** What a subscription of this world has as its sink. */
  readonly url: string;
  /** Sets how the next requests are answered; the last answer is repeated, and without any it is 204. */
  readonly answer: (...answers: readonly { readonly status: number; readonly delayMs?: number }[]) => Promise<void>;
  /** What it has received, the oldest first. */
  readonly received: () => Promise<readonly SinkRequest[]>;
  /** Drops what it has received, and its answers. */
  readonly clear: () => Promise<void>;
}

interface Listed {
  readonly deliveries: readonly Delivery[];
}

/** How the events of one world are delivered. */
export const eventDeliveriesOf = (connection: Connection, world: string): EventDeliveries => ({
  deliveries: async (event) =>
    (await connection.control<Listed>(`/events/${encodeURIComponent(event)}/deliveries`, { world })).deliveries,
  redeliver: async (event, to) => {
    const path = `/events/${encodeURIComponent(event)}:redeliver`;
    return (await connection.control<Listed>(path, { method: 'POST', json: to ?? {}, world })).deliveries;
  },
  plan: (json) => connection.control('/events:plan', { method: 'PUT', json, world }),
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
    received: async () =>
      (await connection.control<{ readonly received: readonly SinkRequest[] }>(path, { world })).received,
    clear: async () => void (await connection.control(path, { method: 'DELETE', world })),
  };
};
