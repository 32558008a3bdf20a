/** The only source of time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

let lastMillis = 0;
let lastText = '1970-01-01T00:00:00.000Z';

/** RFC 3339 in UTC with exactly three fractional digits (behaviour §1.3). */
export const instant = (millis: number): string => {
  // Many calls are handled in one millisecond.
  if (millis !== lastMillis) {
    lastText = new Date(millis).toISOString();
    lastMillis = millis;
  }
  return lastText;
};
