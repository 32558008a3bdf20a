import type { Delivery, DeliveryAttempt, DeliveryLine, WorldEvent } from '../../../generated/nouns.ts';
import { instant } from '../../kernel/clock.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { RecordedEvent } from '../events/recorded-event.ts';

/** The ways in which a delivery ends. */
export type DeliveryEnd = Exclude<Delivery['state'], 'pending' | 'held'>;

/** The number of deliveries that have ended in each way. */
export type DeliveryCounts = Record<DeliveryEnd, number>;

/** The receiver of an event, and the group that its token is for. */
export interface Destination {
  readonly url: string;
  /** The uid of the group that owns the subscription. */
  readonly group: string;
  /** The uid of the subscription; missing for a redelivery to a URL. */
  readonly subscription?: string;
  /** The origin by which the subscription was made, if that is not the server's own URL. */
  readonly origin?: string;
}

/** The approximate bytes of an attempt beside its headers: times, texts and the objects themselves. */
const ATTEMPT_BYTES = 512;

/** The record of the delivery of an event to one receiver. */
export class DeliveryRecord {
  readonly id: string;
  readonly eventId: string;
  readonly to: Destination;
  readonly isRedelivery: boolean;
  state: Delivery['state'] = 'pending';
  reason: string | undefined;
  nextMillis: number | undefined;
  /** The number of attempts that its schedule has made. */
  tries = 0;
  /** The approximate bytes of its attempts; the body is the same text in all of them. */
  bytes = ATTEMPT_BYTES;
  readonly #event: RecordedEvent | WorldEvent;
  #attempts: DeliveryAttempt[] = [];
  #isForgotten = false;

  constructor(id: string, event: RecordedEvent | WorldEvent, to: Destination, isRedelivery = false) {
    this.id = id;
    this.eventId = event.id;
    this.#event = event;
    this.to = to;
    this.isRedelivery = isRedelivery;
  }

  get event(): WorldEvent {
    return this.#event instanceof RecordedEvent ? this.#event.render() : this.#event;
  }

  /** Records an attempt, and returns about how many bytes it takes; 0 if the record was dropped from the log. */
  add(attempt: DeliveryAttempt): number {
    if (this.#isForgotten) return 0;
    const { request } = attempt;
    const body = this.#attempts.length === 0 ? (request?.body.length ?? 0) : 0;
    const bytes = ATTEMPT_BYTES + body + JSON.stringify(request?.headers ?? {}).length;
    this.#attempts.push(attempt);
    this.bytes += bytes;
    return bytes;
  }

  /** Changes its state, with the reason, and clears the time of the next attempt. */
  become(state: Delivery['state'], reason?: string): void {
    this.state = state;
    this.reason = reason;
    this.nextMillis = undefined;
  }

  /** Drops its attempts, and records none from now on. */
  forget(): void {
    this.#isForgotten = true;
    this.#attempts = [];
  }

  toLine(): DeliveryLine {
    const { attempts, ...delivery } = this.toDelivery();
    const { status, error } = attempts.at(-1) ?? {};
    return { ...delivery, attempts: attempts.length, ...omitUndefined({ status, error }) };
  }

  toDelivery(): Delivery {
    const { id, eventId, to, state, reason, nextMillis, isRedelivery } = this;
    return {
      id,
      event: eventId,
      url: to.url,
      state,
      attempts: [...this.#attempts],
      ...omitUndefined({ subscription: to.subscription, reason }),
      ...(isRedelivery && { redelivery: true as const }),
      ...(nextMillis !== undefined && { nextTime: instant(nextMillis) }),
    };
  }
}

/** The bounds of the past deliveries of each world (behaviour E22). */
const BOUNDS = { events: 10_000, bytes: 32 * 1024 * 1024 };

/** The deliveries of the latest events, by the id of the event. */
export class DeliveryLog {
  readonly #bounds: typeof BOUNDS;
  readonly #ended: DeliveryCounts | undefined;
  /** The oldest event first. */
  readonly #events = new Map<string, DeliveryRecord[]>();
  /** An iterator that stays open: a new one would step over every deleted entry of the map again. */
  #oldestFirst: IterableIterator<[string, DeliveryRecord[]]> | undefined;
  #bytes = 0;

  /** `ended` counts the deliveries that end. */
  constructor(ended?: DeliveryCounts, bounds = BOUNDS) {
    this.#ended = ended;
    this.#bounds = bounds;
  }

  add(record: DeliveryRecord): void {
    const known = this.#events.get(record.eventId);
    if (known) known.push(record);
    else this.#events.set(record.eventId, [record]);
    this.#grow(record.bytes);
  }

  /** Notes how a delivery has ended, even if the log has dropped it. */
  end(record: DeliveryRecord, how: DeliveryEnd, reason?: string): void {
    record.become(how, reason);
    if (this.#ended) this.#ended[how] += 1;
  }

  addAttempt(record: DeliveryRecord, attempt: DeliveryAttempt): void {
    this.#grow(record.add(attempt));
  }

  /** The deliveries of an event, the oldest first; undefined if nothing is known of it any more. */
  of(event: string): readonly DeliveryRecord[] | undefined {
    return this.#events.get(event);
  }

  /** The deliveries of the latest events, the newest event first. */
  latest(limit: number): readonly DeliveryRecord[] {
    return [...this.#events.values()].slice(-limit).reverse().flat();
  }

  /** True for an event that has arrived at each of its subscriptions that it may be sent to. */
  readonly isDelivered = (event: string): boolean => {
    const records = (this.of(event) ?? []).filter(({ isRedelivery, state }) => !isRedelivery && state !== 'suppressed');
    return records.length > 0 && records.every(({ state }) => state === 'delivered');
  };

  /** Forgets all of them. */
  clear(): void {
    for (const records of this.#events.values()) for (const record of records) record.forget();
    this.#events.clear();
    this.#oldestFirst = undefined;
    this.#bytes = 0;
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    while (this.#events.size > 1 && (this.#events.size > this.#bounds.events || this.#bytes > this.#bounds.bytes)) {
      this.#oldestFirst ??= this.#events.entries();
      const [oldest, records] = this.#oldestFirst.next().value as [string, DeliveryRecord[]];
      this.#events.delete(oldest);
      for (const record of records) {
        this.#bytes -= record.bytes;
        record.forget();
      }
    }
  }
}
