import type { WorldEvent } from '../../../generated/nouns.ts';
import { type Collection, type Row, type Rows, type Store, type Tx, transientCollection } from '../../kernel/rows.ts';
import { ancestorsOf, TOP } from '../../kernel/uid.ts';
import type { EventReaders } from './event-readers.ts';
import type { DeliveryKeeper, EventSubscription, PendingDelivery } from './outbox.ts';
import type { RecordedEvent } from './recorded-event.ts';

/** A subscription as it is stored. */
export type SubscriptionRow = Row & { readonly sink?: string; readonly madeAt?: string };

type PendingRow = Row & {
  readonly event: WorldEvent;
  readonly subscription: EventSubscription;
};

const pending = transientCollection<PendingRow>('pendingDeliveries');
const DIGITS = 15;
const NONE: readonly PendingDelivery[] = [];

/** A subscription of a group, as its deliveries need it. */
export const toEventSubscription = ({ uid, sink = '', madeAt }: SubscriptionRow, group: string): EventSubscription => ({
  uid,
  group,
  sink,
  ...(madeAt !== undefined && { origin: madeAt }),
});

/** The subscriptions of an event: on its group and on all above it, but for the one that it is about (behaviour E7). */
const subscriptionsOf = (
  { group, subject }: RecordedEvent,
  subscriptions: Collection<SubscriptionRow>,
  rows: Rows,
): readonly EventSubscription[] =>
  [group, ...ancestorsOf(group)].flatMap((at) =>
    rows
      .childrenOf(subscriptions, at)
      .filter(({ uid }) => uid !== subject)
      .map((row) => toEventSubscription(row, at)),
  );

/** The deliveries that are stored and not made yet, in the order of the events. */
export const listStoredDeliveries = (rows: Rows): readonly PendingDelivery[] =>
  rows.listWithin(pending, TOP).map(({ uid: id, event, subscription }) => ({ id, event, subscription }));

/** The store of deliveries, and who hears that one is over. */
export interface PendingDeliveriesDeps {
  readonly store: Store;
  readonly subscriptions: Collection<SubscriptionRow>;
  readonly readers: EventReaders;
  /** The reason why nothing may be delivered to a URL; undefined if it may. */
  readonly refusal: (url: string) => string | undefined;
}

/** The pending deliveries, stored with the rows of their events until they are over (behaviour E13). */
export class PendingDeliveries implements DeliveryKeeper {
  readonly #deps: PendingDeliveriesDeps;

  constructor(deps: PendingDeliveriesDeps) {
    this.#deps = deps;
  }

  /** The pending events, in their order. */
  list(): readonly PendingDelivery[] {
    return listStoredDeliveries(this.#deps.store.rows);
  }

  /**
   * Stores a delivery for each subscription that the event of a number is for, and returns them. One that must not be
   * made is returned with the reason, and not stored.
   */
  store(event: RecordedEvent, number: number, tx: Tx): readonly PendingDelivery[] {
    const { subscriptions, refusal } = this.#deps;
    const { audience, group } = event;
    // Internal events are recorded and never delivered (behaviour E6).
    if (audience !== 'customer' || group === '' || tx.version([subscriptions]) === 0) return NONE;
    return subscriptionsOf(event, subscriptions, tx).map((subscription, index) => {
      const uid = [number, index].map((part) => String(part).padStart(DIGITS, '0')).join('.');
      const reason = refusal(subscription.sink);
      if (reason !== undefined) return { id: uid, event, subscription, refusal: reason };
      const rendered = event.render();
      tx.put(pending, { uid, event: rendered, subscription });
      return { id: uid, event: rendered, subscription };
    });
  }

  async release(id: string): Promise<void> {
    const { store, readers } = this.#deps;
    const row = await store.write((tx) => {
      const stored = tx.get(pending, id);
      if (stored) tx.remove(pending, id);
      return stored;
    });
    if (row) readers.takeDelivered(row.event.id);
  }

  /** Forgets all of it. */
  clear(tx: Tx): void {
    for (const { uid } of tx.listWithin(pending, TOP)) tx.remove(pending, uid);
  }
}
