import type { ClockStart, WorldClock } from '../features/clock/world-clock.ts';
import type { WorldTimers } from '../features/clock/world-timers.ts';
import type { WorldCoverage } from '../features/coverage/world-coverage.ts';
import type { WorldOutbox } from '../features/delivery/world-outbox.ts';
import type { WorldSinks } from '../features/delivery/world-sinks.ts';
import type { EventLog } from '../features/events/event-log.ts';
import type { EventReaders } from '../features/events/event-readers.ts';
import type { WorldEvents } from '../features/events/world-events.ts';
import type { WorldRecorder } from '../features/events/world-recorder.ts';
import type { WorldFaults } from '../features/faults/world-faults.ts';
import type { WorldJournal } from '../features/journal/world-journal.ts';
import type { WorldConsistency } from '../features/lag/world-consistency.ts';
import type { WorldQuota } from '../features/quota/world-quota.ts';
import type { Snapshots } from '../features/snapshots/snapshots.ts';
import type { WorldIdentity } from '../identity/world-identity.ts';
import type { AccessPolicy } from '../kernel/access-policy.ts';
import type { CallScope } from '../kernel/call-scope.ts';
import type { SnapshotHome } from '../store/snapshot-home.ts';
import type { Population } from './population.ts';

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
  readonly eventLog: EventLog;
  readonly recorder: WorldRecorder;
  readonly readers: EventReaders;
  readonly quota: WorldQuota;
  readonly consistency: WorldConsistency;
  readonly coverage: WorldCoverage | undefined;
  readonly outbox: WorldOutbox;
  readonly sinks: WorldSinks;
  readonly timers: WorldTimers;
  /** Called before a reset or a restored snapshot replaces its rows. */
  readonly replacing: (() => void)[];
  /** Its parts, in the order in which an event of its life reaches them. */
  readonly parts: readonly WorldPart[];
}

/** The lifetime of a part: in a snapshot of the world, and over a restart with `--data`. */
export interface Keeps {
  readonly snapshot: boolean;
  readonly restart: boolean;
}

/** A part of a world, and the effect on it of each event of the world's life (behaviour W19). */
export interface WorldPart {
  readonly name: string;
  readonly keeps: Keeps;
  /** The world goes back to its beginning. */
  readonly reset: () => void | Promise<void>;
  /** The rows were replaced by those of a snapshot, which was saved when the clock ran so. */
  readonly restored: (clock: ClockStart) => void | Promise<void>;
  /** The world, which is new, was made from another. */
  readonly forked: (from: World) => void | Promise<void>;
  /** The world has ended: nothing waits for it any more. */
  readonly ended: () => void;
}
