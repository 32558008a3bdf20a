import { allResources } from '../editions/editions.ts';
import type { WorldClock } from '../features/clock/world-clock.ts';
import { DeliveryLog } from '../features/delivery/delivery-log.ts';
import { eventExample, eventTypesIn } from '../features/events/event-catalogue.ts';
import { EventLog } from '../features/events/event-log.ts';
import { EventReaders } from '../features/events/event-readers.ts';
import { EventTypes } from '../features/events/event-types.ts';
import { PendingDeliveries } from '../features/events/pending-deliveries.ts';
import { WorldEvents } from '../features/events/world-events.ts';
import { WorldRecorder } from '../features/events/world-recorder.ts';
import type { WorldIdentity } from '../identity/world-identity.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Settings } from '../kernel/context.ts';
import { ResourceDirectory } from '../kernel/directory.ts';
import type { Gate } from '../kernel/gate.ts';
import type { Store } from '../kernel/rows.ts';
import type { ProcessOrder } from '../plane/process-order.ts';
import { subscriptions } from '../resources/index.ts';
import { profileIn } from '../schema/profile.ts';
import { type DeliverySetting, deliveryOf } from './delivery-wiring.ts';
import type { Population } from './population.ts';

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
  const deliveryLog = new DeliveryLog({ over: delivery.over });
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
