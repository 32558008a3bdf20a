import { type CallScope, DEFAULT_WORLD, type EarlyWorldOf } from '../../kernel/call-scope.ts';
import { FAULT_HEADER } from '../../kernel/faults.ts';
import { WorldNames } from './world-name.ts';
import { makeRefusing } from './world-refusals.ts';
import type { Worlds } from './worlds.ts';

/**
 * The worlds of calls as they are in this process. A call on which something may act has to ask for its world as others
 * do, and so has one that names none, where `nameRequired` holds.
 */
export const earlyWorldsIn = (
  worlds: Pick<Worlds<{ readonly scope: CallScope }>, 'get' | 'getOfCall' | 'hold'>,
  nameRequired: boolean,
): EarlyWorldOf => {
  const names = new WorldNames();
  return (headers, until, isRead) => {
    if (headers[FAULT_HEADER] !== undefined) return undefined;
    try {
      const name = names.of(headers);
      if (name === undefined && nameRequired) return undefined;
      const { id, world } = worlds.get(name ?? DEFAULT_WORLD);
      const { scope } = world;
      const early = scope.isPlain?.() ? scope.store.beginEarly?.(isRead) : undefined;
      if (!early) return undefined;
      if (id !== DEFAULT_WORLD) until.once('close', worlds.hold(id));
      const again = (): CallScope | Promise<CallScope> =>
        early.refusal?.code === 'UNAVAILABLE' ? makeRefusing(scope, early.refusal) : worlds.getOfCall(headers, until);
      return { world: scope, early, again };
    } catch {
      // It is not here, or named twice.
      return undefined;
    }
  };
};
