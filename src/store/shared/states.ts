import type { Store } from '../../kernel/rows.ts';
import { MemoryStore } from '../memory.ts';
import type { BaseStates } from './base-states.ts';
import { DatabaseError, refusalOf } from './database-error.ts';
import { changesInText, readEntries } from './entries.ts';
import type { Session } from './session.ts';
import { StateSize } from './state-size.ts';

/** How many characters a part of a checkpoint has before it ends. */
const MAX_PART = 1_048_576;

/** A state that has been loaded. */
export interface LoadedState {
  readonly state: MemoryStore;
  /** The tag of its last entry. */
  readonly tag: string;
  /** The characters of the checkpoint that it was loaded from, and of the entries after that. */
  readonly checkpointSize: number;
  readonly grown: number;
  /** What its rows take in memory. */
  readonly size: StateSize;
}

/** The states that are kept since lines begin with them. */
export type Bases = BaseStates<LoadedState>;

/**
 * All rows of a store, as parts of about 1 MB: each a list of changes that puts them. They are in the order in which they
 * were written, since lookups return them in it.
 */
export function* partsOf(store: MemoryStore): Generator<string> {
  let items: string[] = [];
  let size = 0;
  for (const [name, rows] of store.listAsWritten()) {
    for (const row of rows) {
      const item = JSON.stringify([name, row]);
      items.push(item);
      size += item.length;
      if (size < MAX_PART) continue;
      yield `[${items.join(',')}]`;
      items = [];
      size = 0;
    }
  }
  yield `[${items.join(',')}]`;
}

/** Writes a state as the checkpoint of a place, in a transaction; returns its characters. */
export const insertCheckpoint = async (
  session: Session,
  { line, seq, tag }: { readonly line: number; readonly seq: number; readonly tag: string },
  state: MemoryStore,
): Promise<number> => {
  const text = `INSERT INTO platform_mock.checkpoint (line, seq, part, is_last, tag, rows) VALUES ($1, $2, $3, $4, $5, $6)`;
  const parts = partsOf(state);
  let size = 0;
  let next = parts.next();
  for (let part = 0; !next.done; part += 1) {
    const rows = next.value;
    next = parts.next();
    size += rows.length;
    await session.run({ text, values: [line, seq, part, next.done === true, tag, rows] });
  }
  return size;
};

/** Makes a line that begins with the rows of a state, in a transaction; returns its number. */
export const insertLine = async (session: Session, tag: string, state: MemoryStore): Promise<number> => {
  const text = 'INSERT INTO platform_mock.line (tag) VALUES ($1) RETURNING id';
  const line = Number((await session.run({ text, values: [tag] }))[0]?.id);
  await insertCheckpoint(session, { line, seq: 0, tag }, state);
  return line;
};

/** Reads a checkpoint; undefined where it has been replaced by a later one meanwhile. */
const readCheckpoint = async (session: Session, line: number, seq: number): Promise<LoadedState | undefined> => {
  const state = new MemoryStore();
  const size = new StateSize();
  let checkpointSize = 0;
  for (let part = 0; ; part += 1) {
    const text = 'SELECT is_last, tag, rows FROM platform_mock.checkpoint WHERE line = $1 AND seq = $2 AND part = $3';
    const [found] = await session.run({ text, values: [line, seq, part] });
    if (!found) return undefined;
    const rows = String(found.rows);
    const changes = changesInText(rows);
    checkpointSize += rows.length;
    size.add(changes.length, rows.length);
    state.apply(changes);
    if (found.is_last === true) return { state, tag: String(found.tag), checkpointSize, grown: 0, size };
  }
};

const BEGINNING = `
SELECT tag, base_line, base_seq, kept, floor,
  (SELECT max(seq) FROM platform_mock.checkpoint c WHERE c.line = l.id AND c.seq <= $2) AS checkpoint
FROM platform_mock.line l WHERE id = $1`;

/** The state to begin with, and the number of the entry that it has last. */
const loadBeginning = async (
  session: Session,
  line: number,
  seq: number,
  bases: Bases | undefined,
): Promise<readonly [from: number, loaded: LoadedState]> => {
  for (;;) {
    const [begun] = await session.run({ text: BEGINNING, values: [line, seq] });
    if (!begun) throw new DatabaseError(`the line ${line} is missing in the database`);
    if (seq < Number(begun.floor)) throw new DatabaseError(`the entry ${seq} of the line ${line} has been trimmed`);
    const tag = String(begun.tag);
    if (begun.checkpoint !== null) {
      const from = Number(begun.checkpoint);
      const read = await readCheckpoint(session, line, from);
      if (read) return [from, read];
    } else if (begun.base_line === null) {
      return [0, { state: new MemoryStore(), tag, checkpointSize: 0, grown: 0, size: new StateSize() }];
    } else {
      const [baseLine, baseSeq] = [Number(begun.base_line), Number(begun.base_seq)];
      const load = (): Promise<LoadedState> => loadState(session, baseLine, baseSeq, bases);
      const base = await (bases?.get(baseLine, baseSeq, load) ?? load());
      // A line that begins with a state of another has no transient rows of it, but the settings of its own world.
      const state = base.state.fork();
      const size = base.size.fork(state.size);
      const kept = begun.kept === null ? '[]' : String(begun.kept);
      const changes = changesInText(kept);
      if (changes.length > 0) state.apply(changes);
      size.add(changes.length, kept.length);
      return [0, { ...base, state, tag, size }];
    }
  }
};

const loadOnce = async (
  session: Session,
  line: number,
  seq: number,
  bases: Bases | undefined,
): Promise<LoadedState> => {
  let [from, { state, tag, checkpointSize, grown, size }] = await loadBeginning(session, line, seq, bases);
  while (from < seq) {
    const entries = (await readEntries(session, line, from)).filter((entry) => entry.seq <= seq);
    if (entries.length === 0) throw new DatabaseError(`the line ${line} has no entry ${from + 1} in the database`);
    for (const entry of entries) {
      if (entry.seq !== from + 1 || entry.prev !== tag) {
        throw new DatabaseError(`the entry ${entry.seq} of the line ${line} does not follow the one before it`);
      }
      const changes = changesInText(entry.changes);
      state.apply(changes);
      size.add(changes.length, entry.changes.length);
      grown += entry.changes.length;
      ({ seq: from, tag } = entry);
    }
  }
  return { state, tag, checkpointSize, grown, size };
};

/** How often a state is loaded whose beginning is trimmed meanwhile. */
const MAX_LOADS = 3;

/**
 * Loads the state of a line after an entry, from what is kept of the states that lines begin with.
 * @throws DatabaseError where entries are missing or do not follow each other
 */
export const loadState = async (session: Session, line: number, seq: number, bases?: Bases): Promise<LoadedState> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await loadOnce(session, line, seq, bases);
    } catch (error) {
      if (tries >= MAX_LOADS || !(error instanceof DatabaseError)) throw error;
    }
  }
};

/** Loads a state for a look at it; undefined where it is not kept any more. @throws ApiError UNAVAILABLE */
export const findState = async (session: Session, line: number, seq: number): Promise<Store | undefined> => {
  try {
    return (await loadState(session, line, seq)).state.fork();
  } catch (error) {
    if (error instanceof DatabaseError) return undefined;
    throw refusalOf(error);
  }
};
