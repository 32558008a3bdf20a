import type { Delivery, DeliveryAttempt, DeliveryLine, WorldEvent } from '../../../generated/nouns.ts';
import { instant } from '../../kernel/clock.ts';
import { omitUndefined } from '../../schema/defined.ts';

/** The receiver of an event, and the group that its token is for. */
export interface Destination {
  readonly url: string;
  /** The uid of the group that owns the subscription. */
  readonly group: string;
  /** The uid of the subscription; missing for a redelivery to a URL. */
  readonly subscription?: string;
  /** The origin by which the subscription was made, if that is not the server's own URL. */
  readonly origin?: string;
}

/** The approximate bytes of an attempt beside its headers: times, texts and the objects themselves. */
const ATTEMPT_BYTES = 512;

/** The record of the delivery of an event to one receiver. */
export class DeliveryRecord {
  readonly id: string;
  readonly event: WorldEvent;
  readonly to: Destination;
  readonly isRedelivery: boolean;
  state: Delivery['state'] = 'pending';
  reason: string | undefined;
  nextMillis: number | undefined;
  /** How often it was tried before it was accepted. */
  tries = 0;
  /** The approximate bytes of its attempts; the body is the same text in all of them. */
  bytes = ATTEMPT_BYTES;
  #attempts: DeliveryAttempt[] = [];
  #isForgotten = false;

  constructor(id: string, event: WorldEvent, to: Destination, isRedelivery = false) {
    this.id = id;
    this.event = event;
    this.to = to;
    this.isRedelivery = isRedelivery;
  }

  /** Keeps an attempt, and returns about how many bytes it takes. */
  add(attempt: DeliveryAttempt): number {
    if (this.#isForgotten) return 0;
    const { request } = attempt;
    const body = this.#attempts.length === 0 ? (request?.body.length ?? 0) : 0;
    const bytes = ATTEMPT_BYTES + body + JSON.stringify(request?.headers ?? {}).length;
    this.#attempts.push(attempt);
    this.bytes += bytes;
    return bytes;
  }

  /** Changes its state, with the reason; nothing is known of a next attempt any more. */
  become(state: Delivery['state'], reason?: string): void {
    this.state = state;
    this.reason = reason;
    this.nextMillis = undefined;
  }

  /** Drops its attempts, and keeps none from now on. */
  forget(): void {
    this.#isForgotten = true;
    this.#attempts = [];
  }

  toLine(): DeliveryLine {
    const { attempts, ...delivery } = this.toDelivery();
    const { status, error } = attempts.at(-1) ?? {};
    return { ...delivery, attempts: attempts.length, ...omitUndefined({ status, error }) };
  }

  toDelivery(): Delivery {
    const { id, event, to, state, reason, nextMillis, isRedelivery } = this;
    return {
      id,
      event: event.id,
      url: to.url,
      state,
      attempts: [...this.#attempts],
      ...omitUndefined({ subscription: to.subscription, reason }),
      ...(isRedelivery && { redelivery: true as const }),
      ...(nextMillis !== undefined && { nextTime: instant(nextMillis) }),
    };
  }
}
