import type { IncomingHttpHeaders } from 'node:http';
import type { EndedWorld, LabelWorld, MadeWorld, StateDifference, World as WorldView } from '../../generated/nouns.ts';
import { secretsIn } from '../features/journal/row-secrets.ts';
import { storeOf } from '../features/snapshots/snapshot-control.ts';
import { differenceOf } from '../features/snapshots/state-difference.ts';
import { DEFAULT_WORLD } from '../kernel/call-scope.ts';
import type { Clock } from '../kernel/clock.ts';
import { failedPrecondition } from '../kernel/errors.ts';
import { omitUndefined } from '../schema/defined.ts';
import { profileNamed } from '../schema/profile.ts';
import { createWorld } from './create-world.ts';
import type { EndedWorlds } from './ended-worlds.ts';
import { recordOf, storeWorld } from './reopen-world.ts';
import type { World, WorldDeps } from './world.ts';
import { beginningOf, clockStart, type WorldRequest } from './world-beginning.ts';
import { partsOf } from './world-parts.ts';
import { hostOf, viewOfMadeWorld, viewOfWorld, worldVariables } from './world-view.ts';
import { hasLabels, type RegisteredWorld, type Worlds } from './worlds.ts';

/** The dependencies of making, finding and ending worlds. */
export interface WorldControlParts {
  readonly worlds: Worlds<World>;
  readonly world: WorldDeps;
  /** The run of a world, or of all, ended ones included, as a trace in pieces. @throws ApiError without a journal */
  readonly traceOf: (id: string | undefined) => AsyncIterable<string>;
  /** The worlds that have ended. */
  readonly endedWorlds: EndedWorlds;
  /** The clock of the machine. */
  readonly clock: Clock;
  /** An id that no world has had. */
  readonly newId: () => string;
}

/** The life of the token that comes with a new world: ten years, so that no move of its clock ends it. */
const TOKEN_SECONDS = 315_360_000;

const tokenOf = async ({ world: { identity, population } }: RegisteredWorld<World>, host?: string): Promise<string> =>
  (await identity.mint({ identity: population.admin(), ttlSeconds: TOKEN_SECONDS, host })).token;

/** Makes a world at one moment (behaviour R7). */
const makeWorld = async (
  { worlds, world: parts, clock, newId }: WorldControlParts,
  wanted: WorldRequest,
  asking: string,
): Promise<RegisteredWorld<World> & { readonly token: string }> => {
  const { name: id = newId(), labels, from, ttlMillis } = wanted;
  const now = clock.now();
  const beginning = beginningOf(wanted, worlds, asking, now);
  const { fill, access } = beginning;
  const clockOf = clockStart(wanted, now) ?? beginning.clock;
  const seed = wanted.seed ?? beginning.seed;
  const profile = wanted.profile === undefined ? beginning.profile : profileNamed(wanted.profile);
  worlds.take(id);
  const home = parts.home?.begin(beginning.store);
  const world = createWorld(parts, {
    id,
    store: home?.store ?? beginning.store,
    pausedMillis: now,
    ...omitUndefined({ seed, profile, clock: clockOf, snapshotHome: home?.snapshots }),
  });
  try {
    await fill?.(world);
    // Another world, without these rows, notes the control call with the text: so their secrets are hidden in all
    // traces.
    const secrets = wanted.fixture === undefined ? undefined : parts.journal?.heads?.secrets;
    if (secrets) for (const secret of secretsIn(world.scope.store.rows)) secrets.hide(secret);
    const origin = world.population.markOrigin();
    if (beginning.origin) for (const part of partsOf(world)) await part.forked?.(beginning.origin);
    if (access) await world.policy.set(access);
    const expiresMillis = ttlMillis === undefined ? undefined : now + ttlMillis;
    const entered = { id, labels, from, createdMillis: now, ...omitUndefined({ expiresMillis }), world };
    const token = await tokenOf(entered, hostOf(entered, wanted.host));
    if (home) await storeWorld(home, entered, origin);
    worlds.add(entered);
    world.scope.clock.release();
    return { ...entered, token };
  } catch (error) {
    worlds.giveUp(id);
    // Nobody else ends it, and its memory counts in the bound of all worlds.
    world.end();
    throw error;
  }
};

/** Makes, finds and ends worlds; every function with an id throws ApiError for a world that is not there. */
export type WorldControl = ReturnType<typeof worldControl>;

/** The control of worlds, for the control plane. */
export const worldControl = (parts: WorldControlParts) => {
  const { worlds, endedWorlds } = parts;
  const { home } = parts.world;
  return {
    /** The world that a request names; `default` if it names none. */
    at: (headers: IncomingHttpHeaders): World => worlds.at(headers).world,
    get: (id: string): World => worlds.get(id).world,
    /** Every world that there is, with its id. */
    all: () => worlds.list().map(({ id, world }) => [id, world] as const),
    /** Makes a world. A snapshot to make it from is one of the world `asking`. */
    create: async (wanted: WorldRequest, asking: string): Promise<MadeWorld> => {
      const made = await makeWorld(parts, wanted, asking);
      return viewOfMadeWorld(made, { token: made.token, host: hostOf(made, wanted.host) });
    },
    list: (labels: ReadonlyMap<string, string>): readonly WorldView[] => worlds.list(labels).map(viewOfWorld),
    /** The worlds that have ended and whose journal can still be read, in the order of their ends. */
    ended: (labels: ReadonlyMap<string, string>): readonly EndedWorld[] =>
      endedWorlds.worlds.map(({ record }) => record).filter((each) => hasLabels(each, labels)),
    show: (id: string): WorldView => viewOfWorld(worlds.get(id)),
    /** Sets labels of a world; null removes one. */
    label: async (id: string, changes: LabelWorld['labels']): Promise<WorldView> => {
      const merged = Object.entries({ ...worlds.get(id).labels, ...changes });
      const labels = merged.filter((entry): entry is [string, string] => entry[1] !== null);
      const labelled = worlds.label(id, Object.fromEntries(labels));
      if (id !== DEFAULT_WORLD) await home?.relabel(id, recordOf(labelled));
      return viewOfWorld(labelled);
    },
    environment: async (id: string, asked: string | undefined): Promise<Readonly<Record<string, string>>> => {
      const entered = worlds.get(id);
      const host = hostOf(entered, asked);
      return worldVariables(entered, { token: await tokenOf(entered, host), host });
    },
    /** The changes since the world was made, or was reset to. */
    difference: async (id: string): Promise<StateDifference> => {
      const { scope, population } = worlds.get(id).world;
      const { store, clock } = scope;
      const origin = await population.readOrigin();
      if (!origin) {
        throw failedPrecondition({
          type: 'START_UNKNOWN',
          description: 'the state is of an earlier run, so its start is not known until it is reset',
        });
      }
      const before = await storeOf(store, origin);
      return differenceOf(before.rows, store.rows, [clock.begunMillis, clock.now()]);
    },
    trace: parts.traceOf,
    end: (id: string): void => worlds.end(id),
    /** Ends the worlds with all of the labels, `default` excepted; returns their ids. */
    endAll: (labels: ReadonlyMap<string, string>): readonly string[] => {
      const ended = worlds.list(labels).filter(({ id }) => id !== DEFAULT_WORLD);
      for (const { id } of ended) worlds.end(id);
      return ended.map(({ id }) => id);
    },
  };
};
