import type { DeliveryAttempt } from '../../../generated/nouns.ts';
import type { Arrivals } from '../events/outbox.ts';
import type { DeliveryRecord } from './delivery-record.ts';
import type { DeliveryEnd, EndedDeliveries } from './ended-deliveries.ts';

/** The bounds of the log of past deliveries (behaviour E22). */
export interface DeliveryLogBounds {
  readonly events: number;
  readonly bytes: number;
}

/** The bounds of each world. */
const DELIVERY_LOG_BOUNDS: DeliveryLogBounds = { events: 10_000, bytes: 32 * 1024 * 1024 };

/** What a log is kept with. */
interface DeliveryLogParts {
  /** Those of each world unless given. */
  readonly bounds?: DeliveryLogBounds;
  /** Counts the deliveries that end. */
  readonly over?: EndedDeliveries;
}

/** The deliveries of the latest events, by the id of the event. */
export class DeliveryLog implements Arrivals {
  readonly #bounds: DeliveryLogBounds;
  readonly #over: EndedDeliveries | undefined;
  /** The oldest event first. */
  readonly #events = new Map<string, DeliveryRecord[]>();
  /** Goes on behind those that were deleted: from the beginning of the map each of them would be passed over again. */
  #oldestFirst = this.#events.entries();
  #bytes = 0;

  constructor({ bounds = DELIVERY_LOG_BOUNDS, over }: DeliveryLogParts = {}) {
    this.#bounds = bounds;
    this.#over = over;
  }

  add(record: DeliveryRecord): void {
    const known = this.#events.get(record.event.id);
    if (known) known.push(record);
    else this.#events.set(record.event.id, [record]);
    this.#grow(record.bytes);
  }

  /** Notes how a delivery has ended, which need not be in the log any more. */
  end(record: DeliveryRecord, how: DeliveryEnd, reason?: string): void {
    record.become(how, reason);
    this.#over?.count(how);
  }

  addAttempt(record: DeliveryRecord, attempt: DeliveryAttempt): void {
    this.#grow(record.add(attempt));
  }

  /** The deliveries of an event, the oldest first; undefined if nothing is known of it any more. */
  of(event: string): readonly DeliveryRecord[] | undefined {
    return this.#events.get(event);
  }

  /** The deliveries of the latest events, those of the newest first. */
  latest(limit: number): readonly DeliveryRecord[] {
    return [...this.#events.values()].slice(-limit).reverse().flat();
  }

  isDelivered(event: string): boolean {
    const records = (this.of(event) ?? []).filter(({ isRedelivery, state }) => !isRedelivery && state !== 'suppressed');
    return records.length > 0 && records.every(({ state }) => state === 'delivered');
  }

  /** Forgets all of them. */
  clear(): void {
    for (const records of this.#events.values()) for (const record of records) record.forget();
    this.#events.clear();
    this.#oldestFirst = this.#events.entries();
    this.#bytes = 0;
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    while (this.#events.size > 1 && (this.#events.size > this.#bounds.events || this.#bytes > this.#bounds.bytes)) {
      const [oldest, records] = this.#oldestFirst.next().value as [string, DeliveryRecord[]];
      this.#events.delete(oldest);
      for (const record of records) {
        this.#bytes -= record.bytes;
        record.forget();
      }
    }
  }
}
