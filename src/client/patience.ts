/** How long an `expect` waits unless given, in milliseconds: less than the 5 seconds that Vitest gives a test. */
export const PATIENCE_MS = 4_000;

/** How much of the time that is left to a test an `expect` may take: there is some left to show its error. */
const SHARE = 0.8;

/** How long an `expect` may wait in a test that began some time ago, where the runner gives it `limitMs`; 0 is no limit. */
export const patienceOf = (limitMs: number, elapsedMs: number): number =>
  limitMs > 0 ? Math.max(0, Math.min(PATIENCE_MS, Math.floor((limitMs - elapsedMs) * SHARE))) : PATIENCE_MS;
