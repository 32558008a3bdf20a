import type { WorldEvent } from '../../../generated/nouns.ts';
import { type Collection, type Row, type Rows, type Tx, transientCollection } from '../../kernel/rows.ts';
import { ancestorsOf, TOP } from '../../kernel/uid.ts';
import type { RecordedEvent } from './recorded-event.ts';

/** The receiver of events. */
export interface EventSubscription {
  readonly uid: string;
  /** The uid of the group that owns it. */
  readonly group: string;
  /** A URL, or `sink://<name>` for the receiver of that name in the mock itself. */
  readonly sink: string;
  /** The origin by which it was made, if that is not the server's own URL. */
  readonly origin?: string;
}

/** An event on its way to one subscription. */
export interface PendingDelivery {
  /** Unique in the world. */
  readonly id: string;
  /** Rendered if the delivery is stored. */
  readonly event: RecordedEvent | WorldEvent;
  readonly subscription: EventSubscription;
  /** The reason if the delivery must not be made; it is not stored then. */
  readonly refusal?: string;
}

/** A subscription as it is stored. */
export type SubscriptionRow = Row & { readonly sink?: string; readonly madeAt?: string };

const pending = transientCollection<Row & { readonly event: WorldEvent; readonly subscription: EventSubscription }>(
  'pendingDeliveries',
);
const DIGITS = 15;

/** A subscription of a group, as its deliveries need it. */
export const toEventSubscription = ({ uid, sink = '', madeAt }: SubscriptionRow, group: string): EventSubscription => ({
  uid,
  group,
  sink,
  ...(madeAt !== undefined && { origin: madeAt }),
});

/** The deliveries that are stored and not made yet, in the order of the events. */
export const listStoredDeliveries = (rows: Rows): readonly (PendingDelivery & { readonly event: WorldEvent })[] =>
  rows.listWithin(pending, TOP).map(({ uid: id, event, subscription }) => ({ id, event, subscription }));

/** The subscriptions that deliveries are made for. */
export interface Subscribed {
  readonly subscriptions: Collection<SubscriptionRow>;
  /** The reason why nothing may be delivered to a URL; undefined if it may. */
  readonly refusal: (url: string) => string | undefined;
}

/**
 * Stores a delivery with the rows of its event until it is over (behaviour E13), for each subscription on the group of the
 * event and on all above it but the one that it is about (behaviour E7), and adds it to `deliveries`. One that must not
 * be made is added with the reason, and not stored. `number` is the number of the event.
 */
export const storeDeliveries = (
  event: RecordedEvent,
  number: number,
  tx: Tx,
  { subscriptions, refusal }: Subscribed,
  deliveries: PendingDelivery[],
): void => {
  const { audience, group, subject } = event.draft;
  // Internal events are recorded and never delivered (behaviour E6).
  if (audience !== 'customer' || group === '' || tx.version([subscriptions]) === 0) return;
  let index = 0;
  for (const at of [group, ...ancestorsOf(group)]) {
    for (const row of tx.childrenOf(subscriptions, at)) {
      if (row.uid === subject) continue;
      const subscription = toEventSubscription(row, at);
      // Joined: a text that is concatenated would keep its pieces in memory.
      const id = [String(number).padStart(DIGITS, '0'), String(index).padStart(DIGITS, '0')].join('.');
      const reason = refusal(subscription.sink);
      index += 1;
      if (reason !== undefined) {
        deliveries.push({ id, event, subscription, refusal: reason });
        continue;
      }
      const rendered = event.render();
      tx.put(pending, { uid: id, event: rendered, subscription });
      deliveries.push({ id, event: rendered, subscription });
    }
  }
};

/** Removes a delivery that is over, and returns the id of its event; undefined if it is not stored. */
export const releaseDelivery = (id: string, tx: Tx): string | undefined => {
  const stored = tx.get(pending, id);
  if (stored) tx.remove(pending, id);
  return stored?.event.id;
};

/** Removes all stored deliveries. */
export const clearDeliveries = (tx: Tx): void => {
  for (const { uid } of tx.listWithin(pending, TOP)) tx.remove(pending, uid);
};
