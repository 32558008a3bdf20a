import type { Kernel } from '../../kernel/call.ts';
import type { Clock } from '../../kernel/clock.ts';
import { failedPrecondition } from '../../kernel/errors.ts';
import { DEFAULT_WORLD } from '../../kernel/world.ts';
import { defined } from '../../schema/defined.ts';
import { profileNamed } from '../../schema/profile.ts';
import type { StateDifference } from '../contract/nouns.ts';
import { storeOf } from '../snapshots/snapshot-control.ts';
import { differenceOf } from '../snapshots/state-difference.ts';
import { createUniverse, type UniverseParts } from './create-universe.ts';
import { madeWorld, shownWorld, worldVariables } from './shown-world.ts';
import { steeringOf } from './steering.ts';
import type { Steering, WantedWorld, WorldControl } from './steering-contract.ts';
import type { Universe } from './universe.ts';
import { beginningOf, clockStart } from './world-beginning.ts';
import type { Entered, Worlds } from './worlds.ts';

/** What worlds are made and steered with. */
export interface WorldControlParts {
  readonly worlds: Worlds<Universe>;
  readonly universe: UniverseParts;
  /** What answers the calls of every world. */
  readonly kernel: Kernel;
  /** The clock of the machine. */
  readonly clock: Clock;
  /** An id that no world has had. */
  readonly newId: () => string;
  /** The version of the mock. */
  readonly version: string;
}

/** How long the token that a world is handed out with is good for: ten years, so that no move of its clock ends it. */
const TOKEN_SECONDS = 315_360_000;

const makeWorld = async (
  { worlds, universe: parts, clock, newId }: WorldControlParts,
  wanted: WantedWorld,
  asking: string,
): Promise<Entered<Universe>> => {
  const { name, labels, from, ttlMillis } = wanted;
  const id = name ?? newId();
  worlds.demandRoom(id);
  const now = clock.now();
  const beginning = beginningOf(from, worlds, asking);
  const { store, fill } = beginning;
  const clockOf = clockStart(wanted, now) ?? beginning.clock;
  const seed = wanted.seed ?? beginning.seed;
  const profile = wanted.profile === undefined ? beginning.profile : profileNamed(wanted.profile);
  const universe = createUniverse(parts, {
    id,
    store,
    ...defined({ seed, profile, clock: clockOf }),
  });
  await fill?.(universe);
  universe.population.keep();
  if (beginning.origin) for (const part of universe.parts) part.forked(beginning.origin);
  const expiresMillis = ttlMillis === undefined ? undefined : now + ttlMillis;
  const entered = { id, labels, from, createdMillis: now, ...defined({ expiresMillis }), universe };
  worlds.add(entered);
  return entered;
};

const differenceIn = async ({ world, population }: Universe): Promise<StateDifference> => {
  const { store, clock } = world;
  if (!population.origin) {
    throw failedPrecondition({
      type: 'START_UNKNOWN',
      description: 'the state was kept from an earlier run, so its start is not known until it is reset',
    });
  }
  const before = await storeOf(store, population.origin);
  return differenceOf(before.rows, store.rows, [clock.begunMillis, clock.now()]);
};

/** The steering of worlds, for the control plane. */
export const worldControl = (parts: WorldControlParts): WorldControl => {
  const { worlds } = parts;
  const steerings = new WeakMap<Universe, Steering>();
  const steering = ({ universe }: Entered<Universe>): Steering => {
    const { kernel, version, clock: machine } = parts;
    const known = steerings.get(universe) ?? steeringOf({ universe, kernel, machine, version });
    steerings.set(universe, known);
    return known;
  };
  const tokenOf = async ({ universe: { identity, population } }: Entered<Universe>): Promise<string> =>
    (await identity.mint({ identity: population.admin(), ttlSeconds: TOKEN_SECONDS })).token;
  return {
    at: (headers) => steering(worlds.at(headers)),
    named: (id) => steering(worlds.named(id)),
    create: async (wanted, asking) => {
      const entered = await makeWorld(parts, wanted, asking);
      return madeWorld(entered, await tokenOf(entered));
    },
    list: (labels) => worlds.list(labels).map(shownWorld),
    show: (id) => shownWorld(worlds.named(id)),
    environment: async (id) => worldVariables(worlds.named(id), await tokenOf(worlds.named(id))),
    difference: (id) => differenceIn(worlds.named(id).universe),
    end: (id) => worlds.end(id),
    endAll: (labels) => {
      const ended = worlds.list(labels).filter(({ id }) => id !== DEFAULT_WORLD);
      for (const { id } of ended) worlds.end(id);
      return ended.map(({ id }) => id);
    },
  };
};
