import { constants } from 'node:buffer';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TextFile } from 'lowdb/node';
import { z } from 'zod';
import type { Row } from '../kernel/rows.ts';
import { isRow } from './change-line.ts';
import { DataFileError, reasonOf } from './data-file-error.ts';
import { syncDirectory } from './json-file-journal.ts';

/** The form of data files that this version writes and reads. */
const FORMAT = 1;
/** Text made between two turns of the event loop, in UTF-16 units: about a millisecond's worth. */
const PIECE = 128 * 1024;

/** A small JSON object that is kept beside the rows. */
export type Meta = Readonly<Record<string, unknown>>;

/** What a data file holds: a whole state, and the generation of the journal that goes on from it. */
export interface FileSnapshot {
  readonly generation: number;
  readonly meta: Meta;
  readonly collections: Readonly<Record<string, readonly Row[]>>;
}

const fileShape = z.object({
  format: z.literal(FORMAT),
  generation: z.int().positive(),
  meta: z.record(z.string(), z.unknown()),
  collections: z.record(z.string().min(1), z.array(z.custom<Row>(isRow, 'a row must be an object with a uid'))),
});

const parse = (file: string, text: string): FileSnapshot => {
  if (text.trim() === '') {
    throw new DataFileError(`${file} is empty: it is no data file; delete it to start anew, or restore a copy`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new DataFileError(`${file} is not valid JSON: ${reasonOf(error)}`, error);
  }
  const format = z.object({ format: z.int().positive() }).safeParse(value).data?.format;
  if (format === undefined) throw new DataFileError(`${file} is no data file: it has no "format"`);
  if (format > FORMAT) {
    const reads = `this one reads format ${FORMAT}`;
    throw new DataFileError(`${file} has format ${format}, written by a newer version; ${reads}`);
  }
  const { data, error } = fileShape.safeParse(value);
  if (data) return data;
  const [issue] = error.issues;
  throw new DataFileError(`${file} is damaged: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`, error);
};

/**
 * The state in a data file; undefined when there is no such file.
 * @throws DataFileError for a file that is empty, damaged or of a newer format
 */
export const readSnapshot = async (file: string): Promise<FileSnapshot | undefined> => {
  let text: string | null;
  try {
    text = await new TextFile(file).read();
  } catch (error) {
    throw new DataFileError(`${file} cannot be read: ${reasonOf(error)}`, error);
  }
  return text === null ? undefined : parse(file, text);
};

/** The text of a snapshot in pieces: collections by name, one row a line. Others run between two pieces. */
async function* textOf({ generation, meta, collections }: FileSnapshot): AsyncGenerator<string> {
  let length = 0;
  const counted = (piece: string): string => {
    length += piece.length;
    // The file is read back as one string.
    if (length > constants.MAX_STRING_LENGTH) throw new RangeError('it is too large for one file');
    return piece;
  };
  let text = `${JSON.stringify({ format: FORMAT, generation, meta }).slice(0, -1)},"collections":{`;
  const names = Object.keys(collections).sort();
  for (const [at, name] of names.entries()) {
    text += `${at === 0 ? '' : ','}\n${JSON.stringify(name)}:[`;
    let separator = '\n';
    for (const row of collections[name] ?? []) {
      text += separator + JSON.stringify(row);
      separator = ',\n';
      if (text.length < PIECE) continue;
      yield counted(text);
      text = '';
      await nextTurn();
    }
    text += '\n]';
  }
  yield counted(`${text}\n}}\n`);
}

const draftOf = (file: string): string => `${file}.next`;

/** Takes away what a snapshot that was not finished left behind. */
export const dropDraft = async (file: string): Promise<void> => {
  const draft = draftOf(file);
  // The second is where lowdb writes the first.
  for (const path of [draft, join(dirname(draft), `.${basename(draft)}.tmp`)]) await rm(path, { force: true });
};

/**
 * Puts a snapshot in the place of the data file in one step; it is on the disk when this resolves.
 * @throws DataFileError when the disk refuses it; the file is as it was then
 */
export const writeSnapshot = async (file: string, snapshot: FileSnapshot): Promise<void> => {
  // lowdb renames a file that may not be on the disk yet, and a power cut then leaves an empty one. So it
  // writes beside the data file, and only what is synced takes its name.
  const draft = draftOf(file);
  try {
    // lowdb hands what it is given to writeFile, which takes text in pieces too.
    await new TextFile(draft).write(textOf(snapshot) as unknown as string);
    const handle = await open(draft, 'r+');
    // It holds the signing key: nobody else's to read.
    await handle
      .chmod(0o600)
      .then(() => handle.sync())
      .finally(() => handle.close());
    await rename(draft, file);
    await syncDirectory(dirname(file));
  } catch (error) {
    await dropDraft(file).catch(() => undefined);
    throw new DataFileError(`${file} cannot be written: ${reasonOf(error)}`, error);
  }
};
