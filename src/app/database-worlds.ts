import { DEFAULT_WORLD } from '../kernel/call-scope.ts';
import type { Clock } from '../kernel/clock.ts';
import type { KeptRecord, KeptWorld, WorldHome, WorldRows } from '../steering/world/world-home.ts';
import type { Pointer } from '../store/shared/lines.ts';
import type { SharedDatabase } from '../store/shared/shared-database.ts';
import type { SharedStore } from '../store/shared/shared-store.ts';

/** A record as the database has it, with where the state is to which a reset returns. */
interface StoredRecord extends KeptRecord {
  readonly origin: Pointer;
}

/** How many worlds are loaded at the same time. */
const AT_A_TIME = 8;

const rowsOf = async (database: SharedDatabase, store: SharedStore): Promise<WorldRows> => ({
  store,
  snapshots: await database.openSnapshots(store.world),
});

/** The worlds of a database beside `default`: those that there are, and the place for more. */
export class DatabaseWorlds implements WorldHome {
  readonly #database: SharedDatabase;
  readonly #records = new Map<string, StoredRecord>();

  constructor(database: SharedDatabase) {
    this.#database = database;
  }

  /** Loads the worlds that are kept; those that are over, or were not whole when their maker ended, are ended. */
  async load(clock: Clock): Promise<readonly KeptWorld[]> {
    const worlds = (await this.#database.listWorlds()).filter(({ id }) => id !== DEFAULT_WORLD);
    const now = clock.now();
    const loaded: (KeptWorld | undefined)[] = [];
    for (let at = 0; at < worlds.length; at += AT_A_TIME) {
      const some = worlds.slice(at, at + AT_A_TIME).map(({ id, record }) => this.#loadOne(id, record, now));
      loaded.push(...(await Promise.all(some)));
    }
    return loaded.filter((world) => world !== undefined);
  }

  async begin(id: string, from: string | undefined): Promise<WorldRows> {
    return rowsOf(this.#database, await this.#database.makeWorld(id, from));
  }

  async keep(id: string, record: KeptRecord, origin: Parameters<WorldHome['keep']>[2]): Promise<void> {
    await this.#store(id, { ...record, origin: this.#database.pointerOf(origin) });
  }

  async relabel(id: string, labels: KeptRecord['labels']): Promise<void> {
    const record = this.#records.get(id);
    if (record) await this.#store(id, { ...record, labels });
  }

  async end(id: string): Promise<void> {
    await this.#database.endWorld(id);
    this.#records.delete(id);
  }

  async #loadOne(id: string, text: string | undefined, now: number): Promise<KeptWorld | undefined> {
    const record: StoredRecord | undefined = text === undefined ? undefined : JSON.parse(text);
    if (!record || (record.expiresMillis ?? Number.POSITIVE_INFINITY) <= now) {
      await this.end(id);
      return undefined;
    }
    this.#records.set(id, record);
    const { origin, ...kept } = record;
    const rows = await rowsOf(this.#database, await this.#database.openWorld(id));
    return { ...rows, id, record: kept, origin: () => this.#database.stateAt(origin) };
  }

  async #store(id: string, record: StoredRecord): Promise<void> {
    await this.#database.noteWorld(id, JSON.stringify(record));
    this.#records.set(id, record);
  }
}
