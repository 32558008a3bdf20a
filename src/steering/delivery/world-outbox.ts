import { ApiError, failedPrecondition, invalidField } from '../../kernel/errors.ts';
import type { Timers } from '../clock/timers.ts';
import type { Delivery, DeliveryAttempt, DeliveryVerdict, Redeliver, WorldEvent } from '../contract/nouns.ts';
import type { EventSubscription, Outbox, PendingDelivery } from '../plane/outbox.ts';
import { Courier, type CourierParts } from './courier.ts';
import type { DeliveryControl, OutboxPlan, ReceivedRequest } from './delivery-control.ts';
import { DeliveryLog } from './delivery-log.ts';
import { DeliveryRecord, type Destination } from './delivery-record.ts';
import { Lane } from './lane.ts';
import { GROUP_WAIT, MAX_WAITING } from './schedule.ts';
import { verifyDelivery } from './verify-delivery.ts';

/** What the events of a world are delivered with. */
export interface WorldOutboxParts extends CourierParts {
  readonly timers: Timers;
  /** When an event is tried, in milliseconds after its first attempt is due. */
  readonly schedule: readonly number[];
  /** The subscription of a uid; undefined where there is none. */
  readonly subscriptionOf: (uid: string) => EventSubscription | undefined;
  /**
   * The event of an id; missing: only events that were delivered are known.
   * @throws ApiError NOT_FOUND
   */
  readonly eventOf?: (id: string) => WorldEvent;
  /** How many deliveries may wait for one subscription; 20,000 unless given. */
  readonly mostWaiting?: number;
}

/** How events are delivered where nobody has asked for anything else. */
const PLAIN: OutboxPlan = { mode: 'async' };

const failureOf = ({ error, status }: DeliveryAttempt): string => error ?? `the receiver answered ${status}`;

const CLEARED = 'the world was reset, restored or ended before it was delivered';
const HELD = 'the plan collects deliveries';

/** Delivers the events of one world to its subscriptions: at least once, and in order as far as retries allow. */
export class WorldOutbox implements Outbox, DeliveryControl {
  readonly #parts: WorldOutboxParts;
  readonly #courier: Courier;
  readonly #log = new DeliveryLog();
  /** By the uid of the subscription. */
  readonly #lanes = new Map<string, Lane>();
  #plan: OutboxPlan = PLAIN;
  #done: (id: string) => void = () => {};
  #idle: (() => void)[] = [];
  /** Aborted when all that is on its way is dropped; made with the first delivery, since a start has no use for it. */
  #era: AbortController | undefined;
  readonly #timers = new Set<() => void>();
  /** What is not over. */
  readonly #open = new Set<DeliveryRecord>();
  #redeliveries = 0;

  constructor(parts: WorldOutboxParts) {
    this.#parts = parts;
    this.#courier = new Courier(parts);
  }

  add(deliveries: readonly PendingDelivery[]): void {
    for (const { id, event, subscription } of deliveries) {
      const { uid, group, sink: url } = subscription;
      const record = new DeliveryRecord(id, event, { url, group, subscription: uid });
      this.#log.add(record);
      const refusal = this.#courier.refusal(url);
      if (refusal === undefined) this.#take(record, uid);
      else this.#end(record, 'suppressed', refusal);
    }
  }

  waits(): boolean {
    return this.#plan.mode === 'sync';
  }

  /** Resolves when what is due has been tried once; what waits for time, or for the plan, is not waited for. */
  async settled(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map((lane) => lane.settled()));
  }

  /** Resolves when nothing is on its way or due. */
  async idle(): Promise<void> {
    if (!this.#isBusy()) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Calls back with the id of each delivery that is over. */
  onDone(done: (id: string) => void): void {
    this.#done = done;
  }

  /** True for an event that has arrived at each of its subscriptions that it may be sent to. */
  isDelivered(event: string): boolean {
    const records = (this.#log.of(event) ?? []).filter(
      ({ isRedelivery, state }) => !isRedelivery && state !== 'suppressed',
    );
    return records.length > 0 && records.every(({ state }) => state === 'delivered');
  }

  /** Drops what is not delivered yet. */
  clear(): void {
    this.#era?.abort();
    this.#era = undefined;
    for (const takeBack of this.#timers) takeBack();
    this.#timers.clear();
    for (const lane of this.#lanes.values()) lane.clear();
    this.#lanes.clear();
    for (const record of this.#open) record.drop(CLEARED);
    this.#open.clear();
    this.#wake();
  }

  /** Drops what is not delivered yet, what is known of deliveries, and the plan. */
  reset(): void {
    this.clear();
    this.#log.clear();
    this.#plan = PLAIN;
  }

  plan(): OutboxPlan {
    return this.#plan;
  }

  setPlan(plan: OutboxPlan): OutboxPlan {
    this.#plan = plan;
    for (const lane of [...this.#lanes.values()]) {
      const { held } = lane;
      lane.held = [];
      // By the new plan, which may hold them back once more.
      for (const record of held) this.#admit(record, lane);
    }
    return plan;
  }

  /** The deliveries of an event, the oldest first. @throws ApiError NOT_FOUND */
  deliveries(event: string): readonly Delivery[] {
    const records = this.#log.of(event);
    if (!records) this.#eventOf(event);
    return (records ?? []).map((record) => record.shown());
  }

  async redeliver(id: string, to: Redeliver): Promise<readonly Delivery[]> {
    const event = this.#eventOf(id);
    const records = this.#destinationsOf(event, to).map((destination) => {
      this.#redeliveries += 1;
      return new DeliveryRecord(`${id}.r${this.#redeliveries}`, event, destination, true);
    });
    await Promise.all(records.map((record) => this.#tryOnce(record)));
    return records.map((record) => record.shown());
  }

  verify(given: ReceivedRequest): Promise<DeliveryVerdict> {
    const { issuer, keys, machineClock } = this.#parts;
    return verifyDelivery(given, { issuer, keys, nowMillis: () => machineClock.now() });
  }

  #eventOf(id: string): WorldEvent {
    const [known] = this.#log.of(id) ?? [];
    if (known) return known.event;
    const { eventOf } = this.#parts;
    if (eventOf) return eventOf(id);
    throw new ApiError(
      'NOT_FOUND',
      `Not found: event ${JSON.stringify(id.slice(0, 100))} is not there, or was dropped`,
    );
  }

  #destinationsOf(event: WorldEvent, { subscription, url }: Redeliver): readonly Destination[] {
    if (url !== undefined) return [{ url: this.#allowed('url', url), group: event.group }];
    const known = (this.#log.of(event.id) ?? []).filter(({ isRedelivery }) => !isRedelivery).map(({ to }) => to);
    if (subscription === undefined) {
      const reachable = known.filter(({ url: sink }) => this.#courier.refusal(sink) === undefined);
      if (known.length > 0) return reachable.length > 0 ? reachable : known;
      const description = 'the event went to no subscription: name one, or a url';
      throw failedPrecondition({ type: 'NO_SUBSCRIPTION', description });
    }
    const found = this.#parts.subscriptionOf(subscription);
    if (!found) throw invalidField('subscription', `there is no subscription ${JSON.stringify(subscription)}`);
    return [{ url: this.#allowed('subscription', found.sink), group: found.group, subscription: found.uid }];
  }

  /** @throws ApiError INVALID_ARGUMENT for a URL that nothing may be delivered to */
  #allowed(field: string, url: string): string {
    const refusal = this.#courier.refusal(url);
    if (refusal !== undefined) throw invalidField(field, refusal);
    return url;
  }

  /** One attempt beside the queue of the subscription, and beside the plan but for its flaw (behaviour E24). */
  async #tryOnce(record: DeliveryRecord): Promise<void> {
    this.#log.add(record);
    record.reason = this.#courier.refusal(record.to.url);
    if (record.reason !== undefined) {
      record.state = 'suppressed';
      return;
    }
    const { result, attempt } = await this.#courier.try(record, this.#plan, false, this.#dropped());
    this.#log.addAttempt(record, attempt);
    record.state = result === 'accepted' ? 'delivered' : result === 'failed' ? 'dropped' : result;
    if (result !== 'accepted') record.reason = failureOf(attempt);
  }

  /** Takes a delivery into the queue of its subscription, where there is room. */
  #take(record: DeliveryRecord, subscription: string): void {
    const { mostWaiting = MAX_WAITING } = this.#parts;
    const lane = this.#laneOf(subscription);
    if (lane.pending >= mostWaiting) {
      this.#end(record, 'dropped', `${mostWaiting} deliveries wait for its receiver already`);
      return;
    }
    lane.pending += 1;
    this.#open.add(record);
    this.#admit(record, lane);
  }

  #laneOf(subscription: string): Lane {
    const known = this.#lanes.get(subscription);
    if (known) return known;
    const lane: Lane = new Lane(
      (record) => this.#attempt(record, lane),
      () => this.#wake(),
    );
    this.#lanes.set(subscription, lane);
    return lane;
  }

  /** Takes a delivery by the plan: holds it back, or has it tried when that is due. */
  #admit(record: DeliveryRecord, lane: Lane): void {
    const { mode, reorder } = this.#plan;
    if (mode === 'collect' || reorder !== undefined) {
      lane.held.push(record);
      record.state = 'held';
      record.reason = mode === 'collect' ? HELD : `the plan sends ${reorder} at a time, the other way round`;
      if (mode !== 'collect' && reorder !== undefined) this.#gather(lane, reorder);
      return;
    }
    this.#begin(record, lane);
  }

  /** Sends a group the other way round once it is complete, or no further event has come in time. */
  #gather(lane: Lane, size: number): void {
    const flush = (): void => {
      const { held } = lane;
      lane.held = [];
      for (const record of held.reverse()) this.#begin(record, lane);
    };
    if (lane.held.length >= size) {
      flush();
      return;
    }
    const [first] = lane.held;
    if (lane.held.length > 1 || !first) return;
    this.#at(this.#parts.clock.now() + GROUP_WAIT, first, () => {
      // Another group may have begun, which has a timer of its own, or all is to be kept.
      if (lane.held[0] === first && this.#plan.mode !== 'collect') flush();
    });
  }

  #begin(record: DeliveryRecord, lane: Lane): void {
    record.state = 'pending';
    record.reason = undefined;
    const wait = (this.#parts.schedule[0] ?? 0) + (this.#plan.delayMillis ?? 0);
    if (wait === 0) lane.push(record);
    else this.#tryAt(record, lane, this.#parts.clock.now() + wait);
  }

  #tryAt(record: DeliveryRecord, lane: Lane, atMillis: number): void {
    if (atMillis <= this.#parts.clock.now()) {
      lane.push(record);
      return;
    }
    record.nextMillis = atMillis;
    this.#at(atMillis, record, () => {
      record.nextMillis = undefined;
      lane.push(record);
    });
  }

  #at(millis: number, { event, to, tries }: DeliveryRecord, fire: () => void): void {
    const facts = {
      kind: 'delivery',
      event: event.id,
      type: event.type,
      attempt: tries + 1,
      ...(to.subscription !== undefined && { subscription: to.subscription }),
    };
    const takeBack = this.#parts.timers.at(millis, facts, () => {
      this.#timers.delete(takeBack);
      fire();
    });
    this.#timers.add(takeBack);
  }

  async #attempt(record: DeliveryRecord, lane: Lane): Promise<void> {
    const signal = this.#dropped();
    const { schedule, clock } = this.#parts;
    const plan = this.#plan;
    const begunMillis = clock.now();
    const isLost = record.tries < (plan.dropFirst ?? 0);
    const { result, attempt } = await this.#courier.try(record, plan, isLost, signal);
    if (signal.aborted) return;
    record.tries += 1;
    this.#log.addAttempt(record, attempt);
    if (result === 'suppressed') return this.#over(record, lane, result, attempt.error);
    if (result === 'accepted') {
      this.#over(record, lane, 'delivered');
      return this.#repeat(record, plan, signal);
    }
    const [last = 0, next] = schedule.slice(record.tries - 1);
    if (next !== undefined) return this.#tryAt(record, lane, begunMillis + next - last);
    const why = `attempt ${record.tries}, the last one, failed: ${failureOf(attempt)}`;
    return this.#over(record, lane, 'dropped', why);
  }

  /** Sends once more what a receiver has accepted, as often as the plan says. */
  async #repeat(record: DeliveryRecord, plan: OutboxPlan, signal: AbortSignal): Promise<void> {
    for (let left = plan.duplicate ?? 0; left > 0 && !signal.aborted; left -= 1) {
      const { attempt } = await this.#courier.try(record, plan, false, signal);
      this.#log.addAttempt(record, { ...attempt, duplicate: true });
    }
  }

  /** Ends a delivery that was in a queue. */
  #over(record: DeliveryRecord, lane: Lane, state: DeliveryRecord['state'], reason?: string): void {
    lane.pending -= 1;
    this.#open.delete(record);
    this.#end(record, state, reason);
  }

  #end(record: DeliveryRecord, state: DeliveryRecord['state'], reason?: string): void {
    record.state = state;
    record.reason = reason;
    this.#done(record.id);
  }

  /** The signal by which what is on its way is dropped. */
  #dropped(): AbortSignal {
    this.#era ??= new AbortController();
    return this.#era.signal;
  }

  #isBusy(): boolean {
    return [...this.#lanes.values()].some((lane) => lane.isBusy);
  }

  /** Lets go of lanes that have nothing left, and of those who wait for all to be quiet. */
  #wake(): void {
    for (const [subscription, { pending, isBusy }] of this.#lanes) {
      if (pending === 0 && !isBusy) this.#lanes.delete(subscription);
    }
    if (this.#isBusy()) return;
    const idle = this.#idle;
    this.#idle = [];
    for (const resolve of idle) resolve();
  }
}
