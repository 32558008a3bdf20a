import { allResources } from '../editions/editions.ts';
import type { WorldClock } from '../features/clock/world-clock.ts';
import { WorldTimers } from '../features/clock/world-timers.ts';
import { type DeliveryCounts, DeliveryLog } from '../features/delivery/delivery-log.ts';
import { DELIVERY_SCHEDULE } from '../features/delivery/delivery-queue.ts';
import { DELIVERY_TIMEOUT } from '../features/delivery/delivery-sender.ts';
import type { Sender, SenderSetting } from '../features/delivery/http-sender.ts';
import { WorldOutbox, type WorldOutboxDeps } from '../features/delivery/world-outbox.ts';
import { WorldSinks } from '../features/delivery/world-sinks.ts';
import { eventExample, eventTypesIn } from '../features/events/event-catalogue.ts';
import { EventLog } from '../features/events/event-log.ts';
import { EventReaders } from '../features/events/event-readers.ts';
import { EventTypes } from '../features/events/event-types.ts';
import type { EventSubscription } from '../features/events/outbox.ts';
import { PendingDeliveries, toEventSubscription } from '../features/events/pending-deliveries.ts';
import { WorldEvents } from '../features/events/world-events.ts';
import { WorldRecorder } from '../features/events/world-recorder.ts';
import type { WorldIdentity } from '../identity/world-identity.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Settings } from '../kernel/context.ts';
import { ResourceDirectory } from '../kernel/directory.ts';
import type { Gate } from '../kernel/gate.ts';
import { issuerFor } from '../kernel/request-origin.ts';
import type { Rows, Store } from '../kernel/rows.ts';
import { parentOf } from '../kernel/uid.ts';
import type { ProcessOrder } from '../plane/process-order.ts';
import { isLocalHost } from '../resources/events/local-hosts.ts';
import { subscriptions } from '../resources/index.ts';
import { omitUndefined } from '../schema/defined.ts';
import { profileIn } from '../schema/profile.ts';
import type { Population } from './population.ts';

/** The delivery of the events of every world to their receivers. */
export interface DeliverySetting {
  readonly sender: Sender;
  /** The times of the attempts at an event, in milliseconds after its first attempt is due. */
  readonly schedule: readonly number[];
  /** The hosts besides local ones that events may be delivered to, in lower case. */
  readonly allowEgress: readonly string[];
  /** The version of the mock. */
  readonly version: string;
  /** How many deliveries of all worlds have ended in each way. */
  readonly over: DeliveryCounts;
}

/** The options of deliveries that differ from the defaults. */
export interface DeliveryOptions {
  /** The times of attempts at an event, in milliseconds after the first is due; as in behaviour E10 unless given. */
  readonly deliverySchedule?: readonly number[];
  /** The hosts besides local ones that events may be delivered to. */
  readonly allowEgress?: readonly string[];
  /** PEM certificates to trust for receivers, besides those that Node trusts. */
  readonly sinkCa?: string;
  /** Sends requests to receivers; over HTTP unless given. */
  readonly sender?: Sender;
}

/** A sender that is made with its first request: it loads HTTPS, which no start needs. */
const senderAtNeed = (setting: SenderSetting): Sender => {
  let made: Promise<Sender> | undefined;
  return {
    send: async (request, aborted) => {
      made ??= import('../features/delivery/http-sender.ts').then(({ HttpSender }) => new HttpSender(setting));
      return (await made).send(request, aborted);
    },
    close: () => void made?.then((sender) => sender.close()),
  };
};

/** The settings of deliveries, by the options of a mock. */
export const deliverySetting = (
  { deliverySchedule: schedule = DELIVERY_SCHEDULE, allowEgress = [], sinkCa, sender }: DeliveryOptions,
  version: string,
): DeliverySetting => ({
  schedule,
  version,
  over: { delivered: 0, dropped: 0, suppressed: 0 },
  allowEgress: allowEgress.map((host) => host.toLowerCase()),
  sender: sender ?? senderAtNeed({ timeoutMillis: DELIVERY_TIMEOUT, ca: sinkCa === undefined ? undefined : [sinkCa] }),
});

/** The parts that deliver the events of one world. */
interface DeliveryDeps
  extends DeliverySetting,
    Pick<WorldOutboxDeps, 'log' | 'keeper' | 'eventOf' | 'gate' | 'report'> {
  readonly clock: WorldClock;
  /** The clock of the machine. */
  readonly machine: Clock;
  readonly store: Store;
  /** The unwatched store itself: what a test sets is not a change that callers see late. */
  readonly kept: Store;
  readonly settings: Settings;
  readonly identity: WorldIdentity;
  /** Claims that every token of the world has. */
  readonly stamp?: Readonly<Record<string, string>>;
}

const subscriptionIn = (rows: Rows, uid: string): EventSubscription | undefined => {
  const row = rows.get(subscriptions, uid);
  return row && toEventSubscription(row, parentOf(uid));
};

/** Calls back by a timer of the machine, which does not keep the process running. */
const wait = (millis: number, wake: () => void): (() => void) => {
  const timer = setTimeout(wake, millis).unref();
  return () => clearTimeout(timer);
};

/** Composes the delivery of a world's events: its queues, its own receivers, and the timers of retries. */
const deliveryOf = ({ store, kept, settings, identity, stamp, allowEgress, machine, ...deps }: DeliveryDeps) => {
  const { clock } = deps;
  const issuer = issuerFor(settings);
  const keys = identity.ring;
  const sinks = new WorldSinks({ clock, store: kept, issuer, keys, machineClock: machine });
  const timers = new WorldTimers({ clock, wait, settled: () => outbox.idle() });
  const outbox: WorldOutbox = new WorldOutbox({
    ...deps,
    store: kept,
    machineClock: machine,
    timers,
    keys,
    issuer,
    hasGivenIssuer: settings.hasGivenUrl,
    sinks,
    ...omitUndefined({ stamp }),
    egress: { isLocal: isLocalHost, allowed: new Set(allowEgress) },
    subscriptionOf: (uid) => subscriptionIn(store.rows, uid),
  });
  return { outbox, sinks, timers };
};

/** The dependencies of recording and delivering the events of one world. */
export interface EmittingDeps {
  readonly id: string;
  readonly settings: Settings;
  readonly clock: WorldClock;
  /** The clock of the machine. */
  readonly machine: Clock;
  readonly store: Store;
  /** The unwatched store itself: a delivery to be made is not a change that callers see late. */
  readonly kept: Store;
  readonly identity: WorldIdentity;
  readonly population: Population;
  readonly order: ProcessOrder;
  /** Claims that every token of the world has. */
  readonly stamp?: Readonly<Record<string, string>>;
  readonly delivery: DeliverySetting;
  readonly gate: Gate | undefined;
  readonly report: (error: unknown) => void;
}

/** The maximum number of events in a world. */
const EVENTS_KEPT = 10_000;

const directory = new ResourceDirectory(allResources);

/** Composes the recorder of a world's events, and their delivery; deliveries left by an earlier run come first. */
export const eventsOf = ({ id, kept: store, population, delivery, order, ...deps }: EmittingDeps) => {
  const { settings, clock } = deps;
  const world = { id, settings };
  const log = new EventLog(EVENTS_KEPT, order);
  const types = () =>
    new EventTypes(eventTypesIn(profileIn(settings)), settings.eventPrefix, (name) => log.hasOwn(name));
  const deliveryLog = new DeliveryLog(delivery.over);
  const readers = new EventReaders({ log, types, arrivals: deliveryLog });
  const refusal = (url: string): string | undefined => outbox.refusal(url);
  const pending = new PendingDeliveries({ store, subscriptions, readers, refusal });
  const delivering = deliveryOf({
    ...delivery,
    ...deps,
    kept: store,
    log: deliveryLog,
    keeper: pending,
    eventOf: (event) => log.show(event),
  });
  const { outbox } = delivering;
  const recorder = new WorldRecorder({ world, store, clock, log, readers, pending, outbox });
  const events = new WorldEvents({
    world,
    store,
    clock,
    types,
    log,
    readers,
    recorder,
    directory,
    exampleOf: eventExample,
    group: (name) => population.group(name),
    orgId: () => population.orgId(),
    admin: () => population.admin(),
  });
  return { events, eventLog: log, recorder, readers, ...delivering };
};
