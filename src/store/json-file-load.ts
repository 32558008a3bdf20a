import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DataFileError, reasonOf } from './data-file-error.ts';
import { Journal, journalPath, journalsOf, readJournal, syncDirectory } from './json-file-journal.ts';
import { dropDraft, type FileSnapshot, type Meta, readSnapshot, writeSnapshot } from './json-file-snapshot.ts';
import type { RowChange } from './memory.ts';

/** A data file as it was found: its snapshot, what the journals say came after, and the journal to go on with. */
export interface LoadedFile {
  readonly snapshot: FileSnapshot;
  readonly changes: readonly RowChange[];
  readonly journal: Journal;
  /** True when nothing was ever written to it. */
  readonly isNew: boolean;
}

/** The bytes that are whole lines in the last journal, and every change of all of them. */
const replay = async (
  file: string,
  generations: readonly number[],
): Promise<{ readonly last: number; readonly whole: number; readonly changes: readonly RowChange[] }> => {
  const changes: RowChange[] = [];
  let last = generations[0] ?? 0;
  let whole = 0;
  let torn: string | undefined;
  for (const generation of generations) {
    const path = journalPath(file, generation);
    const text = await readJournal(path, (change) => changes.push(change));
    if (torn !== undefined && text.size > 0)
      throw new DataFileError(`${torn} is cut off, and ${path} goes on after it`);
    // A crash while the next journal is being made leaves an empty one behind a torn line.
    if (torn !== undefined) continue;
    ({ whole } = text);
    last = generation;
    if (text.size > text.whole) torn = `${path} line ${text.lines + 1}`;
  }
  return { last, whole, changes };
};

type MakeMeta = () => Meta | Promise<Meta>;

const start = async (file: string, meta: MakeMeta): Promise<FileSnapshot> => {
  for (const generation of await journalsOf(file)) {
    const path = journalPath(file, generation);
    const { size } = await stat(path);
    if (size > 0) throw new DataFileError(`${file} is missing, but ${path} holds writes that follow it`);
    await rm(path);
  }
  const snapshot = { generation: 1, meta: await meta(), collections: {} };
  await writeSnapshot(file, snapshot);
  return snapshot;
};

const load = async (file: string, meta: MakeMeta): Promise<LoadedFile> => {
  await dropDraft(file);
  const snapshot = (await readSnapshot(file)) ?? (await start(file, meta));
  const found = await journalsOf(file);
  const { generation } = snapshot;
  const following = found.filter((one) => one >= generation);
  for (const [at, one] of following.entries()) {
    if (one === generation + at) continue;
    throw new DataFileError(`${journalPath(file, generation + at)} is missing: ${journalPath(file, one)} follows it`);
  }
  const { last, whole, changes } = await replay(file, following);
  const stale = found.filter((one) => one < generation || one > Math.max(last, generation));
  for (const one of stale) await rm(journalPath(file, one), { force: true });
  await syncDirectory(dirname(file));
  const journal = await Journal.open(file, Math.max(last, generation), whole);
  const isNew = generation === 1 && changes.length === 0 && Object.keys(snapshot.collections).length === 0;
  return { snapshot, changes, journal, isNew };
};

/**
 * Reads a data file and its journals, and makes them when there is none; `meta` makes what a new one is to keep. Whatever a
 * crash can leave behind loads, and is tidied up.
 * @throws DataFileError for anything else that is not as it was written
 */
export const loadDataFile = async (file: string, meta: MakeMeta): Promise<LoadedFile> => {
  try {
    return await load(file, meta);
  } catch (error) {
    if (error instanceof DataFileError) throw error;
    throw new DataFileError(`${file} cannot be opened: ${reasonOf(error)}`, error);
  }
};
