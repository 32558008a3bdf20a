import type { WorldFacts } from '../../generated/nouns.ts';
import { viewOfClock } from '../features/clock/world-clock.ts';
import { viewOfPlan } from '../features/delivery/current-plan.ts';
import { DEFAULT_WORLD } from '../kernel/call-scope.ts';
import { instant } from '../kernel/clock.ts';
import { omitUndefined } from '../schema/defined.ts';
import type { World } from './world.ts';
import type { WorldControl } from './world-control.ts';

/** The maximum number of calls of a world that are looked at. */
const MAX_CALLS = 200;
/** The maximum number of events with deliveries. */
const MAX_EVENTS = 20;

/** The deliveries of the latest events, the oldest first. */
const deliveriesOf = ({ outbox, events }: World): WorldFacts['deliveries'] => {
  const latest = [...new Set(outbox.latest(MAX_EVENTS).map(({ event }) => event))].reverse();
  return latest.flatMap((event) => {
    const { type } = events.log.show(event);
    return outbox.deliveries(event).map((each) => ({ ...each, type }));
  });
};

/**
 * The facts about a world, and the calls to `default` behind a cursor of its journal.
 * @throws ApiError NOT_FOUND for a world that is not there
 */
export const evidenceOf = async (worlds: WorldControl, id: string, since: string | undefined): Promise<WorldFacts> => {
  const world = worlds.get(id);
  const { clock } = world.scope;
  const beside =
    since === undefined || id === DEFAULT_WORLD
      ? undefined
      : worlds.get(DEFAULT_WORLD).journal?.list({ match: {}, since: Number(since), limit: MAX_CALLS });
  return {
    id,
    ...omitUndefined({ journal: world.journal?.list({ match: {}, limit: MAX_CALLS }) }),
    changes: await worlds.difference(id),
    neverFired: world.faults.report().neverFired,
    callsOfDefault: beside?.entries ?? [],
    clock: { ...viewOfClock(clock.read()), machineTime: instant(clock.realMillis) },
    plan: viewOfPlan(world.outbox.plan()),
    deliveries: deliveriesOf(world),
  };
};
