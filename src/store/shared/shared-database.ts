import { ApiError } from '../../kernel/errors.ts';
import type { Snapshot, Store } from '../../kernel/rows.ts';
import type { Meta } from '../json-file-snapshot.ts';
import { BaseStates } from './base-states.ts';
import { Checkpoints } from './checkpoints.ts';
import { type ConnectionBounds, Connections } from './connections.ts';
import { DatabaseClock } from './database-clock.ts';
import { refusalOf, startRefusalOf, worldGone } from './database-error.ts';
import { Estates, type Heir } from './estates.ts';
import { countBehind, Heads } from './heads.ts';
import { countWorlds, endWorld, KeptSnapshots, KeptWorlds, loadPointed, noteWorld, Pointers } from './kept-worlds.ts';
import { type BegunWorld, beginWorld, findWorldOf, type PlacedWorld, type Pointer } from './lines.ts';
import { ListedWorlds } from './listed-worlds.ts';
import { NoteReader } from './note-reader.ts';
import { NoteWriter } from './note-writer.ts';
import { OpenViews } from './open-views.ts';
import type { OptionDigests } from './options.ts';
import { PastWorlds } from './past-worlds.ts';
import { Presence } from './presence.ts';
import { adoptMeta, prepareSchema } from './schema.ts';
import type { PoolUse } from './session.ts';
import { SharedStore } from './shared-store.ts';
import { StateSize } from './state-size.ts';
import { type Bases, type LoadedState, loadState } from './states.ts';
import { type PastAccounts, Sweeper } from './sweeper.ts';
import { Wakes } from './wakes.ts';
import { WorldNotes, type WorldNotesParts } from './world-notes.ts';
import { WorldView } from './world-view.ts';

/** How long unneeded data are kept, in milliseconds: longer than a statement that is on its way may take. */
const KEEP_MILLIS = 600_000;

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
  /** Receives lines for the user: that the database does not answer, and that it does again. */
  readonly notice?: (text: string) => void;
  /** After how many characters of entries a checkpoint is written, at least. 256 KiB when not given. */
  readonly checkpointSize?: number;
  /** How long unneeded data are kept before they are deleted, in milliseconds. Ten minutes when not given. */
  readonly keepMillis?: number;
  /** How many of the worlds that have ended are kept. 100 when not given. */
  readonly mostPast?: number;
  readonly bounds?: Partial<ConnectionBounds>;
  /** How often one reads what others wake it for, in milliseconds. 250 when not given. */
  readonly wokenMillis?: number;
}

/** How a world is made. */
interface NewWorld {
  /** The world whose state it begins with; it begins empty where none is given. */
  readonly from?: string | undefined;
  /** A fork of that. */
  readonly rows?: Store | undefined;
  /** How many worlds there may be; undefined where that does not matter. */
  readonly limit?: number | undefined;
}

const worldTaken = (world: string): ApiError =>
  new ApiError('ALREADY_EXISTS', `Already exists: world ${JSON.stringify(world)} already exists`);

/** What a process takes of a database. */
export interface DatabaseUse {
  /** True where the database has just answered. */
  readonly isUp: boolean;
  /** How many entries the worlds that it has open have in the database and not in it, when that was last learnt. */
  readonly behind: number;
  /** How many worlds the database had then, that of the start among them; undefined before. */
  readonly worlds: number | undefined;
  readonly pool: PoolUse;
}

/** The worlds that a Postgres keeps, as this process has them. */
export class SharedDatabase {
  /** Its worlds as a whole, and what is kept of each. */
  readonly listed: ListedWorlds;
  readonly kept: KeptWorlds;
  readonly past: PastWorlds;
  readonly #connections: Connections;
  readonly #heads: Heads;
  readonly #clock: DatabaseClock;
  readonly #checkpoints: Checkpoints;
  readonly #sweeper: Sweeper;
  readonly #noteWriter: NoteWriter;
  readonly #noteReader: NoteReader;
  readonly #wakes: Wakes;
  readonly #bases: Bases = new BaseStates();
  readonly #pointers = new Pointers(this.#bases);
  readonly #views = new OpenViews();
  /** The worlds that this process makes, which are not noted yet. */
  readonly #begun = new Map<string, SharedStore>();
  readonly #options: SharedDatabaseOptions;
  #presence: Presence | undefined;
  #estates: Estates | undefined;
  #behind = 0;
  #worlds: number | undefined;
  #closing: Promise<void> | undefined;

  private constructor(options: SharedDatabaseOptions) {
    const { url, bounds, now, report = () => undefined, notice = () => undefined } = options;
    const { checkpointSize, keepMillis = KEEP_MILLIS, makeTag, mostPast } = options;
    this.#options = options;
    this.#connections = new Connections(url, bounds);
    this.#clock = new DatabaseClock(now);
    this.#heads = new Heads({ connections: this.#connections, clock: this.#clock, now, notice });
    const parts = { connections: this.#connections, keepMillis, makeTag, report };
    this.#checkpoints = new Checkpoints({ ...parts, checkpointSize });
    this.#sweeper = new Sweeper({ ...parts, mostPast });
    const origin = makeTag();
    this.#wakes = new Wakes({ process: origin, now, run: async (statement) => this.#presence?.run(statement) });
    const noted = { connections: this.#connections, now, wakes: this.#wakes };
    this.#noteWriter = new NoteWriter({ ...noted, clock: this.#clock, origin });
    this.kept = new KeptWorlds(this.#connections);
    this.past = new PastWorlds(this.#connections);
    this.listed = new ListedWorlds(this.#connections, this.#noteWriter);
    this.#noteReader = new NoteReader({ ...noted, wokenMillis: options.wokenMillis });
  }

  /**
   * Connects, and makes the tables where they are missing.
   * @throws DatabaseError with one line, where the database cannot be used
   */
  static async open(options: SharedDatabaseOptions): Promise<SharedDatabase> {
    const database = new SharedDatabase(options);
    try {
      await database.#connections.demandSessions();
      await prepareSchema(database.#connections);
      await database.#readClock();
      return database;
    } catch (error) {
      await database.close();
      throw startRefusalOf(error);
    }
  }

  /** The time of the database, in milliseconds. */
  readonly now = (): number => this.#clock.now();

  /**
   * Becomes one of the processes that share the database, once no other starts; returns true where there are no others.
   * @throws DatabaseError where others answer with other options
   */
  async join(options: OptionDigests): Promise<boolean> {
    const { now, report = () => undefined, notice = () => undefined } = this.#options;
    const [connections, process] = [this.#connections, this.process];
    const wakes = this.#wakes;
    const presence = await Presence.begin({ connections, process, options, notice, now, wakes });
    this.#presence = presence;
    this.#estates = new Estates({ connections, presence, process, report });
    return presence.isAlone;
  }

  /** The number of this process among all that use the database. */
  get process(): string {
    return this.#noteWriter.origin;
  }

  /**
   * Lets others start, and begins to delete what nobody needs any more, and to hand to an heir what processes leave that
   * end: before others start where this one is alone. The accounts add up what was counted in worlds that have ended.
   */
  async letStart(heir: Heir, accounts?: PastAccounts): Promise<void> {
    if (this.#presence?.isAlone) await this.#estates?.look(heir);
    await this.#presence?.letStart();
    this.#estates?.start(heir);
    this.#sweeper.start(accounts);
  }

  /** Deletes what nobody needs any more, as far as that can be done now. */
  async sweep(): Promise<void> {
    // Those that are being written count.
    await this.#checkpoints.settle();
    await this.#sweeper.sweep();
  }

  /** What all processes share beside the worlds: what the first of them has made. */
  adoptMeta(make: () => Promise<Meta>): Promise<Meta> {
    return adoptMeta(this.#connections, make);
  }

  /**
   * Opens a world. One that is missing begins empty, or with the state that the world `from` has at this moment.
   * @throws ApiError NOT_FOUND where there is no world `from`, and UNAVAILABLE where the database does not answer
   */
  async openWorld(world: string, from?: string): Promise<SharedStore> {
    try {
      const begun = await beginWorld(this.#connections, { world, from, ...this.#making() });
      if (!begun) throw worldGone(world);
      return await this.#load(begun);
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /**
   * Makes a world, empty or with the state that the world `from` has at this moment; where that is still the one of the
   * fork `rows`, it is not read again, and the fork is not to be used any more. What is written to it before it is noted is
   * stored then. Undefined where there are as many worlds as there may be.
   * @throws ApiError ALREADY_EXISTS for a name that is taken, and as `openWorld`
   */
  async makeWorld(world: string, { from, rows, limit }: NewWorld = {}): Promise<SharedStore | undefined> {
    const making = this.#making();
    try {
      const begun = await beginWorld(this.#connections, { world, from, limit, ...making });
      if (!begun) return undefined;
      if (begun.place.tag !== making.tag) throw worldTaken(world);
      const store = this.#forked(begun, rows) ?? (await this.#load(begun));
      store.beginUnkept();
      this.#begun.set(world, store);
      return store;
    } catch (error) {
      throw refusalOf(error);
    }
  }

  #making(): { readonly tag: string; readonly maker: string } {
    return { tag: this.#options.makeTag(), maker: this.process };
  }

  /** The store of a world whose rows are those of a fork; undefined where they are not. */
  #forked(begun: BegunWorld, rows: Store | undefined): SharedStore | undefined {
    const fork = rows && this.#pointers.forkOf(rows);
    const { base, place } = begun;
    if (!fork || fork.at.line !== base?.line || fork.at.seq !== base.seq) return undefined;
    return this.#storeOf(begun, { state: fork.state, tag: place.tag, ...fork.growth, size: new StateSize() });
  }

  /**
   * Opens a world that is there; undefined where there is none.
   * @throws ApiError UNAVAILABLE where the database does not answer
   */
  async findStore(world: string): Promise<SharedStore | undefined> {
    try {
      const found = await findWorldOf(this.#connections, world);
      return found && (await this.#load(found));
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /**
   * Notes of a world that was made here, and is whole, what is kept beside its rows; false where there are as many as there
   * may be by then.
   * @throws ApiError NOT_FOUND where it has ended, and UNAVAILABLE where the database does not answer
   */
  async noteWorld(world: string, record: string, limit: number): Promise<boolean> {
    const store = this.#begun.get(world);
    if (!store) throw worldGone(world);
    const { born } = store;
    const isNoted = await store.keep((appended) => noteWorld(this.#connections, { born, record, limit, appended }));
    if (isNoted) this.#begun.delete(world);
    return isNoted;
  }

  /** Ends a world, and its snapshots with it; with a time, only where the world ends by then. */
  endWorld(world: string, millis?: number): Promise<void> {
    this.#begun.delete(world);
    return endWorld(this.#connections, world, millis);
  }

  openSnapshots(world: string): Promise<KeptSnapshots> {
    return KeptSnapshots.open(this.#connections, this.#pointers, world);
  }

  /** The snapshots of a world that was just made. */
  beginSnapshots(world: string): KeptSnapshots {
    return new KeptSnapshots(this.#connections, this.#pointers, world);
  }

  /** What has happened in a world. @throws ApiError UNAVAILABLE where the database does not answer */
  openNotes(store: SharedStore): Promise<WorldNotes> {
    return WorldNotes.open(this.#notePartsOf(store), store.born);
  }

  /** What had happened in a world that has ended. @throws ApiError UNAVAILABLE where the database does not answer */
  openPastNotes(born: string): Promise<WorldNotes> {
    return WorldNotes.open(this.#notePartsOf({ awaitHead: async () => undefined, world: '' }), born);
  }

  /** What will happen in a world that was just made. */
  beginNotes(store: SharedStore): WorldNotes {
    return new WorldNotes(this.#notePartsOf(store), store.born);
  }

  #notePartsOf({ awaitHead, world }: Pick<SharedStore, 'awaitHead' | 'world'>): WorldNotesParts {
    const { report = () => undefined } = this.#options;
    const [connections, writer, reader] = [this.#connections, this.#noteWriter, this.#noteReader];
    return { connections, writer, reader, awaitHead, world, report };
  }

  /** Where a state is that a store of this database has captured. */
  pointerOf(state: Snapshot): Pointer {
    return this.#pointers.demand(state);
  }

  /** Reads the state that something points at. @throws ApiError UNAVAILABLE where the database does not answer */
  async stateAt(read: () => Promise<Pointer | undefined>): Promise<Snapshot | undefined> {
    try {
      return await loadPointed(async () => {
        const pointer = await read();
        return pointer && (await this.#pointers.load(this.#connections, pointer));
      });
    } catch (error) {
      throw refusalOf(error);
    }
  }

  async #load(placed: PlacedWorld): Promise<SharedStore> {
    const { line, seq } = placed.place;
    return this.#storeOf(placed, await loadState(this.#connections, line, seq, this.#bases));
  }

  #storeOf({ world, born, place }: PlacedWorld, loaded: LoadedState): SharedStore {
    const { makeTag, now } = this.#options;
    const parts = {
      connections: this.#connections,
      checkpoints: this.#checkpoints,
      pointers: this.#pointers,
      demandUse: () => this.#presence?.demand(),
      isTimeKnown: () => this.#clock.isFresh,
    };
    const read = { connections: this.#connections, heads: this.#heads, bases: this.#bases };
    const view = new WorldView(read, { world, born }, place, loaded);
    this.#views.add(view);
    return new SharedStore({ ...parts, makeTag, now }, view);
  }

  /** How this process uses the database now, where a world is that of the start. */
  async readUse(first: string): Promise<DatabaseUse> {
    let isUp = true;
    try {
      this.#behind = await countBehind(this.#connections, this.#views.list());
      this.#worlds = 1 + (await countWorlds(this.#connections, first));
    } catch {
      isUp = false;
    }
    return { isUp, behind: this.#behind, worlds: this.#worlds, pool: this.#connections.use };
  }

  /** Closes the connections, once the checkpoints that are being written are there. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#noteReader.stop();
    await this.#estates?.stop();
    await this.#sweeper.stop();
    await this.#checkpoints.settle();
    await this.#presence?.end();
    await this.#connections.close();
  }

  async #readClock(): Promise<void> {
    const text = 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::int8 AS now';
    const [read] = await this.#connections.repeat({ text });
    this.#clock.note(Number(read?.now));
  }
}
