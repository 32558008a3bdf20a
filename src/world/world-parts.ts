import type { ClockStart } from '../features/clock/world-clock.ts';
import type { Keeps, World, WorldPart } from './world.ts';

const KEPT: Keeps = { snapshot: true, restart: true };
const KEPT_OVER_RESTARTS: Keeps = { snapshot: false, restart: true };
const IN_MEMORY: Keeps = { snapshot: false, restart: false };

/** The event leaves the part as it is; a world that is made from another begins without it. */
const doNothing = (): void => {};

const rowParts = (world: World): readonly WorldPart[] => [
  // A restored snapshot has put them already, and a world that is made from another begins with a fork of its store.
  {
    name: 'rows',
    keeps: KEPT,
    reset: () => world.population.reset(),
    restored: doNothing,
    forked: doNothing,
    ended: doNothing,
  },
  {
    name: 'snapshots',
    keeps: world.snapshotHome ? KEPT_OVER_RESTARTS : IN_MEMORY,
    reset: doNothing,
    restored: doNothing,
    forked: doNothing,
    ended: doNothing,
  },
];

/** Parts that come before the clock, so that nothing that is due by the old time is sent. */
const eventParts = (world: World): readonly WorldPart[] => [
  {
    name: 'deliveries',
    keeps: KEPT_OVER_RESTARTS,
    reset: async () => {
      world.outbox.clear();
      await world.recorder.reset();
      await world.outbox.reset();
    },
    restored: async () => {
      world.outbox.clear();
      await world.recorder.dropPending();
    },
    forked: doNothing,
    ended: () => {
      world.outbox.clear();
      world.timers.close();
    },
  },
  {
    name: 'sinks',
    keeps: KEPT_OVER_RESTARTS,
    reset: () => world.sinks.clearAll(),
    restored: doNothing,
    forked: doNothing,
    ended: doNothing,
  },
  {
    name: 'events',
    keeps: IN_MEMORY,
    // With the deliveries.
    reset: doNothing,
    restored: doNothing,
    forked: doNothing,
    ended: () => world.readers.close(),
  },
];

const clockParts = (world: World): readonly WorldPart[] => [
  {
    name: 'clock',
    keeps: KEPT,
    reset: () => world.scope.clock.reset(),
    restored: (start) => world.scope.clock.restart(start),
    // It was made to run on as that one does.
    forked: doNothing,
    ended: doNothing,
  },
];

const settingParts = (world: World): readonly WorldPart[] => [
  {
    name: 'access mode',
    keeps: KEPT_OVER_RESTARTS,
    reset: () => world.policy.reset(),
    restored: doNothing,
    forked: ({ scope: { steering } }) => steering?.policy && world.policy.set(steering.policy.mode),
    ended: doNothing,
  },
  {
    name: 'faults',
    keeps: KEPT_OVER_RESTARTS,
    reset: () => world.faults.clear(),
    restored: () => world.faults.forgetEarlier(),
    forked: doNothing,
    ended: () => world.faults.endHolds(),
  },
  {
    name: 'quota',
    keeps: KEPT_OVER_RESTARTS,
    reset: () => world.quota.clear(),
    restored: doNothing,
    forked: doNothing,
    ended: doNothing,
  },
  {
    name: 'consistency',
    keeps: KEPT_OVER_RESTARTS,
    reset: () => world.consistency.clear(),
    // The store that it watches has said so to all but the counts.
    restored: () => world.consistency.forgetCounts(),
    forked: doNothing,
    ended: doNothing,
  },
];

const recordParts = (world: World): readonly WorldPart[] => [
  {
    name: 'journal',
    keeps: IN_MEMORY,
    reset: () => world.journal?.reset(),
    restored: doNothing,
    forked: doNothing,
    ended: () => world.journal?.close(),
  },
  {
    name: 'coverage',
    keeps: IN_MEMORY,
    reset: () => world.coverage?.clear(),
    restored: doNothing,
    forked: doNothing,
    ended: doNothing,
  },
];

/** The parts of a world in the order in which an event of its life reaches them. Those not made yet are made then. */
export const partsOf = (world: World): readonly WorldPart[] => [
  ...rowParts(world),
  ...eventParts(world),
  ...clockParts(world),
  ...settingParts(world),
  ...recordParts(world),
];

/** Takes a world back to its beginning. */
export const resetWorld = async (world: World): Promise<void> => {
  for (const listener of world.replacing) listener();
  for (const part of partsOf(world)) await part.reset();
};

/** Lets each part of a world know that its rows are those of a snapshot, which was saved when its clock ran so. */
export const restoreWorld = async (world: World, clock: ClockStart): Promise<void> => {
  for (const part of partsOf(world)) await part.restored(clock);
};

/** Ends the activity of a world: the waits for its calls and events, and deliveries. */
export const endWorld = (world: World): void => {
  for (const part of partsOf(world)) part.ended();
};
