import type { Snapshot } from '../../kernel/rows.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { profileIn, profileNamed } from '../../schema/profile.ts';
import type { ClockStart } from '../clock/world-clock.ts';
import { createWorld, type WorldDeps } from './create-world.ts';
import type { RegisteredWorld } from './registered-world.ts';
import type { World } from './world.ts';
import type { Beginning } from './world-beginning.ts';
import type { KeptWorld, PastWorld, WorldHome, WorldRows } from './world-home.ts';
import type { Worlds } from './worlds.ts';

const PLAIN: ClockStart = { mode: 'real', scale: 1 };

/** What is asked of worlds for one more of them. */
type Places = Pick<Worlds<World>, 'limit' | 'demandPlace'>;

/**
 * The rows of a new world where it is to be kept: in memory unless there is a home for it.
 * @throws ApiError as `demandPlace`
 */
export const rowsOfNew = async (
  home: WorldHome | undefined,
  worlds: Places,
  id: string,
  { store, from }: Beginning,
): Promise<Pick<WorldRows, 'store'> & Partial<WorldRows>> => {
  if (!home) {
    await worlds.demandPlace(id);
    return { store };
  }
  const begin = () => home.begin(id, { from, rows: store, limit: worlds.limit });
  let rows = await begin();
  for (; !rows; rows = await begin()) await worlds.demandPlace(id);
  // A state that no world has any more, such as that of a call, is written once.
  if (from === undefined && Object.keys(store.rows.counts()).length > 0) await rows.store.restore(store.capture());
  return rows;
};

/**
 * Keeps a world that is whole, where there is a home for it: with its clock as it runs, and the start of that. It is there
 * for good once there is room for it beside those that other processes have made meanwhile.
 * @throws ApiError as `demandPlace`
 */
export const keepWorld = async (
  home: WorldHome | undefined,
  worlds: Places,
  { world, id, ...record }: RegisteredWorld<World>,
  { clock = PLAIN, origin }: { readonly clock: ClockStart | undefined; readonly origin: Snapshot },
): Promise<void> => {
  if (!home) return;
  const { settings } = world.scope;
  // It does not begin anew with the process.
  await world.scope.clock.keep(clock);
  const kept = { ...record, seed: settings.seed, profile: profileIn(settings).name, clock };
  while (!(await home.keep(id, kept, origin, worlds.limit))) await worlds.demandPlace(id);
};

/** Opens a world that an earlier run has made. */
export const openKeptWorld = (
  deps: WorldDeps,
  { id, record, store, snapshots, origin, shared }: KeptWorld,
): RegisteredWorld<World> => {
  const { seed, profile, clock, ...rest } = record;
  const rows = { store, snapshotHome: snapshots, shared };
  const setting = { id, ...rows, seed, profile: profileNamed(profile), clock };
  const world = createWorld(deps, omitUndefined(setting));
  world.population.keepOrigin(origin);
  return { ...rest, id, world };
};

/** Opens a world that has ended, for what it showed then. */
export const openPastWorld = async (
  deps: WorldDeps,
  { id, record, store, shared, origin, endedMillis }: PastWorld,
): Promise<RegisteredWorld<World>> => {
  const { seed, profile, clock, ...rest } = record;
  const world = createWorld(deps, { id, store, shared, seed, profile: profileNamed(profile), clock });
  world.population.keepOrigin(origin);
  await world.notes?.catchUp();
  return { ...rest, id, world, endedMillis };
};
