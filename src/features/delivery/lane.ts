import type { DeliveryRecord } from './delivery-record.ts';
import type { InFlight } from './in-flight.ts';

/** Makes an attempt at a delivery, and resolves when it has ended. */
export type Attempting = (record: DeliveryRecord) => Promise<void>;

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
