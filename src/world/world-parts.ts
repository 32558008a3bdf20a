import type { World, WorldPart } from './world.ts';

/** The parts of a world in the order in which an event of its life reaches them. Missing ones are made then. */
export const partsOf = (world: World): readonly WorldPart[] => [
  // The rows, which a restored snapshot has put already. A world that is made from another begins with a fork of them.
  { reset: () => world.population.reset() },
  // Deliveries come before the clock, so that nothing that is due by the old time is sent.
  {
    reset: async () => {
      world.outbox.clear();
      await world.events.recorder.reset();
      await world.outbox.reset();
    },
    restored: async () => {
      world.outbox.clear();
      await world.events.recorder.dropPending();
    },
    ended: () => {
      world.outbox.clear();
      world.timers.close();
    },
  },
  { reset: () => world.sinks.clearAll() },
  // The events, which a reset hides with the deliveries.
  { ended: () => world.events.readers.close() },
  // The clock. In a world that is made from another it was made to run as the other one does.
  {
    reset: () => world.scope.clock.reset(),
    restored: (start) => world.scope.clock.restart(start),
  },
  {
    reset: () => world.policy.reset(),
    forked: ({ scope: { steering } }) => steering?.policy && world.policy.set(steering.policy.mode),
  },
  {
    reset: () => world.faults.clear(),
    restored: () => world.faults.forgetEarlier(),
    ended: () => world.faults.endHolds(),
  },
  { reset: () => world.quota.clear() },
  {
    reset: () => world.consistency.clear(),
    // The store that it watches has reported everything else to it.
    restored: () => world.consistency.forgetCounts(),
  },
  {
    reset: () => world.journal?.reset(),
    ended: () => world.journal?.close(),
  },
  { reset: () => world.coverage?.clear() },
];
