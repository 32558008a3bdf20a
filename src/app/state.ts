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
import { makeAtFirstUse } from '../schema/at-first-use.ts';
import { MemoryStore } from '../store/memory.ts';
import type { SnapshotFiles } from '../store/snapshot-files.ts';

/** The place of a state, and the beginning of a new one. */
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
  /** Signs for the issuers that the mock imitates; made with the first call where no file keeps it. */
  readonly upstreamKey: () => SigningKey;
  /** The files that keep snapshots over restarts; missing without a data file. */
  readonly snapshotFiles?: SnapshotFiles;
  /** False when the state was kept from an earlier run, so that fixtures are not applied again. */
  readonly isNew: boolean;
}

/** The dependencies of opening a state. */
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
  const newUpstreamKey = makeAtFirstUse(generateUpstreamKey);
  if (data === undefined) {
    // Making a key takes a while on another thread: it is made while everything else is loaded.
    const key = given === 'new' ? generateSigningKey() : Promise.resolve(given ?? developmentKey());
    return { store: new MemoryStore(), seed, key, upstreamKey: newUpstreamKey, isNew: true };
  }
  // Imported at the first use: most starts have no file.
  const { openJsonFileStore } = await import('../store/json-file.ts');
  const { SnapshotFiles: Files } = await import('../store/snapshot-files.ts');
  // A file keeps a key of its own, which a new one is made with.
  const replaced = given === 'new' ? generateSigningKey() : given;
  const store = await openJsonFileStore({
    file: data,
    meta: async () => ({
      seed,
      signingKey: exportSigningKey(await (replaced ?? generateSigningKey())),
      upstreamKey: exportSigningKey(newUpstreamKey()),
    }),
    report,
    notice,
  });
  const snapshotFiles = await Files.open(data).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  try {
    const kept = store.meta as { seed?: string; signingKey: KeptKey; upstreamKey?: KeptKey };
    // A given key has precedence over the one of the file.
    const key = replaced === undefined ? importSigningKey(kept.signingKey) : await replaced;
    const upstreamKey = kept.upstreamKey && importSigningKey(kept.upstreamKey);
    // The key that signs may be one that a rotation made, which is a row.
    await new KeyRing(Promise.resolve(key), store, clock).signer();
    return {
      store,
      seed: kept.seed ?? seed,
      key: Promise.resolve(key),
      upstreamKey: upstreamKey ? () => upstreamKey : newUpstreamKey,
      snapshotFiles,
      isNew: store.isNew,
    };
  } catch (error) {
    await store.close();
    throw new Error(`${data} holds a key that cannot sign: ${(error as Error).message}`, { cause: error });
  }
};
