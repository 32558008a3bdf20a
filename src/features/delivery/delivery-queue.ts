import type { TimerFacts } from '../clock/world-timers.ts';
import type { CurrentPlan, OutboxPlan } from './current-plan.ts';
import type { DeliveryEnd, DeliveryRecord } from './delivery-log.ts';
import { type DeliveryDeps, type DeliverySender, failureOf } from './delivery-sender.ts';

/** The times of the attempts at an event, in milliseconds after its first attempt is due (behaviour E10). */
export const DELIVERY_SCHEDULE: readonly number[] = [0, 1_000, 5_000, 30_000, 120_000, 600_000];
/** The maximum number of deliveries that may wait for one subscription. */
const MAX_WAITING = 20_000;
/** The time that a group of events to be reordered waits for its last ones, in milliseconds of the world. */
const GROUP_WAIT = 1_000;
const CLEARED = 'the world was reset, restored or ended before it was delivered';

/** The deliveries of one subscription: one is on its way at a time, in the order in which they became due. */
interface Lane {
  /** The number of deliveries that are not over. */
  open: number;
  /** The number of deliveries that are due or on their way. */
  due: number;
  /** Resolves when all that is due or on its way has been tried. */
  tried: Promise<void>;
  /** The deliveries that the plan holds back, in the order in which they came. */
  onHold: DeliveryRecord[];
}

/** The words of a timer about the delivery that goes on then. */
const factsOfDelivery = ({ event, to, tries }: DeliveryRecord): TimerFacts => ({
  kind: 'delivery',
  event: event.id,
  type: event.type,
  attempt: tries + 1,
  ...(to.subscription !== undefined && { subscription: to.subscription }),
});

/** The deliveries of one world that are not over, in a lane for each subscription (behaviour E10, E20). */
export class DeliveryQueue {
  readonly #deps: DeliveryDeps;
  readonly #plan: CurrentPlan;
  readonly #sender: DeliverySender;
  /** By the uid of the subscription. */
  readonly #lanes = new Map<string, Lane>();
  readonly #open = new Set<DeliveryRecord>();
  /** Each cancels a timer. */
  readonly #cancels = new Set<() => void>();
  #isStopped = false;

  constructor(deps: DeliveryDeps, plan: CurrentPlan, sender: DeliverySender) {
    this.#deps = deps;
    this.#plan = plan;
    this.#sender = sender;
  }

  /** Takes over a stored delivery. This run may refuse one that an earlier run has stored. */
  add(record: DeliveryRecord): void {
    const { maxWaiting = MAX_WAITING, refusal } = this.#deps;
    const { url, subscription = '' } = record.to;
    const refused = refusal(url);
    if (refused !== undefined) this.#end(record, 'suppressed', refused);
    if (refused !== undefined || this.#isStopped) return;
    const lane = this.#lanes.get(subscription) ?? { open: 0, due: 0, tried: Promise.resolve(), onHold: [] };
    this.#lanes.set(subscription, lane);
    if (lane.open >= maxWaiting) {
      this.#end(record, 'dropped', `${maxWaiting} deliveries wait for its receiver already`);
      return;
    }
    lane.open += 1;
    this.#open.add(record);
    this.#admit(record, lane);
  }

  /** Takes all deliveries that are on hold; the plan as it is now may hold them back once more. */
  readmit(): void {
    for (const lane of this.#lanes.values()) for (const record of takeOnHold(lane)) this.#admit(record, lane);
  }

  /** Resolves when what is due has been tried once; what waits for time, or for the plan, is not waited for. */
  async settled(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map(({ tried }) => tried));
  }

  /** Resolves when nothing is due or on its way. */
  async idle(): Promise<void> {
    while ([...this.#lanes.values()].some(({ due }) => due > 0)) await this.settled();
  }

  /** Drops what is not over. */
  clear(): void {
    this.#cancelTimers();
    this.#lanes.clear();
    for (const record of this.#open) this.#deps.log.end(record, 'dropped', CLEARED);
    this.#open.clear();
  }

  /** Begins no more attempts, and leaves all that is not over as it is; resolves once none is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimers();
    await this.settled();
  }

  /** Holds a delivery back, or begins with its schedule, by the plan. */
  #admit(record: DeliveryRecord, lane: Lane): void {
    const { mode, reorder } = this.#plan.value;
    if (mode === 'collect') {
      record.become('held', 'the plan collects deliveries');
      lane.onHold.push(record);
      return;
    }
    if (reorder === undefined) {
      this.#begin(record, lane);
      return;
    }
    record.become('held', `the plan sends ${reorder} at a time, the other way round`);
    lane.onHold.push(record);
    if (lane.onHold.length >= reorder) this.#sendGroup(lane);
    else if (lane.onHold.length === 1) this.#awaitGroup(lane, record);
  }

  /** Sends a group that is not complete when no further event has come in time. */
  #awaitGroup(lane: Lane, first: DeliveryRecord): void {
    this.#at(this.#deps.clock.now() + GROUP_WAIT, first, () => {
      // Another group may have begun, which has a timer of its own, or the plan collects all of them.
      if (lane.onHold[0] === first && this.#plan.value.mode !== 'collect') this.#sendGroup(lane);
    });
  }

  #sendGroup(lane: Lane): void {
    for (const record of takeOnHold(lane).reverse()) this.#begin(record, lane);
  }

  #begin(record: DeliveryRecord, lane: Lane): void {
    const { schedule, clock } = this.#deps;
    record.become('pending');
    this.#tryAt(record, lane, clock.now() + (schedule[0] ?? 0) + (this.#plan.value.delayMillis ?? 0));
  }

  #tryAt(record: DeliveryRecord, lane: Lane, atMillis: number): void {
    if (atMillis <= this.#deps.clock.now()) {
      this.#push(record, lane);
      return;
    }
    record.nextMillis = atMillis;
    this.#at(atMillis, record, () => {
      record.nextMillis = undefined;
      this.#push(record, lane);
    });
  }

  /** Calls back once the clock shows the moment at which a delivery goes on. */
  #at(millis: number, record: DeliveryRecord, fire: () => void): void {
    if (this.#isStopped) return;
    const cancel = this.#deps.timers.at(millis, factsOfDelivery(record), () => {
      this.#cancels.delete(cancel);
      fire();
    });
    this.#cancels.add(cancel);
  }

  #cancelTimers(): void {
    for (const cancel of this.#cancels) cancel();
    this.#cancels.clear();
  }

  /** Tries a delivery behind all that is due in its lane. The first one begins at once: the clock may be moved on. */
  #push(record: DeliveryRecord, lane: Lane): void {
    lane.due += 1;
    lane.tried = lane.due === 1 ? this.#try(record, lane) : lane.tried.then(() => this.#try(record, lane));
  }

  async #try(record: DeliveryRecord, lane: Lane): Promise<void> {
    if (this.#open.has(record) && !this.#isStopped) await this.#attempt(record, lane);
    lane.due -= 1;
    const { subscription = '' } = record.to;
    // Another lane may have its place, since this one was cleared.
    if (lane.open === 0 && this.#lanes.get(subscription) === lane) this.#lanes.delete(subscription);
  }

  async #attempt(record: DeliveryRecord, lane: Lane): Promise<void> {
    const { schedule, clock, log } = this.#deps;
    const sender = this.#sender;
    const plan = this.#plan.value;
    const begunMillis = clock.now();
    const { result, attempt } = await sender.try(record, plan, record.tries < (plan.dropFirst ?? 0));
    if (!this.#open.has(record)) return undefined;
    record.tries += 1;
    log.addAttempt(record, attempt);
    if (result === 'suppressed') return this.#end(record, result, attempt.error, lane);
    if (result === 'accepted') {
      const { dropped } = sender;
      this.#end(record, 'delivered', undefined, lane);
      return plan.duplicate === undefined ? undefined : this.#repeat(record, plan, dropped);
    }
    const [last = 0, next] = schedule.slice(record.tries - 1);
    if (next !== undefined) return this.#tryAt(record, lane, begunMillis + next - last);
    const reason = `attempt ${record.tries}, the last one, failed: ${failureOf(attempt)}`;
    return this.#end(record, 'dropped', reason, lane);
  }

  /** Sends once more what a receiver has accepted, as often as the plan says. */
  async #repeat(record: DeliveryRecord, { duplicate = 0, ...plan }: OutboxPlan, dropped: AbortSignal): Promise<void> {
    for (let remaining = duplicate; remaining > 0 && !dropped.aborted; remaining -= 1) {
      const { attempt } = await this.#sender.try(record, plan);
      this.#deps.log.addAttempt(record, { ...attempt, duplicate: true });
    }
  }

  /** Ends a delivery, which may be in a lane. */
  #end(record: DeliveryRecord, how: DeliveryEnd, reason?: string, lane?: Lane): void {
    const { log, release, report } = this.#deps;
    if (lane) lane.open -= 1;
    this.#open.delete(record);
    log.end(record, how, reason);
    release(record.id).catch(report);
  }
}

/** Removes and returns the deliveries of a lane that are on hold. */
const takeOnHold = (lane: Lane): DeliveryRecord[] => {
  const { onHold } = lane;
  lane.onHold = [];
  return onHold;
};
