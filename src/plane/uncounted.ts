import { ApiError, DISK_FULL_REASON } from '../kernel/errors.ts';

/**
 * The result of a write that counts a call, or `uncounted` if the disk has no room for it: reads go on (behaviour D9,
 * M17).
 */
export const orUncounted = async <T>(counted: T | Promise<T>, uncounted: () => T): Promise<T> => {
  try {
    return await counted;
  } catch (error) {
    if (error instanceof ApiError && error.detail.reason === DISK_FULL_REASON) return uncounted();
    throw error;
  }
};
