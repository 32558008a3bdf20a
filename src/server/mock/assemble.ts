import { SPELLINGS } from '../../editions/older-edition.ts';
import { createCoverage } from '../../features/coverage/create-coverage.ts';
import { deliverySetting } from '../../features/delivery/world-delivery.ts';
import { callWaitsBy } from '../../features/faults/holds.ts';
import { HeadPool } from '../../features/journal/head-pool.ts';
import { SecretNumbers } from '../../features/journal/secret-numbers.ts';
import { type Answering, type CallLine, logCalls } from '../../features/log/call-log.ts';
import { CALL } from '../../features/log/log.ts';
import { CallCounts } from '../../features/metrics/call-counts.ts';
import type { Kernel } from '../../kernel/call.ts';
import { type CallScope, DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import type { Report } from '../../kernel/caller-error.ts';
import type { Settings } from '../../kernel/context.ts';
import { ByteBudget, chooseBudget } from '../../plane/bounded-log.ts';
import { Followers } from '../../plane/followers.ts';
import { isLoopbackUrl, maySteer } from '../../plane/guard.ts';
import { makeMachineEpoch } from '../../plane/machine-epoch.ts';
import { ProcessOrder } from '../../plane/placed-items.ts';
import { identities } from '../../resources/index.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { profileIn, profileNamed } from '../../schema/profile.ts';
import type { ReadSnapshotText } from '../../store/snapshot-text.ts';
import { type Loaded, makeDefault, makeDefaultAnew } from '../../world/default-world.ts';
import { EndedWorlds, endAll } from '../../world/ended-worlds.ts';
import { reopenWorld } from '../../world/reopen-world.ts';
import type { World, WorldDeps } from '../../world/world.ts';
import { Worlds } from '../../world/worlds.ts';
import type { BesideApi, BesideDeps, CountedDeps } from './beside-api.ts';
import type { CallGate } from './gated.ts';
import { createMock, type Mock } from './mock.ts';
import type { Port } from './port.ts';
import type { RunningMock, StartOptions } from './running-mock.ts';
import type { LoadedState } from './state.ts';

/** The worlds of a mock: `default`, and the worlds stored by an earlier run. */
const openedWorlds = (
  { world, parts }: { readonly world: World; readonly parts: WorldDeps },
  {
    maxWorlds: limit,
    requireWorld: nameRequired,
    fixtures,
    clock,
  }: Pick<Options, 'maxWorlds' | 'requireWorld' | 'fixtures' | 'clock'>,
  createdMillis: number,
  base: ReadSnapshotText | undefined,
): Worlds<World> => {
  const named = base ? [`snapshot:${base.head.name}`] : [];
  const from = [...named, ...fixtures.map((name) => `fixture:${name}`)].join(',');
  const first = { id: DEFAULT_WORLD, labels: {}, from, createdMillis, world };
  const worlds = new Worlds<World>({ first, limit, nameRequired, clock, ended: ({ world: gone }) => gone.end() });
  for (const stored of parts.home?.stored ?? []) worlds.add(reopenWorld(parts, stored));
  return worlds;
};

/** Options with their defaults. */
export type Options = StartOptions &
  Required<Pick<StartOptions, 'clock' | 'wait'>> & {
    /** Milliseconds of a clock of the machine that only goes forward. */
    readonly machineNow: () => number;
    /** So many random bytes. */
    readonly random: (size: number) => Buffer;
  };

/** The audiences of tokens: a mock that only this machine reaches accepts each name of loopback. */
const audiencesOf = (url: string, { publicUrl, audiences }: StartOptions): readonly string[] => {
  const { port } = new URL(url);
  const names =
    publicUrl === undefined && isLoopbackUrl(url)
      ? ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${new URL(url).protocol}//${name}:${port}`)
      : [];
  return [...audiences, ...names.filter((name) => name !== url)];
};

/** Adds a line in the log for each call to the handlers of requests, if that is asked for. */
const addCallLog = (answering: Answering, { log, callLevel, machineNow }: Options): Answering => {
  if (callLevel === undefined) return answering;
  const write = (line: CallLine, { store: { rows } }: CallScope): void => {
    const callerName = line.caller === undefined ? undefined : rows.get(identities, line.caller)?.name;
    log[callLevel]({ ...line, ...(callerName !== undefined && { callerName }) }, CALL);
  };
  return logCalls(answering, { write, now: machineNow });
};

/** The dependencies that every world of a mock shares, given the mock's URL. */
const universePartsOf = (
  options: Options,
  url: string,
  { seed, key, upstreamKey, home }: LoadedState,
  { kernel: { directory }, report }: { readonly kernel: Kernel; readonly report: Report },
): CountedDeps => {
  const {
    serviceDomain,
    shippedFixtures,
    v1Casing,
    profile,
    trusted,
    trustedAws,
    journalEntries,
    journalBytes,
    clock,
    machineNow,
    wait,
  } = options;
  const settings: Settings = {
    serviceDomain,
    publicUrl: url,
    seed,
    ...((options.publicUrl ?? options.issuer) !== undefined && { hasGivenUrl: true }),
    ...(profile && { profile: profileNamed(profile) }),
    ...(v1Casing && { spellings: { v1: SPELLINGS[v1Casing] } }),
    ...omitUndefined({ issuer: options.issuer, eventPrefix: options.eventPrefix }),
  };
  const machineEpoch = makeMachineEpoch(clock, machineNow);
  return {
    settings,
    clock,
    wait,
    report,
    meter: new CallCounts(machineNow),
    shippedFixtures,
    key,
    upstreamKey,
    trusted,
    ...omitUndefined({ trustedAws, home }),
    audiences: audiencesOf(url, options),
    scheme: options.tls === undefined ? 'http' : 'https',
    maySteer: (token) => maySteer(options.control, token),
    delivery: deliverySetting(options, options.version),
    budget: new ByteBudget(journalBytes ?? chooseBudget()),
    order: new ProcessOrder(),
    ...(journalEntries !== undefined && {
      journal: {
        most: journalEntries,
        all: new Followers(),
        directory,
        machineNow,
        machineEpoch,
        readingEpoch: machineEpoch(),
        heads: new HeadPool(new SecretNumbers()),
      },
      coverage: createCoverage(profileIn(settings)),
    }),
  };
};

/** Loads what is served beside the API, once, when it is first needed. */
const besideLoader = (deps: BesideDeps): (() => Promise<BesideApi>) => {
  let beside: Promise<BesideApi> | undefined;
  return () => {
    beside ??= import('./beside-api.ts').then(({ composeBesideApi }) => composeBesideApi(deps));
    return beside;
  };
};

/** Retains the journals and events of worlds that end, until the mock begins anew. */
const retainEnded = (
  worlds: Worlds<World>,
  { budget, order, coverage, home, report }: WorldDeps,
  clock: Options['clock'],
) => {
  const ended = new EndedWorlds({ budget, clock, order });
  worlds.onEnd((entered) => {
    ended.retain(entered);
    home?.end(entered.id).catch(report);
  });
  worlds.onBeginAnew(() => {
    ended.close();
    coverage?.clear();
  });
  return ended;
};

/** The dependencies of a mock beside its options, its port and its state. */
export interface Around {
  readonly report: Report;
  /** Decides whether answers may leave; missing: they may. */
  readonly gate?: CallGate;
  readonly use?: CountedDeps['use'];
}

/** A mock that answers, and the way to end it without its port. */
export interface Assembled extends Omit<RunningMock, 'close' | 'drain'> {
  readonly drain: NonNullable<Port['drain']>;
  /**
   * Ends its worlds while `beside` runs, and then all calls that wait in them. With `leaveMillis` the worlds go on
   * elsewhere: attempts at deliveries get so long to end.
   */
  readonly end: (beside: () => Promise<void>, leaveMillis?: number) => Promise<void>;
}

/** Composes the worlds of a mock on a loaded state, and what they share. */
const composeWorlds = async (
  options: Options,
  url: string,
  { state, base }: Loaded<LoadedState>,
  mock: Mock,
  { report, gate, use }: Around,
) => {
  const waits = callWaitsBy(options.wait);
  const parts: CountedDeps = {
    ...universePartsOf({ ...options, wait: waits.wait }, url, state, { kernel: mock.kernel, report }),
    ...omitUndefined({ gate, use }),
  };
  const begunMillis = options.clock.now();
  const first = await makeDefault(options, parts, { state, base }, begunMillis);
  const worlds = openedWorlds({ world: first, parts }, options, begunMillis, base);
  const ended = retainEnded(worlds, parts, options.clock);
  return { parts, first, worlds, ended, waits };
};

const drainOf =
  (serving: Mock['serving'], port: Port): Assembled['drain'] =>
  async (...how) => {
    serving.become('draining');
    await port.drain?.(...how);
  };

/** Puts a mock together on a loaded state, and lets it answer on the open port. */
export const assemble = async (
  options: Options,
  port: Port,
  loaded: Loaded<LoadedState>,
  around: Around,
): Promise<Assembled> => {
  const { report, gate } = around;
  const url = options.publicUrl ?? port.url;
  const mock = createMock(report, gate, options.log);
  const { rest, grpc, serving } = mock;
  const { parts, first, worlds, ended, waits } = await composeWorlds(options, url, loaded, mock, around);
  const { fixtures, version, takeRun, hasLazyRuns } = options;
  const worldOf = worlds.getOfCall;
  const loadBesideApi = besideLoader({
    mock,
    worlds,
    ended,
    coverage: parts.coverage,
    world: parts,
    worldOf,
    // So that a token of an ended world never matches a new one.
    newId: () => `w-${options.random(6).toString('hex')}`,
    policy: options.control,
    fixtures,
    version,
    localUrl: port.url,
    takeRun,
    hasLazyRuns,
  });
  const app: Answering['app'] = { fetch: async (...asked) => (await loadBesideApi()).app.fetch(...asked) };
  const answering = addCallLog({ app, rest, grpc, worldOf }, options);
  port.handle({ ...answering, report, ...omitUndefined({ origins: options.origins }) });
  const mintToken: RunningMock['mintToken'] = async (uid, ttlSeconds) =>
    (await first.identity.mint({ identity: uid, ttlSeconds })).token;
  return {
    url,
    localUrl: port.url,
    token: () => mintToken(first.population.admin(), options.tokenTtlSeconds),
    namedToken: first.population.findAdminToken(),
    orgId: first.population.orgId(),
    issuer: options.issuer ?? url,
    caFile: port.caFile,
    mintToken,
    fetch: async (request) => (await loadBesideApi()).fetch(request),
    runs: async () => (await loadBesideApi()).runs,
    worlds,
    beginAnew: async () => {
      await port.drop?.();
      const now = options.clock.now();
      worlds.beginAnew(await makeDefaultAnew(parts, first, loaded.base, now), now);
    },
    drain: drainOf(serving, port),
    end: async (beside, leaveMillis) => {
      serving.become('stopped');
      await Promise.all([endAll(worlds, ended, parts, leaveMillis), beside()]);
      waits.end();
    },
  };
};
