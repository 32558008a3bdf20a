import { DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ReadSnapshotText } from '../../store/snapshot-text.ts';
import { reopenWorld } from '../../world/reopen-world.ts';
import type { World, WorldDeps } from '../../world/world.ts';
import { Worlds } from '../../world/worlds.ts';

/** The options that say which worlds there may be. */
interface WorldOptions {
  readonly maxWorlds: number;
  readonly requireWorld: boolean;
  readonly fixtures: readonly string[];
  readonly clock: Clock;
}

/** The worlds of a mock: `default`, and the worlds stored by an earlier run. */
export const openedWorlds = (
  { world, parts }: { readonly world: World; readonly parts: WorldDeps },
  { maxWorlds: limit, requireWorld: nameRequired, fixtures, clock }: WorldOptions,
  createdMillis: number,
  base: ReadSnapshotText | undefined,
): Worlds<World> => {
  const named = base ? [`snapshot:${base.head.name}`] : [];
  const from = [...named, ...fixtures.map((name) => `fixture:${name}`)].join(',');
  const first = { id: DEFAULT_WORLD, labels: {}, from, createdMillis, world };
  const worlds = new Worlds<World>({ first, limit, nameRequired, clock, ended: ({ world: left }) => left.end() });
  for (const kept of parts.home?.kept ?? []) worlds.add(reopenWorld(parts, kept));
  return worlds;
};
