/** The maximum number of faults of a world. */
export const MAX_FAULTS = 100;
/** The maximum delay of a call, or time for its answer, in milliseconds. */
export const MAX_LATENCY_MS = 600_000;
/** The most bytes of a body that a fault may name. */
export const MAX_BYTES = 1_000_000_000;
/** The longest time after which a call may be sent again, in seconds. */
export const MAX_RETRY_SECONDS = 86_400;
/** The most rows of a page that a fault may name: a page never has more. */
export const MAX_ROWS = 200;
/** The longest time for which a fault acts from its first time on, in milliseconds. */
export const MAX_LASTING_MS = 86_400_000;
