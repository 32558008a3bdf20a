import type { WorldEvent } from '../contract/nouns.ts';

/** An event on its way to one subscription. */
export interface PendingDelivery {
  /** Unique in the world. */
  readonly id: string;
  readonly event: WorldEvent;
  readonly subscription: EventSubscription;
  /** Why it is not made; it is not stored then. */
  readonly refusal?: string;
  /** The other process that makes it. */
  readonly handedTo?: string;
}

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

/** Delivers events of one world to its subscriptions. */
export interface Outbox {
  /** Takes over deliveries whose event is stored; called once for each, by one process in the order of the events. */
  readonly add: (deliveries: readonly PendingDelivery[]) => void;
  /** Shows the deliveries of events that are not made, where other processes share the world: once the events are taken. */
  readonly takeRefused: (deliveries: readonly PendingDelivery[]) => void;
  /** Goes on with deliveries that another process has left, from where it was with each. */
  readonly takeOver: (deliveries: readonly PendingDelivery[]) => void;
  /** Resolves when the deliveries added before have been tried once: for deliveries that calls wait for. */
  readonly settled: () => Promise<void>;
  /** True while calls wait for `settled` before they are answered. */
  readonly waits: () => boolean;
}

/** Keeps what is to be delivered until that is over. */
export interface DeliveryKeeper {
  /** Lets go of a delivery that is over: delivered, dropped or suppressed. Resolves once that is stored. */
  readonly release: (id: string) => Promise<void>;
  /** What is known of the other processes that share the world; missing: there are none. */
  readonly shared?: SharedKeeper | undefined;
}

/**
 * Keeps what is to be delivered in a world that several processes share. One of them makes all: what another causes is
 * handed to it as long as it has any, so that the order is that of the events (behaviour 31.14).
 */
export interface SharedKeeper {
  /**
   * Where a delivery is at this moment: with this process, or with another that has taken it over; `gone` for one that is
   * over.
   * @throws ApiError UNAVAILABLE; NOT_FOUND where the world has ended
   */
  readonly confirm: (id: string) => Promise<'own' | 'elsewhere' | 'gone'>;
  /** What this process is to make behind a delivery, as far as it is known here, in the order of the events. */
  readonly listOwn: (behind: string) => readonly PendingDelivery[];
  /** Resolves once what was handed to this process before is known here. @throws ApiError as `confirm` */
  readonly catchUp: () => Promise<void>;
  /** True while what others cause is handed to this process. */
  readonly isHolder: () => boolean;
}

/** Knows which events have arrived. */
export interface Arrivals {
  /** True for an event that has arrived at each of its subscriptions that it may be sent to. */
  readonly isDelivered: (event: string) => boolean;
}
