/** The times of the attempts at an event, in milliseconds after its first attempt is due (behaviour E10). */
export const DELIVERY_SCHEDULE: readonly number[] = [0, 1_000, 5_000, 30_000, 120_000, 600_000];
/** How long a receiver has for its answer, in milliseconds of the machine. */
export const DELIVERY_TIMEOUT = 10_000;
/** How many deliveries may wait for one subscription. */
export const MAX_WAITING = 20_000;
/** How long a group of events that is to be reordered waits for its last ones, in milliseconds of the world. */
export const GROUP_WAIT = 1_000;
