import { joinTexts, splitTexts } from './joined-texts.ts';
import { type Demand, demandsOf, type NotesOfWorlds } from './note-demands.ts';
import { countCalls, noteRowsOf, type SentNote } from './note-rows.ts';
import type { Columns, Statement } from './session.ts';

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
 * nothing where one of these is not so, as where it has been executed. One that is sent before the outcome of another is
 * known demands the number of that one: it is stored only behind it.
 */
const storePlain = (rows: string): string => `
WITH o AS (UPDATE platform_mock.note_origin SET batch = $2, seen_at = clock_timestamp()
    WHERE id = $1 AND batch < $2 AND ($8::int8 IS NULL OR batch = $8)
      AND EXISTS (SELECT 1 FROM platform_mock.note_head WHERE born = $3::int8)
      AND ($6::text IS NULL OR EXISTS (SELECT 1 FROM platform_mock.world WHERE id = $6 AND born = $3::int8 AND tag = $7::int8))
    RETURNING 1),
  h AS (UPDATE platform_mock.note_head SET last = last + $4::int4, calls = calls + $5::int4 FROM o WHERE born = $3::int8
    RETURNING last, calls),
  g AS (UPDATE platform_mock.note_place p SET last = p.last + $4::int4 FROM h RETURNING p.last AS place, h.last, h.calls),
  n AS (INSERT INTO platform_mock.note (born, n, call, origin, body, place)
    SELECT $3::int8, g.last - r.behind, g.calls - r.calls, $1, r.body, g.place - r.behind FROM g, ${rows})
SELECT $3::int8 AS born, last, calls, place, ${NOW} AS now FROM g`;

const STORE_ROWS = storePlain(
  `unnest($9::int4[], $10::int4[], ${splitTexts('$11', '$9::int4[]')}) AS r(behind, calls, body)`,
);
/** Most often there is one row: to take a list apart would be a fifth of the work. */
const STORE_ROW = storePlain('(SELECT 0 AS behind, 0 AS calls, $9::text AS body) AS r');

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

/**
 * Returns whether a batch was stored: it was, too, where the one is that was sent behind it. Where it was not, a try of it
 * that is still on its way is refused from then on.
 */
const SETTLE = `
WITH was AS (SELECT batch FROM platform_mock.note_origin WHERE id = $1 FOR UPDATE),
  passed AS (INSERT INTO platform_mock.note_origin AS o (id, batch) VALUES ($1, $2::int8 + 1)
    ON CONFLICT (id) DO UPDATE SET batch = excluded.batch WHERE o.batch < $2::int8 RETURNING 1)
SELECT NOT EXISTS (SELECT 1 FROM passed) AND coalesce((SELECT batch FROM was), $2) IN ($2, $3::int8) AS stored`;

const columnsOf = (rows: readonly PlacedRow[]): readonly unknown[] => [
  rows.map(({ behind }) => behind),
  rows.map(({ calls }) => calls),
  joinTexts(rows.map(({ text }) => text)),
];

/** Notes as a statement stores them. */
export interface NotesToStore {
  readonly worlds: readonly WorldBatch[];
  readonly rows: readonly PlacedRow[];
  readonly demands: readonly Demand[];
}

export const notesToStore = (of: NotesOfWorlds<NoteTarget>): NotesToStore => {
  const worlds = worldBatchesOf(of);
  const [world] = worlds;
  // Most often there is one world, whose rows need not be copied.
  const rows = world && worlds.length === 1 ? placedRowsOf(world) : worlds.flatMap(placedRowsOf);
  return { worlds, rows, demands: demandsOf(of) };
};

/** The one world of notes that are stored by the shorter statement; undefined where they are not. */
export const plainWorldOf = ({ worlds, demands }: NotesToStore): WorldBatch | undefined => {
  const [world] = worlds;
  return worlds.length === 1 && demands.length < 2 && world && world.hidden < 0 ? world : undefined;
};

/** The number of a process, and that of a batch of its notes. */
type BatchId = readonly [origin: string, batch: number];

/** Stores any notes. */
export const storeNotes = (id: BatchId, { worlds, rows, demands }: NotesToStore): Statement => {
  const values = [
    ...id,
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
  return { name: 'notes', text: STORE, values };
};

/** Stores those of one world, only behind the batch of a number where one is given. */
export const storeRows = (
  id: BatchId,
  { target, notes, calls }: WorldBatch,
  { rows, demands: [demand] }: NotesToStore,
  behind?: number,
): Statement => {
  const of = [target.born, notes.length, calls, demand?.world ?? null, demand?.state ?? null, behind ?? null];
  const [row] = rows;
  return row && rows.length === 1
    ? { name: 'note row', text: STORE_ROW, values: [...id, ...of, row.text] }
    : { name: 'note rows', text: STORE_ROWS, values: [...id, ...of, ...columnsOf(rows)] };
};

/** Settles whether a batch was stored, where another may have been sent behind it. */
export const settleNotes = (id: BatchId, next: number | undefined): Statement => ({
  name: 'settle notes',
  text: SETTLE,
  values: [...id, next ?? null],
});

/** The ends of the notes of worlds, by their numbers; the place is that of the last note of the statement. */
export type Ends = ReadonlyMap<string, NoteEnd>;

export const endsIn = (rows: readonly Columns[]): Ends =>
  new Map(
    rows.map(({ born, last, calls, place }) => [
      String(born),
      { last: Number(last), calls: Number(calls), place: Number(place) },
    ]),
  );
