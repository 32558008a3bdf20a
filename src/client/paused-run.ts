import { booleanFrom } from '../schema/boolean-words.ts';
import { SetupRefusal } from './found-mock.ts';

const VARIABLE = 'PLATFORM_MOCK_HOLD';

/**
 * True if PLATFORM_MOCK_HOLD is set: the worlds of failed tests stay, and so does the mock.
 * @throws SetupRefusal if the variable is neither true nor false
 */
export const isPaused = (): boolean => {
  const given = booleanFrom(process.env[VARIABLE] ?? '');
  if (given === undefined) {
    throw new SetupRefusal(`${VARIABLE} is ${JSON.stringify(process.env[VARIABLE])}, which is neither true nor false`);
  }
  return given;
};

/** The longest time that a timer of Node takes, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Lifts the `teardownTimeout` of Vitest, which is in the argument of a setup, so that the end of a run may wait. */
export const allowLongEnd = (run: unknown): void => {
  const { config } =
    (run as { readonly vitest?: { readonly config?: { teardownTimeout?: number } } } | undefined)?.vitest ?? {};
  if (typeof config?.teardownTimeout === 'number') config.teardownTimeout = MAX_TIMER_MS;
};

/** Resolves at Ctrl+C, or when the process is asked to end; until then the process stays alive. */
export const stopAsked = (): Promise<void> =>
  new Promise((resolve) => {
    const alive = setInterval(() => {}, MAX_TIMER_MS);
    const stop = (): void => {
      clearInterval(alive);
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  });
