import { unavailable } from './database-error.ts';

/** A moment, by the monotonic clock and by the clock of the machine, in milliseconds. */
export interface Moment {
  readonly now: number;
  readonly wall: number;
}

interface Waiting {
  readonly mayPass: () => boolean;
  readonly until: number;
  readonly pass: () => void;
  readonly fail: (error: unknown) => void;
}

/** The milliseconds for which the lease is good since a beat was sent, and for which an answer waits for it. */
const LEASE_MILLIS = 2_000;
const WAIT_MILLIS = 2_000;
const TICK_MILLIS = 100;

/** The time for which nobody else can own the database, and the answers that wait for it. */
export class Lease {
  readonly #clock: () => Moment;
  readonly #waiting = new Set<Waiting>();
  #sent: Moment;
  #tick: NodeJS.Timeout | undefined;

  /** `sent` is the moment at which the statement was sent that took the database. */
  constructor(clock: () => Moment, sent: Moment) {
    this.#clock = clock;
    this.#sent = sent;
  }

  get isGood(): boolean {
    const { now, wall } = this.#clock();
    // The monotonic clock stands still while a machine sleeps.
    return now < this.#sent.now + LEASE_MILLIS && wall < this.#sent.wall + LEASE_MILLIS;
  }

  /** Makes it good since a beat was sent. */
  renew(sent: Moment): void {
    this.#sent = sent;
  }

  /** Waits until an answer may leave, which is asked whenever something has changed. @throws ApiError UNAVAILABLE */
  wait(mayPass: () => boolean): Promise<void> {
    return new Promise((pass, fail) => {
      this.#waiting.add({ mayPass, until: this.#clock().now + WAIT_MILLIS, pass, fail });
      this.#tick ??= setInterval(() => this.letPass(), TICK_MILLIS);
    });
  }

  /** Lets the answers pass that may. Refuses others that have waited too long, or with `refusesOthers` all others. */
  letPass(why?: unknown, refusesOthers = false): void {
    const { now } = this.#clock();
    for (const waiting of this.#waiting) {
      if (waiting.mayPass()) this.#end(waiting, waiting.pass);
      else if (refusesOthers || now >= waiting.until) this.#end(waiting, () => waiting.fail(unavailable(why)));
    }
  }

  #end(waiting: Waiting, end: () => void): void {
    this.#waiting.delete(waiting);
    end();
    if (this.#waiting.size > 0) return;
    clearInterval(this.#tick);
    this.#tick = undefined;
  }
}
