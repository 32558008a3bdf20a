import type { Delivery } from '../../../generated/nouns.ts';

/** The ways in which a delivery ends. */
export type DeliveryEnd = Exclude<Delivery['state'], 'pending' | 'held'>;

/** How many deliveries have ended in each way, in all worlds. */
export class EndedDeliveries {
  readonly #counts: Record<DeliveryEnd, number> = { delivered: 0, dropped: 0, suppressed: 0 };

  count(how: DeliveryEnd): void {
    this.#counts[how] += 1;
  }

  read(): Readonly<Record<DeliveryEnd, number>> {
    return this.#counts;
  }
}
