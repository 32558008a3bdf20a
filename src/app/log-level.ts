/** How much is logged; `silent` is nothing. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
/** One of these levels. */
export type LogLevel = (typeof LOG_LEVELS)[number];
