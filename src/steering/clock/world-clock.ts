import type { Clock } from '../../kernel/clock.ts';
import { invalidField } from '../../kernel/errors.ts';
import type { ClockMode } from '../contract/nouns.ts';

/** The time of a clock and its mode. */
export interface ClockState {
  readonly mode: ClockMode;
  readonly nowMillis: number;
  readonly scale: number;
}

/** The start of a clock: from a moment, or at a distance to real time, in milliseconds. */
export interface ClockStart {
  readonly mode: ClockMode;
  readonly scale: number;
  readonly nowMillis?: number;
  readonly shiftMillis?: number;
}

/** The last moment that a timestamp can name. */
const END_OF_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Checks how many seconds pass in a real one.
 * @throws ApiError INVALID_ARGUMENT
 */
const demandScale = (scale: number): void => {
  if (!(scale > 0 && scale <= 1_000_000)) throw invalidField('scale', 'scale must be above 0 and at most 1000000');
};

/** The time of a clock at its start, at a moment of real time. */
const millisOf = ({ nowMillis, shiftMillis = 0 }: ClockStart, realMillis: number): number =>
  nowMillis ?? realMillis + shiftMillis;

/** A world's clock, which a test can freeze, scale and advance. It never goes back: reset instead. */
export class WorldClock implements Clock {
  readonly #real: Clock;
  #mode: ClockMode = 'real';
  #scale = 1;
  /** Time is counted from this pair of moments: that of the world, and the real one at which it was set. */
  #base: number;
  #setAt: number;
  /** The latest moment shown: this clock does not go back when the machine's clock is set back. */
  #latest: number;
  #begun: number;
  #moved = (): void => {};
  /** The reading of the machine's clock while this one stands still, and how many want it to. */
  #held: number | undefined;
  #holds: number;
  /** The last reading of the machine's clock. */
  #read: number;

  /** Its start, which a reset returns to: `shift` is its distance to real time where it has one. */
  readonly #start: ClockStart;

  /** Runs as real time does, unless it is given a start. With `heldMillis` it stands still until it is released. */
  constructor(real: Clock, start: ClockStart = { mode: 'real', scale: 1, shiftMillis: 0 }, heldMillis?: number) {
    this.#real = real;
    this.#start = start;
    this.#held = heldMillis;
    this.#holds = heldMillis === undefined ? 0 : 1;
    this.#read = heldMillis ?? real.now();
    this.#setAt = this.#read;
    this.#base = millisOf(start, this.#setAt);
    this.#latest = this.#base;
    this.#begun = this.#base;
    this.#mode = start.mode;
    this.#scale = start.scale;
  }

  now(): number {
    if (this.#mode === 'frozen') return this.#base;
    const moment = Math.floor(Math.min(END_OF_TIME, this.#base + (this.#readReal() - this.#setAt) * this.#scale));
    if (moment > this.#latest) this.#latest = moment;
    return this.#latest;
  }

  /** The reading of the machine's clock from which `now` has its last answer; a frozen one needs none, so a new one. */
  get realMillis(): number {
    return this.#mode === 'frozen' ? this.#readReal() : this.#read;
  }

  get mode(): ClockMode {
    return this.#mode;
  }

  get scale(): number {
    return this.#scale;
  }

  /** Stands still until it is released as often as it was held: all that is read until then is of one moment. */
  hold(): void {
    this.#held = this.#real.now();
    this.#holds += 1;
  }

  /** Runs again, from where the machine's clock is. */
  release(): void {
    this.#holds -= 1;
    if (this.#holds === 0) this.#held = undefined;
  }

  #readReal(): number {
    this.#read = this.#held ?? this.#real.now();
    return this.#read;
  }

  read(): ClockState {
    return { mode: this.#mode, nowMillis: this.now(), scale: this.#scale };
  }

  /**
   * Changes the mode of the clock, and optionally its time. `real` keeps its current distance to real time.
   * @throws ApiError INVALID_ARGUMENT when it would go back, or the scale is not above 0
   */
  set(mode: ClockMode, wanted?: number, scale = 1): ClockState {
    // Read once: the clock runs on between two readings, and the first would then be in the past.
    const shown = this.now();
    const real = this.realMillis;
    const nowMillis = wanted ?? shown;
    if (nowMillis < shown) throw invalidField('now', 'the clock does not go back: reset the world instead');
    if (nowMillis > END_OF_TIME) throw invalidField('now', 'the clock ends with the year 9999');
    demandScale(scale);
    this.#mode = mode;
    this.#scale = mode === 'scaled' ? scale : 1;
    this.#base = nowMillis;
    this.#latest = nowMillis;
    this.#setAt = real;
    this.#moved();
    return this.read();
  }

  /** Calls back whenever the clock does not just run on: it was moved, or runs in another way. */
  onMove(moved: () => void): void {
    this.#moved = moved;
  }

  /**
   * Checks a step ahead.
   * @throws ApiError INVALID_ARGUMENT for a negative step, or one past the year 9999
   */
  demandStep(byMillis: number): void {
    if (byMillis < 0) throw invalidField('by', 'the clock does not go back: reset the world instead');
    if (this.now() + byMillis > END_OF_TIME) throw invalidField('by', 'the clock ends with the year 9999');
  }

  /**
   * Moves the clock ahead by some milliseconds; its mode does not change.
   * @throws ApiError INVALID_ARGUMENT as `demandStep`
   */
  advance(byMillis: number): ClockState {
    this.demandStep(byMillis);
    const next = this.now() + byMillis;
    this.#base = next;
    this.#latest = next;
    this.#setAt = this.realMillis;
    this.#moved();
    return this.read();
  }

  /** The moment that it showed at its start, or at its last reset. */
  get begunMillis(): number {
    return this.#begun;
  }

  /** The moment that it shows where it starts at a reading of the machine's clock. */
  startsAt(realMillis: number): number {
    return millisOf(this.#start, realMillis);
  }

  /** How it ran at its start, or since its last reset. */
  get begun(): Pick<ClockState, 'mode' | 'scale'> {
    const { mode, scale } = this.#start;
    return { mode, scale };
  }

  /** The start of another clock that is to run on as this one does now. */
  start(): ClockStart {
    const { mode, nowMillis, scale } = this.read();
    return mode === 'real' ? { mode, scale, shiftMillis: nowMillis - this.#read } : { mode, scale, nowMillis };
  }

  /** Sets the clock back to its start, when a world is reset. */
  reset(): void {
    this.restart(this.#start);
    this.#begun = this.#base;
  }

  /** Runs as another start has it from now on, when a state is restored; this one may go back. */
  restart(start: ClockStart): void {
    this.#mode = start.mode;
    this.#scale = start.scale;
    this.#setAt = this.#readReal();
    this.#base = millisOf(start, this.#setAt);
    this.#latest = this.#base;
    this.#moved();
  }
}
