import type { Call } from './call.ts';

/** One bar: how many calls began in a part of the run. */
export interface Bar {
  readonly all: number;
  readonly matching: number;
  readonly failed: number;
  readonly faulted: number;
  /** Of those that match. */
  readonly matchingFailed: number;
  readonly matchingFaulted: number;
}

/** The calls over the machine's time since the run began; by their order if no time is known. */
export interface Density {
  /** The width of a bar, in seconds; in calls if no time is known. */
  readonly step: number;
  readonly isByTime: boolean;
  readonly bars: readonly Bar[];
  readonly barOf: (call: Call) => number;
}

const MAX_BARS = 120;
const STEPS = [1, 2, 5];

/** The smallest of 0.001, 0.002, 0.005, 0.01, 0.02 … by which a length has at most 120 bars. */
const stepFor = (length: number): number => {
  for (let decade = 0.001; ; decade *= 10) {
    for (const step of STEPS) {
      const width = Number((step * decade).toPrecision(1));
      if (length / width < MAX_BARS) return width;
    }
  }
};

const EMPTY: Bar = { all: 0, matching: 0, failed: 0, faulted: 0, matchingFailed: 0, matchingFaulted: 0 };

/** Counts calls over time; `matches` says of a call whether it is among those that are listed. */
export const densityOf = (calls: readonly Call[], matches: (call: Call) => boolean): Density => {
  const times = calls.filter(({ millis }) => !Number.isNaN(millis));
  const isByTime = times.length === calls.length && calls.length > 0;
  const begin = isByTime ? (calls[0]?.millis ?? 0) : 0;
  const placeOf = (call: Call): number =>
    isByTime ? Math.max(0, call.millis - begin) / 1_000 : calls.findIndex(({ number }) => number >= call.number);
  const length = isByTime ? calls.reduce((most, call) => Math.max(most, placeOf(call)), 0) : calls.length;
  const step = isByTime ? stepFor(length) : Math.max(1, stepFor(length));
  const bars = Array.from({ length: Math.max(1, Math.floor(length / step) + 1) }, () => ({ ...EMPTY }));
  for (const [nth, call] of calls.entries()) {
    const bar = bars[Math.floor((isByTime ? placeOf(call) : nth) / step)] as { -readonly [K in keyof Bar]: Bar[K] };
    const isIn = matches(call);
    bar.all += 1;
    if (isIn) bar.matching += 1;
    if (call.faulted) {
      bar.faulted += 1;
      if (isIn) bar.matchingFaulted += 1;
    } else if (call.failed) {
      bar.failed += 1;
      if (isIn) bar.matchingFailed += 1;
    }
  }
  return { step, isByTime, bars, barOf: (call) => Math.floor(placeOf(call) / step) };
};
