import { allResources } from '../../editions/editions.ts';
import type { WorldIdentity } from '../../identity/world-identity.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Settings } from '../../kernel/context.ts';
import { ResourceDirectory } from '../../kernel/directory.ts';
import type { Store } from '../../kernel/rows.ts';
import { subscriptions } from '../../resources/index.ts';
import { profileIn } from '../../schema/profile.ts';
import type { SharedRecord } from '../../store/notes.ts';
import type { WorldClock } from '../clock/world-clock.ts';
import { DeliveryLog } from '../delivery/delivery-log.ts';
import { eventExample, eventTypesIn } from '../events/event-catalogue.ts';
import { EventLog } from '../events/event-log.ts';
import { EventReaders } from '../events/event-readers.ts';
import { EventTypes } from '../events/event-types.ts';
import { PendingDeliveries } from '../events/pending-deliveries.ts';
import { SharedEvents, type SharedEventsParts } from '../events/shared-events.ts';
import { WorldEvents } from '../events/world-events.ts';
import { WorldRecorder } from '../events/world-recorder.ts';
import type { ProcessOrder } from '../plane/process-order.ts';
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
  /** How what happens in it becomes known to the other processes that share it; missing: there are none. */
  readonly shared: SharedRecord | undefined;
  readonly report: (error: unknown) => void;
}

/** How many events of each world are kept. */
const EVENTS_KEPT = 10_000;

const directory = new ResourceDirectory(allResources);

const takersOf = (log: EventLog, readers: EventReaders): Pick<SharedEventsParts, 'taken' | 'hidden'> => ({
  taken: (event) => {
    log.add(event);
    readers.takeEmitted(event);
  },
  hidden: () => {
    log.hide();
    readers.endWaits('reset');
  },
});

/** Composes the recorder of a world's events, and their delivery; deliveries left by an earlier run come first. */
export const eventsOf = ({ id, kept: store, population, delivery, order, shared: record, ...deps }: EmittingDeps) => {
  const { notes, process: owner } = record ?? {};
  const { settings, clock } = deps;
  const world = { id, settings };
  const log = new EventLog(EVENTS_KEPT, order);
  const types = () =>
    new EventTypes(eventTypesIn(profileIn(settings)), settings.eventPrefix, (name) => log.hasOwn(name));
  const changed = (event: string): void => readers.takeDelivered(event);
  const cleared = (): void => outbox.restart();
  const others = record && {
    notes: record.notes,
    owner: record.process,
    ownerOf: (id: string) => pending.ownerOf(id),
    handed: () => outbox.takeStored(),
  };
  const deliveryLog = new DeliveryLog({ over: delivery.over, shared: others, changed, cleared });
  const readers: EventReaders = new EventReaders({
    log,
    types,
    arrivals: deliveryLog,
    watch: notes && (() => notes.watch()),
  });
  const refused: SharedEventsParts['refused'] = (deliveries) => outbox.takeRefused(deliveries);
  const shared = notes && new SharedEvents({ notes, world, refused, ...takersOf(log, readers) });
  const refusal = (url: string): string | undefined => outbox.refusal(url);
  const pending = new PendingDeliveries({ store, subscriptions, readers, refusal, owner });
  const delivering = deliveryOf({
    ...delivery,
    ...deps,
    kept: store,
    notes,
    log: deliveryLog,
    keeper: pending,
    eventOf: (event) => log.show(event),
  });
  const { outbox } = delivering;
  const recorder = new WorldRecorder({ world, store, clock, log, readers, pending, outbox, shared });
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
  return { events, eventLog: log, recorder, readers, sharedEvents: shared, ...delivering };
};
