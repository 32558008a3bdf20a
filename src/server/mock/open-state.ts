import { developmentKey } from '../../identity/development-key.ts';
import { generateSigningKey, generateUpstreamKey } from '../../identity/signing-keys.ts';
import { makeAtFirstUse } from '../../schema/at-first-use.ts';
import { MemoryStore } from '../../store/memory.ts';
import type { State, StateSetting, Surroundings } from './state.ts';

/**
 * Opens the state that a file keeps, or a new one.
 * @throws DataFileError when it cannot be used; Error when its keys cannot sign
 */
export const openState = async (
  { data, seed, signingKey: given }: StateSetting,
  around: Surroundings,
): Promise<State> => {
  if (data === undefined) {
    // Making a key takes a while on another thread: it is made while everything else is loaded.
    const key = given === 'new' ? generateSigningKey() : Promise.resolve(given ?? developmentKey());
    const store = new MemoryStore();
    const upstreamKey = makeAtFirstUse(generateUpstreamKey);
    return { store, seed, key, upstreamKey, isNew: true, close: () => store.close() };
  }
  // Imported at the first use: most starts keep nothing.
  const { KeptKeys } = await import('../../identity/kept-keys.ts');
  return (await import('./file-state.ts')).openFileState(data, new KeptKeys(seed, given), around);
};
