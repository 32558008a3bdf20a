import { canonicalDuration } from './scalars.ts';

/** A google.protobuf.Timestamp or Duration: whole seconds, and the fraction in nanoseconds. */
export interface SecondsAndNanos {
  readonly seconds: number;
  readonly nanos: number;
}

/** The first second of the year 1, and of the year 10000. */
const FIRST_SECOND = -62_135_596_800;
const SECOND_AFTER_LAST = 253_402_300_800;
const NANOS = 1_000_000_000;
const NANOS_PER_MILLI = 1_000_000;

/** The number that two digits of a text make. */
const readTwoDigits = (text: string, at: number): number => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528;

/** Days from 1970-01-01 to a day of the Gregorian calendar, computed with years that begin in March. */
const daysTo = (year: number, month: number, day: number): number => {
  const from = month > 2 ? year : year - 1;
  const months = month > 2 ? month - 3 : month + 9;
  const leapDays = Math.floor(from / 4) - Math.floor(from / 100) + Math.floor(from / 400);
  return from * 365 + leapDays + Math.floor((months * 153 + 2) / 5) + day - 719_469;
};

/**
 * A canonical timestamp in protobuf's form; the nanos count forward from the second, also before 1970. It reads the
 * digits itself, since every row has two timestamps and `Date.parse` takes as long as the rest of the row.
 */
export const timestampParts = (text: string): SecondsAndNanos => {
  const days = daysTo(
    readTwoDigits(text, 0) * 100 + readTwoDigits(text, 2),
    readTwoDigits(text, 5),
    readTwoDigits(text, 8),
  );
  const seconds =
    days * 86_400 + readTwoDigits(text, 11) * 3600 + readTwoDigits(text, 14) * 60 + readTwoDigits(text, 17);
  return { seconds, nanos: (readTwoDigits(text, 20) * 10 + text.charCodeAt(22) - 48) * NANOS_PER_MILLI };
};

/** The canonical timestamp; undefined outside the years 1 to 9999. Fractions of a millisecond are dropped. */
export const timestampOf = ({ seconds, nanos }: SecondsAndNanos): string | undefined =>
  seconds < FIRST_SECOND || seconds >= SECOND_AFTER_LAST || nanos < 0 || nanos >= NANOS
    ? undefined
    : new Date(seconds * 1000 + Math.floor(nanos / NANOS_PER_MILLI)).toISOString();

/** A canonical duration in protobuf's form: both parts have its sign. */
export const durationParts = (text: string): SecondsAndNanos => {
  const negative = text.startsWith('-');
  const [seconds = '0', fraction = ''] = text.slice(negative ? 1 : 0, -1).split('.');
  const sign = negative ? -1 : 1;
  return { seconds: sign * Number(seconds), nanos: sign * Number(fraction.padEnd(9, '0')) };
};

/** The canonical duration; undefined when it is out of range or its parts have different signs. */
export const durationOf = ({ seconds, nanos }: SecondsAndNanos): string | undefined => {
  if (Math.abs(nanos) >= NANOS || (seconds > 0 && nanos < 0) || (seconds < 0 && nanos > 0)) return undefined;
  const sign = seconds < 0 || nanos < 0 ? '-' : '';
  return canonicalDuration(`${sign}${Math.abs(seconds)}.${String(Math.abs(nanos)).padStart(9, '0')}s`);
};
