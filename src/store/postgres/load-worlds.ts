import { setImmediate as nextTurn } from 'node:timers/promises';
import { Pace } from '../../kernel/steps.ts';
import { changesOf, repeatChanges } from '../change-line.ts';
import type { MemoryStore } from '../memory.ts';
import { DatabaseError } from './database-error.ts';
import type { Columns, Link } from './link.ts';
import type { LoadedState, States } from './states.ts';

/** The number of writes that are read at a time. */
const ENTRIES_AT_ONCE = 2_000;
/** The number of characters of writes that are applied between two turns of the event loop. */
const CHARACTERS_PER_TURN = 1_000_000;

/** The rows of a world as the database has them. */
export interface WorldRows {
  readonly rows: MemoryStore;
  readonly state: LoadedState;
  /** The number of the last write, and the characters of the writes after the state. */
  last: number;
  size: number;
}

async function* entriesOf(link: Link): AsyncGenerator<readonly Columns[]> {
  const text = `SELECT born, seq, changes FROM ${link.schema}.entry WHERE (born, seq) > ($1::int8, $2::int8)
    ORDER BY born, seq LIMIT ${ENTRIES_AT_ONCE}`;
  let last: Columns = { born: '0', seq: '0' };
  for (;;) {
    const found = await link.query(text, [last.born, last.seq], { name: 'entries' });
    yield found;
    const next = found.at(-1);
    if (!next || found.length < ENTRIES_AT_ONCE) return;
    last = next;
  }
}

const demandWrite = (born: unknown, seq: number, isThere: boolean): void => {
  if (!isThere) throw new DatabaseError(`the write ${seq} of the world ${born} is missing in the database`);
};

const applyEntry = async (world: WorldRows, { born, seq, changes }: Columns): Promise<void> => {
  demandWrite(born, world.last + 1, Number(seq) === world.last + 1);
  const text = String(changes);
  await world.rows.write((tx) => repeatChanges(tx, changesOf(JSON.parse(text))));
  world.last += 1;
  world.size += text.length;
};

/**
 * Reads the rows of worlds, by their numbers: worlds of one state share what neither has written since.
 * @throws DatabaseError if something is missing
 */
export const loadWorlds = async (
  link: Link,
  states: States,
  worlds: readonly Columns[],
): Promise<ReadonlyMap<string, WorldRows>> => {
  const loaded = new Map<string, WorldRows>();
  for (const { born, state, floor } of worlds) {
    const base = await states.load(Number(state));
    loaded.set(String(born), { rows: base.rows.fork(), state: base, last: Number(floor) - 1, size: 0 });
  }
  const pace = new Pace(CHARACTERS_PER_TURN);
  for await (const entries of entriesOf(link)) {
    for (const entry of entries) {
      const world = loaded.get(String(entry.born));
      if (world) await applyEntry(world, entry);
      // The lease is renewed meanwhile.
      if (pace.isDue(String(entry.changes).length)) await nextTurn();
    }
  }
  // The write of number `floor` is stored together with the world.
  for (const { born, floor } of worlds) {
    demandWrite(born, Number(floor), Number(loaded.get(String(born))?.last) >= Number(floor));
  }
  return loaded;
};
