import { setImmediate as nextTurn } from 'node:timers/promises';
import { collection, type Rows, type Snapshot } from '../../kernel/rows.ts';
import { changeOf, repeatChanges } from '../change-line.ts';
import { MemoryStore } from '../memory.ts';
import { DatabaseError, unavailable } from './database-error.ts';
import type { Columns, Link } from './link.ts';
import type { Term } from './term.ts';

/** The characters after which a part of a state ends, and the number of parts that are read at a time. */
const MAX_PART = 1_048_576;
const PARTS_AT_ONCE = 4;

/** The milliseconds between two looks for an answer, and the number of looks after which nobody waits. */
const LOOK_MILLIS = 100;
const LOOKS = 20;

/** A state that the database has. */
export interface StoredState {
  readonly id: number;
  /** The characters of its rows. */
  readonly size: number;
}

/** A state that was read. Its rows are not to be changed: fork them. */
export interface LoadedState extends StoredState {
  readonly rows: MemoryStore;
}

/** A name that no other state has while the process runs: a version is never used twice. */
const nameOf = (rows: Rows): string =>
  Object.keys(rows.counts())
    .sort()
    .map((name) => `${name} ${rows.version([collection(name)])}`)
    .join();

/** The rows of a state as parts: lines of a collection and a row. There is at least one. */
function* partsOf(rows: MemoryStore): Generator<string> {
  let lines: string[] = [];
  let size = 0;
  for (const [name, all] of Object.entries(rows.contents())) {
    for (const row of all) {
      const line = JSON.stringify([name, row]);
      lines.push(line);
      size += line.length + 1;
      if (size < MAX_PART) continue;
      yield lines.join('\n');
      lines = [];
      size = 0;
    }
  }
  yield lines.join('\n');
}

/** The states of one term, with which worlds, snapshots and resets begin. Equal states are written once. */
export class States {
  readonly term: Term;
  readonly schema: string;
  readonly #link: Link;
  #last: number;
  readonly #known = new Map<string, { readonly id: number; readonly stored: Promise<StoredState> }>();
  readonly #loaded = new Map<number, WeakRef<LoadedState>>();
  /** The number of uses of each state that nothing in the database may name yet, or any more. */
  readonly #pins = new Map<number, number>();
  #sweeping: Promise<void> | undefined;
  /** The waits for the database, with the look at which each began. */
  readonly #waiting = new Map<(error: unknown) => void, number>();
  #looks = 0;

  /** @param last is the greatest number that a state in the database has. */
  constructor(term: Term, link: Link, last: number) {
    this.term = term;
    this.schema = link.schema;
    this.#link = link;
    this.#last = last;
    const timer = setInterval(() => this.#look(), LOOK_MILLIS).unref();
    term.ended.addEventListener('abort', () => clearInterval(timer), { once: true });
  }

  /**
   * Waits for work, but not longer than two seconds for a database that does not answer.
   * @throws ApiError UNAVAILABLE: the work goes on
   */
  wait<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(reject, this.#looks);
      work.then(resolve, reject).finally(() => this.#waiting.delete(reject));
    });
  }

  /** Runs a statement that changes tables only while the term lasts: `me` has a row then. Its values begin at $2. */
  run(changes: string, values: readonly unknown[], more = '', name?: string): Promise<readonly Columns[]> {
    return this.term.run({ name, text: `${changes} SELECT (SELECT count(*)::int FROM me) AS mine${more}`, values });
  }

  /** Stores a state, and then calls `name`, which refers to it in the database. */
  async use<T>(state: Snapshot, name: (stored: StoredState) => Promise<T>): Promise<T> {
    const rows = new MemoryStore();
    await rows.restore(state);
    while (this.#sweeping) await this.#sweeping;
    const key = nameOf(rows.rows);
    const known = this.#known.get(key) ?? this.#begin(key, rows);
    return this.#pin(known.id, async () => name(await known.stored));
  }

  /** Reads a state, or returns it if it is in memory, so that worlds that begin with it share its rows. */
  async load(id: number): Promise<LoadedState> {
    return this.#loaded.get(id)?.deref() ?? this.#pin(id, () => this.#read(id));
  }

  /** Reads a state at the first use, unless it is in memory. */
  reader(id: number): () => Promise<Snapshot> {
    let state = this.#loaded.get(id)?.deref();
    return async () => {
      state ??= await this.load(id);
      return state.rows.capture();
    };
  }

  /** Deletes the states that no world, as its state or its origin, and no snapshot names. */
  async sweep(): Promise<void> {
    const swept = this.#sweep();
    const end = (): void => {
      this.#sweeping = undefined;
    };
    this.#sweeping = swept.then(end, end);
    await swept;
  }

  #look(): void {
    this.#looks += 1;
    if (this.term.isGood) return;
    for (const [reject, since] of this.#waiting) {
      if (this.#looks - since < LOOKS) return;
      this.#waiting.delete(reject);
      reject(unavailable(new Error('the lease is over')));
    }
  }

  async #sweep(): Promise<void> {
    const { schema } = this;
    const text = `
      named AS (SELECT state AS id FROM ${schema}.world UNION ALL SELECT origin FROM ${schema}.world
        UNION ALL SELECT state FROM ${schema}.snapshot),
      gone AS (DELETE FROM ${schema}.state s WHERE EXISTS (SELECT FROM me) AND s.id <> ALL ($2::int8[])
        AND NOT EXISTS (SELECT FROM named n WHERE n.id = s.id) RETURNING s.id)`;
    // The remaining states are the same if the statement is executed twice.
    const remaining = `, ARRAY(SELECT id FROM ${schema}.state WHERE part = 0 EXCEPT SELECT id FROM gone) AS remaining`;
    const [found] = await this.run(text, [[...this.#pins.keys()]], remaining);
    const ids = new Set((found as { readonly remaining: readonly string[] }).remaining.map(Number));
    const isGone = (id: number): boolean => !ids.has(id) && !this.#pins.has(id);
    for (const [key, { id }] of this.#known) if (isGone(id)) this.#known.delete(key);
    for (const [id, loaded] of this.#loaded) if (isGone(id) || !loaded.deref()) this.#loaded.delete(id);
  }

  async #pin<T>(id: number, work: () => Promise<T>): Promise<T> {
    this.#pins.set(id, (this.#pins.get(id) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const uses = (this.#pins.get(id) ?? 0) - 1;
      if (uses > 0) this.#pins.set(id, uses);
      else this.#pins.delete(id);
    }
  }

  #begin(key: string, rows: MemoryStore): { readonly id: number; readonly stored: Promise<StoredState> } {
    this.#last += 1;
    const known = { id: this.#last, stored: this.#write(this.#last, rows) };
    this.#known.set(key, known);
    // A part of it may be stored: the next sweep deletes that.
    known.stored.catch(() => this.#known.delete(key));
    return known;
  }

  async #write(id: number, rows: MemoryStore): Promise<StoredState> {
    const text = `put AS (INSERT INTO ${this.schema}.state (id, part, rows)
      SELECT $2::int8, $3::int4, $4::text FROM me ON CONFLICT DO NOTHING)`;
    let size = 0;
    let number = 0;
    for (const part of partsOf(rows)) {
      await this.run(text, [id, number, part]);
      size += part.length;
      number += 1;
    }
    return { id, size };
  }

  async #read(id: number): Promise<LoadedState> {
    const rows = new MemoryStore();
    let size = 0;
    for await (const part of this.#partsIn(id)) {
      size += part.length;
      const lines = part === '' ? [] : part.split('\n');
      await rows.write((tx) =>
        repeatChanges(
          tx,
          lines.map((line) => changeOf(JSON.parse(line))),
        ),
      );
      // The lease is renewed meanwhile.
      await nextTurn();
    }
    const loaded = { id, size, rows };
    this.#known.set(nameOf(rows.rows), { id, stored: Promise.resolve({ id, size }) });
    this.#loaded.set(id, new WeakRef(loaded));
    return loaded;
  }

  async *#partsIn(id: number): AsyncGenerator<string> {
    const text = `SELECT part, rows FROM ${this.schema}.state WHERE id = $1 AND part >= $2
      ORDER BY part LIMIT ${PARTS_AT_ONCE}`;
    for (let next = 0; ; next += PARTS_AT_ONCE) {
      const found = await this.#link.query(text, [id, next], { name: 'state' });
      for (const [at, { part, rows }] of found.entries()) {
        if (part !== next + at) throw new DatabaseError(`a part of the state ${id} is missing in the database`);
        yield String(rows);
      }
      if (next === 0 && found.length === 0) throw new DatabaseError(`the state ${id} is missing in the database`);
      if (found.length < PARTS_AT_ONCE) return;
    }
  }
}
