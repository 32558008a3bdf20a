import { ApiError, exhausted, internal } from './errors.ts';

/** One request that needs more of the stack than there is fails; other calls go on. */
const isStackExhausted = (error: unknown): boolean =>
  error instanceof RangeError && error.message === 'Maximum call stack size exceeded';

/** The error that a caller gets for a failure that was not raised on purpose: nothing of its cause leaks. */
export const concealError = (error: unknown): ApiError =>
  isStackExhausted(error) ? exhausted('the request is too complex') : internal();

/** The error that a caller gets for a failure. A failure that no request is to blame for is reported. */
export const callerError = (error: unknown, report: (error: unknown) => void): ApiError => {
  if (error instanceof ApiError) return error;
  report(error);
  return concealError(error);
};
