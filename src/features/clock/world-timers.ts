import type { Timer as TimerNoun } from '../../../generated/nouns.ts';
import { failedPrecondition } from '../../kernel/errors.ts';
import type { WorldClock } from './world-clock.ts';

/** The purpose of a timer, in words and numbers for people. */
export type TimerFacts = Omit<TimerNoun, 'time'>;

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

/** A step of a clock ahead: by milliseconds, to a moment, or to the next timer. */
export type ClockStep = { readonly byMillis: number } | { readonly toMillis: number } | 'next';

/** The maximum number of fired timers that are reported. */
const MAX_REPORTED = 1_000;
/** The longest wait that the machine knows. */
const MAX_WAIT = 2 ** 31 - 1;

interface Timer {
  readonly atMillis: number;
  readonly facts: TimerFacts;
  readonly fire: () => void;
}

/** The dependencies of the timers of a world. */
export interface WorldTimersDeps {
  readonly clock: WorldClock;
  /** Calls back after a number of milliseconds of the machine; returns a function that cancels it. */
  readonly wait: (millis: number, wake: () => void) => () => void;
  /** Resolves when all fired timers are done. */
  readonly settled: () => Promise<void>;
}

const viewOfTimer = ({ atMillis, facts }: Timer): TimerView => ({ atMillis, ...facts });

/** Lets things happen by the clock of a world, whether that runs or is moved. */
export class WorldTimers implements Timers {
  readonly #deps: WorldTimersDeps;
  /** The timers in the order in which they fire. */
  readonly #timers: Timer[] = [];
  /** Collectors of the timers that fire while the clock is moved. */
  readonly #watching = new Set<(timer: TimerView) => void>();
  #stopWaiting = (): void => {};
  #isClosed = false;

  constructor(deps: WorldTimersDeps) {
    this.#deps = deps;
    deps.clock.onMove(() => this.#fireDue());
  }

  at(atMillis: number, facts: TimerFacts, fire: () => void): () => void {
    const timer = { atMillis, facts, fire };
    const place = this.#placeAfter(atMillis);
    this.#timers.splice(place, 0, timer);
    if (place === 0) this.#arm();
    return () => {
      const at = this.#timers.indexOf(timer, this.#placeBefore(atMillis));
      if (at >= 0) this.#timers.splice(at, 1);
    };
  }

  /** The timers that are still to fire, the next first. */
  list(): readonly TimerView[] {
    return this.#timers.map(viewOfTimer);
  }

  /**
   * Moves the clock ahead and fires the due timers, in their order and each at its moment; with `settle`, those that
   * fired are done before the clock moves on. Returns the first thousand that fired, and how many further ones did.
   * @throws ApiError INVALID_ARGUMENT for a step back, or one past the end of time; FAILED_PRECONDITION for `next` if
   * nothing is due
   */
  async advance(
    step: ClockStep,
    settle: boolean,
  ): Promise<{
    readonly fired: readonly TimerView[];
    readonly furtherFired: number;
  }> {
    const { clock, settled } = this.#deps;
    // Reports a step that the clock refuses before anything fires.
    const target = this.#targetOf(step);
    const fired: TimerView[] = [];
    let furtherFired = 0;
    const note = (timer: TimerView): void => {
      if (fired.length < MAX_REPORTED) fired.push(timer);
      else furtherFired += 1;
    };
    this.#watching.add(note);
    const moves: Promise<unknown>[] = [];
    try {
      this.#fireDue();
      for (;;) {
        const [next] = this.#timers;
        if (!next || next.atMillis > target) break;
        // Timers see the time at which they are due.
        const move = clock.advance(Math.max(0, next.atMillis - clock.now()));
        // If the timer has fired, the steps that follow need not wait until this one is stored.
        if (settle || this.#timers[0] === next) await move;
        else moves.push(move);
        if (settle) await settled();
      }
      moves.push(clock.advance(Math.max(0, target - clock.now())));
      await Promise.all(moves);
      if (settle) await settled();
    } finally {
      // No rejection of a move is left unhandled.
      await Promise.allSettled(moves);
      this.#watching.delete(note);
    }
    return { fired, furtherFired };
  }

  /** Drops all timers. */
  close(): void {
    this.#isClosed = true;
    this.#timers.length = 0;
    this.#stopWaiting();
  }

  #targetOf(step: ClockStep): number {
    if (step === 'next') {
      const [next] = this.#timers;
      if (next) return Math.max(next.atMillis, this.#deps.clock.now());
      throw failedPrecondition({ type: 'NO_TIMER', description: 'nothing is going to happen: there is no timer' });
    }
    const { clock } = this.#deps;
    const now = clock.now();
    const byMillis = 'toMillis' in step ? step.toMillis - now : step.byMillis;
    clock.demandStep(byMillis);
    return now + byMillis;
  }

  #fireDue(): void {
    const now = this.#deps.clock.now();
    for (let next = this.#timers[0]; next && next.atMillis <= now; next = this.#timers[0]) {
      this.#timers.shift();
      for (const note of this.#watching) note(viewOfTimer(next));
      next.fire();
    }
    this.#arm();
  }

  /** Sets a timer of the machine for the first timer that is due, if the clock runs. */
  #arm(): void {
    this.#stopWaiting();
    const { clock, wait } = this.#deps;
    const { mode, scale, nowMillis } = clock.read();
    const [first] = this.#timers;
    if (!first || mode === 'frozen' || this.#isClosed) return;
    const millis = Math.min(MAX_WAIT, Math.max(0, Math.ceil((first.atMillis - nowMillis) / scale)));
    this.#stopWaiting = wait(millis, () => this.#fireDue());
  }

  /** The place behind all timers of a moment. */
  #placeAfter(atMillis: number): number {
    return this.#search((timer) => timer.atMillis > atMillis);
  }

  #placeBefore(atMillis: number): number {
    return this.#search((timer) => timer.atMillis >= atMillis);
  }

  #search(isBehind: (timer: Timer) => boolean): number {
    let [low, high] = [0, this.#timers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBehind(this.#timers[middle] as Timer)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
