/** A data file that cannot be opened, read or written; the message is one line and names the file. */
export class DataFileError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DataFileError';
  }
}

/** A write that the disk has no room for. */
export class DiskFullError extends DataFileError {}

/** A snapshot file that cannot be used; the message is one line and names the file. */
export class SnapshotFileError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SnapshotFileError';
  }
}

/** The message of a failed system call or parser, in one line. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ');

/** The system's code of an error, such as ENOENT; undefined when it has none. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** The system's codes for a lack of space: on the disk, in the quota, or under the limit of the process. */
const NO_ROOM: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** True when the system refused a write because of a lack of space. */
export const isNoRoom = (error: unknown): boolean => NO_ROOM.has(codeOf(error));

/** The error of an operation on a data file that has failed, which `what` describes; a DataFileError as it is. */
export const dataFileErrorOf = (what: string, error: unknown): DataFileError => {
  if (error instanceof DataFileError) return error;
  const Refused = isNoRoom(error) ? DiskFullError : DataFileError;
  return new Refused(`${what}: ${reasonOf(error)}`, error);
};

/** One thing in a data file or its logs that is not as it was written. */
export interface Flaw {
  readonly path: string;
  /** The number of the line, from 1; undefined when the flaw concerns the whole file. */
  readonly line: number | undefined;
  /** The end of a sentence that begins with the file or line. */
  readonly what: string;
}

/** The place and the description of a flaw, in one line. */
export const flawText = ({ path, line, what }: Flaw): string =>
  line === undefined ? `${path} ${what}` : `${path} line ${line} ${what}`;
