import type { JournalEntry } from '../../generated/nouns.ts';
import { allResources, describedOperations } from '../editions/editions.ts';
import { keptMode } from '../features/access/kept-mode.ts';
import { type ClockStart, WorldClock } from '../features/clock/world-clock.ts';
import { createCoverage } from '../features/coverage/create-coverage.ts';
import type { WorldCoverage } from '../features/coverage/world-coverage.ts';
import type { EventLog } from '../features/events/event-log.ts';
import { resourceOf } from '../features/faults/attempts.ts';
import type { Wait } from '../features/faults/holds.ts';
import { WorldFaults } from '../features/faults/world-faults.ts';
import type { ByteBudget } from '../features/journal/byte-budget.ts';
import { showChanges } from '../features/journal/shown-entry.ts';
import { WorldJournal } from '../features/journal/world-journal.ts';
import type { WorldJournalParts } from '../features/journal/world-journal-parts.ts';
import { WatchedStore } from '../features/lag/watched-store.ts';
import { WorldConsistency } from '../features/lag/world-consistency.ts';
import { WorldQuota } from '../features/quota/world-quota.ts';
import { openKeptSnapshot } from '../features/snapshots/kept-snapshot.ts';
import { Snapshots } from '../features/snapshots/snapshots.ts';
import type { TrustedPrincipal } from '../identity/aws-principals.ts';
import type { SigningKey } from '../identity/signing-keys.ts';
import type { TrustedIssuer } from '../identity/trusted-issuers.ts';
import { WorldIdentity } from '../identity/world-identity.ts';
import { AccessPolicy } from '../kernel/access-policy.ts';
import { DEFAULT_WORLD, type Steering } from '../kernel/call-scope.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Settings } from '../kernel/context.ts';
import type { Gate } from '../kernel/gate.ts';
import type { CallMeter } from '../kernel/hooks.ts';
import { secretFor } from '../kernel/ids.ts';
import { operationsIn } from '../kernel/profile-operations.ts';
import { issuerFor, type Scheme, settingsAt } from '../kernel/request-origin.ts';
import type { Store } from '../kernel/rows.ts';
import type { Followers } from '../plane/followers.ts';
import type { ReadItem } from '../plane/placed-items.ts';
import type { ProcessOrder } from '../plane/process-order.ts';
import { findScimToken, grants, groups, identities, identityName, identityProviders } from '../resources/index.ts';
import { omitUndefined } from '../schema/defined.ts';
import { type Profile, profileIn } from '../schema/profile.ts';
import type { ShippedFixtures } from '../seed/load.ts';
import type { SnapshotHome } from '../store/snapshot-home.ts';
import { type DeliverySetting, eventsOf } from './event-wiring.ts';
import { Population } from './population.ts';
import type { World } from './world.ts';
import type { WorldHome } from './world-home.ts';
import { WORLD_CLAIM } from './world-name.ts';
import { partsOf } from './world-parts.ts';

/** The dependencies that all worlds of a mock share. */
export interface WorldDeps {
  readonly settings: Settings;
  /** The clock of the machine. */
  readonly clock: Clock;
  /** Waits for so many milliseconds of the machine, if a call is to be answered late. */
  readonly wait: Wait;
  readonly key: Promise<SigningKey>;
  /** Signs for the upstream issuers that the mock imitates. */
  readonly upstreamKey: () => SigningKey;
  readonly trusted: readonly TrustedIssuer[];
  /** The AWS principals whose signed requests are trusted; none by default. */
  readonly trustedAws?: readonly TrustedPrincipal[];
  /** The audiences that tokens may have besides the mock's own URL. */
  readonly audiences: readonly string[];
  /** The scheme of the port. */
  readonly scheme: Scheme;
  readonly shippedFixtures: ShippedFixtures;
  /** True for a request that may ask for a fault of its own, by the control token that it comes with. */
  readonly maySteer: (controlToken: string | undefined) => boolean;
  /** The bounds of each world's journal, and its sources; missing if there is no journal. */
  readonly journal?: Pick<
    WorldJournalParts,
    'most' | 'directory' | 'machineNow' | 'machineEpoch' | 'readingEpoch' | 'heads'
  > & { readonly all: Followers<ReadItem<JournalEntry>> };
  /** The memory for the journals of all worlds. */
  readonly budget: ByteBudget;
  /** Numbers what happens in all worlds. */
  readonly order: ProcessOrder;
  /** Counts the calls of every world, with or without a journal. */
  readonly meter?: CallMeter;
  /** Counts what clients of every world meet; missing without a journal. */
  readonly coverage?: WorldCoverage;
  /** The delivery of events to their receivers. */
  readonly delivery: DeliverySetting;
  /** Stores worlds over restarts; missing if they are in memory only. */
  readonly home?: WorldHome;
  /** Decides whether something may be sent; missing: it may. */
  readonly gate?: Gate;
  /** Receives failures that no request is to blame for. */
  readonly report: (error: unknown) => void;
}

/** The settings of one world. */
export interface WorldSetting {
  readonly id: string;
  readonly store: Store;
  /** The seed of its derived values; by default the mock's. */
  readonly seed?: string;
  /** The interface that it follows where the two differ; by default the mock's. */
  readonly profile?: Profile;
  /** The start of its clock; as the machine's unless given. */
  readonly clock?: ClockStart;
  /** The reading of the machine's clock at which its own stands still until it is released; without it, it runs. */
  readonly heldMillis?: number;
  /** Stores its snapshots over restarts; missing if they are in memory only. */
  readonly snapshotHome?: SnapshotHome;
}

const parents = new Set(allResources.map(({ parent }) => parent?.singular));
/** The collections whose rows have others below them. */
const places: ReadonlySet<string> = new Set(
  allResources.filter(({ singular }) => parents.has(singular)).map(({ name }) => name),
);

/** The parts of a world that its tokens need. */
interface IdentityDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly stamp?: Readonly<Record<string, string>>;
}

const identityOf = (deps: WorldDeps, { store, clock, settings, stamp }: IdentityDeps): WorldIdentity => {
  const { key, upstreamKey, trusted, audiences, scheme, report } = deps;
  return new WorldIdentity({
    store,
    clock,
    machineClock: deps.clock,
    seed: settings.seed,
    issuer: issuerFor(settings),
    issuerAt: (host) => issuerFor(settingsAt(settings, host)),
    apiUrl: settings.publicUrl,
    audiences,
    scheme,
    key,
    upstreamKey,
    trusted,
    report,
    identities,
    groups,
    identityProviders,
    grants,
    findScimToken,
    ...omitUndefined({ stamp, trustedAws: deps.trustedAws }),
  });
};

/** The lookups of names for the rules of a world. */
const namesIn = (settings: Settings, population: Population) => ({
  operations: () => operationsIn(profileIn(settings), describedOperations),
  identity: (name: string) => population.identity(name),
});

/** The snapshots of a world, with the stored ones. */
const snapshotsOf = (home: SnapshotHome | undefined): Snapshots<ClockStart> => {
  const snapshots = new Snapshots<ClockStart>();
  for (const head of home?.heads ?? []) snapshots.save(openKeptSnapshot(head, home as SnapshotHome));
  return snapshots;
};

/** The dependencies of the journal of a world. */
interface JournalDeps extends Pick<World, 'coverage'> {
  /** The id of the world. */
  readonly id: string;
  readonly settings: Settings;
  readonly store: Store;
  readonly clock: WorldClock;
  readonly policy: AccessPolicy;
  readonly named: ReturnType<typeof namesIn>;
  readonly eventLog: EventLog;
}

const journalOf = (
  { journal, budget, order, meter }: WorldDeps,
  { id, settings, store, clock, policy, coverage, named, eventLog }: JournalDeps,
): WorldJournal | undefined =>
  journal &&
  new WorldJournal({
    ...named,
    ...journal,
    world: id,
    budget,
    order,
    settings,
    rows: store.rows,
    nameOf: (uid) => identityName(store.rows, uid),
    log: store.log,
    clock,
    accessMode: () => policy.mode,
    resourceOf,
    eventsOf: (call) => eventLog.idsOfCall(call.id, call.order),
    ...(meter && { begun: meter.begun, ended: meter.ended }),
    ...omitUndefined({ counted: coverage?.count }),
  });

/** The parts of a world whose settings its calls meet. */
type Steered = Pick<World, 'faults' | 'quota' | 'consistency' | 'policy'>;

/** The dependencies of the faults of a world. */
interface FaultDeps extends Pick<JournalDeps, 'settings' | 'clock' | 'named'> {
  /** Called when a fault is armed beside the rules that are written. */
  readonly armed: () => void;
  readonly store: WatchedStore;
  readonly kept: Store;
}

const faultsOf = (
  { clock: machine, wait, maySteer }: WorldDeps,
  { settings, store, kept, clock, named, armed }: FaultDeps,
): WorldFaults =>
  new WorldFaults({
    ...named,
    seed: settings.seed,
    profile: profileIn(settings),
    clock,
    store,
    kept,
    now: () => machine.now(),
    wait,
    maySteer,
    armed,
    showChanges: (changes) => showChanges(changes, { settings, directory: { resources: allResources } }),
  });

/** The settings that calls meet; undefined if there are none. */
const steeringOf = ({ faults, quota, consistency, policy }: Steered): Steering | undefined => {
  const set: Steering = {
    ...(faults.isSet && { faults }),
    ...(quota.isSet && { quota }),
    ...(consistency.isSet && { consistency }),
    ...(policy.mode !== 'enforce' && { policy }),
  };
  return Object.keys(set).length > 0 ? set : undefined;
};

/** Composes rows, time and keys into a world. Tokens of any world but `default` name it, and so do its cursors. */
export const createWorld = (
  deps: WorldDeps,
  { id, store: kept, seed, profile, clock: start, heldMillis, snapshotHome }: WorldSetting,
): World => {
  const settings = { ...deps.settings, ...omitUndefined({ seed, profile }) };
  // Fixtures describe the same rows in every profile.
  const { serviceDomain, publicUrl } = settings;
  const rowSettings = { serviceDomain, publicUrl, seed: settings.seed };
  const clock = new WorldClock(deps.clock, kept, start, heldMillis);
  const store = new WatchedStore(kept);
  const isDefault = id === DEFAULT_WORLD;
  const stamp = isDefault ? undefined : { [WORLD_CLAIM]: id };
  const base = { store, clock, settings, ...omitUndefined({ stamp }) };
  const identity = identityOf(deps, base);
  const { authenticate, tokens } = identity;
  const pageTokenKey = isDefault ? secretFor(settings.seed, 'page-token') : secretFor(settings.seed, 'page-token', id);
  const policy = new AccessPolicy(keptMode(kept), () => store.fork().rows, groups);
  const population = new Population({ store, clock, settings: rowSettings, shipped: deps.shippedFixtures });
  const named = namesIn(settings, population);
  const steer = (): void => {
    scope.steering = steeringOf(steered);
    journal?.noteSettings();
  };
  const faults = faultsOf(deps, { settings, store, kept, clock, named, armed: steer });
  const emitting = eventsOf({
    ...base,
    id,
    kept,
    identity,
    population,
    machine: deps.clock,
    order: deps.order,
    delivery: deps.delivery,
    gate: deps.gate,
    report: deps.report,
  });
  const coverage = deps.coverage && createCoverage(profileIn(settings), deps.coverage);
  const { eventLog } = emitting;
  const journal = journalOf(deps, { id, settings, store, clock, policy, coverage, named, eventLog });
  const late = new WorldConsistency({ kept, store, clock, places });
  const steered = { policy, faults, quota: new WorldQuota({ ...named, clock, store: kept }), consistency: late };
  const calls = { faults, events: emitting.recorder, recorder: journal ?? deps.meter, steering: steeringOf(steered) };
  const plain = {
    id,
    store,
    clock,
    settings,
    pageTokenKey,
    authenticate,
    tokens,
    ...omitUndefined({ meter: deps.meter }),
  };
  const scope: World['scope'] & { steering: Steering | undefined } = { ...plain, ...calls };
  store.followSettings(steer);
  const snapshots = snapshotsOf(snapshotHome);
  const states = { snapshots, snapshotHome, population, replacing: [] };
  const made = { scope, identity, ...states, ...steered, ...emitting, journal, coverage };
  return { ...made, parts: partsOf(made) };
};
