import { allResources } from '../../editions/editions.ts';
import type { WorldIdentity } from '../../identity/world-identity.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Settings } from '../../kernel/context.ts';
import { ResourceDirectory } from '../../kernel/directory.ts';
import type { Store } from '../../kernel/rows.ts';
import { subscriptions } from '../../resources/index.ts';
import { profileIn } from '../../schema/profile.ts';
import type { WorldClock } from '../clock/world-clock.ts';
import { eventExample, eventTypesIn } from '../events/event-catalogue.ts';
import { EventTypes } from '../events/event-types.ts';
import { WorldEvents } from '../events/world-events.ts';
import { type DeliverySetting, deliveryOf } from './delivery-wiring.ts';
import type { Population } from './population.ts';

/** What the events of one world are recorded and delivered with. */
export interface EmittingParts {
  readonly id: string;
  readonly settings: Settings;
  readonly clock: WorldClock;
  /** The clock of the machine. */
  readonly machine: Clock;
  readonly store: Store;
  /** The store itself, which nobody watches: what is to be delivered is not a change that callers see late. */
  readonly kept: Store;
  readonly identity: WorldIdentity;
  readonly population: Population;
  /** Claims that every token of the world has. */
  readonly stamp?: Readonly<Record<string, string>>;
  readonly delivery: DeliverySetting;
  readonly report: (error: unknown) => void;
}

/** How many events of each world are kept. */
const EVENTS_KEPT = 10_000;

const directory = new ResourceDirectory(allResources);

/** Composes what records the events of a world, and what delivers them; what an earlier run has left is delivered first. */
export const eventsOf = ({ id, kept, machine, population, delivery, ...parts }: EmittingParts) => {
  const { settings, clock, report } = parts;
  const events = new WorldEvents({
    world: { id, settings },
    store: kept,
    clock,
    subscriptions,
    limit: EVENTS_KEPT,
    directory,
    exampleOf: eventExample,
    types: () => new EventTypes(eventTypesIn(profileIn(settings)), settings.eventPrefix),
    group: (name) => population.group(name),
    orgId: () => population.orgId(),
    admin: () => population.admin(),
  });
  const delivering = deliveryOf({ ...delivery, ...parts, eventOf: (event) => events.show(event) }, machine);
  const { outbox } = delivering;
  outbox.onDone((delivered) => void events.done(delivered).catch(report));
  events.deliverTo(outbox, (event) => outbox.isDelivered(event));
  return { events, ...delivering };
};
