import { HTTPException } from 'hono/http-exception';
import { concealError } from '../../kernel/caller-error.ts';
import type { Settings } from '../../kernel/context.ts';
import { errorBody } from '../../kernel/error-details.ts';
import { ApiError, invalidField } from '../../kernel/errors.ts';

const HTTP_STATUS: Partial<Record<string, 400 | 401 | 403 | 404 | 409 | 429 | 503>> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  ALREADY_EXISTS: 409,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  UNAVAILABLE: 503,
};

const toApiError = (error: unknown): ApiError | undefined => {
  if (error instanceof ApiError) return error;
  return error instanceof HTTPException ? invalidField('body', 'malformed JSON') : undefined;
};

/** The error with which a failed route answers; an unforeseen failure is reported and becomes an internal error. */
export const errorFor = (error: unknown, report: (error: unknown) => void): ApiError => {
  const known = toApiError(error);
  if (known === undefined) report(error);
  return known ?? concealError(error);
};

/** The response for an error, in the shape of the API's errors. */
export const problemOf = (
  error: ApiError,
  settings: Settings,
  status: number = HTTP_STATUS[error.code] ?? 500,
): Response => {
  const headers = {
    'Content-Type': 'application/json',
    ...(error.code === 'UNAUTHENTICATED' ? { 'WWW-Authenticate': 'Bearer' } : {}),
    ...(error.code === 'UNAVAILABLE' ? { 'Retry-After': '1' } : {}),
  };
  const text = JSON.stringify(errorBody(error, 'mock', settings));
  return new Response(text, { status, headers });
};
