/** How long a call may be held, and how long its answer may take, in milliseconds. */
export const MAX_LATENCY_MS = 600_000;
/** The most bytes of a body that a fault may name. */
export const MAX_BYTES = 1_000_000_000;
/** The longest time after which a call may be sent again, in seconds. */
export const MAX_RETRY_SECONDS = 86_400;
