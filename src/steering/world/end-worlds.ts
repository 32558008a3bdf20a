import { DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import { WORLD_ENDED } from './ended-note.ts';
import type { AllWorlds } from './look-at-worlds.ts';
import { hasLabels } from './registered-world.ts';
import { isWorldMissing } from './world-refusals.ts';

/** Ends a world; calls that run in it finish. @throws ApiError as `reach` and `demandEnd` of the worlds */
export const endOne = ({ worlds, home }: AllWorlds, id: string): Promise<void> =>
  worlds.use(id, async () => {
    worlds.demandEnd(id);
    const entered = await worlds.refreshLabels(id);
    const { world, labels } = entered;
    // Its trace begins with it, and it is gone with the world.
    if (home) await world.population.holdOrigin();
    // Where it cannot be ended for good, it goes on.
    await home?.end(id);
    // What others have called meanwhile is kept of it, too.
    await world.notes?.catchUp().catch(() => undefined);
    worlds.leave(entered);
    // Where it cannot be noted, the others learn of it when they look for the world.
    await world.notes?.add({ kind: WORLD_ENDED, text: JSON.stringify(labels), own: id }).catch(() => undefined);
  });

/** The same, unless another process has ended it; returns whether this one did. */
const endIfThere = async (all: AllWorlds, id: string): Promise<boolean> => {
  try {
    await endOne(all, id);
    return true;
  } catch (error) {
    if (isWorldMissing(error)) return false;
    throw error;
  }
};

/**
 * Ends the worlds with all of the labels, `default` excepted; returns their ids in the order in which they were made. One
 * that is not in memory is not opened for it.
 */
export const endLabelled = async (all: AllWorlds, labels: ReadonlyMap<string, string>): Promise<readonly string[]> => {
  const { worlds, home } = all;
  if (!home) {
    const here = worlds.list(labels).filter(({ id }) => id !== DEFAULT_WORLD);
    for (const { id } of here) await endOne(all, id);
    return here.map(({ id }) => id);
  }
  const meant = (await home.list()).filter(({ record }) => hasLabels(record, labels));
  const ended = new Set<string>();
  for (const { id } of meant) if (worlds.find(id) && (await endIfThere(all, id))) ended.add(id);
  const others = meant.filter(({ id }) => !ended.has(id) && !worlds.find(id));
  for (const id of await home.endAll(others)) ended.add(id);
  return meant.map(({ id }) => id).filter((id) => ended.has(id));
};
