import { escapeLiteral } from 'pg';
import { DatabaseError } from './database-error.ts';
import type { Columns, Link, RunInside } from './link.ts';

/** The version of the tables that this release makes and reads. */
export const VERSION = 1;

/** Postgres 14, as `server_version_num` has it. */
const OLDEST_SERVER = 140_000;
/** The encodings of a database that hold every row: SQL_ASCII takes bytes as they are. */
const ENCODINGS: ReadonlySet<unknown> = new Set(['UTF8', 'SQL_ASCII']);
/** The number of the advisory lock that one process at a time holds while it makes the tables. */
const MAKING = 7_163_920_141;

/**
 * `mock` has what all owners share beside their worlds. `owner` is one row: whoever changes its key owns everything.
 * That waits for statements that hold FOR KEY SHARE; a beat changes no key, and waits for nobody. `peer` is empty when
 * it was released. `state` has lasting rows, in parts. A `world` is the state that it names, and its entries from
 * `floor` on: `origin` is the state to which it is reset. An `entry` is a write, as a data file has it; the entry 0 of
 * world 0 marks the last statement that was no write. A `snapshot` is a state and what is known of it.
 */
const tablesOf = (schema: string, meta: string): string => `
CREATE TABLE ${schema}.mock (one bool PRIMARY KEY DEFAULT true CHECK (one), version int NOT NULL, meta text NOT NULL);
CREATE TABLE ${schema}.owner (term int8 PRIMARY KEY, peer text NOT NULL DEFAULT '', options text NOT NULL DEFAULT '{}',
  leaving bool NOT NULL DEFAULT false, beat int8 NOT NULL DEFAULT 0) WITH (fillfactor = 50);
CREATE TABLE ${schema}.state (id int8, part int4, rows text NOT NULL, PRIMARY KEY (id, part));
CREATE TABLE ${schema}.world (born int8 PRIMARY KEY, id text NOT NULL UNIQUE, record text NOT NULL,
  state int8 NOT NULL, floor int8 NOT NULL DEFAULT 0, origin int8);
CREATE TABLE ${schema}.entry (born int8, seq int8, changes text NOT NULL, PRIMARY KEY (born, seq));
CREATE TABLE ${schema}.snapshot (born int8, name text, head text NOT NULL, state int8 NOT NULL, PRIMARY KEY (born, name));
INSERT INTO ${schema}.owner (term) VALUES (0);
INSERT INTO ${schema}.mock (version, meta) VALUES (${VERSION}, ${escapeLiteral(meta)});`;

const first = async (run: RunInside, text: string): Promise<Columns> => (await run(text))[0] ?? {};

/** The facts that stay the same for the whole life of a database, or of its server. */
const SERVER = `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS server,
  pg_encoding_to_char(encoding) AS encoding, pg_is_in_recovery() AS standby,
  current_setting('transaction_read_only') = 'on' AS fixed FROM pg_database WHERE datname = current_database()`;

const demandServer = ({ number, server, encoding, standby, fixed }: Columns): void => {
  if (Number(number) < OLDEST_SERVER) {
    throw new DatabaseError(`the database is Postgres ${server}: 14 or newer is needed`);
  }
  if (!ENCODINGS.has(encoding)) {
    const cure = "make one by CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'";
    throw new DatabaseError(`the database has the encoding ${encoding}, which cannot hold every name: ${cure}`);
  }
  if (standby === true) throw new DatabaseError('the database is a standby, which takes no write: name the primary');
  if (fixed === true) {
    const cure = 'turn off default_transaction_read_only for the user and the database';
    throw new DatabaseError(`the database takes no write: ${cure}`);
  }
};

/** @throws DatabaseError for tables of a newer release */
export const demandVersion = (version: unknown): void => {
  if (Number(version) <= VERSION) return;
  const what = `the database has version ${version} of its tables, and this release reads ${VERSION}`;
  throw new DatabaseError(`${what}: run the newer release, or name another schema by --database-schema`);
};

/**
 * Makes the tables if there are none: of several processes one does, and the others wait for it. Returns the facts that
 * all owners share: `make` makes them together with the tables.
 * @throws DatabaseError for a database that cannot hold the worlds, and for tables of something else or of a newer
 * release; nothing is changed then
 */
export const prepareTables = (link: Link, schema: string, make: () => Promise<object>): Promise<object> =>
  link.transact(async (run) => {
    demandServer(await first(run, SERVER));
    await run('SELECT pg_advisory_xact_lock($1)', [MAKING]);
    const found = `SELECT count(*)::int AS schemas, count(c.oid)::int AS tables,
        count(*) FILTER (WHERE c.relname = 'mock')::int AS mock
      FROM pg_namespace n LEFT JOIN pg_class c ON n.oid = c.relnamespace WHERE n.nspname = ${escapeLiteral(schema)}`;
    const { schemas, tables, mock } = await first(run, found);
    if (tables === 0) {
      const meta = JSON.stringify(await make());
      // If the schema is there, its owner needs no right in the database. All is made by one statement, or nothing.
      await run(`${schemas === 0 ? `CREATE SCHEMA ${link.schema};` : ''}${tablesOf(link.schema, meta)}`);
      return JSON.parse(meta);
    }
    // A table of that name may have other columns.
    const known = `SELECT to_jsonb(m) AS mock FROM ${link.schema}.mock m LIMIT 1`;
    const { version, meta } = (mock === 1 ? ((await first(run, known)).mock ?? {}) : {}) as Columns;
    if (typeof version !== 'number' || typeof meta !== 'string') {
      throw new DatabaseError(
        `the schema ${schema} of the database is not of this program: name another by --database-schema`,
      );
    }
    demandVersion(version);
    return JSON.parse(meta);
  });
