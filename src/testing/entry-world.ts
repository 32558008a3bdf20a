import type { EntryWorld } from '../features/journal/packed-entry.ts';

/** A world that entries of tests are of: nothing of it ever changes. */
export const plainEntryWorld: EntryWorld = {
  conditions: { mode: 'real', scale: 1, access: 'enforce' },
  order: { last: 0 },
  clock: { realMillis: 0 },
  readingEpoch: 0,
  ended: () => undefined,
};
