import type { Snapshot } from '../../kernel/rows.ts';
import { Checkpoints } from './checkpoints.ts';
import { type ConnectionBounds, Connections } from './connections.ts';
import { refusalOf } from './database-error.ts';
import { Heads } from './heads.ts';
import { beginWorld, type Pointer } from './lines.ts';
import { prepareSchema } from './schema.ts';
import { SharedStore } from './shared-store.ts';
import { loadState } from './states.ts';
import { WorldView } from './world-view.ts';

/** How a database is opened. */
export interface SharedDatabaseOptions {
  /** The URL of a Postgres, as its own programs read it. */
  readonly url: string;
  /** Makes a random positive int8, as text: the tag of an entry. */
  readonly makeTag: () => string;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  /** Receives what fails beside the writes and reads, such as a checkpoint. */
  readonly report?: (error: unknown) => void;
  /** After how many characters of entries a checkpoint is written, at least. 256 KiB when not given. */
  readonly checkpointSize?: number;
  readonly bounds?: Partial<ConnectionBounds>;
}

/** The worlds that a Postgres keeps, as this process has them. */
export class SharedDatabase {
  readonly #connections: Connections;
  readonly #heads: Heads;
  readonly #checkpoints: Checkpoints;
  readonly #pointers = new WeakMap<Snapshot, Pointer>();
  readonly #options: SharedDatabaseOptions;
  #closing: Promise<void> | undefined;

  private constructor(options: SharedDatabaseOptions) {
    const { url, bounds, now, report = () => undefined, checkpointSize } = options;
    this.#options = options;
    this.#connections = new Connections(url, bounds);
    this.#heads = new Heads(this.#connections, now);
    this.#checkpoints = new Checkpoints(this.#connections, report, checkpointSize);
  }

  /**
   * Connects, and makes the tables where they are missing.
   * @throws DatabaseError where the database cannot be used; ApiError UNAVAILABLE where it does not answer
   */
  static async open(options: SharedDatabaseOptions): Promise<SharedDatabase> {
    const database = new SharedDatabase(options);
    try {
      await prepareSchema(database.#connections);
      return database;
    } catch (error) {
      await database.close();
      throw refusalOf(error);
    }
  }

  /**
   * Opens a world. One that is missing begins empty, or with the state that the world `from` has at this moment.
   * @throws ApiError NOT_FOUND where there is no world `from`, and UNAVAILABLE where the database does not answer
   */
  async openWorld(world: string, from?: string): Promise<SharedStore> {
    const { makeTag, now } = this.#options;
    const parts = { connections: this.#connections, checkpoints: this.#checkpoints, pointers: this.#pointers };
    try {
      const at = await beginWorld(this.#connections, { world, from, tag: makeTag() });
      const loaded = await loadState(this.#connections, at.line, at.seq);
      const view = new WorldView(this.#connections, this.#heads, world, at, loaded);
      return new SharedStore({ ...parts, makeTag, now }, view);
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** Closes the connections, once the checkpoints that are being written are there. */
  close(): Promise<void> {
    this.#closing ??= this.#checkpoints.settle().then(() => this.#connections.close());
    return this.#closing;
  }
}
