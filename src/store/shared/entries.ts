import { setTimeout as pause } from 'node:timers/promises';
import { changesOf, type KeptChange } from '../change-line.ts';
import { isConflict, isConnectionLost, isUnsent, refusalOf } from './database-error.ts';
import { joinTexts, splitTexts } from './joined-texts.ts';
import type { Entry, Place } from './place.ts';
import type { Columns, Session } from './session.ts';

/** How many entries, and how many characters of them, one statement brings: later ones are asked for again. */
const MAX_ENTRIES = 200;
const MAX_TEXT = 1_048_576;
/** How long an outcome that is not known is asked for, and how long between two tries, in milliseconds. */
const SETTLE_MILLIS = 5_000;
const RETRY_MILLIS = 50;

/** The text of the changes of an entry. */
export const textOfChanges = (changes: readonly KeptChange[]): string =>
  JSON.stringify(changes.map(({ of, uid, after }) => [of.name, after ?? uid]));

/** The changes in the text of an entry. @throws SyntaxError where it is none */
export const changesInText = (text: string): readonly KeptChange[] => changesOf(JSON.parse(text));

/** The first entries of a line behind a number, bounded: a query whose columns are those of `entryIn`. */
export const entriesBehind = (line: string, seq: string): string => `
  SELECT b.seq, b.prev, b.tag, b.changes FROM (
    SELECT c.seq, c.prev, c.tag, c.changes,
      sum(octet_length(c.changes)) OVER (ORDER BY c.seq) - octet_length(c.changes) AS before
    FROM platform_mock.entry c WHERE c.line = ${line} AND c.seq > ${seq} ORDER BY c.seq LIMIT ${MAX_ENTRIES}
  ) b WHERE b.before < ${MAX_TEXT} ORDER BY b.seq`;

/** The entry in the columns of a row. */
export const entryIn = ({ seq, prev, tag, changes }: Columns): Entry => ({
  seq: Number(seq),
  prev: String(prev),
  tag: String(tag),
  changes: String(changes),
});

/** Reads the next entries of a line: some, or none where there are no more. */
export const readEntries = async (session: Session, line: number, seq: number): Promise<readonly Entry[]> => {
  const text = entriesBehind('$1::int8', '$2::int8');
  return (await session.run({ name: 'entries', text, values: [line, seq] })).map(entryIn);
};

/** Entries that are to follow a place, and who holds the world meanwhile. */
export interface Appended {
  readonly world: string;
  readonly at: Place;
  readonly entries: readonly Entry[];
  readonly holder?: string;
}

/**
 * Puts entries behind those of the line in `w`, which has the number of its last one as `seq`; their tags, those before
 * them and their changes are in the parameters from a number on. It returns their numbers.
 */
export const insertEntries = (first: number): string => {
  const tags = `$${first}::int8[]`;
  return `
INSERT INTO platform_mock.entry (line, seq, prev, tag, at_millis, changes)
SELECT w.line, w.seq + e.nth, e.prev, e.tag, w.at_millis, e.changes
FROM w, unnest(${tags}, $${first + 1}::int8[], ${splitTexts(`$${first + 2}`, tags)}) WITH ORDINALITY AS e(tag, prev, changes, nth)
RETURNING seq`;
};

/** The parameters of entries. */
export const valuesOfEntries = (entries: readonly Entry[]): readonly unknown[] => [
  entries.map(({ tag }) => tag),
  entries.map(({ prev }) => prev),
  joinTexts(entries.map(({ changes }) => changes)),
];

/**
 * One statement, which demands the head that the entries follow. To repeat it is safe: once its entries are stored, the
 * head has another tag. No row is returned where the head is another, or where somebody else holds the world.
 */
const APPEND = `
WITH w AS (
  UPDATE platform_mock.world SET head = head + cardinality($4::int8[]), tag = ($4::int8[])[cardinality($4::int8[])],
    at_millis = greatest(at_millis, floor(extract(epoch FROM clock_timestamp()) * 1000)::int8), hold = NULL
  WHERE id = $1 AND line = $2 AND tag = $3 AND (hold IS NULL OR hold = $7 OR hold_until < clock_timestamp())
  RETURNING line, head - cardinality($4::int8[]) AS seq, at_millis)
${insertEntries(4)}`;

/** Sends the statement; true where the entries are stored now. */
export const sendAppend = async (session: Session, { world, at, entries, holder }: Appended): Promise<boolean> => {
  const values = [world, at.line, at.tag, ...valuesOfEntries(entries), holder ?? null];
  const stored = await session.run({ name: 'append', text: APPEND, values });
  return stored.length > 0;
};

/** How an append that was sent stands: `open` while it may still be stored. */
const lookUp = async (session: Session, { world, at, entries }: Appended): Promise<'stored' | 'lost' | 'open'> => {
  const text = `
    SELECT (SELECT tag FROM platform_mock.entry WHERE line = $2 AND seq = $3) AS tag,
      EXISTS (SELECT 1 FROM platform_mock.world WHERE id = $1 AND line = $2 AND tag = $4) AS open`;
  const [found] = await session.run({ text, values: [world, at.line, at.seq + 1, at.tag] });
  if (found?.tag && String(found.tag) === entries[0]?.tag) return 'stored';
  return found?.open === true ? 'open' : 'lost';
};

/**
 * Settles an append that was sent before and whose outcome is not known: sends it again. Where it is refused, either its
 * entries are there, or others follow the place, so that it never can be stored. While somebody holds the world the
 * first one may still come through.
 */
export const settleAppend = async (
  session: Session,
  appended: Appended,
  now: () => number,
  cause: unknown,
): Promise<boolean> => {
  for (const end = now() + SETTLE_MILLIS; now() < end; await pause(RETRY_MILLIS)) {
    try {
      if (await sendAppend(session, appended)) return true;
      const outcome = await lookUp(session, appended);
      if (outcome !== 'open') return outcome === 'stored';
    } catch (error) {
      if (!isConnectionLost(error) && !isConflict(error)) throw refusalOf(error);
    }
  }
  throw refusalOf(cause);
};

/**
 * Appends entries; false where the head is another one, or where somebody else holds the world.
 * @throws ApiError UNAVAILABLE where the database does not answer: the entries may be stored then, or not, but are not
 * where no connection is made
 */
export const append = async (session: Session, appended: Appended, now: () => number): Promise<boolean> => {
  for (;;) {
    try {
      return await sendAppend(session, appended);
    } catch (error) {
      if (isConflict(error)) continue;
      if (!isConnectionLost(error) || isUnsent(error)) throw refusalOf(error);
      return settleAppend(session, appended, now, error);
    }
  }
};
