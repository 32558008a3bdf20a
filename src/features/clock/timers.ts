import type { Timer } from '../../../generated/nouns.ts';

/** The purpose of a timer, in words and numbers for people. */
export type TimerFacts = Omit<Timer, 'time'>;

/** Something that happens once the clock of a world shows a moment, in milliseconds since the epoch. */
export interface TimerView extends TimerFacts {
  readonly atMillis: number;
}

/** Lets things happen by the clock of a world. */
export interface Timers {
  /**
   * Calls back once the clock shows the moment, never at once; timers of one moment in the order in which they were set.
   * Returns a function that cancels it.
   */
  readonly at: (millis: number, facts: TimerFacts, fire: () => void) => () => void;
}

/** How far a clock moves ahead: by milliseconds, to a moment, or to the next timer. */
export type ClockStep = { readonly byMillis: number } | { readonly toMillis: number } | 'next';
