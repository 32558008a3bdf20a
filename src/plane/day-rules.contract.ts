import { durationFrom } from '../schema/durations.ts';

/** The durations that are plainly shorter than a second: one part, or up to ten of less than 100 ms. */
export const SUBSECOND =
  '^(?:\\d{1,3}(?:\\.\\d+)?ms|(?:0*\\d{1,2}(?:\\.\\d+)?ms){2,10}|0+(?:\\.\\d+)?s|0+(?:\\.0+)?[dhm])$';

const DAY_MS = 86_400_000;

/** A pattern for the whole numbers up to one. */
const upTo = (max: number): string => {
  const digits = String(max);
  const smaller = [...digits].flatMap((digit, at) => {
    const rest = digits.length - at - 1;
    if (digit === '0' || (at === 0 && digit === '1' && rest > 0)) return [];
    return `${digits.slice(0, at)}[${at === 0 && rest > 0 ? 1 : 0}-${Number(digit) - 1}]${rest > 0 ? `\\d{${rest}}` : ''}`;
  });
  return `(?:${[...(digits.length > 1 ? [`\\d{1,${digits.length - 1}}`] : []), ...smaller, digits].join('|')})`;
};

const term = (unit: string, max: number): string => `0*${upTo(max)}(?:\\.\\d+)?${unit}`;

/** The spellings of up to a day, but for the sum of their parts. */
const WITHIN_DAY = `^(?:${[term('ms', DAY_MS), term('s', 86_400), term('m', 1_440), term('h', 24), term('d', 1)].join('|')})+$`;

/** A duration of a day at most: its check, and its keywords of OpenAPI. */
export interface DayRule {
  readonly millis: (text: string) => number | undefined;
  readonly keywords: object;
}

/** The spellings of no time at all. */
const ZERO = '^[0.dhms]+$';

/** Longer than no time at all, and up to a day. */
export const upToDay: DayRule = {
  millis: (text) => {
    const millis = durationFrom(text);
    return millis !== undefined && millis > 0 && millis <= DAY_MS ? millis : undefined;
  },
  keywords: { pattern: WITHIN_DAY, not: { type: 'string', pattern: ZERO } },
};

/** From a second to a day. */
export const secondToDay: DayRule = {
  millis: (text) => {
    const millis = upToDay.millis(text);
    return millis !== undefined && millis >= 1_000 ? millis : undefined;
  },
  keywords: {
    pattern: WITHIN_DAY,
    not: {
      anyOf: [
        { type: 'string', pattern: SUBSECOND },
        { type: 'string', pattern: ZERO },
      ],
    },
  },
};
