import { setTimeout as pause } from 'node:timers/promises';
import type { ChangedRow, CommitLog, EarlyCall, Footprint, Rows, Snapshot, Store, Tx } from '../../kernel/rows.ts';
import type { Steps } from '../../kernel/steps.ts';
import { MemoryStore, type Tried } from '../memory.ts';
import type { NamedPlaces } from '../notes.ts';
import { isConflict, isConnectionLost, refusalOf, worldGone } from './database-error.ts';
import { EarlyCalls } from './early-calls.ts';
import { type Appended, append, sendAppend, settleAppend, textOfChanges } from './entries.ts';
import type { Learnt } from './heads.ts';
import { lockPlace } from './lines.ts';
import { LongWrites } from './long-writes.ts';
import { type Entry, isSamePlace, type Place } from './place.ts';
import type { SharedParts } from './shared-parts.ts';
import type { WorldView } from './world-view.ts';
import { answerChange, type WaitingChange, WriteQueue } from './write-queue.ts';

/** How long a write waits for the end of a long one of somebody else before it tries again, in milliseconds. */
const HELD_MILLIS = 20;
/** How many times a batch runs without a lock, and how often the connection may break before nothing was sent. */
const FREE_TRIES = 2;
const MAX_BREAKS = 3;
/** How long the changes of a batch may run, in milliseconds. */
const RUN_MILLIS = 4;
/** How many characters of entries wait for the record of a world at most. */
const MAX_UNKEPT = 65_536;

interface Written {
  readonly entry: Entry;
  readonly changed: readonly ChangedRow[];
}

/**
 * The rows of a world that several processes share by a Postgres. Rows are read from memory: `awaitHead` first, for a
 * state that is not older than the call. A change runs on that state, is undone, and is appended by a statement that
 * demands the state that it ran on: where others were faster, it runs again. Then it is applied, as those of others are.
 * So a change may run more than once, and nobody sees it before it is committed.
 */
export class SharedStore implements Store {
  readonly rows: Rows;
  readonly log: CommitLog;
  readonly #parts: SharedParts;
  readonly #view: WorldView;
  readonly #queue = new WriteQueue((batch) => this.#commit(batch));
  readonly #long: LongWrites;
  readonly #early: EarlyCalls;
  /** The last question for the head, and what reads wait for. */
  #reading: { readonly learning: Promise<Learnt>; readonly ready: Promise<void> } | undefined;
  /** The entries of a world that is being made, which are stored with its record; undefined for one that is kept. */
  #unkept: Appended | undefined;
  #isClosed = false;

  constructor(parts: SharedParts, view: WorldView) {
    this.#parts = parts;
    this.#view = view;
    this.#long = new LongWrites(parts, view);
    this.#early = new EarlyCalls(view);
    this.rows = view.state.rows;
    this.log = view.state.log;
  }

  /** The name of the world. */
  get world(): string {
    return this.#view.world;
  }

  /** The number of the world among all that were made: another may have its name later. */
  get born(): string {
    return this.#view.key.born;
  }

  get footprint(): Footprint {
    const [view, queue] = [this.#view, this.#queue];
    return { state: view.place.tag, bytes: view.bytes, isBusy: queue.isBusy, release: () => view.release() };
  }

  /** The places of its log, by names that each process knows. */
  get places(): NamedPlaces {
    return this.#view.places;
  }

  /** The place of the state that is read now. */
  get place(): Place {
    return this.#view.place;
  }

  /**
   * Resolves once the rows are those of a moment after this call, or later ones.
   * @throws ApiError NOT_FOUND where the world has ended, and UNAVAILABLE where the database does not answer
   */
  readonly awaitHead = (): Promise<void> => {
    // Nobody else writes a world that is being made.
    if (this.#unkept) return Promise.resolve();
    const learning = this.#view.awaitHead();
    // Calls that share a question share what follows the answer, too.
    if (this.#reading?.learning !== learning) this.#reading = { learning, ready: learning.then(this.#considerUse) };
    return this.#reading.ready;
  };

  readonly beginEarly = (isRead: boolean): EarlyCall | undefined => {
    const { demandUse, isTimeKnown } = this.#parts;
    // What is being written here moves the rows of a read; a write runs behind it.
    if ((isRead && this.#queue.isBusy) || !isTimeKnown()) return undefined;
    try {
      demandUse();
    } catch {
      return undefined;
    }
    return this.#early.begin();
  };

  readonly #considerUse = (): void => {
    this.#parts.demandUse();
    this.#parts.checkpoints.consider(this.#view);
  };

  /** @throws ApiError UNAVAILABLE where the database does not answer, and RESOURCE_EXHAUSTED where its disk is full */
  async write<T>(change: (tx: Tx) => T): Promise<T> {
    this.#demandOpen();
    return this.#queue.add(change);
  }

  /** @throws ApiError UNAVAILABLE where the database does not answer, and RESOURCE_EXHAUSTED where its disk is full */
  async writeInSteps<T>(change: (tx: Tx) => Steps<T>): Promise<T> {
    this.#demandOpen();
    return this.#runLong(() => this.#long.write(change));
  }

  /** The state as it is now; the database has it as a pointer, so that a restore of it copies no rows there. */
  capture(): Snapshot {
    const captured = this.#view.state.capture();
    this.#parts.pointers.note(captured, this.#view.place);
    return captured;
  }

  fork(place?: number): Store {
    const state = this.#view.state.fork(place);
    const { place: at, growth } = this.#view;
    if (place === undefined) this.#parts.pointers.noteFork({ at, state, growth });
    return state;
  }

  /** Restores by a new line of the world; the rows of a state that the database does not have are written once. */
  async restore(snapshot: Snapshot): Promise<void> {
    this.#demandOpen();
    const state = new MemoryStore();
    await state.restore(snapshot);
    return this.#runLong(() => this.#long.replace(state, this.#parts.pointers.get(snapshot)));
  }

  /** Has what is written from now on wait for the record of a world that is being made. */
  beginUnkept(): void {
    this.#unkept = this.#appendedOf([], this.#view.place);
  }

  /**
   * Keeps a world that is whole by a function, which stores the entries that wait with its record, and returns false where
   * it cannot.
   */
  keep(store: (waiting: Appended) => Promise<boolean>): Promise<boolean> {
    return this.#queue.runAlone(async () => {
      if (this.#unkept && (await store(this.#unkept))) this.#unkept = undefined;
      return this.#unkept === undefined;
    });
  }

  /** Every row, those that are not part of the state, too, for a look at it. */
  copy(): MemoryStore {
    return this.#view.state.copy();
  }

  /** Ends once what has begun is committed; later writes are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#queue.drain();
  }

  #demandOpen(): void {
    if (this.#isClosed) throw new Error('the store has been closed');
    this.#parts.demandUse();
  }

  /** Commits as many changes of a batch as there is time for; returns how many have been answered. */
  async #commit(batch: readonly WaitingChange[]): Promise<number> {
    let breaks = 0;
    for (let tries = 0; ; tries += 1) {
      try {
        const tried = await (tries < FREE_TRIES ? this.#commitFreely(batch) : this.#commitLocked(batch));
        if (!tried) continue;
        for (const [nth, one] of tried.entries()) answerChange(batch[nth] as WaitingChange, one);
        if (!this.#unkept) this.#parts.checkpoints.consider(this.#view);
        return tried.length;
      } catch (error) {
        if (isConflict(error)) continue;
        breaks += 1;
        if (isConnectionLost(error) && breaks < MAX_BREAKS) continue;
        for (const { reject } of batch) reject(refusalOf(error));
        return batch.length;
      }
    }
  }

  /** Commits changes by one statement; undefined where others were faster. */
  async #commitFreely(batch: readonly WaitingChange[]): Promise<readonly Tried[] | undefined> {
    const { connections, now } = this.#parts;
    const at = this.#view.place;
    const tried = this.#tryOut(batch);
    const written = this.#writtenOf(tried, at);
    if (this.#unkept) {
      await this.#addUnkept(this.#unkept, written, at);
      return tried;
    }
    if (written.length === 0) {
      // What they have read, and why they were refused, must have been so after they were called.
      await this.#view.awaitHead();
      return isSamePlace(at, this.#view.place) ? tried : undefined;
    }
    if (await append(connections, this.#appendedOf(written, at), now)) {
      this.#addAll(written, at);
      return tried;
    }
    this.#early.ask();
    const { head } = await this.#view.awaitHead();
    if (head.isHeld) await pause(HELD_MILLIS);
    return undefined;
  }

  /** Adds entries to those that wait; as soon as these are many they are stored, and get to the disk with the record. */
  async #addUnkept(unkept: Appended, written: readonly Written[], at: Place): Promise<void> {
    const waiting = { ...unkept, entries: [...unkept.entries, ...written.map(({ entry }) => entry)] };
    const isMuch = waiting.entries.reduce((size, { changes }) => size + changes.length, 0) > MAX_UNKEPT;
    if (isMuch) await this.#storeUnkept(waiting);
    this.#addAll(written, at);
    if (isMuch) this.beginUnkept();
    else this.#unkept = waiting;
  }

  async #storeUnkept(waiting: Appended): Promise<void> {
    const { connections, now } = this.#parts;
    if (waiting.entries.length === 0) return;
    // Others have ended it, since this process seemed to have ended.
    if (!(await append(connections.unsynced, waiting, now))) throw worldGone(this.world);
  }

  /** Runs a long write, behind the entries that wait for a record. */
  #runLong<T>(write: () => Promise<T>): Promise<T> {
    return this.#queue.runAlone(async () => {
      if (!this.#unkept) return write();
      await this.#storeUnkept(this.#unkept);
      const result = await write();
      this.beginUnkept();
      return result;
    });
  }

  /** Commits changes while nobody else can: without it the slowest of several writers would never get through. */
  async #commitLocked(batch: readonly WaitingChange[]): Promise<readonly Tried[] | undefined> {
    const { connections, now } = this.#parts;
    const { key } = this.#view;
    let sent: (Appended & { readonly written: readonly Written[]; readonly tried: readonly Tried[] }) | undefined;
    try {
      const tried = await connections.inTransaction(async (session) => {
        const asked = this.#view.place;
        const locked = await lockPlace(session, key);
        if (!locked) return undefined;
        await this.#view.follow({ head: { ...locked, isHeld: false, entries: [] }, asked }, session);
        const at = this.#view.place;
        if (!isSamePlace(at, locked)) return undefined;
        const ran = this.#tryOut(batch);
        const written = this.#writtenOf(ran, at);
        if (written.length === 0) return ran;
        sent = { ...this.#appendedOf(written, at), written, tried: ran };
        if (!(await sendAppend(session, sent))) throw new Error('a locked world has moved');
        return ran;
      });
      if (sent) this.#addAll(sent.written, sent.at);
      if (!tried) await pause(HELD_MILLIS);
      return tried;
    } catch (error) {
      if (!sent || !isConnectionLost(error)) throw error;
      if (!(await settleAppend(connections, sent, now, error))) return undefined;
      this.#addAll(sent.written, sent.at);
      return sent.tried;
    }
  }

  /** Runs the first changes of a batch, as many as there is time for and at least one, and undoes them. */
  #tryOut(batch: readonly WaitingChange[]): readonly Tried[] {
    const { now } = this.#parts;
    const end = now() + RUN_MILLIS;
    const inTime = function* (): Generator<WaitingChange['change']> {
      for (const [nth, { change }] of batch.entries()) {
        if (nth > 0 && now() > end) return;
        yield change;
      }
    };
    return this.#view.state.tryOut(inTime());
  }

  /** The entries that changes make after a place: one for each that has changed anything. */
  #writtenOf(tried: readonly Tried[], at: Place): readonly Written[] {
    let { seq, tag } = at;
    const written: Written[] = [];
    for (const one of tried) {
      if (!('changed' in one) || !one.changed) continue;
      const entry = { seq: seq + 1, prev: tag, tag: this.#parts.makeTag(), changes: textOfChanges(one.changed) };
      written.push({ entry, changed: one.changed });
      ({ seq, tag } = entry);
    }
    return written;
  }

  #appendedOf(written: readonly Written[], at: Place): Appended {
    return { world: this.#view.world, at, entries: written.map(({ entry }) => entry) };
  }

  #addAll(written: readonly Written[], { line }: Place): void {
    for (const { entry, changed } of written) this.#view.add(line, entry, changed);
  }
}
