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

/** Keeps a world that is whole, with the state to which a reset returns. */
export const keepWorld = async (rows: NewWorld, entered: RegisteredWorld<World>, origin: Snapshot): Promise<void> => {
  // It does not begin anew with the next run.
  await entered.world.scope.clock.storeStart();
  await rows.keep(entered.id, recordOf(entered), origin);
};

/** Opens a world of an earlier run. */
export const reopenWorld = (
  deps: WorldDeps,
  { id, record, store, snapshots: snapshotHome, origin }: StoredWorld,
): RegisteredWorld<World> => {
  const { seed, profile, clock, ...rest } = record;
  const world = createWorld(deps, { id, store, snapshotHome, seed, profile: profileNamed(profile), clock });
  world.population.keepOrigin(origin);
  return { ...rest, id, world };
};
