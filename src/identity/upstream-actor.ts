import type { JWTPayload } from 'jose';
import { audiencesOf } from './verify-token.ts';

/** The upstream identity of a token: every member is a text (clients §2.4). */
export const actorOfClaims = (claims: JWTPayload): Readonly<Record<string, string>> => ({
  iss: claims.iss ?? '',
  sub: claims.sub ?? '',
  aud: audiencesOf(claims).join(','),
});
