import type { JournalEntry } from '../../generated/nouns.ts';
import type { ClockStart, WorldClock } from '../features/clock/world-clock.ts';
import type { WorldTimers } from '../features/clock/world-timers.ts';
import type { WorldCoverage } from '../features/coverage/world-coverage.ts';
import type { DeliverySetting } from '../features/delivery/world-delivery.ts';
import type { WorldOutbox } from '../features/delivery/world-outbox.ts';
import type { WorldSinks } from '../features/delivery/world-sinks.ts';
import type { WorldEvents } from '../features/events/world-events.ts';
import type { Wait } from '../features/faults/holds.ts';
import type { WorldFaults } from '../features/faults/world-faults.ts';
import type { WorldJournal, WorldJournalParts } from '../features/journal/world-journal.ts';
import type { WorldConsistency } from '../features/lag/world-consistency.ts';
import type { WorldQuota } from '../features/quota/world-quota.ts';
import type { Snapshots } from '../features/snapshots/snapshots.ts';
import type { TrustedPrincipal } from '../identity/aws-principals.ts';
import type { SigningKey } from '../identity/signing-keys.ts';
import type { TrustedIssuer } from '../identity/trusted-issuers.ts';
import type { WorldIdentity } from '../identity/world-identity.ts';
import type { AccessPolicy } from '../kernel/access-policy.ts';
import type { CallScope } from '../kernel/call-scope.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Settings } from '../kernel/context.ts';
import type { Gate } from '../kernel/gate.ts';
import type { CallMeter } from '../kernel/hooks.ts';
import type { Scheme } from '../kernel/request-origin.ts';
import type { Snapshot, Store } from '../kernel/rows.ts';
import type { ByteBudget } from '../plane/bounded-log.ts';
import type { Followers } from '../plane/followers.ts';
import type { ProcessOrder, ReadItem } from '../plane/placed-items.ts';
import type { Profile } from '../schema/profile.ts';
import type { ShippedFixtures } from '../seed/load.ts';
import type { SnapshotHome } from '../store/snapshot-home.ts';
import type { Population } from './population.ts';
import type { WorldHome } from './world-home.ts';

/** One private universe: the view of its calls, and the parts that only the mock itself may use. */
export interface World {
  readonly scope: CallScope & { readonly clock: WorldClock };
  readonly policy: AccessPolicy;
  readonly identity: WorldIdentity;
  readonly population: Population;
  readonly snapshots: Snapshots<ClockStart>;
  readonly snapshotHome: SnapshotHome | undefined;
  readonly faults: WorldFaults;
  readonly journal: WorldJournal | undefined;
  readonly events: WorldEvents;
  readonly quota: WorldQuota;
  readonly consistency: WorldConsistency;
  readonly coverage: WorldCoverage | undefined;
  readonly outbox: WorldOutbox;
  readonly sinks: WorldSinks;
  readonly timers: WorldTimers;
  /** Called before a reset or a restored snapshot replaces its rows. */
  readonly replacing: (() => void)[];
  /** Takes it back to its beginning. */
  readonly reset: () => Promise<void>;
  /** Replaces its rows by the rows of a snapshot, which was saved when its clock ran so. */
  readonly restore: (state: Snapshot, clock: ClockStart) => Promise<void>;
  /** Ends its activity: the waits for its calls and events, and deliveries. */
  readonly end: () => void;
}

/** The dependencies that all worlds of a mock share. */
export interface WorldDeps {
  readonly settings: Settings;
  /** The clock of the machine. */
  readonly clock: Clock;
  /** Waits for so many milliseconds of the machine, if a call is to be answered late. */
  readonly wait: Wait;
  readonly key: Promise<SigningKey>;
  /** Signs for the upstream issuers that the mock imitates. */
  readonly upstreamKey: () => SigningKey;
  readonly trusted: readonly TrustedIssuer[];
  /** The AWS principals whose signed requests are trusted; none by default. */
  readonly trustedAws?: readonly TrustedPrincipal[];
  /** The audiences that tokens may have besides the mock's own URL. */
  readonly audiences: readonly string[];
  /** The scheme of the port. */
  readonly scheme: Scheme;
  readonly shippedFixtures: ShippedFixtures;
  /** True for a request that may ask for a fault of its own, by the control token that it comes with. */
  readonly maySteer: (controlToken: string | undefined) => boolean;
  /** The bounds of each world's journal, and its sources; missing if there is no journal. */
  readonly journal?: Pick<
    WorldJournalParts,
    'most' | 'directory' | 'machineNow' | 'machineEpoch' | 'readingEpoch' | 'heads'
  > & { readonly all: Followers<ReadItem<JournalEntry>> };
  /** The memory for the journals of all worlds. */
  readonly budget: ByteBudget;
  /** Numbers what happens in all worlds. */
  readonly order: ProcessOrder;
  /** Counts the calls of every world, with or without a journal. */
  readonly meter?: CallMeter;
  /** Counts what clients of every world meet; missing without a journal. */
  readonly coverage?: WorldCoverage;
  /** The delivery of events to their receivers. */
  readonly delivery: DeliverySetting;
  /** Stores worlds over restarts; missing if they are in memory only. */
  readonly home?: WorldHome;
  /** Decides whether something may be sent; missing: it may. */
  readonly gate?: Gate;
  /** Receives failures that no request is to blame for. */
  readonly report: (error: unknown) => void;
}

/** The settings of one world. */
export interface WorldSetting {
  readonly id: string;
  readonly store: Store;
  /** The seed of its derived values; by default the mock's. */
  readonly seed?: string;
  /** The interface that it follows if specification and published service differ; by default the mock's. */
  readonly profile?: Profile;
  /** The start of its clock; as the machine's unless given. */
  readonly clock?: ClockStart;
  /** The reading of the machine's clock at which its own stands still until it is released; without it, it runs. */
  readonly pausedMillis?: number;
  /** Stores its snapshots over restarts; missing if they are in memory only. */
  readonly snapshotHome?: SnapshotHome;
}

/** A part of a world, and the effect on it of each event of the world's life (behaviour W19); without one it stays. */
export interface WorldPart {
  /** The world goes back to its beginning. */
  readonly reset?: () => void | Promise<void>;
  /** The rows were replaced by the rows of a snapshot, which was saved when the clock ran so. */
  readonly restored?: (clock: ClockStart) => void | Promise<void>;
  /** The world, which is new, was made from another. */
  readonly forked?: (from: World) => void | Promise<void>;
  /** The world has ended: nothing waits for it any more. */
  readonly ended?: () => void;
}
