import type { Delivery, DeliveryLine, DeliveryVerdict, Redeliver, WorldEvent } from '../../../generated/nouns.ts';
import { failedPrecondition, invalidField } from '../../kernel/errors.ts';
import { type Row, settingCollection } from '../../kernel/rows.ts';
import { Setting } from '../../plane/setting.ts';
import type { PendingDelivery } from '../events/pending-deliveries.ts';
import { type CurrentPlan, currentPlanIn, type OutboxPlan } from './current-plan.ts';
import { DeliveryRecord, type Destination } from './delivery-log.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import { type DeliveryDeps, DeliverySender, failureOf } from './delivery-sender.ts';
import { type ReceivedRequest, verifyDelivery } from './verify-delivery.ts';

type CountRow = Row & { readonly count: number };

const redeliveries = settingCollection<CountRow>('redeliveries');

/**
 * Delivers the events of one world to its subscriptions: at least once, and in order as far as retries allow. The queue
 * has the open deliveries, the sender makes each attempt by the current plan, and the log has the results.
 */
export class WorldOutbox {
  readonly #deps: DeliveryDeps;
  readonly #plan: CurrentPlan;
  readonly #sender: DeliverySender;
  readonly #queue: DeliveryQueue;
  /** The number of times that events were sent once more. */
  readonly #redelivered: Setting<CountRow, number>;

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
    this.#plan = currentPlanIn(deps.store);
    this.#sender = new DeliverySender(deps);
    this.#queue = new DeliveryQueue(deps, this.#plan, this.#sender);
    this.#redelivered = new Setting(deps.store, redeliveries, (row) => row?.count ?? 0);
  }

  /**
   * Takes over deliveries whose event is stored; called once for each, in the order of the events. If calls wait for
   * deliveries, it returns a promise that resolves when all of them were tried once.
   */
  readonly add = (deliveries: readonly PendingDelivery[]): Promise<void> | undefined => {
    const { log } = this.#deps;
    for (const { id, event, subscription, refusal } of deliveries) {
      const { uid, sink: url, ...to } = subscription;
      const record = new DeliveryRecord(id, event, { url, subscription: uid, ...to });
      log.add(record);
      if (refusal === undefined) this.#queue.add(record);
      else log.end(record, 'suppressed', refusal);
    }
    return this.#plan.value.mode === 'sync' ? this.#queue.settled() : undefined;
  };

  /** Begins no more attempts: open deliveries stay stored for the next run. Resolves once no attempt is under way. */
  leave(): Promise<void> {
    return this.#queue.stop();
  }

  /** Resolves when nothing is due or on its way. */
  async idle(): Promise<void> {
    await this.#queue.idle();
  }

  /** Drops deliveries that are not made yet. */
  clear(): void {
    this.#sender.clear();
    this.#queue.clear();
  }

  /** Drops the deliveries that are not made yet, the log, and the plan. Resolves when that is stored. */
  async reset(): Promise<void> {
    this.clear();
    this.#deps.log.clear();
    await this.#plan.write(() => undefined);
    await this.#redelivered.write(() => undefined);
  }

  plan(): OutboxPlan {
    return this.#plan.value;
  }

  /** Replaces the plan; deliveries on hold go on by the new one. */
  async setPlan(plan: OutboxPlan): Promise<OutboxPlan> {
    await this.#plan.write(() => ({ plan }));
    this.#queue.readmit();
    return plan;
  }

  /** The deliveries of an event, the oldest first. @throws ApiError NOT_FOUND */
  deliveries(event: string): readonly Delivery[] {
    const records = this.#deps.log.of(event);
    if (!records) this.#deps.eventOf(event);
    return (records ?? []).map((record) => record.toDelivery());
  }

  /** The deliveries of the latest events, the newest first, without their attempts. */
  latest(limit: number): readonly DeliveryLine[] {
    return this.#deps.log.latest(limit).map((record) => record.toLine());
  }

  /**
   * Sends an event once more, with a new token: one attempt beside the queue, which takes only the flaw of the plan
   * (behaviour E24). Resolves once it was made.
   * @throws ApiError NOT_FOUND for an event that is not there; INVALID_ARGUMENT for a place that it cannot go to
   */
  async redeliver(id: string, to: Redeliver): Promise<readonly Delivery[]> {
    const event = this.#deps.log.of(id)?.[0]?.event ?? this.#deps.eventOf(id);
    const destinations = this.#destinationsOf(event, to);
    const redelivered = this.#redelivered;
    let before = 0;
    await redelivered.write(() => {
      before = redelivered.value;
      return { count: before + destinations.length };
    });
    const records = destinations.map(
      (destination, index) => new DeliveryRecord(`${event.id}.r${before + 1 + index}`, event, destination, true),
    );
    await Promise.all(records.map((record) => this.#tryOnce(record)));
    return records.map((record) => record.toDelivery());
  }

  /** Checks a request as receivers do. @throws ApiError INVALID_ARGUMENT without any header of deliveries */
  verify(given: ReceivedRequest): Promise<DeliveryVerdict> {
    return verifyDelivery(given, this.#deps);
  }

  #destinationsOf(event: WorldEvent, { subscription, url }: Redeliver): readonly Destination[] {
    const { log, subscriptionOf } = this.#deps;
    if (url !== undefined) return [{ url: this.#demandAllowed('url', url), group: event.group }];
    if (subscription === undefined) {
      const known = (log.of(event.id) ?? []).filter(({ isRedelivery }) => !isRedelivery).map(({ to }) => to);
      const reachable = known.filter(({ url: sink }) => this.#deps.refusal(sink) === undefined);
      if (known.length > 0) return reachable.length > 0 ? reachable : known;
      const description = 'the event went to no subscription: name one, or a url';
      throw failedPrecondition({ type: 'NO_SUBSCRIPTION', description });
    }
    const found = subscriptionOf(subscription);
    if (!found) throw invalidField('subscription', `there is no subscription ${JSON.stringify(subscription)}`);
    const { uid, sink, ...to } = found;
    return [{ url: this.#demandAllowed('subscription', sink), subscription: uid, ...to }];
  }

  /** @throws ApiError INVALID_ARGUMENT for a URL that nothing may be delivered to */
  #demandAllowed(field: string, url: string): string {
    const refusal = this.#deps.refusal(url);
    if (refusal !== undefined) throw invalidField(field, refusal);
    return url;
  }

  async #tryOnce(record: DeliveryRecord): Promise<void> {
    const { log } = this.#deps;
    log.add(record);
    const refusal = this.#deps.refusal(record.to.url);
    if (refusal !== undefined) return log.end(record, 'suppressed', refusal);
    const { result, attempt } = await this.#sender.try(record, this.#plan.value);
    log.addAttempt(record, attempt);
    if (result === 'accepted') return log.end(record, 'delivered');
    return log.end(record, result === 'failed' ? 'dropped' : result, failureOf(attempt));
  }
}
