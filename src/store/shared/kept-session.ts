import type { Pool, PoolClient } from 'pg';
import { isConnectionLost } from './database-error.ts';
import { awaitConnection, runOn } from './driver.ts';
import type { Columns, PoolUse, Session, Statement } from './session.ts';

/**
 * A session on one connection that stays: one statement at a time, unless it is a pipeline, which sends each at once and
 * executes them in their order. It is made at its first use, and anew once it has broken, or was not used for long: what
 * is between may have forgotten it, and a statement would wait for an answer that never comes.
 */
export class KeptSession implements Session {
  readonly #pool: Pool;
  readonly #isPipeline: boolean;
  readonly #waiting: (() => void)[] = [];
  #client: PoolClient | undefined;
  #isBusy = false;
  /** The statements that were sent without a turn. */
  readonly #sent = new Set<Promise<unknown>>();
  readonly #answerMillis: number;
  readonly #unusedMillis: number;
  #unused: NodeJS.Timeout | undefined;

  /**
   * The pool has one connection, which is ended where a statement is not answered in so many milliseconds, or where it was
   * not used for so many.
   */
  constructor(pool: Pool, answerMillis: number, unusedMillis: number) {
    this.#pool = pool;
    this.#answerMillis = answerMillis;
    this.#isPipeline = pool.options.pipeline === true;
    this.#unusedMillis = unusedMillis;
  }

  get use(): PoolUse {
    const isUsed = this.#isUsed;
    const idle = this.#client && !isUsed ? 1 : 0;
    return { used: isUsed ? 1 : 0, idle, max: 1, waiting: this.#waiting.length };
  }

  get #isUsed(): boolean {
    return this.#isBusy || this.#sent.size > 0;
  }

  run(statement: Statement): Promise<readonly Columns[]> {
    if (this.#isPipeline && this.#client && !this.#isBusy) return this.#sendOn(this.#client, statement);
    return this.#inTurn(async () => this.#runOn(this.#client ?? (await this.#connect()), statement));
  }

  async #sendOn(client: PoolClient, statement: Statement): Promise<readonly Columns[]> {
    const running = this.#runOn(client, statement);
    this.#sent.add(running);
    try {
      return await running;
    } finally {
      this.#sent.delete(running);
    }
  }

  async #runOn(client: PoolClient, statement: Statement): Promise<readonly Columns[]> {
    try {
      const rows = await runOn(client, statement, this.#answerMillis);
      this.#unused?.refresh();
      return rows;
    } catch (error) {
      if (isConnectionLost(error)) this.#drop(client);
      throw error;
    }
  }

  /** Ends once what was begun before has ended. */
  async end(): Promise<void> {
    await this.#inTurn(async () => {
      await Promise.allSettled(this.#sent);
      this.#drop(this.#client);
    });
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
    const client = await awaitConnection(this.#pool.connect());
    // One that breaks while nothing runs is not used again.
    client.on('error', () => this.#drop(client));
    this.#client = client;
    this.#unused = setTimeout(() => this.#isUsed || this.#drop(client), this.#unusedMillis).unref();
    return client;
  }

  #drop(client: PoolClient | undefined): void {
    if (!client || client !== this.#client) return;
    this.#client = undefined;
    clearTimeout(this.#unused);
    client.release(true);
  }
}
