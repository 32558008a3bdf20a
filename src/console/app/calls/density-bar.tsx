import { useMemo, useRef, useState } from 'preact/hooks';
import { count, spanText } from '../frame/text.ts';
import type { Call } from './call.ts';

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

const isFailed = ({ failed, faulted }: Call): boolean => failed && !faulted;
const isFaulted = ({ faulted }: Call): boolean => faulted;

/**
 * The calls over the machine's time since the run began, or by their order if no time is known: the length and the width
 * of a bar, in seconds or in calls, and how many calls of each kind each bar has, of all and of those that match.
 */
const densityOf = (calls: readonly Call[], matching: ReadonlySet<Call>) => {
  const isByTime = calls.length > 0 && calls.every(({ millis }) => !Number.isNaN(millis));
  const begin = calls[0]?.millis ?? 0;
  const placeOf = (call: Call): number =>
    isByTime ? Math.max(0, call.millis - begin) / 1_000 : calls.findIndex(({ number }) => number >= call.number);
  const last = isByTime ? calls.reduce((most, call) => Math.max(most, placeOf(call)), 0) : calls.length;
  const step = isByTime ? stepFor(last) : Math.max(1, stepFor(last));
  const bars = Array.from({ length: Math.floor(last / step) + 1 }, (): Call[] => []);
  for (const [nth, call] of calls.entries()) bars[Math.floor((isByTime ? placeOf(call) : nth) / step)]?.push(call);
  const countsOf = (is: (call: Call) => boolean) => bars.map((bar) => bar.filter(is).length);
  return {
    step,
    isByTime,
    length: bars.length * step,
    barOf: (call: Call): number => Math.floor(placeOf(call) / step),
    all: countsOf(() => true),
    failed: countsOf(isFailed),
    faulted: countsOf(isFaulted),
    matching: countsOf((call) => matching.has(call)),
    matchingFailed: countsOf((call) => isFailed(call) && matching.has(call)),
    matchingFaulted: countsOf((call) => isFaulted(call) && matching.has(call)),
  };
};

type Density = ReturnType<typeof densityOf>;

const WIDTH = 1_200;
const BASE = 23;
const TALLEST = 22;
const DEEPEST = 9;

/** A rectangle for each count, as one path. */
const pathOf = (
  counts: readonly number[],
  boxOf: (count: number, nth: number) => readonly [number, number],
): string => {
  const step = WIDTH / counts.length;
  return counts
    .map((number, nth) => {
      const [top, height] = boxOf(number, nth);
      return height <= 0
        ? ''
        : `M${(nth * step).toFixed(1)} ${top.toFixed(1)}h${(step * 0.75).toFixed(1)}v${height.toFixed(1)}h${(-step * 0.75).toFixed(1)}z`;
    })
    .join('');
};

/** The paths of bars above the line, the tallest of which has the whole height. */
const up = (counts: readonly number[]): string => {
  const most = Math.max(1, ...counts);
  return pathOf(counts, (number) => {
    const height = number === 0 ? 0 : Math.max(2, (number / most) * TALLEST);
    return [BASE - height, height];
  });
};

const Drawing = ({ density, place }: { density: Density; place: number | undefined }) => {
  const { all, failed, faulted } = density;
  const deepest = Math.max(1, ...failed, ...faulted);
  const isWhole = all.every((number, nth) => number === density.matching[nth]);
  const depth = (number = 0): number => (number === 0 ? 0 : Math.max(2.5, (number / deepest) * DEEPEST));
  /** The failures below the line, and the faults below these. */
  const down = (above: readonly number[], below: readonly number[]) => (
    <>
      <path d={pathOf(above, (number) => [25, depth(number)])} fill="var(--bad)" />
      <path d={pathOf(below, (number, nth) => [25 + depth(above[nth]), depth(number)])} fill="url(#hatch)" />
    </>
  );
  return (
    <>
      <path d={up(all)} fill={isWhole ? 'var(--bar)' : 'var(--bar-2)'} />
      {!isWhole && <path d={up(density.matching)} fill="var(--bar)" />}
      <g class="out">{down(failed, faulted)}</g>
      {down(density.matchingFailed, density.matchingFaulted)}
      {place !== undefined && <rect x={(place * WIDTH) / all.length} width="2.5" height="34" fill="var(--accent)" />}
    </>
  );
};

/** The part of the time that is drawn over with the mouse. */
const useSpan = (density: Density, onSpan: (span: string) => void) => {
  const chart = useRef<SVGSVGElement>(null);
  /** The place at which the mouse was pressed, in seconds. */
  const [begun, setBegun] = useState<number | undefined>(undefined);
  const secondsAt = (event: PointerEvent): number => {
    const { left = 0, width = 1 } = chart.current?.getBoundingClientRect() ?? {};
    return Math.max(0, Math.min(1, (event.clientX - left) / width)) * density.length;
  };
  const begin = (event: PointerEvent): void => {
    // The pointer may be released outside of the bar.
    chart.current?.setPointerCapture(event.pointerId);
    setBegun(secondsAt(event));
  };
  const end = (event: PointerEvent): void => {
    const to = secondsAt(event);
    setBegun(undefined);
    if (begun === undefined || !density.isByTime || Math.abs(to - begun) <= density.step) return;
    // To the millisecond.
    const ends = [Math.min(begun, to), Math.max(begun, to)].map((seconds) => `${Number(seconds.toFixed(3))}s`);
    onSpan(`at:${ends.join('..')}`);
  };
  return { ref: chart, onPointerDown: begin, onPointerUp: end, onPointerCancel: () => setBegun(undefined) };
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
  const density = useMemo(() => densityOf(calls, new Set(matching)), [calls, matching]);
  const { step, isByTime, length } = density;
  const span = useSpan(density, (at) => set(`${search.replace(/\s*at:\S+/, '')} ${at}`.trim()));
  const last = isByTime ? `${Number(length.toPrecision(3))} seconds` : 'their order';
  const axis = isByTime
    ? [
        ['0', { left: 0 }] as const,
        [spanText(length / 4), { left: '25%' }] as const,
        [spanText(length / 2), { left: '50%' }] as const,
        [`${spanText(length)}, a bar is ${spanText(step)}`, { right: 0 }] as const,
      ]
    : [[calls.length > 0 ? 'in their order' : 'calls over time, failures below the line', { left: 0 }] as const];
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
        <rect y="23.4" width={WIDTH} height="1" fill="var(--line)" />
        {calls.length > 0 && <Drawing density={density} place={selected && density.barOf(selected)} />}
      </svg>
      <div class="x" aria-hidden="true">
        {axis.map(([text, style]) => (
          <span key={text} style={style}>
            {text}
          </span>
        ))}
      </div>
    </div>
  );
};
