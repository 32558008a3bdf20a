import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { Answers } from '../store/postgres/answers.ts';
import { Link } from '../store/postgres/link.ts';
import { StoredWorlds } from '../store/postgres/stored-worlds.ts';
import { prepareTables } from '../store/postgres/tables.ts';
import { Term } from '../store/postgres/term.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

const SCHEMA = 'platform_mock';

/** One term of an owner. */
export interface OwnedTerm {
  readonly term: Term;
  readonly link: Link;
}

/** An empty database that one process after another owns. */
export interface OwnedDatabase {
  /** Takes it from its owner. */
  take(): Promise<OwnedTerm>;
  /** Takes it, and loads its worlds. */
  load(least?: number, report?: (error: unknown) => void): Promise<StoredWorlds>;
  /** Blocks all answers to an owner until the returned function is called. */
  hold(): Promise<() => Promise<void>>;
  query(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Refuses new rows of a table as on a full disk, all or those with a word, until the returned function is called. */
  fillUp(table: 'entry' | 'state' | 'world' | 'snapshot', word?: string): Promise<() => Promise<void>>;
}

let server: Promise<TestPostgres> | undefined;

/** The server that the test files of a process share; it ends with the process. */
const sharedPostgres = (): Promise<TestPostgres> => {
  server ??= startPostgres().then((postgres) => {
    process.once('beforeExit', () => void postgres.stop());
    return postgres;
  });
  return server;
};

/** Makes an empty database; `afterwards` receives what ends its last term. */
export const makeOwnedDatabase = async (afterwards: (end: () => void) => void): Promise<OwnedDatabase> => {
  const postgres = await sharedPostgres();
  const url = await postgres.makeDatabase();
  const query = (text: string) => postgres.query(url, text);
  const clock = () => ({ now: performance.now(), wall: Date.now() });
  let drop: () => void = () => undefined;
  afterwards(() => drop());
  const take: OwnedDatabase['take'] = async () => {
    const peer = randomBytes(8).toString('hex');
    const link = new Link(url, SCHEMA, peer);
    await prepareTables(link, SCHEMA, async () => ({}));
    const taken = clock();
    const text = `UPDATE ${SCHEMA}.owner SET term = term + 1, peer = '${peer}', beat = 0 RETURNING term`;
    const number = String((await query(text))[0]?.term);
    drop();
    const watch = link.connection('watch', 1_000);
    const term = new Term({ link, watch, number, peer, taken, clock, answers: new Answers(() => undefined) });
    drop = () => {
      term.drop(new Error('another has taken it'));
      watch.close();
      link.close();
    };
    return { term, link };
  };
  return {
    take,
    query,
    load: async (least, report = assert.ifError) => {
      const { term, link } = await take();
      return StoredWorlds.load(term, link, report, least);
    },
    hold: async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      await client.query(`BEGIN; LOCK TABLE ${SCHEMA}.owner`);
      return () => client.end();
    },
    fillUp: async (table, word = '') => {
      // The row that the term writes for itself has the number 0.
      await query(`
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
          IF to_jsonb(NEW) ->> 'born' = '0' OR to_jsonb(NEW)::text NOT LIKE '%${word}%' THEN RETURN NEW; END IF;
          RAISE 'could not extend file: No space left on device' USING ERRCODE = '53100'; END$$;
        CREATE TRIGGER full_disk BEFORE INSERT ON ${SCHEMA}.${table} FOR EACH ROW EXECUTE FUNCTION refuse()`);
      return async () => void (await query('DROP FUNCTION refuse CASCADE'));
    },
  };
};
