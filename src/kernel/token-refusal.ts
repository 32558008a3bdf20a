import type { TokenCheck } from '../schema/token-words.ts';
import { ApiError, unauthenticated } from './errors.ts';

/** An identity that a token nearly matches, and the claim in which they differ. */
export interface NearIdentity {
  readonly uid: string;
  readonly claim: string;
  /** The value that the identity asks for, or the pattern. */
  readonly wanted: string;
  readonly isPattern: boolean;
  /** The values of the token. */
  readonly found: readonly string[];
}

/** The values with which a check refused a token: neither the token nor its signature is among them. */
export interface RefusedValues {
  /** The values of which one would have done. */
  readonly wanted?: readonly string[];
  /** The values of the token. */
  readonly found?: readonly string[];
  /** The time that the check compared with the clock. */
  readonly timeMillis?: number;
  /** The reading of the clock at that moment. */
  readonly nowMillis?: number;
  /** The seconds by which the two may differ. */
  readonly skewSeconds?: number;
  /** The nearest identities, if none matches. */
  readonly near?: readonly NearIdentity[];
}

/** The check that a token has failed, in a sentence for the log, and with its values. */
export interface TokenRefusal extends RefusedValues {
  readonly check: TokenCheck;
  readonly reason: string;
}

/** The error with the check that failed as its cause, which no face renders. */
export const attachRefusal = (error: ApiError, refusal: TokenRefusal): ApiError =>
  Object.assign(error, { cause: refusal });

/** UNAUTHENTICATED with a message of behaviour §9.8, for a token that has failed a check. */
export const refuseToken = (message: string, refusal: TokenRefusal): ApiError =>
  attachRefusal(unauthenticated(message), refusal);

/** The check that the token of a refused call has failed; undefined for any other error. */
export const findTokenRefusal = (error: unknown): TokenRefusal | undefined => {
  const { cause } = error instanceof ApiError ? error : {};
  return typeof cause === 'object' && cause !== null && 'check' in cause ? (cause as TokenRefusal) : undefined;
};
