import { triesWith } from '../../../features/evidence/attempts.ts';
import type { Call } from './call.ts';

/** A line of the table of calls: a call, or a jump of the clock of its world before it. */
export type CallItem = { readonly call: Call } | { readonly jump: string; readonly to: number; readonly key: string };

const HOUR = 3_600_000;

const durationText = (millis: number): string => {
  const minutes = Math.round(millis / 60_000);
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(minutes / 60), 'h'],
    [minutes % 60, 'min'],
  ];
  return parts.map(([value, unit]) => `${value} ${unit}`).join(' ');
};

/** The jump of the clock of a world between two of its calls, in milliseconds; 0 if it ran as the machine did. */
const jumpBetween = (before: Call, call: Call): number => {
  const passed = call.worldMillis - before.worldMillis;
  const real = Number.isNaN(call.millis - before.millis) ? 0 : call.millis - before.millis;
  return Math.abs(passed - real) >= HOUR ? passed : 0;
};

/** The lines of the table: the calls that match, with a line before each one before which its world's clock was moved. */
export const itemsOf = (all: readonly Call[], matching: readonly Call[]): readonly CallItem[] => {
  const jumps = new Map<number, number>();
  const last = new Map<string, Call>();
  for (const call of all) {
    const before = last.get(call.world);
    const jump = before ? jumpBetween(before, call) : 0;
    if (jump !== 0) jumps.set(call.number, jump);
    last.set(call.world, call);
  }
  return matching.flatMap((call): readonly CallItem[] => {
    const jump = jumps.get(call.number);
    if (jump === undefined) return [{ call }];
    const words = `${durationText(Math.abs(jump))} ${jump > 0 ? 'later' : 'back'}`;
    return [{ jump: words, to: call.worldMillis, key: `jump ${call.number}` }, { call }];
  });
};

/** The numbers of the calls that are tries for the same as a call, that one included; none if it is the only one. */
export const threadOf = (call: Call | undefined, triesOf: (call: Call) => readonly Call[]): ReadonlySet<number> => {
  if (!call) return new Set();
  const others = triesOf(call);
  const entries = triesWith(
    call.entry,
    others.map(({ entry }) => entry),
  );
  const numbers = [call, ...others].filter(({ entry }) => entries.includes(entry)).map(({ number }) => number);
  return numbers.length < 2 ? new Set() : new Set(numbers);
};
