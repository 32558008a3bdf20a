import type { ActingAs, Steering } from '../control/settings.ts';
import type { WorldIdentity } from '../identity/world-identity.ts';
import type { Clock } from '../kernel/clock.ts';
import { snapshotControl } from './snapshot-control.ts';
import type { Universe } from './universe.ts';

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

/** The interface through which the control plane steers a world; `machine` is the clock of the machine. */
export const steeringOf = (universe: Universe, machine: Clock): Steering => {
  const { world, identity, population, faults } = universe;
  return {
    world,
    snapshots: snapshotControl(universe, machine),
    faults,
    mint: (request) => identity.mint(request),
    mintUpstream: (request) => identity.mintUpstream(request),
    rotateKeys: async (overlapMillis) => (await identity.ring.rotate(overlapMillis)).kid,
    actingAs: (issuer, subject) => actingAs(identity, issuer, subject),
    orgId: () => population.orgId(),
    aliases: () => population.aliases(),
    identity: (name) => population.identity(name),
    apply: (fixture, mode) => population.apply(fixture, mode),
    reset: async () => {
      await population.reset();
      world.clock.reset();
      faults.clear();
    },
  };
};
