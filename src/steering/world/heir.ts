import { ApiError } from '../../kernel/errors.ts';
import type { Heir } from '../../store/shared/estates.ts';
import { textOfOwner } from '../events/pending-deliveries.ts';
import type { World } from './world.ts';
import type { Worlds } from './worlds.ts';

/** Goes on with the deliveries of processes that have ended, in the worlds that they shared. */
export const heirOf = (worlds: Worlds<World>): Heir => ({
  textOf: textOfOwner,
  takeOver: async (process, id) => {
    try {
      await worlds.use(id, ({ world }) => world.recorder.takeOver(process));
    } catch (error) {
      // It has ended since.
      if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error;
    }
  },
  present: (processes) => {
    for (const { world } of worlds.list()) {
      world.outbox.forgetEnded(processes);
      // What cannot be learnt now is learnt with the next look.
      world.outbox.seek().catch(() => undefined);
    }
  },
});
