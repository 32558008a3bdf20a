import { setTimeout as pause } from 'node:timers/promises';
import type { MemoryStore } from '../memory.ts';
import type { Connections } from './connections.ts';
import { isConflict, isConnectionLost, refusalOf, worldGone } from './database-error.ts';
import { type Place, placeIn, type WorldKey } from './place.ts';
import type { Session } from './session.ts';
import { insertLine } from './states.ts';

/** How long a claim lasts that is not renewed, how often one is tried, and how long a flip is asked for, in milliseconds. */
const HOLD_MILLIS = 5_000;
const CLAIM_MILLIS = 25;
const SETTLE_MILLIS = 5_000;

/** A state by the line and the entry that it is after. */
export interface Pointer {
  readonly line: number;
  readonly seq: number;
}

/** Reads where a world is; undefined where it has ended. */
export const readPlace = async (session: Session, { world, born }: WorldKey): Promise<Place | undefined> => {
  const text = 'SELECT line, rev, head, tag FROM platform_mock.world WHERE id = $1 AND born = $2';
  const [found] = await session.run({ text, values: [world, born] });
  return found && placeIn(found);
};

/** The same in a transaction, at whose end others may write. Undefined while somebody holds the world. */
export const lockPlace = async (session: Session, { world, born }: WorldKey): Promise<Place | undefined> => {
  await session.run({ text: "SET LOCAL lock_timeout = '5s'" });
  const text = `
    SELECT line, rev, head, tag, coalesce(hold_until >= clock_timestamp(), false) AND hold IS NOT NULL AS held
    FROM platform_mock.world WHERE id = $1 AND born = $2 FOR UPDATE`;
  const [found] = await session.run({ text, values: [world, born] });
  if (!found) throw worldGone(world);
  return found.held === true ? undefined : placeIn(found);
};

const CLAIM = `
UPDATE platform_mock.world SET hold = $2, hold_until = clock_timestamp() + $3 * interval '1 ms'
WHERE id = $1 AND born = $4 AND (hold IS NULL OR hold = $2 OR hold_until < clock_timestamp())
RETURNING line, rev, head, tag`;

/** Claims a world for a long write, once nobody else holds it: writes of others wait from now on. */
export const claimWorld = async (connections: Connections, key: WorldKey, holder: string): Promise<Place> => {
  const { world, born } = key;
  for (;;) {
    const [claimed] = await connections.repeat({ text: CLAIM, values: [world, holder, HOLD_MILLIS, born] });
    if (claimed) return placeIn(claimed);
    if (!(await readPlace(connections, key))) throw worldGone(world);
    await pause(CLAIM_MILLIS);
  }
};

/** Makes a claim last from now on. Where it has been lost, the write that it is for will be refused. */
export const renewClaim = async (session: Session, world: string, holder: string): Promise<void> => {
  const text = `
    UPDATE platform_mock.world SET hold_until = clock_timestamp() + $3 * interval '1 ms' WHERE id = $1 AND hold = $2`;
  await session.run({ text, values: [world, holder, HOLD_MILLIS] });
};

/** Ends a claim. */
export const releaseWorld = async (session: Session, world: string, holder: string): Promise<void> => {
  const text = 'UPDATE platform_mock.world SET hold = NULL WHERE id = $1 AND hold = $2';
  await session.run({ text, values: [world, holder] });
};

/** A state that a line begins with, and the changes that put what is kept over it. */
export interface LineBase extends Pointer {
  readonly kept: string;
}

/** Makes a line with a base. The lock keeps the base from being trimmed until this statement is committed. */
const MAKE = `
INSERT INTO platform_mock.line (base_line, base_seq, kept, tag)
SELECT b.id, $2, $3, $4 FROM (SELECT id FROM platform_mock.line WHERE id = $1 AND floor <= $2 FOR SHARE) b RETURNING id`;

/**
 * Makes a line that no world has yet: one that begins with a state of another, or with the rows of a store. Undefined
 * where the state is gone.
 */
export const makeLine = async (
  connections: Connections,
  base: LineBase | MemoryStore,
  tag: string,
): Promise<number | undefined> => {
  if ('seq' in base) {
    const [made] = await connections.repeat({ text: MAKE, values: [base.line, base.seq, base.kept, tag] });
    return made && Number(made.id);
  }
  for (let tries = 1; ; tries += 1) {
    try {
      return await connections.inTransaction(async (session) => {
        await session.run({ text: "SET LOCAL idle_in_transaction_session_timeout = '30s'" });
        return insertLine(session, tag, base);
      });
    } catch (error) {
      // What an unknown outcome has left belongs to no world.
      if (tries >= 3 || !isConnectionLost(error)) throw refusalOf(error);
    }
  }
};

const FLIP = `
WITH w AS (
  UPDATE platform_mock.world SET line = $3, rev = rev + 1, head = 0, tag = $4, hold = NULL,
    at_millis = greatest(at_millis, floor(extract(epoch FROM clock_timestamp()) * 1000)::int8)
  WHERE id = $1 AND tag = $2 AND (hold IS NULL OR hold = $5 OR hold_until < clock_timestamp()) RETURNING rev)
UPDATE platform_mock.line l SET rev = w.rev, begun_at = clock_timestamp() FROM w WHERE l.id = $3 RETURNING l.rev`;

/** The line that a world is to have, in the place of the state that is demanded. */
export interface Flip {
  readonly world: string;
  readonly at: Place;
  readonly line: number;
  readonly tag: string;
  readonly holder: string;
}

/**
 * Gives a world another line; returns the place, or undefined where the world is no longer where that is demanded. It is
 * safe to repeat, as an append is: a line is begun once.
 */
export const flipLine = async (
  connections: Connections,
  { world, at, line, tag, holder }: Flip,
  now: () => number,
): Promise<Place | undefined> => {
  const end = now() + SETTLE_MILLIS;
  const send = { text: FLIP, values: [world, at.tag, line, tag, holder] };
  for (;;) {
    try {
      const [flipped] = await connections.run(send);
      const text = 'SELECT rev FROM platform_mock.line WHERE id = $1 AND rev IS NOT NULL';
      const [begun] = flipped ? [flipped] : await connections.run({ text, values: [line] });
      return begun && { line, rev: Number(begun.rev), seq: 0, tag };
    } catch (error) {
      if (!(isConnectionLost(error) || isConflict(error)) || now() > end) throw refusalOf(error);
      await pause(CLAIM_MILLIS);
    }
  }
};

/** A world, and where it is. */
export interface PlacedWorld extends WorldKey {
  readonly place: Place;
}

/** Finds the world that has a name; undefined where none has. */
export const findWorldOf = async (connections: Connections, name: string): Promise<PlacedWorld | undefined> => {
  const text = 'SELECT born, line, rev, head, tag FROM platform_mock.world WHERE id = $1';
  const [found] = await connections.repeat({ text, values: [name] });
  return found && { world: name, born: String(found.born), place: placeIn(found) };
};

/** A world that was just made, and the state of another that its line begins with. */
export interface BegunWorld extends PlacedWorld {
  readonly base?: Pointer | undefined;
}

const BEGIN = `
WITH r AS (SELECT $5::int8 IS NULL OR worlds < $5 AS room FROM platform_mock.mock),
l AS (
  INSERT INTO platform_mock.line (tag, rev, begun_at, base_line, base_seq)
  SELECT $2::int8, 0, clock_timestamp(), p.line, p.head
  FROM r LEFT JOIN platform_mock.world p ON p.id = $3
  WHERE r.room AND ($3::text IS NULL OR p.id IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM platform_mock.world WHERE id = $1)
  RETURNING id, base_line, base_seq),
w AS (
  INSERT INTO platform_mock.world (id, line, tag, at_millis, maker)
  SELECT $1, l.id, $2, floor(extract(epoch FROM clock_timestamp()) * 1000)::int8, $4 FROM l
  ON CONFLICT (id) DO NOTHING RETURNING born, line, rev, head, tag)
SELECT r.room, w.*, l.base_line, l.base_seq FROM r LEFT JOIN w ON true LEFT JOIN l ON l.id = w.line`;

/** A world that is to be made. */
interface WorldToBegin {
  readonly world: string;
  /** The world that it is made from. */
  readonly from?: string | undefined;
  readonly tag: string;
  /** The number of the process that makes it. */
  readonly maker: string;
  /** How many worlds there may be; undefined where that does not matter. */
  readonly limit?: number | undefined;
}

/**
 * Makes a world, empty or with the state that another has at this moment, of which no row is copied. Nothing happens
 * where there is one of that name, which is returned, or no room for one more: undefined.
 */
export const beginWorld = async (
  connections: Connections,
  { world, from, tag, maker, limit }: WorldToBegin,
): Promise<BegunWorld | undefined> => {
  // Nothing depends on it before the world is noted, which is synced.
  const statement = { name: 'begin', text: BEGIN, values: [world, tag, from ?? null, maker, limit ?? null] };
  const [begun] = await connections.repeat(statement, connections.unsynced);
  if (begun?.room === false) return undefined;
  if (begun && begun.born !== null) {
    const { base_line: line, base_seq: seq } = begun;
    const base = line === null ? undefined : { line: Number(line), seq: Number(seq) };
    return { world, born: String(begun.born), place: placeIn(begun), base };
  }
  const found = await findWorldOf(connections, world);
  if (!found) throw worldGone(from ?? world);
  return found;
};
