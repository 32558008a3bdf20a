import type { WorldEvent } from '../../../generated/nouns.ts';
import type { RecordedEvent } from './recorded-event.ts';

/** An event on its way to one subscription. */
export interface PendingDelivery {
  /** Unique in the world. */
  readonly id: string;
  /** Rendered if it is stored. */
  readonly event: RecordedEvent | WorldEvent;
  readonly subscription: EventSubscription;
  /** Why it is not made; it is not stored then. */
  readonly refusal?: string;
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
  /** Takes over deliveries whose event is stored; called once for each, in the order of the events. */
  readonly add: (deliveries: readonly PendingDelivery[]) => void;
  /** Resolves when the deliveries added before have been tried once: for deliveries that calls wait for. */
  readonly settled: () => Promise<void>;
  /** True while calls wait for `settled` before they are answered. */
  readonly waits: () => boolean;
}

/** Keeps what is to be delivered until that is over. */
export interface DeliveryKeeper {
  /** Lets go of a delivery that is over: delivered, dropped or suppressed. Resolves once that is stored. */
  readonly release: (id: string) => Promise<void>;
}

/** Knows which events have arrived. */
export interface Arrivals {
  /** True for an event that has arrived at each of its subscriptions that it may be sent to. */
  readonly isDelivered: (event: string) => boolean;
}
