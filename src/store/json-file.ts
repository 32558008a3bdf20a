import { realpath, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { collection, type Rows, type Snapshot, type Store, type Tx } from '../kernel/rows.ts';
import { DataFileError } from './data-file-error.ts';
import { type Journal, journalPath, syncDirectory } from './json-file-journal.ts';
import { type LoadedFile, loadDataFile } from './json-file-load.ts';
import { lockDataFile } from './json-file-lock.ts';
import { type FileSnapshot, type Meta, writeSnapshot } from './json-file-snapshot.ts';
import { MemoryStore, type RowChange } from './memory.ts';

const COMPACT_BYTES = 8 * 1024 * 1024;

/** How to open a data file. */
export interface JsonFileOptions {
  readonly file: string;
  /** Makes what is kept beside the rows of a new file; an existing one has its own. */
  readonly meta?: () => Meta | Promise<Meta>;
  /** A journal of more bytes than this is folded into the data file. 8 MiB when not given. */
  readonly compactBytes?: number;
  /** Told when the data file cannot be rewritten. Nothing is lost then: the journals are kept. */
  readonly report?: (error: unknown) => void;
}

/**
 * Rows in memory, and on disk in one JSON file with a journal beside it.
 *
 * A write is seen by readers as soon as it is made and is answered once it is on the disk. A write that the
 * disk refuses (it is full) is undone and rejected; later ones may succeed. When the disk fails to keep what
 * it took, the writes that wait are rejected, although readers see them until the end of the process, and
 * every later write is refused: what is on the disk then shows at the next start.
 */
export class JsonFileStore implements Store {
  /** What the file keeps beside the rows. */
  readonly meta: Meta;
  /** True when nothing was ever written to the file. */
  readonly isNew: boolean;
  readonly rows: Rows;
  readonly #file: string;
  readonly #memory = new MemoryStore((changes) => this.#commit(changes));
  readonly #journal: Journal;
  readonly #unlock: () => void;
  readonly #compactBytes: number;
  readonly #report: (error: unknown) => void;
  /** True while the rows of the file are put into memory: those are no news to it. */
  #filling = false;
  /** The journal's size that calls for the next compaction, in bytes. */
  #compactAbove: number;
  /** The generation of the data file: the oldest journal that is needed. */
  #folded: number;
  #compaction: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  private constructor(options: JsonFileOptions, { snapshot, journal, isNew }: LoadedFile, unlock: () => void) {
    const { file, compactBytes = COMPACT_BYTES, report = () => undefined } = options;
    this.meta = snapshot.meta;
    this.isNew = isNew;
    this.rows = this.#memory.rows;
    this.#file = file;
    this.#journal = journal;
    this.#unlock = unlock;
    this.#compactBytes = compactBytes;
    this.#compactAbove = compactBytes;
    this.#report = report;
    this.#folded = snapshot.generation;
  }

  /** A store of the rows of a file that has been loaded and locked; see openJsonFileStore. */
  static async of(options: JsonFileOptions, loaded: LoadedFile, unlock: () => void): Promise<JsonFileStore> {
    const store = new JsonFileStore(options, loaded, unlock);
    await store.#fill(loaded);
    return store;
  }

  async write<T>(change: (tx: Tx) => T): Promise<T> {
    this.#demandOpen();
    return this.#memory.write(change);
  }

  capture(): Snapshot {
    return this.#memory.capture();
  }

  /** As one write of the rows that differ. */
  async restore(snapshot: Snapshot): Promise<void> {
    this.#demandOpen();
    return this.#memory.restore(snapshot);
  }

  /** Folds the journal into the file and gives up the lock; writes are refused from now on. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #demandOpen(): void {
    if (this.#closing) throw new DataFileError(`${this.#file} is closed`);
  }

  async #fill({ snapshot, changes }: LoadedFile): Promise<void> {
    this.#filling = true;
    await this.#memory.write((tx) => {
      for (const [name, rows] of Object.entries(snapshot.collections)) {
        const to = collection(name);
        for (const row of rows) tx.put(to, row);
      }
      for (const { collection: name, uid, row } of changes) {
        if (row) tx.put(collection(name), row);
        else tx.remove(collection(name), uid);
      }
    });
    this.#filling = false;
  }

  #commit(changes: readonly RowChange[]): Promise<void> | undefined {
    if (this.#filling) return undefined;
    this.#journal.append(changes);
    if (this.#journal.size > this.#compactAbove) this.#compaction ??= this.#compact();
    return this.#journal.synced();
  }

  async #compact(): Promise<void> {
    try {
      let collections: FileSnapshot['collections'] = {};
      await this.#journal.advance(() => {
        collections = this.#memory.contents();
      });
      this.#compactAbove = this.#compactBytes;
      await this.#fold(this.#journal.generation, collections);
    } catch (error) {
      // Not at every write from now on.
      this.#compactAbove = this.#journal.size + this.#compactBytes;
      this.#report(error);
    } finally {
      this.#compaction = undefined;
    }
  }

  /** Rewrites the data file; the journals before the generation are of no more use then. */
  async #fold(generation: number, collections: FileSnapshot['collections']): Promise<void> {
    await writeSnapshot(this.#file, { generation, meta: this.meta, collections });
    await this.#dropJournals(generation);
  }

  async #dropJournals(before: number): Promise<void> {
    while (this.#folded < before) {
      await rm(journalPath(this.#file, this.#folded), { force: true });
      this.#folded += 1;
    }
    await syncDirectory(dirname(this.#file));
  }

  async #close(): Promise<void> {
    await this.#compaction;
    const { generation, size } = this.#journal;
    try {
      await this.#journal.synced();
      if (size > 0 || this.#folded < generation) await this.#fold(generation + 1, this.#memory.contents());
      else await rm(journalPath(this.#file, generation), { force: true });
    } catch (error) {
      this.#report(error);
    } finally {
      await this.#journal.close();
      this.#unlock();
    }
  }
}

/**
 * Opens the data file, or makes it, and keeps other processes off it until it is closed.
 * @throws DataFileError when it is in use, cannot be read, or is not what this version writes
 */
export const openJsonFileStore = async (options: JsonFileOptions): Promise<JsonFileStore> => {
  // The file is replaced by renaming: a link to it stays one only if what it points at is replaced.
  const file = await realpath(options.file).catch(() => resolve(options.file));
  const unlock = await lockDataFile(file);
  try {
    const loaded = await loadDataFile(file, options.meta ?? (() => ({})));
    return await JsonFileStore.of({ ...options, file }, loaded, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
};
