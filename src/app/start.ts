import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { TrustedPrincipal } from '../identity/aws-principals.ts';
import type { TrustedIssuer } from '../identity/trusted-issuers.ts';
import type { Kernel } from '../kernel/call.ts';
import type { CallScope } from '../kernel/call-scope.ts';
import type { Report } from '../kernel/caller-error.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Settings } from '../kernel/context.ts';
import { identities } from '../resources/index.ts';
import { omitUndefined } from '../schema/defined.ts';
import type { Spelling } from '../schema/encode-json.ts';
import { profileIn, profileNamed } from '../schema/profile.ts';
import type { ProfileName } from '../schema/profile-differences.ts';
import type { ShippedFixtures } from '../seed/load.ts';
import type { ClockStart } from '../steering/clock/world-clock.ts';
import { createCoverage, declaredOperationsIn } from '../steering/coverage/create-coverage.ts';
import { callWaitsBy } from '../steering/faults/call-waits.ts';
import type { Wait } from '../steering/faults/holds.ts';
import { ByteBudget, chooseBudget } from '../steering/journal/byte-budget.ts';
import { KeptHeads } from '../steering/journal/kept-heads.ts';
import { SecretNumbers } from '../steering/journal/secret-numbers.ts';
import { type Answering, type CallLine, logCalls } from '../steering/log/call-log.ts';
import { addFields, CALL, type Log } from '../steering/log/log.ts';
import { CallCounts } from '../steering/metrics/call-counts.ts';
import { Followers } from '../steering/plane/followers.ts';
import { type ControlPolicy, isLoopbackUrl, maySteer } from '../steering/plane/guard.ts';
import { makeMachineEpoch } from '../steering/plane/machine-epoch.ts';
import { ProcessOrder } from '../steering/plane/process-order.ts';
import { AllCoverage } from '../steering/world/all-coverage.ts';
import type { WorldDeps } from '../steering/world/create-world.ts';
import { type Loaded, makeDefault, makeDefaultAnew } from '../steering/world/default-world.ts';
import { type DeliveryOptions, deliverySetting } from '../steering/world/delivery-wiring.ts';
import { earlyWorldsIn } from '../steering/world/early-worlds.ts';
import { EndedWorlds } from '../steering/world/ended-worlds.ts';
import { heirOf } from '../steering/world/heir.ts';
import { PastWorlds } from '../steering/world/past-worlds.ts';
import type { World } from '../steering/world/world.ts';
import type { TakeRun, WorldRuns } from '../steering/world/world-runs.ts';
import type { Worlds } from '../steering/world/worlds.ts';
import type { ReadSnapshotText } from '../store/snapshot-text.ts';
import type { BesideApi, BesideDeps, CountedDeps } from './beside-api.ts';
import { closeMock } from './close-mock.ts';
import { drainOf } from './drain.ts';
import { createMock } from './mock.ts';
import { openNoPort } from './no-port.ts';
import { openState } from './open-state.ts';
import { openedWorlds, rememberLeft } from './opened-worlds.ts';
import type { Handler, OpenPort, Port, PortSetting } from './port.ts';
import type { State, StateSetting } from './state.ts';

/** The spelling of names of fields in v1: as its messages do, or as JSON does (behaviour §12.4 V1). */
export type V1Casing = 'snake' | 'camel';

/** The spelling that each casing is. */
export const SPELLINGS: Readonly<Record<V1Casing, Spelling>> = { snake: 'proto', camel: 'json' };

/** The options of a mock: the checked flags of the command line. */
export interface StartOptions extends PortSetting, StateSetting, DeliveryOptions {
  /** Names of shipped fixtures, or files; applied in order to an empty state. */
  readonly fixtures: readonly string[];
  /** A snapshot file whose state the fixtures are applied to. */
  readonly snapshot?: string;
  readonly shippedFixtures: ShippedFixtures;
  /** The interface to follow where the specification and the published one differ; by default the specification. */
  readonly profile?: ProfileName;
  /** The spelling of names of fields in v1; by default as the profile has it. */
  readonly v1Casing?: V1Casing;
  /** The issuer of tokens; by default the mock's URL. */
  readonly issuer?: string;
  /** The audiences that tokens may have besides the issuer. */
  readonly audiences: readonly string[];
  /** The upstream issuers whose tokens may be exchanged. */
  readonly trusted: readonly TrustedIssuer[];
  /** The AWS principals whose signed requests are trusted; none by default. */
  readonly trustedAws?: readonly TrustedPrincipal[];
  readonly control: ControlPolicy;
  readonly version: string;
  /** The origins whose pages may call the API; those of none where absent. */
  readonly origins?: readonly string[];
  /** How long the token handed out at start is good for, in seconds. */
  readonly tokenTtlSeconds: number;
  /** How many worlds there may be beside `default`. */
  readonly maxWorlds: number;
  /** How many bytes the worlds take in memory that a database keeps; chosen by the heap unless given. */
  readonly worldMemory?: number;
  /** How many exchanges the journal of each world keeps; without it none is kept. */
  readonly journalEntries?: number;
  /** How many bytes of states, messages and entries are kept of all worlds; chosen by the heap unless given. */
  readonly journalBytes?: number;
  /** The prefix of the types of events, in the place of `dev.chainguard.api`. */
  readonly eventPrefix?: string;
  /** Refuses calls that name no world. */
  readonly requireWorld: boolean;
  /** Receives the run of each world that ends, while a journal is kept. */
  readonly takeRun?: TakeRun;
  /** Renders the runs of the worlds that end when they are asked for only. */
  readonly hasLazyRuns?: boolean;
  readonly log: Log;
  /** How the clock of `default` begins: as that of the snapshot, or else as the machine's, unless given. */
  readonly clockStart?: ClockStart;
  /** The only clock of the mock that can be told the time: that of the machine unless given. */
  readonly clock?: Clock;
  /** Waits where a call is to be answered late, by timers of the machine unless given. */
  readonly wait?: Wait;
  /** The level at which each call is a line of the log; absent: calls are not logged, and nothing is spent on it. */
  readonly callLevel?: 'info' | 'debug';
}

/** A mock that answers. */
export interface RunningMock {
  readonly url: string;
  /** The URL of its own address, whatever clients reach it by. */
  readonly localUrl: string;
  /** A signed token of an identity that may do everything. */
  readonly token: () => Promise<string>;
  /** The same identity's named token, if a fixture has one: short, and the same at every start. */
  readonly namedToken: string | undefined;
  /** The first root group; empty when there is none. */
  readonly orgId: string;
  readonly issuer: string;
  /** The certificate that clients must trust, if the mock has made one. */
  readonly caFile: string | undefined;
  readonly mintToken: (identity: string, ttlSeconds: number) => Promise<string>;
  /** Answers what the port answers over HTTP, without it. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** The runs of all worlds, for traces. */
  readonly runs: () => Promise<WorldRuns>;
  readonly worlds: Worlds<World>;
  /**
   * Begins anew, on the same port and with the same keys: every world ends, nothing of it is remembered, and `default`
   * has the rows and the clock of the start. Connections are closed, so that nothing of what was sent before arrives in it.
   */
  readonly beginAnew: () => Promise<void>;
  /** Goes on to answer, and sends clients elsewhere, until no more calls come, or for so many milliseconds, or until it is interrupted. */
  readonly drain: (limitMillis: number, interrupted: AbortSignal) => Promise<void>;
  readonly close: () => Promise<void>;
}

const realClock: Clock = { now: () => Date.now() };

const machineNow = (): number => performance.now();
/** Options with all that they leave open. */
type Options = StartOptions & Required<Pick<StartOptions, 'clock' | 'wait'>>;

/** Receives internal errors. */

/** The audiences of tokens: a mock that only this machine reaches accepts each name of loopback. */
const audiencesOf = (url: string, { publicUrl, audiences }: StartOptions): readonly string[] => {
  const { port } = new URL(url);
  const names =
    publicUrl === undefined && isLoopbackUrl(url)
      ? ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${new URL(url).protocol}//${name}:${port}`)
      : [];
  return [...audiences, ...names.filter((name) => name !== url)];
};

/** Adds a line in the log for each call to the handlers of requests, where that is asked for. */
const addCallLog = (answering: Answering, { log, callLevel }: StartOptions): Answering => {
  if (callLevel === undefined) return answering;
  const write = (line: CallLine, { store: { rows } }: CallScope): void => {
    const callerName = line.caller === undefined ? undefined : rows.get(identities, line.caller)?.name;
    log[callLevel]({ ...line, ...(callerName !== undefined && { callerName }) }, CALL);
  };
  return logCalls(answering, { write, now: () => performance.now() });
};

/** A random id, so that a token of an ended world never matches a new one. */
const makeWorldId = (): string => `w-${randomBytes(6).toString('hex')}`;

/** The dependencies that every world of a mock shares, given the mock's URL. */
const universePartsOf = (
  options: Options,
  url: string,
  { seed, key, upstreamKey, others, readUse }: State,
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
    readUse,
    shippedFixtures,
    key,
    upstreamKey,
    trusted,
    ...omitUndefined({ trustedAws, home: others?.home }),
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
        heads: new KeptHeads(new SecretNumbers(others && seed)),
      },
      coverage: createCoverage(profileIn(settings)),
    }),
  };
};

/** Reads a snapshot file. @throws SnapshotFileError */
const snapshotIn = async (path: string): Promise<ReadSnapshotText> =>
  (await import('../store/snapshot-file.ts')).readSnapshotFile(path);

/** Loads what is served beside the API, once, when it is first needed. */
const besideLoader = (deps: BesideDeps): (() => Promise<BesideApi>) => {
  let beside: Promise<BesideApi> | undefined;
  return () => {
    beside ??= import('./beside-api.ts').then(({ composeBesideApi }) => composeBesideApi(deps));
    return beside;
  };
};

/** Keeps what is shown of the worlds that end, until all begin anew, and counts what clients meet in all of them. */
const keepEnded = (worlds: Worlds<World>, deps: WorldDeps, clock: Options['clock']) => {
  const { budget, order, coverage, home, report, settings } = deps;
  const past = home && new PastWorlds({ worlds, home, deps });
  const ended = new EndedWorlds({ budget, clock, order, elsewhere: past });
  const declared = () => declaredOperationsIn(profileIn(settings));
  const shared = past && coverage && new AllCoverage({ worlds, home, past, declared });
  worlds.onEnd((entered) => ended.keep(entered));
  worlds.onEnd(({ id, endedMillis }) => {
    if (endedMillis === undefined) home?.endExpired(id).catch(report);
  });
  worlds.onBeginAnew(() => {
    ended.close();
    coverage?.clear();
  });
  return { ended, coverage: shared ?? coverage, accounts: shared?.accounts };
};

/** Mints a token for an identity of a world. */
const mintWith =
  ({ identity }: World): RunningMock['mintToken'] =>
  async (uid, ttlSeconds) =>
    (await identity.mint({ identity: uid, ttlSeconds })).token;

/** How calls enter the worlds of a mock. */
const enteringOf = (
  worlds: ReturnType<typeof openedWorlds>,
  { scope: { store } }: World,
  { requireWorld }: Options,
): Pick<Handler, 'worldOf' | 'earlyWorldOf'> => ({
  worldOf: (headers, until) => worlds.getOfCall(headers, until),
  earlyWorldOf: store.beginEarly && earlyWorldsIn(worlds, requireWorld),
});

/** Puts a mock together on a loaded state, and lets it answer on the open port. */
const assemble = async (
  options: Options,
  port: Port,
  { state, base }: Loaded<State>,
  report: Report,
): Promise<RunningMock> => {
  const url = options.publicUrl ?? port.url;
  const mock = createMock(report);
  const { kernel, serving } = mock;
  const waits = callWaitsBy(options.wait);
  const universe = universePartsOf({ ...options, wait: waits.wait }, url, state, { kernel, report });
  const parts = rememberLeft(universe, options);
  const begunMillis = options.clock.now();
  const first = await makeDefault(options, parts, { state, base }, begunMillis);
  const worlds = openedWorlds({ world: first, parts }, options, begunMillis, base);
  const { ended, coverage, accounts } = keepEnded(worlds, parts, options.clock);
  const { worldOf, earlyWorldOf } = enteringOf(worlds, first, options);
  const loadBesideApi = besideLoader({
    mock,
    worlds,
    ended,
    coverage,
    world: parts,
    worldOf,
    newId: makeWorldId,
    policy: options.control,
    fixtures: options.fixtures,
    version: options.version,
    localUrl: port.url,
    takeRun: options.takeRun,
    hasLazyRuns: options.hasLazyRuns,
    start: (apart) => startMock(apart, openNoPort),
  });
  const app: Answering['app'] = { fetch: async (...asked) => (await loadBesideApi()).app.fetch(...asked) };
  const answering = addCallLog({ app, rest: mock.rest, grpc: mock.grpc, worldOf }, options);
  port.handle({ ...answering, report, ...omitUndefined({ origins: options.origins, earlyWorldOf }) });
  const mintToken = mintWith(first);
  await state.letStart?.(heirOf(worlds), accounts);
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
      worlds.beginAnew(await makeDefaultAnew(parts, first, base, now), now);
    },
    drain: drainOf(options.log, port, serving),
    close: () => closeMock({ worlds, ended, parts, port, serving, waits, state }),
  };
};

/**
 * Opens the port, loads the state and answers once everything is loaded.
 * @throws FixtureError, SnapshotFileError, DataFileError, DatabaseError, or what `open` rejects with when the port cannot be opened
 */
export const startMock = async (wanted: StartOptions, open: OpenPort): Promise<RunningMock> => {
  const port = await open(wanted);
  const log = wanted.database === undefined ? wanted.log : addFields(wanted.log, { replica: port.url });
  const options: Options = { clock: realClock, wait: setTimeout, ...wanted, log };
  const { clock } = options;
  const report: Report = (error, operation) =>
    log.error({ err: error, ...omitUndefined({ operation }) }, 'something failed unexpectedly');
  for (const { issuer, keys } of options.trusted) {
    if (keys === 'any') log.warn({ issuer }, 'tokens of this issuer are trusted without a look at their signatures');
  }
  for (const { account = 'any' } of options.trustedAws ?? []) {
    log.warn({ account }, 'signed requests of this AWS account are trusted without a look at their signatures');
  }
  try {
    const base = options.snapshot === undefined ? undefined : await snapshotIn(options.snapshot);
    const seed = base?.head.seed ?? options.seed;
    const notice = (text: string): void => log.warn({}, text);
    const beginning = { url: options.publicUrl ?? port.url, snapshot: base?.head.sha256 };
    const state = await openState(
      { ...options, seed },
      {
        clock,
        machineNow,
        random: randomBytes,
        digestOptions: async () => (await import('./option-digests.ts')).digestOptions(options, beginning),
        report,
        notice,
      },
    );
    try {
      const mock = await assemble({ ...options, clock: state.clock ?? clock }, port, { state, base }, report);
      return mock;
    } catch (error) {
      await state.close();
      throw error;
    }
  } catch (error) {
    await port.close();
    throw error;
  }
};
