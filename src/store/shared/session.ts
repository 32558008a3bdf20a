/** A statement and its values; one with a name, which returns rows, is parsed once by each connection. */
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
