import { rotatedKeys } from '../../identity/key-ring.ts';
import type { StoredKeys, StoredMeta } from '../../identity/stored-keys.ts';
import { DataFileError } from '../../store/data-file-error.ts';
import { openJsonFileStore } from '../../store/json-file.ts';
import { SnapshotFiles } from '../../store/snapshot-files.ts';
import { demandSigner } from './demand-signer.ts';
import type { State, Surroundings } from './state.ts';

/**
 * Opens the state in a file, or a new one.
 * @throws DataFileError when the file cannot be read or is in use, or its keys cannot sign
 */
export const openFileState = async (
  data: string,
  keys: StoredKeys,
  { clock, report, notice }: Surroundings,
): Promise<State> => {
  let snapshotHome: SnapshotFiles | undefined;
  const store = await openJsonFileStore({
    file: data,
    meta: async () => ({ ...(await keys.make()) }),
    accept: async ({ meta, rowsOf }) => {
      try {
        if (meta) await demandSigner(await keys.read(meta as Partial<StoredMeta>), rowsOf(rotatedKeys.name), clock);
      } catch (error) {
        throw new DataFileError(`${data} holds a key that cannot sign: ${(error as Error).message}`, error);
      }
      snapshotHome = await SnapshotFiles.open(data);
    },
    report,
    notice,
  });
  const storedKeys = await keys.read(store.meta as Partial<StoredMeta>);
  return {
    ...storedKeys,
    key: Promise.resolve(storedKeys.key),
    store,
    ...(snapshotHome && { snapshotHome }),
    isNew: store.isNew,
    close: () => store.close(),
  };
};
