import type { Clock } from '../../kernel/clock.ts';
import type { CurrentPlan } from './current-plan.ts';
import type { DeliveryRecord } from './delivery-log.ts';
import type { DeliveryQueue, Lane } from './delivery-queue.ts';
import type { DeliveryTimers } from './delivery-timers.ts';

/** How long a group of events that is to be reordered waits for its last ones, in milliseconds of the world. */
const GROUP_WAIT = 1_000;

/** What deliveries are held back with, and where they go on. */
export interface HeldDeliveriesDeps {
  /** The clock of the world. */
  readonly clock: Clock;
  readonly timers: DeliveryTimers;
  readonly plan: CurrentPlan;
  readonly queue: DeliveryQueue;
}

/** Deliveries that the plan holds back: all of them, or a group that is to go the other way round (behaviour E20). */
export class HeldDeliveries {
  readonly #deps: HeldDeliveriesDeps;
  /** In the order in which they came. */
  readonly #held = new Map<Lane, DeliveryRecord[]>();

  constructor(deps: HeldDeliveriesDeps) {
    this.#deps = deps;
  }

  /** Holds a delivery back, or lets it go on, by the plan. */
  admit(record: DeliveryRecord, lane: Lane): void {
    const { plan, queue } = this.#deps;
    const reason = plan.holdReason();
    if (reason === undefined) {
      queue.begin(record, lane);
      return;
    }
    record.become('held', reason);
    const held = this.#held.get(lane) ?? [];
    held.push(record);
    this.#held.set(lane, held);
    const size = plan.groupSize();
    if (size === undefined) return;
    if (held.length >= size) this.#sendGroup(lane);
    else if (held.length === 1) this.#awaitGroup(lane, record);
  }

  /** Takes all that is held by the plan as it is now, which may hold it back once more. */
  readmit(): void {
    const all = [...this.#held];
    this.clear();
    for (const [lane, held] of all) for (const record of held) this.admit(record, lane);
  }

  clear(): void {
    this.#held.clear();
  }

  #sendGroup(lane: Lane): void {
    const held = this.#held.get(lane) ?? [];
    this.#held.delete(lane);
    for (const record of held.reverse()) this.#deps.queue.begin(record, lane);
  }

  /** Sends a group that is not complete when no further event has come in time. */
  #awaitGroup(lane: Lane, first: DeliveryRecord): void {
    const { clock, timers, plan } = this.#deps;
    timers.at(clock.now() + GROUP_WAIT, first, () => {
      // Another group may have begun, which has a timer of its own, or all is to be kept.
      if (this.#held.get(lane)?.[0] === first && plan.get().mode !== 'collect') this.#sendGroup(lane);
    });
  }
}
