import { instant } from '../kernel/clock.ts';

const MINUTE_MILLIS = 60_000;
/** The part of a timestamp that all moments of a minute share. */
const MINUTE_LENGTH = 'YYYY-MM-DDThh:mm:'.length;

/**
 * Makes a function that returns the createTime of one row after the other: each a second later than the one before, so
 * that ordering by it is unambiguous; or always now, when a fixture has no start.
 */
export const rowTimes = (startMillis: number | undefined, nowMillis: number): (() => string) => {
  if (startMillis === undefined) {
    const now = instant(nowMillis);
    return () => now;
  }
  const fraction = instant(startMillis).slice(-'.000Z'.length);
  let next = startMillis;
  let minute = Number.NaN;
  let prefix = '';
  return () => {
    // A date is made once a minute: it costs more than everything else in generating a row.
    const current = Math.floor(next / MINUTE_MILLIS);
    if (current !== minute) {
      minute = current;
      prefix = instant(current * MINUTE_MILLIS).slice(0, MINUTE_LENGTH);
    }
    const second = Math.floor((next - current * MINUTE_MILLIS) / 1000);
    next += 1000;
    return `${prefix}${second < 10 ? '0' : ''}${second}${fraction}`;
  };
};
