import { invalidField } from '../../kernel/errors.ts';
import type { Store } from '../../kernel/rows.ts';
import { DEFAULT_WORLD } from '../../kernel/world.ts';
import { defined } from '../../schema/defined.ts';
import type { Profile } from '../../schema/profile.ts';
import { MemoryStore } from '../../store/memory.ts';
import type { ClockStart } from '../clock/world-clock.ts';
import type { WantedWorld } from './steering-contract.ts';
import type { Universe } from './universe.ts';
import type { Worlds } from './worlds.ts';

/** The rows that a new world begins with, and how its clock runs. */
export interface Beginning {
  readonly store: Store;
  /** The seed, and what it follows where the interfaces differ, of the world that it is made from. */
  readonly seed?: string;
  readonly profile?: Profile;
  /** How the clock of the world runs that it is made from. */
  readonly clock?: ClockStart;
  /** The world that it is made from. */
  readonly origin?: Universe;
  /** Fills the rows of a world that does not begin with those of its store. */
  readonly fill?: (universe: Universe) => Promise<unknown>;
}

const forkOf = (origin: Universe): Beginning => {
  const { store, clock, settings } = origin.world;
  return {
    origin,
    store: store.fork(),
    clock: clock.start(),
    ...defined({ seed: settings.seed, profile: settings.profile }),
  };
};

/**
 * The beginning of a world that is made `from` another, from a fixture, from a snapshot of the world `asking`, or empty.
 * @throws ApiError MOCK_WORLD_NOT_FOUND, or INVALID_ARGUMENT
 */
export const beginningOf = (from: string, worlds: Worlds<Universe>, asking: string): Beginning => {
  const cut = from.indexOf(':');
  const name = from.slice(cut + 1);
  switch (cut < 0 ? from : from.slice(0, cut)) {
    case DEFAULT_WORLD:
      return forkOf(worlds.named(DEFAULT_WORLD).universe);
    case 'world':
      return forkOf(worlds.named(name).universe);
    case 'snapshot': {
      const saver = worlds.named(asking).universe;
      const { state, clock } = saver.snapshots.named(name);
      return { ...forkOf(saver), clock, fill: async ({ world }) => world.store.restore(await state()) };
    }
    case 'empty':
      return { store: new MemoryStore(), fill: ({ population }) => population.beginEmpty() };
    case 'fixture':
      return { store: new MemoryStore(), fill: ({ population }) => population.beginShipped(name) };
    default:
      throw invalidField('from', `there is no ${JSON.stringify(from)}`);
  }
};

/** How the clock of a world is asked to run at its start; undefined where nothing is asked. */
export const clockStart = ({ clock }: WantedWorld, now: number): ClockStart | undefined => {
  if (!clock) return undefined;
  const { mode, scale = 1, nowMillis = now } = clock;
  return mode === 'real' ? { mode, scale, shiftMillis: nowMillis - now } : { mode, scale, nowMillis };
};
