import { unauthenticated } from '../kernel/errors.ts';

const BEARER = /^bearer +(\S+) *$/i;

/**
 * The token of an `authorization` value.
 * @throws ApiError UNAUTHENTICATED when there is none (behaviour §9.8)
 */
export const bearerOf = (authorization: string | undefined): string => {
  if (authorization === undefined) throw unauthenticated('missing bearer token');
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined) throw unauthenticated('malformed authorization header');
  return token;
};
