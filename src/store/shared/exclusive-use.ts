import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../kernel/errors.ts';
import type { Connections, OwnSession } from './connections.ts';
import { DatabaseError } from './database-error.ts';

/** The number of the advisory lock of the process that answers for the worlds of a database. */
const USING = 7_163_920_142;
/** How long a start waits for the end of the process before it, and how often a lock is tried, in milliseconds. */
const WAIT_MILLIS = 3_000;
const RETRY_MILLIS = 100;

/** A database whose connection has broken where nobody says so is given up by the system after about ten seconds. */
const ALIVE = 'SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3';

/** The right of one process to answer for the worlds of a database: a lock that lasts as long as a connection of it. */
export class ExclusiveUse {
  readonly #connections: Connections;
  readonly #notice: (text: string) => void;
  #own: OwnSession | undefined;
  #isClosed = false;

  private constructor(connections: Connections, notice: (text: string) => void) {
    this.#connections = connections;
    this.#notice = notice;
  }

  /** @throws DatabaseError where another process answers for the worlds */
  static async begin(
    connections: Connections,
    notice: (text: string) => void,
    now: () => number,
  ): Promise<ExclusiveUse> {
    const use = new ExclusiveUse(connections, notice);
    for (const end = now() + WAIT_MILLIS; !(await use.#take()); await pause(RETRY_MILLIS)) {
      if (now() > end) throw new DatabaseError('another mock uses the database: stop it, or use another database');
    }
    return use;
  }

  /** @throws ApiError UNAVAILABLE while the right is lost */
  demand(): void {
    if (!this.#own) {
      throw new ApiError('UNAVAILABLE', 'Unavailable: the mock does not hold its database', { retryAfter: 1 });
    }
  }

  async end(): Promise<void> {
    this.#isClosed = true;
    await this.#own?.end();
  }

  /** Takes the lock on a connection of its own; false where another process has it. */
  async #take(): Promise<boolean> {
    const own = await this.#connections.connectAlone(() => this.#regain(own));
    try {
      await own.run({ text: ALIVE });
      const [taken] = await own.run({ text: 'SELECT pg_try_advisory_lock($1) AS mine', values: [USING] });
      if (taken?.mine === true) this.#own = own;
      return taken?.mine === true;
    } finally {
      if (this.#own !== own) await own.end();
    }
  }

  /** Takes the lock again after its connection was lost, as often as that takes. */
  async #regain(lost: OwnSession): Promise<void> {
    if (this.#own !== lost) return;
    this.#own = undefined;
    let isNoticed = false;
    while (!this.#isClosed) {
      const isTaken = await this.#take().catch(() => undefined);
      if (isTaken) return;
      if (isTaken === false && !isNoticed) {
        this.#notice('another mock has taken over the database: calls are refused until it ends');
        isNoticed = true;
      }
      await pause(RETRY_MILLIS);
    }
  }
}
