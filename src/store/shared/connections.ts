import { Client, type ClientConfig, Pool, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { DatabaseError, driverError, isConflict, isConnectionLost, refusalOf } from './database-error.ts';

/** A statement and its values; one with a name is parsed once by each connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** A row of a result, by the names of its columns. An int8 is text: `Number` reads it. */
export type Columns = Readonly<Record<string, unknown>>;

/** Runs statements: on any connection, or on one in a transaction. */
export interface Session {
  run(statement: Statement): Promise<readonly Columns[]>;
}

/** The bounds of connections, in milliseconds and numbers. */
export interface ConnectionBounds {
  /** How many connections append and load. */
  readonly work: number;
  readonly connectMillis: number;
  /** How long the heads of worlds may take to learn, and the connection for it to be made. */
  readonly headMillis: number;
  /** How long a statement may take in the database; the client waits a second longer. */
  readonly statementMillis: number;
  /** How long a process that holds a lock may do nothing before the database ends its connection. */
  readonly idleMillis: number;
}

const BOUNDS: ConnectionBounds = {
  work: 4,
  connectMillis: 1_000,
  headMillis: 800,
  statementMillis: 5_000,
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

const configOf = (url: string, { connectMillis, statementMillis }: ConnectionBounds): ClientConfig => ({
  connectionString: withFullTls(url),
  application_name: 'platform-mock',
  connectionTimeoutMillis: connectMillis,
  query_timeout: statementMillis + 1_000,
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

/** A pool whose connections have settings. */
const poolOf = (config: PoolConfig, settings: string): Pool => {
  const pool = new Pool({ ...config, onConnect: async (client) => void (await client.query(settings)) });
  // A connection that breaks while no statement runs shows at the next one, which says what it costs.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

const queryOf = ({ values = [], ...rest }: Statement): { readonly text: string; readonly values: unknown[] } => ({
  ...rest,
  values: [...values],
});

/** Waits for the driver; its errors become those that say whether the connection was lost. */
const awaitDriver = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw driverError(error);
  }
};

/** How many connections of a process are in use and idle, how many there may be, and how many statements wait for one. */
export interface PoolUse {
  readonly used: number;
  readonly idle: number;
  readonly max: number;
  readonly waiting: number;
}

/** A connection for what lasts as long as it does. */
export interface OwnSession extends Session {
  end(): Promise<void>;
}

const sessionOf = (client: Client | PoolClient): Session => ({
  run: async (statement) => (await awaitDriver(client.query<Columns>(queryOf(statement)))).rows,
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
  readonly #heads: Pool;
  readonly #notes: Pool;
  readonly #work: Pool;
  readonly #config: ClientConfig;
  readonly #settings: string;

  /** Connects when it is first used. */
  constructor(url: string, bounds: Partial<ConnectionBounds> = {}) {
    const all = { ...BOUNDS, ...bounds };
    this.#config = configOf(url, all);
    this.#settings = settingsOf(all);
    const { headMillis } = all;
    const short = { ...all, connectMillis: headMillis, statementMillis: headMillis };
    const heads = { ...configOf(url, short), query_timeout: headMillis, max: 1 };
    this.#heads = poolOf(heads, settingsOf(short));
    // Answers wait for it, as they do for heads.
    this.#notes = poolOf(heads, settingsOf(short, 'SET synchronous_commit = off'));
    this.#work = poolOf({ ...this.#config, max: all.work }, this.#settings);
  }

  /**
   * Checks that a connection is to one session, as the locks and settings of a process demand.
   * @throws DatabaseError behind a pooler that hands sessions to others between transactions
   */
  async demandSessions(): Promise<void> {
    const clients = [new Client(this.#config), new Client(this.#config)] as const;
    const [one, other] = clients.map(sessionOf) as [Session, Session];
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
  async learn(statement: Statement): Promise<readonly Columns[]> {
    return this.#rowsOf(this.#heads.query(queryOf(statement)));
  }

  /** Runs a statement on the connection for notes. */
  async note(statement: Statement): Promise<readonly Columns[]> {
    return this.#rowsOf(this.#notes.query(queryOf(statement)));
  }

  async run(statement: Statement): Promise<readonly Columns[]> {
    return this.#rowsOf(this.#work.query(queryOf(statement)));
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
    const client = await awaitDriver(this.#work.connect());
    const session = sessionOf(client);
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
    const session = sessionOf(client);
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
    const pools = [this.#heads, this.#notes, this.#work];
    const sumOf = (count: (pool: Pool) => number): number => pools.reduce((sum, pool) => sum + count(pool), 0);
    return {
      used: sumOf(({ totalCount, idleCount }) => totalCount - idleCount),
      idle: sumOf(({ idleCount }) => idleCount),
      max: sumOf(({ options }) => options.max),
      waiting: sumOf(({ waitingCount }) => waitingCount),
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.#heads.end(), this.#notes.end(), this.#work.end()]);
  }

  async #rowsOf(query: Promise<QueryResult<Columns>>): Promise<readonly Columns[]> {
    return (await awaitDriver(query)).rows;
  }
}
