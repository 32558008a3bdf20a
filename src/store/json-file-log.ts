import { constants } from 'node:buffer';
import {
  closeSync,
  fchmodSync,
  fdatasync,
  fdatasyncSync,
  constants as flags,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Steps } from '../kernel/steps.ts';
import { changeLine, type StoredChange } from './change-line.ts';
import { sealText } from './checked-line.ts';
import { DataFileError, DiskFullError, dataFileErrorOf, isNoRoom, reasonOf } from './data-file-error.ts';
import { logDraft, logPath, syncDirectory } from './json-file-paths.ts';
import { FORMAT } from './json-file-snapshot.ts';

/** The beginning of a log's first line. */
export const LOG_HEAD = '["log",';
const DIGITS = 16;
/** The end of every line of a log. */
export const LINE_CLOSING = ']';
/** Rows hold secrets: only the owner may read them. */
const OWNER_ONLY = 0o600;

/**
 * The first line of a log: its generation, and the number of the last write that is known to be on the disk. Its
 * length is fixed and it fits into one sector, so that it can be overwritten.
 */
const headLine = (generation: number, synced: number): string =>
  `${sealText(`${LOG_HEAD}${FORMAT},${generation},${String(synced).padStart(DIGITS)},`, LINE_CLOSING)}\n`;

const headBytes = (generation: number): number => headLine(generation, 0).length;

const writeAt = (fd: number, position: number, bytes: Buffer): number => {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(fd, bytes, written, bytes.length - written, position + written);
  }
  return position + written;
};

/** The end of a log: how many bytes of it are whole lines, and the number of the last write in it or before it. */
export interface LogEnd {
  readonly bytes: number;
  readonly sequence: number;
}

/**
 * The log that committed writes are appended to, one line a write. Once a line is appended, killing the
 * process cannot lose it; once `awaitSync` resolves, a power cut cannot either.
 *
 * A write that the disk refuses leaves nothing behind, and later ones may succeed. After a sync that fails for
 * another reason than a full disk the contents of the disk are not known: from then on every append and every wait is
 * refused.
 */
export class LineLog {
  readonly #file: string;
  #generation: number;
  #fd: number;
  /** The end of the appended lines. */
  #end: LogEnd;
  /** The part of it that is on the disk. */
  #synced: LogEnd;
  #failure: DataFileError | undefined;
  /** The number of times that appended writes were lost, and the reason of the last time. */
  #losses = 0;
  #loss: DataFileError | undefined;
  #lost: (after: number) => void = () => undefined;
  /** Pending while a line is being appended. */
  #appending: Promise<void> | undefined;
  /** The sync under way, or the last one; fulfilled once it is over, however it went. */
  #running: Promise<void> = Promise.resolve();
  /** The sync after it, which all waiting writes share. */
  #next: Promise<void> | undefined;

  private constructor(file: string, generation: number, fd: number, end: LogEnd) {
    this.#file = file;
    this.#generation = generation;
    this.#fd = fd;
    this.#end = end;
    this.#synced = end;
  }

  /** Makes the log of a generation, whose first write follows the one of number `sequence`. */
  static async create(file: string, generation: number, sequence: number): Promise<LineLog> {
    const path = logPath(file, generation);
    // It gets its name only when its first line is written.
    const draft = logDraft(file);
    const fd = openSync(draft, flags.O_RDWR | flags.O_CREAT | flags.O_TRUNC, OWNER_ONLY);
    try {
      fchmodSync(fd, OWNER_ONLY);
      const bytes = writeAt(fd, 0, Buffer.from(headLine(generation, sequence)));
      fdatasyncSync(fd);
      renameSync(draft, path);
      await syncDirectory(dirname(path));
      return new LineLog(file, generation, fd, { bytes, sequence });
    } catch (error) {
      closeSync(fd);
      rmSync(draft, { force: true });
      throw error;
    }
  }

  /** Opens the log of a generation to append at `end`; the rest is cut off. */
  static async resume(file: string, generation: number, end: LogEnd): Promise<LineLog> {
    const fd = openSync(logPath(file, generation), flags.O_RDWR);
    try {
      fchmodSync(fd, OWNER_ONLY);
      ftruncateSync(fd, end.bytes);
      fdatasyncSync(fd);
      writeAt(fd, 0, Buffer.from(headLine(generation, end.sequence)));
    } catch (error) {
      closeSync(fd);
      throw error;
    }
    return new LineLog(file, generation, fd, end);
  }

  get generation(): number {
    return this.#generation;
  }

  /** The bytes of the writes in it. */
  get size(): number {
    return this.#end.bytes - headBytes(this.#generation);
  }

  /** The number of the last write that is on the disk. */
  get syncedSequence(): number {
    return this.#synced.sequence;
  }

  /** Sets a callback that receives the number of a write, before anything else runs, when all writes after it are lost. */
  onLost(lost: (after: number) => void): void {
    this.#lost = lost;
  }

  /** The number of the last write that was appended. */
  get sequence(): number {
    return this.#end.sequence;
  }

  /**
   * Appends the line of a write, a large one a step at a time; nothing else may be appended until it is over.
   * @throws DiskFullError or DataFileError if the disk refuses it; nothing of it is stored then
   */
  *append(changes: readonly StoredChange[]): Steps<void> {
    if (this.#failure) throw this.#failure;
    const { bytes: start, sequence } = this.#end;
    const losses = this.#losses;
    const over = this.#beginAppend();
    let end = start;
    try {
      for (const piece of changeLine(sequence + 1, changes)) {
        if (end > start) yield;
        // Lines lost meanwhile have been cut off, with the beginning of this one.
        if (this.#failure) throw this.#failure;
        if (this.#losses !== losses) throw this.#loss;
        end = writeAt(this.#fd, end, piece);
        // A line is read back as one string.
        if (end - start > constants.MAX_STRING_LENGTH) throw new RangeError('it is too large for one write');
      }
    } catch (error) {
      this.#cut();
      throw dataFileErrorOf(`${this.#path} takes no write`, error);
    } finally {
      over();
    }
    this.#end = { bytes: end, sequence: sequence + 1 };
  }

  /**
   * Resolves when all that was appended so far is on the disk. Those who wait at the same time share the next sync.
   * @throws DiskFullError when the disk has no room for it: it is lost, and later writes may succeed
   * @throws DataFileError when the sync fails for another reason, and at every later call
   */
  awaitSync(): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure);
    const [losses, last] = [this.#losses, this.#end.sequence];
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      this.#running = this.#sync();
      return this.#running;
    });
    return this.#next.then(() => {
      if (this.#losses !== losses) throw this.#loss;
      if (this.#failure && this.#synced.sequence < last) throw this.#failure;
    });
  }

  /**
   * Switches to the log of the next generation; `atSwitch` runs at that moment, between two writes.
   * @throws DataFileError when that fails; later writes are still appended to the old log
   */
  async advance(atSwitch: () => void): Promise<void> {
    const generation = this.#generation + 1;
    let next: LineLog | undefined;
    try {
      next = await LineLog.create(this.#file, generation, this.#end.sequence);
      // Most of the old log reaches the disk here, so that the sync below, which blocks, is short.
      await this.awaitSync();
      while (this.#appending) await this.#appending;
      this.#syncNow();
    } catch (error) {
      if (next) closeSync(next.#fd);
      await rm(logPath(this.#file, generation), { force: true });
      throw error;
    }
    const old = this.#fd;
    void this.#running.then(() => closeSync(old));
    this.#generation = generation;
    this.#fd = next.#fd;
    this.#end = { bytes: headBytes(generation), sequence: this.#end.sequence };
    this.#synced = this.#end;
    atSwitch();
  }

  /** Closes the file once the running syncs have ended. */
  async close(): Promise<void> {
    await (this.#next ?? this.#running);
    this.#failure ??= new DataFileError(`${this.#path} is closed`);
    closeSync(this.#fd);
  }

  get #path(): string {
    return logPath(this.#file, this.#generation);
  }

  /** Notes that a line is being appended; returns a function that ends that. */
  #beginAppend(): () => void {
    let end: () => void = () => undefined;
    this.#appending = new Promise((resolve) => {
      end = resolve;
    });
    return () => {
      this.#appending = undefined;
      end();
    };
  }

  /** Cuts off bytes that are not a whole line; not from a file that may be closed. */
  #cut(): void {
    if (this.#failure) return;
    try {
      ftruncateSync(this.#fd, this.#end.bytes);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): DataFileError {
    this.#failure ??= new DataFileError(
      `${this.#path} can no longer be relied on, no more writes are taken: ${reasonOf(error)}`,
      error,
    );
    return this.#failure;
  }

  /** Removes the lines appended since the last sync. Later writes may succeed if the cause is certain. */
  #lose(error: unknown, isCertain: boolean): DataFileError {
    this.#lost(this.#synced.sequence);
    this.#losses += 1;
    this.#loss = isCertain
      ? new DiskFullError(`${this.#path} takes no write: ${reasonOf(error)}`, error)
      : this.#fail(error);
    this.#end = this.#synced;
    try {
      ftruncateSync(this.#fd, this.#end.bytes);
      if (!this.#failure) fdatasyncSync(this.#fd);
    } catch (failed) {
      this.#loss = this.#fail(failed);
    }
    return this.#loss;
  }

  /** Notes the writes on the disk, so that the next start can tell lost writes from unanswered ones. */
  #mark(end: LogEnd): void {
    this.#synced = end;
    try {
      writeAt(this.#fd, 0, Buffer.from(headLine(this.#generation, end.sequence)));
    } catch {
      // The writes are on the disk anyway. With an older note, damage may be taken for a torn tail, which is reported too.
    }
  }

  #sync(): Promise<void> {
    return new Promise((resolve) => {
      // The system reports a failed sync only once; the next would succeed without the data.
      if (this.#failure) {
        this.#lost(this.#synced.sequence);
        resolve();
        return;
      }
      const [fd, end] = [this.#fd, this.#end];
      fdatasync(fd, (error) => {
        if (error) this.#lose(error, isNoRoom(error) && fd === this.#fd);
        // After a switch to the next log nothing is noted: all of this log was synced before it.
        else if (fd === this.#fd && end.sequence > this.#synced.sequence) this.#mark(end);
        resolve();
      });
    });
  }

  #syncNow(): void {
    if (this.#failure) throw this.#failure;
    const end = this.#end;
    try {
      fdatasyncSync(this.#fd);
    } catch (error) {
      throw this.#lose(error, isNoRoom(error));
    }
    this.#mark(end);
  }
}
