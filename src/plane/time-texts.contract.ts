import { durationFrom } from '../schema/durations.ts';
import { SUBSECOND } from './day-rules.contract.ts';
import { z } from './zod.contract.ts';

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
    .openapi({ pattern: SPELLING, not: { type: 'string', pattern: SUBSECOND } });
