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
import { instant } from '../kernel/clock.ts';
import { ApiError, unauthenticated } from '../kernel/errors.ts';

/** How far a token's times may be off, in seconds (behaviour §9.8). */
export const CLOCK_SKEW_SECONDS = 60;

/** The length above which tokens are refused without being read. */
export const MAX_TOKEN_LENGTH = 32 * 1024;

/** The content of a token before it is verified. */
export interface StatedToken {
  readonly header: JWTHeaderParameters;
  readonly issuer: string;
  readonly subject: string;
  readonly payload: JWTPayload;
}

/** The keys for a token, as jose accepts them. */
export type KeySource = Parameters<typeof jwtVerify>[1];

/** The requirements for a token. */
export interface Expected {
  readonly algorithms: readonly string[];
  readonly issuer: string;
  /** One of these must be among its audiences; missing: any audience is accepted. */
  readonly audiences?: readonly string[];
  readonly typ?: string;
  readonly nowMillis: number;
}

/** A refusal with the check that failed as its cause: for the log only, since no face renders a cause. */
const attachCheck = (error: ApiError, check: string): ApiError => Object.assign(error, { cause: check });

/**
 * The one refusal of a token that is not good, for whatever reason but its age. `check` says which check failed, for
 * who runs the server; it never quotes the token.
 */
export const invalidToken = (check: string): ApiError => attachCheck(unauthenticated('invalid token'), check);

/** The check that a token fails which names a key that this server does not sign with. */
export const UNKNOWN_KEY = 'kid: it names a key that this server does not sign with';

/** The check that a token fails whose issuer's static keys are any text but a key set (behaviour §10.3). */
export const UNREADABLE_KEYS = 'iss: the static keys for its issuer are not a JSON Web Key Set';

/** The refusal of a token that is too old, which ended at a time in milliseconds. */
export const expiredToken = (endMillis = 0): ApiError =>
  attachCheck(unauthenticated('token expired'), `exp: it ended at ${instant(endMillis)}`);

/** The check that a refusal's token failed; undefined for any other error. */
export const findFailedCheck = (error: unknown): string | undefined => {
  const { cause } = error instanceof ApiError ? error : {};
  return typeof cause === 'string' ? cause : undefined;
};

/**
 * Reads a token without verifying it.
 * @throws ApiError UNAUTHENTICATED when it is not a signed JSON Web Token with an issuer and a subject
 */
export const readToken = (token: string): StatedToken => {
  if (token.length > MAX_TOKEN_LENGTH) throw invalidToken(`form: it is longer than ${MAX_TOKEN_LENGTH} characters`);
  const { header, payload } = partsOf(token);
  const { iss, sub } = payload;
  if (typeof iss !== 'string') throw invalidToken('iss: there is no issuer');
  if (typeof sub !== 'string' || sub === '') throw invalidToken('sub: there is no subject');
  return { header, issuer: iss, subject: sub, payload };
};

const partsOf = (token: string): Pick<StatedToken, 'header' | 'payload'> => {
  try {
    return { header: decodeProtectedHeader(token) as JWTHeaderParameters, payload: decodeJwt(token) };
  } catch {
    throw invalidToken('form: it is not a signed JSON Web Token');
  }
};

/** The last second of timestamps. */
const LAST_SECOND = 253_402_300_799;

/** True for a valid time in a claim: seconds within the range of timestamps. */
export const isNumericDate = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= LAST_SECOND;

const checkForm = ({ exp, nbf, iat }: JWTPayload): void => {
  if (![exp, nbf, iat].every((time) => time === undefined || isNumericDate(time))) {
    throw invalidToken('exp, nbf, iat: a time is not a number of seconds');
  }
};

/**
 * Checks a token's times against the clock.
 * @throws ApiError UNAUTHENTICATED: `invalid token`, or `token expired` (behaviour §9.8)
 */
export const checkTimes = (claims: JWTPayload, nowMillis: number): void => {
  const { exp, nbf } = claims;
  const now = Math.floor(nowMillis / 1000);
  checkForm(claims);
  if (exp === undefined) throw invalidToken('exp: there is no end');
  if (nbf !== undefined && nbf > now + CLOCK_SKEW_SECONDS) throw invalidToken('nbf: it is not good yet');
  if (exp <= now - CLOCK_SKEW_SECONDS) throw expiredToken(exp * 1_000);
};

const quote = (texts: readonly string[]): string => texts.map((text) => JSON.stringify(text)).join(', ') || 'nobody';

/** The check that a token has failed, by the error of jose. */
const checkOf = (error: unknown, { audiences = [], issuer }: Expected): string => {
  if (!(error instanceof errors.JWTClaimValidationFailed)) {
    return error instanceof errors.JOSEError ? `signature: ${error.message}` : 'signature: it cannot be checked';
  }
  const { claim, payload, message } = error;
  if (claim === 'aud') return `aud: it is for ${quote(audiencesOf(payload))}, and not for ${quote(audiences)}`;
  if (claim === 'iss') return `iss: it is of ${quote([String(payload.iss)])}, and not of ${quote([issuer])}`;
  return `${claim}: ${message}`;
};

const refusalOf = (error: unknown, expected: Expected): ApiError =>
  error instanceof errors.JWTExpired
    ? expiredToken((error.payload.exp ?? 0) * 1_000)
    : invalidToken(checkOf(error, expected));

/**
 * The claims of a token whose signature, issuer, audience and times are right.
 * @throws ApiError UNAUTHENTICATED: `invalid token`, or `token expired` (behaviour §9.8)
 */
export const verifyClaims = async (token: string, keys: KeySource, expected: Expected): Promise<JWTPayload> => {
  const options = {
    algorithms: [...expected.algorithms],
    issuer: expected.issuer,
    currentDate: new Date(expected.nowMillis),
    clockTolerance: CLOCK_SKEW_SECONDS,
    requiredClaims: ['sub', 'exp'],
    ...(expected.audiences === undefined ? {} : { audience: [...expected.audiences] }),
    ...(expected.typ === undefined ? {} : { typ: expected.typ }),
  };
  const payload = await payloadOf(token, keys, options, expected);
  checkForm(payload);
  return payload;
};

const payloadOf = async (
  token: string,
  keys: KeySource,
  options: JWTVerifyOptions,
  expected: Expected,
): Promise<JWTPayload> => {
  try {
    return (await jwtVerify(token, keys as JWTVerifyGetKey, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw refusalOf(error, expected);
    // A token that names no key may be of any one of several that fit.
    let refusal: unknown = error;
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (mismatch) {
        if (mismatch instanceof errors.JWTExpired) refusal = mismatch;
      }
    }
    throw refusalOf(refusal, expected);
  }
};

/** The audiences of claims: one, several or none. */
export const audiencesOf = ({ aud }: JWTPayload): readonly string[] =>
  typeof aud === 'string' ? [aud] : Array.isArray(aud) ? aud.filter((each) => typeof each === 'string') : [];
