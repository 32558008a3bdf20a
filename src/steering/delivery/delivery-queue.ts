import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { Notes } from '../../store/notes.ts';
import type { DeliveryKeeper } from '../plane/outbox.ts';
import { type Courier, failureOf } from './courier.ts';
import type { CurrentPlan } from './current-plan.ts';
import type { OutboxPlan } from './delivery-control.ts';
import type { DeliveryLog } from './delivery-log.ts';
import { CLEARED, type DeliveryRecord, isOver } from './delivery-record.ts';
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
  /** Takes in what is stored for this process to deliver. */
  readonly takeStored: () => void;
  /** Learns of each delivery that is over. */
  readonly keeper: DeliveryKeeper;
  /** What has happened in the world; missing where no other process shares it. */
  readonly notes?: Pick<Notes, 'catchUp' | 'watch'> | undefined;
  /** Receives failures that no receiver is to blame for. */
  readonly report: (error: unknown) => void;
}

/** How long one waits before one asks again whose a delivery is, in milliseconds. */
const CONFIRM_MILLIS = 100;

/** The deliveries of one world that are not over, in a lane for each subscription (behaviour E10). */
export class DeliveryQueue {
  readonly #deps: DeliveryQueueDeps;
  /** By the uid of the subscription. */
  readonly #lanes = new Map<string, Lane>();
  readonly #open = new Map<string, DeliveryRecord>();
  #unwatch: (() => void) | undefined;
  #isStopped = false;

  constructor(deps: DeliveryQueueDeps) {
    this.#deps = deps;
  }

  /** Takes a delivery in, and returns the lane of its subscription; undefined where that is full: it is dropped, or stopped. */
  enter(record: DeliveryRecord, subscription: string): Lane | undefined {
    const { maxWaiting = MAX_WAITING } = this.#deps;
    if (this.#isStopped) return undefined;
    const lane = this.#laneOf(subscription);
    if (lane.pending >= maxWaiting) {
      this.end(record, 'dropped', `${maxWaiting} deliveries wait for its receiver already`);
      return undefined;
    }
    lane.pending += 1;
    this.#open.set(record.id, record);
    this.#unwatch ??= this.#deps.notes?.watch();
    return lane;
  }

  /** True for a delivery that is in a lane. */
  has(id: string): boolean {
    return this.#open.has(id);
  }

  /** True while this process hears by itself of what others hand to it. */
  get isWatching(): boolean {
    return this.#unwatch !== undefined;
  }

  /** Begins with the schedule of a delivery that is in the lane, as of a time of the world: of now unless given. */
  begin(record: DeliveryRecord, lane: Lane, sinceMillis = this.#deps.clock.now()): void {
    record.become('pending');
    this.#tryAt(record, lane, this.firstMillis(sinceMillis));
  }

  /** The time of the first attempt at a delivery that begins at a time. */
  firstMillis(sinceMillis: number): number {
    const { schedule, plan } = this.#deps;
    return sinceMillis + (schedule[0] ?? 0) + (plan.get().delayMillis ?? 0);
  }

  /** Goes on with a delivery that is in the lane and was tried by another process, or was about to be. */
  goOn(record: DeliveryRecord, lane: Lane): void {
    const at = record.nextMillis ?? this.#deps.clock.now();
    record.become('pending');
    this.#tryAt(record, lane, at);
  }

  /** Ends a delivery, whether or not it was in a lane. */
  end(record: DeliveryRecord, how: DeliveryEnd, reason?: string): void {
    this.#deps.log.end(record, how, reason);
    void this.release(record);
  }

  /** Lets go of a delivery that is over: others hand over no more to this process once it has let go of all. */
  async release({ id }: DeliveryRecord): Promise<void> {
    const { keeper, report, courier, takeStored } = this.#deps;
    const { dropped } = courier;
    while (!dropped.aborted && !this.#isStopped) {
      try {
        await keeper.release(id);
        break;
      } catch (error) {
        if (!keeper.shared || !(error instanceof ApiError && error.code === 'UNAVAILABLE')) {
          report(error);
          break;
        }
      }
      await pause(CONFIRM_MILLIS, undefined, { ref: false });
    }
    if (!keeper.shared) return;
    takeStored();
    this.#endWatchIfIdle();
  }

  /** Resolves when what is due has been tried once; what waits for time, or for the plan, is not waited for. */
  async settled(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map((lane) => lane.waitUntilSettled()));
  }

  /** Drops what is not over. */
  clear(): void {
    for (const lane of this.#lanes.values()) lane.clear();
    this.#lanes.clear();
    for (const record of this.#open.values()) this.#deps.log.end(record, 'dropped', CLEARED);
    this.#open.clear();
    this.#endWatch();
  }

  /** Begins no more attempts, and leaves all that is not over as it is; resolves once none is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#lanes.values()].map((lane) => lane.stop()));
    this.#open.clear();
    this.#endWatch();
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
    const { schedule, clock, courier, log, keeper } = this.#deps;
    const { dropped } = courier;
    if (keeper.shared && !(await this.#isOwn(record, lane, dropped))) return;
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

  /** True for a delivery that no other process has taken over; one that is not this one's any more leaves the lane. */
  async #isOwn(record: DeliveryRecord, lane: Lane, dropped: AbortSignal): Promise<boolean> {
    const { notes, log } = this.#deps;
    const where = await this.#find(record, dropped);
    if (dropped.aborted) return false;
    // What was handed over meanwhile is known now, too.
    this.#deps.takeStored();
    if (where === 'own') return true;
    this.#remove(record, lane);
    // What has become of it is known to who has ended it.
    await notes?.catchUp().catch(() => undefined);
    if (where === 'gone' && !isOver(record)) log.end(record, 'dropped', CLEARED);
    return false;
  }

  /** Where a delivery is, as soon as that is known. */
  async #find({ id }: DeliveryRecord, dropped: AbortSignal): Promise<'own' | 'elsewhere' | 'gone'> {
    const { shared } = this.#deps.keeper;
    while (shared && !dropped.aborted) {
      try {
        return await shared.confirm(id);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'NOT_FOUND') return 'gone';
      }
      await pause(CONFIRM_MILLIS, undefined, { ref: false });
    }
    return 'own';
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
    this.#remove(record, lane);
    this.end(record, how, reason);
  }

  #remove(record: DeliveryRecord, lane: Lane): void {
    lane.pending -= 1;
    this.#open.delete(record.id);
    this.#endWatchIfIdle();
  }

  /** Hears of nothing any more once nothing is to be delivered, and nothing is handed over. */
  #endWatchIfIdle(): void {
    if (this.#open.size === 0 && !this.#deps.keeper.shared?.isHolder()) this.#endWatch();
  }

  #endWatch(): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
  }
}
