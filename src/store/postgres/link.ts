import { Client, type ClientConfig } from 'pg';
import { driverError, isPassing, unansweredCommit } from './database-error.ts';

/** A row of a result, by the names of its columns. An int8 is text: `Number` reads it. */
export type Columns = Readonly<Record<string, unknown>>;

/** A statement and its values; one with a name is parsed once by each connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** Runs a statement on a connection. */
export type RunStatement = (statement: Statement) => Promise<readonly Columns[]>;

/** Runs a statement in a transaction. */
export type RunInside = (text: string, values?: readonly unknown[]) => Promise<readonly Columns[]>;

/** The milliseconds that a question of the start, and a load, may take. */
export const FIRST_MILLIS = 6_000;
const LOAD_MILLIS = 60_000;
/** The number of tries for a load whose connection breaks. */
const TRIES = 3;
/** The number of parts of a wait: however long the process was stopped in one of them, it counts as any other. */
const PARTS = 8;

/** Waits at most so many milliseconds for the driver, not counting those in which the process was stopped. */
const awaitWithin = async <T>(work: Promise<T>, millis: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    let remaining = PARTS;
    timer = setInterval(() => {
      remaining -= 1;
      if (remaining === 0) reject(new Error(`no answer in ${millis} ms`));
    }, millis / PARTS);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw driverError(error);
  } finally {
    clearInterval(timer);
  }
};

const runOn = async (client: Client, statement: Statement, millis: number): Promise<readonly Columns[]> => {
  const { values = [], ...named } = statement;
  const { rows } = await awaitWithin(client.query<Columns>({ ...named, values: [...values] }), millis);
  return rows;
};

/**
 * A URL with `verify-full` in place of the modes of TLS that the driver treats the same. It checks certificate and
 * name, but would warn that a later release of it may not.
 */
const withFullTls = (url: string): string =>
  url.includes('uselibpqcompat=')
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');

/**
 * Sets up a session, whatever the database or the user has set. A pooler would refuse settings with the connection.
 * Without a generic plan, Postgres would plan anew for arrays of another length.
 */
const settingsOf = (name: string): string =>
  [
    `SET application_name = '${name}'`,
    'SET statement_timeout = 60000',
    'SET idle_in_transaction_session_timeout = 10000',
    "SET default_transaction_isolation = 'read committed'",
    'SET plan_cache_mode = force_generic_plan',
  ].join('; ');

/** Ends a connection without waiting for the database: one that hangs would keep the process alive. */
const endAtOnce = ({ connection }: Client): void => {
  connection.end();
  connection.stream.destroy();
};

const connect = async (client: Client, name: string, millis: number): Promise<void> => {
  try {
    await awaitWithin(client.connect(), millis);
    await runOn(client, { text: settingsOf(name) }, millis);
  } catch (error) {
    endAtOnce(client);
    throw error;
  }
};

/** Ends the earlier sessions of a name in the database, and returns what each of them waited for. */
const END_OTHERS = `SELECT wait_event, pg_terminate_backend(pid, 500) FROM pg_stat_activity
  WHERE application_name = $1 AND usename = current_user AND pid <> pg_backend_pid()`;

/** A connection that is open, or being opened. */
interface Session {
  readonly client: Client;
  readonly ready: Promise<void>;
}

/** A connection that lasts: it opens a new session if the last one broke, or a statement was not answered in time. */
export class Connection {
  readonly #config: ClientConfig;
  readonly #name: string;
  readonly #millis: number;
  readonly #again: ((run: RunStatement) => Promise<void>) | undefined;
  #session: Session | undefined;
  #made = 0;

  /** No other connection has its name. `again` runs on each session but the first, before anything else does. */
  constructor(config: ClientConfig, name: string, millis: number, again?: (run: RunStatement) => Promise<void>) {
    this.#config = config;
    this.#name = name;
    this.#millis = millis;
    this.#again = again;
  }

  /** The number of sessions so far: between two of them, the database may have become another. */
  get made(): number {
    return this.#made;
  }

  /**
   * Runs a statement. Once it is sent, no statement of an earlier session is executed any more. The session is given up
   * unless it is opened within `millis`, and the statement answered within as many.
   */
  async run(statement: Statement, millis = this.#millis): Promise<readonly Columns[]> {
    this.#session ??= this.#begin(millis);
    const session = this.#session;
    try {
      await session.ready;
      return await runOn(session.client, statement, millis);
    } catch (error) {
      if (isPassing(error)) this.#end(session);
      throw error;
    }
  }

  close(): void {
    this.#end(this.#session);
  }

  #begin(millis: number): Session {
    const client = new Client(this.#config);
    const session = { client, ready: this.#prepare(client, millis) };
    // A session that breaks while nothing runs is not used again.
    client.on('error', () => this.#end(session));
    return session;
  }

  async #prepare(client: Client, millis: number): Promise<void> {
    await connect(client, this.#name, millis);
    if (this.#made > 0) {
      const open = await runOn(client, { text: END_OTHERS, values: [this.#name] }, millis);
      // The next session finds out whether that is over.
      if (open.some(({ wait_event }) => wait_event === 'SyncRep')) throw unansweredCommit();
      await this.#again?.((statement) => runOn(client, statement, millis));
    }
    this.#made += 1;
  }

  #end(session: Session | undefined): void {
    if (!session || session !== this.#session) return;
    this.#session = undefined;
    endAtOnce(session.client);
  }
}

/** The connections of a process to one database. */
export class Link {
  /** The schema of the tables, as statements have it. */
  readonly schema: string;
  readonly #config: ClientConfig;
  readonly #name: string;
  readonly #loads: Connection;
  #host = '127.0.0.1';
  #isClosed = false;

  /** Connects when it is first used. No other process has the `id`. */
  constructor(url: string, schema: string, id: string) {
    this.schema = `"${schema.replaceAll('"', '""')}"`;
    this.#config = { connectionString: withFullTls(url), keepAlive: true };
    this.#name = `platform-mock ${id}`;
    this.#loads = this.connection('loads', LOAD_MILLIS);
  }

  /** The local address of a connection to the database, by which other processes of the network may reach this one. */
  get host(): string {
    return this.#host;
  }

  /** Makes a connection for one use, whose statements must be answered within `millis`. */
  connection(use: string, millis: number, again?: (run: RunStatement) => Promise<void>): Connection {
    return new Connection(this.#config, `${this.#name} ${use}`, millis, again);
  }

  /** Runs a statement that changes nothing, and again if its connection breaks. */
  async query(
    text: string,
    values: readonly unknown[] = [],
    options: { readonly name?: string } = {},
  ): Promise<readonly Columns[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#loads.run({ ...options, text, values });
      } catch (error) {
        if (tries === TRIES || this.#isClosed || !isPassing(error)) throw error;
      }
    }
  }

  /** Runs work in a transaction of a start, which is undone if it throws. */
  async transact<T>(work: (run: RunInside) => Promise<T>): Promise<T> {
    const own = this.connection('start', FIRST_MILLIS);
    const run: RunInside = (text, values = []) => own.run({ text, values });
    try {
      await run('BEGIN');
      const result = await work(run);
      try {
        await run('COMMIT');
      } catch (error) {
        // A new session finds out what it waits for.
        await run('SELECT 1');
        throw error;
      }
      return result;
    } finally {
      own.close();
    }
  }

  /** @throws if a pooler in between loses named statements when it changes sessions of the database */
  async demandNamed(): Promise<void> {
    const [one, other] = [await this.#open('one'), await this.#open('other')];
    const named = { name: this.#name, text: 'SELECT 1' };
    try {
      await runOn(one, named, FIRST_MILLIS);
      // Until its transaction ends, it has the session that the pooler would give first.
      await runOn(other, { text: 'BEGIN' }, FIRST_MILLIS);
      await runOn(one, named, FIRST_MILLIS);
    } finally {
      endAtOnce(one);
      endAtOnce(other);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#loads.close();
  }

  async #open(use: string): Promise<Client> {
    const client = new Client(this.#config);
    client.on('error', () => undefined);
    await connect(client, `${this.#name} ${use}`, FIRST_MILLIS);
    // A Unix socket has no address.
    const { stream } = client.connection;
    if ('localAddress' in stream && typeof stream.localAddress === 'string') {
      this.#host = stream.localAddress.replace(/^::ffff:/, '');
    }
    return client;
  }
}
