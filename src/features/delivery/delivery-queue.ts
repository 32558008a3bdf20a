import type { Clock } from '../../kernel/clock.ts';
import type { DeliveryKeeper } from '../events/outbox.ts';
import { type Courier, failureOf } from './courier.ts';
import type { CurrentPlan } from './current-plan.ts';
import type { OutboxPlan } from './delivery-control.ts';
import type { DeliveryLog } from './delivery-log.ts';
import type { DeliveryRecord } from './delivery-record.ts';
import type { DeliveryTimers } from './delivery-timers.ts';
import type { DeliveryEnd } from './ended-deliveries.ts';
import type { InFlight } from './in-flight.ts';
import { Lane } from './lane.ts';
import { MAX_WAITING } from './schedule.ts';

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
