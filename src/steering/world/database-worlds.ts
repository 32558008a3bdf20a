import { DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Snapshot } from '../../kernel/rows.ts';
import type { NamedPlaces, Notes } from '../../store/notes.ts';
import { isTemporary, worldGone } from '../../store/shared/database-error.ts';
import type { Pointer } from '../../store/shared/lines.ts';
import type { PastCounts } from '../../store/shared/past-worlds.ts';
import type { DatabaseUse, SharedDatabase } from '../../store/shared/shared-database.ts';
import type { SharedStore } from '../../store/shared/shared-store.ts';
import type { Room } from './elsewhere.ts';
import { WORLD_ENDED } from './ended-note.ts';
import type {
  HeadOfWorld,
  KeptRecord,
  KeptWorld,
  ListedWorld,
  NewRows,
  PastWorld,
  ShownWorld,
  WorldHome,
  WorldRows,
} from './world-home.ts';

/** A record as the database has it, with where the state is to which a reset returns. */
interface StoredRecord extends KeptRecord {
  readonly origin: Pointer;
}

/** A world that has ended has no place that calls could be in. */
const NO_PLACES: NamedPlaces = {
  nameOf: () => undefined,
  placeOf: () => undefined,
  stateOf: async () => undefined,
};

/** The notes of a world to which none is added any more. */
const readOnly = (notes: Notes): Notes => ({
  on: (kind, take) => notes.on(kind, take),
  keep: (keeping) => notes.keep(keeping),
  add: async () => undefined,
  announce: async () => undefined,
  catchUp: () => notes.catchUp(),
  watch: () => () => undefined,
});

/** The worlds of a database: those that there are, and the place for more. */
export class DatabaseWorlds implements WorldHome {
  readonly nonce: string;
  readonly #database: SharedDatabase;
  readonly #clock: Clock;

  constructor(database: SharedDatabase, clock: Clock, nonce: string) {
    this.#database = database;
    this.#clock = clock;
    this.nonce = nonce;
  }

  /** Ends what is left of worlds that nobody goes on with, for a process that is alone. */
  async endLeft(): Promise<void> {
    await this.#database.kept.endUnfinished(DEFAULT_WORLD);
    await this.#database.kept.endExpired();
  }

  /** How the process uses the database. */
  readUse(): Promise<DatabaseUse> {
    return this.#database.readUse(DEFAULT_WORLD);
  }

  async begin(id: string, { from, rows, limit }: NewRows): Promise<WorldRows | undefined> {
    const store = await this.#database.makeWorld(id, { from, rows, limit });
    if (!store) return undefined;
    const { places, born } = store;
    const shared = { process: this.#database.process, notes: this.#database.beginNotes(store), places, born };
    return { store, snapshots: this.#database.beginSnapshots(id), shared };
  }

  keep(id: string, record: KeptRecord, origin: Snapshot, limit: number): Promise<boolean> {
    const stored: StoredRecord = { ...record, origin: this.#database.pointerOf(origin) };
    return this.#database.noteWorld(id, JSON.stringify(stored), limit);
  }

  relabel(id: string, changes: Readonly<Record<string, string | null>>): Promise<KeptRecord['labels']> {
    return this.#database.kept.relabel(id, changes);
  }

  end(id: string): Promise<void> {
    return this.#database.endWorld(id);
  }

  async endExpired(id: string): Promise<void> {
    try {
      await this.#database.endWorld(id, this.#clock.now());
    } catch (error) {
      // Who looks for what nobody needs ends it, once the database answers.
      if (!isTemporary(error)) throw error;
    }
  }

  async find(id: string): Promise<KeptWorld | undefined> {
    const found = await this.#database.kept.find(id);
    if (found?.record === undefined) return undefined;
    const record: StoredRecord = JSON.parse(found.record);
    if ((record.expiresMillis ?? Number.POSITIVE_INFINITY) <= this.#clock.now()) {
      await this.endExpired(id);
      return undefined;
    }
    const { origin: _, ...kept } = record;
    const store = await this.#database.findStore(id);
    // It may have ended since, and another may have its name.
    if (!store) return undefined;
    if (store.born !== found.born) return this.find(id);
    const rows = await this.rowsOf(store);
    return { ...rows, id, record: kept, origin: () => this.#originOf(id) };
  }

  async list(): Promise<readonly ListedWorld[]> {
    const now = this.#clock.now();
    const listed = await this.#database.listed.list(DEFAULT_WORLD);
    const worlds = listed.map(({ record: text, ...others }): ListedWorld => {
      const { origin: _, ...record }: StoredRecord = JSON.parse(text);
      return { ...others, record };
    });
    return worlds.filter(({ record: { expiresMillis = Number.POSITIVE_INFINITY } }) => expiresMillis > now);
  }

  heads(): Promise<readonly HeadOfWorld[]> {
    return this.#database.listed.heads(DEFAULT_WORLD);
  }

  listPast(): Promise<readonly string[]> {
    return this.#database.past.list();
  }

  async findPast(born: string): Promise<PastWorld | undefined> {
    const { process, past } = this.#database;
    const found = await past.find(born);
    const store = await found?.rows();
    if (!found || !store) return undefined;
    const { id, endedMillis } = found;
    const { origin: _, ...record }: StoredRecord = JSON.parse(found.record);
    const notes = readOnly(await this.#database.openPastNotes(born));
    const origin = async (): Promise<Snapshot> => {
      const state = await this.#database.stateAt(found.origin);
      if (!state) throw worldGone(id);
      return state;
    };
    return { id, record, endedMillis, store, origin, shared: { process, born, notes, places: NO_PLACES } };
  }

  lastPlace(): Promise<number> {
    return this.#database.listed.lastPlace();
  }

  listCounts(): Promise<PastCounts> {
    return this.#database.past.listCounts();
  }

  keepCounts(born: string, counts: string): Promise<void> {
    return this.#database.past.keepCounts(born, counts);
  }

  clearCounts(): Promise<void> {
    return this.#database.past.clearCounts();
  }

  keepShown(shown: readonly ShownWorld[]): Promise<void> {
    return this.#database.listed.keep(shown);
  }

  endAll(worlds: readonly Pick<ListedWorld, 'id' | 'born'>[]): Promise<readonly string[]> {
    const keys = worlds.map(({ id, born }) => ({ world: id, born }));
    return this.#database.listed.end(keys, WORLD_ENDED);
  }

  hasEnded(id: string): Promise<boolean> {
    return this.#database.listed.hasEnded(id);
  }

  async labelsOf(id: string): Promise<KeptRecord['labels'] | undefined> {
    const record = await this.#recordOf(id);
    return record?.labels ?? (id === DEFAULT_WORLD ? {} : undefined);
  }

  async roomFor(id: string, limit: number): Promise<Room> {
    const room = await this.#database.kept.roomFor(id, DEFAULT_WORLD, limit);
    if (room.isTaken || room.count < limit) return room;
    // Those whose time is up are there until a process looks for them.
    await this.#database.kept.endExpired();
    return this.#database.kept.roomFor(id, DEFAULT_WORLD, limit);
  }

  readOrigin(): Promise<Snapshot | undefined> {
    return this.#database.stateAt(async () => (await this.#recordOf(DEFAULT_WORLD))?.origin);
  }

  noteOrigin(origin: Snapshot | undefined): Promise<void> {
    return this.#database.kept.change(DEFAULT_WORLD, 'origin', origin && this.#database.pointerOf(origin));
  }

  async #originOf(id: string): Promise<Snapshot> {
    const origin = await this.#database.stateAt(async () => (await this.#recordOf(id))?.origin);
    if (!origin) throw worldGone(id);
    return origin;
  }

  async #recordOf(id: string): Promise<StoredRecord | undefined> {
    const record = (await this.#database.kept.find(id))?.record;
    return record === undefined ? undefined : JSON.parse(record);
  }

  /** What a world is made of whose store is open. */
  async rowsOf(store: SharedStore): Promise<WorldRows> {
    const { process } = this.#database;
    const { world, places, born } = store;
    const [snapshots, notes] = await Promise.all([
      this.#database.openSnapshots(world),
      this.#database.openNotes(store),
    ]);
    return { store, snapshots, shared: { process, notes, places, born } };
  }
}
