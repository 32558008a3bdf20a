import { setTimeout as pause } from 'node:timers/promises';
import type { Connections } from './connections.ts';
import { isConflict, isConnectionLost, refusalOf } from './database-error.ts';
import { joinTexts, splitTexts } from './joined-texts.ts';
import type { Wakes } from './wakes.ts';

/** How many notes, and how many characters of them, one statement stores: those behind them are in the next. */
const MAX_NOTES = 500;
const MAX_TEXT = 1_048_576;
/** How long a statement is sent again whose outcome is not known, and how long between two tries, in milliseconds. */
const SETTLE_MILLIS = 1_000;
const RETRY_MILLIS = 50;

/** A note on its way into the database. */
export interface SentNote {
  readonly kind: string;
  readonly text: string;
  /** Its number among all that this process has sent. */
  readonly key: number;
}

/** The notes of a world, which learn the places of those that were stored. */
export interface NoteTarget {
  /** The number of the world among all that were made. */
  readonly born: string;
  /** Receives notes that are stored now: the first has the number behind `last`, and the first call that behind `calls`. */
  readonly stored: (notes: readonly SentNote[], before: { readonly last: number; readonly calls: number }) => void;
}

interface Waiting {
  readonly target: NoteTarget;
  readonly note: SentNote;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One statement, which is safe to repeat: it demands that no batch of its number, or a later one, was stored. Where it is
 * refused, it has been executed. Worlds are locked in the order of their numbers, so that two processes never wait for each other.
 */
const STORE = `
WITH i AS (SELECT * FROM unnest($3::int8[], $4::int4[], $5::int4[], $6::int8[], $7::text[], ${splitTexts('$8')})
    AS i(born, nth, calls, key, kind, body)),
  o AS (INSERT INTO platform_mock.note_origin AS o (id, batch) VALUES ($1, $2)
    ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, seen_at = clock_timestamp() WHERE o.batch < excluded.batch
    RETURNING id),
  b AS (SELECT born, max(nth) AS many, max(calls) AS calls FROM i GROUP BY born),
  h AS (INSERT INTO platform_mock.note_head AS h (born, last, calls)
    SELECT b.born, b.many, b.calls FROM b WHERE EXISTS (SELECT 1 FROM o) ORDER BY b.born
    ON CONFLICT (born) DO UPDATE SET last = h.last + excluded.last, calls = h.calls + excluded.calls
    RETURNING born, last, calls),
  n AS (INSERT INTO platform_mock.note (born, n, call, origin, key, kind, body)
    SELECT i.born, h.last - b.many + i.nth,
      CASE WHEN i.kind = 'call' THEN h.calls - b.calls + i.calls ELSE 0 END, $1, i.key, i.kind, i.body
    FROM i JOIN b USING (born) JOIN h USING (born))
SELECT h.born, h.last - b.many AS last, h.calls - b.calls AS calls FROM h JOIN b USING (born)`;

/** The notes of one statement by their worlds, with their places in it. */
const valuesOf = (batch: readonly Waiting[]): readonly unknown[] => {
  const counts = new Map<NoteTarget, { notes: number; calls: number }>();
  const [borns, places, calls]: [string[], number[], number[]] = [[], [], []];
  for (const { target, note } of batch) {
    const count = counts.get(target) ?? { notes: 0, calls: 0 };
    counts.set(target, count);
    count.notes += 1;
    if (note.kind === 'call') count.calls += 1;
    borns.push(target.born);
    places.push(count.notes);
    calls.push(count.calls);
  }
  const notes = batch.map(({ note }) => note);
  return [
    borns,
    places,
    calls,
    notes.map(({ key }) => key),
    notes.map(({ kind }) => kind),
    joinTexts(notes.map(({ text }) => text)),
  ];
};

/** The dependencies of storing notes. */
export interface NoteWriterParts {
  readonly connections: Connections;
  /** The number of this process among all that write notes: a random positive int8, as text. */
  readonly origin: string;
  readonly now: () => number;
  /** Wakes those who wait for what was stored. */
  readonly wakes: Pick<Wakes, 'store'>;
}

/** Stores the notes of a process, of all worlds: one statement at a time, with all notes that have come meanwhile. */
export class NoteWriter {
  readonly #parts: NoteWriterParts;
  #waiting: Waiting[] = [];
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

  /** Resolves once the note is stored. @throws ApiError UNAVAILABLE: it may be stored then, or not */
  add(target: NoteTarget, note: SentNote): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ target, note, resolve, reject });
      if (!this.#isStoring) void this.#storeAll();
    });
  }

  async #storeAll(): Promise<void> {
    this.#isStoring = true;
    // What is added in the same turn of the event loop shares the statement: it has not been sent yet.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) await this.#store(this.#takeBatch());
    this.#isStoring = false;
  }

  #takeBatch(): readonly Waiting[] {
    let size = 0;
    let count = 0;
    for (const { note } of this.#waiting) {
      size += note.text.length;
      if (count === MAX_NOTES || (count > 0 && size > MAX_TEXT)) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #store(batch: readonly Waiting[]): Promise<void> {
    this.#batch += 1;
    try {
      const places = await this.#send([this.#parts.origin, this.#batch, ...valuesOf(batch)]);
      for (const target of new Set(batch.map((each) => each.target))) {
        this.#parts.wakes.store(target.born);
        const before = places.get(target.born);
        if (before) {
          const its = batch.filter((each) => each.target === target);
          target.stored(
            its.map(({ note }) => note),
            before,
          );
        }
      }
      for (const { resolve } of batch) resolve();
    } catch (error) {
      const refusal = refusalOf(error);
      for (const { reject } of batch) reject(refusal);
    }
  }

  /** Sends the statement until its outcome is known. The places are missing where an earlier try has been executed. */
  async #send(values: readonly unknown[]): Promise<ReadonlyMap<string, { last: number; calls: number }>> {
    const { connections, now } = this.#parts;
    for (const end = now() + SETTLE_MILLIS; ; await pause(RETRY_MILLIS)) {
      try {
        const rows = await connections.note({ name: 'notes', text: STORE, values });
        return new Map(
          rows.map(({ born, last, calls }) => [String(born), { last: Number(last), calls: Number(calls) }]),
        );
      } catch (error) {
        if (!(isConnectionLost(error) || isConflict(error)) || now() > end) throw error;
      }
    }
  }
}
