import type { IncomingHttpHeaders } from 'node:http';
import type { Kernel } from '../../kernel/call.ts';
import { DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import type { Clock } from '../../kernel/clock.ts';
import { failedPrecondition } from '../../kernel/errors.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { profileNamed } from '../../schema/profile.ts';
import type { EndedWorld, LabelWorld, MadeWorld, StateDifference, World as WorldView } from '../contract/nouns.ts';
import { syncSnapshots } from '../snapshots/kept-snapshot.ts';
import { storeOf } from '../snapshots/snapshot-control.ts';
import { differenceOf } from '../snapshots/state-difference.ts';
import { createWorld, type WorldDeps } from './create-world.ts';
import { endLabelled, endOne } from './end-worlds.ts';
import type { EndedWorlds } from './ended-worlds.ts';
import { keepWorld, rowsOfNew } from './kept-world.ts';
import { showWorlds } from './listed-worlds.ts';
import { lookAtAll, takeAll } from './look-at-worlds.ts';
import { hasLabels, type RegisteredWorld } from './registered-world.ts';
import { type Steering, steeringOf } from './steering.ts';
import type { World } from './world.ts';
import { beginningOf, clockStart, type WorldRequest } from './world-beginning.ts';
import { endWorld } from './world-parts.ts';
import type { WorldRuns } from './world-runs.ts';
import { secretsIn } from './world-trace.ts';
import { hostOf, viewOfMadeWorld, viewOfWorld, worldVariables } from './world-view.ts';
import type { Worlds } from './worlds.ts';

/** Makes, finds and ends worlds; every method but `list` and `endAll` throws ApiError for a world that is not there. */
export interface WorldControl {
  /** The world that a request names; `default` where it names none. */
  readonly at: (headers: IncomingHttpHeaders) => Steering;
  /** Does something with the same once its rows are those of a moment after this call; it stays in memory meanwhile. */
  readonly within: <R>(headers: IncomingHttpHeaders, work: (steering: Steering) => Promise<R>) => Promise<R>;
  /** Resolves once all worlds are known here, with what has happened in them, wherever that was. */
  readonly enterAll: () => Promise<void>;
  /** Does something with a world, which stays in memory meanwhile. */
  readonly use: <R>(id: string, work: (steering: Steering) => R | Promise<R>) => Promise<R>;
  /** Reads something of every world that goes on, with its id. */
  readonly readAll: <R>(read: (id: string, steering: Steering) => readonly R[]) => Promise<readonly R[]>;
  /** A snapshot that it is made from is one of the world `asking`. */
  readonly create: (wanted: WorldRequest, asking: string) => Promise<MadeWorld>;
  readonly list: (labels: ReadonlyMap<string, string>) => Promise<readonly WorldView[]>;
  /** Those that have ended, of which the journal can still be read; the first that ended is first. */
  readonly ended: (labels: ReadonlyMap<string, string>) => Promise<readonly EndedWorld[]>;
  readonly show: (id: string) => Promise<WorldView>;
  /** Sets labels of a world; null takes one away. */
  readonly label: (id: string, labels: LabelWorld['labels']) => Promise<WorldView>;
  readonly environment: (id: string, host: string | undefined) => Promise<Readonly<Record<string, string>>>;
  /** The changes since the world was made, or was reset to. */
  readonly difference: (id: string) => Promise<StateDifference>;
  /** The run of a world, or of all, of those that have ended, too, as a trace in pieces. @throws ApiError where no journal is kept */
  readonly trace: (id: string | undefined) => AsyncIterable<string>;
  readonly end: (id: string) => Promise<void>;
  /** Ends the worlds with all of the labels, `default` excepted; returns their ids. */
  readonly endAll: (labels: ReadonlyMap<string, string>) => Promise<readonly string[]>;
}

/** The dependencies of making and steering worlds. */
export interface WorldControlParts {
  readonly worlds: Worlds<World>;
  readonly world: WorldDeps;
  readonly runs: WorldRuns;
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

type MadeEntered = RegisteredWorld<World> & { readonly token: string };

/** Makes a world; one that it is made from stays in memory meanwhile. */
const makeWorld = async (parts: WorldControlParts, wanted: WorldRequest, asking: string): Promise<MadeEntered> => {
  const { worlds, newId } = parts;
  const { from, name = newId() } = wanted;
  if (!from.startsWith('world:')) return makeFrom(parts, { ...wanted, name }, asking);
  const { id: origin } = await worlds.reach(from.slice('world:'.length));
  const release = worlds.hold(origin);
  try {
    return await makeFrom(parts, { ...wanted, name }, asking);
  } finally {
    release();
  }
};

/** Makes a world at one moment (behaviour R7). */
const makeFrom = async (
  { worlds, world: parts, clock }: WorldControlParts,
  wanted: WorldRequest & { readonly name: string },
  asking: string,
): Promise<MadeEntered> => {
  const { name: id, labels, from, ttlMillis } = wanted;
  // The world that the request is in was reached with it.
  if (from === DEFAULT_WORLD && asking !== from) await worlds.reach(from);
  if (from.startsWith('world:')) await worlds.reach(from.slice('world:'.length));
  if (from.startsWith('journal:')) await worlds.reachWhole(asking);
  if (from.startsWith('snapshot:')) await syncSnapshots((await worlds.reach(asking)).world);
  const now = clock.now();
  const beginning = await beginningOf(wanted, worlds, asking, now);
  const { fill, access } = beginning;
  const { store, snapshots, shared } = await rowsOfNew(parts.home, worlds, id, beginning);
  const clockOf = clockStart(wanted, now) ?? beginning.clock;
  const seed = wanted.seed ?? beginning.seed;
  const profile = wanted.profile === undefined ? beginning.profile : profileNamed(wanted.profile);
  const world = createWorld(parts, {
    id,
    store,
    heldMillis: now,
    ...omitUndefined({ seed, profile, clock: clockOf, snapshotHome: snapshots, shared }),
  });
  try {
    await fill?.(world);
    // The text is in a control call of another world, which does not have the rows.
    if (wanted.fixture !== undefined) meetSecrets(parts, world);
    const origin = world.population.keep();
    if (beginning.origin) for (const part of world.parts) await part.forked(beginning.origin);
    if (access) await world.scope.policy.set(access);
    const expiresMillis = ttlMillis === undefined ? undefined : now + ttlMillis;
    const entered = { id, labels, from, createdMillis: now, ...omitUndefined({ expiresMillis }), world };
    // Its token is signed meanwhile.
    const signed = tokenOf(entered, hostOf(entered, wanted.host));
    signed.catch(() => undefined);
    await worlds.addKept(entered, async () => {
      await keepWorld(parts.home, worlds, entered, { clock: clockOf, origin });
      await signed;
      world.scope.clock.release();
    });
    const token = await signed;
    return { ...entered, token };
  } catch (error) {
    // Nobody will end it, and what it holds counts among that of all worlds.
    endWorld(world);
    await parts.home?.end(id);
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
  const { home, remains } = parts.world;
  const steerings = new WeakMap<World, Steering>();
  const steering = ({ world }: RegisteredWorld<World>): Steering => {
    const { kernel, version, clock: machine } = parts;
    const known = steerings.get(world) ?? steeringOf({ world, kernel, machine, version });
    steerings.set(world, known);
    return known;
  };
  return {
    at: (headers) => steering(worlds.at(headers)),
    within: (headers, work) => worlds.use(worlds.nameOf(headers), (entered) => work(steering(entered))),
    enterAll: () => takeAll({ worlds, home, remains }),
    use: (id, work) => worlds.use(id, (entered) => work(steering(entered))),
    readAll: async (read) => {
      const found: ReturnType<typeof read>[] = [];
      await lookAtAll({ worlds, home }, (entered) => void found.push(read(entered.id, steering(entered))));
      return found.flat();
    },
    create: async (wanted, asking) => {
      const made = await makeWorld(parts, wanted, asking);
      return viewOfMadeWorld(made, { token: made.token, host: hostOf(made, wanted.host) });
    },
    list: (labels) => showWorlds({ worlds, home, clock: parts.clock, mostCalls: parts.world.journal?.most }, labels),
    ended: async (labels) => {
      await parts.endedWorlds.catchUp();
      return parts.endedWorlds.worlds.map(({ record }) => record).filter((each) => hasLabels(each, labels));
    },
    show: (id) => worlds.use(id, async () => viewOfWorld(await worlds.refreshLabels(id))),
    label: (id, labels) =>
      worlds.use(id, async () => {
        const entered = await worlds.refreshLabels(id);
        // Other processes may change them at the same time: the database merges them then.
        const merged = home ? await home.relabel(id, labels) : mergeLabels(entered.labels, labels);
        return viewOfWorld(worlds.label(id, merged));
      }),
    environment: (id, asked) =>
      worlds.use(id, async (entered) => {
        const host = hostOf(entered, asked);
        return worldVariables(entered, { token: await tokenOf(entered, host), host });
      }),
    difference: (id) => worlds.use(id, ({ world }) => differenceIn(world)),
    trace: (id) => parts.runs.traceOf(id),
    end: (id) => endOne({ worlds, home }, id),
    endAll: (labels) => endLabelled({ worlds, home }, labels),
  };
};
