import { readFile, stat } from 'node:fs/promises';
import { parseJson } from '../json.ts';
import type { Row } from '../kernel/rows.ts';
import { makeAtFirstUse } from '../schema/at-first-use.ts';
import { groupBy } from '../schema/group-by.ts';
import { whyUnreadable } from '../schema/utf8-text.ts';
import { z } from '../schema/zod.ts';
import { isRow } from './change-line.ts';
import { isSealed, type Line, linesOf } from './checked-line.ts';
import { codeOf, DataFileError, type Flaw, reasonOf } from './data-file-error.ts';
import { FORMAT, HEAD_CLOSING, LAST_LINE, type Meta } from './json-file-snapshot.ts';

/** The readable part of a data file. */
export interface ReadSnapshot {
  /** The generation; undefined when its line is damaged. */
  readonly generation: number | undefined;
  readonly sequence: number | undefined;
  readonly meta: Meta | undefined;
  /** The number of rows that were written; undefined if it is not known. */
  readonly count: number | undefined;
  /** The intact rows, by collection. */
  readonly collections: ReadonlyMap<string, readonly Row[]>;
  /** The flaws in the order of the lines. */
  readonly flaws: readonly Flaw[];
}

const headShape = makeAtFirstUse(() =>
  z.object({
    format: z.literal(FORMAT),
    generation: z.int().positive(),
    sequence: z.int().nonnegative(),
    count: z.int().nonnegative(),
    meta: z.record(z.string(), z.unknown()).nullable(),
  }),
);
const BAD_CHECKSUM = 'is damaged: its checksum does not match';

const headIn = ({ bytes }: Line): z.infer<ReturnType<typeof headShape>> | string => {
  if (!isSealed(bytes, HEAD_CLOSING)) return BAD_CHECKSUM;
  const { data, error } = headShape().safeParse(parseJson(`${bytes.toString()}]}`));
  const [issue] = error?.issues ?? [];
  return data ?? `is damaged: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
};

interface PlacedRow {
  readonly place: number;
  readonly collection: string;
  readonly row: Row;
  readonly isLast: boolean;
}

const rowIn = ({ bytes, whole }: Line): PlacedRow | string => {
  if (!whole) return 'is cut off';
  const isLast = !isSealed(bytes, '],');
  if (isLast && !isSealed(bytes, ']')) return BAD_CHECKSUM;
  const text = bytes.toString();
  const value = parseJson(isLast ? text : text.slice(0, -1));
  const [place, collection, row] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  if (typeof place !== 'number' || typeof collection !== 'string' || !isRow(row)) return 'is damaged: it is not a row';
  return { place, collection, row, isLast };
};

/** Reads the lines after the first one. */
const rowsIn = (
  lines: Iterable<Line>,
  path: string,
  count: number | undefined,
  flaws: Flaw[],
): readonly PlacedRow[] => {
  const found = new Map<number, PlacedRow>();
  let expected = 1;
  let ended = false;
  for (const line of lines) {
    const flaw = (what: string): number => flaws.push({ path, line: line.number, what });
    if (ended) {
      flaw('is behind the end of the data');
      continue;
    }
    if (line.bytes.toString('latin1') === LAST_LINE && line.whole) {
      ended = true;
      continue;
    }
    const read = rowIn(line);
    if (typeof read === 'string') {
      flaw(read);
      // The place of a damaged line must not be reported as missing, too.
      expected += 1;
      continue;
    }
    const { place, isLast } = read;
    if (found.has(place)) flaw(`is damaged: it is row ${place} once more`);
    else if (place !== expected) flaw(`is damaged: row ${place} is where row ${expected} belongs`);
    else if (count !== undefined && isLast !== (place === count)) flaw('is damaged: its end is not as it was written');
    if (!found.has(place)) found.set(place, read);
    expected = Math.max(expected, place) + 1;
  }
  if (!ended) flaws.push({ path, line: undefined, what: 'is cut off: its last line is missing' });
  if (count !== undefined && found.size !== count && flaws.length === 0) {
    flaws.push({ path, line: undefined, what: `is damaged: it has ${found.size} of ${count} rows` });
  }
  return [...found.values()].sort((a, b) => a.place - b.place);
};

const readLines = (path: string, bytes: Buffer): ReadSnapshot => {
  const lines = linesOf(bytes);
  const first = lines.next().value as Line;
  const head = headIn(first);
  const flaws: Flaw[] = [];
  if (typeof head === 'string') flaws.push({ path, line: 1, what: head });
  const known = typeof head === 'string' ? undefined : head;
  const placed = [...groupBy(rowsIn(lines, path, known?.count, flaws), ({ collection }) => collection)];
  const collections = new Map(placed.map(([name, rows]) => [name, rows.map(({ row }) => row)]));
  const { generation, sequence, count, meta } = known ?? {};
  return { generation, sequence, meta: meta ?? undefined, count, collections, flaws };
};

/** True when it has lines in the form of this version, even if its first line is damaged. */
const hasSealedLines = (bytes: Buffer): boolean => {
  for (const { number, bytes: line } of linesOf(bytes)) {
    if (number === 1 ? line.toString('latin1').endsWith(HEAD_CLOSING) : isSealed(line, '],') || isSealed(line, ']')) {
      return true;
    }
  }
  return false;
};

const formatMismatch = (path: string, format: number): DataFileError => {
  const writer = format > FORMAT ? 'a newer version' : 'an older version';
  return new DataFileError(`${path} has format ${format}, written by ${writer}; this one reads format ${FORMAT}`);
};

/** True for a file of nothing but blanks, or of the zeros that some file systems leave after a power cut. */
const isEmptied = (bytes: Buffer): boolean =>
  /^[\s\0]*$/.test(bytes.toString('latin1', 0, 1024)) && /^[\s\0]*$/.test(bytes.toString('latin1'));

/** Refuses a file that is not a data file of this format, but for a damaged one. */
const demandFormat = (path: string, bytes: Buffer): void => {
  const named = Number(/^\s*\{"format":([1-9]\d{0,5}),/.exec(bytes.toString('latin1', 0, 64))?.[1]);
  if (named === FORMAT) return;
  const [first] = linesOf(bytes);
  const isWritten = first !== undefined && isSealed(first.bytes, HEAD_CLOSING);
  if (named > 0 && (isWritten || !hasSealedLines(bytes))) throw formatMismatch(path, named);
  if (hasSealedLines(bytes)) return;
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch (error) {
    throw new DataFileError(
      `${path} is not valid JSON: ${reasonOf(error)}; restore a copy, or delete it to start anew`,
    );
  }
  const format = z.object({ format: z.int().positive() }).safeParse(value).data?.format;
  if (format === undefined) throw new DataFileError(`${path} is not a data file: it has no "format"`);
  throw formatMismatch(path, format);
};

/** The reasons why nothing of a data file can be read, though its logs may be there. */
export type Lost = 'is missing' | 'is empty';

/** The substitute for a data file that is lost. */
export const lostSnapshot = (path: string, what: string): ReadSnapshot => ({
  generation: undefined,
  sequence: undefined,
  meta: undefined,
  count: undefined,
  collections: new Map(),
  flaws: [{ path, line: undefined, what }],
});

/**
 * Reads a data file.
 * @throws DataFileError for a file that is not a data file, or is of another format
 */
export const readSnapshot = async (file: string): Promise<ReadSnapshot | Lost> => {
  let bytes: Buffer;
  try {
    const found = await stat(file);
    if (!found.isFile() && !found.isDirectory()) throw new Error('is no file');
    bytes = await readFile(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'is missing';
    throw new DataFileError(`${file}: ${whyUnreadable(error)}`, error);
  }
  if (isEmptied(bytes)) return 'is empty';
  demandFormat(file, bytes);
  return readLines(file, bytes);
};
