import type { AppliedFixture } from '../../generated/nouns.ts';
import { accessControl } from '../features/access/access-control.ts';
import type { AccessControl } from '../features/access/access-world.ts';
import type { WorldClock } from '../features/clock/world-clock.ts';
import type { WorldTimers } from '../features/clock/world-timers.ts';
import type { CoverageControl } from '../features/coverage/coverage-control.ts';
import type { WorldOutbox } from '../features/delivery/world-outbox.ts';
import type { WorldSinks } from '../features/delivery/world-sinks.ts';
import type { WorldEvents } from '../features/events/world-events.ts';
import type { WorldFaults } from '../features/faults/world-faults.ts';
import type { JournalControl } from '../features/journal/journal-control.ts';
import type { WorldConsistency } from '../features/lag/world-consistency.ts';
import type { WorldQuota } from '../features/quota/world-quota.ts';
import { type SnapshotControl, type SnapshotParts, snapshotControl } from '../features/snapshots/snapshot-control.ts';
import type { ActingAs, TokenControl } from '../features/tokens/token-control.ts';
import type { WorldIdentity } from '../identity/world-identity.ts';
import type { Kernel } from '../kernel/call.ts';
import type { CallScope } from '../kernel/call-scope.ts';
import { identityName } from '../resources/index.ts';
import type { FixtureSource } from './population.ts';
import type { World } from './world.ts';
import { resetWorld, restoreWorld } from './world-parts.ts';

/** The controls of one world. */
export interface Steering extends TokenControl {
  readonly scope: CallScope & { readonly clock: WorldClock };
  readonly clock: WorldClock;
  readonly snapshots: SnapshotControl;
  readonly access: AccessControl;
  readonly faults: WorldFaults;
  /** The journal; missing if it is off. */
  readonly journal: JournalControl | undefined;
  readonly events: WorldEvents;
  readonly quota: WorldQuota;
  readonly consistency: WorldConsistency;
  /** The coverage; missing if the journal is off. */
  readonly coverage: CoverageControl | undefined;
  readonly deliveries: WorldOutbox;
  readonly sinks: WorldSinks;
  readonly timers: WorldTimers;
  /** The first root group; empty when there is none. */
  readonly orgId: () => string;
  readonly aliases: () => ReadonlyMap<string, string>;
  readonly reset: () => Promise<void>;
  /** Applies a fixture's text, or the one of a name. @throws ApiError INVALID_ARGUMENT with every violation */
  readonly apply: (fixture: FixtureSource, mode: 'merge' | 'replace') => Promise<AppliedFixture>;
}

const findActor = (
  identity: WorldIdentity,
  nameOrUrl: string,
  subject: string,
  host: string | undefined,
): ActingAs | { readonly reason: string } => {
  const issuer = identity.issuerOf(nameOrUrl, host);
  const found = identity.listActing(issuer, subject);
  const [only] = found;
  if (only && found.length === 1) return { uid: only.uid, issuer };
  return { reason: `${only ? found.length : 'no'} identities are matched by tokens of that issuer and subject` };
};

/** The dependencies of the steering of a world. */
export interface SteeringParts extends Omit<SnapshotParts, 'restored'> {
  readonly world: World;
  readonly kernel: Kernel;
}

/** The interface through which the control plane steers a world. */
export const steeringOf = ({ kernel, ...parts }: SteeringParts): Steering => {
  const { scope, identity, population, faults, journal, quota, consistency, coverage } = parts.world;
  const { events, outbox, sinks, timers } = parts.world;
  return {
    scope,
    clock: scope.clock,
    snapshots: snapshotControl({ ...parts, restored: (clock) => restoreWorld(parts.world, clock) }),
    access: accessControl(kernel, parts.world),
    faults,
    journal,
    events,
    quota,
    consistency,
    coverage,
    sinks,
    timers,
    deliveries: outbox,
    mint: (request) => identity.mint(request),
    mintUpstream: (request) => identity.mintUpstream(request),
    look: identity.look,
    nameOf: (uid) => identityName(scope.store.rows, uid),
    rotateKeys: async (overlapMillis) => (await identity.ring.rotate(overlapMillis)).kid,
    findActing: (issuer, subject, host) => findActor(identity, issuer, subject, host),
    orgId: () => population.orgId(),
    aliases: () => population.aliases(),
    identity: (name) => population.identity(name),
    apply: (fixture, mode) => population.apply(fixture, mode),
    reset: () => resetWorld(parts.world),
  };
};
