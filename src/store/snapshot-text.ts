import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { canonicalJson, parseJson } from '../json.ts';
import { instant } from '../kernel/clock.ts';
import { collection, type Row, type Rows } from '../kernel/rows.ts';
import { TOP } from '../kernel/uid.ts';
import { makeAtFirstUse } from '../schema/at-first-use.ts';
import { z } from '../schema/zod.ts';
import { isRow } from './change-line.ts';
import { isSealed, type Line, linesOf, sealText } from './checked-line.ts';

/** The format of snapshot files that this version writes, and the newest that it reads. */
export const SNAPSHOT_FORMAT = 1;
/** The text at the beginning of a snapshot file's first line. */
const TYPE = 'platform-mock snapshot';
const HEAD_CLOSING = '}';
/** The number of rows that become text, or are read, between two turns of the event loop. */
const SLICE = 1_000;

const headShape = makeAtFirstUse(() =>
  z.object({
    type: z.literal(TYPE),
    format: z.literal(SNAPSHOT_FORMAT),
    version: z.string(),
    name: z.string(),
    note: z.string().optional(),
    createTime: z.iso.datetime(),
    sequence: z.int().nonnegative(),
    seed: z.string(),
    clock: z.object({
      mode: z.enum(['real', 'frozen', 'scaled']),
      now: z.iso.datetime(),
      scale: z.number().positive(),
      /** The distance to real time of a clock that runs as real time. */
      shiftMillis: z.int().optional(),
    }),
    rows: z.record(z.string(), z.int().nonnegative()),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
);
/** The clock when a state was saved: its time, or its distance to real time. */
export interface SavedClock {
  readonly mode: 'real' | 'frozen' | 'scaled';
  readonly scale: number;
  readonly nowMillis?: number;
  readonly shiftMillis?: number;
}

/** The head of a snapshot file, about the state in it. */
export interface SnapshotHead {
  /** The version of the mock that wrote it. */
  readonly version: string;
  readonly name: string;
  readonly note?: string;
  readonly createdMillis: number;
  /** A number greater than the numbers of the world's earlier snapshots. */
  readonly sequence: number;
  /** The seed of the state's derived values. */
  readonly seed: string;
  readonly clock: SavedClock;
  /** The time of the clock. */
  readonly clockMillis: number;
  readonly rowCounts: Readonly<Record<string, number>>;
  /** Digest of the rows: of all that follows the first line. */
  readonly sha256: string;
}

/** The rows as lines: the name of each collection, and then its rows. Other calls are served between two pieces. */
async function* rowText(rows: Rows): AsyncGenerator<string> {
  for (const name of Object.keys(rows.counts()).sort()) {
    const all = rows.listWithin(collection(name), TOP);
    if (all.length > 0) yield `${JSON.stringify(name)}\n`;
    for (let at = 0; at < all.length; at += SLICE) {
      const slice = all.slice(at, at + SLICE);
      yield slice.map((row) => `${canonicalJson(row)}\n`).join('');
      if (at > 0) await nextTurn();
    }
  }
}

/** The digest of all rows, in hex: equal states have equal digests. Other calls are served meanwhile. */
export const digestOf = async (rows: Rows): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of rowText(rows)) hash.update(piece);
  return hash.digest('hex');
};

/** The text of a snapshot file in pieces: a line about the whole, with a checksum, and then the rows. */
export async function* snapshotText(
  { createdMillis, clock, clockMillis, rowCounts, sha256, ...head }: SnapshotHead,
  rows: Rows,
): AsyncGenerator<string> {
  const { mode, scale, shiftMillis } = clock;
  const first = JSON.stringify({
    type: TYPE,
    format: SNAPSHOT_FORMAT,
    ...head,
    createTime: instant(createdMillis),
    clock: { mode, now: instant(clockMillis), scale, ...(shiftMillis !== undefined && { shiftMillis }) },
    rows: rowCounts,
    sha256,
  });
  yield `${sealText(`${first.slice(0, -1)},"checksum":`, HEAD_CLOSING)}\n`;
  yield* rowText(rows);
}

/** The text of a snapshot file that was edited, with its checksum and digest made anew. */
export const sealAnew = (text: string): string => {
  const cut = text.indexOf('\n');
  const rows = text.slice(cut + 1);
  const head = parseJson(text.slice(0, Math.max(cut, 0)));
  if (typeof head !== 'object' || head === null) return text;
  const { checksum: _, sha256: __, ...facts } = head as Readonly<Record<string, unknown>>;
  const first = JSON.stringify({ ...facts, sha256: createHash('sha256').update(rows).digest('hex') });
  return `${sealText(`${first.slice(0, -1)},"checksum":`, HEAD_CLOSING)}\n${rows}`;
};

/** A flaw in the bytes of a snapshot file; the message is the end of a sentence that begins with the file. */
export class SnapshotFlaw extends Error {
  readonly kind: 'other' | 'newer' | 'damaged';

  constructor(kind: SnapshotFlaw['kind'], what: string) {
    super(what);
    this.kind = kind;
  }
}

const damageFlaw = (what: string): SnapshotFlaw => new SnapshotFlaw('damaged', `is damaged: ${what}`);

const headOf = ({
  now,
  ...clock
}: z.infer<ReturnType<typeof headShape>>['clock']): Pick<SnapshotHead, 'clock' | 'clockMillis'> => {
  const clockMillis = Date.parse(now);
  const { mode, scale, shiftMillis = 0 } = clock;
  return {
    clockMillis,
    clock: mode === 'real' ? { mode, scale, shiftMillis } : { mode, scale, nowMillis: clockMillis },
  };
};

const isOurs = (line: Line | undefined): line is Line =>
  line?.bytes.toString('latin1', 0, 64).startsWith(`{"type":${JSON.stringify(TYPE)},`) ?? false;

/** @throws SnapshotFlaw */
const readHead = (line: Line | undefined): SnapshotHead => {
  if (!isOurs(line)) throw new SnapshotFlaw('other', 'is no snapshot of platform-mock');
  const value = parseJson(line.bytes.toString());
  const { data: written } = z.object({ format: z.int(), version: z.string() }).safeParse(value);
  if (written && written.format > SNAPSHOT_FORMAT) {
    const reads = `this one reads up to format ${SNAPSHOT_FORMAT}`;
    throw new SnapshotFlaw(
      'newer',
      `has format ${written.format}, written by platform-mock ${written.version}; ${reads}`,
    );
  }
  if (!isSealed(line.bytes, HEAD_CLOSING)) {
    throw damageFlaw('the checksum of its first line does not match');
  }
  const { data, error } = headShape().safeParse(value);
  const [issue] = error?.issues ?? [];
  if (!data) throw damageFlaw(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  const { type: _, format: __, createTime, clock, rows: rowCounts, note, ...rest } = data;
  return {
    ...rest,
    rowCounts,
    createdMillis: Date.parse(createTime),
    ...headOf(clock),
    ...(note !== undefined && { note }),
  };
};

/** The rows of a snapshot file, by collection. */
export type SnapshotRows = ReadonlyMap<string, readonly Row[]>;

/** The contents of a snapshot file. Its rows are read when they are asked for; other calls are served meanwhile. */
export interface ReadSnapshotText {
  readonly head: SnapshotHead;
  readonly rows: () => Promise<SnapshotRows>;
}

const readRows = async (bytes: Buffer, from: number): Promise<SnapshotRows> => {
  const collections = new Map<string, Row[]>();
  let rows: Row[] | undefined;
  for (const { number, bytes: line } of linesOf(bytes.subarray(from))) {
    if (number % SLICE === 0) await nextTurn();
    const value = parseJson(line.toString());
    if (typeof value === 'string') {
      rows = [];
      collections.set(value, rows);
    } else if (isRow(value) && rows) rows.push(value);
    else throw damageFlaw(`line ${number + 1} is not a row`);
  }
  return collections;
};

/**
 * Reads the bytes of a snapshot file, and checks them against their digest.
 * @throws SnapshotFlaw for bytes that are not a snapshot, are of a newer format, or are damaged
 */
export const readSnapshotText = (bytes: Buffer): ReadSnapshotText => {
  const line = linesOf(bytes).next().value as Line | undefined;
  const head = readHead(line);
  const from = (line as Line).bytes.length + 1;
  if (createHash('sha256').update(bytes.subarray(from)).digest('hex') !== head.sha256) {
    throw damageFlaw('its rows do not match their digest');
  }
  return { head, rows: () => readRows(bytes, from) };
};
