import { DISK_FULL_REASON } from '../kernel/disk-full-reason.ts';
import { ApiError } from '../kernel/errors.ts';
import type { DataFileError } from './data-file-error.ts';

/** RESOURCE_EXHAUSTED with the reason MOCK_DISK_FULL: the disk has no room for a write, and the write was not made. */
export class DiskFull extends ApiError {
  /** The system's error, which names the file. */
  override readonly cause: DataFileError;

  constructor(cause: DataFileError) {
    const message = 'Resource exhausted: the data file takes no write: the disk is full';
    super('RESOURCE_EXHAUSTED', message, { reason: DISK_FULL_REASON });
    this.cause = cause;
  }
}
