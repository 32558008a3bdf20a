import type {
  Delivery,
  DeliveryLine,
  DeliveryPlan,
  DeliveryRequest,
  DeliveryVerdict,
  Redeliver,
  SinkAnswer,
  SinkReading,
} from '../../../generated/nouns.ts';

/** The plan of a world's deliveries, with its delay in milliseconds of the world. */
export interface OutboxPlan extends Omit<DeliveryPlan, 'delay'> {
  readonly delayMillis?: number;
}

/** A request that may be a delivery: its headers, and its body as it was received. */
export type ReceivedRequest = Pick<DeliveryRequest, 'headers' | 'body'>;

/** Steers how the events of one world are delivered, and reports how they were. */
export interface DeliveryControl {
  readonly plan: () => OutboxPlan;
  /** Replaces the plan; held deliveries go on by the new one. */
  readonly setPlan: (plan: OutboxPlan) => Promise<OutboxPlan>;
  /** The deliveries of an event, the oldest first. @throws ApiError NOT_FOUND */
  readonly deliveries: (event: string) => readonly Delivery[];
  /** The deliveries of the latest events, the newest first, without their attempts. */
  readonly latest: (limit: number) => readonly DeliveryLine[];
  /**
   * Sends an event once more, with a new token, and resolves once it has been tried.
   * @throws ApiError NOT_FOUND for an event that is not there; INVALID_ARGUMENT for a place that it cannot go to
   */
  readonly redeliver: (event: string, to: Redeliver) => Promise<readonly Delivery[]>;
  /** Checks a request as receivers do. @throws ApiError INVALID_ARGUMENT for a request that is not a delivery at all */
  readonly verify: (given: ReceivedRequest) => Promise<DeliveryVerdict>;
}

/** The state of a sink in its world: the URL depends on the mock. */
export type SinkState = Omit<SinkReading, 'url'>;

/** The receivers that a world has itself, by their names. */
export interface SinkControl {
  readonly show: (name: string) => SinkState;
  /** Sets how the next requests are answered. @throws ApiError RESOURCE_EXHAUSTED for one sink too many */
  readonly script: (name: string, answers: readonly SinkAnswer[]) => Promise<SinkState>;
  /** Takes a request, and resolves with its answer when that is due. @throws ApiError as `script` */
  readonly receive: (name: string, given: ReceivedRequest) => Promise<number>;
  /** Drops the received requests, and its answers. */
  readonly clear: (name: string) => Promise<void>;
}
