import type { WorldIdentity } from '../../identity/world-identity.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Settings } from '../../kernel/context.ts';
import { issuerFor } from '../../kernel/request-origin.ts';
import type { Store } from '../../kernel/rows.ts';
import { parentOf } from '../../kernel/uid.ts';
import { isLocalHost } from '../../resources/events/local-hosts.ts';
import { subscriptions } from '../../resources/index.ts';
import type { WorldClock } from '../clock/world-clock.ts';
import { WorldTimers } from '../clock/world-timers.ts';
import { toEventSubscription } from '../events/pending-deliveries.ts';
import type { DeliveryCounts } from './delivery-log.ts';
import { DELIVERY_SCHEDULE } from './delivery-queue.ts';
import { DELIVERY_TIMEOUT, type DeliveryDeps } from './delivery-sender.ts';
import { refusalsBy } from './egress.ts';
import type { Sender, SenderSetting } from './http-sender.ts';
import { WorldOutbox } from './world-outbox.ts';
import { WorldSinks } from './world-sinks.ts';

/** The delivery of the events of every world to their receivers. */
export interface DeliverySetting extends Pick<DeliveryDeps, 'sender' | 'schedule' | 'refusal' | 'version'> {
  /** Counts the deliveries of all worlds that have ended in each way. */
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

/** The world whose events are delivered. */
interface DeliveredWorld extends Pick<DeliveryDeps, 'log' | 'release' | 'eventOf' | 'gate' | 'report' | 'stamp'> {
  readonly setting: DeliverySetting;
  readonly clock: WorldClock;
  /** The clock of the machine. */
  readonly machine: Clock;
  readonly store: Store;
  /** The unwatched store itself: what a test sets is not a change that callers see late. */
  readonly unwatched: Store;
  readonly settings: Settings;
  readonly identity: WorldIdentity;
}

/** The parts of a world that deliver its events. */
export interface WorldDelivery {
  readonly outbox: WorldOutbox;
  readonly sinks: WorldSinks;
  readonly timers: WorldTimers;
}

/** Composes the delivery of a world's events: its queues, its own receivers, and the timers of retries. */
export const deliveryOf = (deps: DeliveredWorld): WorldDelivery => {
  const { setting, clock, machine: machineClock, store, unwatched, settings, identity, stamp } = deps;
  const issuer = issuerFor(settings);
  const keys = identity.ring;
  const sinks = new WorldSinks({ clock, store: unwatched, issuer, keys, machineClock });
  /** Calls back by a timer of the machine, which does not keep the process running. */
  const wait = (millis: number, wake: () => void): (() => void) => {
    const timer = setTimeout(wake, millis).unref();
    return () => clearTimeout(timer);
  };
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
    subscriptionOf: (uid) => {
      const row = store.rows.get(subscriptions, uid);
      return row && toEventSubscription(row, parentOf(uid));
    },
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
