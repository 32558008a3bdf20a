import type { Delivery, DeliveryLine, DeliveryVerdict, Redeliver, WorldEvent } from '../../../generated/nouns.ts';
import type { Timers } from '../clock/timers.ts';
import type { Outbox, PendingDelivery } from '../events/outbox.ts';
import { Courier, type CourierDeps } from './courier.ts';
import { CurrentPlan } from './current-plan.ts';
import type { DeliveryControl, OutboxPlan, ReceivedRequest } from './delivery-control.ts';
import { DeliveryRecord } from './delivery-log.ts';
import { DeliveryQueue, type DeliveryQueueDeps } from './delivery-queue.ts';
import { DeliveryTimers } from './delivery-timers.ts';
import { HeldDeliveries } from './held-deliveries.ts';
import { Redeliveries, type RedeliveriesDeps } from './redeliveries.ts';
import { verifyDelivery } from './verify-delivery.ts';

type OwnPieces = 'courier' | 'plan' | 'timers';

/** The dependencies of an outbox. */
export interface WorldOutboxDeps
  extends CourierDeps,
    Omit<DeliveryQueueDeps, OwnPieces>,
    Omit<RedeliveriesDeps, OwnPieces> {
  readonly timers: Timers;
  /**
   * The event of an id.
   * @throws ApiError NOT_FOUND
   */
  readonly eventOf: (id: string) => WorldEvent;
}

const recordOf = ({ id, event, subscription }: PendingDelivery): DeliveryRecord => {
  const { uid, sink: url, ...to } = subscription;
  return new DeliveryRecord(id, event, { url, subscription: uid, ...to });
};

/** Delivers the events of one world to its subscriptions: at least once, and in order as far as retries allow. */
export class WorldOutbox implements Outbox, DeliveryControl {
  readonly #deps: WorldOutboxDeps;
  readonly #plan: CurrentPlan;
  readonly #courier: Courier;
  readonly #timers: DeliveryTimers;
  readonly #queue: DeliveryQueue;
  readonly #held: HeldDeliveries;
  readonly #redeliveries: Redeliveries;

  constructor(deps: WorldOutboxDeps) {
    this.#deps = deps;
    this.#plan = new CurrentPlan(deps.store);
    this.#courier = new Courier(deps);
    this.#timers = new DeliveryTimers(deps.timers);
    const own = { ...deps, courier: this.#courier, plan: this.#plan, timers: this.#timers };
    this.#queue = new DeliveryQueue(own);
    this.#held = new HeldDeliveries({ ...own, queue: this.#queue });
    this.#redeliveries = new Redeliveries(own);
  }

  add(deliveries: readonly PendingDelivery[]): void {
    const { log } = this.#deps;
    for (const delivery of deliveries) {
      const record = recordOf(delivery);
      log.add(record);
      if (delivery.refusal === undefined) this.#enter(record, delivery.subscription.uid);
      else log.end(record, 'suppressed', delivery.refusal);
    }
  }

  /** The reason why nothing may be delivered to a URL; undefined if it may. */
  refusal(url: string): string | undefined {
    return this.#courier.refusal(url);
  }

  /** Leaves what is not delivered as it is stored; resolves once no attempt is under way. */
  async leave(): Promise<void> {
    this.#timers.clear();
    this.#held.clear();
    await this.#queue.stop();
  }

  waits(): boolean {
    return this.#plan.get().mode === 'sync';
  }

  settled(): Promise<void> {
    return this.#queue.settled();
  }

  /** Drops deliveries that are not made yet. */
  clear(): void {
    this.#courier.clear();
    this.#timers.clear();
    this.#held.clear();
    this.#queue.clear();
  }

  /** Takes over a delivery that is stored. What an earlier run has stored may be refused by this one. */
  #enter(record: DeliveryRecord, subscription: string): void {
    const refusal = this.#courier.refusal(record.to.url);
    if (refusal !== undefined) {
      this.#queue.end(record, 'suppressed', refusal);
      return;
    }
    const lane = this.#queue.enter(record, subscription);
    if (lane) this.#held.admit(record, lane);
  }

  /** Drops the deliveries that are not made yet, the log, and the plan. Resolves when that is stored. */
  async reset(): Promise<void> {
    this.clear();
    this.#deps.log.clear();
    await this.#plan.reset();
    await this.#redeliveries.reset();
  }

  plan(): OutboxPlan {
    return this.#plan.get();
  }

  async setPlan(plan: OutboxPlan): Promise<OutboxPlan> {
    await this.#plan.set(plan);
    this.#held.readmit();
    return plan;
  }

  deliveries(event: string): readonly Delivery[] {
    const records = this.#deps.log.of(event);
    if (!records) this.#deps.eventOf(event);
    return (records ?? []).map((record) => record.toDelivery());
  }

  latest(limit: number): readonly DeliveryLine[] {
    return this.#deps.log.latest(limit).map((record) => record.toLine());
  }

  async redeliver(id: string, to: Redeliver): Promise<readonly Delivery[]> {
    const [known] = this.#deps.log.of(id) ?? [];
    return this.#redeliveries.send(known?.event ?? this.#deps.eventOf(id), to);
  }

  verify(given: ReceivedRequest): Promise<DeliveryVerdict> {
    return verifyDelivery(given, this.#deps);
  }
}
