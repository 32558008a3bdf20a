/** A snapshot file that cannot be used; the message is one line and names the file. */
export class SnapshotFileError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SnapshotFileError';
  }
}
