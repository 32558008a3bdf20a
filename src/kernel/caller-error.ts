import { ApiError, exhausted, internal } from './errors.ts';

/** Receives a failure that no request is to blame for, with the operation in which it happened. */
export type Report = (error: unknown, operation?: string) => void;

/** The error that the caller of an operation gets for a failure, which is reported if no request is to blame for it. */
export const callerError = (error: unknown, report: Report, operation: string): ApiError => {
  if (error instanceof ApiError) return error;
  report(error, operation);
  // One request that needs more of the stack than there is fails; other calls go on.
  const isStackExhausted = error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
  // Nothing of the cause of a failure that was not raised on purpose leaks.
  return isStackExhausted ? exhausted('the request is too complex') : internal();
};
