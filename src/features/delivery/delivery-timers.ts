import type { TimerFacts, Timers } from '../clock/timers.ts';
import type { DeliveryRecord } from './delivery-log.ts';

/** What a timer says of the delivery that goes on then. */
const factsOfDelivery = ({ event, to, tries }: DeliveryRecord): TimerFacts => ({
  kind: 'delivery',
  event: event.id,
  type: event.type,
  attempt: tries + 1,
  ...(to.subscription !== undefined && { subscription: to.subscription }),
});

/** The timers of the deliveries of one world, which are cancelled together. */
export class DeliveryTimers {
  readonly #timers: Timers;
  readonly #takeBacks = new Set<() => void>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /** Calls back once the clock shows the moment at which a delivery goes on. */
  at(millis: number, record: DeliveryRecord, fire: () => void): void {
    const takeBack = this.#timers.at(millis, factsOfDelivery(record), () => {
      this.#takeBacks.delete(takeBack);
      fire();
    });
    this.#takeBacks.add(takeBack);
  }

  clear(): void {
    for (const takeBack of this.#takeBacks) takeBack();
    this.#takeBacks.clear();
  }
}
