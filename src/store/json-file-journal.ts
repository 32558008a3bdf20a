import { constants } from 'node:buffer';
import { closeSync, fdatasync, fdatasyncSync, constants as flags, ftruncateSync, openSync, writeSync } from 'node:fs';
import { open, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { changeLine, changesOf } from './change-line.ts';
import { DataFileError, reasonOf } from './data-file-error.ts';
import type { RowChange } from './memory.ts';

const NEWLINE = 0x0a;

/** Where the journal of a generation lies. */
export const journalPath = (file: string, generation: number): string => `${file}.journal.${generation}`;

/** The generations of the journals that lie beside a data file, oldest first. */
export const journalsOf = async (file: string): Promise<readonly number[]> => {
  const prefix = `${basename(file)}.journal.`;
  const names = await readdir(dirname(file));
  return names
    .filter((name) => name.startsWith(prefix) && /^[1-9]\d{0,14}$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)))
    .sort((a, b) => a - b);
};

/** Makes what happened to the names in a directory durable. */
export const syncDirectory = async (path: string): Promise<void> => {
  // Windows keeps no handle on a directory; its file system journals names by itself.
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  await directory.sync().finally(() => directory.close());
};

/** How much of a journal is whole lines, in bytes. */
export interface JournalText {
  readonly whole: number;
  readonly size: number;
  readonly lines: number;
}

/**
 * Hands every change of a journal's whole lines to `apply`; bytes after the last newline are a torn line.
 * @throws DataFileError that names the line that is malformed
 */
export const readJournal = async (path: string, apply: (change: RowChange) => void): Promise<JournalText> => {
  const text = await readFile(path);
  let from = 0;
  let lines = 0;
  for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, from)) {
    lines += 1;
    let changes: readonly RowChange[];
    try {
      changes = changesOf(text.toString('utf8', from, end));
    } catch (error) {
      throw new DataFileError(`${path} line ${lines} is damaged: ${reasonOf(error)}`, error);
    }
    for (const change of changes) apply(change);
    from = end + 1;
  }
  return { whole: from, size: text.length, lines };
};

/**
 * The journal that committed writes are appended to, one line a write. Once a line is appended, killing the
 * process cannot lose it; once `synced` resolves, a power cut cannot either.
 *
 * A write that the disk refuses leaves nothing behind, and later ones may succeed. After a sync that fails
 * nobody knows what the disk holds, so from then on every append and every wait is refused.
 */
export class Journal {
  readonly #file: string;
  #generation: number;
  #fd: number;
  #size: number;
  #failure: DataFileError | undefined;
  /** The sync under way, or the last one. */
  #running: Promise<void> = Promise.resolve();
  /** The sync after it, which all who wait share. */
  #next: Promise<void> | undefined;

  private constructor(file: string, generation: number, fd: number, size: number) {
    this.#file = file;
    this.#generation = generation;
    this.#fd = fd;
    this.#size = size;
  }

  /** Opens the journal of a generation, or makes it, to go on after its first `size` bytes; the rest is cut off. */
  static async open(file: string, generation: number, size: number): Promise<Journal> {
    const path = journalPath(file, generation);
    const fd = openSync(path, flags.O_RDWR | flags.O_CREAT, 0o666);
    try {
      ftruncateSync(fd, size);
      fdatasyncSync(fd);
      await syncDirectory(dirname(path));
    } catch (error) {
      closeSync(fd);
      throw error;
    }
    return new Journal(file, generation, fd, size);
  }

  get generation(): number {
    return this.#generation;
  }

  /** In bytes. */
  get size(): number {
    return this.#size;
  }

  /**
   * Appends the line of a write at once.
   * @throws DataFileError when the disk refuses it; nothing of it is kept then
   */
  append(changes: readonly RowChange[]): void {
    if (this.#failure) throw this.#failure;
    let end = this.#size;
    try {
      for (const piece of changeLine(changes)) {
        end = this.#writeAt(end, Buffer.from(piece));
        // A line is read back as one string.
        if (end - this.#size > constants.MAX_STRING_LENGTH) throw new RangeError('it is too large for one write');
      }
    } catch (error) {
      this.#cut();
      throw new DataFileError(`${this.#path} takes no write: ${reasonOf(error)}`, error);
    }
    this.#size = end;
  }

  /**
   * Resolves when all that was appended so far is on the disk. Whoever waits meanwhile shares the next sync.
   * @throws DataFileError when a sync fails, then and for ever after
   */
  synced(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      this.#running = this.#sync();
      return this.#running;
    });
    return this.#next;
  }

  /**
   * Goes over to the journal of the next generation; `atSwitch` runs at that moment, between two writes.
   * @throws DataFileError when that fails; appends go on to the old journal then
   */
  async advance(atSwitch: () => void): Promise<void> {
    const generation = this.#generation + 1;
    let next: Journal | undefined;
    try {
      next = await Journal.open(this.#file, generation, 0);
      // Most of the old journal reaches the disk here, so that the sync below, which nothing runs beside, is short.
      await this.synced();
      this.#syncNow();
    } catch (error) {
      if (next) closeSync(next.#fd);
      await rm(journalPath(this.#file, generation), { force: true });
      throw error;
    }
    const old = this.#fd;
    void this.#running.catch(() => undefined).then(() => closeSync(old));
    this.#generation = generation;
    this.#fd = next.#fd;
    this.#size = 0;
    atSwitch();
  }

  /** Closes the file once the syncs under way are through. */
  async close(): Promise<void> {
    await (this.#next ?? this.#running).catch(() => undefined);
    this.#failure ??= new DataFileError(`${this.#path} is closed`);
    closeSync(this.#fd);
  }

  get #path(): string {
    return journalPath(this.#file, this.#generation);
  }

  #writeAt(position: number, bytes: Buffer): number {
    let written = 0;
    while (written < bytes.length) {
      written += writeSync(this.#fd, bytes, written, bytes.length - written, position + written);
    }
    return position + written;
  }

  #cut(): void {
    try {
      ftruncateSync(this.#fd, this.#size);
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

  #sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      // The system tells of a failed sync once; the next would succeed without the data.
      if (this.#failure) reject(this.#failure);
      else fdatasync(this.#fd, (error) => (error ? reject(this.#fail(error)) : resolve()));
    });
  }

  #syncNow(): void {
    if (this.#failure) throw this.#failure;
    try {
      fdatasyncSync(this.#fd);
    } catch (error) {
      throw this.#fail(error);
    }
  }
}
