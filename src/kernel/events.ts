import type { AnyMessage } from '../schema/field-types.ts';
import type { Caller } from './context.ts';
import type { Rows, Tx } from './rows.ts';

/** What the prefix of the types of events may be: words of small letters, digits and dashes, with dots between them. */
export const EVENT_PREFIX = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;

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
  /** True while calls wait for `settled` before they are answered. */
  readonly waits?: () => boolean;
  /** Calls back with the id of each delivery that is over: delivered, dropped or suppressed. */
  readonly onDone?: (done: (id: string) => void) => void;
}

/** The body of an event before it is rendered. */
export interface EventBody {
  /** What it is rendered as; missing for a value that is JSON already. */
  readonly message?: AnyMessage | undefined;
  /** The full name of the message that a value is rendered as already. */
  readonly type?: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The only fields that are shown; all but secrets unless given. */
  readonly shows?: readonly string[] | undefined;
}

/** An event as it comes about, before the world completes it. */
export interface EventDraft {
  /** Whose prefix its type has: that of the API, or the shorter one of the vendor, as what the registry emits. */
  readonly family: 'api' | 'vendor';
  /** Without the prefix. */
  readonly type: string;
  readonly audience: WorldEvent['audience'];
  /** The path of the collection. */
  readonly path: string;
  readonly subject: string;
  /** Empty for an event that belongs to no group, and so finds no subscriptions. */
  readonly group: string;
  readonly identityProvider?: string | undefined;
  readonly body?: EventBody | undefined;
}

/** A published type that no operation has as its own event. */
export interface PublishedEvent extends Pick<EventDraft, 'family' | 'type' | 'audience' | 'path'> {
  /** When the service emits it. */
  readonly description: string;
  /** A body for rows that are there, with its subject and group; undefined where there is no such row. */
  readonly sample: (rows: Rows, now: string) => Pick<EventDraft, 'subject' | 'group' | 'body'> | undefined;
}

/** The events of one call. */
export interface CallEvents {
  /** Adds an event; only inside the write of the call. */
  readonly emit: (event: EventDraft) => void;
  /** Stores what is to be delivered with the rows of the call: the last that is done inside its write. */
  readonly store: (tx: Tx, nowMillis: number) => void;
  /** Publishes the events, once the write is stored. Where calls wait for deliveries, it resolves when these were tried. */
  readonly stored: () => Promise<void> | undefined;
}

/** Records the events of the calls of one world. */
export interface EventRecorder {
  /** Begins with a call; `traceparent` is that of its request. */
  readonly begin: (caller: Caller, traceparent: string | undefined) => CallEvents;
}
