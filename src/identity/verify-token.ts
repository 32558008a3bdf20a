import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose';
import type { ApiError } from '../kernel/errors.ts';
import { unauthenticated } from '../kernel/errors.ts';

/** How far a token's times may be off, in seconds (behaviour §9.8). */
export const CLOCK_SKEW_SECONDS = 60;

/** Longer ones are refused unread. */
const MAX_TOKEN_LENGTH = 32 * 1024;

/** What a token says of itself, before anybody has checked it. */
export interface StatedToken {
  readonly header: JWTHeaderParameters;
  readonly issuer: string;
  readonly subject: string;
  readonly payload: JWTPayload;
}

/** Where the key of a token comes from: jose's own form of it. */
export type KeySource = Parameters<typeof jwtVerify>[1];

/** What a token must be. */
export interface Expected {
  readonly algorithms: readonly string[];
  readonly issuer: string;
  /** One of these must be among its audiences; any will do when left out. */
  readonly audiences?: readonly string[];
  readonly typ?: string;
  readonly nowMillis: number;
}

/** The one refusal of a token that is not good, for whatever reason but its age. */
export const invalidToken = (): ApiError => unauthenticated('invalid token');

/**
 * Reads a token without checking it.
 * @throws ApiError UNAUTHENTICATED when it is no signed JSON Web Token of an issuer about somebody
 */
export const statedBy = (token: string): StatedToken => {
  if (token.length > MAX_TOKEN_LENGTH) throw invalidToken();
  try {
    const header = decodeProtectedHeader(token) as JWTHeaderParameters;
    const payload = decodeJwt(token);
    const { iss, sub } = payload;
    if (typeof iss !== 'string' || typeof sub !== 'string' || sub === '') throw invalidToken();
    return { header, issuer: iss, subject: sub, payload };
  } catch {
    throw invalidToken();
  }
};

/** The last second that a timestamp can be of. */
const LAST_SECOND = 253_402_300_799;

/** True for what a claim may give as a time: seconds that some timestamp is of. */
export const isNumericDate = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= LAST_SECOND;

const checkForm = ({ exp, nbf, iat }: JWTPayload): void => {
  if (![exp, nbf, iat].every((time) => time === undefined || isNumericDate(time))) throw invalidToken();
};

/**
 * Holds a token's times to the clock.
 * @throws ApiError UNAUTHENTICATED: `invalid token`, or `token expired` (behaviour §9.8)
 */
export const checkTimes = (claims: JWTPayload, nowMillis: number): void => {
  const { exp, nbf } = claims;
  const now = Math.floor(nowMillis / 1000);
  checkForm(claims);
  if (exp === undefined) throw invalidToken();
  if (nbf !== undefined && nbf > now + CLOCK_SKEW_SECONDS) throw invalidToken();
  if (exp <= now - CLOCK_SKEW_SECONDS) throw unauthenticated('token expired');
};

const refusalOf = (error: unknown): ApiError =>
  error instanceof errors.JWTExpired ? unauthenticated('token expired') : invalidToken();

/**
 * The claims of a token whose signature, issuer, audience and times are right.
 * @throws ApiError UNAUTHENTICATED: `invalid token`, or `token expired` (behaviour §9.8)
 */
export const verifiedClaims = async (token: string, keys: KeySource, expected: Expected): Promise<JWTPayload> => {
  const options = {
    algorithms: [...expected.algorithms],
    issuer: expected.issuer,
    currentDate: new Date(expected.nowMillis),
    clockTolerance: CLOCK_SKEW_SECONDS,
    requiredClaims: ['sub', 'exp'],
    ...(expected.audiences === undefined ? {} : { audience: [...expected.audiences] }),
    ...(expected.typ === undefined ? {} : { typ: expected.typ }),
  };
  const payload = await payloadOf(token, keys, options);
  checkForm(payload);
  return payload;
};

const payloadOf = async (token: string, keys: KeySource, options: JWTVerifyOptions): Promise<JWTPayload> => {
  try {
    return (await jwtVerify(token, keys as JWTVerifyGetKey, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw refusalOf(error);
    // A token that names no key may be of any one of several that fit.
    let refusal: unknown = error;
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (mismatch) {
        if (mismatch instanceof errors.JWTExpired) refusal = mismatch;
      }
    }
    throw refusalOf(refusal);
  }
};

/** The audiences of claims: one, several or none. */
export const audiencesOf = ({ aud }: JWTPayload): readonly string[] =>
  typeof aud === 'string' ? [aud] : Array.isArray(aud) ? aud.filter((each) => typeof each === 'string') : [];
