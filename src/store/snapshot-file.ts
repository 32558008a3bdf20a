import { readFile } from 'node:fs/promises';
import { codeOf, reasonOf, SnapshotFileError } from './data-file-error.ts';
import { type ReadSnapshotText, readSnapshotText, SnapshotFlaw } from './snapshot-text.ts';

interface ReadFile extends ReadSnapshotText {
  readonly bytes: Buffer;
}

const read = async (path: string): Promise<ReadFile> => {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const why = codeOf(error) === 'ENOENT' ? 'there is no such file' : `it cannot be read: ${reasonOf(error)}`;
    throw new SnapshotFileError(`${path}: ${why}`, error);
  }
  try {
    return { bytes, ...readSnapshotText(bytes) };
  } catch (error) {
    if (error instanceof SnapshotFlaw) throw new SnapshotFileError(`${path} ${error.message}`, error);
    throw error;
  }
};

/**
 * Reads a snapshot file.
 * @throws SnapshotFileError when it is missing, is not a snapshot, is of a newer format, or is damaged
 */
export const readSnapshotFile = (path: string): Promise<ReadSnapshotText> => read(path);

/**
 * The bytes of a snapshot file that is in order.
 * @throws SnapshotFileError like readSnapshotFile
 */
export const readSnapshotBytes = async (path: string): Promise<Buffer> => (await read(path)).bytes;
