import { setImmediate as nextTurn } from 'node:timers/promises';
import { collection, type Snapshot } from '../kernel/rows.ts';
import { MemoryStore } from './memory.ts';
import type { SnapshotRows } from './snapshot-text.ts';

/** The number of rows that are put between two turns of the event loop. */
const SLICE = 1_000;

/** The state of some rows, which any store can restore. */
export const saveState = async (rows: SnapshotRows): Promise<Snapshot> => {
  const store = new MemoryStore();
  for (const [name, all] of rows) {
    for (let at = 0; at < all.length; at += SLICE) {
      await store.write((tx) => {
        for (const row of all.slice(at, at + SLICE)) tx.put(collection(name), row);
      });
      if (at > 0) await nextTurn();
    }
  }
  return store.capture();
};
