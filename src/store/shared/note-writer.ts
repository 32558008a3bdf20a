import { setTimeout as pause } from 'node:timers/promises';
import { stateMoved } from '../../kernel/early-calls.ts';
import type { Connections } from './connections.ts';
import type { DatabaseClock } from './database-clock.ts';
import { isConflict, isConnectionLost, refusalOf } from './database-error.ts';
import { joinTexts, splitTexts } from './joined-texts.ts';
import { type Demand, demandsOf, type NotesOfWorlds, pickNotes } from './note-demands.ts';
import { countCalls, noteRowsOf, type SentNote, sizeOfNote } from './note-rows.ts';
import { type OpenPromise, openPromise } from './open-promise.ts';
import type { Columns, Statement } from './session.ts';
import type { Wakes } from './wakes.ts';

/** How many notes, and how many characters of them, one statement stores: those behind them are in the next. */
const MAX_NOTES = 500;
const MAX_TEXT = 1_048_576;
/** How long a statement is sent again whose outcome is not known, and how long between two tries, in milliseconds. */
const SETTLE_MILLIS = 1_000;
const RETRY_MILLIS = 50;
/** The step from the number of a batch to the next: the number between them marks a batch that was never stored. */
const BATCH = 2;

/** The numbers of the last note of a world, and of its last call by then, and the place among the notes of all worlds. */
export interface NoteEnd {
  readonly last: number;
  readonly calls: number;
  readonly place: number;
}

/** The notes of a world, which learn the places of those that were stored. */
export interface NoteTarget {
  /** The name of the world, and its number among all that were made. */
  readonly world?: string | undefined;
  readonly born: string;
  /** Receives notes that are stored now, with the numbers and the places before the first, where these are known. */
  readonly stored: (notes: readonly SentNote[], before: NoteEnd | undefined) => void;
  /** Receives notes that could not be stored, as far as is known. */
  readonly refused: (notes: readonly SentNote[]) => void;
}

/** The notes of one statement, and how it ends for those that are stored in any state, and for those that are in one only. */
interface Batch {
  readonly worlds: Map<NoteTarget, SentNote[]>;
  readonly ending: OpenPromise<void>;
  readonly confirming: OpenPromise<void>;
  count: number;
  size: number;
}

const batchOf = (): Batch => {
  const [ending, confirming] = [openPromise<void>(), openPromise<void>()];
  // Nobody may wait for one of them.
  for (const { promise } of [ending, confirming]) promise.catch(() => undefined);
  return { worlds: new Map(), ending, confirming, count: 0, size: 0 };
};

const NOW = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::int8';

/**
 * One statement, which is safe to repeat: it demands that no batch of its number, or a later one, was stored, and that
 * worlds are at the states that notes are about. Where it is refused, it has been executed, or one is not. Worlds are
 * locked in the order of their numbers, so that two processes never wait for each other.
 */
const STORE = `
WITH o AS (INSERT INTO platform_mock.note_origin AS o (id, batch) SELECT $1::int8, $2::int8
    WHERE NOT EXISTS (SELECT 1 FROM unnest($13::text[], $14::int8[], $15::int8[]) d(id, born, tag)
      LEFT JOIN platform_mock.world w ON w.id = d.id AND w.born = d.born WHERE w.tag IS DISTINCT FROM d.tag)
    ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, seen_at = clock_timestamp() WHERE o.batch < excluded.batch
    RETURNING id),
  h AS (INSERT INTO platform_mock.note_head AS h (born, last, calls, hidden)
    SELECT b.born, b.many, b.calls, b.hidden
    FROM unnest($3::int8[], $4::int4[], $5::int4[], $10::int4[]) AS b(born, many, calls, hidden)
    WHERE EXISTS (SELECT 1 FROM o) ORDER BY b.born
    ON CONFLICT (born) DO UPDATE SET last = h.last + excluded.last, calls = h.calls + excluded.calls,
      hidden = CASE WHEN excluded.hidden < 0 THEN h.hidden ELSE h.calls + excluded.hidden END
    RETURNING born, last, calls),
  g AS (UPDATE platform_mock.note_place SET last = last + $11::int4 WHERE EXISTS (SELECT 1 FROM h) RETURNING last),
  n AS (INSERT INTO platform_mock.note (born, n, call, origin, body, place)
    SELECT r.born, h.last - r.behind, h.calls - r.calls, $1, r.body, g.last - r.later
    FROM unnest($6::int8[], $7::int4[], $8::int4[], ${splitTexts('$9', '$7::int4[]')}, $12::int4[]) AS r(born, behind, calls, body, later)
    JOIN h USING (born) CROSS JOIN g)
SELECT born, last, calls, (SELECT last FROM g) AS place, ${NOW} AS now FROM h`;

/**
 * The same for rows of one world that has some already and hides none, of a process that has stored some: it returns
 * nothing where one of these is not so, as where it has been executed.
 */
const STORE_ROWS = `
WITH o AS (UPDATE platform_mock.note_origin SET batch = $2, seen_at = clock_timestamp()
    WHERE id = $1 AND batch < $2 AND EXISTS (SELECT 1 FROM platform_mock.note_head WHERE born = $3::int8)
      AND ($9::text IS NULL OR EXISTS (SELECT 1 FROM platform_mock.world WHERE id = $9 AND born = $3::int8 AND tag = $10::int8))
    RETURNING 1),
  h AS (UPDATE platform_mock.note_head SET last = last + $4::int4, calls = calls + $5::int4 FROM o WHERE born = $3::int8
    RETURNING last, calls),
  g AS (UPDATE platform_mock.note_place p SET last = p.last + $4::int4 FROM h RETURNING p.last AS place, h.last, h.calls),
  n AS (INSERT INTO platform_mock.note (born, n, call, origin, body, place)
    SELECT $3::int8, g.last - r.behind, g.calls - r.calls, $1, r.body, g.place - r.behind
    FROM g, unnest($6::int4[], $7::int4[], ${splitTexts('$8', '$6::int4[]')}) AS r(behind, calls, body))
SELECT $3::int8 AS born, last, calls, place, ${NOW} AS now FROM g`;

/** The kinds of notes by which the calls before are hidden, or deleted. */
const HIDING: ReadonlySet<string> = new Set(['journal reset', 'journal cleared']);

/** How many of the calls of some notes are before the last that hides them; -1 where none does. */
const countHidden = (notes: readonly SentNote[]): number => {
  const last = notes.findLastIndex(({ kind }) => HIDING.has(kind));
  return last < 0 ? -1 : countCalls(notes.slice(0, last));
};

/** The notes of one statement that are of one world. */
interface WorldBatch {
  readonly target: NoteTarget;
  readonly notes: readonly SentNote[];
  readonly calls: number;
  /** How many of these calls are hidden by a note behind them; -1 where there is none. */
  readonly hidden: number;
  /** How many notes of other worlds the statement has behind them. */
  readonly later: number;
}

const worldBatchesOf = (worlds: NotesOfWorlds<NoteTarget>): readonly WorldBatch[] => {
  let later = 0;
  for (const notes of worlds.values()) later += notes.length;
  return [...worlds].map(([target, notes]) => {
    later -= notes.length;
    return { target, notes, calls: countCalls(notes), hidden: countHidden(notes), later };
  });
};

/** A row, and how many notes and calls of its world, and notes of all, the statement has behind it. */
interface PlacedRow {
  readonly born: string;
  readonly behind: number;
  readonly calls: number;
  readonly later: number;
  readonly text: string;
}

const placedRowsOf = ({ target: { born }, notes, calls, later }: WorldBatch): readonly PlacedRow[] => {
  let [behind, callsBehind] = [notes.length, calls];
  return noteRowsOf(notes).map(({ notes: its, text }) => {
    behind -= its.length;
    callsBehind -= countCalls(its);
    return { born, behind, calls: callsBehind, later: later + behind, text };
  });
};

/** Returns whether a batch was stored. Where it was not, a try of it that is still on its way is refused from then on. */
const SETTLE = `
WITH was AS (SELECT batch FROM platform_mock.note_origin WHERE id = $1 FOR UPDATE),
  passed AS (INSERT INTO platform_mock.note_origin AS o (id, batch) VALUES ($1, $2::int8 + 1)
    ON CONFLICT (id) DO UPDATE SET batch = excluded.batch WHERE o.batch < $2::int8 RETURNING 1)
SELECT NOT EXISTS (SELECT 1 FROM passed) AND coalesce((SELECT batch FROM was), $2) = $2 AS stored`;

const columnsOf = (rows: readonly PlacedRow[]): readonly unknown[] => [
  rows.map(({ behind }) => behind),
  rows.map(({ calls }) => calls),
  joinTexts(rows.map(({ text }) => text)),
];

const valuesOf = (
  worlds: readonly WorldBatch[],
  rows: readonly PlacedRow[],
  demands: readonly Demand[],
): readonly unknown[] => [
  worlds.map(({ target }) => target.born),
  worlds.map(({ notes }) => notes.length),
  worlds.map(({ calls }) => calls),
  rows.map(({ born }) => born),
  ...columnsOf(rows),
  worlds.map(({ hidden }) => hidden),
  worlds.reduce((sum, { notes }) => sum + notes.length, 0),
  rows.map(({ later }) => later),
  demands.map(({ world }) => world),
  demands.map(({ born }) => born),
  demands.map(({ state }) => state),
];

/** The ends of the notes of worlds, by their numbers; the place is that of the last note of the statement. */
type Ends = ReadonlyMap<string, NoteEnd>;

const endsIn = (rows: readonly Columns[]): Ends =>
  new Map(
    rows.map(({ born, last, calls, place }) => [
      String(born),
      { last: Number(last), calls: Number(calls), place: Number(place) },
    ]),
  );

const refuse = ({ ending, confirming }: Batch, left: NotesOfWorlds<NoteTarget>, refusal: unknown): void => {
  for (const [target, notes] of left) target.refused(notes);
  confirming.reject(refusal);
  ending.reject(refusal);
};

/** The dependencies of storing notes. */
export interface NoteWriterParts {
  readonly connections: Connections;
  /** The number of this process among all that write notes: a random positive int8, as text. */
  readonly origin: string;
  readonly now: () => number;
  /** Receives the time of the database with each answer. */
  readonly clock: Pick<DatabaseClock, 'note'>;
  /** Wakes those who wait for what was stored. */
  readonly wakes: Pick<Wakes, 'store'>;
}

/** Stores the notes of a process, of all worlds: one statement at a time, with all notes that have come meanwhile. */
export class NoteWriter {
  readonly #parts: NoteWriterParts;
  /** Those that wait for the statement that is under way; notes are added to the last one. */
  readonly #waiting: Batch[] = [];
  /** Those that have notes in the database, stored by this process. */
  readonly #known = new WeakSet<NoteTarget>();
  #isStoring = false;
  #batch = 0;
  #key = 0;

  constructor(parts: NoteWriterParts) {
    this.#parts = parts;
  }

  get origin(): string {
    return this.#parts.origin;
  }

  /** A number that no note of this process has had. */
  takeKey(): number {
    this.#key += 1;
    return this.#key;
  }

  /**
   * Resolves once the note is stored.
   * @throws ApiError UNAVAILABLE: it may be stored then, or not; ABORTED for one of another state than the world has
   */
  add(target: NoteTarget, note: SentNote): Promise<void> {
    const size = sizeOfNote(note);
    const batch = this.#openBatch(size);
    batch.count += 1;
    batch.size += size;
    const notes = batch.worlds.get(target);
    if (notes) notes.push(note);
    else batch.worlds.set(target, [note]);
    if (!this.#isStoring) void this.#storeAll();
    return note.at === undefined ? batch.ending.promise : batch.confirming.promise;
  }

  /** The last batch that waits, if it has room for a note of a size, or else a new one. */
  #openBatch(size: number): Batch {
    const last = this.#waiting.at(-1);
    if (last && last.count < MAX_NOTES && last.size + size <= MAX_TEXT) return last;
    const batch = batchOf();
    this.#waiting.push(batch);
    return batch;
  }

  async #storeAll(): Promise<void> {
    this.#isStoring = true;
    // What is added in the same turn of the event loop shares the statement: it has not been sent yet.
    await new Promise(setImmediate);
    for (let batch = this.#waiting.shift(); batch; batch = this.#waiting.shift()) await this.#store(batch);
    this.#isStoring = false;
  }

  async #store(batch: Batch): Promise<void> {
    const { worlds, ending, confirming } = batch;
    let left: NotesOfWorlds<NoteTarget> = worlds;
    try {
      if (!(await this.#storeAllOf(worlds))) {
        left = pickNotes(worlds, false);
        for (const [target, notes] of pickNotes(worlds, true)) target.refused(notes);
        confirming.reject(stateMoved());
        if (left.size > 0) await this.#storeAllOf(left);
      }
      confirming.resolve();
      ending.resolve();
    } catch (error) {
      refuse(batch, left, refusalOf(error));
      // Where nothing is answered, those that wait have waited as long.
      if (isConnectionLost(error)) {
        for (const waiting of this.#waiting.splice(0)) refuse(waiting, waiting.worlds, refusalOf(error));
      }
    }
  }

  /** Stores notes, and hands them over; false where a world has another state than one of them demands: none is stored then. */
  async #storeAllOf(of: NotesOfWorlds<NoteTarget>): Promise<boolean> {
    this.#batch += BATCH;
    const worlds = worldBatchesOf(of);
    const ends = await this.#send(worlds, this.#batch, demandsOf(of));
    if (!ends) return false;
    for (const { target, notes, calls, later } of worlds) {
      this.#known.add(target);
      this.#parts.wakes.store(target.born);
      const end = ends.get(target.born);
      const last = notes.length + later;
      target.stored(notes, end && { last: end.last - notes.length, calls: end.calls - calls, place: end.place - last });
    }
    return true;
  }

  /**
   * Sends the statement until its outcome is known: the last numbers, which are missing where an earlier try has been
   * executed, or undefined where a demand does not hold.
   */
  async #send(worlds: readonly WorldBatch[], batch: number, demands: readonly Demand[]): Promise<Ends | undefined> {
    const { now } = this.#parts;
    const rows = worlds.flatMap(placedRowsOf);
    let isRepeated = false;
    for (const end = now() + SETTLE_MILLIS; ; await pause(RETRY_MILLIS)) {
      try {
        const ends = endsIn(await this.#execute(worlds, rows, batch, demands));
        if (ends.size > 0 || demands.length === 0 || (isRepeated && (await this.#isExecuted(batch)))) return ends;
        return undefined;
      } catch (error) {
        if (!(isConnectionLost(error) || isConflict(error)) || now() > end) throw error;
        isRepeated = true;
      }
    }
  }

  async #execute(
    worlds: readonly WorldBatch[],
    rows: readonly PlacedRow[],
    batch: number,
    demands: readonly Demand[],
  ): Promise<readonly Columns[]> {
    const { origin } = this.#parts;
    const [world, demand] = [worlds[0], demands[0]];
    if (world && worlds.length === 1 && demands.length < 2 && world.hidden < 0 && this.#known.has(world.target)) {
      const of = [world.target.born, world.notes.length, world.calls, ...columnsOf(rows)];
      const values = [origin, batch, ...of, demand?.world ?? null, demand?.state ?? null];
      const stored = await this.#note({ name: 'note rows', text: STORE_ROWS, values });
      if (stored.length > 0) return stored;
    }
    return this.#note({ name: 'notes', text: STORE, values: [origin, batch, ...valuesOf(worlds, rows, demands)] });
  }

  async #note(statement: Statement): Promise<readonly Columns[]> {
    const { connections, clock } = this.#parts;
    const rows = await connections.note(statement);
    if (rows[0]) clock.note(Number(rows[0].now));
    return rows;
  }

  /** True where an earlier try of a batch has been executed; from now on none is. */
  async #isExecuted(batch: number): Promise<boolean> {
    const { connections, origin } = this.#parts;
    const [settled] = await connections.note({ name: 'settle notes', text: SETTLE, values: [origin, batch] });
    return settled?.stored === true;
  }
}
