import type { ClockMode, ClockReading } from '../../../generated/nouns.ts';
import { type Clock, instant } from '../../kernel/clock.ts';
import { invalidField } from '../../kernel/errors.ts';
import { type Row, type Store, settingCollection } from '../../kernel/rows.ts';
import { Setting } from '../../plane/setting.ts';
import { canonicalTimestamp } from '../../schema/scalars.ts';

/** A clock as the control plane shows it: the mode, the time as RFC 3339 text, and the scale. */
export const viewOfClock = ({ mode, nowMillis, scale }: ClockState): ClockReading => ({
  mode,
  now: instant(nowMillis),
  scale,
});

/** A moment of RFC 3339 in milliseconds. */
export const momentOf = (text: string): number => Date.parse(canonicalTimestamp(text) ?? text);

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

/** The time of a clock at its start, at a moment of real time. */
const millisOf = ({ nowMillis, shiftMillis = 0 }: ClockStart, realMillis: number): number =>
  nowMillis ?? realMillis + shiftMillis;

/** The run of a clock: it showed `baseMillis` when the machine's clock showed `setAtMillis`. */
interface ClockRun {
  readonly mode: ClockMode;
  readonly scale: number;
  readonly baseMillis: number;
  readonly setAtMillis: number;
}

/** A clock that was set: how it runs, and the start and the beginning that a reset returns to. */
type ClockRow = Row & ClockRun & { readonly start: ClockStart; readonly begunMillis: number };

const clocks = settingCollection<ClockRow>('clock');

/** True for the start of a clock that shows the time of the machine. */
const isPlain = ({ mode, nowMillis, shiftMillis = 0 }: ClockStart): boolean =>
  mode === 'real' && nowMillis === undefined && shiftMillis === 0;

/** The run of a clock from its start on, at a reading of the machine's clock. */
const runOf = (start: ClockStart, setAtMillis: number): ClockRun => {
  const { mode, scale } = start;
  return { mode, scale, setAtMillis, baseMillis: millisOf(start, setAtMillis) };
};

/** A world's clock, which a test can freeze, scale and advance. It never goes back: reset instead. */
export class WorldClock implements Clock {
  readonly #real: Clock;
  /** Its run since it was set, as the rows of the world have it, or since it began. */
  readonly #run: Setting<ClockRow, ClockRun>;
  /** Its latest answer since it was set: this clock does not go back when the machine's clock is set back. */
  #latest = 0;
  #begun: number;
  #moved = (): void => {};
  /** The reading of the machine's clock while this one is paused, and how many holds pause it. */
  #pausedMillis: number | undefined;
  #holds: number;
  /** The last reading of the machine's clock. */
  #read: number;
  /** Its run as long as nobody sets it. */
  #beginning: ClockRun;

  /** Its start, which a reset returns to. */
  readonly #start: ClockStart;

  /**
   * Runs as real time does, unless it is given a start, or the rows of `store` have it set already. With `pausedMillis` it
   * stands still until it is released.
   */
  constructor(
    real: Clock,
    store: Store,
    start: ClockStart = { mode: 'real', scale: 1, shiftMillis: 0 },
    pausedMillis?: number,
  ) {
    this.#real = real;
    this.#start = start;
    this.#pausedMillis = pausedMillis;
    this.#holds = pausedMillis === undefined ? 0 : 1;
    this.#read = pausedMillis ?? real.now();
    this.#beginning = runOf(start, this.#read);
    this.#begun = this.#beginning.baseMillis;
    this.#run = new Setting(store, clocks, (row) => this.#follow(row));
  }

  now(): number {
    const { mode, scale, baseMillis, setAtMillis } = this.#run.value;
    if (mode === 'frozen') return baseMillis;
    const moment = Math.floor(Math.min(END_OF_TIME, baseMillis + (this.#readReal() - setAtMillis) * scale));
    if (moment > this.#latest) this.#latest = moment;
    return this.#latest;
  }

  /** The reading of the machine's clock behind the last answer of `now`; a new one if the clock is frozen. */
  get realMillis(): number {
    return this.mode === 'frozen' ? this.#readReal() : this.#read;
  }

  get mode(): ClockMode {
    return this.#run.value.mode;
  }

  get scale(): number {
    return this.#run.value.scale;
  }

  /** Pauses until `release` was called as often as `hold`: all readings until then are of one moment. */
  hold(): void {
    this.#pausedMillis ??= this.#real.now();
    this.#holds += 1;
  }

  /** Runs again, from the present reading of the machine's clock. */
  release(): void {
    this.#holds -= 1;
    if (this.#holds === 0) this.#pausedMillis = undefined;
  }

  #readReal(): number {
    this.#read = this.#pausedMillis ?? this.#real.now();
    return this.#read;
  }

  read(): ClockState {
    return { mode: this.mode, nowMillis: this.now(), scale: this.scale };
  }

  /**
   * Changes the mode of the clock, and optionally its time. `real` keeps its current distance to real time.
   * @throws ApiError INVALID_ARGUMENT when it would go back, or the scale is not above 0
   */
  async set(mode: ClockMode, wanted?: number, scale = 1): Promise<ClockState> {
    await this.#move(() => {
      // Read once: the clock runs on between two readings, and the first would then be in the past.
      const current = this.now();
      const baseMillis = wanted ?? current;
      if (baseMillis < current) throw invalidField('now', 'the clock does not go back: reset the world instead');
      if (baseMillis > END_OF_TIME) throw invalidField('now', 'the clock ends with the year 9999');
      if (!(scale > 0 && scale <= 1_000_000)) throw invalidField('scale', 'scale must be above 0 and at most 1000000');
      return { mode, scale: mode === 'scaled' ? scale : 1, baseMillis, setAtMillis: this.realMillis };
    });
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
   * Moves the clock ahead by some milliseconds; its mode does not change. It has moved at once, unless a long write of
   * its world is under way, and resolves when that is stored.
   * @throws ApiError INVALID_ARGUMENT as `demandStep`
   */
  async advance(byMillis: number): Promise<ClockState> {
    await this.#move(() => {
      this.demandStep(byMillis);
      const { mode, scale } = this;
      return { mode, scale, baseMillis: this.now() + byMillis, setAtMillis: this.realMillis };
    });
    return this.read();
  }

  /** The moment that it showed at its start, or at its last reset. */
  get begunMillis(): number {
    return this.#begun;
  }

  /** The time that it shows if it is started at a reading of the machine's clock. */
  startsAt(realMillis: number): number {
    return millisOf(this.#start, realMillis);
  }

  /** Its start, which a reset returns to. */
  get startedAs(): ClockStart {
    return this.#start;
  }

  /** The start of another clock that is to run on as this one does now. */
  start(): ClockStart {
    const { mode, nowMillis, scale } = this.read();
    return mode === 'real' ? { mode, scale, shiftMillis: nowMillis - this.#read } : { mode, scale, nowMillis };
  }

  /** Sets the clock back to its start, when a world is reset. */
  async reset(): Promise<void> {
    const run = runOf(this.#start, this.#readReal());
    this.#begun = run.baseMillis;
    if (!isPlain(this.#start)) return this.#move(() => run);
    // Nothing is set any more, and so it follows the clock of the machine wherever that goes.
    this.#beginning = run;
    this.#latest = run.baseMillis;
    await this.#announce(this.#run.write(() => undefined));
  }

  /** Runs by another start from now on, when a state is restored. Unlike `set`, it may go back. */
  restart(start: ClockStart): Promise<void> {
    return this.#move(() => runOf(start, this.#readReal()));
  }

  /** Stores in the rows of a new world how it runs from its start on. `onMove` is not called. */
  storeStart(): Promise<void> {
    return this.#write(() => runOf(this.#start, this.#readReal()));
  }

  /** Stores another run, and fires the timers that are due by it. @throws whatever `change` throws */
  #move(change: () => ClockRun): Promise<void> {
    return this.#announce(this.#write(change));
  }

  #write(change: () => ClockRun): Promise<void> {
    return this.#run.write(() => ({ ...change(), start: this.#start, begunMillis: this.#begun }));
  }

  /** Fires due timers at once, and again after a move that had to wait. */
  async #announce(written: Promise<void>): Promise<void> {
    this.#moved();
    await written;
    this.#moved();
  }

  #follow(row: ClockRow | undefined): ClockRun {
    const run = row ?? this.#beginning;
    this.#latest = run.baseMillis;
    if (row) this.#begun = row.begunMillis;
    return run;
  }
}
