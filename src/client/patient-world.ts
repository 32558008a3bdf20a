import { patienceOf } from './patience.ts';
import type { World } from './world.ts';

// A test may replace the clock of its process.
const now = performance.now.bind(performance);

/** A world whose `expect`s end before the test does that begins now, and for which the runner gives `limitMs`. */
export const patientWorld = (world: World, limitMs: () => number): World => {
  const began = now();
  const bounded = <T extends { readonly timeoutMs?: number }>(options: T | undefined) => ({
    ...options,
    timeoutMs: options?.timeoutMs ?? patienceOf(limitMs(), now() - began),
  });
  const { journal, events } = world;
  return {
    ...world,
    journal: { ...journal, expect: (match, options) => journal.expect(match, bounded(options)) },
    events: { ...events, expect: (match, options) => events.expect(match, bounded(options)) },
  };
};
