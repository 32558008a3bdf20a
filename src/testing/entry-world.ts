import type { EntryWorld } from '../features/journal/packed-entry.ts';

/** The world of entries in tests; nothing in it ever changes. */
export const plainEntryWorld: EntryWorld = {
  conditions: { mode: 'real', scale: 1, access: 'enforce' },
  order: { last: 0 },
  clock: { realMillis: 0 },
  readingEpoch: 0,
  ended: () => undefined,
};
