import { type Collection, type Row, type Rows, type Tx, transientCollection } from '../../kernel/rows.ts';
import { ancestorsOf, TOP } from '../../kernel/uid.ts';
import type { WorldEvent } from '../contract/nouns.ts';
import type { EventSubscription, PendingDelivery } from '../plane/outbox.ts';
import type { RecordedEvent } from './recorded-event.ts';

/** A subscription as it is stored. */
export type SubscriptionRow = Row & { readonly sink?: string };

type PendingRow = Row & { readonly event: WorldEvent; readonly subscription: EventSubscription };

const pending = transientCollection<PendingRow>('pendingDeliveries');
/** How many numbers of events are taken: the one row says from which on they are free. */
const numbers = transientCollection<Row & { readonly next: number }>('eventNumbers');
const NUMBERS = 'events';
/** How many numbers are taken at a time, so that a write seldom has to. After a restart those that are left are skipped. */
const AT_A_TIME = 1_000;
const DIGITS = 15;

const deliveryOf = ({ uid: id, event, subscription }: PendingRow): PendingDelivery => ({ id, event, subscription });

/** The number that the next event after a start has. */
export const firstNumber = (rows: Rows): number => rows.get(numbers, NUMBERS)?.next ?? 0;

/** Takes the number of an event for good, once the write is stored. */
export const takeNumber = (tx: Tx, number: number): void => {
  // Asked each time: a write may have been undone, and a restored state begins without.
  if (number >= firstNumber(tx)) tx.put(numbers, { uid: NUMBERS, next: number + AT_A_TIME });
};

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
      .map(({ uid, sink = '' }) => ({ uid, group: at, sink })),
  );

/** Stores a delivery for each subscription that the event is for, and returns them. */
export const storeDeliveries = (
  event: RecordedEvent,
  number: number,
  subscriptions: Collection<SubscriptionRow>,
  tx: Tx,
): readonly PendingDelivery[] => {
  const { audience, group } = event;
  // What is internal is recorded and never delivered (behaviour E6).
  if (audience !== 'customer' || group === '' || tx.version([subscriptions]) === 0) return [];
  return subscriptionsOf(event, subscriptions, tx).map((subscription, index) => {
    const uid = `${String(number).padStart(DIGITS, '0')}.${String(index).padStart(DIGITS, '0')}`;
    const row = { uid, event: event.render(), subscription };
    tx.put(pending, row);
    return deliveryOf(row);
  });
};

/** What is stored and not delivered yet, in the order of the events. */
export const storedDeliveries = (rows: Rows): readonly PendingDelivery[] => rows.within(pending, TOP).map(deliveryOf);

/** Forgets a delivery; returns it, or undefined where it is not stored. */
export const forgetDelivery = (tx: Tx, id: string): PendingDelivery | undefined => {
  const row = tx.get(pending, id);
  if (row) tx.remove(pending, id);
  return row && deliveryOf(row);
};

/** Forgets all deliveries. */
export const forgetDeliveries = (tx: Tx): void => {
  for (const { uid } of tx.within(pending, TOP)) tx.remove(pending, uid);
};

/** Begins to number events anew. */
export const forgetNumbers = (tx: Tx): void => tx.remove(numbers, NUMBERS);
