import { ApiError, DISK_FULL_REASON } from '../kernel/errors.ts';

/** RESOURCE_EXHAUSTED with the reason MOCK_DISK_FULL: the disk has no room for a write, and the write was not made. */
export class DiskFull extends ApiError {
  /** The error of the system, which names the file, or of the database. */
  override readonly cause: Error;

  constructor(cause: Error, what = 'the data file takes no write: the disk is full') {
    super('RESOURCE_EXHAUSTED', `Resource exhausted: ${what}`, { reason: DISK_FULL_REASON });
    this.cause = cause;
  }
}
