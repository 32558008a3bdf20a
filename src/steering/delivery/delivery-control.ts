/** When events are sent: after the call, before it is answered, or not until the mode is changed (behaviour E20). */
export const DELIVERY_MODES = ['async', 'sync', 'collect'] as const;
/** One of these modes. */
export type DeliveryMode = (typeof DELIVERY_MODES)[number];

/** The ways in which a delivery can be wrong on purpose. */
export const DELIVERY_FLAWS = ['bad_signature', 'wrong_digest', 'wrong_audience', 'expired'] as const;
/** One of these ways. */
export type DeliveryFlaw = (typeof DELIVERY_FLAWS)[number];

/** How the events of a world are delivered. */
export interface DeliveryPlan {
  readonly mode: DeliveryMode;
  /** How many more times each event is sent that a receiver has accepted. */
  readonly duplicate?: number;
  /** In groups of how many events each subscription gets them the other way round. */
  readonly reorder?: number;
  /** How long after the event its first attempt is, in milliseconds of the world. */
  readonly delayMillis?: number;
  /** How many attempts of each delivery are lost on their way. */
  readonly dropFirst?: number;
  readonly flaw?: DeliveryFlaw;
}

/** What was sent to a receiver. */
export interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One attempt to deliver an event. */
export interface ShownAttempt {
  /** When it began, RFC 3339, by the clock of the world. */
  readonly time: string;
  /** How long it took, by the clock of the machine. */
  readonly durationMs: number;
  /** Missing where nothing was sent. */
  readonly request?: ShownRequest;
  readonly status?: number;
  /** The beginning of the body of the answer. */
  readonly answer?: string;
  /** Why there was no answer. */
  readonly error?: string;
  /** True for one that repeats what the receiver has accepted. */
  readonly duplicate?: true;
}

/** The delivery of an event to one receiver. */
export interface ShownDelivery {
  readonly id: string;
  readonly event: string;
  /** The uid of the subscription; missing for a redelivery to a URL. */
  readonly subscription?: string;
  readonly url: string;
  readonly state: 'pending' | 'held' | 'delivered' | 'dropped' | 'suppressed';
  /** Why it is dropped, suppressed or held. */
  readonly reason?: string;
  readonly redelivery?: true;
  /** When it is tried again, RFC 3339, by the clock of the world. */
  readonly nextTime?: string;
  readonly attempts: readonly ShownAttempt[];
}

/** A request that may be a delivery. */
export interface GivenRequest {
  readonly headers: Readonly<Record<string, string>>;
  /** As it was received. */
  readonly body: string;
}

/** One thing that receivers check of a delivery. */
export interface DeliveryCheck {
  readonly check: 'event' | 'bearer' | 'signature' | 'issuer' | 'audience' | 'time' | 'subject' | 'digest';
  readonly result: 'pass' | 'fail' | 'skipped';
  /** What is wrong, or what was found. */
  readonly detail: string;
}

/** What receivers find out about a delivery. */
export interface DeliveryVerdict {
  /** True where every check passes. */
  readonly valid: boolean;
  readonly checks: readonly DeliveryCheck[];
}

/** Where a redelivery goes: to a subscription, to a URL, or where the event went before. */
export interface Redelivery {
  readonly subscription?: string;
  readonly url?: string;
}

/** Steers how the events of one world are delivered, and reports how they were. */
export interface DeliveryControl {
  readonly plan: () => DeliveryPlan;
  /** Replaces the plan; what was held back goes on by the new one. */
  readonly setPlan: (plan: DeliveryPlan) => DeliveryPlan;
  /** The deliveries of an event, the oldest first. @throws ApiError NOT_FOUND */
  readonly deliveries: (event: string) => readonly ShownDelivery[];
  /**
   * Sends an event once more, with a new token, and resolves once it has been tried.
   * @throws ApiError NOT_FOUND for an event that is not there; INVALID_ARGUMENT for a place that it cannot go to
   */
  readonly redeliver: (event: string, to: Redelivery) => Promise<readonly ShownDelivery[]>;
  /** Checks a request as receivers do. @throws ApiError INVALID_ARGUMENT for what is no delivery at all */
  readonly verify: (given: GivenRequest) => Promise<DeliveryVerdict>;
}

/** How a built-in sink answers one request. */
export interface SinkAnswer {
  readonly status: number;
  /** How long it waits before, in milliseconds of the machine. */
  readonly delayMs?: number;
}

/** A request that a built-in sink has received. */
export interface SinkRequest extends GivenRequest, DeliveryVerdict {
  /** Counted from 1 in each sink. */
  readonly id: string;
  /** RFC 3339, by the clock of the world. */
  readonly time: string;
  /** How it was answered. */
  readonly status: number;
}

/** A built-in sink. */
export interface ShownSink {
  readonly name: string;
  /** What a subscription of this world has as its sink. */
  readonly sink: string;
  /** The answers to the next requests; the last one is repeated. Empty: 204. */
  readonly answers: readonly SinkAnswer[];
  /** The oldest first. */
  readonly received: readonly SinkRequest[];
  /** How many requests were dropped to keep the bounds. */
  readonly dropped: number;
}

/** The receivers that a world has itself, by their names. */
export interface SinkControl {
  readonly show: (name: string) => ShownSink;
  /** Sets how the next requests are answered. @throws ApiError RESOURCE_EXHAUSTED for one sink too many */
  readonly script: (name: string, answers: readonly SinkAnswer[]) => ShownSink;
  /** Takes a request, and resolves with its answer when that is due. @throws ApiError as `script` */
  readonly receive: (name: string, given: GivenRequest) => Promise<number>;
  /** Drops what it has received, and its answers. */
  readonly clear: (name: string) => void;
}
