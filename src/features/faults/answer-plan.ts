import type { FaultEffect } from '../../../generated/nouns.ts';
import { ApiError, type CodeName } from '../../kernel/errors.ts';
import { type InjectedFault, LostAnswer } from '../../kernel/faults.ts';
import { BROKEN_OFF, type BrokenOff, type Transmission } from '../../kernel/transmission.ts';
import type { Wait } from './holds.ts';
import { partsOf } from './parts.ts';

const halve = (length: number): number => Math.floor(length / 2);

/** Cuts a body so that at least one byte is missing. */
const limitTo =
  (bytes: number) =>
  (length: number): number =>
    Math.max(0, Math.min(bytes, length - 1));

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
    this.#cut = truncate === true ? halve : limitTo(truncate);
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
