import type { DeliveryAttempt } from '../contract/nouns.ts';
import type { Arrivals } from '../plane/outbox.ts';
import type { DeliveryRecord } from './delivery-record.ts';
import type { DeliveryEnd, EndedDeliveries } from './ended-deliveries.ts';
import { SharedDeliveries, type SharedDeliveriesParts } from './shared-deliveries.ts';

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
  /** How deliveries become known to the other processes that share the world; missing: there are none. */
  readonly shared?: Pick<SharedDeliveriesParts, 'notes' | 'owner' | 'ownerOf' | 'handed'> | undefined;
  /** Called for each event of which a delivery of another process has changed. */
  readonly changed?: (event: string) => void;
  /** Called when another process has begun the world again. */
  readonly cleared?: () => void;
}

/** The deliveries of the latest events, by the id of the event. */
export class DeliveryLog implements Arrivals {
  readonly #bounds: DeliveryLogBounds;
  readonly #over: EndedDeliveries | undefined;
  /** The oldest event first. */
  readonly #events = new Map<string, DeliveryRecord[]>();
  /** Goes on behind those that were deleted: from the beginning of the map each of them would be passed over again. */
  #oldestFirst = this.#events.entries();
  /** The deliveries of the other processes that share the world; missing: there are none. */
  readonly shared: SharedDeliveries | undefined;
  #bytes = 0;

  constructor({
    bounds = DELIVERY_LOG_BOUNDS,
    over,
    shared,
    changed = () => undefined,
    cleared = () => undefined,
  }: DeliveryLogParts = {}) {
    this.#bounds = bounds;
    this.#over = over;
    this.shared =
      shared &&
      new SharedDeliveries({
        ...shared,
        changed,
        find: (event, id) => this.find(event, id),
        add: (record) => this.#add(record),
        addAttempt: (record, attempt) => this.#grow(record.add(attempt)),
        cleared: () => {
          cleared();
          this.#clear();
        },
      });
  }

  add(record: DeliveryRecord): void {
    this.#add(record);
    this.shared?.note(record);
  }

  /** Adds a delivery that is not made: with its event, where other processes share the world. */
  addSuppressed(record: DeliveryRecord, reason: string): void {
    this.#over?.count('suppressed');
    if (!this.shared) this.takeSuppressed(record, reason);
  }

  /** Adds one whose event is taken, of this process or another: in the order of all that happens in the world. */
  takeSuppressed(record: DeliveryRecord, reason: string): void {
    if (this.find(record.event.id, record.id)) return;
    record.become('suppressed', reason);
    this.#add(record);
  }

  /** Adds a delivery that another process makes, unless its note of it has come already. */
  handOver(record: DeliveryRecord, owner: string): void {
    if (this.find(record.event.id, record.id)) return;
    this.#add(record);
    this.shared?.handOver(record, owner);
  }

  #add(record: DeliveryRecord): void {
    const known = this.#events.get(record.event.id);
    if (known) known.push(record);
    else this.#events.set(record.event.id, [record]);
    this.#grow(record.bytes);
  }

  /** Notes how a delivery has ended, which need not be in the log any more. */
  end(record: DeliveryRecord, how: DeliveryEnd, reason?: string): void {
    record.become(how, reason);
    this.#over?.count(how);
    this.shared?.note(record);
  }

  addAttempt(record: DeliveryRecord, attempt: DeliveryAttempt): void {
    this.#grow(record.add(attempt));
    this.shared?.note(record, attempt);
  }

  /** The deliveries of an event, the oldest first; undefined where nothing is known of it any more. */
  of(event: string): readonly DeliveryRecord[] | undefined {
    return this.#events.get(event);
  }

  /** A delivery of an event; undefined where nothing is known of it, or no more. */
  find(event: string, id: string): DeliveryRecord | undefined {
    return this.of(event)?.find((record) => record.id === id);
  }

  /** The deliveries of the latest events, those of the newest first. */
  latest(limit: number): readonly DeliveryRecord[] {
    const events = [...this.#events.values()];
    // What others deliver may be heard of late. The ids begin with the number of the event.
    if (this.shared) events.sort(([{ id: a = '' } = {}], [{ id: b = '' } = {}]) => (a < b ? -1 : 1));
    return events.slice(-limit).reverse().flat();
  }

  isDelivered(event: string): boolean {
    const records = (this.of(event) ?? []).filter(({ isRedelivery, state }) => !isRedelivery && state !== 'suppressed');
    return records.length > 0 && records.every(({ state }) => state === 'delivered');
  }

  /** Forgets all of them; resolves once the other processes do that share the world, if there are any. */
  async clear(): Promise<void> {
    this.#clear();
    await this.shared?.clear();
  }

  #clear(): void {
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
