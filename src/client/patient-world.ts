import { PATIENCE_MS } from '../features/journal/journal.client.ts';
import type { World } from './world.ts';

/** How much of the time that is left to a test an `expect` may take: there is some left to show its error. */
const SHARE = 0.8;

/** How long an `expect` may wait in a test that began some time ago, where the runner gives it `limitMs`; 0 is no limit. */
export const patienceOf = (limitMs: number, elapsedMs: number): number =>
  limitMs > 0 ? Math.max(0, Math.min(PATIENCE_MS, Math.floor((limitMs - elapsedMs) * SHARE))) : PATIENCE_MS;

// A test may replace the clock of its process.
const now = performance.now.bind(performance);

/** A world whose `expect`s end before the test does that begins now, and for which the runner gives `limitMs`. */
export const makePatient = (world: World, limitMs: () => number): World => {
  const began = now();
  const boundTime = <T extends { readonly timeoutMs?: number }>(options: T | undefined) => ({
    ...options,
    timeoutMs: options?.timeoutMs ?? patienceOf(limitMs(), now() - began),
  });
  const { journal, events } = world;
  return {
    ...world,
    journal: { ...journal, expect: (match, options) => journal.expect(match, boundTime(options)) },
    events: { ...events, expect: (match, options) => events.expect(match, boundTime(options)) },
  };
};
