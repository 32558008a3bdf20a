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
/** The number of parts of a wait: one in which the process was stopped, or the machine paused, counts as any other. */
const PARTS = 8;

/** Waits so many milliseconds, in which the process could run, for what the driver does. */
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
 * A URL with the mode of TLS that the driver takes these for: it checks the certificate and the name, and warns that a
 * later release of it may not.
 */
const withFullTls = (url: string): string =>
  url.includes('uselibpqcompat=')
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');

/**
 * The settings of a session, whatever the database or the user has: a pooler would refuse them with the connection.
 * Without the plan, Postgres would make one anew for arrays of another length, which takes longer than to execute it.
 */
const settingsOf = (name: string): string =>
  [
    `SET application_name = '${name}'`,
    'SET statement_timeout = 60000',
    'SET idle_in_transaction_session_timeout = 10000',
    "SET default_transaction_isolation = 'read committed'",
    'SET plan_cache_mode = force_generic_plan',
  ].join('; ');

/** Ends a connection without waiting for the database: one that hangs would hold the process. */
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

/** A connection that is being made, or that was. */
interface Session {
  readonly client: Client;
  readonly ready: Promise<void>;
}

/** One connection that stays, and is made anew if it has broken or a statement was not answered in its time. */
export class Line {
  readonly #config: ClientConfig;
  readonly #name: string;
  readonly #millis: number;
  readonly #again: ((run: RunStatement) => Promise<void>) | undefined;
  #session: Session | undefined;
  #made = 0;

  /** Its name is of no other connection. `again` asks each connection but the first before others do. */
  constructor(config: ClientConfig, name: string, millis: number, again?: (run: RunStatement) => Promise<void>) {
    this.#config = config;
    this.#name = name;
    this.#millis = millis;
    this.#again = again;
  }

  /** The number of connections that were made: between two of them, the database may have become another. */
  get made(): number {
    return this.#made;
  }

  /**
   * Runs a statement: what a connection before has sent is not executed any more once this is sent. The connection is made
   * in these milliseconds, and the statement is answered in them, or the connection is given up.
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
    // One that breaks while nothing runs is not used again.
    client.on('error', () => this.#end(session));
    return session;
  }

  async #prepare(client: Client, millis: number): Promise<void> {
    await connect(client, this.#name, millis);
    if (this.#made > 0) {
      const open = await runOn(client, { text: END_OTHERS, values: [this.#name] }, millis);
      // The next connection finds out whether that is over.
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
  readonly #loads: Line;
  #host = '127.0.0.1';
  #isClosed = false;

  /** Connects when it is first used. `id` is of no other process. */
  constructor(url: string, schema: string, id: string) {
    this.schema = `"${schema.replaceAll('"', '""')}"`;
    this.#config = { connectionString: withFullTls(url), keepAlive: true };
    this.#name = `platform-mock ${id}`;
    this.#loads = this.line('loads', LOAD_MILLIS);
  }

  /** The address by which this process has reached the database, by which others of its network may reach it. */
  get host(): string {
    return this.#host;
  }

  /** A connection for one use, whose statements are answered in so many milliseconds. */
  line(use: string, millis: number, again?: (run: RunStatement) => Promise<void>): Line {
    return new Line(this.#config, `${this.#name} ${use}`, millis, again);
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
    const line = this.line('start', FIRST_MILLIS);
    const run: RunInside = (text, values = []) => line.run({ text, values });
    try {
      await run('BEGIN');
      const result = await work(run);
      try {
        await run('COMMIT');
      } catch (error) {
        // Another connection asks what it waits for.
        await run('SELECT 1');
        throw error;
      }
      return result;
    } finally {
      line.close();
    }
  }

  /** @throws if a pooler is between that does not know in one session the named statements of another */
  async demandNamed(): Promise<void> {
    const [one, other] = [await this.#open('one'), await this.#open('other')];
    const named = { name: this.#name, text: 'SELECT 1' };
    try {
      await runOn(one, named, FIRST_MILLIS);
      // It has the session that the pooler gives first, until it ends.
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
    // A socket of this machine has no address.
    const { stream } = client.connection;
    if ('localAddress' in stream && typeof stream.localAddress === 'string') {
      this.#host = stream.localAddress.replace(/^::ffff:/, '');
    }
    return client;
  }
}
