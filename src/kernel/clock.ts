/** The only source of time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** RFC 3339 in UTC with exactly three fractional digits (behaviour §1.3). */
export const instant = (millis: number): string => new Date(millis).toISOString();
