import type { Rows, Snapshot } from '../kernel/rows.ts';
import type { SnapshotHead } from './snapshot-text.ts';

/** Stores the snapshots of a world over restarts. */
export interface SnapshotHome {
  /** The snapshots that were there when it was opened, the oldest first. */
  readonly heads: readonly SnapshotHead[];
  /** Stores a captured state, with its rows, under its name, and replaces one of that name. */
  write(head: SnapshotHead, rows: Rows, state: Snapshot): Promise<void>;
  /** The state of a name. */
  stateOf(name: string): Promise<Snapshot>;
  remove(name: string): Promise<void>;
}
