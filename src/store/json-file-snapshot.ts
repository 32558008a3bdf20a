import { constants } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sealText } from './checked-line.ts';
import { dropDraft, replaceFile } from './json-file-replace.ts';
import type { ManyRows } from './memory.ts';

/** The one format of data files and their logs that is written and read. */
export const FORMAT = 3;
/** The end of a data file's first line, after its checksum. */
export const HEAD_CLOSING = ',"rows":[';
/** The last line of a data file. */
export const LAST_LINE = ']}';
/** Text made between two turns of the event loop, in UTF-16 units: about a millisecond's worth. */
const PIECE = 128 * 1024;

/** A small JSON object that is stored beside the rows. */
export type Meta = Readonly<Record<string, unknown>>;

/** The contents of a data file: a whole state, and the generation of the log that continues it. */
export interface FileSnapshot {
  readonly generation: number;
  /** The number of the last write that is in it. */
  readonly sequence: number;
  /** The meta; undefined when it has been lost and must be made again. */
  readonly meta: Meta | undefined;
  readonly collections: Readonly<Record<string, ManyRows>>;
}

/**
 * The text of a snapshot in pieces: a JSON object whose first line describes the whole, and then one row a line, by
 * collection. Each line has a checksum, each row its place in the order. The event loop runs between two pieces.
 */
async function* textOf({ generation, sequence, meta, collections }: FileSnapshot): AsyncGenerator<string> {
  let length = 0;
  const countPiece = (piece: string): string => {
    length += piece.length;
    // No reader can take more in one piece than the longest string of V8.
    if (length > constants.MAX_STRING_LENGTH) throw new RangeError('it is too large for one file');
    return piece;
  };
  const names = Object.keys(collections).sort();
  const rows = names.reduce((sum, name) => sum + (collections[name]?.length ?? 0), 0);
  const head = JSON.stringify({ format: FORMAT, generation, sequence, count: rows, meta: meta ?? null });
  let text = `${sealText(`${head.slice(0, -1)},"checksum":`, HEAD_CLOSING)}\n`;
  let place = 0;
  for (const name of names) {
    const of = JSON.stringify(name);
    for (const row of collections[name] ?? []) {
      place += 1;
      text += `${sealText(`[${place},${of},${JSON.stringify(row)},`, place < rows ? '],' : ']')}\n`;
      if (text.length < PIECE) continue;
      yield countPiece(text);
      text = '';
      await nextTurn();
    }
  }
  yield countPiece(`${text}${LAST_LINE}\n`);
}

const draftOf = (file: string): string => `${file}.next`;

/** Removes the remains of an unfinished snapshot. */
export const dropSnapshotDraft = (file: string): Promise<void> => dropDraft(draftOf(file));

/**
 * Replaces the data file by a snapshot in one step; it is on the disk when this resolves.
 * @throws DataFileError when the disk refuses it; the file is unchanged
 */
export const writeSnapshot = (file: string, snapshot: FileSnapshot): Promise<void> =>
  replaceFile(file, draftOf(file), textOf(snapshot));
