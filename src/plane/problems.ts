import type { HonoRequest } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { callerError, type Report } from '../kernel/caller-error.ts';
import type { Settings } from '../kernel/context.ts';
import { errorBody } from '../kernel/error-details.ts';
import { type ApiError, invalidField } from '../kernel/errors.ts';
import { JSON_TYPE } from './guard.ts';

const HTTP_STATUS: Partial<Record<string, 400 | 401 | 403 | 404 | 409 | 429 | 499 | 503>> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  ALREADY_EXISTS: 409,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  CANCELLED: 499,
  UNAVAILABLE: 503,
};

/** The error with which a failed route answers; an unforeseen failure is reported and becomes an internal error. */
export const errorFor = (error: unknown, report: Report, req: HonoRequest): ApiError => {
  const wrong = JSON_TYPE.test(req.header('content-type') ?? '')
    ? 'malformed JSON'
    : 'must be sent as application/json';
  const known = error instanceof HTTPException ? invalidField('body', wrong) : error;
  return callerError(known, report, `${req.method} ${req.path}`);
};

/** The response for an error, in the shape of the API's errors. */
export const problemOf = (
  error: ApiError,
  settings: Settings,
  status: number = error.detail.http ?? HTTP_STATUS[error.code] ?? 500,
): Response => {
  const headers = {
    'Content-Type': 'application/json',
    ...(error.code === 'UNAUTHENTICATED' ? { 'WWW-Authenticate': 'Bearer' } : {}),
    ...(error.code === 'UNAVAILABLE' ? { 'Retry-After': '1' } : {}),
  };
  const text = JSON.stringify(errorBody(error, 'mock', settings));
  return new Response(text, { status, headers });
};
