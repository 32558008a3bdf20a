import type { AdvancedClock, ClockReading, Timer } from '../../plane/nouns.ts';
import { FlagRefusal } from '../options.ts';
import type { Outcome } from './outcome.ts';
import type { Steered } from './steered.ts';

const clockLine = ({ now, mode, scale }: ClockReading): string =>
  `${now} ${mode}${mode === 'scaled' ? `, ${scale} seconds in one` : ''}\n`;

const timerLine = ({ time, kind, type, event, attempt }: Timer): string =>
  `${[time, kind, type, event, attempt === undefined ? undefined : `attempt ${attempt}`].filter((word) => word !== undefined).join(' ')}\n`;

const furtherLine = (count = 0): string => (count === 0 ? '' : `and ${count} more\n`);

const showReading = (reading: ClockReading): Outcome => ({ value: reading, text: clockLine(reading) });

/** Returns the time of a world, and how its clock runs; with `timers` also what will happen by it. */
export const showClock = async (
  { world }: Steered,
  { timers: isListing = false }: { readonly timers?: boolean },
): Promise<Outcome> => {
  const reading = await world.clock.read();
  if (!isListing) return showReading(reading);
  const { timers, furtherTimers } = await world.clock.timers();
  const text = `${clockLine(reading)}${timers.map(timerLine).join('')}${furtherLine(furtherTimers)}`;
  return { value: { ...reading, timers, ...(furtherTimers !== undefined && { furtherTimers }) }, text };
};

/** How far a clock is moved. */
export interface AdvanceFlags {
  readonly to?: string;
  readonly settle?: boolean;
}

const advancedText = ({ fired, furtherFired, ...reading }: AdvancedClock): string =>
  `${clockLine(reading)}${fired.map((timer) => `fired ${timerLine(timer)}`).join('')}${furtherLine(furtherFired)}`;

/** Moves the clock of a world ahead. @throws FlagRefusal unless either a duration or `to` is given */
export const advanceClock = async (
  { world }: Steered,
  by: string | undefined,
  { to, settle = false }: AdvanceFlags,
): Promise<Outcome> => {
  const step = by ?? (to === undefined ? undefined : { to });
  if (step === undefined || (by !== undefined && to !== undefined)) {
    throw new FlagRefusal('give a duration such as 72h, or --to with a time or "next"');
  }
  const advanced = await world.clock.advance(step, { settle });
  return { value: advanced, text: advancedText(advanced) };
};

/** Stops the clock of a world, at its time or a later one. */
export const freezeClock = async ({ world }: Steered, now?: string): Promise<Outcome> =>
  showReading(await world.clock.freeze(now));

/** Lets the clock of a world run as the machine's does, or `scale` times as fast. */
export const runClock = async (
  { world }: Steered,
  now: string | undefined,
  { scale }: { readonly scale?: number },
): Promise<Outcome> => {
  if (scale === undefined) return showReading(await world.clock.run(now));
  if (now !== undefined) throw new FlagRefusal('--scale does not go with a time');
  return showReading(await world.clock.scale(scale));
};
