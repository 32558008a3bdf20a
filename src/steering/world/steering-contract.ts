import type { IncomingHttpHeaders } from 'node:http';
import type { Settings } from '../../kernel/context.ts';
import type { World } from '../../kernel/world.ts';
import type { ProfileName } from '../../schema/profile-differences.ts';
import type { AccessControl } from '../access/access-world.ts';
import type { TimerControl } from '../clock/timers.ts';
import type { ClockStart, WorldClock } from '../clock/world-clock.ts';
import type { AppliedFixture, MadeWorld, World as ShownWorld, StateDifference } from '../contract/nouns.ts';
import type { CoverageControl } from '../coverage/coverage-control.ts';
import type { DeliveryControl, SinkControl } from '../delivery/delivery-control.ts';
import type { EventControl } from '../events/event-control.ts';
import type { FaultControl } from '../faults/fault-control.ts';
import type { JournalControl } from '../journal/journal-control.ts';
import type { ConsistencyControl } from '../lag/consistency-control.ts';
import type { ControlPolicy } from '../plane/guard.ts';
import type { QuotaControl } from '../quota/quota-control.ts';
import type { SnapshotControl } from '../snapshots/snapshot-control.ts';
import type { TokenControl } from '../tokens/token-control.ts';

/** A world as it is asked for. */
export interface WantedWorld {
  readonly name?: string;
  readonly labels: Readonly<Record<string, string>>;
  /** `default`, `empty`, or `fixture:`, `snapshot:` or `world:` with a name. */
  readonly from: string;
  readonly seed?: string;
  readonly profile?: ProfileName;
  readonly clock?: Pick<ClockStart, 'mode' | 'nowMillis'> & { readonly scale?: number };
  readonly ttlMillis?: number;
}

/** Makes, finds and ends worlds; every method but `list` and `endAll` throws ApiError for a world that is not there. */
export interface WorldControl {
  /** The world that a request names; `default` where it names none. */
  readonly at: (headers: IncomingHttpHeaders) => Steering;
  readonly named: (id: string) => Steering;
  /** A snapshot that it is made from is one of the world `asking`. */
  readonly create: (wanted: WantedWorld, asking: string) => Promise<MadeWorld>;
  readonly list: (labels: ReadonlyMap<string, string>) => readonly ShownWorld[];
  readonly show: (id: string) => ShownWorld;
  readonly environment: (id: string) => Promise<Readonly<Record<string, string>>>;
  /** What has changed since the world was made, or was reset to. */
  readonly difference: (id: string) => Promise<StateDifference>;
  readonly end: (id: string) => void;
  /** Ends the worlds with all of the labels, `default` excepted; returns their ids. */
  readonly endAll: (labels: ReadonlyMap<string, string>) => readonly string[];
}

/** What the control plane is made with, handed in by the composition root. */
export interface ControlParts {
  readonly settings: Settings;
  readonly policy: ControlPolicy;
  readonly version: string;
  readonly fixtures: readonly string[];
  readonly worlds: WorldControl;
  /** What was met in all worlds; missing where nothing is kept. */
  readonly coverage: CoverageControl | undefined;
}

/** What the control plane steers in one world. */
export interface Steering extends TokenControl {
  readonly world: World & { readonly clock: WorldClock };
  readonly clock: WorldClock;
  readonly snapshots: SnapshotControl;
  readonly access: AccessControl;
  readonly faults: FaultControl;
  /** Missing where nothing is kept. */
  readonly journal: JournalControl | undefined;
  readonly events: EventControl;
  readonly quota: QuotaControl;
  readonly consistency: ConsistencyControl;
  /** Missing where nothing is kept. */
  readonly coverage: CoverageControl | undefined;
  readonly deliveries: DeliveryControl;
  readonly sinks: SinkControl;
  readonly timers: TimerControl;
  /** The first root group; empty when there is none. */
  readonly orgId: () => string;
  readonly aliases: () => ReadonlyMap<string, string>;
  readonly reset: () => Promise<void>;
  /** Applies a fixture's text, or the one of a name. @throws ApiError INVALID_ARGUMENT with every violation */
  readonly apply: (
    fixture: { readonly text: string } | { readonly name: string },
    mode: 'merge' | 'replace',
  ) => Promise<AppliedFixture>;
}
