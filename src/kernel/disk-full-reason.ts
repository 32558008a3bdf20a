/** The reason of the error that answers a write which the disk has no room for (behaviour D9). */
export const DISK_FULL_REASON = 'MOCK_DISK_FULL';
