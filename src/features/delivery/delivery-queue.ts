import type { Clock } from '../../kernel/clock.ts';
import type { DeliveryKeeper } from '../events/outbox.ts';
import { type Courier, failureOf } from './courier.ts';
import type { CurrentPlan } from './current-plan.ts';
import type { OutboxPlan } from './delivery-control.ts';
import type { DeliveryEnd, DeliveryLog, DeliveryRecord } from './delivery-log.ts';
import type { DeliveryTimers } from './delivery-timers.ts';

/** The times of the attempts at an event, in milliseconds after its first attempt is due (behaviour E10). */
export const DELIVERY_SCHEDULE: readonly number[] = [0, 1_000, 5_000, 30_000, 120_000, 600_000];
/** How many deliveries may wait for one subscription. */
const MAX_WAITING = 20_000;

/** What is on its way in one world, so that others can wait until nothing is. */
export class InFlight {
  readonly #all = new Set<object>();
  #waiting: (() => void)[] = [];

  begin(one: object): void {
    this.#all.add(one);
  }

  end(one: object): void {
    this.#all.delete(one);
    if (this.#all.size > 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  /** Resolves when nothing is on its way or due. */
  async waitUntilIdle(): Promise<void> {
    if (this.#all.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

/** Makes an attempt at a delivery, and resolves when it has ended. */
type Attempting = (record: DeliveryRecord) => Promise<void>;

/** Deliveries for one subscription: one is on its way at a time, in the order in which they became due (behaviour E10). */
export class Lane {
  readonly #attempt: Attempting;
  readonly #drained: () => void;
  readonly #inFlight: InFlight;
  #due: DeliveryRecord[] = [];
  /** The place of the next one. */
  #next = 0;
  #current: DeliveryRecord | undefined;
  #running: Promise<void> = Promise.resolve();
  /** Callbacks that wait for a delivery to be tried. */
  readonly #waiting = new Map<DeliveryRecord, (() => void)[]>();
  /** How many deliveries are not over. */
  pending = 0;

  /** `drained` is called whenever nothing is due any more. */
  constructor(attempt: Attempting, drained: () => void, inFlight: InFlight) {
    this.#attempt = attempt;
    this.#drained = drained;
    this.#inFlight = inFlight;
  }

  /** Takes a delivery whose attempt is due. */
  push(record: DeliveryRecord): void {
    this.#due.push(record);
    this.#inFlight.begin(this);
    if (this.#current === undefined) this.#running = this.#run();
  }

  /** Resolves when everything that is due or on its way now has been tried. */
  async waitUntilSettled(): Promise<void> {
    const open = [...(this.#current ? [this.#current] : []), ...this.#due.slice(this.#next)];
    await Promise.all(
      open.map(
        (record) =>
          new Promise<void>((resolve) => {
            this.#waiting.set(record, [...(this.#waiting.get(record) ?? []), resolve]);
          }),
      ),
    );
  }

  /** Drops all that is not on its way yet; its waiters go on. */
  clear(): void {
    this.#due = [];
    this.#next = 0;
    for (const waiting of this.#waiting.values()) for (const resolve of waiting) resolve();
    this.#waiting.clear();
    this.#inFlight.end(this);
  }

  /** Drops what is due, and resolves once what is on its way has been tried. */
  stop(): Promise<void> {
    this.clear();
    return this.#running;
  }

  async #run(): Promise<void> {
    for (let record = this.#take(); record; record = this.#take()) {
      this.#current = record;
      await this.#attempt(record);
      for (const resolve of this.#waiting.get(record) ?? []) resolve();
      this.#waiting.delete(record);
    }
    this.#current = undefined;
    this.#drained();
    this.#inFlight.end(this);
  }

  #take(): DeliveryRecord | undefined {
    const record = this.#due[this.#next];
    this.#next += 1;
    if (record && this.#next < 1_000) return record;
    this.#due = this.#due.slice(this.#next);
    this.#next = 0;
    return record;
  }
}

/** What deliveries are queued and tried with. */
export interface DeliveryQueueDeps {
  /** The clock of the world. */
  readonly clock: Clock;
  readonly timers: DeliveryTimers;
  /** When an event is tried, in milliseconds after its first attempt is due. */
  readonly schedule: readonly number[];
  /** How many deliveries may wait for one subscription; 20,000 unless given. */
  readonly maxWaiting?: number;
  readonly plan: CurrentPlan;
  readonly courier: Courier;
  readonly log: DeliveryLog;
  readonly inFlight: InFlight;
  /** Learns of each delivery that is over. */
  readonly keeper: DeliveryKeeper;
  /** Receives failures that no receiver is to blame for. */
  readonly report: (error: unknown) => void;
}

const CLEARED = 'the world was reset, restored or ended before it was delivered';

/** The deliveries of one world that are not over, in a lane for each subscription (behaviour E10). */
export class DeliveryQueue {
  readonly #deps: DeliveryQueueDeps;
  /** By the uid of the subscription. */
  readonly #lanes = new Map<string, Lane>();
  readonly #open = new Set<DeliveryRecord>();
  #isStopped = false;

  constructor(deps: DeliveryQueueDeps) {
    this.#deps = deps;
  }

  /** Takes a delivery in, and returns the lane of its subscription; undefined if that is full: it is dropped, or stopped. */
  enter(record: DeliveryRecord, subscription: string): Lane | undefined {
    const { maxWaiting = MAX_WAITING } = this.#deps;
    if (this.#isStopped) return undefined;
    const lane = this.#laneOf(subscription);
    if (lane.pending >= maxWaiting) {
      this.end(record, 'dropped', `${maxWaiting} deliveries wait for its receiver already`);
      return undefined;
    }
    lane.pending += 1;
    this.#open.add(record);
    return lane;
  }

  /** Begins with the schedule of a delivery that is in the lane. */
  begin(record: DeliveryRecord, lane: Lane): void {
    const { schedule, plan, clock } = this.#deps;
    record.become('pending');
    this.#tryAt(record, lane, clock.now() + (schedule[0] ?? 0) + (plan.get().delayMillis ?? 0));
  }

  /** Ends a delivery, whether or not it was in a lane. */
  end(record: DeliveryRecord, how: DeliveryEnd, reason?: string): void {
    const { log, keeper, report } = this.#deps;
    log.end(record, how, reason);
    keeper.release(record.id).catch(report);
  }

  /** Resolves when what is due has been tried once; what waits for time, or for the plan, is not waited for. */
  async settled(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map((lane) => lane.waitUntilSettled()));
  }

  /** Drops what is not over. */
  clear(): void {
    for (const lane of this.#lanes.values()) lane.clear();
    this.#lanes.clear();
    for (const record of this.#open) this.#deps.log.end(record, 'dropped', CLEARED);
    this.#open.clear();
  }

  /** Begins no more attempts, and leaves all that is not over as it is; resolves once none is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#lanes.values()].map((lane) => lane.stop()));
    this.#open.clear();
  }

  #laneOf(subscription: string): Lane {
    const known = this.#lanes.get(subscription);
    if (known) return known;
    const lane: Lane = new Lane(
      (record) => this.#attempt(record, lane),
      () => {
        // Another lane may have its place, since this one was cleared.
        if (lane.pending === 0 && this.#lanes.get(subscription) === lane) this.#lanes.delete(subscription);
      },
      this.#deps.inFlight,
    );
    this.#lanes.set(subscription, lane);
    return lane;
  }

  #tryAt(record: DeliveryRecord, lane: Lane, atMillis: number): void {
    const { clock, timers } = this.#deps;
    if (atMillis <= clock.now()) {
      if (!this.#isStopped) lane.push(record);
      return;
    }
    record.nextMillis = atMillis;
    if (this.#isStopped) return;
    timers.at(atMillis, record, () => {
      record.nextMillis = undefined;
      lane.push(record);
    });
  }

  async #attempt(record: DeliveryRecord, lane: Lane): Promise<void> {
    const { schedule, clock, courier, log } = this.#deps;
    const { dropped } = courier;
    const plan = this.#deps.plan.get();
    const begunMillis = clock.now();
    const { result, attempt } = await courier.try(record, plan, record.tries < (plan.dropFirst ?? 0));
    if (dropped.aborted) return;
    record.tries += 1;
    log.addAttempt(record, attempt);
    if (result === 'suppressed') return this.#leave(record, lane, result, attempt.error);
    if (result === 'accepted') {
      this.#leave(record, lane, 'delivered');
      return this.#repeat(record, plan);
    }
    const [last = 0, next] = schedule.slice(record.tries - 1);
    if (next !== undefined) return this.#tryAt(record, lane, begunMillis + next - last);
    const reason = `attempt ${record.tries}, the last one, failed: ${failureOf(attempt)}`;
    return this.#leave(record, lane, 'dropped', reason);
  }

  /** Sends once more what a receiver has accepted, as often as the plan says. */
  async #repeat(record: DeliveryRecord, plan: OutboxPlan): Promise<void> {
    const { courier, log } = this.#deps;
    const { dropped } = courier;
    for (let left = plan.duplicate ?? 0; left > 0 && !dropped.aborted; left -= 1) {
      const { attempt } = await courier.try(record, plan);
      log.addAttempt(record, { ...attempt, duplicate: true });
    }
  }

  /** Ends a delivery that is in a lane. */
  #leave(record: DeliveryRecord, lane: Lane, how: DeliveryEnd, reason?: string): void {
    lane.pending -= 1;
    this.#open.delete(record);
    this.end(record, how, reason);
  }
}
