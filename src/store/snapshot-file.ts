import { readGiven } from '../given-file.ts';
import { whyUnreadable } from '../schema/utf8-text.ts';
import { SnapshotFileError } from './data-file-error.ts';
import { type ReadSnapshotText, readSnapshotText, SnapshotFlaw } from './snapshot-text.ts';

/**
 * Reads a snapshot file, and returns its bytes, too.
 * @throws SnapshotFileError if it is missing, is not a snapshot, is of a newer format, or is damaged
 */
export const readSnapshotFile = async (path: string): Promise<ReadSnapshotText & { readonly bytes: Buffer }> => {
  let bytes: Buffer;
  try {
    bytes = await readGiven(path);
  } catch (error) {
    throw new SnapshotFileError(`${path}: ${whyUnreadable(error)}`, error);
  }
  try {
    return { bytes, ...readSnapshotText(bytes) };
  } catch (error) {
    if (error instanceof SnapshotFlaw) throw new SnapshotFileError(`${path} ${error.message}`, error);
    throw error;
  }
};
