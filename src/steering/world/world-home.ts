import type { Snapshot, Store } from '../../kernel/rows.ts';
import type { ProfileName } from '../../schema/profile-differences.ts';
import type { SharedRecord } from '../../store/notes.ts';
import type { PastCounts } from '../../store/shared/past-worlds.ts';
import type { SnapshotHome } from '../../store/snapshot-home.ts';
import type { ClockStart } from '../clock/world-clock.ts';
import type { LabelWorld } from '../contract/nouns.ts';
import type { Room } from './elsewhere.ts';
import type { WorldRecord } from './registered-world.ts';

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
  /** How what happens in it becomes known to the other processes that share it. */
  readonly shared: SharedRecord;
}

/** A world that is there from an earlier run. */
export interface KeptWorld extends WorldRows {
  readonly id: string;
  readonly record: KeptRecord;
  /** Reads the state to which a reset returns. */
  readonly origin: () => Promise<Snapshot>;
}

/** A world that has ended, with what had happened in it by then. */
export interface PastWorld extends Pick<KeptWorld, 'id' | 'record'> {
  readonly store: Store;
  readonly shared: SharedRecord;
  readonly endedMillis: number;
  /** Reads the state to which a reset would have returned. @throws ApiError MOCK_WORLD_NOT_FOUND where it is gone */
  readonly origin: () => Promise<Snapshot>;
}

/** A world that is there, and how far it has come. */
export interface HeadOfWorld {
  readonly id: string;
  /** The number of the world among all that were made. */
  readonly born: string;
  readonly record?: KeptRecord;
  /** The number of the last note of what has happened in it. */
  readonly last: number;
}

/** A world that is there, whether or not it is open. */
export interface ListedWorld extends HeadOfWorld {
  readonly record: KeptRecord;
  /** The state of its rows: another has another name. */
  readonly tag: string;
  /** How many calls it has had since they were hidden. */
  readonly calls: number;
  /** What was kept to be shown of it in this state; undefined where that is not known. */
  readonly shown: string | undefined;
}

/** What a list shows of a world as long as its rows are in a state. */
export interface ShownWorld extends Pick<ListedWorld, 'born' | 'tag'> {
  readonly text: string;
}

/** The rows that a world is to begin with: none, or those that another world has at this moment. */
export interface NewRows {
  /** The name of that world. */
  readonly from: string | undefined;
  /** Its rows, where they are still the same; they are not to be used otherwise. */
  readonly rows: Store;
  /** How many worlds there may be beside `default`. */
  readonly limit: number;
}

/** Where the state is kept to which a reset of `default` returns. */
export interface OriginHome {
  /** The state; undefined where it is not known, since fixtures may have changed. */
  readonly readOrigin: () => Promise<Snapshot | undefined>;
  readonly noteOrigin: (origin: Snapshot | undefined) => Promise<void>;
}

/** Where worlds are kept over restarts, and where other processes make and end them, too. */
export interface WorldHome extends OriginHome {
  /** A word that no other process has. */
  readonly nonce: string;
  /**
   * Begins a world. It is there for good once it is kept. Undefined where there is no room for it.
   * @throws ApiError ALREADY_EXISTS for a name that is taken
   */
  readonly begin: (id: string, made: NewRows) => Promise<WorldRows | undefined>;
  /**
   * Keeps a world that is whole, with the state to which a reset returns; false where there are as many as there may be
   * by then.
   */
  readonly keep: (id: string, record: KeptRecord, origin: Snapshot, limit: number) => Promise<boolean>;
  /** Merges changes into the labels of a world, and returns all of them; null removes one. */
  readonly relabel: (id: string, changes: LabelWorld['labels']) => Promise<KeptRecord['labels']>;
  /** Ends a world; nothing happens where there is none. */
  readonly end: (id: string) => Promise<void>;
  /** Ends a world whose time is up; one that has its name by now goes on. */
  readonly endExpired: (id: string) => Promise<void>;
  /** Opens a world that is there; undefined where there is none. */
  readonly find: (id: string) => Promise<KeptWorld | undefined>;
  /** The worlds beside `default` that there are now, in the order in which they were made. */
  readonly list: () => Promise<readonly ListedWorld[]>;
  /** The same without their records: one look at many of them. */
  readonly heads: () => Promise<readonly HeadOfWorld[]>;
  /** The numbers of the worlds that have ended last, in the order in which they did. */
  readonly listPast: () => Promise<readonly string[]>;
  /** Opens one of them; undefined where it is not kept any more. */
  readonly findPast: (born: string) => Promise<PastWorld | undefined>;
  /** What was counted in those that have ended. */
  readonly listCounts: () => Promise<PastCounts>;
  /** Keeps what was counted in one of them, unless that is known. */
  readonly keepCounts: (born: string, counts: string) => Promise<void>;
  /** Forgets what was counted in those that have ended. */
  readonly clearCounts: () => Promise<void>;
  /** The place of the last note that is stored, among those of all worlds. */
  readonly lastPlace: () => Promise<number>;
  /** Keeps what a list shows of worlds, so that nobody has to open them for it. */
  readonly keepShown: (shown: readonly ShownWorld[]) => Promise<void>;
  /** Ends worlds that need not be open; returns the ids of those that were there. */
  readonly endAll: (worlds: readonly Pick<ListedWorld, 'id' | 'born'>[]) => Promise<readonly string[]>;
  /** True for the name of a world that has ended, as far as that is remembered. */
  readonly hasEnded: (id: string) => Promise<boolean>;
  readonly labelsOf: (id: string) => Promise<KeptRecord['labels'] | undefined>;
  /** Whether there is room for a world of a name beside `default`, where there may be so many. */
  readonly roomFor: (id: string, limit: number) => Promise<Room>;
}
