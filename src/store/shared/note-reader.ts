import type { Connections } from './connections.ts';
import { countCalls, notesInRow, ROW_TEXT, type SentNote } from './note-rows.ts';
import type { Columns } from './session.ts';
import type { Wakes } from './wakes.ts';

/** How many rows, and how many bytes of them, one query brings of each world: those behind them are asked for again. */
const MAX_ROWS = 500;
const MAX_BYTES = 1_048_576;
/** How often notes are asked for that somebody waits for, and how often where others wake this process, in milliseconds. */
const WATCH_MILLIS = 50;
const WOKEN_MILLIS = 250;

/** A note as the database has it. */
export interface StoredNote extends SentNote {
  readonly number: number;
  readonly call: number;
  /** Its place among the notes of all worlds. */
  readonly place: number;
  /** The number of the process that has sent it. */
  readonly origin: string;
}

/** A reader of the notes of a world. */
export interface NoteFollower {
  /** The number of the world among all that were made. */
  readonly born: string;
  /** The number of the last note that it has taken. */
  readonly last: number;
  /** Takes notes that are stored, the first of them first; those that it has taken already are skipped. */
  readonly take: (notes: readonly StoredNote[]) => Promise<void>;
}

const READ = `
SELECT k.nth, e.n, e.call, e.origin, e.place, e.text
FROM unnest($1::int8[], $2::int8[]) WITH ORDINALITY k(born, last, nth), LATERAL (
  SELECT a.*, sum(octet_length(a.text)) OVER (ORDER BY a.n) - octet_length(a.text) AS before FROM (
    SELECT n, call, origin, place, ${ROW_TEXT} AS text FROM platform_mock.note
    WHERE born = k.born AND n > k.last ORDER BY n LIMIT ${MAX_ROWS}) a) e
WHERE e.before < ${MAX_BYTES} ORDER BY k.nth, e.n`;

/** The notes of a row, which has the numbers of the last one, and of the last call. */
const notesIn = ({ n, call, origin, place: last, text }: Columns): readonly StoredNote[] => {
  const notes = notesInRow(String(text));
  let place = Number(last) - notes.length;
  let number = Number(n) - notes.length;
  let calls = Number(call) - countCalls(notes);
  return notes.map((note) => {
    number += 1;
    place += 1;
    if (note.kind === 'call') calls += 1;
    return { ...note, number, place, call: note.kind === 'call' ? calls : 0, origin: String(origin) };
  });
};

/** True where there may be more rows than one query has brought. */
const isCut = (rows: readonly Columns[]): boolean =>
  rows.length === MAX_ROWS || rows.reduce((size, { text }) => size + Buffer.byteLength(String(text)), 0) >= MAX_BYTES;

/** The dependencies of reading notes. */
interface NoteReaderParts {
  readonly connections: Connections;
  readonly wakes: Pick<Wakes, 'announce' | 'isHeard' | 'woken'>;
  readonly now: () => number;
  /** How often notes are asked for where others wake this process, in milliseconds. */
  readonly wokenMillis?: number | undefined;
}

/**
 * Reads notes: one query at a time, for all worlds that are asked about. Whoever asks while one is under way waits for
 * the next: the state that the running one sees may be older than the question.
 */
export class NoteReader {
  readonly #parts: NoteReaderParts;
  readonly #watched = new Map<NoteFollower, number>();
  #asking = new Set<NoteFollower>();
  #next: Promise<void> | undefined;
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #readMillis = Number.NEGATIVE_INFINITY;

  constructor(parts: NoteReaderParts) {
    this.#parts = parts;
    parts.wakes.woken = (born) => {
      for (const follower of this.#watched.keys()) {
        if (follower.born === born) this.catchUp(follower).catch(() => undefined);
      }
    };
  }

  /** Resolves once a world has taken the notes that were stored before. @throws ApiError UNAVAILABLE */
  catchUp(follower: NoteFollower): Promise<void> {
    this.#asking.add(follower);
    this.#next ??= this.#readNext();
    return this.#next;
  }

  /** Lets a world take notes as they come, until the function that is returned is called. */
  watch(follower: NoteFollower): () => void {
    this.#watched.set(follower, (this.#watched.get(follower) ?? 0) + 1);
    this.#parts.wakes.announce();
    // What others have stored before they hear of it is read soon.
    this.#readMillis = Number.NEGATIVE_INFINITY;
    this.#timer ??= setInterval(() => this.#readWatched(), WATCH_MILLIS).unref();
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      const count = this.#watched.get(follower) ?? 0;
      if (count > 1) this.#watched.set(follower, count - 1);
      else this.#watched.delete(follower);
      if (this.#watched.size === 0) this.stop();
    };
  }

  /** True while a world takes notes as they come, or is about to. */
  isAsked(follower: NoteFollower): boolean {
    return this.#watched.has(follower) || this.#asking.has(follower);
  }

  /** Reads nothing more by itself. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #readWatched(): void {
    const { wakes, now, wokenMillis = WOKEN_MILLIS } = this.#parts;
    wakes.announce();
    if (wakes.isHeard && now() < this.#readMillis + wokenMillis) return;
    this.#readMillis = now();
    for (const follower of this.#watched.keys()) this.catchUp(follower).catch(() => undefined);
  }

  async #readNext(): Promise<void> {
    const before = this.#running;
    const running = before
      .catch(() => undefined)
      .then(() => {
        const asking = [...this.#asking];
        this.#asking = new Set();
        this.#next = undefined;
        return this.#read(asking);
      });
    this.#running = running;
    await running;
  }

  /** Reads what was stored when it began; what comes meanwhile is of the next that asks. */
  async #read(followers: readonly NoteFollower[]): Promise<void> {
    for (let asked = followers; asked.length > 0; ) {
      const values = [asked.map(({ born }) => born), asked.map(({ last }) => last)];
      const rows = await this.#parts.connections.repeat({ name: 'note', text: READ, values });
      const more: NoteFollower[] = [];
      for (const [nth, follower] of asked.entries()) {
        const its = rows.filter((row) => Number(row.nth) === nth + 1);
        await follower.take(its.flatMap(notesIn));
        if (isCut(its)) more.push(follower);
      }
      asked = more;
    }
  }
}
