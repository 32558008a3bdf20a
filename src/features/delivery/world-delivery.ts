import type { WorldIdentity } from '../../identity/world-identity.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Settings } from '../../kernel/context.ts';
import { issuerFor } from '../../kernel/request-origin.ts';
import type { Rows, Store } from '../../kernel/rows.ts';
import { parentOf } from '../../kernel/uid.ts';
import { isLocalHost } from '../../resources/events/local-hosts.ts';
import { subscriptions } from '../../resources/index.ts';
import type { WorldClock } from '../clock/world-clock.ts';
import { WorldTimers } from '../clock/world-timers.ts';
import { type EventSubscription, toEventSubscription } from '../events/pending-deliveries.ts';
import type { DeliveryCounts } from './delivery-log.ts';
import { DELIVERY_SCHEDULE } from './delivery-queue.ts';
import { DELIVERY_TIMEOUT } from './delivery-sender.ts';
import { type Refusal, refusalsBy } from './egress.ts';
import type { Sender, SenderSetting } from './http-sender.ts';
import { WorldOutbox, type WorldOutboxDeps } from './world-outbox.ts';
import { WorldSinks } from './world-sinks.ts';

/** The delivery of the events of every world to their receivers. */
export interface DeliverySetting {
  readonly sender: Sender;
  /** The times of the attempts at an event, in milliseconds after its first attempt is due. */
  readonly schedule: readonly number[];
  /** The reason why nothing may be delivered to a URL. */
  readonly refusal: Refusal;
  /** The version of the mock. */
  readonly version: string;
  /** The number of deliveries of all worlds that have ended in each way. */
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
      made ??= import('./http-sender.ts').then(({ HttpSender }) => new HttpSender(setting));
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
  refusal: refusalsBy({ isLocal: isLocalHost, allowed: new Set(allowEgress.map((host) => host.toLowerCase())) }),
  sender: sender ?? senderAtNeed({ timeoutMillis: DELIVERY_TIMEOUT, ca: sinkCa === undefined ? undefined : [sinkCa] }),
});

/** The dependencies of the delivery of the events of one world. */
export interface DeliveryDeps extends Pick<WorldOutboxDeps, 'log' | 'release' | 'eventOf' | 'gate' | 'report'> {
  readonly setting: DeliverySetting;
  readonly clock: WorldClock;
  /** The clock of the machine. */
  readonly machine: Clock;
  readonly store: Store;
  /** The unwatched store itself: what a test sets is not a change that callers see late. */
  readonly unwatched: Store;
  readonly settings: Settings;
  readonly identity: WorldIdentity;
  /** Claims that every token of the world has. */
  readonly stamp: Readonly<Record<string, string>> | undefined;
}

/** The parts of a world that deliver its events. */
export interface WorldDelivery {
  readonly outbox: WorldOutbox;
  readonly sinks: WorldSinks;
  readonly timers: WorldTimers;
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
export const deliveryOf = (deps: DeliveryDeps): WorldDelivery => {
  const { setting, clock, machine: machineClock, store, unwatched, settings, identity, stamp } = deps;
  const issuer = issuerFor(settings);
  const keys = identity.ring;
  const sinks = new WorldSinks({ clock, store: unwatched, issuer, keys, machineClock });
  const timers = new WorldTimers({ clock, wait, settled: () => outbox.idle() });
  // Each member by itself: an object that is made by spreading others has a hidden class of its own in each world.
  const outbox: WorldOutbox = new WorldOutbox({
    clock,
    machineClock,
    store: unwatched,
    timers,
    keys,
    issuer,
    hasGivenIssuer: settings.hasGivenUrl,
    stamp,
    sinks,
    subscriptionOf: (uid) => subscriptionIn(store.rows, uid),
    sender: setting.sender,
    schedule: setting.schedule,
    refusal: setting.refusal,
    version: setting.version,
    log: deps.log,
    release: deps.release,
    eventOf: deps.eventOf,
    gate: deps.gate,
    report: deps.report,
  });
  return { outbox, sinks, timers };
};
