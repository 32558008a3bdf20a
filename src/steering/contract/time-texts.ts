import { durationFrom } from '../../schema/durations.ts';
import { canonicalTimestamp } from '../../schema/scalars.ts';
import { SUBSECOND } from './day-rules.ts';
import { z } from './zod.ts';

/** The spelling of durations: hours, minutes and seconds, and also days and milliseconds. */
const SPELLING = '^(?:\\d+(?:\\.\\d+)?(?:ms|[dhms]))+$';

/** A duration, as text such as `72h1s`. */
export const durationText = (message: string) =>
  z
    .string()
    .refine((text) => durationFrom(text) !== undefined, message)
    .openapi({ pattern: SPELLING });

/** A duration of at least a second, as text. */
export const lifeText = (message: string) =>
  z
    .string()
    .refine((text) => (durationFrom(text) ?? 0) >= 1_000, message)
    .openapi({ pattern: SPELLING, not: { pattern: SUBSECOND } });

/** The moments that are accepted: from the year 1 on, with up to nine digits of a second. */
export const MOMENT = { format: 'date-time', pattern: '^(?!0000)[^.]+(?:\\.\\d{1,9}[^\\d].*)?$' };

/** A moment, as text: RFC 3339 with an offset. */
export const momentText = () =>
  z
    .string()
    .refine((text) => canonicalTimestamp(text) !== undefined, 'must be an RFC 3339 timestamp with an offset')
    .openapi(MOMENT);
