import type { Rows, Snapshot, Store } from '../../kernel/rows.ts';
import type { MemoryStore } from '../memory.ts';
import type { SnapshotHome } from '../snapshot-home.ts';
import type { SnapshotHead } from '../snapshot-text.ts';
import type { Connections } from './connections.ts';
import { DatabaseError, worldGone } from './database-error.ts';
import { type Appended, insertEntries, valuesOfEntries } from './entries.ts';
import type { Pointer } from './lines.ts';
import type { Columns, Session } from './session.ts';
import { type Bases, loadState } from './states.ts';
import type { Growth } from './world-view.ts';

/** A world that is kept, with what its maker has noted of it; undefined where it was not whole when its maker ended. */
export interface KeptWorld {
  readonly id: string;
  /** The number of the world among all that were made. */
  readonly born: string;
  readonly record: string | undefined;
}

/** A state in memory that the database has, too, and how it grew there. */
export interface ForkedState {
  readonly at: Pointer;
  readonly state: MemoryStore;
  readonly growth: Growth;
}

/** Where captured states, and forks, are in the database. */
export class Pointers {
  readonly #known = new WeakMap<Snapshot, Pointer>();
  readonly #forks = new WeakMap<Store, ForkedState>();
  readonly #bases: Bases;

  constructor(bases: Bases) {
    this.#bases = bases;
  }

  note(state: Snapshot, { line, seq }: Pointer): void {
    this.#known.set(state, { line, seq });
  }

  noteFork(fork: ForkedState): void {
    this.#forks.set(fork.state, fork);
  }

  /** What is known of a fork; undefined for another store. */
  forkOf(store: Store): ForkedState | undefined {
    return this.#forks.get(store);
  }

  get(state: Snapshot): Pointer | undefined {
    return this.#known.get(state);
  }

  /** Where a state is that was captured here. @throws Error for another */
  demand(state: Snapshot): Pointer {
    const found = this.#known.get(state);
    if (!found) throw new Error('the state is not in the database');
    return found;
  }

  /** The state of a place, without what belongs to one run of a world. */
  async load(session: Session, pointer: Pointer): Promise<Snapshot> {
    const { line, seq } = pointer;
    const load = () => loadState(session, line, seq, this.#bases);
    const { state } = await this.#bases.get(line, seq, load);
    const loaded = state.capture();
    this.note(loaded, pointer);
    return loaded;
  }
}

/** Loads the state that a row points at. Tries twice: the row points elsewhere once its line has been trimmed. */
export const loadPointed = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return load();
  }
};

const keptIn = ({ id, born, record }: Columns): KeptWorld => ({
  id: String(id),
  born: String(born),
  record: record === null ? undefined : String(record),
});

/**
 * Stores the record and the last entries, where there is room. Who makes a world locks the count first, so that those who
 * do so at the same moment wait, and see it as it is then; the trigger counts the world. One that has a record has its
 * entries, and is counted.
 */
const NOTE = `
WITH m AS (SELECT worlds FROM platform_mock.mock FOR UPDATE),
  w AS (UPDATE platform_mock.world SET record = $3, head = head + cardinality($6::int8[]),
      tag = coalesce(($6::int8[])[cardinality($6::int8[])], tag),
      at_millis = greatest(at_millis, floor(extract(epoch FROM clock_timestamp()) * 1000)::int8)
    WHERE id = $1 AND born = $2 AND tag = $5 AND record IS NULL AND (SELECT worlds FROM m) < $4
    RETURNING line, head - cardinality($6::int8[]) AS seq, at_millis),
  e AS (${insertEntries(6)})
SELECT EXISTS (SELECT 1 FROM w) OR record IS NOT NULL AS noted
FROM platform_mock.world WHERE id = $1 AND born = $2 AND (tag = $5 OR record IS NOT NULL)`;

/** A world that is whole, with what its line lacks of it, and what is kept beside its rows. */
export interface WorldToNote {
  readonly born: string;
  readonly record: string;
  /** How many worlds there may be. */
  readonly limit: number;
  readonly appended: Appended;
}

/**
 * Notes a world, so that it counts; false where there are as many as there may be, wherever they were made. To repeat it
 * is safe: what an unknown outcome has counted is not counted again.
 */
export const noteWorld = async (
  connections: Connections,
  { born, record, limit, appended: { world, at, entries } }: WorldToNote,
): Promise<boolean> => {
  const values = [world, born, record, limit, at.tag, ...valuesOfEntries(entries)];
  const [found] = await connections.repeat({ name: 'note world', text: NOTE, values });
  if (!found) throw worldGone(world);
  return found.noted === true;
};

/** The condition that the time of a world is up. */
const IS_OVER = "(record::jsonb ->> 'expiresMillis')::numeric <= extract(epoch FROM clock_timestamp()) * 1000";

const endWhere = async (connections: Connections, which: string, values: readonly unknown[]): Promise<void> => {
  const text = `
    WITH w AS (DELETE FROM platform_mock.world WHERE ${which} RETURNING id)
    DELETE FROM platform_mock.snapshot WHERE world IN (SELECT id FROM w)`;
  await connections.repeat({ text, values });
};

/** Ends the worlds whose time is up, with their snapshots. */
export const endExpired = (connections: Connections): Promise<void> => endWhere(connections, IS_OVER, []);

/** Ends the worlds that are not whole, and whose maker has ended. */
export const endUnfinishedOf = (connections: Connections, maker: string): Promise<void> =>
  endWhere(connections, 'record IS NULL AND maker = $1', [maker]);

/** How many worlds there are, the oldest of them where there is no room, and whether one has a name. */
interface RoomOfDatabase {
  readonly count: number;
  readonly oldest: string | undefined;
  readonly isTaken: boolean;
}

/**
 * What is kept of the worlds of a database, one at a time.
 * Each of its methods throws an ApiError UNAVAILABLE where the database does not answer.
 */
export class KeptWorlds {
  readonly #connections: Connections;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /**
   * Counts the worlds that are whole; another is left out. The oldest is looked for only where there are as many as there
   * may be, since all are read for it.
   */
  async roomFor(world: string, left: string, limit: number): Promise<RoomOfDatabase> {
    const text = `
      SELECT worlds AS count,
        EXISTS (SELECT 1 FROM platform_mock.world WHERE id = $1 AND record IS NOT NULL) AS taken,
        CASE WHEN worlds >= $3::int8
          THEN (SELECT id FROM platform_mock.world WHERE record IS NOT NULL AND id <> $2 ORDER BY born LIMIT 1) END AS oldest
      FROM platform_mock.mock`;
    const [found] = await this.#connections.repeat({ name: 'room', text, values: [world, left, limit] });
    const { count, oldest, taken } = found ?? {};
    return { count: Number(count), oldest: typeof oldest === 'string' ? oldest : undefined, isTaken: taken === true };
  }

  /** Reads what is kept of a world; undefined where there is none. */
  async find(world: string): Promise<KeptWorld | undefined> {
    const text = 'SELECT id, born, record FROM platform_mock.world WHERE id = $1';
    const [found] = await this.#connections.repeat({ text, values: [world] });
    return found && keptIn(found);
  }

  /** Changes a part of what is kept of a world, or takes it away where that is undefined. */
  async change(world: string, part: string, value: unknown): Promise<void> {
    const text = `
      UPDATE platform_mock.world SET record = (CASE WHEN $3::text IS NULL THEN coalesce(record, '{}')::jsonb - $2::text
        ELSE jsonb_set(coalesce(record, '{}')::jsonb, ARRAY[$2::text], $3::jsonb) END)::text WHERE id = $1`;
    const json = value === undefined ? null : JSON.stringify(value);
    await this.#connections.repeat({ text, values: [world, part, json] });
  }

  /**
   * Merges changes into the labels of a world, in one statement, so that two processes lose none; null removes a label.
   * Returns all of them. @throws ApiError NOT_FOUND where the world has ended
   */
  async relabel(
    world: string,
    changes: Readonly<Record<string, string | null>>,
  ): Promise<Readonly<Record<string, string>>> {
    const text = `
      UPDATE platform_mock.world SET record = jsonb_set(coalesce(record, '{}')::jsonb, '{labels}',
        jsonb_strip_nulls(coalesce(record::jsonb -> 'labels', '{}') || $2::jsonb))::text WHERE id = $1
      RETURNING record::jsonb -> 'labels' AS labels`;
    const [changed] = await this.#connections.repeat({ text, values: [world, JSON.stringify(changes)] });
    if (!changed) throw worldGone(world);
    return changed.labels as Readonly<Record<string, string>>;
  }

  /** Ends the worlds whose time is up, with their snapshots. */
  endExpired(): Promise<void> {
    return endExpired(this.#connections);
  }

  /** Ends the worlds but one that are not whole: where nobody makes one, their makers have ended. */
  endUnfinished(left: string): Promise<void> {
    return endWhere(this.#connections, 'record IS NULL AND id <> $1', [left]);
  }
}

/** How many worlds there are that are whole, and whose time is not up; another is left out. */
export const countWorlds = async (connections: Pick<Connections, 'learn'>, left: string): Promise<number> => {
  const text = `SELECT count(*) AS count FROM platform_mock.world
    WHERE record IS NOT NULL AND id <> $1 AND (${IS_OVER}) IS NOT TRUE`;
  const [found] = await connections.learn({ text, values: [left] });
  return Number(found?.count);
};

/**
 * Ends a world, and its snapshots with it; with a time, only where the world ends by then, since another may have its
 * name.
 */
export const endWorld = (connections: Connections, world: string, millis?: number): Promise<void> => {
  const which = "id = $1 AND ($2::int8 IS NULL OR (record::jsonb ->> 'expiresMillis')::numeric <= $2)";
  return endWhere(connections, which, [world, millis ?? null]);
};

/** The snapshots of a world: rows that point at its states, of which no row is copied. */
export class KeptSnapshots implements SnapshotHome {
  heads: readonly SnapshotHead[] = [];
  readonly #connections: Connections;
  readonly #pointers: Pointers;
  readonly #world: string;

  /** The snapshots of a world that was just made: none. */
  constructor(connections: Connections, pointers: Pointers, world: string) {
    this.#connections = connections;
    this.#pointers = pointers;
    this.#world = world;
  }

  static async open(connections: Connections, pointers: Pointers, world: string): Promise<KeptSnapshots> {
    const snapshots = new KeptSnapshots(connections, pointers, world);
    await snapshots.refresh();
    return snapshots;
  }

  /** Learns which snapshots there are now. */
  async refresh(): Promise<void> {
    const text = 'SELECT head FROM platform_mock.snapshot WHERE world = $1';
    const rows = await this.#connections.repeat({ text, values: [this.#world] });
    const heads = rows.map(({ head }): SnapshotHead => JSON.parse(String(head)));
    this.heads = heads.sort((a, b) => a.sequence - b.sequence);
  }

  async write(head: SnapshotHead, _rows: Rows, state: Snapshot): Promise<void> {
    const { line, seq } = this.#pointers.demand(state);
    const text = `
      INSERT INTO platform_mock.snapshot (world, name, line, seq, head) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (world, name) DO UPDATE SET line = $3, seq = $4, head = $5`;
    await this.#connections.repeat({ text, values: [this.#world, head.name, line, seq, JSON.stringify(head)] });
  }

  async stateOf(name: string): Promise<Snapshot> {
    const text = 'SELECT line, seq FROM platform_mock.snapshot WHERE world = $1 AND name = $2';
    return loadPointed(async () => {
      const [found] = await this.#connections.repeat({ text, values: [this.#world, name] });
      if (!found) throw new Error(`the snapshot ${name} is missing in the database`);
      return this.#pointers.load(this.#connections, { line: Number(found.line), seq: Number(found.seq) });
    });
  }

  async remove(name: string): Promise<void> {
    const text = 'DELETE FROM platform_mock.snapshot WHERE world = $1 AND name = $2';
    await this.#connections.repeat({ text, values: [this.#world, name] });
  }
}
