import { allResources, describedOperations } from '../editions/editions.ts';
import { modeSetting, modes } from '../features/access/mode-setting.ts';
import { type ClockStart, WorldClock } from '../features/clock/world-clock.ts';
import { createCoverage } from '../features/coverage/create-coverage.ts';
import type { WorldCoverage } from '../features/coverage/world-coverage.ts';
import { DeliveryLog } from '../features/delivery/delivery-log.ts';
import { deliveryOf, type WorldDelivery } from '../features/delivery/world-delivery.ts';
import { WorldEvents } from '../features/events/world-events.ts';
import { resourceOf } from '../features/faults/attempts.ts';
import { faultRows, WorldFaults } from '../features/faults/world-faults.ts';
import { showChanges } from '../features/journal/entry-view.ts';
import { WorldJournal } from '../features/journal/world-journal.ts';
import { WatchedStore } from '../features/lag/watched-store.ts';
import { lagRows, WorldConsistency } from '../features/lag/world-consistency.ts';
import { quotaRows, WorldQuota } from '../features/quota/world-quota.ts';
import { reopenSnapshot, Snapshots } from '../features/snapshots/snapshots.ts';
import { WorldIdentity } from '../identity/world-identity.ts';
import { AccessPolicy } from '../kernel/access-policy.ts';
import { type CallScope, DEFAULT_WORLD, type Steering } from '../kernel/call-scope.ts';
import type { Settings } from '../kernel/context.ts';
import type { CallMeter, CallRecorder } from '../kernel/hooks.ts';
import { secretFor } from '../kernel/ids.ts';
import { operationsIn } from '../kernel/profile-operations.ts';
import { issuerFor, settingsAt } from '../kernel/request-origin.ts';
import type { Snapshot, Store } from '../kernel/rows.ts';
import type { TokenService } from '../kernel/token-service.ts';
import {
  findScimToken,
  grants,
  groups,
  identities,
  identityName,
  identityProviders,
  subscriptions,
} from '../resources/index.ts';
import { omitUndefined } from '../schema/defined.ts';
import { profileIn } from '../schema/profile.ts';
import type { SnapshotHome } from '../store/snapshot-home.ts';
import { Population } from './population.ts';
import type { World, WorldDeps, WorldSetting } from './world.ts';
import { WORLD_CLAIM } from './world-name.ts';
import { partsOf } from './world-parts.ts';

const parents = new Set(allResources.map(({ parent }) => parent?.singular));
/** The collections whose rows have others below them. */
const places: ReadonlySet<string> = new Set(
  allResources.filter(({ singular }) => parents.has(singular)).map(({ name }) => name),
);

/** The collections that decide whether calls meet something that a test has set. */
const STEERED_BY = [modes, faultRows, quotaRows, lagRows];

/** The lookups of names for the rules of a world. */
const namesIn = (settings: Settings, population: Population) => ({
  operations: () => operationsIn(profileIn(settings), describedOperations()),
  identity: (name: string) => population.identity(name),
});

/** The parts of a world whose settings its calls meet. */
type Steered = Pick<World, 'faults' | 'quota' | 'consistency' | 'policy'>;

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

/** The view that calls have of a world. */
class WorldScope implements CallScope {
  readonly id: string;
  readonly store: WatchedStore;
  readonly clock: WorldClock;
  readonly settings: Settings;
  readonly pageTokenKey: string;
  readonly authenticate: CallScope['authenticate'];
  readonly meter: CallMeter | undefined;
  readonly recorder: CallRecorder | undefined;
  readonly events: CallScope['events'];
  steering: Steering | undefined = undefined;
  readonly #world: LazyWorld;

  constructor(world: LazyWorld, id: string, meter: CallMeter | undefined) {
    const { store, clock, settings, identity, events, journal } = world;
    this.#world = world;
    this.id = id;
    this.store = store;
    this.clock = clock;
    this.settings = settings;
    this.pageTokenKey = secretFor(settings.seed, 'page-token', ...(id === DEFAULT_WORLD ? [] : [id]));
    this.authenticate = identity.authenticate;
    this.meter = meter;
    this.recorder = journal ?? meter;
    this.events = events.recorder;
  }

  get tokens(): TokenService {
    return this.#world.identity.tokens;
  }

  faults(): World['faults'] {
    return this.#world.faults;
  }
}

/**
 * A world whose parts are made when they are first used. Those that each call needs are there from the beginning. Objects
 * are written member by member: one that spreads another has a hidden class of its own in each world.
 */
class LazyWorld implements World {
  readonly store: WatchedStore;
  readonly clock: WorldClock;
  readonly settings: Settings;
  readonly scope: WorldScope;
  readonly identity: WorldIdentity;
  readonly population: Population;
  readonly events: WorldEvents;
  readonly journal: WorldJournal | undefined;
  readonly coverage: WorldCoverage | undefined;
  readonly snapshotHome: SnapshotHome | undefined;
  readonly replacing: (() => void)[] = [];
  readonly #deps: WorldDeps;
  readonly #unwatched: Store;
  readonly #stamp: Readonly<Record<string, string>> | undefined;
  readonly #names: ReturnType<typeof namesIn>;
  readonly #deliveryLog: DeliveryLog;
  #steered: Steered | undefined;
  #delivery: WorldDelivery | undefined;
  #snapshots: Snapshots<ClockStart> | undefined;

  constructor(
    deps: WorldDeps,
    { id, store: unwatched, seed, profile, clock: start, pausedMillis, snapshotHome }: WorldSetting,
  ) {
    const settings = { ...deps.settings, ...omitUndefined({ seed, profile }) };
    // Fixtures describe the same rows in every profile.
    const { serviceDomain, publicUrl } = settings;
    this.#deps = deps;
    this.#unwatched = unwatched;
    this.#stamp = id === DEFAULT_WORLD ? undefined : { [WORLD_CLAIM]: id };
    this.snapshotHome = snapshotHome;
    this.settings = settings;
    this.clock = new WorldClock(deps.clock, unwatched, start, pausedMillis);
    this.store = new WatchedStore(unwatched);
    const { clock, store } = this;
    this.identity = this.#makeIdentity();
    const rowSettings = { serviceDomain, publicUrl, seed: settings.seed };
    this.population = new Population({ store, clock, settings: rowSettings, shipped: deps.shippedFixtures });
    this.#names = namesIn(settings, this.population);
    this.#deliveryLog = new DeliveryLog(deps.delivery.over);
    this.events = new WorldEvents({
      world: { id, settings },
      clock,
      store: unwatched,
      order: deps.order,
      isDelivered: this.#deliveryLog.isDelivered,
      subscriptions,
      refusal: deps.delivery.refusal,
      deliver: (deliveries) => this.#delivering.outbox.add(deliveries),
      population: this.population,
    });
    this.events.recorder.resume();
    this.coverage = deps.coverage && createCoverage(profileIn(settings), deps.coverage);
    this.journal = this.#makeJournal(id);
    this.scope = new WorldScope(this, id, deps.meter);
    this.#steer();
    // Once there are parts that are set, they follow their rows first.
    store.followSettings(() => {
      if (!this.#steered) this.#follow();
    });
  }

  get policy(): World['policy'] {
    return this.#settable.policy;
  }

  get faults(): World['faults'] {
    return this.#settable.faults;
  }

  get quota(): World['quota'] {
    return this.#settable.quota;
  }

  get consistency(): World['consistency'] {
    return this.#settable.consistency;
  }

  get outbox(): World['outbox'] {
    return this.#delivering.outbox;
  }

  get sinks(): World['sinks'] {
    return this.#delivering.sinks;
  }

  get timers(): World['timers'] {
    return this.#delivering.timers;
  }

  /** Its snapshots, with the stored ones. */
  get snapshots(): Snapshots<ClockStart> {
    if (this.#snapshots) return this.#snapshots;
    const { snapshotHome: home } = this;
    const snapshots = new Snapshots<ClockStart>();
    for (const head of home?.heads ?? []) snapshots.save(reopenSnapshot(head, home as SnapshotHome));
    this.#snapshots = snapshots;
    return snapshots;
  }

  async reset(): Promise<void> {
    for (const listener of this.replacing) listener();
    for (const part of partsOf(this)) await part.reset?.();
  }

  async restore(state: Snapshot, clock: ClockStart): Promise<void> {
    for (const listener of this.replacing) listener();
    await this.store.restore(state);
    for (const part of partsOf(this)) await part.restored?.(clock);
  }

  end(): void {
    for (const part of partsOf(this)) part.ended?.();
  }

  #follow(): void {
    this.#steer();
    this.journal?.noteSettings();
  }

  /** Lets calls meet what is set. As long as nothing is, the parts that could be are not made. */
  #steer(): void {
    if (this.#isSteered) this.scope.steering = steeringOf(this.#settable);
  }

  get #isSteered(): boolean {
    return this.#steered !== undefined || this.#unwatched.rows.version(STEERED_BY) > 0;
  }

  get #settable(): Steered {
    if (!this.#steered) {
      this.#steered = this.#makeSettable();
      this.store.followSettings(() => this.#follow());
    }
    return this.#steered;
  }

  get #delivering(): WorldDelivery {
    this.#delivery ??= this.#makeDelivery();
    return this.#delivery;
  }

  #makeIdentity(): WorldIdentity {
    const { key, upstreamKey, trusted, trustedAws, audiences, scheme, report, clock: machineClock } = this.#deps;
    const { store, clock, settings } = this;
    return new WorldIdentity({
      store,
      clock,
      machineClock,
      seed: settings.seed,
      issuer: issuerFor(settings),
      issuerAt: (host) => issuerFor(settingsAt(settings, host)),
      apiUrl: settings.publicUrl,
      audiences,
      scheme,
      key,
      upstreamKey,
      trusted,
      trustedAws,
      stamp: this.#stamp,
      report,
      identities,
      groups,
      identityProviders,
      grants,
      findScimToken,
    });
  }

  #makeJournal(id: string): WorldJournal | undefined {
    const { journal, budget, order, meter } = this.#deps;
    if (!journal) return undefined;
    const { store, clock, settings, coverage } = this;
    const { operations, identity } = this.#names;
    const { most, directory, machineNow, readingEpoch, heads, all } = journal;
    return new WorldJournal({
      operations,
      identity,
      most,
      directory,
      machineNow,
      machineEpoch: journal.machineEpoch,
      readingEpoch,
      heads,
      all,
      world: id,
      budget,
      order,
      settings,
      rows: store.rows,
      nameOf: (uid) => identityName(store.rows, uid),
      log: store.log,
      clock,
      accessMode: () => (this.#isSteered ? this.policy.mode : 'enforce'),
      resourceOf,
      eventsOf: (call) => this.events.log.idsOfCall(call.id, call.order),
      begun: meter?.begun,
      ended: meter?.ended,
      counted: coverage?.count,
    });
  }

  #makeSettable(): Steered {
    const { clock: machine, wait, maySteer } = this.#deps;
    const { store, clock, settings } = this;
    const unwatched = this.#unwatched;
    const { operations, identity } = this.#names;
    return {
      policy: new AccessPolicy(modeSetting(unwatched), () => store.fork().rows, groups),
      faults: new WorldFaults({
        operations,
        identity,
        seed: settings.seed,
        profile: profileIn(settings),
        clock,
        store,
        unwatched,
        now: () => machine.now(),
        wait,
        maySteer,
        armed: () => this.#follow(),
        showChanges: (changes) => showChanges(changes, { settings, directory: { resources: allResources } }),
      }),
      quota: new WorldQuota({ operations, identity, clock, store: unwatched }),
      consistency: new WorldConsistency({ unwatched, store, clock, places }),
    };
  }

  #makeDelivery(): WorldDelivery {
    const { delivery, clock: machine, gate, report } = this.#deps;
    const { store, clock, settings, identity } = this;
    return deliveryOf({
      setting: delivery,
      clock,
      machine,
      store,
      unwatched: this.#unwatched,
      settings,
      identity,
      stamp: this.#stamp,
      gate,
      report,
      log: this.#deliveryLog,
      release: this.events.recorder.release,
      eventOf: (event) => this.events.log.show(event),
    });
  }
}

/** Composes rows, time and keys into a world. Tokens of any world but `default` name it, and so do its cursors. */
export const createWorld = (deps: WorldDeps, setting: WorldSetting): World => new LazyWorld(deps, setting);
