import type { Notes } from '../../store/notes.ts';
import type { Timers } from '../clock/timers.ts';
import type { Delivery, DeliveryLine, DeliveryVerdict, Redeliver, WorldEvent } from '../contract/nouns.ts';
import type { Outbox, PendingDelivery } from '../plane/outbox.ts';
import { Courier, type CourierDeps } from './courier.ts';
import { CurrentPlan } from './current-plan.ts';
import type { DeliveryControl, OutboxPlan, ReceivedRequest } from './delivery-control.ts';
import { DeliveryQueue, type DeliveryQueueDeps } from './delivery-queue.ts';
import { DeliveryRecord, isOver } from './delivery-record.ts';
import { DeliveryTimers } from './delivery-timers.ts';
import { HeldDeliveries } from './held-deliveries.ts';
import { Redeliveries, type RedeliveriesDeps } from './redeliveries.ts';
import { verifyDelivery } from './verify-delivery.ts';

type OwnPieces = 'courier' | 'plan' | 'timers' | 'notes' | 'takeStored';

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
  /** What has happened in the world; missing where no other process shares it. */
  readonly notes?: Notes | undefined;
}

const PLAN = 'delivery plan';
const DROPPED = 'deliveries dropped';

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
  /** The last delivery that was taken in from the rows of the world, where several processes share them. */
  #last = '';

  constructor(deps: WorldOutboxDeps) {
    this.#deps = deps;
    this.#plan = new CurrentPlan(deps.store);
    this.#courier = new Courier(deps);
    this.#timers = new DeliveryTimers(deps.timers);
    const takeStored = (): void => this.takeStored();
    const own = { ...deps, courier: this.#courier, plan: this.#plan, timers: this.#timers, takeStored };
    this.#queue = new DeliveryQueue(own);
    this.#held = new HeldDeliveries({ ...own, queue: this.#queue });
    this.#redeliveries = new Redeliveries(own);
    deps.notes?.on(PLAN, (note) => note.own === undefined && this.#hear(note.text));
    deps.notes?.on(DROPPED, ({ own }) => {
      if (own === undefined) this.clear();
      deps.log.shared?.drop();
    });
  }

  add(deliveries: readonly PendingDelivery[]): void {
    const { log, keeper } = this.#deps;
    for (const delivery of deliveries) {
      const { refusal, handedTo } = delivery;
      if (handedTo !== undefined) {
        const record = recordOf(delivery);
        this.#held.foresee(record);
        log.handOver(record, handedTo);
      } else if (refusal !== undefined) log.addSuppressed(recordOf(delivery), refusal);
      else if (!keeper.shared) this.#enter(delivery);
    }
    this.takeStored();
  }

  takeRefused(deliveries: readonly PendingDelivery[]): void {
    for (const delivery of deliveries) {
      const { refusal } = delivery;
      if (refusal !== undefined) this.#deps.log.takeSuppressed(recordOf(delivery), refusal);
    }
  }

  /** Takes in what is stored for this process to deliver, in the order of the events, whichever process has caused them. */
  takeStored(): void {
    const stored = this.#deps.keeper.shared?.listOwn(this.#last) ?? [];
    for (const delivery of stored) this.#enter(delivery);
  }

  /** Takes in what others have handed to this process, also where their note of it is lost. */
  async seek(): Promise<void> {
    if (!this.#queue.isWatching) return;
    await this.#deps.keeper.shared?.catchUp();
    this.takeStored();
  }

  /** The reason why nothing may be delivered to a URL; undefined where it may. */
  refusal(url: string): string | undefined {
    return this.#courier.refusal(url);
  }

  takeOver(deliveries: readonly PendingDelivery[]): void {
    for (const delivery of deliveries) this.#enter(delivery);
  }

  /**
   * Leaves what is not delivered to the processes that go on; resolves once no attempt is under way, and what has become of
   * each is stored.
   */
  async leave(): Promise<void> {
    this.#timers.clear();
    this.#held.clear();
    await this.#queue.stop();
    await this.#deps.log.shared?.settled();
  }

  /** Forgets what is on its way in processes that are not there any more. */
  forgetEnded(present: ReadonlySet<string>): void {
    this.#deps.log.shared?.forgetEnded(present);
  }

  waits(): boolean {
    return this.#plan.get().mode === 'sync';
  }

  settled(): Promise<void> {
    const elsewhere = this.#deps.log.shared?.tried();
    return elsewhere ? elsewhere.then(() => this.#queue.settled()) : this.#queue.settled();
  }

  /** Drops deliveries that are not made yet. */
  clear(): void {
    this.#courier.clear();
    this.#timers.clear();
    this.#held.clear();
    this.#queue.clear();
  }

  /** The same where the world begins again: its events are numbered anew. */
  restart(): void {
    this.clear();
    this.#last = '';
  }

  /** The same where the world ends: nothing is heard of others any more. */
  close(): void {
    this.clear();
    this.#deps.log.shared?.forget();
  }

  /** Drops them in each process that shares the world; resolves when that is stored. */
  async dropAll(): Promise<void> {
    this.clear();
    await this.#note(DROPPED);
  }

  /** Begins with a delivery that is stored, or goes on with it, unless it is in a lane. */
  #enter(delivery: PendingDelivery): void {
    const { id, event, subscription } = delivery;
    if (id > this.#last) this.#last = id;
    if (this.#queue.has(id)) return;
    const { log } = this.#deps;
    let record = log.find(event.id, id);
    if (record && isOver(record)) {
      void this.#queue.release(record);
      return;
    }
    if (record) log.shared?.takeOver(record);
    else {
      record = recordOf(delivery);
      log.add(record);
    }
    this.#take(record, subscription.uid);
  }

  /** Takes over a delivery that is stored. What an earlier run has stored may be refused by this one. */
  #take(record: DeliveryRecord, subscription: string): void {
    const refusal = this.#courier.refusal(record.to.url);
    if (refusal !== undefined) {
      this.#queue.end(record, 'suppressed', refusal);
      return;
    }
    const lane = this.#queue.enter(record, subscription);
    if (!lane) return;
    if (record.tries > 0 || record.nextMillis !== undefined) this.#queue.goOn(record, lane);
    // What was handed over began with its event.
    else this.#held.admit(record, lane, this.#deps.keeper.shared && Date.parse(record.event.time));
  }

  /** Lets go what the plan of another process does not hold back; one that has been replaced by now is of no effect. */
  #hear(plan: string): void {
    if (plan === JSON.stringify(this.#plan.get())) this.#held.readmit();
  }

  /** Has other processes do what this one has done. */
  async #note(kind: string, text = ''): Promise<void> {
    await this.#deps.notes?.add({ kind, text, own: this });
  }

  /** Drops the deliveries that are not made yet, the log, and the plan. Resolves when that is stored. */
  async reset(): Promise<void> {
    this.restart();
    const cleared = this.#deps.log.clear();
    // The world may go on by now.
    this.takeStored();
    await cleared;
    await this.#plan.reset();
    await this.#redeliveries.reset();
  }

  plan(): OutboxPlan {
    return this.#plan.get();
  }

  async setPlan(plan: OutboxPlan): Promise<OutboxPlan> {
    await this.#plan.set(plan);
    this.#held.readmit();
    await this.#note(PLAN, JSON.stringify(plan));
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
    const { issuer, keys, machineClock } = this.#deps;
    return verifyDelivery(given, { issuer, keys, nowMillis: () => machineClock.now() });
  }
}
