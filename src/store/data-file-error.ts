/** A data file that cannot be opened, read or written; the message names the file and is fit for a terminal. */
export class DataFileError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DataFileError';
  }
}

/** What a failed system call or parser says, in one line. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The system's code of an error, such as ENOENT; undefined when it has none. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
