import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import type { EndedWorlds } from './ended-worlds.ts';
import type { RegisteredWorld } from './registered-world.ts';
import type { World } from './world.ts';
import type { HeadOfWorld, ListedWorld, WorldHome } from './world-home.ts';
import type { RemainsOfWorlds } from './world-remains.ts';
import type { Worlds } from './worlds.ts';

/** How many worlds are opened at the same time. */
const AT_A_TIME = 8;

/** Looks at one world. What it keeps of the world keeps that in memory. */
export type Look = (entered: RegisteredWorld<World>) => void | Promise<void>;

/** The worlds of a mock, and where they are if not in memory. */
export interface AllWorlds {
  readonly worlds: Worlds<World>;
  readonly home: WorldHome | undefined;
}

/** The same, with what is known of those that were let go. */
export interface RememberedWorlds extends AllWorlds {
  readonly remains: RemainsOfWorlds | undefined;
}

/** Looks at worlds beside `default`, a few at a time, each as it is now. @throws ApiError as `look` of the worlds */
export const lookAt = async (worlds: Worlds<World>, listed: readonly HeadOfWorld[], look: Look): Promise<void> => {
  for (let at = 0; at < listed.length; at += AT_A_TIME) {
    const some = listed.slice(at, at + AT_A_TIME);
    await Promise.all(some.map(({ id, record }) => worlds.look(id, record?.labels, look)));
  }
};

/**
 * Looks at every world that there is, wherever it was made, but for those beside `default` that are left out.
 * @throws ApiError as `look` of the worlds
 */
export const lookAtAll = async (
  { worlds, home }: AllWorlds,
  look: Look,
  isLeftOut: (listed: ListedWorld) => boolean = () => false,
): Promise<void> => {
  if (!home) {
    for (const entered of worlds.list()) await look(entered);
    return;
  }
  await worlds.reachWhole(DEFAULT_WORLD);
  await look(await worlds.refreshLabels(DEFAULT_WORLD));
  await lookAt(
    worlds,
    (await home.list()).filter((listed) => !isLeftOut(listed)),
    look,
  );
};

/** True for a world of which this process has taken all that has happened, whether or not it is in memory. */
const isTaken = ({ worlds, remains }: RememberedWorlds, { id, born, last }: HeadOfWorld): boolean => {
  if (last === 0) return true;
  const known = worlds.find(id);
  if (known?.world.born === born) return (known.world.notes?.footprint?.last ?? 0) >= last;
  return (remains?.get(born)?.taken ?? -1) >= last;
};

/** Takes what has happened in all worlds, wherever that was. @throws ApiError as `look` of the worlds */
export const takeAll = (all: RememberedWorlds): Promise<void> =>
  lookAtAll(
    all,
    () => undefined,
    (listed) => isTaken(all, listed),
  );

/** True for a world in which nothing has happened behind a number of the order of all. */
export const isBefore = (all: RememberedWorlds, listed: ListedWorld, number: number): boolean =>
  isTaken(all, listed) && (listed.last === 0 || all.remains?.get(listed.born)?.isBehind(number) === false);

/** How often one looks for what has happened elsewhere: for each world, and at least, in milliseconds. */
const EACH_MILLIS = 0.1;
const LEAST_MILLIS = 250;

/**
 * Takes what happens in all worlds in other processes, as it comes, until the function that it returns is called. Worlds
 * in which nothing happens need not be in memory for it.
 */
export const takeAsItComes = (
  all: RememberedWorlds & { readonly ended: Pick<EndedWorlds, 'catchUp'> },
): (() => void) => {
  const { worlds, home, ended } = all;
  if (!home) return () => undefined;
  let isOver = false;
  const follow = async (): Promise<void> => {
    while (!isOver) {
      let count = 0;
      try {
        const heads = await home.heads();
        count = heads.length;
        const changed = heads.filter((head) => !isTaken(all, head));
        await lookAt(worlds, changed, () => undefined);
        await ended.catchUp();
      } catch {
        // The database is away: it is tried again.
      }
      await pause(Math.max(LEAST_MILLIS, count * EACH_MILLIS), undefined, { ref: false });
    }
  };
  void follow();
  const unwatch = worlds.get(DEFAULT_WORLD).world.notes?.watch();
  return () => {
    isOver = true;
    unwatch?.();
  };
};
