import { open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { TextFile } from 'lowdb/node';
import { DataFileError, DiskFullError, isNoRoom, reasonOf } from './data-file-error.ts';
import { syncDirectory } from './json-file-paths.ts';

/** What is kept holds keys and secrets: nobody else may read it. */
const OWNER_ONLY = 0o600;

/** Where lowdb writes a file before it renames it. */
const beforeNaming = (path: string): string => join(dirname(path), `.${basename(path)}.tmp`);

/** Removes what an unfinished replacement left at its draft. */
export const dropDraft = async (draft: string): Promise<void> => {
  for (const path of [draft, beforeNaming(draft)]) await rm(path, { force: true });
};

/**
 * Replaces a file by text in one step, readable by its owner only; it is on the disk when this resolves. The text is
 * written to `draft`, in the same folder, which nothing else may write at the same time.
 * @throws DataFileError when the disk refuses it; the file is unchanged
 */
export const replaceFile = async (
  file: string,
  draft: string,
  text: string | Iterable<string> | AsyncIterable<string>,
): Promise<void> => {
  // lowdb renames a file that may not be on the disk yet, and a power cut then leaves an empty one. So it
  // writes beside the file, and the result is renamed only after it is synced.
  try {
    // lowdb keeps the mode of an existing file: so nobody else can read it while it is written, either.
    await rm(beforeNaming(draft), { force: true });
    await writeFile(beforeNaming(draft), '', { mode: OWNER_ONLY });
    // lowdb passes its argument to writeFile, which accepts text in pieces, too.
    await new TextFile(draft).write(text as string);
    const handle = await open(draft, 'r+');
    await handle
      .chmod(OWNER_ONLY)
      .then(() => handle.sync())
      .finally(() => handle.close());
    await rename(draft, file);
    await syncDirectory(dirname(file));
  } catch (error) {
    await dropDraft(draft).catch(() => undefined);
    const Refused = isNoRoom(error) ? DiskFullError : DataFileError;
    throw new Refused(`${file} cannot be written: ${reasonOf(error)}`, error);
  }
};
