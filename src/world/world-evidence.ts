import type { WorldFacts } from '../../generated/nouns.ts';
import { viewOfClock } from '../features/clock/clock-view.ts';
import { viewOfPlan } from '../features/delivery/current-plan.ts';
import { DEFAULT_WORLD } from '../kernel/call-scope.ts';
import { instant } from '../kernel/clock.ts';
import { omitUndefined } from '../schema/defined.ts';
import type { Steering } from './steering.ts';
import type { WorldControl } from './world-control.ts';

/** How many calls of a world are looked at. */
const MAX_CALLS = 200;
/** The maximum number of events with deliveries. */
const MAX_EVENTS = 20;

/** The deliveries of the latest events, the oldest first. */
const deliveriesOf = ({ deliveries, events }: Steering): WorldFacts['deliveries'] => {
  const latest = [...new Set(deliveries.latest(MAX_EVENTS).map(({ event }) => event))].reverse();
  return latest.flatMap((event) => {
    const { type } = events.show(event);
    return deliveries.deliveries(event).map((each) => ({ ...each, type }));
  });
};

const clockOf = ({ clock }: Steering): WorldFacts['clock'] => {
  const view = viewOfClock(clock.read());
  return { ...view, machineTime: instant(clock.realMillis) };
};

/**
 * The facts about a world, and the calls to `default` behind a cursor of its journal.
 * @throws ApiError NOT_FOUND for a world that is not there
 */
export const evidenceOf = async (worlds: WorldControl, id: string, since: string | undefined): Promise<WorldFacts> => {
  const steering = worlds.get(id);
  const beside =
    since === undefined || id === DEFAULT_WORLD
      ? undefined
      : worlds.get(DEFAULT_WORLD).journal?.list({ match: {}, since: Number(since), limit: MAX_CALLS });
  return {
    id,
    ...omitUndefined({ journal: steering.journal?.list({ match: {}, limit: MAX_CALLS }) }),
    changes: await worlds.difference(id),
    neverFired: steering.faults.report().neverFired,
    callsOfDefault: beside?.entries ?? [],
    clock: clockOf(steering),
    plan: viewOfPlan(steering.deliveries.plan()),
    deliveries: deliveriesOf(steering),
  };
};
