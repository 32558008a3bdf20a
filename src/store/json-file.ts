import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { collection } from '../kernel/rows.ts';
import type { Steps } from '../kernel/steps.ts';
import { repeatChanges, type StoredChange } from './change-line.ts';
import { DiskFullError } from './data-file-error.ts';
import { DiskFull } from './disk-full.ts';
import { DurableStore } from './durable-store.ts';
import { type Accept, type LoadedFile, loadDataFile } from './json-file-load.ts';
import { lockDataFile } from './json-file-lock.ts';
import type { LineLog } from './json-file-log.ts';
import { logPath, placeOf, syncDirectory } from './json-file-paths.ts';
import { type FileSnapshot, type Meta, writeSnapshot } from './json-file-snapshot.ts';
import type { Contents, Log } from './log.ts';
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
   * A log of more bytes than this, and than the data file, is folded into the file: to write all rows again costs no
   * more than writing the changes did. 8 MiB when not given.
   */
  readonly compactBytes?: number;
  /** A log of more bytes than this is folded however large the data file is, since a start reads it. 64 MiB when not given. */
  readonly mostBytes?: number;
  /** Called when the data file cannot be rewritten, and when the disk is full. Nothing is lost: the logs stay. */
  readonly report?: (error: unknown) => void;
  /** Called with one line about the remains of an earlier process that are dropped. */
  readonly notice?: (text: string) => void;
}

/** The answer to a caller whose write the file has refused. */
const answerOf = (error: unknown): unknown => (error instanceof DiskFullError ? new DiskFull(error) : error);

/** The log of a data file: lines beside it, which are folded into it. */
class FileLog implements Log {
  readonly name: string;
  readonly #meta: Meta;
  readonly #lines: LineLog;
  readonly #unlock: () => void;
  readonly #compactBytes: number;
  readonly #mostBytes: number;
  /** The size of the lines that calls for the next fold, in bytes. */
  #foldAbove: number;
  /** The generation of the data file: the oldest log that is needed. */
  #folded: number;

  constructor(options: JsonFileOptions, { snapshot, log }: LoadedFile, unlock: () => void) {
    const { file, compactBytes = COMPACT_BYTES, mostBytes = MAX_BYTES } = options;
    this.name = file;
    this.#meta = snapshot.meta;
    this.#lines = log;
    this.#unlock = unlock;
    this.#compactBytes = compactBytes;
    this.#mostBytes = mostBytes;
    this.#foldAbove = compactBytes;
    this.#folded = snapshot.generation;
  }

  get sequence(): number {
    return this.#lines.sequence;
  }

  get durableSequence(): number {
    return this.#lines.syncedSequence;
  }

  get isLong(): boolean {
    return this.#lines.size > this.#foldAbove;
  }

  *append(changes: readonly StoredChange[]): Steps<void> {
    try {
      yield* this.#lines.append(changes);
    } catch (error) {
      throw answerOf(error);
    }
  }

  awaitDurable(): Promise<void> {
    return this.#lines.awaitSync().catch((error: unknown) => {
      throw answerOf(error);
    });
  }

  onLost(lost: (after: number) => void): void {
    this.#lines.onLost(lost);
  }

  async fold(contents: () => Contents): Promise<void> {
    try {
      let collections: FileSnapshot['collections'] = {};
      let sequence = 0;
      await this.#lines.advance(() => {
        collections = contents().rows;
        ({ sequence } = this.#lines);
      });
      await this.#rewrite(this.#lines.generation, sequence, collections);
      await this.measure();
    } catch (error) {
      // Do not try again at every write.
      this.#foldAbove = this.#lines.size + this.#compactBytes;
      throw error;
    }
  }

  /** Sets when the lines are folded next, by the size of the data file. */
  async measure(): Promise<void> {
    const { size } = await stat(this.name);
    this.#foldAbove = Math.max(this.#compactBytes, Math.min(size, this.#mostBytes));
  }

  /**
   * Folds the lines into the file and releases the lock.
   * @throws DataFileError if the file cannot be written: its lines stay
   */
  async close(contents: () => Contents): Promise<void> {
    const { generation } = this.#lines;
    try {
      await this.#lines.awaitSync();
      const { size, sequence } = this.#lines;
      if (size > 0 || this.#folded < generation) await this.#rewrite(generation + 1, sequence, contents().rows);
      else await rm(logPath(this.name, generation), { force: true });
    } finally {
      await this.#lines.close();
      this.#unlock();
    }
  }

  /** Rewrites the data file and deletes the logs before the generation. */
  async #rewrite(generation: number, sequence: number, collections: FileSnapshot['collections']): Promise<void> {
    await writeSnapshot(this.name, { generation, sequence, meta: this.#meta, collections });
    while (this.#folded < generation) {
      await rm(logPath(this.name, this.#folded), { force: true });
      this.#folded += 1;
    }
    await syncDirectory(dirname(this.name));
  }
}

/**
 * Rows in memory, and on disk in one JSON file with a log beside it.
 *
 * On a full disk a write is rejected with a DiskFull, and later writes may succeed; when a sync fails for another reason,
 * every later write is refused. `close` folds the log into the file and releases the lock.
 */
export class JsonFileStore extends DurableStore {
  /** The facts that the file has beside the rows. */
  readonly meta: Meta;
  /** True when nothing was ever written to the file. */
  readonly isNew: boolean;

  constructor({ log, rows, found }: OpenFile, report: (error: unknown) => void) {
    super(log, rows, report);
    this.meta = found.snapshot.meta;
    this.isNew = found.isNew;
  }
}

const rowsOf = async ({ snapshot, changes }: LoadedFile): Promise<MemoryStore> => {
  const rows = new MemoryStore();
  await rows.write((tx) => {
    for (const [name, all] of Object.entries(snapshot.collections)) {
      const to = collection(name);
      for (const row of all) tx.put(to, row);
    }
    repeatChanges(tx, changes);
  });
  return rows;
};

/** A data file that is open and locked: its log, and the rows that it has. */
export interface OpenFile {
  readonly log: Log;
  readonly rows: MemoryStore;
  readonly found: LoadedFile;
}

/**
 * Opens the data file, or makes it, and locks it against other processes until its log is closed.
 * @throws DataFileError when it is in use, cannot be read, is damaged, or is of another format
 */
export const openFileLog = async (options: JsonFileOptions): Promise<OpenFile> => {
  const file = await placeOf(options.file);
  const unlock = await lockDataFile(file);
  try {
    const { meta: makeMeta = () => ({}), accept = () => undefined, notice = () => undefined } = options;
    const found = await loadDataFile(file, { makeMeta, accept, notice });
    const log = new FileLog({ ...options, file }, found, unlock);
    await log.measure();
    return { log, rows: await rowsOf(found), found };
  } catch (error) {
    unlock();
    throw error;
  }
};

/** Opens a data file as a store. @throws DataFileError as openFileLog */
export const openJsonFileStore = async (options: JsonFileOptions): Promise<JsonFileStore> =>
  new JsonFileStore(await openFileLog(options), options.report ?? (() => undefined));
