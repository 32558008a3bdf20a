import type { Snapshot, Store } from '../../kernel/rows.ts';
import { DurableStore } from '../durable-store.ts';
import type { Contents } from '../log.ts';
import { MemoryStore } from '../memory.ts';
import type { SnapshotHome } from '../snapshot-home.ts';
import type { Link } from './link.ts';
import { loadWorlds } from './load-worlds.ts';
import { States } from './states.ts';
import { StoredSnapshots } from './stored-snapshots.ts';
import type { Term } from './term.ts';
import { WorldLog } from './world-log.ts';

const SWEEP_MILLIS = 60_000;

/** A world that was stored before the term. */
export interface LoadedWorld {
  /** The number of the world among all that were made. */
  readonly born: string;
  readonly id: string;
  /** Its stored record, without its rows. */
  readonly record: string;
  readonly store: DurableStore;
  readonly snapshots: SnapshotHome;
  /** Reads the state to which a reset returns; undefined if it is not known. */
  readonly origin: (() => Promise<Snapshot>) | undefined;
}

/** All worlds of one term, in the database. */
export class StoredWorlds {
  readonly #report: (error: unknown) => void;
  readonly #least: number | undefined;
  readonly #states: States;
  /** The log of each world, with the number of the world. */
  readonly #worlds = new Map<string, { readonly born: string; readonly log: WorldLog }>();
  readonly #loaded: LoadedWorld[] = [];
  #lastBorn: number;
  readonly #timer: NodeJS.Timeout;

  private constructor(states: States, lastBorn: number, report: (error: unknown) => void, least: number | undefined) {
    this.#states = states;
    this.#lastBorn = lastBorn;
    this.#report = report;
    this.#least = least;
    this.#timer = setInterval(() => void this.sweep(), SWEEP_MILLIS).unref();
    states.term.ended.addEventListener('abort', () => this.drop(), { once: true });
  }

  /**
   * Loads the worlds that the database has.
   * @param least is the number of characters of writes after which a checkpoint is worth its cost; 256 KiB when not given
   * @throws DatabaseError if something of them is missing
   */
  static async load(term: Term, link: Link, report: (error: unknown) => void, least?: number): Promise<StoredWorlds> {
    const { schema } = link;
    // The remains of worlds that were being made when a term ended. The number 0 is of no world: the term uses it.
    const orphans = `o WHERE born <> 0 AND NOT EXISTS (SELECT FROM ${schema}.world w WHERE w.born = o.born) AND EXISTS (SELECT FROM me)`;
    await term.run({
      text: `entries AS (DELETE FROM ${schema}.entry ${orphans}), snapshots AS (DELETE FROM ${schema}.snapshot ${orphans})
        SELECT (SELECT count(*)::int FROM me) AS mine`,
      values: [],
    });
    const [{ state, born } = {}] = await link.query(`SELECT coalesce(max(born), 0) AS born,
      (SELECT coalesce(max(id), 0) FROM ${schema}.state) AS state FROM ${schema}.world`);
    const worlds = new StoredWorlds(new States(term, link, Number(state)), Number(born), report, least);
    await worlds.#load(link);
    void worlds.sweep();
    return worlds;
  }

  /** The worlds that were there when the term began, in the order in which they were made. */
  get loaded(): readonly LoadedWorld[] {
    return this.#loaded;
  }

  /**
   * Begins a world of rows that nobody else writes. It is stored, with its writes and the state to which a reset
   * returns, once `persist` has resolved, which throws DiskFull, or UNAVAILABLE when the term is lost.
   */
  begin(rows: Store) {
    if (!(rows instanceof MemoryStore)) throw new TypeError('rows of another store');
    this.#lastBorn += 1;
    const born = String(this.#lastBorn);
    const log = new WorldLog(this.#states, born, this.#least);
    const contents = (): Contents => ({ rows: rows.contents(), state: rows.capture() });
    return {
      store: new DurableStore(log, rows, this.#report),
      snapshots: new StoredSnapshots(this.#states, born),
      persist: async (id: string, record: string, origin: Snapshot | undefined): Promise<void> => {
        try {
          await this.#states.wait(this.#insert([born, id, record], log, contents(), origin));
        } catch (error) {
          log.end();
          // It may be stored later. Another may have its name by then.
          this.#remove(born).catch(() => undefined);
          throw error;
        }
        this.#worlds.set(id, { born, log });
      },
    };
  }

  /** Stores another state to which a reset of a world returns; undefined if it is not known. */
  async setOrigin(id: string, origin: Snapshot | undefined): Promise<void> {
    await this.#states.wait(this.#useOrigin(origin, (originId) => this.#update(id, 'origin = $3::int8', originId)));
  }

  /** Stores another record of a world, with other labels. */
  async rewrite(id: string, record: string): Promise<void> {
    await this.#states.wait(this.#update(id, 'record = $3::text', record));
  }

  /** Ends a world, with its snapshots. */
  async end(id: string): Promise<void> {
    const world = this.#worlds.get(id);
    if (!world) return;
    this.#worlds.delete(id);
    world.log.end();
    await this.#remove(world.born);
  }

  async #remove(born: string): Promise<void> {
    const { schema } = this.#states;
    const deletions = ['world', 'entry', 'snapshot'].map(
      (table) => `of_${table} AS (DELETE FROM ${schema}.${table} WHERE born = $2::int8 AND EXISTS (SELECT FROM me))`,
    );
    await this.#states.run(deletions.join(', '), [born]);
  }

  /** Ends the sweeps. */
  drop(): void {
    clearInterval(this.#timer);
  }

  /** Deletes the states that nobody needs any more. */
  async sweep(): Promise<void> {
    try {
      await this.#states.sweep();
    } catch (error) {
      if (!this.#states.term.ended.aborted) this.#report(error);
    }
  }

  async #load(link: Link): Promise<void> {
    const found = await link.query(`SELECT * FROM ${link.schema}.world ORDER BY born`);
    const snapshots = await link.query(`SELECT born, head, state FROM ${link.schema}.snapshot`);
    const rowsOf = await loadWorlds(link, this.#states, found);
    for (const { id, record, origin, ...columns } of found) {
      const born = String(columns.born);
      const world = rowsOf.get(born);
      if (!world) continue;
      const log = new WorldLog(this.#states, born, this.#least);
      log.resume(world.last, world.size, world.state);
      this.#worlds.set(String(id), { born, log });
      const ownSnapshots = snapshots.filter((snapshot) => snapshot.born === born);
      this.#loaded.push({
        born,
        id: String(id),
        record: String(record),
        store: new DurableStore(log, world.rows, this.#report),
        snapshots: new StoredSnapshots(this.#states, born, ownSnapshots),
        origin: origin === null ? undefined : this.#states.reader(Number(origin)),
      });
    }
  }

  #insert(named: readonly string[], log: WorldLog, contents: Contents, origin: Snapshot | undefined): Promise<unknown> {
    const { schema } = this.#states;
    const text = `
      made AS (INSERT INTO ${schema}.world (born, id, record, state, floor, origin)
        SELECT $2::int8, $3::text, $4::text, $5::int8, $6::int8, $7::int8 FROM me ON CONFLICT (born) DO NOTHING),
      put AS (INSERT INTO ${schema}.entry (born, seq, changes)
        SELECT $2::int8, $6::int8, $8::text FROM me ON CONFLICT DO NOTHING)`;
    const { floor, transient, state } = log.begin(contents);
    return this.#states.use(state, (stored) => {
      log.measure(stored);
      const insert = async (originId: number | null): Promise<unknown> => {
        // Nobody waits for it any more.
        if (!log.isRecording) throw new Error('the world is not made');
        return this.#states.run(text, [...named, stored.id, floor, originId, transient], '', 'world');
      };
      return this.#useOrigin(origin, insert);
    });
  }

  #useOrigin<T>(origin: Snapshot | undefined, use: (id: number | null) => Promise<T>): Promise<T> {
    return origin ? this.#states.use(origin, ({ id }) => use(id)) : use(null);
  }

  async #update(id: string, change: string, value: unknown): Promise<void> {
    const world = this.#worlds.get(id);
    if (!world) return;
    const text = `${this.#states.schema}.world SET ${change} WHERE born = $2::int8 AND EXISTS (SELECT FROM me)`;
    await this.#states.run(`changed AS (UPDATE ${text})`, [world.born, value]);
  }
}
