import { useMemo, useRef, useState } from 'preact/hooks';
import { count } from '../frame/bits.tsx';
import type { Call } from './call.ts';
import { spanText } from './time-text.ts';

/** One bar: how many calls began in a part of the run. */
export interface Bar {
  readonly all: number;
  readonly matching: number;
  readonly failed: number;
  readonly faulted: number;
  /** The same of the calls that match. */
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

/** Counts calls over time; `matches` returns true for a call that is listed. */
const densityOf = (calls: readonly Call[], matches: (call: Call) => boolean): Density => {
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

const WIDTH = 1_200;
const BASE = 23;
const TALLEST = 22;
const DEEPEST = 9;

/** A rectangle for each bar, as one path. */
const pathOf = (bars: readonly Bar[], boxOf: (bar: Bar) => readonly [top: number, height: number]): string => {
  const step = WIDTH / bars.length;
  return bars
    .map((bar, nth) => {
      const [top, height] = boxOf(bar);
      return height <= 0
        ? ''
        : `M${(nth * step).toFixed(1)} ${top.toFixed(1)}h${(step * 0.75).toFixed(1)}v${height.toFixed(1)}h${(-step * 0.75).toFixed(1)}z`;
    })
    .join('');
};

const most = (bars: readonly Bar[], of: keyof Bar): number => bars.reduce((max, bar) => Math.max(max, bar[of]), 1);

const Drawing = ({ density, place }: { density: Density; place: number | undefined }) => {
  const { bars } = density;
  const [all, matching] = [most(bars, 'all'), most(bars, 'matching')];
  const below = Math.max(most(bars, 'failed'), most(bars, 'faulted'));
  const isWhole = bars.every((bar) => bar.all === bar.matching);
  const up = (value: number, of: number): readonly [number, number] => {
    const height = value === 0 ? 0 : Math.max(2, (value / of) * TALLEST);
    return [BASE - height, height];
  };
  const depth = (value: number): number => (value === 0 ? 0 : Math.max(2.5, (value / below) * DEEPEST));
  const step = WIDTH / bars.length;
  return (
    <>
      <rect y="23.4" width={WIDTH} height="1" fill="var(--line)" />
      <path d={pathOf(bars, (bar) => up(bar.all, all))} fill={isWhole ? 'var(--bar)' : 'var(--bar-2)'} />
      {!isWhole && <path d={pathOf(bars, (bar) => up(bar.matching, matching))} fill="var(--bar)" />}
      <g class="out">
        <path d={pathOf(bars, (bar) => [25, depth(bar.failed)])} fill="var(--bad)" />
        <path d={pathOf(bars, (bar) => [25 + depth(bar.failed), depth(bar.faulted)])} fill="url(#hatch)" />
      </g>
      <path d={pathOf(bars, (bar) => [25, depth(bar.matchingFailed)])} fill="var(--bad)" />
      <path
        d={pathOf(bars, (bar) => [25 + depth(bar.matchingFailed), depth(bar.matchingFaulted)])}
        fill="url(#hatch)"
      />
      {place !== undefined && <rect x={place * step} width="2.5" height="34" fill="var(--accent)" />}
    </>
  );
};

/** The part of the time that is drawn over with the mouse. */
const useSpan = (density: Density, onSpan: (span: string) => void) => {
  const chart = useRef<SVGSVGElement>(null);
  const [begun, setBegun] = useState<number | undefined>(undefined);
  const secondsAt = (event: PointerEvent): number => {
    const { left = 0, width = 1 } = chart.current?.getBoundingClientRect() ?? {};
    const share = Math.max(0, Math.min(1, (event.clientX - left) / width));
    return share * density.bars.length * density.step;
  };
  return {
    ref: chart,
    onPointerDown: (event: PointerEvent) => {
      // The pointer may be released outside of the bar.
      chart.current?.setPointerCapture(event.pointerId);
      setBegun(secondsAt(event));
    },
    onPointerUp: (event: PointerEvent) => {
      const to = secondsAt(event);
      if (begun !== undefined && density.isByTime && Math.abs(to - begun) > density.step) {
        // To the millisecond.
        const ends = [Math.min(begun, to), Math.max(begun, to)].map((seconds) => `${Number(seconds.toFixed(3))}s`);
        onSpan(`at:${ends.join('..')}`);
      }
      setBegun(undefined);
    },
    onPointerCancel: () => setBegun(undefined),
  };
};

/** The calls over time, failures below the line. A part that is drawn over with the mouse is what is searched for. */
export const DensityBar = (props: {
  calls: readonly Call[];
  matching: readonly Call[];
  selected: Call | undefined;
  search: string;
  set: (search: string) => void;
}) => {
  const { calls, matching, selected, search, set } = props;
  const density = useMemo(() => {
    const numbers = new Set(matching.map(({ number }) => number));
    return densityOf(calls, ({ number }) => numbers.has(number));
  }, [calls, matching]);
  const span = useSpan(density, (at) => set(`${search.replace(/\s*at:\S+/, '')} ${at}`.trim()));
  const { step, isByTime, bars } = density;
  const length = bars.length * step;
  const last = isByTime ? `${Number(length.toPrecision(3))} seconds` : 'their order';
  const axis = isByTime
    ? [
        ['0', { left: 0 }] as const,
        [spanText(length / 4), { left: '25%' }] as const,
        [spanText(length / 2), { left: '50%' }] as const,
        [`${spanText(length)}, a bar is ${spanText(step)}`, { right: 0 }] as const,
      ]
    : [['in their order', { left: 0 }] as const];
  return (
    <div class="den">
      <svg
        {...span}
        class="d"
        viewBox={`0 0 ${WIDTH} 34`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${count(calls.length, 'call')} over ${last}, failures below the line`}
      >
        <defs>
          <pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="2.4" height="4" fill="var(--fault)" />
          </pattern>
        </defs>
        {calls.length > 0 && <Drawing density={density} place={selected && density.barOf(selected)} />}
        {calls.length === 0 && <rect y="23.4" width={WIDTH} height="1" fill="var(--line)" />}
      </svg>
      <div class="x" aria-hidden="true">
        {calls.length === 0 ? (
          <span style={{ left: 0 }}>calls over time, failures below the line</span>
        ) : (
          axis.map(([text, style]) => (
            <span key={text} style={style}>
              {text}
            </span>
          ))
        )}
      </div>
    </div>
  );
};
