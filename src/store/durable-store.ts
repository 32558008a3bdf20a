import type { ChangedRow, CommitLog, Rows, Snapshot, Store, Tx } from '../kernel/rows.ts';
import type { Steps } from '../kernel/steps.ts';
import { DiskFull } from './disk-full.ts';
import type { Contents, Log } from './log.ts';
import type { MemoryStore } from './memory.ts';

/**
 * Rows in memory, whose writes are appended to a log.
 *
 * A write is seen by readers as soon as it is made and is answered once it is durable. A write that the log refuses, at once
 * or later, is undone and rejected.
 */
export class DurableStore implements Store {
  readonly rows: Rows;
  readonly log: CommitLog;
  readonly #memory: MemoryStore;
  readonly #log: Log;
  readonly #report: (error: unknown) => void;
  /** Writes that may not be stored yet, oldest first. */
  readonly #pending: { readonly sequence: number; readonly undo: () => void }[] = [];
  /** True from a write that finds the disk full to the next that is stored, so that it is reported once. */
  #isFull = false;
  #folding: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  /**
   * `rows` must be the rows that the log leads to, and nobody else may write them.
   * @param report is called when the log cannot be folded, and when the disk is full. Nothing is lost.
   */
  constructor(log: Log, rows: MemoryStore, report: (error: unknown) => void) {
    this.#log = log;
    this.#memory = rows;
    this.#report = report;
    this.rows = rows.rows;
    this.log = rows.log;
    rows.commitTo((changes, undo) => this.#commit(changes, undo));
    log.onLost((after) => this.#undoAfter(after));
  }

  /** @throws DiskFull when the disk has no room for it */
  write<T>(change: (tx: Tx) => T): Promise<T> {
    return this.#run(() => this.#memory.write(change));
  }

  /** @throws DiskFull when the disk has no room for it */
  writeInSteps<T>(change: (tx: Tx) => Steps<T>): Promise<T> {
    return this.#run(() => this.#memory.writeInSteps(change));
  }

  capture(): Snapshot {
    return this.#memory.capture();
  }

  fork(place?: number): Store {
    return this.#memory.fork(place);
  }

  /** Restores as one write of the rows that differ. */
  restore(snapshot: Snapshot): Promise<void> {
    return this.#run(() => this.#memory.restore(snapshot));
  }

  followSettings(changed: () => void): void {
    this.#memory.followSettings(changed);
  }

  /** Closes the log, and refuses writes from now on. @throws Error if what it has cannot be stored */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Runs a write, and reports a full disk once. @throws DiskFull, or Error when the store is closed */
  async #run<T>(write: () => Promise<T>): Promise<T> {
    if (this.#closing) throw new Error(`${this.#log.name} is closed`);
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof DiskFull)) throw error;
      if (!this.#isFull) this.#report(error.cause);
      this.#isFull = true;
      throw error;
    }
  }

  /** Undoes the writes after the one of that number, the last first. */
  #undoAfter(after: number): void {
    for (let last = this.#pending.at(-1); last && last.sequence > after; last = this.#pending.at(-1)) {
      last.undo();
      this.#pending.pop();
    }
  }

  *#commit(changes: readonly ChangedRow[], undo: () => void): Steps<Promise<void> | undefined> {
    yield* this.#log.append(changes);
    this.#isFull = false;
    const { sequence, durableSequence } = this.#log;
    while (this.#pending[0] && this.#pending[0].sequence <= durableSequence) this.#pending.shift();
    this.#pending.push({ sequence, undo });
    if (this.#log.isLong) this.#folding ??= this.#fold();
    return this.#log.awaitDurable();
  }

  readonly #contents = (): Contents => ({ rows: this.#memory.contents(), state: this.#memory.capture() });

  async #fold(): Promise<void> {
    try {
      await this.#log.fold(this.#contents);
    } catch (error) {
      this.#report(error instanceof DiskFull ? error.cause : error);
    } finally {
      this.#folding = undefined;
    }
  }

  async #close(): Promise<void> {
    await this.#memory.close();
    await this.#folding;
    await this.#log.close(this.#contents);
  }
}
