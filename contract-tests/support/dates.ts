/** A day in milliseconds. */
export const DAY_MS = 86_400_000;

/** The time that many days from now, before now if they are negative, in RFC 3339. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
