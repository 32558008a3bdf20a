import { DEFAULT_WORLD } from '../kernel/call-scope.ts';
import type { Clock } from '../kernel/clock.ts';
import { SharedOrder } from '../steering/plane/process-order.ts';
import type { WorldDeps } from '../steering/world/create-world.ts';
import type { Elsewhere } from '../steering/world/elsewhere.ts';
import { FactsKeeper } from '../steering/world/facts-keeper.ts';
import { openKeptWorld } from '../steering/world/kept-world.ts';
import type { RegisteredWorld } from '../steering/world/registered-world.ts';
import type { World } from '../steering/world/world.ts';
import { bytesOfWorld, chooseWorldMemory, isWorldBusy } from '../steering/world/world-footprint.ts';
import { endWorld, forgetWorld } from '../steering/world/world-parts.ts';
import { RemainsOfWorlds } from '../steering/world/world-remains.ts';
import { Worlds } from '../steering/world/worlds.ts';
import type { WorldsParts } from '../steering/world/worlds-parts.ts';
import type { ReadSnapshotText } from '../store/snapshot-text.ts';

/** The options that say which worlds there may be. */
interface WorldOptions {
  readonly maxWorlds: number;
  readonly requireWorld: boolean;
  readonly fixtures: readonly string[];
  readonly clock: Clock;
  /** How many bytes the worlds take in memory that can be opened again; chosen by the heap unless given. */
  readonly worldMemory?: number;
}

/** The part of the memory of worlds that is kept of those which are not in memory any more, and how many bytes at least. */
const REMAINS = 1 / 8;
const LEAST_REMAINS = 1_048_576;

const withRemains = <T extends WorldDeps>(parts: T, limit: number): T => {
  const order = new SharedOrder();
  return { ...parts, order, remains: new RemainsOfWorlds(order, limit) };
};

/** Adds what is known of the worlds that are let go, where some can be, and the order that is shared then. */
export const rememberLeft = <T extends WorldDeps>(
  parts: T,
  { worldMemory = chooseWorldMemory() }: Pick<WorldOptions, 'worldMemory'>,
): T => (parts.home ? withRemains(parts, Math.max(LEAST_REMAINS, worldMemory * REMAINS)) : parts);

/** The worlds that other processes make, where there may be some. */
const elsewhereOf = (parts: WorldDeps): Elsewhere<World> | undefined => {
  const { home } = parts;
  if (!home) return undefined;
  const find = async (id: string): Promise<RegisteredWorld<World> | undefined> => {
    const kept = await home.find(id);
    return kept && openKeptWorld(parts, kept);
  };
  return {
    find,
    hasEnded: (id) => home.hasEnded(id),
    labelsOf: (id) => home.labelsOf(id),
    roomFor: (id, limit) => home.roomFor(id, limit),
  };
};

/** How the worlds are bounded that can be opened again, where there are some. */
const memoryOf = (
  { home }: WorldDeps,
  { worldMemory = chooseWorldMemory() }: WorldOptions,
): WorldsParts<World>['memory'] =>
  home && { limit: worldMemory, bytesOf: bytesOfWorld, isBusy: isWorldBusy, forgotten: forgetWorld };

/** The worlds of a mock: `default`, and those that are there once somebody asks for them. */
export const openedWorlds = (
  { world, parts }: { readonly world: World; readonly parts: WorldDeps },
  options: WorldOptions,
  createdMillis: number,
  base: ReadSnapshotText | undefined,
): Worlds<World> => {
  const { maxWorlds: limit, requireWorld: nameRequired, fixtures, clock } = options;
  const named = base ? [`snapshot:${base.head.name}`] : [];
  const from = [...named, ...fixtures.map((name) => `fixture:${name}`)].join(',');
  const first = { id: DEFAULT_WORLD, labels: {}, from, createdMillis, world };
  const worlds = new Worlds<World>({
    first,
    elsewhere: elsewhereOf(parts),
    memory: memoryOf(parts, options),
    limit,
    nameRequired,
    clock,
    ended: ({ world: left }) => endWorld(left),
  });
  if (parts.home) new FactsKeeper(worlds, parts.home);
  return worlds;
};
