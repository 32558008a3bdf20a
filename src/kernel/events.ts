/** Who caused an event: the identity, and what its token records of the third party that it acts for. */
export interface EventActor {
  /** The uid of the identity. */
  readonly subject: string;
  readonly act?: Readonly<Record<string, string>>;
}

/** Something that has happened in a world, as its subscribers learn it (behaviour §13). */
export interface WorldEvent {
  /** The same in every delivery, and in every run with the same seed, fixture and calls. */
  readonly id: string;
  /** With the prefix of the vendor. */
  readonly type: string;
  /** The URL of the collection. */
  readonly source: string;
  readonly subject: string;
  /** RFC 3339, by the clock of the world. */
  readonly time: string;
  /** The uid by which it finds its subscriptions. */
  readonly group: string;
  readonly audience: 'customer' | 'internal';
  /** The full name of the message of its body; missing without a body. */
  readonly bodyType?: string;
  readonly identityProvider?: string;
  readonly actor?: EventActor;
  /** In the canonical JSON of v2, without secrets; missing where nothing of it may be shown. */
  readonly body?: unknown;
  /** That of the call that caused it. */
  readonly traceparent?: string;
}

/** An event on its way to one subscription. */
export interface PendingDelivery {
  /** Unique in the world. */
  readonly id: string;
  readonly event: WorldEvent;
  readonly subscription: EventSubscription;
}

/** Where events are delivered to. */
export interface EventSubscription {
  readonly uid: string;
  /** The uid of the group that owns it. */
  readonly group: string;
  /** A URL, or `sink://<name>` for the receiver of that name in the mock itself. */
  readonly sink: string;
}

/** Delivers events of one world to its subscriptions. */
export interface Outbox {
  /** Takes over deliveries whose event is stored; called once for each, in the order of the events. */
  readonly add: (deliveries: readonly PendingDelivery[]) => void;
  /** Resolves when what was added before has been tried once: for deliveries that calls wait for. */
  readonly settled: () => Promise<void>;
  /** Drops what is not delivered yet. */
  readonly clear: () => void;
  /** True while calls wait for `settled` before they are answered. */
  readonly waits?: () => boolean;
  /** Calls back with the id of each delivery that is over: delivered, dropped or suppressed. */
  readonly onDone?: (done: (id: string) => void) => void;
}
