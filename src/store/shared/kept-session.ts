import type { Pool, PoolClient } from 'pg';
import { isConnectionLost } from './database-error.ts';
import { awaitDriver, runOn } from './driver.ts';
import type { Columns, PoolUse, Session, Statement } from './session.ts';

/**
 * How long a connection may be idle, in milliseconds: what is between may have forgotten one that was idle for longer,
 * and a statement on it would wait for an answer that never comes.
 */
const IDLE_MILLIS = 10_000;

/** A session on one connection that stays: one statement at a time. It is made at its first use, and anew once it has broken. */
export class KeptSession implements Session {
  readonly #pool: Pool;
  readonly #waiting: (() => void)[] = [];
  #client: PoolClient | undefined;
  #isBusy = false;
  /** When a statement has last ended. */
  #usedMillis = 0;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  get use(): PoolUse {
    const used = this.#isBusy ? 1 : 0;
    return { used, idle: this.#client && !this.#isBusy ? 1 : 0, max: 1, waiting: this.#waiting.length };
  }

  run(statement: Statement): Promise<readonly Columns[]> {
    return this.#inTurn(async () => {
      if (performance.now() > this.#usedMillis + IDLE_MILLIS) this.#drop(this.#client);
      try {
        const rows = await runOn(this.#client ?? (await this.#connect()), statement);
        this.#usedMillis = performance.now();
        return rows;
      } catch (error) {
        if (isConnectionLost(error)) this.#drop(this.#client);
        throw error;
      }
    });
  }

  /** Ends once what was begun before has ended. */
  async end(): Promise<void> {
    await this.#inTurn(async () => this.#drop(this.#client));
    await this.#pool.end();
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#isBusy = false;
    }
  }

  async #connect(): Promise<PoolClient> {
    const client = await awaitDriver(this.#pool.connect());
    // One that breaks while nothing runs is not used again.
    client.on('error', () => this.#drop(client));
    this.#client = client;
    return client;
  }

  #drop(client: PoolClient | undefined): void {
    if (!client || client !== this.#client) return;
    this.#client = undefined;
    client.release(true);
  }
}
