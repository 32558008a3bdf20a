import {
  type Collection,
  type Row,
  type Rows,
  type Selected,
  type Store,
  type Tx,
  transientCollection,
} from '../../kernel/rows.ts';
import { ancestorsOf, TOP } from '../../kernel/uid.ts';
import type { WorldEvent } from '../contract/nouns.ts';
import type { DeliveryKeeper, EventSubscription, PendingDelivery, SharedKeeper } from '../plane/outbox.ts';
import type { EventReaders } from './event-readers.ts';
import type { RecordedEvent } from './recorded-event.ts';

/** A subscription as it is stored. */
export type SubscriptionRow = Row & { readonly sink?: string; readonly madeAt?: string };

type PendingRow = Row & {
  readonly event: WorldEvent;
  readonly subscription: EventSubscription;
  /** The process that makes it, where several share the world. */
  readonly owner?: string;
};

const pending = transientCollection<PendingRow>('pendingDeliveries');
const DIGITS = 15;
const NONE: readonly PendingDelivery[] = [];
/** How many deliveries one write takes over. */
const MAX_CLAIMED = 500;

const deliveryOf = ({ uid: id, event, subscription }: PendingRow): PendingDelivery => ({ id, event, subscription });

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

/** What is not delivered yet, in the order of the events, without a copy. */
const allIn = (rows: Rows): Selected<PendingRow> =>
  rows.select(pending, { key: 'all', intervals: [{ from: '', to: '~' }], order: [] });

/** The process that makes the last of what is not delivered: what comes behind that is handed to it. */
const holderIn = (rows: Rows): string | undefined => {
  const all = allIn(rows);
  return all.size === 0 ? undefined : all.at(all.size - 1).row.owner;
};

/** The deliveries that are stored and not made yet, in the order of the events. */
export const listStoredDeliveries = (rows: Rows): readonly PendingDelivery[] =>
  rows.listWithin(pending, TOP).map(deliveryOf);

/** A part of the text of each stored delivery of a process, which no other row has. */
export const textOfOwner = (owner: string): string => `"owner":${JSON.stringify(owner)}`;

/** What deliveries are stored in, and who hears that one is over. */
export interface PendingDeliveriesDeps {
  readonly store: Store;
  readonly subscriptions: Collection<SubscriptionRow>;
  readonly readers: EventReaders;
  /** The reason why nothing may be delivered to a URL; undefined where it may. */
  readonly refusal: (url: string) => string | undefined;
  /** The name of this process among those that share the world; missing: there are no others. */
  readonly owner?: string | undefined;
}

/** What is to be delivered, stored with the rows that the events are about until it is over (behaviour E13). */
export class PendingDeliveries implements DeliveryKeeper {
  readonly #deps: PendingDeliveriesDeps;
  readonly shared: SharedKeeper | undefined;

  constructor(deps: PendingDeliveriesDeps) {
    this.#deps = deps;
    const { owner, store } = deps;
    if (owner === undefined) return;
    this.shared = {
      confirm: (id) => this.#confirm(id),
      listOwn: (behind) => this.#listOwn(behind),
      catchUp: async () => store.awaitHead?.(),
      isHolder: () => holderIn(store.rows) === owner,
    };
  }

  /** What is not delivered yet, in the order of the events. */
  list(): readonly PendingDelivery[] {
    return listStoredDeliveries(this.#deps.store.rows);
  }

  /**
   * Stores a delivery for each subscription that the event of a number is for, and returns them. One that must not be
   * made is returned with the reason, and not stored; where another process has not made all before it, it is that one's.
   */
  store(event: RecordedEvent, number: number, tx: Tx): readonly PendingDelivery[] {
    const { subscriptions, refusal, owner } = this.#deps;
    const { audience, group } = event;
    // Internal events are recorded and never delivered (behaviour E6).
    if (audience !== 'customer' || group === '' || tx.version([subscriptions]) === 0) return NONE;
    const holder = owner === undefined ? undefined : (holderIn(tx) ?? owner);
    return subscriptionsOf(event, subscriptions, tx).map((subscription, index) => {
      const uid = `${String(number).padStart(DIGITS, '0')}.${String(index).padStart(DIGITS, '0')}`;
      const rendered = event.render();
      const reason = refusal(subscription.sink);
      if (reason !== undefined) return { id: uid, event: rendered, subscription, refusal: reason };
      tx.put(pending, { uid, event: rendered, subscription, ...(holder !== undefined && { owner: holder }) });
      const delivery = { id: uid, event: rendered, subscription };
      return holder === undefined || holder === owner ? delivery : { ...delivery, handedTo: holder };
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

  /** The process that is to make a delivery, as far as that is known; undefined for one that is over. */
  ownerOf(id: string): string | undefined {
    return this.#deps.store.rows.get(pending, id)?.owner;
  }

  /**
   * Makes the deliveries of another process those of this one, and hands them on in the order of the events. Of several
   * processes that try, one gets each.
   * @throws ApiError UNAVAILABLE: those that have not been handed on are not taken over
   */
  async claim(from: string, taken: (deliveries: readonly PendingDelivery[]) => void): Promise<void> {
    const { store, owner } = this.#deps;
    const leftIn = (rows: Rows): readonly PendingRow[] =>
      rows.listWithin(pending, TOP).filter((row) => row.owner === from);
    if (owner === undefined) return;
    while (leftIn(store.rows).length > 0) {
      const claimed = await store.write((tx) => {
        const left = leftIn(tx).slice(0, MAX_CLAIMED);
        for (const row of left) tx.put(pending, { ...row, owner });
        return left;
      });
      taken(claimed.map(deliveryOf));
    }
  }

  #listOwn(behind: string): readonly PendingDelivery[] {
    const { store, owner } = this.#deps;
    const all = allIn(store.rows);
    return all
      .slice(all.after([], behind), all.size)
      .filter(({ row }) => row.owner === owner)
      .map(({ row }) => deliveryOf(row));
  }

  async #confirm(id: string): ReturnType<SharedKeeper['confirm']> {
    const { store, owner } = this.#deps;
    await store.awaitHead?.();
    const row = store.rows.get(pending, id);
    if (!row) return 'gone';
    return row.owner === owner ? 'own' : 'elsewhere';
  }

  /** Forgets all of it. */
  clear(tx: Tx): void {
    for (const { uid } of tx.listWithin(pending, TOP)) tx.remove(pending, uid);
  }
}
