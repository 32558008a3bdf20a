import type { Snapshot, Store } from '../../kernel/rows.ts';
import type { ProfileName } from '../../schema/profile-differences.ts';
import type { SnapshotHome } from '../../store/snapshot-home.ts';
import type { ClockStart } from '../clock/world-clock.ts';
import type { WorldRecord } from './worlds.ts';

/** What is kept of a world beside its rows. */
export interface KeptRecord extends Omit<WorldRecord, 'id'> {
  readonly seed: string;
  readonly profile: ProfileName;
  /** How its clock began. */
  readonly clock: ClockStart;
}

/** What a world that is kept is made of. */
export interface WorldRows {
  readonly store: Store;
  readonly snapshots: SnapshotHome;
}

/** A world that is there from an earlier run. */
export interface KeptWorld extends WorldRows {
  readonly id: string;
  readonly record: KeptRecord;
  /** Reads the state to which a reset returns. */
  readonly origin: () => Promise<Snapshot>;
}

/** Where worlds are kept over restarts, `default` excepted. */
export interface WorldHome {
  /**
   * Begins a world, empty or with the rows that the world `from` has at this moment. It is there for good once it is kept.
   * @throws ApiError ALREADY_EXISTS for a name that is taken
   */
  readonly begin: (id: string, from: string | undefined) => Promise<WorldRows>;
  /** Keeps a world that is whole, with the state to which a reset returns. */
  readonly keep: (id: string, record: KeptRecord, origin: Snapshot) => Promise<void>;
  readonly relabel: (id: string, labels: KeptRecord['labels']) => Promise<void>;
  /** Ends a world; nothing happens where there is none. */
  readonly end: (id: string) => Promise<void>;
}
