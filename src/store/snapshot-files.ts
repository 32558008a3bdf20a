import { createHash } from 'node:crypto';
import { readdir, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Rows, Snapshot } from '../kernel/rows.ts';
import { DataFileError, SnapshotFileError } from './data-file-error.ts';
import { syncDirectory } from './json-file-paths.ts';
import { dropDraft, replaceFile } from './json-file-replace.ts';
import { saveState } from './saved-state.ts';
import { readSnapshotFile } from './snapshot-file.ts';
import type { SnapshotHome } from './snapshot-home.ts';
import { type SnapshotHead, snapshotText } from './snapshot-text.ts';

/** The end of the file of a name. Some file systems ignore case: a digest makes two spellings differ. */
const endOf = (name: string): string => {
  const lower = name.toLowerCase();
  return lower === name ? name : `${lower}~${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
};

const prefixOf = (file: string): string => `${file}.snapshot.`;
/** No file of a snapshot has this name. */
const draftOf = (file: string): string => `${file}.snapshots.next`;

/** The snapshot files beside a data file. */
const pathsOf = async (file: string): Promise<readonly string[]> => {
  const folder = dirname(file);
  const prefix = basename(prefixOf(file));
  const names = await readdir(folder);
  return names
    .filter((name) => name.startsWith(prefix))
    .sort()
    .map((name) => join(folder, name));
};

const fileBehind = (file: string): Promise<string> => realpath(file).catch(() => resolve(file));

/** Reads the snapshots beside a data file to the end, and returns one line about each that cannot be restored. */
const eachSound = async (dataFile: string, take: (path: string) => Promise<unknown>): Promise<readonly string[]> => {
  const flaws: string[] = [];
  for (const path of await pathsOf(dataFile)) {
    try {
      await take(path);
    } catch (error) {
      if (!(error instanceof SnapshotFileError)) throw error;
      flaws.push(error.message);
    }
  }
  return flaws;
};

/** The flaws of the snapshots beside a data file, one line each; none if all can be restored. */
export const flawsOfSnapshots = async (dataFile: string): Promise<readonly string[]> =>
  eachSound(await fileBehind(dataFile), readSnapshotFile);

/**
 * Copies the snapshots that can be restored to another data file, which has none.
 * @returns the new paths, and the flaws of those that cannot
 * @throws DataFileError when the disk refuses it
 */
export const copySnapshots = async (
  dataFile: string,
  to: string,
): Promise<{ readonly copies: readonly string[]; readonly flaws: readonly string[] }> => {
  const from = await fileBehind(dataFile);
  const copies: string[] = [];
  const flaws = await eachSound(from, async (path) => {
    const text = (await readSnapshotFile(path)).bytes.toString();
    const copy = prefixOf(to) + path.slice(prefixOf(from).length);
    await replaceFile(copy, draftOf(to), text);
    copies.push(copy);
  });
  return { copies, flaws };
};

/** @throws DataFileError when a data file has a snapshot beside it */
export const demandNoSnapshots = async (file: string): Promise<void> => {
  const [path] = await pathsOf(file);
  if (path !== undefined) throw new DataFileError(`${path} exists already`);
};

/** The snapshots beside a data file, which must be locked; each is a file. */
export class SnapshotFiles implements SnapshotHome {
  readonly #file: string;
  /** The snapshots that were there when they were opened, the oldest first. */
  readonly heads: readonly SnapshotHead[];

  private constructor(file: string, heads: readonly SnapshotHead[]) {
    this.#file = file;
    this.heads = heads;
  }

  /**
   * Opens the snapshots of a data file, and checks each to its end.
   * @throws DataFileError for one that is not a snapshot, is of a newer format, or is damaged
   */
  static async open(dataFile: string): Promise<SnapshotFiles> {
    const file = await fileBehind(dataFile);
    const heads: SnapshotHead[] = [];
    for (const path of await pathsOf(file)) {
      try {
        heads.push((await readSnapshotFile(path)).head);
      } catch (error) {
        if (!(error instanceof SnapshotFileError)) throw error;
        throw new DataFileError(`${error.message}; restore a copy of it, or delete it to start without it`, error);
      }
    }
    // Nothing is changed before all of them are in order.
    await dropDraft(draftOf(file));
    heads.sort((a, b) => a.sequence - b.sequence);
    return new SnapshotFiles(file, heads);
  }

  /**
   * Stores a state under its name, and replaces one of that name; it is on the disk when this resolves. Only one may be
   * written at a time.
   * @throws DataFileError when the disk refuses it; the earlier one is unchanged
   */
  write(head: SnapshotHead, rows: Rows): Promise<void> {
    return replaceFile(this.#pathOf(head.name), draftOf(this.#file), snapshotText(head, rows));
  }

  /**
   * The state of a name.
   * @throws SnapshotFileError when its file was removed or changed since
   */
  async stateOf(name: string): Promise<Snapshot> {
    return saveState(await (await readSnapshotFile(this.#pathOf(name))).rows());
  }

  /** Removes the snapshot of a name; it is gone from the disk when this resolves. */
  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { force: true });
    await syncDirectory(dirname(this.#file));
  }

  #pathOf(name: string): string {
    return `${prefixOf(this.#file)}${endOf(name)}`;
  }
}
