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

/** The numbers of calls, of calls that failed by themselves, and of calls that met a fault. */
const countsOf = (calls: readonly Call[]) => ({
  calls: calls.length,
  failed: calls.filter(({ failed, faulted }) => failed && !faulted).length,
  faulted: calls.filter(({ faulted }) => faulted).length,
});

/**
 * The calls over the machine's time since the run began, or by their order if no time is known: the length and the width
 * of a bar, in seconds or in calls, and the calls of each bar, of all and of those that match.
 */
const densityOf = (calls: readonly Call[], matching: ReadonlySet<Call>) => {
  const isByTime = calls.length > 0 && calls.every(({ millis }) => !Number.isNaN(millis));
  const begin = calls[0]?.millis ?? 0;
  const placeOf = (call: Call): number =>
    isByTime ? Math.max(0, call.millis - begin) / 1_000 : calls.findIndex(({ number }) => number >= call.number);
  const last = isByTime ? calls.reduce((latest, call) => Math.max(latest, placeOf(call)), 0) : calls.length;
  const step = isByTime ? stepFor(last) : Math.max(1, stepFor(last));
  const bars = Array.from({ length: Math.floor(last / step) + 1 }, (): Call[] => []);
  for (const [nth, call] of calls.entries()) bars[Math.floor((isByTime ? placeOf(call) : nth) / step)]?.push(call);
  return {
    step,
    isByTime,
    length: bars.length * step,
    barOf: (call: Call): number => Math.floor(placeOf(call) / step),
    isWhole: calls.every((call) => matching.has(call)),
    bars: bars.map((bar) => ({ all: countsOf(bar), found: countsOf(bar.filter((call) => matching.has(call))) })),
  };
};

type Density = ReturnType<typeof densityOf>;

const WIDTH = 1_200;
const BASE = 23;
const BELOW = 25;
const TALLEST = 22;
const DEEPEST = 9;

/** The height of so many among at most so many: it is seen if there is one. */
const heightOf = (number: number, max: number, tallest: number, least: number): number =>
  number === 0 ? 0 : Math.max(least, (number / Math.max(1, max)) * tallest);

const Drawing = ({ density: { bars, isWhole }, place }: { density: Density; place: number | undefined }) => {
  const step = WIDTH / bars.length;
  const maxOf = (countIn: (bar: Density['bars'][number]) => number): number => Math.max(...bars.map(countIn));
  const [maxAll, maxFound] = [maxOf(({ all }) => all.calls), maxOf(({ found }) => found.calls)];
  const deepest = maxOf(({ all }) => Math.max(all.failed, all.faulted));
  return (
    <>
      {bars.map(({ all, found }, nth) => {
        const box = (top: number, height: number, fill: string) =>
          height > 0 && <rect x={nth * step} y={top} width={step * 0.75} height={height} fill={fill} />;
        const up = (height: number, fill: string) => box(BASE - height, height, fill);
        /** The failures below the line, and the faults below these. */
        const down = ({ failed, faulted }: typeof all) => {
          const depth = heightOf(failed, deepest, DEEPEST, 2.5);
          return [
            box(BELOW, depth, 'var(--bad)'),
            box(BELOW + depth, heightOf(faulted, deepest, DEEPEST, 2.5), 'url(#hatch)'),
          ];
        };
        return (
          <g key={String(nth)}>
            {up(heightOf(all.calls, maxAll, TALLEST, 2), isWhole ? 'var(--bar)' : 'var(--bar-2)')}
            {!isWhole && up(heightOf(found.calls, maxFound, TALLEST, 2), 'var(--bar)')}
            <g class="out">{down(all)}</g>
            {down(found)}
          </g>
        );
      })}
      {place !== undefined && <rect x={place * step} width="2.5" height="34" fill="var(--accent)" />}
    </>
  );
};

/** The part of the time that is drawn over with the mouse. */
const useSpan = (density: Density, onSpan: (span: string) => void) => {
  const chart = useRef<SVGSVGElement>(null);
  /** The place at which the mouse was pressed, in seconds. */
  const [pressedAt, setPressedAt] = useState<number | undefined>(undefined);
  const secondsAt = (event: PointerEvent): number => {
    const { left = 0, width = 1 } = chart.current?.getBoundingClientRect() ?? {};
    return Math.max(0, Math.min(1, (event.clientX - left) / width)) * density.length;
  };
  const begin = (event: PointerEvent): void => {
    // The pointer may be released outside of the bar.
    chart.current?.setPointerCapture(event.pointerId);
    setPressedAt(secondsAt(event));
  };
  const end = (event: PointerEvent): void => {
    const to = secondsAt(event);
    setPressedAt(undefined);
    if (pressedAt === undefined || !density.isByTime || Math.abs(to - pressedAt) <= density.step) return;
    // To the millisecond.
    const ends = [Math.min(pressedAt, to), Math.max(pressedAt, to)].map((seconds) => `${Number(seconds.toFixed(3))}s`);
    onSpan(`at:${ends.join('..')}`);
  };
  return { ref: chart, onPointerDown: begin, onPointerUp: end, onPointerCancel: () => setPressedAt(undefined) };
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
