import type { ClockStart } from '../features/clock/world-clock.ts';
import type { Snapshot, Store } from '../kernel/rows.ts';
import type { ProfileName } from '../schema/profile-differences.ts';
import type { SnapshotHome } from '../store/snapshot-home.ts';
import type { WorldRecord } from './worlds.ts';

/** The stored record of a world, without its rows. */
export interface StoredRecord extends Omit<WorldRecord, 'id'> {
  readonly seed: string;
  readonly profile: ProfileName;
  /** The start of its clock. */
  readonly clock: ClockStart;
}

/** A world of an earlier run. */
export interface StoredWorld {
  readonly id: string;
  readonly record: StoredRecord;
  readonly store: Store;
  readonly snapshots: SnapshotHome;
  /** Reads the state to which a reset returns. */
  readonly origin: () => Promise<Snapshot>;
}

/** The rows of a world that is being made. */
export interface NewWorld {
  /** The rows that it began with; writes to it are stored once the world is. */
  readonly store: Store;
  readonly snapshots: SnapshotHome;
  /** Stores the world, once it is complete, with the state to which a reset returns. */
  readonly persist: (id: string, record: StoredRecord, origin: Snapshot) => Promise<void>;
}

/** Stores the worlds beside `default` over restarts. */
export interface WorldHome {
  /** The worlds that were there at the start, in the order in which they were made. */
  readonly stored: readonly StoredWorld[];
  /** Begins a world with rows that nobody else writes. */
  readonly begin: (rows: Store) => NewWorld;
  /** Stores the record of a world with other labels. */
  readonly relabel: (id: string, record: StoredRecord) => Promise<void>;
  /** Ends a world; another may have its name at once. */
  readonly end: (id: string) => Promise<void>;
}
