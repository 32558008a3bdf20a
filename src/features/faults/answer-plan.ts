import type { FaultEffect } from '../../../generated/nouns.ts';
import { ApiError, type CodeName } from '../../kernel/errors.ts';
import { type InjectedFault, LostAnswer } from '../../kernel/faults.ts';
import { BROKEN_OFF, type BrokenOff, type Transmission } from '../../kernel/transmission.ts';
import { MAX_LATENCY_MS } from './fault-bounds.contract.ts';
import type { Wait } from './holds.ts';

/** The pace at which a body is sent. */
export interface Pace {
  /** Bytes in a second; undefined: at once. */
  readonly bytesPerSecond: number | undefined;
  /** The byte after which it is delayed or broken off; undefined: none. */
  readonly cut: ((length: number) => number) | undefined;
  /** The delay there, in milliseconds. */
  readonly stallMillis: number;
  /** True if nothing is sent after that byte. */
  readonly isBrokenOff: boolean;
}

/** The shortest interval between two writes of a slow body, in milliseconds. */
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
 * The ends of the parts of a body, each yielded when it is to be sent: at its rate, and up to its cut if it is broken
 * off. `wait` ends when the client has gone. A slow body takes the longest latency at most (behaviour F11).
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

const halve = (length: number): number => Math.floor(length / 2);

/** The plan of sending the answer of one call, by the rules that have acted on it. */
export class AnswerPlan {
  #bytesPerSecond: number | undefined;
  #cut: ((length: number) => number) | undefined;
  #stallMillis = 0;
  #end: Transmission['end'];

  /** True if the answer will not be whole; no further rule sees it. */
  get isBrokenOff(): boolean {
    return this.#end !== undefined;
  }

  /** The status with which it will end, if that is not OK. */
  get status(): CodeName | BrokenOff | undefined {
    if (this.#end instanceof ApiError) return this.#end.code;
    return this.#end && BROKEN_OFF[this.#end];
  }

  /** Plans that nothing is sent (behaviour F10). */
  lose(how: LostAnswer['how']): void {
    this.#end = how;
  }

  /** Plans the effect on the whole answer (behaviour F11); of several rates the lowest holds. */
  shape({ slow, truncate }: FaultEffect): void {
    if (slow !== undefined) {
      const rate = typeof slow === 'number' ? slow : slow.bytesPerSecond;
      this.#bytesPerSecond = Math.min(rate, this.#bytesPerSecond ?? rate);
    }
    if (truncate === undefined) return;
    // At least one byte is missing.
    this.#cut = truncate === true ? halve : (length) => Math.max(0, Math.min(truncate, length - 1));
    this.#end = 'truncate';
  }

  /** Plans an interruption after half of the answer (behaviour F12). */
  interrupt(millis: number, error: InjectedFault | undefined): void {
    this.#cut = halve;
    this.#stallMillis += millis;
    this.#end = error instanceof LostAnswer ? error.how : error;
  }

  /** The transmission of the answer; undefined: as any other. */
  transmission(wait: Wait): Transmission | undefined {
    const [bytesPerSecond, cut, end] = [this.#bytesPerSecond, this.#cut, this.#end];
    if (bytesPerSecond === undefined && cut === undefined) return undefined;
    const pace = { bytesPerSecond, cut, stallMillis: this.#stallMillis, isBrokenOff: this.isBrokenOff };
    return { parts: partsOf(pace, wait), ...(end !== undefined && { end }) };
  }
}
