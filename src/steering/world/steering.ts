import type { WorldIdentity } from '../../identity/world-identity.ts';
import type { Kernel } from '../../kernel/call.ts';
import { accessControl } from '../access/access-control.ts';
import { type SnapshotParts, snapshotControl } from '../snapshots/snapshot-control.ts';
import type { ActingAs } from '../tokens/token-control.ts';
import type { Steering } from './steering-contract.ts';
import type { Universe } from './universe.ts';
import { resetWorld } from './world-parts.ts';

const actingAs = (
  identity: WorldIdentity,
  nameOrUrl: string,
  subject: string,
): ActingAs | { readonly reason: string } => {
  const issuer = identity.issuerOf(nameOrUrl);
  const found = identity.actingAs(issuer, subject);
  const [only] = found;
  if (only && found.length === 1) return { uid: only.uid, issuer };
  return { reason: `${only ? found.length : 'no'} identities are matched by tokens of that issuer and subject` };
};

/** What a world is steered with. */
export interface SteeringParts extends SnapshotParts {
  readonly universe: Universe;
  readonly kernel: Kernel;
}

/** The interface through which the control plane steers a world. */
export const steeringOf = ({ kernel, ...parts }: SteeringParts): Steering => {
  const { world, identity, population, faults, journal, quota, consistency, coverage } = parts.universe;
  const { events, outbox, sinks, timers } = parts.universe;
  return {
    world,
    clock: world.clock,
    snapshots: snapshotControl(parts),
    access: accessControl(kernel, parts.universe),
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
    rotateKeys: async (overlapMillis) => (await identity.ring.rotate(overlapMillis)).kid,
    actingAs: (issuer, subject) => actingAs(identity, issuer, subject),
    orgId: () => population.orgId(),
    aliases: () => population.aliases(),
    identity: (name) => population.identity(name),
    apply: (fixture, mode) => population.apply(fixture, mode),
    reset: () => resetWorld(parts.universe),
  };
};
