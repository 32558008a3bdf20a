import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  type ChangedRow,
  type CommitLog,
  collection,
  type Rows,
  type Snapshot,
  type Store,
  type Tx,
} from '../kernel/rows.ts';
import type { Steps } from '../kernel/steps.ts';
import { DataFileError, DiskFullError } from './data-file-error.ts';
import { DiskFull } from './disk-full.ts';
import { type Accept, type LoadedFile, loadDataFile } from './json-file-load.ts';
import { lockDataFile } from './json-file-lock.ts';
import type { Log } from './json-file-log.ts';
import { logPath, syncDirectory } from './json-file-paths.ts';
import { placeOf } from './json-file-place.ts';
import { type FileSnapshot, type Meta, writeSnapshot } from './json-file-snapshot.ts';
import { MemoryStore } from './memory.ts';

const COMPACT_BYTES = 8 * 1024 * 1024;
const MAX_BYTES = 64 * 1024 * 1024;

/** The options of opening a data file. */
export interface JsonFileOptions {
  readonly file: string;
  /** Makes the meta of a new file; an existing file has its own. */
  readonly meta?: () => Meta | Promise<Meta>;
  /** Called with what was found, once the file is locked and in order. */
  readonly accept?: Accept;
  /**
   * A log of more bytes than this, and than the data file, is folded into that: to write all rows again costs no more
   * than to have written the changes. 8 MiB when not given.
   */
  readonly compactBytes?: number;
  /** A log of more bytes than this is folded however large the data file is, since a start reads it. 64 MiB when not given. */
  readonly mostBytes?: number;
  /**
   * Called when the data file cannot be rewritten, and when the disk is full. Nothing is lost: the logs are kept.
   */
  readonly report?: (error: unknown) => void;
  /** Called with one line about the remains of an earlier process that are dropped. */
  readonly notice?: (text: string) => void;
}

/**
 * Rows in memory, and on disk in one JSON file with a log beside it.
 *
 * A write is seen by readers as soon as it is made and is answered once it is on the disk. A write that the
 * disk refuses, at once or at the next sync, is undone and rejected. On a full disk it is rejected with a DiskFull, and
 * later writes may succeed; when a sync fails for another reason, every later write is refused.
 */
export class JsonFileStore implements Store {
  /** The facts that the file keeps beside the rows. */
  readonly meta: Meta;
  /** True when nothing was ever written to the file. */
  readonly isNew: boolean;
  readonly rows: Rows;
  readonly log: CommitLog;
  readonly #file: string;
  readonly #memory = new MemoryStore((changes, undo) => this.#commit(changes, undo));
  readonly #lines: Log;
  readonly #unlock: () => void;
  readonly #compactBytes: number;
  readonly #mostBytes: number;
  readonly #report: (error: unknown) => void;
  /** Writes that may not be on the disk yet, oldest first. */
  readonly #unsynced: { readonly sequence: number; readonly undo: () => void }[] = [];
  /** True from a write that finds the disk full to the next that is kept, so that it is reported once. */
  #isFull = false;
  /** True while the rows of the file are put into memory: they must not be written to it again. */
  #filling = false;
  /** The log's size that calls for the next compaction, in bytes. */
  #compactAbove: number;
  /** The generation of the data file: the oldest log that is needed. */
  #folded: number;
  #compaction: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  private constructor(options: JsonFileOptions, { snapshot, log, isNew }: LoadedFile, unlock: () => void) {
    const { file, compactBytes = COMPACT_BYTES, mostBytes = MAX_BYTES, report = () => undefined } = options;
    this.meta = snapshot.meta;
    this.isNew = isNew;
    this.rows = this.#memory.rows;
    this.log = this.#memory.log;
    this.#file = file;
    this.#lines = log;
    this.#unlock = unlock;
    this.#compactBytes = compactBytes;
    this.#mostBytes = mostBytes;
    this.#compactAbove = compactBytes;
    this.#report = report;
    this.#folded = snapshot.generation;
    log.onLost((after) => this.#undoAfter(after));
  }

  /** A store of the rows of a file that has been loaded and locked by openJsonFileStore. */
  static async of(options: JsonFileOptions, loaded: LoadedFile, unlock: () => void): Promise<JsonFileStore> {
    const store = new JsonFileStore(options, loaded, unlock);
    await store.#fill(loaded);
    await store.#measure();
    return store;
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

  /**
   * Folds the log into the file and releases the lock; writes are refused from now on.
   * @throws DataFileError if the file cannot be written: the log keeps what it has
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Runs a write, and reports a full disk once. @throws DiskFull, or DataFileError when the store is closed */
  async #run<T>(write: () => Promise<T>): Promise<T> {
    if (this.#closing) throw new DataFileError(`${this.#file} is closed`);
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof DiskFullError)) throw error;
      if (!this.#isFull) this.#report(error);
      this.#isFull = true;
      throw new DiskFull(error);
    }
  }

  async #fill({ snapshot, changes }: LoadedFile): Promise<void> {
    this.#filling = true;
    await this.#memory.write((tx) => {
      for (const [name, rows] of Object.entries(snapshot.collections)) {
        const to = collection(name);
        for (const row of rows) tx.put(to, row);
      }
      for (const { of, uid, after } of changes) {
        if (after) tx.put(of, after);
        else tx.remove(of, uid);
      }
    });
    this.#filling = false;
  }

  /** Undoes the writes after the one of that number, the last first. */
  #undoAfter(after: number): void {
    for (let last = this.#unsynced.at(-1); last && last.sequence > after; last = this.#unsynced.at(-1)) {
      last.undo();
      this.#unsynced.pop();
    }
  }

  *#commit(changes: readonly ChangedRow[], undo: () => void): Steps<Promise<void> | undefined> {
    if (this.#filling) return undefined;
    yield* this.#lines.append(changes);
    this.#isFull = false;
    const { sequence, syncedSequence } = this.#lines;
    while (this.#unsynced[0] && this.#unsynced[0].sequence <= syncedSequence) this.#unsynced.shift();
    this.#unsynced.push({ sequence, undo });
    if (this.#lines.size > this.#compactAbove) this.#compaction ??= this.#compact();
    return this.#lines.awaitSync();
  }

  async #compact(): Promise<void> {
    try {
      let collections: FileSnapshot['collections'] = {};
      let sequence = 0;
      await this.#lines.advance(() => {
        collections = this.#memory.contents();
        ({ sequence } = this.#lines);
      });
      await this.#fold(this.#lines.generation, sequence, collections);
      await this.#measure();
    } catch (error) {
      // Do not try again at every write.
      this.#compactAbove = this.#lines.size + this.#compactBytes;
      this.#report(error);
    } finally {
      this.#compaction = undefined;
    }
  }

  /** Sets when the log is folded next, by the size of the data file. */
  async #measure(): Promise<void> {
    const { size } = await stat(this.#file);
    this.#compactAbove = Math.max(this.#compactBytes, Math.min(size, this.#mostBytes));
  }

  /** Rewrites the data file and deletes the logs before the generation. */
  async #fold(generation: number, sequence: number, collections: FileSnapshot['collections']): Promise<void> {
    await writeSnapshot(this.#file, { generation, sequence, meta: this.meta, collections });
    await this.#dropLogs(generation);
  }

  async #dropLogs(before: number): Promise<void> {
    while (this.#folded < before) {
      await rm(logPath(this.#file, this.#folded), { force: true });
      this.#folded += 1;
    }
    await syncDirectory(dirname(this.#file));
  }

  async #close(): Promise<void> {
    await this.#memory.close();
    await this.#compaction;
    const { generation } = this.#lines;
    try {
      await this.#lines.awaitSync();
      const { size, sequence } = this.#lines;
      if (size > 0 || this.#folded < generation) await this.#fold(generation + 1, sequence, this.#memory.contents());
      else await rm(logPath(this.#file, generation), { force: true });
    } finally {
      await this.#lines.close();
      this.#unlock();
    }
  }
}

/**
 * Opens the data file, or makes it, and locks it against other processes until it is closed.
 * @throws DataFileError when it is in use, cannot be read, is damaged, or is of another format
 */
export const openJsonFileStore = async (options: JsonFileOptions): Promise<JsonFileStore> => {
  const file = await placeOf(options.file);
  const unlock = await lockDataFile(file);
  try {
    const { meta: makeMeta = () => ({}), accept = () => undefined, notice = () => undefined } = options;
    const loaded = await loadDataFile(file, { makeMeta, accept, notice });
    return await JsonFileStore.of({ ...options, file }, loaded, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
};
