import { ApiError } from '../../kernel/errors.ts';
import type { NewNote, Note, NoteKeeping, Notes, NotesFootprint } from '../notes.ts';
import type { Connections } from './connections.ts';
import type { NoteFollower, NoteReader, StoredNote } from './note-reader.ts';
import { type SentNote, sizeOfNote } from './note-rows.ts';
import type { NoteEnd, NoteTarget } from './note-statements.ts';
import type { NoteWriter } from './note-writer.ts';

/** How many notes of its own a process may have that it has not taken yet, before it reads those between them. */
const MAX_PARKED = 64;
/** After how many notes a place is remembered to which they can be deleted, and how many are deleted at once. */
const MARK_NOTES = 100;
const TRIM_NOTES = 1_000;
/** How many characters of notes are kept of one world, and how many of them are deleted at once. */
const MAX_TEXT = 64 * 1024 * 1024;
const TRIM_TEXT = 4 * 1024 * 1024;

/** The bytes of a note that was taken and is not of a call: about as many as were measured, for each character. */
const CHARACTER_BYTES = 2;

/** What notes begin with: where the first ones have been deleted, a state replaces them. */
interface Begun {
  /** The number of the last note that was deleted; 0 for none. */
  readonly floor: number;
  readonly state: string | undefined;
}

/** A note up to which others can be deleted. */
interface Mark {
  readonly number: number;
  readonly call: number;
  /** How many characters of notes were taken by then, and of those that are not of calls. */
  readonly size: number;
  readonly others: number;
}

/** The dependencies of the notes of one world. */
export interface WorldNotesParts {
  readonly connections: Connections;
  readonly writer: NoteWriter;
  readonly reader: NoteReader;
  /** Resolves once the rows of the world are those of a moment after this call. */
  readonly awaitHead: () => Promise<void>;
  /** The name of the world. */
  readonly world: string;
  /** Receives a note that cannot be taken, or an old one that cannot be deleted. */
  readonly report: (error: unknown) => void;
}

const BEGUN = 'SELECT floor, state FROM platform_mock.note_head WHERE born = $1';

/** Moves the beginning of the notes of a world ahead; returns where it was. */
const RAISE = `
WITH o AS (SELECT floor FROM platform_mock.note_head WHERE born = $1 AND floor < $2 FOR UPDATE)
UPDATE platform_mock.note_head h SET floor = $2, state = $3 FROM o WHERE h.born = $1 RETURNING o.floor`;

/** From the last beginning on: what was deleted before stays in the index for a time, and would be read each time. */
const TRIM = 'DELETE FROM platform_mock.note WHERE born = $1 AND n > $2 AND n <= $3';

const readBegun = async (connections: Connections, born: string): Promise<Begun> => {
  const [found] = await connections.repeat({ text: BEGUN, values: [born] });
  const { floor = 0, state = null } = found ?? {};
  return { floor: Number(floor), state: state === null ? undefined : String(state) };
};

const demandEnded = (error: unknown): void => {
  if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error;
};

/** The notes of a world of a database, as this process takes them. */
export class WorldNotes implements Notes, NoteTarget, NoteFollower {
  readonly born: string;
  readonly #parts: WorldNotesParts;
  readonly #takers = new Map<string, (note: Note) => void>();
  /** What notes of this process were made with that were not taken yet, by their keys. */
  readonly #own = new Map<number, unknown>();
  #begun: Begun;
  #last: number;
  #keeping: NoteKeeping | undefined;
  #marks: Mark[] = [];
  /** True where a mark has been added since it was last looked for old notes. */
  #isMarked = false;
  /** The number of the last call that was taken, and the characters of all notes. */
  #call = 0;
  #size = 0;
  /** How many notes of this process are on their way, and the characters of those taken that are not of calls. */
  #sending = 0;
  #others = 0;
  #trimmed = 0;
  #trimming: Promise<void> | undefined;

  /** The notes of a world that was just made: none. */
  constructor(parts: WorldNotesParts, born: string, begun: Begun = { floor: 0, state: undefined }) {
    this.#parts = parts;
    this.born = born;
    this.#begun = begun;
    this.#last = begun.floor;
  }

  /** Reads what the notes of a world begin with. @throws ApiError UNAVAILABLE */
  static async open(parts: WorldNotesParts, born: string): Promise<WorldNotes> {
    return new WorldNotes(parts, born, await readBegun(parts.connections, born));
  }

  get last(): number {
    return this.#last;
  }

  get world(): string {
    return this.#parts.world;
  }

  on(kind: string, take: (note: Note) => void): void {
    this.#takers.set(kind, take);
  }

  keep(keeping: NoteKeeping): void {
    this.#keeping = keeping;
    this.#readState();
  }

  add({ kind, text, common, own, at }: NewNote): Promise<void> {
    const { writer } = this.#parts;
    const key = writer.takeKey();
    this.#own.set(key, own);
    this.#sending += 1;
    return writer.add(this, { kind, text, common, key, at });
  }

  get footprint(): NotesFootprint {
    const isBusy = this.#sending > 0 || this.#parts.reader.isAsked(this) || this.#trimming !== undefined;
    return { last: this.#last, bytes: (this.#others - this.#trimmed) * CHARACTER_BYTES, isBusy };
  }

  async announce(kind: string, text = ''): Promise<void> {
    await this.add({ kind, text });
    await this.catchUp();
  }

  catchUp(): Promise<void> {
    return this.#parts.reader.catchUp(this);
  }

  watch(): () => void {
    return this.#parts.reader.watch(this);
  }

  /** Takes notes of its own that are stored now, where no others are between them and the last that was taken. */
  stored(notes: readonly SentNote[], before: NoteEnd | undefined): void {
    this.#sending -= notes.length;
    if (!before) return;
    let { last: number, calls, place } = before;
    for (const { kind, text, common, key } of notes) {
      number += 1;
      place += 1;
      if (kind === 'call') calls += 1;
      this.#take(
        { kind, text, common, number, place, call: kind === 'call' ? calls : 0, own: this.#own.get(key) },
        key,
      );
    }
    this.#trim();
    if (this.#own.size > MAX_PARKED) this.catchUp().catch(() => undefined);
  }

  /** Where they have been stored all the same, they are read as those of others are. */
  refused(notes: readonly SentNote[]): void {
    this.#sending -= notes.length;
    for (const { key } of notes) this.#own.delete(key);
  }

  async take(notes: readonly StoredNote[]): Promise<void> {
    const [first] = notes;
    // Those between were deleted before they were read here.
    if (first && first.number > this.#last + 1) await this.#beginAnew();
    // What they are about is known here first, unless the world has ended.
    if (first) await this.#parts.awaitHead().catch(demandEnded);
    for (const { origin, key, ...note } of notes) {
      const ownKey = origin === this.#parts.writer.origin ? key : 0;
      this.#take({ ...note, own: this.#own.get(ownKey) }, ownKey);
    }
    this.#trim();
  }

  /** Takes a note if it is the next one. */
  #take(note: Note, key: number): void {
    const { number, kind, call } = note;
    if (number !== this.#last + 1) return;
    this.#last = number;
    this.#size += sizeOfNote(note);
    if (call > 0) this.#call = call;
    else this.#others += note.text.length;
    if (number % MARK_NOTES === 0) {
      this.#marks.push({ number, call: this.#call, size: this.#size, others: this.#others });
      this.#isMarked = true;
    }
    try {
      this.#takers.get(kind)?.(note);
    } catch (error) {
      this.#parts.report(error);
    }
    this.#own.delete(key);
  }

  async #beginAnew(): Promise<void> {
    const begun = await readBegun(this.#parts.connections, this.born);
    if (begun.floor <= this.#last) return;
    this.#begun = begun;
    this.#last = begun.floor;
    this.#marks = [];
    this.#readState();
  }

  #readState(): void {
    const { state } = this.#begun;
    if (state !== undefined) this.#keeping?.read(state);
  }

  /** Deletes notes that are more than are kept, when these are many. */
  #trim(): void {
    const keeping = this.#keeping;
    if (!keeping || this.#trimming || !this.#isMarked) return;
    this.#isMarked = false;
    const { mostCalls, mostNotes = Number.POSITIVE_INFINITY } = keeping;
    const due = this.#marks.findLast(
      ({ number, call, size }) =>
        this.#call - call >= mostCalls || this.#last - number >= mostNotes || this.#size - size > MAX_TEXT,
    );
    if (!due) return;
    const [before = due] = this.#marks;
    if (due.number - this.#begun.floor < TRIM_NOTES && due.size - before.size < TRIM_TEXT) return;
    this.#begun = { floor: due.number, state: undefined };
    this.#trimmed = due.others;
    this.#marks = this.#marks.filter(({ number }) => number > due.number);
    this.#trimming = this.#trimTo(due.number, keeping.write())
      .catch((error: unknown) => {
        // They are deleted when unneeded data are looked for.
        if (!(error instanceof ApiError)) this.#parts.report(error);
      })
      .finally(() => {
        this.#trimming = undefined;
      });
  }

  async #trimTo(number: number, state: string): Promise<void> {
    const { connections } = this.#parts;
    // Who stores notes waits for the row until this is committed: not for the disk, and not for what is deleted.
    const raise = { name: 'raise notes', text: RAISE, values: [this.born, number, state] };
    const [raised] = await connections.repeat(raise, connections.unsynced);
    if (raised) await connections.repeat({ name: 'trim notes', text: TRIM, values: [this.born, raised.floor, number] });
  }
}
