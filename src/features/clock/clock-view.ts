import type { ClockReading } from '../../../generated/nouns.ts';
import { instant } from '../../kernel/clock.ts';
import { canonicalTimestamp } from '../../schema/scalars.ts';
import type { ClockState } from './world-clock.ts';

/** A clock as the control plane shows it: the mode, the time as RFC 3339 text, and the scale. */
export const viewOfClock = ({ mode, nowMillis, scale }: ClockState): ClockReading => ({
  mode,
  now: instant(nowMillis),
  scale,
});

/** A moment of RFC 3339 in milliseconds. */
export const momentOf = (text: string): number => Date.parse(canonicalTimestamp(text) ?? text);
