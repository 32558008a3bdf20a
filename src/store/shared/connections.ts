import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient, type PoolConfig } from 'pg';
import { DatabaseError, isConflict, isConnectionLost, refusalOf } from './database-error.ts';
import { awaitConnection, awaitDriver, awaitWithin, runOn } from './driver.ts';
import { KeptSession } from './kept-session.ts';
import type { Columns, OwnSession, PoolUse, Session, Statement } from './session.ts';

/** The bounds of connections, in milliseconds and numbers. */
export interface ConnectionBounds {
  /** How many connections append and load. */
  readonly work: number;
  readonly connectMillis: number;
  /** How long the heads of worlds may take to learn, and the connection for it to be made. */
  readonly headMillis: number;
  /** How long a statement may take in the database; the client waits a second longer. */
  readonly statementMillis: number;
  /** How long one of the connections that stay may be unused before it is made anew. */
  readonly unusedMillis: number;
  /** How long a process that holds a lock may do nothing before the database ends its connection. */
  readonly idleMillis: number;
}

const BOUNDS: ConnectionBounds = {
  work: 4,
  connectMillis: 1_000,
  headMillis: 800,
  statementMillis: 5_000,
  unusedMillis: 10_000,
  idleMillis: 1_000,
};
const REPEATS = 3;

const POOLED =
  'the database is behind a pooler that hands sessions to others between transactions: set its mode to session, or go past it';

/**
 * A URL with the mode of TLS that the driver takes these for: it checks the certificate and the name, and warns that a
 * later release of it may not.
 */
const withFullTls = (url: string): string =>
  url.includes('uselibpqcompat=')
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');

const configOf = (url: string, connectMillis: number): ClientConfig => ({
  connectionString: withFullTls(url),
  application_name: 'platform-mock',
  connectionTimeoutMillis: connectMillis,
  keepAlive: true,
});

/**
 * Sets the bounds in a session: a pooler between would refuse them, or leave them out, where they come with the
 * connection. The plan of a statement is made once: for arrays of another length Postgres would make it anew at each
 * execution, which takes several times as long as the execution itself.
 */
const settingsOf = ({ statementMillis, idleMillis }: ConnectionBounds, ...more: readonly string[]): string =>
  [
    `SET statement_timeout = ${statementMillis}`,
    `SET idle_in_transaction_session_timeout = ${idleMillis}`,
    'SET plan_cache_mode = force_generic_plan',
    ...more,
  ].join('; ');

/** A pool whose connections have settings, for which it waits so many milliseconds. */
const poolOf = (config: PoolConfig, settings: string, millis: number): Pool => {
  const onConnect = async (client: ClientBase): Promise<void> =>
    void (await awaitWithin(client.query(settings), millis));
  const pool = new Pool({ ...config, onConnect });
  // A connection that breaks while no statement runs shows at the next one, which says what it costs.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

const sessionOf = (client: Client | PoolClient, millis: number): Session => ({
  run: (statement) => runOn(client, statement, millis),
});

/** Undoes a transaction; false where the connection cannot be used again. */
const rollBack = async (session: Session): Promise<boolean> => {
  try {
    await session.run({ text: 'ROLLBACK' });
    return true;
  } catch {
    return false;
  }
};

/**
 * The connections of a process to its database. One is kept for heads, so that reads never wait behind writes, and one
 * for notes, which are there for all once they are answered, and on the disk a moment later.
 */
export class Connections implements Session {
  /** Runs statements that need not be on the disk before a later one is, which takes them there with itself. */
  readonly unsynced: Session = { run: (statement) => this.note(statement) };
  readonly #heads: KeptSession;
  readonly #notes: KeptSession;
  readonly #work: Pool;
  readonly #config: ClientConfig;
  readonly #settings: string;
  /** How long the answer of a statement is waited for, but for those of the connections that stay. */
  readonly #millis: number;

  /** Connects when it is first used. */
  constructor(url: string, bounds: Partial<ConnectionBounds> = {}) {
    const all = { ...BOUNDS, ...bounds };
    const { headMillis, unusedMillis, connectMillis, statementMillis, work } = all;
    this.#config = configOf(url, connectMillis);
    this.#settings = settingsOf(all);
    this.#millis = statementMillis + 1_000;
    const short = { ...all, statementMillis: headMillis };
    const kept = (settings: string, more: PoolConfig = {}): KeptSession => {
      const pool = poolOf({ ...configOf(url, headMillis), max: 1, ...more }, settings, headMillis);
      return new KeptSession(pool, headMillis, unusedMillis);
    };
    this.#heads = kept(settingsOf(short));
    // Answers wait for it, as they do for heads.
    this.#notes = kept(settingsOf(short, 'SET synchronous_commit = off'), { pipeline: true });
    this.#work = poolOf({ ...this.#config, max: work }, this.#settings, this.#millis);
  }

  /**
   * Checks that a connection is to one session, as the locks and settings of a process demand.
   * @throws DatabaseError behind a pooler that hands sessions to others between transactions
   */
  async demandSessions(): Promise<void> {
    const clients = [new Client(this.#config), new Client(this.#config)] as const;
    const [one, other] = clients.map((client) => sessionOf(client, this.#millis)) as [Session, Session];
    const numberOf = async (session: Session): Promise<unknown> =>
      (await session.run({ text: 'SELECT pg_backend_pid() AS number' }))[0]?.number;
    try {
      for (const client of clients) {
        client.on('error', () => undefined);
        await awaitDriver(client.connect());
      }
      const before = await numberOf(one);
      if ((await numberOf(other)) === before) throw new DatabaseError(POOLED);
      // Another process may have had that session just then: the next one has it now, or this one another.
      await other.run({ text: 'BEGIN' });
      const now = [await numberOf(one), await numberOf(other)];
      await other.run({ text: 'ROLLBACK' });
      if (now[0] !== before || now[1] === before) throw new DatabaseError(POOLED);
    } finally {
      await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
    }
  }

  /** Runs a statement on the connection for heads. */
  learn(statement: Statement): Promise<readonly Columns[]> {
    return this.#heads.run(statement);
  }

  /** Runs a statement on the connection for notes. */
  note(statement: Statement): Promise<readonly Columns[]> {
    return this.#notes.run(statement);
  }

  async run(statement: Statement): Promise<readonly Columns[]> {
    const client = await awaitConnection(this.#work.connect());
    let isUsable = true;
    try {
      return await runOn(client, statement, this.#millis);
    } catch (error) {
      isUsable = !isConnectionLost(error);
      throw error;
    } finally {
      client.release(!isUsable);
    }
  }

  /** Repeats a statement that is safe to repeat, where the connection has broken or others were in its way. */
  async repeat(statement: Statement, session: Session = this): Promise<readonly Columns[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await session.run(statement);
      } catch (error) {
        if (tries >= REPEATS || !(isConnectionLost(error) || isConflict(error))) throw refusalOf(error);
      }
    }
  }

  /** Runs work in a transaction, which is undone when it throws. The outcome of a lost connection is not known. */
  async inTransaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const client = await awaitConnection(this.#work.connect());
    const session = sessionOf(client, this.#millis);
    let isUsable = true;
    try {
      await session.run({ text: 'BEGIN' });
      const result = await work(session);
      await session.run({ text: 'COMMIT' });
      return result;
    } catch (error) {
      isUsable = !isConnectionLost(error) && (await rollBack(session));
      throw error;
    } finally {
      client.release(!isUsable);
    }
  }

  /** Opens a connection beside the others; `lost` is called when it has ended by itself, `heard` with what it is notified of. */
  async connectAlone(lost: () => void, heard: (text: string) => void): Promise<OwnSession> {
    const client = new Client(this.#config);
    let isEnded = false;
    client.on('error', () => undefined);
    await awaitDriver(client.connect());
    client.on('end', () => isEnded || lost());
    client.on('notification', ({ payload = '' }) => heard(payload));
    const session = sessionOf(client, this.#millis);
    await session.run({ text: this.#settings });
    return {
      ...session,
      end: async () => {
        isEnded = true;
        await client.end().catch(() => undefined);
      },
    };
  }

  /** How the connections are used now, but for those that last. */
  get use(): PoolUse {
    const { totalCount, idleCount, waitingCount, options } = this.#work;
    const work = { used: totalCount - idleCount, idle: idleCount, max: options.max, waiting: waitingCount };
    const all = [this.#heads.use, this.#notes.use, work];
    const sumOf = (name: keyof PoolUse): number => all.reduce((sum, use) => sum + use[name], 0);
    return { used: sumOf('used'), idle: sumOf('idle'), max: sumOf('max'), waiting: sumOf('waiting') };
  }

  async close(): Promise<void> {
    await Promise.all([this.#heads.end(), this.#notes.end(), this.#work.end()]);
  }
}
