import { open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { TextFile } from 'lowdb/node';
import { dataFileErrorOf } from './data-file-error.ts';
import { syncDirectory } from './json-file-paths.ts';

/** The mode of files with keys and secrets: only the owner may read them. */
const OWNER_ONLY = 0o600;

/** The path at which lowdb writes a file before it renames it. */
const temporaryPathOf = (path: string): string => join(dirname(path), `.${basename(path)}.tmp`);

/** Removes the remains of an unfinished replacement at its draft. */
export const dropDraft = async (draft: string): Promise<void> => {
  for (const path of [draft, temporaryPathOf(draft)]) await rm(path, { force: true });
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
    // lowdb keeps the mode of an existing file: so only the owner can read it while it is written, too.
    await rm(temporaryPathOf(draft), { force: true });
    await writeFile(temporaryPathOf(draft), '', { mode: OWNER_ONLY });
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
    throw dataFileErrorOf(`${file} cannot be written`, error);
  }
};
