import { developmentKey } from '../identity/development-key.ts';
import { KeyRing } from '../identity/key-ring.ts';
import {
  exportSigningKey,
  generateSigningKey,
  generateUpstreamKey,
  importSigningKey,
  type SigningKey,
} from '../identity/signing-keys.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Store } from '../kernel/rows.ts';
import { openJsonFileStore } from '../store/json-file.ts';
import { MemoryStore } from '../store/memory.ts';
import { SnapshotFiles } from '../store/snapshot-files.ts';

/** Where a state is kept, and the beginning of a new one. */
export interface StateSetting {
  /** A file that keeps the state over restarts. */
  readonly data?: string;
  readonly seed: string;
  /** Signs the mock's tokens, or `new` for a key that is made at the start; without it the key of the package. */
  readonly signingKey?: SigningKey | 'new';
}

/** The state of a mock. */
export interface State {
  readonly store: Store;
  readonly seed: string;
  readonly key: Promise<SigningKey>;
  readonly upstreamKey: SigningKey;
  /** Where snapshots are kept over restarts; missing without a file. */
  readonly snapshotFiles?: SnapshotFiles;
  /** False when the state was kept from an earlier run, so that fixtures are not applied again. */
  readonly isNew: boolean;
}

/** What opening a state needs. */
interface Surroundings {
  readonly clock: Clock;
  /** Receives internal errors. */
  readonly report: (error: unknown) => void;
  /** Receives notices about the file for the user. */
  readonly notice: (text: string) => void;
}

type KeptKey = Parameters<typeof importSigningKey>[0];

/**
 * Opens the state that a file keeps, or a new one.
 * @throws DataFileError when the file cannot be read or is in use; Error when its keys cannot sign
 */
export const openState = async (
  { data, seed, signingKey: given }: StateSetting,
  { clock, report, notice }: Surroundings,
): Promise<State> => {
  const upstreamKey = generateUpstreamKey();
  if (data === undefined) {
    // Making a key takes a while on another thread: it is made while everything else is loaded.
    const key = given === 'new' ? generateSigningKey() : Promise.resolve(given ?? developmentKey());
    return { store: new MemoryStore(), seed, key, upstreamKey, isNew: true };
  }
  // A file keeps a key of its own, which a new one is made with.
  const replaced = given === 'new' ? generateSigningKey() : given;
  const store = await openJsonFileStore({
    file: data,
    meta: async () => ({
      seed,
      signingKey: exportSigningKey(await (replaced ?? generateSigningKey())),
      upstreamKey: exportSigningKey(upstreamKey),
    }),
    report,
    notice,
  });
  const snapshotFiles = await SnapshotFiles.open(data).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  try {
    const kept = store.meta as { seed?: string; signingKey: KeptKey; upstreamKey?: KeptKey };
    // A given key has precedence over the one of the file.
    const key = replaced === undefined ? importSigningKey(kept.signingKey) : await replaced;
    // The key that signs may be one that a rotation made, which is a row.
    await new KeyRing(Promise.resolve(key), store, clock).signer();
    return {
      store,
      seed: kept.seed ?? seed,
      key: Promise.resolve(key),
      upstreamKey: kept.upstreamKey ? importSigningKey(kept.upstreamKey) : upstreamKey,
      snapshotFiles,
      isNew: store.isNew,
    };
  } catch (error) {
    await store.close();
    throw new Error(`${data} holds a key that cannot sign: ${(error as Error).message}`, { cause: error });
  }
};
