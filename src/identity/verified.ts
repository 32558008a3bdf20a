import type { JWTPayload } from 'jose';
import type { Caller, TokenFacts } from '../kernel/context.ts';
import { audiencesOf, CLOCK_SKEW_SECONDS } from './verify-token.ts';

/** A verified token, and until when it is valid. */
export interface Verified {
  readonly caller: Caller;
  readonly expiresMillis: number;
  /** The version of the rows that it was checked against: keys for own tokens, identities for upstream ones. */
  readonly version: number;
}

/** A verified token: its caller, and its claims. */
export interface LookedAt {
  readonly caller: Caller;
  readonly claims: JWTPayload;
}

/** The facts about a token in its claims. */
export const factsOf = (claims: JWTPayload): TokenFacts => ({
  issuer: claims.iss ?? '',
  subject: claims.sub ?? '',
  audience: audiencesOf(claims),
  ...(claims.iat === undefined ? {} : { issuedMillis: claims.iat * 1000 }),
  ...(claims.exp === undefined ? {} : { expiresMillis: claims.exp * 1000 }),
  ...(typeof claims.email === 'string' ? { email: claims.email } : {}),
});

/** The time at which a token expires, in milliseconds: some time after its `exp`, since clocks differ. */
export const expiryOf = ({ exp = 0 }: JWTPayload): number => (exp + CLOCK_SKEW_SECONDS) * 1000;
