import { setTimeout as pause } from 'node:timers/promises';
import type { WorldDeps } from './create-world.ts';
import type { EndedWorlds } from './ended-worlds.ts';
import type { World } from './world.ts';
import { endWorld } from './world-parts.ts';
import type { Worlds } from './worlds.ts';

/** How long a stop waits for the answers of receivers, in milliseconds: it takes a second at most. */
const MAX_LEAVE = 800;

/** Leaves what is not delivered to other processes; attempts that are under way get a while to end. */
const leaveDeliveries = async (worlds: Worlds<World>): Promise<void> => {
  const left = Promise.all(worlds.list().map(({ world }) => world.outbox.leave()));
  await Promise.race([left, pause(MAX_LEAVE, undefined, { ref: false })]);
};

/** Ends all worlds: waiting and following requests would keep their connections open. */
export const endAll = async (
  worlds: Worlds<World>,
  ended: EndedWorlds,
  { journal, delivery, home }: WorldDeps,
): Promise<void> => {
  for (const { world } of worlds.list()) {
    world.journal?.endWaits();
    world.readers.endWaits('stopped');
  }
  if (home) await leaveDeliveries(worlds);
  for (const { world } of worlds.list()) {
    if (home) {
      world.journal?.leaveFollowers();
      world.readers.leaveFollowers();
    }
    endWorld(world);
  }
  journal?.all.end(!home);
  ended.close();
  delivery.sender.close();
};
