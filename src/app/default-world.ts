import { DEFAULT_WORLD } from '../kernel/call-scope.ts';
import { omitUndefined } from '../schema/defined.ts';
import type { ClockStart } from '../steering/clock/world-clock.ts';
import { storeOf } from '../steering/snapshots/snapshot-control.ts';
import { createWorld, type WorldDeps } from '../steering/world/create-world.ts';
import type { World } from '../steering/world/world.ts';
import { saveState } from '../store/saved-state.ts';
import type { ReadSnapshotText } from '../store/snapshot-text.ts';
import type { State } from './state.ts';

/** A loaded state, and the snapshot that it begins with. */
export interface Loaded {
  readonly state: State;
  readonly base: ReadSnapshotText | undefined;
}

/** The beginning of the world `default` that is asked for. */
interface DefaultSetting {
  readonly fixtures: readonly string[];
  readonly clockStart?: ClockStart;
}

/** Makes the world `default` at one moment (behaviour R7). */
export const makeDefault = async (
  { fixtures, clockStart }: DefaultSetting,
  parts: WorldDeps,
  { state: { store, isNew, snapshotHome, shared, others }, base }: Loaded,
  heldMillis: number,
): Promise<World> => {
  const world = createWorld(parts, {
    id: DEFAULT_WORLD,
    store,
    heldMillis,
    ...omitUndefined({ clock: clockStart ?? base?.head.clock, snapshotHome, shared }),
  });
  if (others) world.population.shareOrigin(others.home);
  // The fixtures of this start may be others.
  if (others?.isAlone) await others.home.noteOrigin(undefined);
  await world.population.begin(fixtures, isNew, base && (await saveState(await base.rows())));
  world.scope.clock.release();
  return world;
};

/** Makes the world `default` as it was at the start, from the rows that the first one began with. */
export const makeDefaultAnew = async (
  parts: WorldDeps,
  { scope, population }: World,
  base: ReadSnapshotText | undefined,
  heldMillis: number,
): Promise<World> => {
  const origin = await population.readOrigin();
  if (!origin) throw new Error('a state that was kept from an earlier run does not begin anew');
  const store = await storeOf(scope.store, origin);
  const world = createWorld(parts, {
    id: DEFAULT_WORLD,
    store,
    heldMillis,
    ...omitUndefined({ clock: base?.head.clock }),
  });
  world.population.keep();
  world.scope.clock.release();
  return world;
};
