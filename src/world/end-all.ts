import { setTimeout as pause } from 'node:timers/promises';
import type { EndedWorlds } from './ended-worlds.ts';
import type { World, WorldDeps } from './world.ts';
import type { Worlds } from './worlds.ts';

/**
 * Ends all worlds: waiting and following requests would keep their connections open. With `leaveMillis` they go on
 * elsewhere: attempts at deliveries get so long to end, and who follows something asks there again.
 */
export const endAll = async (
  worlds: Worlds<World>,
  ended: EndedWorlds,
  { journal, delivery }: WorldDeps,
  leaveMillis?: number,
): Promise<void> => {
  for (const { world } of worlds.list()) {
    world.journal?.endWaits();
    world.events.readers.endWaits('stopped');
  }
  if (leaveMillis !== undefined) {
    const left = Promise.all(worlds.list().map(({ world }) => world.outbox.leave()));
    await Promise.race([left, pause(leaveMillis, undefined, { ref: false })]);
    for (const { world } of worlds.list()) {
      world.journal?.leaveFollowers();
      world.events.readers.leaveFollowers();
    }
  }
  for (const { world } of worlds.list()) world.end();
  journal?.all.end(leaveMillis === undefined);
  ended.close();
  delivery.sender.close();
};
