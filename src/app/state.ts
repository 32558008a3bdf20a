import { developmentKey } from '../identity/development-key.ts';
import { KeyRing, rotatedKeys } from '../identity/key-ring.ts';
import {
  exportSigningKey,
  generateSigningKey,
  generateUpstreamKey,
  importSigningKey,
  type SigningKey,
} from '../identity/signing-keys.ts';
import type { Clock } from '../kernel/clock.ts';
import { collection, type Row, type Store } from '../kernel/rows.ts';
import { makeAtFirstUse } from '../schema/at-first-use.ts';
import type { Meta } from '../store/json-file-snapshot.ts';
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

/** The keys that a data file keeps beside the rows. */
interface KeptKeys {
  readonly signingKey: KeptKey;
  readonly upstreamKey?: KeptKey;
}

/** The keys of a state. */
interface Keys {
  readonly key: SigningKey;
  readonly upstreamKey: SigningKey | undefined;
}

/**
 * Demands that the key that signs can do so; it may be one that a rotation made, which is a row.
 * @throws Error with the reason
 */
const demandSigner = async ({ key }: Keys, rows: Iterable<Row>, clock: Clock): Promise<void> => {
  const store = new MemoryStore();
  await store.write((tx) => {
    for (const row of rows) tx.put(collection(rotatedKeys.name), row);
  });
  await new KeyRing(Promise.resolve(key), store, clock).signer();
};

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
  const { DataFileError } = await import('../store/data-file-error.ts');
  // A file keeps a key of its own, which a new one is made with.
  const replaced = given === 'new' ? generateSigningKey() : given;
  const keysIn = async (meta: Meta): Promise<Keys> => {
    const { signingKey, upstreamKey } = meta as unknown as KeptKeys;
    return {
      // A given key has precedence over the one of the file.
      key: replaced === undefined ? importSigningKey(signingKey) : await replaced,
      upstreamKey: upstreamKey && importSigningKey(upstreamKey),
    };
  };
  let snapshotFiles: SnapshotFiles | undefined;
  const store = await openJsonFileStore({
    file: data,
    meta: async () => ({
      seed,
      signingKey: exportSigningKey(await (replaced ?? generateSigningKey())),
      upstreamKey: exportSigningKey(newUpstreamKey()),
    }),
    accept: async ({ meta, rowsOf }) => {
      try {
        if (meta) await demandSigner(await keysIn(meta), rowsOf(rotatedKeys.name), clock);
      } catch (error) {
        throw new DataFileError(`${data} holds a key that cannot sign: ${(error as Error).message}`, error);
      }
      snapshotFiles = await Files.open(data);
    },
    report,
    notice,
  });
  const { seed: keptSeed = seed } = store.meta as { readonly seed?: string };
  const { key, upstreamKey } = await keysIn(store.meta);
  return {
    store,
    seed: keptSeed,
    key: Promise.resolve(key),
    upstreamKey: upstreamKey ? () => upstreamKey : newUpstreamKey,
    ...(snapshotFiles && { snapshotFiles }),
    isNew: store.isNew,
  };
};
