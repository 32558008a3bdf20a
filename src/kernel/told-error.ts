import type { Operation } from '../schema/operation.ts';
import { ApiError, internal, withoutDetails } from './errors.ts';

/**
 * What a caller is told of a failure. What no request is to blame for is reported, and nothing of it is told. v1 has
 * no details, also of what never came to an operation: a bad frame, a deadline (behaviour §12.4 V10).
 */
export const toldError = (
  error: unknown,
  version: Operation['version'],
  report: (error: unknown) => void,
): ApiError => {
  if (!(error instanceof ApiError)) report(error);
  const told = error instanceof ApiError ? error : internal();
  return version === 'v1' ? withoutDetails(told) : told;
};
