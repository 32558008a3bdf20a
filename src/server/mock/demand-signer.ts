import { KeyRing, rotatedKeys } from '../../identity/key-ring.ts';
import type { Keys } from '../../identity/stored-keys.ts';
import type { Clock } from '../../kernel/clock.ts';
import { collection, type Row } from '../../kernel/rows.ts';
import { MemoryStore } from '../../store/memory.ts';

/**
 * Demands that the key that signs can do so; it may be one that a rotation made, which is a row.
 * @throws Error with the reason
 */
export const demandSigner = async ({ key }: Keys, rows: Iterable<Row>, clock: Clock): Promise<void> => {
  const store = new MemoryStore();
  await store.write((tx) => {
    for (const row of rows) tx.put(collection(rotatedKeys.name), row);
  });
  await new KeyRing(Promise.resolve(key), store, clock).signer();
};
