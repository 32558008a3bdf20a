import type { ClockStart } from '../features/clock/world-clock.ts';
import { storeOf } from '../features/snapshots/snapshot-control.ts';
import { DEFAULT_WORLD } from '../kernel/call-scope.ts';
import type { Snapshot, Store } from '../kernel/rows.ts';
import { omitUndefined } from '../schema/defined.ts';
import { saveState } from '../store/saved-state.ts';
import type { SnapshotHome } from '../store/snapshot-home.ts';
import type { ReadSnapshotText } from '../store/snapshot-text.ts';
import { createWorld } from './create-world.ts';
import type { World, WorldDeps } from './world.ts';

/** The rows of `default`, and the stores of what belongs to them. */
export interface DefaultState {
  readonly store: Store;
  /** False if the rows are from an earlier run, so that fixtures are not applied again. */
  readonly isNew: boolean;
  /** Stores its snapshots over restarts; missing if nothing is stored. */
  readonly snapshotHome?: SnapshotHome;
  /** Reads the stored state to which a reset returns, if there is one. */
  readonly origin?: () => Promise<Snapshot>;
  /** Stores that state over restarts; missing if it is for one run only. */
  readonly storeOrigin?: (origin: Snapshot) => Promise<void>;
}

/** The state of `default` as loaded, and the snapshot that it begins with. */
export interface Loaded<S = DefaultState> {
  readonly state: S;
  readonly base: ReadSnapshotText | undefined;
}

/** Makes the world `default` at one moment (behaviour R7). */
export const makeDefault = async (
  { fixtures, clockStart }: { readonly fixtures: readonly string[]; readonly clockStart?: ClockStart },
  parts: WorldDeps,
  { state: { store, isNew, snapshotHome, origin, storeOrigin }, base }: Loaded,
  pausedMillis: number,
): Promise<World> => {
  const world = createWorld(parts, {
    id: DEFAULT_WORLD,
    store,
    pausedMillis,
    ...omitUndefined({ clock: clockStart ?? base?.head.clock, snapshotHome }),
  });
  if (origin) world.population.adoptOrigin(origin);
  if (storeOrigin) world.population.storeOriginBy(storeOrigin);
  await world.population.begin(fixtures, isNew, base && (await saveState(await base.rows())));
  world.scope.clock.release();
  return world;
};

/** Makes the world `default` as it was at the start, from the rows that the first one began with. */
export const makeDefaultAnew = async (
  parts: WorldDeps,
  { scope, population }: World,
  base: ReadSnapshotText | undefined,
  pausedMillis: number,
): Promise<World> => {
  const origin = await population.readOrigin();
  if (!origin) throw new Error('a state of an earlier run does not begin anew');
  const store = await storeOf(scope.store, origin);
  const world = createWorld(parts, {
    id: DEFAULT_WORLD,
    store,
    pausedMillis,
    ...omitUndefined({ clock: base?.head.clock }),
  });
  world.population.markOrigin();
  world.scope.clock.release();
  return world;
};
