import { setTimeout as pause } from 'node:timers/promises';
import type { Meta } from '../json-file-snapshot.ts';
import type { Connections } from './connections.ts';
import { DatabaseError } from './database-error.ts';
import type { Columns, Session } from './session.ts';

/** The schema that all tables are in, whatever else the database has. */
const SCHEMA = 'platform_mock';
/** Postgres 14, as `server_version_num` has it. */
const OLDEST_SERVER = 140_000;
/** The number of the advisory lock that one process at a time holds while it makes the tables. */
const MAKING = 7_163_920_141;
/** The number of the advisory lock that each process shares which uses the tables. */
export const PRESENT = 7_163_920_142;
/** How often a start looks whether the processes before it have ended, and how long between, in milliseconds. */
const LOOKS = 30;
const LOOK_MILLIS = 100;

/**
 * `mock` has what the processes share beside their worlds, and how they answer, as JSON. `line` is a log of entries that
 * begins with the state of another line at a place and the settings that are kept over it, or with a checkpoint at 0;
 * where it was trimmed, with the checkpoint at `floor`: entries up to that, and states before it, are gone. A line that
 * nothing points at is idle since a time. `world` points at its line, whose number among all that the world has had is
 * `rev`, and has the number and the tag of its last entry. A tag is random: an entry demands the tag of the one before
 * it, which can thus be followed by one only. The `record` of a world is what its maker notes when it is whole; a
 * `snapshot` points at a state.
 */
const TABLES = `
CREATE TABLE ${SCHEMA}.mock (one bool PRIMARY KEY DEFAULT true CHECK (one), version int NOT NULL, meta text, options text);
CREATE TABLE ${SCHEMA}.line (id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, base_line int8, base_seq int8,
  kept text, tag int8 NOT NULL, rev int8, begun_at timestamptz, floor int8 NOT NULL DEFAULT 0, idle_since timestamptz);
CREATE TABLE ${SCHEMA}.world (id text PRIMARY KEY, line int8 NOT NULL, rev int8 NOT NULL DEFAULT 0,
  head int8 NOT NULL DEFAULT 0, tag int8 NOT NULL, at_millis int8 NOT NULL,
  born int8 GENERATED ALWAYS AS IDENTITY, record text, hold text, hold_until timestamptz) WITH (fillfactor = 60);
CREATE TABLE ${SCHEMA}.snapshot (world text, name text, line int8 NOT NULL, seq int8 NOT NULL, head text NOT NULL,
  PRIMARY KEY (world, name));
CREATE TABLE ${SCHEMA}.entry (line int8, seq int8, prev int8 NOT NULL, tag int8 NOT NULL, at_millis int8 NOT NULL,
  changes text NOT NULL, PRIMARY KEY (line, seq));
CREATE TABLE ${SCHEMA}.checkpoint (line int8, seq int8, part int4, is_last bool NOT NULL, tag int8 NOT NULL,
  rows text NOT NULL, PRIMARY KEY (line, seq, part));
INSERT INTO ${SCHEMA}.mock (version) VALUES (0);`;

/**
 * `note` is what has happened in a world, by the number that the world has among all that were made, in one order: `n`
 * counts notes, and `call` those that are calls. They are not compressed up to a page: most are of some kilobytes, and
 * that would take longer than all else of them. `note_head` has the last numbers of a world, and the state that replaces
 * the notes up to `floor`, which are gone. `note_origin` has the last batch of notes that a process has stored.
 */
const NOTES = `
CREATE TABLE ${SCHEMA}.note (born int8, n int8, call int8 NOT NULL, origin int8 NOT NULL, key int8 NOT NULL,
  kind text NOT NULL, body text NOT NULL, PRIMARY KEY (born, n))
  WITH (autovacuum_vacuum_scale_factor = 0.02, toast_tuple_target = 8160);
CREATE TABLE ${SCHEMA}.note_head (born int8 PRIMARY KEY, last int8 NOT NULL, calls int8 NOT NULL,
  floor int8 NOT NULL DEFAULT 0, state text) WITH (fillfactor = 60);
CREATE TABLE ${SCHEMA}.note_origin (id int8 PRIMARY KEY, batch int8 NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp()) WITH (fillfactor = 60);`;

/** `process` has the processes that use the database, and those that have left something to do which no other has done. */
const PROCESSES = `
CREATE TABLE ${SCHEMA}.process (id int8 PRIMARY KEY);`;

/**
 * `worlds` is how many worlds there are that are whole, `default` left out: whoever makes one waits for those that do so
 * at the same moment, and for those that end some.
 */
const COUNT = `
ALTER TABLE ${SCHEMA}.mock ADD COLUMN worlds int8 NOT NULL DEFAULT 0;
CREATE FUNCTION ${SCHEMA}.count_made() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE ${SCHEMA}.mock SET worlds = worlds + 1; RETURN NULL; END $$;
CREATE FUNCTION ${SCHEMA}.count_ended() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE ended int8 := (SELECT count(*) FROM gone WHERE record IS NOT NULL AND id <> 'default');
  BEGIN
    IF ended > 0 THEN UPDATE ${SCHEMA}.mock SET worlds = worlds - ended; END IF;
    RETURN NULL;
  END $$;
CREATE TRIGGER made AFTER UPDATE OF record ON ${SCHEMA}.world FOR EACH ROW
  WHEN (OLD.record IS NULL AND NEW.record IS NOT NULL AND NEW.id <> 'default') EXECUTE FUNCTION ${SCHEMA}.count_made();
CREATE TRIGGER ended AFTER DELETE ON ${SCHEMA}.world REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION ${SCHEMA}.count_ended();
UPDATE ${SCHEMA}.mock SET worlds = (SELECT count(*) FROM ${SCHEMA}.world WHERE record IS NOT NULL AND id <> 'default');`;

/**
 * A row of `note` has several notes of a process that follow each other: `n` and `call` are the numbers of the last note,
 * and of the last call by then. Rows of before have one, with its kind and key. `reads_from` is the version that a release
 * must have at least to use the tables.
 */
const NOTE_ROWS = `
ALTER TABLE ${SCHEMA}.mock ADD COLUMN reads_from int NOT NULL DEFAULT 1;
ALTER TABLE ${SCHEMA}.note ALTER COLUMN kind DROP NOT NULL, ALTER COLUMN key DROP NOT NULL;`;

/**
 * `maker` is the process that makes a world which is not whole yet. `shown` is what a list shows of a world beside its
 * record and its calls, as it was at a head: it is of no use once the world has another. `hidden` is how many of the calls
 * of a world were made before they were last hidden, or deleted; -1 where they never were. `ended` has the names of the
 * worlds that have ended last, and were whole.
 */
const LISTED = `
ALTER TABLE ${SCHEMA}.world ADD COLUMN maker int8;
CREATE TABLE ${SCHEMA}.shown (born int8 PRIMARY KEY, tag int8 NOT NULL, body text NOT NULL)
  WITH (fillfactor = 60);
ALTER TABLE ${SCHEMA}.note_head ADD COLUMN hidden int8 NOT NULL DEFAULT -1;
UPDATE ${SCHEMA}.note_head h SET hidden = coalesce((SELECT max(n.call) FROM ${SCHEMA}.note n WHERE n.born = h.born AND n.n < r.n), 0)
  FROM (SELECT born, max(n) AS n FROM ${SCHEMA}.note WHERE kind IN ('journal reset', 'journal cleared') GROUP BY born) r
  WHERE r.born = h.born;
CREATE TABLE ${SCHEMA}.ended (world text PRIMARY KEY, at timestamptz NOT NULL);
CREATE INDEX ended_at ON ${SCHEMA}.ended (at);
CREATE FUNCTION ${SCHEMA}.note_ended() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO ${SCHEMA}.ended SELECT id, clock_timestamp() FROM gone WHERE record IS NOT NULL ORDER BY id
    ON CONFLICT (world) DO UPDATE SET at = excluded.at;
  RETURN NULL;
END $$;
CREATE TRIGGER noted AFTER DELETE ON ${SCHEMA}.world REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION ${SCHEMA}.note_ended();`;

/**
 * `past` has the worlds that have ended last, and were whole: their last state, their record, and what was counted in
 * them, where that is known. `counted` has the sum of what was counted in those that are not kept any more.
 */
const PAST = `
CREATE TABLE ${SCHEMA}.past (born int8 PRIMARY KEY, id text NOT NULL, line int8 NOT NULL, seq int8 NOT NULL,
  record text NOT NULL, counts text, ended_at timestamptz NOT NULL DEFAULT clock_timestamp());
CREATE INDEX past_at ON ${SCHEMA}.past (ended_at, born);
CREATE TABLE ${SCHEMA}.counted (one bool PRIMARY KEY DEFAULT true CHECK (one), body text NOT NULL DEFAULT '');
INSERT INTO ${SCHEMA}.counted DEFAULT VALUES;
CREATE OR REPLACE FUNCTION ${SCHEMA}.note_ended() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO ${SCHEMA}.ended SELECT id, clock_timestamp() FROM gone WHERE record IS NOT NULL ORDER BY id
    ON CONFLICT (world) DO UPDATE SET at = excluded.at;
  INSERT INTO ${SCHEMA}.past (born, id, line, seq, record)
    SELECT born, id, line, head, record FROM gone WHERE record IS NOT NULL;
  RETURN NULL;
END $$;`;

/**
 * `place` of a row of notes is the place of its last note among those of all worlds, in the order in which they were
 * stored: `note_place` has the last one, and whoever stores some locks it until that is committed.
 */
const PLACES = `
CREATE TABLE ${SCHEMA}.note_place (one bool PRIMARY KEY DEFAULT true CHECK (one), last int8 NOT NULL) WITH (fillfactor = 60);
ALTER TABLE ${SCHEMA}.note ADD COLUMN place int8;
UPDATE ${SCHEMA}.note n SET place = r.place FROM (
  SELECT born, n, sum(many) OVER (ORDER BY born, n) AS place FROM (
    SELECT m.born, m.n, m.n - coalesce(lag(m.n) OVER (PARTITION BY m.born ORDER BY m.n), h.floor) AS many
    FROM ${SCHEMA}.note m JOIN ${SCHEMA}.note_head h ON h.born = m.born) c) r WHERE r.born = n.born AND r.n = n.n;
INSERT INTO ${SCHEMA}.note_place (last) SELECT coalesce(max(place), 0) FROM ${SCHEMA}.note;`;

/** The text of a call is a list, which a release of before cannot read: it has written objects. */
const CALLS_AS_LISTS = `COMMENT ON COLUMN ${SCHEMA}.note.body IS 'a call is a list, or an object in rows of before';`;

/** What makes the tables of each version of those of the one before it. */
const STEPS = [TABLES, NOTES, PROCESSES, COUNT, NOTE_ROWS, LISTED, PAST, PLACES, CALLS_AS_LISTS];
/** The version of the tables that this release makes and reads. */
const VERSION = STEPS.length;
/**
 * The oldest version whose release can go on with these tables: raised by a step that an older release would misread, or
 * whose rows it would write in another way. Where processes of an older one run, tables are not made into these.
 */
const READS_FROM = 9;

const first = async (session: Session, text: string): Promise<Columns> => (await session.run({ text }))[0] ?? {};

const demandVersion = ({ version }: Columns): number => {
  if (typeof version !== 'number')
    throw new DatabaseError(`the schema ${SCHEMA} of the database is not of this program: use another database`);
  if (version > VERSION) {
    const what = `the database has version ${version} of the schema ${SCHEMA}, and this release reads ${VERSION}`;
    throw new DatabaseError(`${what}: run a newer release`);
  }
  return version;
};

/** Waits for the end of the processes that use the tables. One that was just killed may still seem to be there. */
const demandNobody = async (session: Session): Promise<void> => {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const { done } = await first(session, `SELECT pg_try_advisory_xact_lock(${PRESENT}) AS done`);
    if (done === true) return;
    await pause(LOOK_MILLIS);
  }
  throw new DatabaseError(
    'mocks of an older release use the database, which cannot go on beside this one: stop them first',
  );
};

const upgrade = async (session: Session, from: number): Promise<void> => {
  if (from === VERSION) return;
  if (from > 0 && from < READS_FROM) await demandNobody(session);
  for (const step of STEPS.slice(from)) await session.run({ text: step });
  await session.run({ text: `UPDATE ${SCHEMA}.mock SET version = ${VERSION}, reads_from = ${READS_FROM}` });
};

/** True where this release can use the tables as they are now: a newer one may have made others of them meanwhile. */
export const canUse = async (connections: Connections): Promise<boolean> => {
  const [found] = await connections.repeat({ text: `SELECT reads_from FROM ${SCHEMA}.mock` });
  return Number(found?.reads_from) <= VERSION;
};

/**
 * Makes the tables where they are missing, and those of an older release into its own: of several processes one does, and
 * the others wait for it.
 * @throws DatabaseError for a server that is too old, for tables of something else or of a newer release, and while
 * processes of an older release run that cannot go on; nothing is changed then
 */
export const prepareSchema = (connections: Connections): Promise<void> =>
  connections.inTransaction(async (session) => {
    const { server, text } = await first(
      session,
      "SELECT current_setting('server_version_num')::int AS server, current_setting('server_version') AS text",
    );
    if (Number(server) < OLDEST_SERVER)
      throw new DatabaseError(`the database is Postgres ${text}: 14 or newer is needed`);
    await session.run({ text: "SET LOCAL lock_timeout = '30s'" });
    await session.run({ text: "SET LOCAL statement_timeout = '30s'" });
    await session.run({ text: 'SELECT pg_advisory_xact_lock($1)', values: [MAKING] });
    const { schemas, tables, mock } = await first(
      session,
      `SELECT count(*)::int AS schemas, count(c.oid)::int AS tables,
         count(*) FILTER (WHERE c.relname = 'mock')::int AS mock
       FROM pg_namespace n LEFT JOIN pg_class c ON n.oid = c.relnamespace WHERE n.nspname = '${SCHEMA}'`,
    );
    if (tables === 0) {
      // Where it is there, its owner needs no right in the database.
      if (schemas === 0) await session.run({ text: `CREATE SCHEMA ${SCHEMA}` });
      await upgrade(session, 0);
      return;
    }
    // A table of that name may have other columns.
    const known = `SELECT to_jsonb(m) -> 'version' AS version FROM ${SCHEMA}.mock m LIMIT 1`;
    await upgrade(session, demandVersion(mock === 1 ? await first(session, known) : {}));
  });

/** What the processes that share a database share beside its worlds: what the first of them has made. */
export const adoptMeta = async (connections: Connections, make: () => Promise<Meta>): Promise<Meta> => {
  const read = { text: `SELECT meta FROM ${SCHEMA}.mock` };
  const [known] = await connections.repeat(read);
  if (typeof known?.meta === 'string') return JSON.parse(known.meta);
  const keep = `UPDATE ${SCHEMA}.mock SET meta = $1 WHERE meta IS NULL`;
  await connections.repeat({ text: keep, values: [JSON.stringify(await make())] });
  const [kept] = await connections.repeat(read);
  return JSON.parse(String(kept?.meta));
};
