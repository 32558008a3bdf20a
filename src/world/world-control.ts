import type { IncomingHttpHeaders } from 'node:http';
import type { EndedWorld, LabelWorld, MadeWorld, StateDifference, World as WorldView } from '../../generated/nouns.ts';
import { secretsIn } from '../features/journal/row-secrets.ts';
import { storeOf } from '../features/snapshots/snapshot-control.ts';
import { differenceOf } from '../features/snapshots/state-difference.ts';
import type { Kernel } from '../kernel/call.ts';
import { DEFAULT_WORLD } from '../kernel/call-scope.ts';
import type { Clock } from '../kernel/clock.ts';
import { failedPrecondition } from '../kernel/errors.ts';
import { omitUndefined } from '../schema/defined.ts';
import { profileNamed } from '../schema/profile.ts';
import { createWorld } from './create-world.ts';
import type { EndedWorlds } from './ended-worlds.ts';
import { hasLabels, type RegisteredWorld } from './registered-world.ts';
import { keepWorld, recordOf } from './reopen-world.ts';
import { type Steering, steeringOf } from './steering.ts';
import type { World, WorldDeps } from './world.ts';
import { beginningOf, clockStart, type WorldRequest } from './world-beginning.ts';
import { endWorld, partsOf } from './world-parts.ts';
import { hostOf, viewOfMadeWorld, viewOfWorld, worldVariables } from './world-view.ts';
import type { Worlds } from './worlds.ts';

/** Makes, finds and ends worlds; every method but `list` and `endAll` throws ApiError for a world that is not there. */
export interface WorldControl {
  /** The world that a request names; `default` if it names none. */
  readonly at: (headers: IncomingHttpHeaders) => Steering;
  readonly get: (id: string) => Steering;
  /** Every world that there is, with its id. */
  readonly steerings: () => readonly (readonly [id: string, steering: Steering])[];
  /** A snapshot that it is made from is one of the world `asking`. */
  readonly create: (wanted: WorldRequest, asking: string) => Promise<MadeWorld>;
  readonly list: (labels: ReadonlyMap<string, string>) => readonly WorldView[];
  /** Those that have ended, of which the journal can still be read; the first that ended is first. */
  readonly ended: (labels: ReadonlyMap<string, string>) => readonly EndedWorld[];
  readonly show: (id: string) => WorldView;
  /** Sets labels of a world; null takes one away. */
  readonly label: (id: string, labels: LabelWorld['labels']) => Promise<WorldView>;
  readonly environment: (id: string, host: string | undefined) => Promise<Readonly<Record<string, string>>>;
  /** The changes since the world was made, or was reset to. */
  readonly difference: (id: string) => Promise<StateDifference>;
  /**
   * The run of a world, or of all, ended ones included, as a trace in pieces. @throws ApiError if no journal is kept
   */
  readonly trace: (id: string | undefined) => AsyncIterable<string>;
  readonly end: (id: string) => void;
  /** Ends the worlds with all of the labels, `default` excepted; returns their ids. */
  readonly endAll: (labels: ReadonlyMap<string, string>) => readonly string[];
}

/** The dependencies of making and steering worlds. */
export interface WorldControlParts {
  readonly worlds: Worlds<World>;
  readonly world: WorldDeps;
  readonly traceOf: WorldControl['trace'];
  /** The worlds that have ended. */
  readonly endedWorlds: EndedWorlds;
  /** The kernel that answers the calls of every world. */
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

const tokenOf = async ({ world: { identity, population } }: RegisteredWorld<World>, host?: string): Promise<string> =>
  (await identity.mint({ identity: population.admin(), ttlSeconds: TOKEN_SECONDS, host })).token;

/** Remembers the secrets of a world, so that they are found in every trace. */
const meetSecrets = ({ journal }: WorldDeps, { scope }: World): void => {
  if (journal?.heads) for (const secret of secretsIn(scope.store.rows)) journal.heads.secrets.hide(secret);
};

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
  const kept = parts.home?.begin(beginning.store);
  const world = createWorld(parts, {
    id,
    store: kept?.store ?? beginning.store,
    heldMillis: now,
    ...omitUndefined({ seed, profile, clock: clockOf, snapshotHome: kept?.snapshots }),
  });
  try {
    await fill?.(world);
    // The text is in a control call of another world, which does not have the rows.
    if (wanted.fixture !== undefined) meetSecrets(parts, world);
    const origin = world.population.keep();
    if (beginning.origin) for (const part of partsOf(world)) await part.forked?.(beginning.origin);
    if (access) await world.policy.set(access);
    const expiresMillis = ttlMillis === undefined ? undefined : now + ttlMillis;
    const entered = { id, labels, from, createdMillis: now, ...omitUndefined({ expiresMillis }), world };
    const token = await tokenOf(entered, hostOf(entered, wanted.host));
    if (kept) await keepWorld(kept, entered, origin);
    worlds.add(entered);
    world.scope.clock.release();
    return { ...entered, token };
  } catch (error) {
    worlds.giveUp(id);
    // Nobody will end it, and what it holds counts among that of all worlds.
    endWorld(world);
    throw error;
  }
};

/** Merges changes into labels; null removes one. */
const mergeLabels = (
  labels: RegisteredWorld<World>['labels'],
  changes: LabelWorld['labels'],
): RegisteredWorld<World>['labels'] =>
  Object.fromEntries(
    Object.entries({ ...labels, ...changes }).filter((entry): entry is [string, string] => entry[1] !== null),
  );

const differenceIn = async ({ scope, population }: World): Promise<StateDifference> => {
  const { store, clock } = scope;
  const origin = await population.readOrigin();
  if (!origin) {
    throw failedPrecondition({
      type: 'START_UNKNOWN',
      description: 'the state was kept from an earlier run, so its start is not known until it is reset',
    });
  }
  const before = await storeOf(store, origin);
  return differenceOf(before.rows, store.rows, [clock.begunMillis, clock.now()]);
};

/** The steering of worlds, for the control plane. */
export const worldControl = (parts: WorldControlParts): WorldControl => {
  const { worlds } = parts;
  const { home } = parts.world;
  const steerings = new WeakMap<World, Steering>();
  const steering = ({ world }: RegisteredWorld<World>): Steering => {
    const { kernel, version, clock: machine } = parts;
    const known = steerings.get(world) ?? steeringOf({ world, kernel, machine, version });
    steerings.set(world, known);
    return known;
  };
  return {
    at: (headers) => steering(worlds.at(headers)),
    get: (id) => steering(worlds.get(id)),
    steerings: () => worlds.list().map((entered) => [entered.id, steering(entered)]),
    create: async (wanted, asking) => {
      const made = await makeWorld(parts, wanted, asking);
      return viewOfMadeWorld(made, { token: made.token, host: hostOf(made, wanted.host) });
    },
    list: (labels) => worlds.list(labels).map(viewOfWorld),
    ended: (labels) => parts.endedWorlds.worlds.map(({ record }) => record).filter((each) => hasLabels(each, labels)),
    show: (id) => viewOfWorld(worlds.get(id)),
    label: async (id, changes) => {
      const labelled = worlds.label(id, mergeLabels(worlds.get(id).labels, changes));
      if (id !== DEFAULT_WORLD) await home?.relabel(id, recordOf(labelled));
      return viewOfWorld(labelled);
    },
    environment: async (id, asked) => {
      const entered = worlds.get(id);
      const host = hostOf(entered, asked);
      return worldVariables(entered, { token: await tokenOf(entered, host), host });
    },
    difference: async (id) => differenceIn(worlds.get(id).world),
    trace: parts.traceOf,
    end: (id) => worlds.end(id),
    endAll: (labels) => {
      const ended = worlds.list(labels).filter(({ id }) => id !== DEFAULT_WORLD);
      for (const { id } of ended) worlds.end(id);
      return ended.map(({ id }) => id);
    },
  };
};
