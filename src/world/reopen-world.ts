import type { Snapshot } from '../kernel/rows.ts';
import { profileIn, profileNamed } from '../schema/profile.ts';
import { createWorld } from './create-world.ts';
import type { World, WorldDeps } from './world.ts';
import type { NewWorld, StoredRecord, StoredWorld } from './world-home.ts';
import type { RegisteredWorld } from './worlds.ts';

/** The stored record of a world, without its rows. */
export const recordOf = ({ id: _, world, ...record }: RegisteredWorld<World>): StoredRecord => {
  const { settings, clock } = world.scope;
  return { ...record, seed: settings.seed, profile: profileIn(settings).name, clock: clock.startedAs };
};

/** Stores a world that is complete, with the state to which a reset returns. */
export const storeWorld = async (rows: NewWorld, entered: RegisteredWorld<World>, origin: Snapshot): Promise<void> => {
  // The clock goes on in the next run.
  await entered.world.scope.clock.storeStart();
  await rows.persist(entered.id, recordOf(entered), origin);
};

/** Opens a world of an earlier run. */
export const reopenWorld = (
  deps: WorldDeps,
  { id, record, store, snapshots: snapshotHome, origin }: StoredWorld,
): RegisteredWorld<World> => {
  const { seed, profile, clock, ...rest } = record;
  const world = createWorld(deps, { id, store, snapshotHome, seed, profile: profileNamed(profile), clock });
  world.population.adoptOrigin(origin);
  return { ...rest, id, world };
};
