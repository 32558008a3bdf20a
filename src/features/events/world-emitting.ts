import { allResources } from '../../editions/editions.ts';
import type { Clock } from '../../kernel/clock.ts';
import { ResourceDirectory } from '../../kernel/directory.ts';
import type { Store } from '../../kernel/rows.ts';
import type { ProcessOrder } from '../../plane/process-order.ts';
import { subscriptions } from '../../resources/index.ts';
import { profileIn } from '../../schema/profile.ts';
import { eventExample, eventTypesIn } from './event-catalogue.ts';
import { EventLog } from './event-log.ts';
import { EventReaders } from './event-readers.ts';
import type { SampleDeps } from './event-sample.ts';
import { EventTypes } from './event-types.ts';
import type { Arrivals, Outbox } from './outbox.ts';
import { PendingDeliveries } from './pending-deliveries.ts';
import type { EventWorld } from './recorded-event.ts';
import { WorldEvents } from './world-events.ts';
import { WorldRecorder } from './world-recorder.ts';

/** The dependencies of the events of one world. */
export interface WorldEmittingDeps {
  readonly world: EventWorld;
  readonly clock: Clock;
  /** The unwatched rows: a delivery to be made is not a change that callers see late. */
  readonly store: Store;
  /** Numbers all that happens in the process. */
  readonly order: ProcessOrder;
  readonly arrivals: Arrivals;
  /** The reason why nothing may be delivered to a URL; undefined if it may. */
  readonly refusal: (url: string) => string | undefined;
  /** Asked when there is something to deliver. */
  readonly outbox: () => Outbox;
  /** The fields that its rows are asked for, when a test makes an event. */
  readonly population: {
    group(name: string): string | undefined;
    orgId(): string;
    admin(): string;
  };
}

/** The maximum number of events in a world. */
const EVENTS_KEPT = 10_000;

const directory = new ResourceDirectory(allResources);

/** The events of one world: the log of them, those who read it, who records them, and how a test makes one. */
export class WorldEmitting {
  readonly log: EventLog;
  readonly readers: EventReaders;
  readonly pending: PendingDeliveries;
  readonly recorder: WorldRecorder;
  readonly #deps: WorldEmittingDeps;
  #events: WorldEvents | undefined;

  constructor(deps: WorldEmittingDeps) {
    this.#deps = deps;
    const { world, clock, store, order, arrivals, refusal, outbox } = deps;
    const log = new EventLog(EVENTS_KEPT, order);
    const readers = new EventReaders({ log, types: () => this.#types(), arrivals });
    const pending = new PendingDeliveries({ store, subscriptions, readers, refusal });
    this.log = log;
    this.readers = readers;
    this.pending = pending;
    this.recorder = new WorldRecorder({ world, store, clock, log, readers, pending, outbox });
  }

  get events(): WorldEvents {
    this.#events ??= this.#makeEvents();
    return this.#events;
  }

  #types(): EventTypes {
    const { settings } = this.#deps.world;
    return new EventTypes(eventTypesIn(profileIn(settings)), settings.eventPrefix, (name) => this.log.hasOwn(name));
  }

  #makeEvents(): WorldEvents {
    const { log, readers, recorder } = this;
    const { world, clock, store, population } = this.#deps;
    const samples: SampleDeps = {
      world,
      directory,
      exampleOf: eventExample,
      group: (name) => population.group(name),
      orgId: () => population.orgId(),
      admin: () => population.admin(),
    };
    return new WorldEvents({ ...samples, store, clock, types: () => this.#types(), log, readers, recorder });
  }
}
