import type { Keeps, World, WorldPart } from './world.ts';

const KEPT: Keeps = { snapshot: true, restart: true };
const KEPT_OVER_RESTARTS: Keeps = { snapshot: false, restart: true };
const IN_MEMORY: Keeps = { snapshot: false, restart: false };

/** The event leaves the part as it is; a world that is made from another begins without it. */
const doNothing = (): void => {};

/** A world without the list of its parts. */
type Members = Omit<World, 'parts'>;

const rowParts = ({ population, snapshotHome }: Members): readonly WorldPart[] => [
  // A restored snapshot has put them already, and a world that is made from another begins with a fork of its store.
  {
    name: 'rows',
    keeps: KEPT,
    reset: () => population.reset(),
    restored: doNothing,
    forked: doNothing,
    ended: doNothing,
  },
  {
    name: 'snapshots',
    keeps: snapshotHome ? KEPT_OVER_RESTARTS : IN_MEMORY,
    reset: doNothing,
    restored: doNothing,
    forked: doNothing,
    ended: doNothing,
  },
];

/** Parts that come before the clock, so that nothing that is due by the old time is sent. */
const eventParts = ({ outbox, sinks, recorder, readers, timers }: Members): readonly WorldPart[] => [
  {
    name: 'deliveries',
    keeps: KEPT_OVER_RESTARTS,
    reset: async () => {
      outbox.clear();
      await recorder.reset();
      await outbox.reset();
    },
    restored: async () => {
      outbox.clear();
      await recorder.dropPending();
    },
    forked: doNothing,
    ended: () => {
      outbox.clear();
      timers.close();
    },
  },
  {
    name: 'sinks',
    keeps: KEPT_OVER_RESTARTS,
    reset: () => sinks.clearAll(),
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
    ended: () => readers.close(),
  },
];

const clockParts = ({ scope: { clock } }: Members): readonly WorldPart[] => [
  {
    name: 'clock',
    keeps: KEPT,
    reset: () => clock.reset(),
    restored: (start) => clock.restart(start),
    // It was made to run on as that one does.
    forked: doNothing,
    ended: doNothing,
  },
];

const settingParts = ({ policy, faults, quota, consistency }: Members): readonly WorldPart[] => [
  {
    name: 'access mode',
    keeps: KEPT_OVER_RESTARTS,
    reset: () => policy.reset(),
    restored: doNothing,
    forked: (from) => (from.policy.mode === policy.mode ? undefined : policy.set(from.policy.mode)),
    ended: doNothing,
  },
  {
    name: 'faults',
    keeps: KEPT_OVER_RESTARTS,
    reset: () => faults.clear(),
    restored: () => faults.forgetEarlier(),
    forked: doNothing,
    ended: () => faults.endHolds(),
  },
  {
    name: 'quota',
    keeps: KEPT_OVER_RESTARTS,
    reset: () => quota.clear(),
    restored: doNothing,
    forked: doNothing,
    ended: doNothing,
  },
  {
    name: 'consistency',
    keeps: KEPT_OVER_RESTARTS,
    reset: () => consistency.clear(),
    // The store that it watches has said so to all but the counts.
    restored: () => consistency.forgetCounts(),
    forked: doNothing,
    ended: doNothing,
  },
];

const recordParts = ({ journal, coverage }: Members): readonly WorldPart[] => [
  {
    name: 'journal',
    keeps: IN_MEMORY,
    reset: () => journal?.reset(),
    restored: doNothing,
    forked: doNothing,
    ended: () => journal?.close(),
  },
  {
    name: 'coverage',
    keeps: IN_MEMORY,
    reset: () => coverage?.clear(),
    restored: doNothing,
    forked: doNothing,
    ended: doNothing,
  },
];

/** The parts of a world in the order in which an event of its life reaches them. */
export const partsOf = (members: Members): readonly WorldPart[] => [
  ...rowParts(members),
  ...eventParts(members),
  ...clockParts(members),
  ...settingParts(members),
  ...recordParts(members),
];

/** Takes a world back to its beginning. */
export const resetWorld = async ({ parts, replacing }: World): Promise<void> => {
  for (const listener of replacing) listener();
  for (const part of parts) await part.reset();
};

/** Ends the activity of a world: the waits for its calls and events, and deliveries. */
export const endWorld = ({ parts }: World): void => {
  for (const part of parts) part.ended();
};
