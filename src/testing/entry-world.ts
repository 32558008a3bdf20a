import type { EntryWorld } from '../features/journal/kept-entry.ts';

/** A world that entries of tests are of: nothing of it ever changes. */
export const plainEntryWorld: EntryWorld = {
  conditions: () => ({ mode: 'real', scale: 1, access: 'enforce' }),
  takePlace: () => 1,
  realMillis: () => 0,
  ended: () => undefined,
};
