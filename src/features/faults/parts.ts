import { MAX_LATENCY_MS } from './fault-bounds.contract.ts';
import type { Wait } from './holds.ts';

/** The pace at which a body is sent. */
export interface Pace {
  /** Bytes in a second; undefined: at once. */
  readonly bytesPerSecond: number | undefined;
  /** The byte after which it is held or broken off; undefined: none. */
  readonly cut: ((length: number) => number) | undefined;
  /** How long it is held there, in milliseconds. */
  readonly stallMillis: number;
  /** True if nothing is sent after that byte. */
  readonly isBrokenOff: boolean;
}

/** How often a slow body is written at most, in milliseconds. */
const TICK_MILLIS = 100;

/** Yields the ends of the pieces between two bytes; each is written when its time has passed. */
async function* pacePieces(
  from: number,
  to: number,
  perMilli: number,
  pause: (millis: number) => Promise<unknown>,
): AsyncGenerator<number> {
  const size = Math.max(1, Math.round(perMilli * TICK_MILLIS));
  for (let end = from; end < to; ) {
    const piece = Math.min(size, to - end);
    await pause(Math.max(1, Math.round(piece / perMilli)));
    end += piece;
    yield end;
  }
}

/**
 * Sends a body part by part: at its rate, and up to its cut if it is broken off. `wait` waits by timers of the
 * machine, and no longer than until the client has gone. A slow body takes the longest latency at most (behaviour F11).
 */
export const partsOf = (
  { bytesPerSecond, cut, stallMillis, isBrokenOff }: Pace,
  wait: Wait,
): ((length: number, gone: AbortSignal) => AsyncIterable<number>) =>
  async function* (length, signal) {
    const pause = (millis: number) => wait(millis, undefined, { signal });
    const perMilli = bytesPerSecond && Math.max(bytesPerSecond / 1_000, length / MAX_LATENCY_MS);
    const pieces = (from: number, to: number) =>
      perMilli === undefined ? [to].filter((end) => end > from) : pacePieces(from, to, perMilli, pause);
    const stop = cut?.(length) ?? length;
    yield* pieces(0, stop);
    if (stallMillis > 0) await pause(stallMillis);
    if (!isBrokenOff) yield* pieces(stop, length);
  };
