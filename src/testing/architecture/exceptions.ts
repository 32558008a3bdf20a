/** Files that still break a rule, as `path: rule`. */
export const KNOWN_VIOLATIONS: readonly string[] = [];

/** Files that still import each other in a circle. */
export const KNOWN_CYCLES: readonly string[] = [];

/** Rooms that still import each other in a circle. */
export const KNOWN_ROOM_CYCLES: readonly string[] = [];
