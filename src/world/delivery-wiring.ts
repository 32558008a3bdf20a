import type { WorldClock } from '../features/clock/world-clock.ts';
import { WorldTimers } from '../features/clock/world-timers.ts';
import { EndedDeliveries } from '../features/delivery/ended-deliveries.ts';
import type { Sender, SenderSetting } from '../features/delivery/http-sender.ts';
import { InFlight } from '../features/delivery/in-flight.ts';
import { DELIVERY_SCHEDULE, DELIVERY_TIMEOUT } from '../features/delivery/schedule.ts';
import { WorldOutbox, type WorldOutboxDeps } from '../features/delivery/world-outbox.ts';
import { WorldSinks } from '../features/delivery/world-sinks.ts';
import type { EventSubscription } from '../features/events/outbox.ts';
import { toEventSubscription } from '../features/events/pending-deliveries.ts';
import type { WorldIdentity } from '../identity/world-identity.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Settings } from '../kernel/context.ts';
import { issuerFor } from '../kernel/request-origin.ts';
import type { Rows, Store } from '../kernel/rows.ts';
import { parentOf } from '../kernel/uid.ts';
import { isLocalHost } from '../resources/events/local-hosts.ts';
import { subscriptions } from '../resources/index.ts';
import { omitUndefined } from '../schema/defined.ts';

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
  readonly over: EndedDeliveries;
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
  over: new EndedDeliveries(),
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
export const deliveryOf = ({ store, kept, settings, identity, stamp, allowEgress, machine, ...deps }: DeliveryDeps) => {
  const { clock } = deps;
  const issuer = issuerFor(settings);
  const keys = identity.ring;
  const sinks = new WorldSinks({ clock, store: kept, issuer, keys, nowMillis: () => machine.now() });
  const inFlight = new InFlight();
  const timers = new WorldTimers({ clock, wait, settled: () => inFlight.waitUntilIdle() });
  const outbox = new WorldOutbox({
    ...deps,
    store: kept,
    machineClock: machine,
    timers,
    inFlight,
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
