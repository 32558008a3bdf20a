import { setTimeout as pause } from 'node:timers/promises';
import { stateMoved } from '../../kernel/early-calls.ts';
import type { Connections } from './connections.ts';
import type { DatabaseClock } from './database-clock.ts';
import { isConflict, isConnectionLost, refusalOf } from './database-error.ts';
import { type NotesOfWorlds, pickNotes } from './note-demands.ts';
import { type SentNote, sizeOfNote } from './note-rows.ts';
import {
  type Ends,
  endsIn,
  type NotesToStore,
  type NoteTarget,
  notesToStore,
  plainWorldOf,
  settleNotes,
  storeNotes,
  storeRows,
} from './note-statements.ts';
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
/** How many statements are under way at most: the next one has reached the database when one has been executed there. */
const MAX_SENT = 2;

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

const refuse = ({ ending, confirming }: Batch, left: NotesOfWorlds<NoteTarget>, refusal: unknown): void => {
  for (const [target, notes] of left) target.refused(notes);
  confirming.reject(refusal);
  ending.reject(refusal);
};

/** Notes that are on their way. */
interface Sending {
  readonly notes: NotesToStore;
  /** The number of the batch. */
  number: number;
  /** The number of the one that was sent behind it. */
  next: number | undefined;
  /** Resolves once the outcome is known, with what they were refused with, if they were. */
  readonly ended: OpenPromise<unknown>;
}

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

/**
 * Stores the notes of a process, of all worlds, with all that have come meanwhile in one statement. Where another is under
 * way already, one of the same world is sent behind it, on the same connection.
 */
export class NoteWriter {
  readonly #parts: NoteWriterParts;
  /** Those that wait; notes are added to the last one. */
  readonly #waiting: Batch[] = [];
  /** Those that are on their way, the first that was sent first. */
  readonly #sent: Sending[] = [];
  /** Those that have notes in the database, stored by this process. */
  readonly #known = new WeakSet<NoteTarget>();
  #isGathering = false;
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
    if (this.#sent.length < MAX_SENT) this.#gather();
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

  /** Sends what waits, with all that is added in the same turn of the event loop. */
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    setImmediate(() => {
      this.#isGathering = false;
      this.#sendWaiting();
    });
  }

  #sendWaiting(): void {
    for (let [batch] = this.#waiting; batch && this.#sent.length < MAX_SENT; [batch] = this.#waiting) {
      const before = this.#sent.at(-1);
      if (before && (batch.worlds.size > 1 || !this.#isPlain(before.notes))) return;
      const notes = notesToStore(batch.worlds);
      if (before && !this.#isPlain(notes)) return;
      this.#waiting.shift();
      const sending = { notes, number: this.#takeNumber(), next: undefined, ended: openPromise<unknown>() };
      if (before) before.next = sending.number;
      this.#sent.push(sending);
      void this.#store(batch, sending, before);
    }
  }

  /** True for notes that the shorter statement may store. */
  #isPlain(notes: NotesToStore): boolean {
    const world = plainWorldOf(notes);
    return world !== undefined && this.#known.has(world.target);
  }

  #takeNumber(): number {
    this.#batch += BATCH;
    return this.#batch;
  }

  async #store(batch: Batch, sending: Sending, before: Sending | undefined): Promise<void> {
    const refusal = await this.#storeBatch(batch, sending, before);
    this.#sent.splice(this.#sent.indexOf(sending), 1);
    sending.ended.resolve(refusal);
    this.#sendWaiting();
  }

  /** Stores a batch, and returns what it was refused with, if it was. */
  async #storeBatch(batch: Batch, sending: Sending, before: Sending | undefined): Promise<unknown> {
    const { worlds, ending, confirming } = batch;
    let left: NotesOfWorlds<NoteTarget> = worlds;
    try {
      if (!this.#handOver(sending.notes, await this.#sendBehind(sending, before))) {
        left = pickNotes(worlds, false);
        for (const [target, notes] of pickNotes(worlds, true)) target.refused(notes);
        confirming.reject(stateMoved());
        if (left.size > 0) await this.#storeLeft(sending, notesToStore(left));
      }
      confirming.resolve();
      ending.resolve();
      return undefined;
    } catch (error) {
      refuse(batch, left, refusalOf(error));
      // Where nothing is answered, those that wait have waited as long.
      if (isConnectionLost(error)) {
        for (const waiting of this.#waiting.splice(0)) refuse(waiting, waiting.worlds, refusalOf(error));
      }
      return error;
    }
  }

  async #storeLeft(sending: Sending, notes: NotesToStore): Promise<void> {
    sending.number = this.#takeNumber();
    this.#handOver(notes, await this.#send(sending, notes));
  }

  /** Hands notes over that are stored, where they are; false where a world has another state than one of them demands. */
  #handOver({ worlds }: NotesToStore, ends: Ends | undefined): boolean {
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

  /** Sends notes whose batch is stored only behind another; where it is not, they are sent again once that has ended. */
  async #sendBehind(sending: Sending, before: Sending | undefined): Promise<Ends | undefined> {
    const world = before && plainWorldOf(sending.notes);
    if (!world) return this.#send(sending, sending.notes);
    let ends: Ends | undefined;
    let failure: unknown;
    try {
      const statement = storeRows([this.origin, sending.number], world, sending.notes, before.number);
      ends = endsIn(await this.#note(statement));
    } catch (error) {
      failure = error;
    }
    const refusal = await before.ended.promise;
    if (ends && ends.size > 0) return ends;
    // Where nothing is answered, these have waited as long.
    if (isConnectionLost(refusal)) throw refusal;
    if (isConnectionLost(failure)) {
      if (await this.#isExecuted(sending)) return new Map();
    } else if (failure && !isConflict(failure)) throw failure;
    sending.number = this.#takeNumber();
    return this.#send(sending, sending.notes);
  }

  /**
   * Sends the statement until its outcome is known: the last numbers, which are missing where an earlier try has been
   * executed, or undefined where a demand does not hold.
   */
  async #send(sending: Sending, notes: NotesToStore): Promise<Ends | undefined> {
    const { now } = this.#parts;
    let isRepeated = false;
    for (const end = now() + SETTLE_MILLIS; ; await pause(RETRY_MILLIS)) {
      try {
        const ends = endsIn(await this.#execute(sending, notes));
        if (ends.size > 0 || notes.demands.length === 0 || (isRepeated && (await this.#isExecuted(sending))))
          return ends;
        return undefined;
      } catch (error) {
        if (!(isConnectionLost(error) || isConflict(error)) || now() > end) throw error;
        isRepeated = true;
      }
    }
  }

  async #execute({ number }: Sending, notes: NotesToStore): Promise<readonly Columns[]> {
    const world = plainWorldOf(notes);
    if (world && this.#known.has(world.target)) {
      const stored = await this.#note(storeRows([this.origin, number], world, notes));
      if (stored.length > 0) return stored;
    }
    return this.#note(storeNotes([this.origin, number], notes));
  }

  async #note(statement: Statement): Promise<readonly Columns[]> {
    const { connections, clock } = this.#parts;
    const rows = await connections.note(statement);
    if (rows[0]) clock.note(Number(rows[0].now));
    return rows;
  }

  /** True where an earlier try of a batch has been executed; from now on none is. */
  async #isExecuted({ number, next }: Sending): Promise<boolean> {
    const [settled] = await this.#parts.connections.note(settleNotes([this.origin, number], next));
    return settled?.stored === true;
  }
}
