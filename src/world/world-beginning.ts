import type { ClockStart } from '../features/clock/world-clock.ts';
import { demandJournal } from '../features/journal/journal-control.ts';
import type { Side } from '../features/journal/past-state.ts';
import type { AccessMode } from '../kernel/access-policy.ts';
import { DEFAULT_WORLD } from '../kernel/call-scope.ts';
import { invalidField } from '../kernel/errors.ts';
import type { Store } from '../kernel/rows.ts';
import { omitUndefined } from '../schema/defined.ts';
import type { Profile } from '../schema/profile.ts';
import type { ProfileName } from '../schema/profile-differences.ts';
import { MemoryStore } from '../store/memory.ts';
import type { World } from './world.ts';
import type { Worlds } from './worlds.ts';

/** A world as it is asked for. */
export interface WorldRequest {
  readonly name?: string;
  readonly labels: Readonly<Record<string, string>>;
  /** `default`, `empty`, or `fixture:`, `journal:`, `snapshot:` or `world:` with a name. */
  readonly from: string;
  /** The text of the fixture that `from` names. */
  readonly fixture?: string;
  /** The side of a call of the journal: the state before or after it. */
  readonly at?: Side;
  readonly seed?: string;
  readonly profile?: ProfileName;
  readonly clock?: Pick<ClockStart, 'mode' | 'nowMillis'> & { readonly scale?: number };
  readonly ttlMillis?: number;
  /** The host that it is asked from. */
  readonly host?: string | undefined;
}

/** The rows that a new world begins with, and how its clock runs. */
export interface Beginning {
  readonly store: Store;
  /** The seed and the profile of the world that it is made from. */
  readonly seed?: string;
  readonly profile?: Profile;
  /** The clock of the world that it is made from. */
  readonly clock?: ClockStart;
  /** The world that it is made from. */
  readonly origin?: World;
  /** The access mode that it begins with. */
  readonly access?: AccessMode;
  /** Fills a world that does not begin with the rows of its store. */
  readonly fill?: (world: World) => Promise<unknown>;
}

const forkOf = (origin: World): Beginning => {
  const { store, clock, settings } = origin.scope;
  return {
    origin,
    store: store.fork(),
    clock: clock.start(),
    ...omitUndefined({ seed: settings.seed, profile: settings.profile }),
  };
};

/** The state of a call of the journal of a world. Its clock runs on as it did then. */
const stateIn = ({ scope, journal }: World, id: string, at: Side, realMillis: number): Beginning => {
  const { settings } = scope;
  const { place, nowMillis, conditions } = demandJournal(journal).stateOf(id, at);
  const { mode, scale, access } = conditions;
  return {
    store: scope.store.fork(place),
    clock: mode === 'real' ? { mode, scale, shiftMillis: nowMillis - realMillis } : { mode, scale, nowMillis },
    access,
    ...omitUndefined({ seed: settings.seed, profile: settings.profile }),
  };
};

/**
 * The beginning of a world that is made from another, from a fixture, from a snapshot or a call of the world `asking`, or
 * empty.
 * @throws ApiError MOCK_WORLD_NOT_FOUND, INVALID_ARGUMENT, or for a call as `stateOf` of its journal
 */
export const beginningOf = (
  { from, fixture: text, at }: Pick<WorldRequest, 'from' | 'fixture' | 'at'>,
  worlds: Worlds<World>,
  asking: string,
  realMillis: number,
): Beginning => {
  if (at && !from.startsWith('journal:')) throw invalidField('at', 'is a side of a call: from must be "journal:<id>"');
  const cut = from.indexOf(':');
  const name = from.slice(cut + 1);
  switch (cut < 0 ? from : from.slice(0, cut)) {
    case DEFAULT_WORLD:
      return forkOf(worlds.get(DEFAULT_WORLD).world);
    case 'world':
      return forkOf(worlds.get(name).world);
    case 'snapshot': {
      const saver = worlds.get(asking).world;
      const { state, clock } = saver.snapshots.get(name);
      return { ...forkOf(saver), clock, fill: async ({ scope }) => scope.store.restore(await state()) };
    }
    case 'journal':
      return stateIn(worlds.get(asking).world, name, at ?? 'before', realMillis);
    case 'empty':
      return { store: new MemoryStore(), fill: ({ population }) => population.beginEmpty() };
    case 'fixture':
      return {
        store: new MemoryStore(),
        fill: ({ population }) =>
          text === undefined ? population.beginShipped(name) : population.apply({ text }, 'merge'),
      };
    default:
      throw invalidField('from', `there is no ${JSON.stringify(from)}`);
  }
};

/** The start that is asked for the clock of a world; undefined if nothing is asked. */
export const clockStart = ({ clock }: WorldRequest, now: number): ClockStart | undefined => {
  if (!clock) return undefined;
  const { mode, scale = 1, nowMillis = now } = clock;
  return mode === 'real' ? { mode, scale, shiftMillis: nowMillis - now } : { mode, scale, nowMillis };
};
