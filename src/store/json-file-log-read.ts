import { readFile } from 'node:fs/promises';
import { makeAtFirstUse } from '../schema/at-first-use.ts';
import { z } from '../schema/zod.ts';
import { changesOf, type StoredChange } from './change-line.ts';
import { isSealed, type Line, linesOf } from './checked-line.ts';
import { type Flaw, reasonOf } from './data-file-error.ts';
import { LINE_CLOSING, LOG_HEAD } from './json-file-log.ts';
import { FORMAT } from './json-file-snapshot.ts';

/** A committed write, by its number. */
export interface LogWrite {
  readonly sequence: number;
  readonly changes: readonly StoredChange[];
}

/** The parts of writes that were not answered before the process was killed, or the power was cut. */
export interface TornTail {
  readonly line: number;
  /** The bytes from here to the end of the file. */
  readonly bytes: number;
}

/** The readable part of a log. */
export interface ReadLog {
  readonly generation: number;
  readonly path: string;
  readonly size: number;
  /** The number of bytes from its beginning that are intact. */
  readonly whole: number;
  /** The writes in the order of their numbers. */
  readonly writes: readonly LogWrite[];
  readonly flaws: readonly Flaw[];
  readonly torn: TornTail | undefined;
}

const headShape = makeAtFirstUse(() =>
  z.tuple([z.literal('log'), z.literal(FORMAT), z.int().positive(), z.int().nonnegative(), z.string()]),
);
const writeShape = makeAtFirstUse(() => z.tuple([z.int().positive(), z.unknown(), z.string()]));

/** The number of the last write that was known to be on the disk, or what is wrong with the line. */
const headIn = (line: Line | undefined, generation: number): number | string => {
  if (!line) return 'is missing: the file is empty';
  const { bytes, whole } = line;
  if (!whole || !isSealed(bytes, LINE_CLOSING) || !bytes.toString('latin1').startsWith(LOG_HEAD)) {
    return 'is damaged: its checksum does not match';
  }
  const { data } = headShape().safeParse(JSON.parse(bytes.toString()));
  if (!data) return 'is damaged: it is not the first line of a log';
  return data[2] === generation ? data[3] : `is the one of log ${data[2]}`;
};

const writeIn = ({ bytes, whole }: Line): LogWrite => {
  if (!whole) throw new SyntaxError('it is cut off');
  if (!isSealed(bytes, LINE_CLOSING)) throw new SyntaxError('its checksum does not match');
  const { data } = writeShape().safeParse(JSON.parse(bytes.toString()));
  if (!data) throw new SyntaxError('it is not a write');
  return { sequence: data[0], changes: changesOf(data[1]) };
};

/** Reads the lines of writes one after another. */
class LogReading {
  readonly flaws: Flaw[] = [];
  readonly writes = new Map<number, LogWrite>();
  torn: TornTail | undefined;
  whole = 0;
  /** The number of the write that is expected next; undefined when the first number is not known. */
  #next: number | undefined;
  readonly #path: string;
  readonly #size: number;
  /** Writes up to this number were answered; those after it may have been. */
  readonly #synced: number;

  constructor(path: string, size: number, next: number | undefined, synced: number) {
    this.#path = path;
    this.#size = size;
    this.#next = next;
    this.#synced = synced;
  }

  take(line: Line): void {
    if (this.torn) return;
    let write: LogWrite;
    try {
      write = writeIn(line);
    } catch (error) {
      this.#noteUnreadable(line, reasonOf(error));
      return;
    }
    const { sequence } = write;
    this.#next ??= sequence;
    if (this.writes.has(sequence)) this.#flaw(line, `it is write ${sequence} once more`);
    else if (sequence !== this.#next) this.#flaw(line, `write ${sequence} is where write ${this.#next} belongs`);
    if (!this.writes.has(sequence)) this.writes.set(sequence, write);
    this.#next = Math.max(this.#next, sequence) + 1;
    this.whole = line.from + line.bytes.length + 1;
  }

  /** Ends the reading; must be called after the last line. */
  end(): void {
    if (this.flaws.length > 0 || this.#next === undefined || this.#next > this.#synced) return;
    const what = `is cut off: it ends before write ${this.#next}, and write ${this.#synced} was answered`;
    this.flaws.push({ path: this.#path, line: undefined, what });
  }

  /** Counts a line that cannot be read as torn by a crash if neither it nor anything after it was answered. */
  #noteUnreadable(line: Line, why: string): void {
    if (this.#next !== undefined && this.#next > this.#synced) {
      this.torn = { line: line.number, bytes: this.#size - line.from };
      return;
    }
    this.#flaw(line, why);
    // The number of a damaged line must not be reported as missing, too.
    if (this.#next !== undefined) this.#next += 1;
  }

  #flaw({ number }: Line, why: string): void {
    this.flaws.push({ path: this.#path, line: number, what: `is damaged: ${why}` });
  }
}

/** Reads a log that begins with the write `next`, if that is known. */
export const readLog = async (path: string, generation: number, next: number | undefined): Promise<ReadLog> => {
  const bytes = await readFile(path);
  const lines = linesOf(bytes);
  const first = lines.next().value as Line | undefined;
  const head = headIn(first, generation);
  const flaws: readonly Flaw[] = typeof head === 'string' ? [{ path, line: 1, what: head }] : [];
  // All writes may have been answered if it is not known which were.
  const synced = typeof head === 'string' ? Number.POSITIVE_INFINITY : head;
  const reading = new LogReading(path, bytes.length, next, synced);
  reading.whole = (first?.bytes.length ?? 0) + 1;
  for (const line of lines) reading.take(line);
  if (flaws.length === 0) reading.end();
  return {
    generation,
    path,
    size: bytes.length,
    whole: reading.whole,
    writes: [...reading.writes.values()].sort((a, b) => a.sequence - b.sequence),
    flaws: [...flaws, ...reading.flaws],
    torn: reading.torn,
  };
};
