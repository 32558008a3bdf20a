import { refuseToken } from '../kernel/token-refusal.ts';
import type { TokenCheck } from '../schema/token-words.ts';

const BEARER = /^bearer +(\S+) *$/i;

const refusal = (check: TokenCheck, message: string) => refuseToken(message, { check, reason: message });

/**
 * The token of an `authorization` value.
 * @throws ApiError UNAUTHENTICATED when there is none (behaviour §9.8)
 */
export const bearerOf = (authorization: string | undefined): string => {
  if (authorization === undefined) throw refusal('missing', 'missing bearer token');
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined) throw refusal('malformed', 'malformed authorization header');
  return token;
};
