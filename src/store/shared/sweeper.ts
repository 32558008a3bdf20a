import type { MemoryStore } from '../memory.ts';
import type { Connections } from './connections.ts';
import { DatabaseError, isTemporary } from './database-error.ts';
import { endExpired } from './kept-worlds.ts';
import { MAX_PAST } from './past-worlds.ts';
import type { Session } from './session.ts';
import { insertLine, loadState } from './states.ts';

/** The number of the advisory lock by which one process at a time deletes. */
const SWEEPING = 7_163_920_144;
/** How often a process looks for what can be deleted, in milliseconds. */
const SWEEP_MILLIS = 60_000;
/** How many rows one statement deletes, so that none takes long. */
const MAX_ROWS = 1_000;
/** How long a process is remembered that has written no note: longer than a statement of it may be on its way. */
const FORGET_ORIGIN = '1 day';
/** How many names of worlds that have ended are remembered. */
const MAX_ENDED = 10_000;
/** The floor of a line that is being deleted: nothing can begin with a state of it. */
const GONE = '9223372036854775807';

/** The dependencies of deleting what nobody needs. */
export interface SweeperParts {
  readonly connections: Connections;
  /** How long unneeded data are kept, in milliseconds: longer than a statement that is on its way may take. */
  readonly keepMillis: number;
  /** How many of the worlds that have ended are kept; 100 unless given. */
  readonly mostPast?: number | undefined;
  /** A random positive int8, as text. */
  readonly makeTag: () => string;
  /** Receives what fails, but for a database that does not answer. */
  readonly report: (error: unknown) => void;
}

/** Adds up what was counted in worlds that have ended. */
export interface PastAccounts {
  /** Has what was counted in worlds kept, of which that is not known. */
  readonly settle: (borns: readonly string[]) => Promise<void>;
  /** The sum of texts of counts. */
  readonly add: (counts: readonly string[]) => string;
}

/** A line with the checkpoint that it can be trimmed to. */
interface DueLine {
  readonly line: number;
  readonly seq: number;
  /** The bytes of the checkpoint, and of the entries that go. */
  readonly size: number;
  readonly freed: number;
}

/** The lines that something points at. */
const NEEDED = `
SELECT line FROM platform_mock.world UNION SELECT line FROM platform_mock.snapshot
UNION SELECT base_line FROM platform_mock.line WHERE base_line IS NOT NULL
UNION SELECT line FROM platform_mock.past
UNION SELECT (record::jsonb #>> '{origin,line}')::int8 FROM (
  SELECT record FROM platform_mock.world UNION ALL SELECT record FROM platform_mock.past) w
  WHERE record::jsonb ? 'origin'`;

const MARK = `
UPDATE platform_mock.line l SET idle_since = CASE WHEN l.idle_since IS NULL THEN clock_timestamp() END
FROM platform_mock.line o LEFT JOIN (${NEEDED}) n ON n.line = o.id
WHERE l.id = o.id AND (n.line IS NULL) <> (l.idle_since IS NOT NULL)`;

const IDLE = `
SELECT id FROM platform_mock.line WHERE idle_since <= clock_timestamp() - $1 * interval '1 ms'
ORDER BY id LIMIT ${MAX_ROWS} FOR UPDATE SKIP LOCKED`;

const DUE = `
SELECT l.id, c.seq, c.size, (SELECT sum(octet_length(e.changes)) FROM platform_mock.entry e
  WHERE e.line = l.id AND e.seq <= c.seq) AS freed
FROM platform_mock.line l JOIN LATERAL (
  SELECT c.seq, sum(octet_length(c.rows)) AS size
  FROM platform_mock.checkpoint c JOIN platform_mock.entry e ON e.line = c.line AND e.seq = c.seq
  WHERE c.line = l.id AND c.seq > l.floor
    AND e.at_millis <= floor(extract(epoch FROM clock_timestamp()) * 1000) - $1
  GROUP BY c.seq ORDER BY c.seq DESC LIMIT 1) c ON true`;

/** The states of a line before a place that something points at. */
const PINS = `
SELECT seq FROM platform_mock.snapshot WHERE line = $1 AND seq < $2
UNION SELECT base_seq FROM platform_mock.line WHERE base_line = $1 AND base_seq < $2
UNION SELECT (record::jsonb #>> '{origin,seq}')::int8 FROM (
  SELECT record FROM platform_mock.world UNION ALL SELECT record FROM platform_mock.past) w
  WHERE (record::jsonb #>> '{origin,line}')::int8 = $1 AND (record::jsonb #>> '{origin,seq}')::int8 < $2`;

/** Lets the record of a world point at the beginning of another line. */
const NEW_ORIGIN = `record = jsonb_set(record::jsonb, '{origin}', jsonb_build_object('line', $3::int8, 'seq', 0))::text
  WHERE (record::jsonb #>> '{origin,line}')::int8 = $1 AND (record::jsonb #>> '{origin,seq}')::int8 = $2`;

/** Makes everything that points at a state point at the beginning of another line, which has the same rows. */
const REPOINT = `
WITH p AS (UPDATE platform_mock.past SET ${NEW_ORIGIN}),
  s AS (UPDATE platform_mock.snapshot SET line = $3, seq = 0 WHERE line = $1 AND seq = $2),
  l AS (UPDATE platform_mock.line SET base_line = $3, base_seq = 0 WHERE base_line = $1 AND base_seq = $2)
UPDATE platform_mock.world SET ${NEW_ORIGIN}`;

/**
 * Deletes what nobody needs any more: worlds whose time is up, lines that nothing points at, and entries that a
 * checkpoint has taken the place of. An older state of a line that something points at gets a line of its own first.
 */
export class Sweeper {
  readonly #parts: SweeperParts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #accounts: PastAccounts | undefined;

  constructor(parts: SweeperParts) {
    this.#parts = parts;
  }

  /** Deletes from now on, again and again; what was counted in worlds that go is added up by the accounts. */
  start(accounts?: PastAccounts): void {
    this.#accounts = accounts;
    this.#timer ??= setInterval(() => {
      this.#running ??= this.sweep()
        .catch((error: unknown) => {
          if (!isTemporary(error)) this.#parts.report(error);
        })
        .finally(() => {
          this.#running = undefined;
        });
    }, SWEEP_MILLIS).unref();
  }

  /** Resolves once nothing is being deleted, and nothing will be. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Deletes what can be deleted now. */
  async sweep(): Promise<void> {
    const { connections, keepMillis } = this.#parts;
    await endExpired(connections);
    await this.#deletePast();
    await connections.repeat({ text: MARK });
    await this.#giveUpIdle();
    await this.#deleteGone();
    for (const due of (await connections.repeat({ text: DUE, values: [keepMillis] })).map(dueIn)) await this.#trim(due);
    await this.#deleteTrimmed();
    await this.#deleteNotes();
  }

  /** Runs work in a transaction, unless another process is deleting. */
  #alone(work: (session: Session) => Promise<void>): Promise<void> {
    return this.#parts.connections.inTransaction(async (session) => {
      await session.run({ text: "SET LOCAL idle_in_transaction_session_timeout = '30s'" });
      const [locked] = await session.run({ text: `SELECT pg_try_advisory_xact_lock(${SWEEPING}) AS mine` });
      if (locked?.mine === true) await work(session);
    });
  }

  async #giveUpIdle(): Promise<void> {
    await this.#alone(async (session) => {
      const idle = await session.run({ text: IDLE, values: [this.#parts.keepMillis] });
      // A new statement, which sees the pointers that were committed before the lines were locked.
      const text = `UPDATE platform_mock.line SET floor = ${GONE} WHERE id = ANY($1) AND id NOT IN (${NEEDED})`;
      await session.run({ text, values: [idle.map(({ id }) => id)] });
    });
  }

  async #deleteGone(): Promise<void> {
    const { connections } = this.#parts;
    const gone = `SELECT id FROM platform_mock.line WHERE floor = ${GONE}`;
    await this.#deleteRows('checkpoint', `line IN (${gone})`);
    await this.#deleteRows('entry', `line IN (${gone})`);
    await connections.repeat({ text: `DELETE FROM platform_mock.line WHERE floor = ${GONE}` });
  }

  async #trim(due: DueLine): Promise<void> {
    const { connections, makeTag } = this.#parts;
    const { line, seq, size, freed } = due;
    const pins = (await connections.repeat({ text: PINS, values: [line, seq] })).map((pin) => Number(pin.seq));
    // Copies of the pinned states would take more room than the entries that go.
    if (pins.length * size > freed) return;
    const states = await this.#statesOf(line, pins);
    if (!states) return;
    await this.#alone(async (session) => {
      const lock = 'SELECT 1 FROM platform_mock.line WHERE id = $1 AND floor < $2 FOR UPDATE';
      if ((await session.run({ text: lock, values: [line, seq] })).length === 0) return;
      const pinned = await session.run({ text: PINS, values: [line, seq] });
      if (pinned.some((pin) => !states.has(Number(pin.seq)))) return;
      for (const [pin, state] of states) {
        const own = await insertLine(session, makeTag(), state);
        await session.run({ text: REPOINT, values: [line, pin, own] });
      }
      const trim =
        'UPDATE platform_mock.line SET floor = $2, base_line = NULL, base_seq = NULL, kept = NULL WHERE id = $1';
      await session.run({ text: trim, values: [line, seq] });
      await session.run({
        text: 'DELETE FROM platform_mock.checkpoint WHERE line = $1 AND seq < $2',
        values: [line, seq],
      });
    });
  }

  /** The states of a line by their places; undefined where another process has trimmed it meanwhile. */
  async #statesOf(line: number, pins: readonly number[]): Promise<ReadonlyMap<number, MemoryStore> | undefined> {
    const states = new Map<number, MemoryStore>();
    try {
      for (const pin of pins) states.set(pin, (await loadState(this.#parts.connections, line, pin)).state.fork());
      return states;
    } catch (error) {
      if (error instanceof DatabaseError) return undefined;
      throw error;
    }
  }

  /** Deletes the entries below the floor of their line, also those that a stopped process has left. */
  async #deleteTrimmed(): Promise<void> {
    await this.#deleteRows(
      'entry',
      `(line, seq) IN (SELECT e.line, e.seq FROM platform_mock.line l, platform_mock.entry e
        WHERE l.floor > 0 AND e.line = l.id AND e.seq <= l.floor LIMIT ${MAX_ROWS})`,
    );
  }

  /** Deletes worlds that have ended, but for the last ones. */
  async #deletePast(): Promise<void> {
    const { mostPast = MAX_PAST } = this.#parts;
    const text = `SELECT born, counts IS NULL AS unknown FROM platform_mock.past
      ORDER BY ended_at DESC, born DESC OFFSET ${mostPast} LIMIT ${MAX_ROWS}`;
    for (;;) {
      const due = await this.#parts.connections.repeat({ text });
      if (due.length === 0) return;
      const unknown = due.filter((row) => row.unknown === true).map(({ born }) => String(born));
      if (unknown.length > 0) await this.#accounts?.settle(unknown);
      await this.#alone((session) =>
        this.#forgetPast(
          session,
          due.map(({ born }) => String(born)),
        ),
      );
      if (due.length < MAX_ROWS) return;
    }
  }

  /** Deletes worlds that have ended, in a transaction, and adds what was counted in them to the sum. */
  async #forgetPast(session: Session, borns: readonly string[]): Promise<void> {
    const [counted] = await session.run({ text: 'SELECT body FROM platform_mock.counted FOR UPDATE' });
    const gone = await session.run({
      text: 'DELETE FROM platform_mock.past WHERE born = ANY($1) RETURNING counts',
      values: [borns],
    });
    const counts = [String(counted?.body ?? ''), ...gone.map((row) => String(row.counts ?? ''))];
    const sum = this.#accounts?.add(counts.filter((each) => each !== ''));
    if (sum) await session.run({ text: 'UPDATE platform_mock.counted SET body = $1', values: [sum] });
  }

  /**
   * Deletes old notes, and those of worlds that are not kept any more, and forgets the processes that have written none
   * for long, and old names.
   */
  async #deleteNotes(): Promise<void> {
    const ended = 'born NOT IN (SELECT born FROM platform_mock.world)';
    const gone = `${ended} AND born NOT IN (SELECT born FROM platform_mock.past)`;
    await this.#deleteRows('note', gone);
    // A stopped process has left them.
    await this.#deleteRows(
      'note',
      `(born, n) IN (SELECT n.born, n.n FROM platform_mock.note_head h, platform_mock.note n
        WHERE h.floor > 0 AND n.born = h.born AND n.n <= h.floor LIMIT ${MAX_ROWS})`,
    );
    await this.#deleteRows('note_head', gone);
    await this.#deleteRows('shown', ended);
    await this.#deleteRows('note_origin', `seen_at < clock_timestamp() - interval '${FORGET_ORIGIN}'`);
    await this.#deleteRows(
      'ended',
      `at < (SELECT at FROM platform_mock.ended ORDER BY at DESC OFFSET ${MAX_ENDED} LIMIT 1)`,
    );
  }

  async #deleteRows(
    table: 'entry' | 'checkpoint' | 'note' | 'note_head' | 'note_origin' | 'shown' | 'ended',
    which: string,
  ): Promise<void> {
    const text = `DELETE FROM platform_mock.${table} WHERE ctid IN (
      SELECT ctid FROM platform_mock.${table} WHERE ${which} LIMIT ${MAX_ROWS}) RETURNING 1`;
    while ((await this.#parts.connections.repeat({ text })).length === MAX_ROWS);
  }
}

const dueIn = ({ id, seq, size, freed }: Readonly<Record<string, unknown>>): DueLine => ({
  line: Number(id),
  seq: Number(seq),
  size: Number(size),
  freed: Number(freed),
});
