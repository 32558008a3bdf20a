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
import type { ApiError } from '../kernel/errors.ts';
import { type RefusedValues, refuseToken } from '../kernel/token-refusal.ts';
import { brief } from '../schema/field-violation.ts';
import type { TokenCheck } from '../schema/token-words.ts';

/** The seconds by which a token's times may be off (behaviour §9.8). */
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

/** The most values of a claim that a refusal repeats, and the most of each: a token may have thousands. */
const MAX_VALUES = 10;
const MAX_VALUE_LENGTH = 256;

/** The first values, shortened. */
export const fewOf = (values: readonly string[]): readonly string[] =>
  values.slice(0, MAX_VALUES).map((value) => brief(value, MAX_VALUE_LENGTH));

/**
 * The one refusal of a token that is not good, for whatever reason but its age. `reason` says for the log which check
 * failed; it never quotes the token.
 */
export const invalidToken = (check: TokenCheck, reason: string, values: RefusedValues = {}): ApiError =>
  refuseToken('invalid token', { check, reason, ...values });

/** The refusal of a token that is too old, which ended at a time in milliseconds. */
export const expiredToken = (timeMillis: number, nowMillis: number, skewSeconds = CLOCK_SKEW_SECONDS): ApiError =>
  refuseToken('token expired', {
    check: 'expired',
    reason: `exp: it ended at ${instant(timeMillis)}`,
    timeMillis,
    nowMillis,
    skewSeconds,
  });

const earlyToken = (beginSeconds: number, nowMillis: number): ApiError =>
  invalidToken('not_yet_valid', 'nbf: it is not good yet', {
    timeMillis: beginSeconds * 1_000,
    nowMillis,
    skewSeconds: CLOCK_SKEW_SECONDS,
  });

/** The refusal of the token of an identity that does not exist. */
export const unknownIdentity = (uid: string): ApiError =>
  refuseToken('unknown identity', {
    check: 'identity',
    reason: `identity: there is none with the uid ${JSON.stringify(brief(uid, MAX_VALUE_LENGTH))}`,
    found: fewOf([uid]),
  });

/** The refusal of a token of more than MAX_TOKEN_LENGTH characters. */
export const tooLongToken = (): ApiError =>
  invalidToken('form', `form: it is longer than ${MAX_TOKEN_LENGTH} characters`);

/**
 * Reads a token without verifying it.
 * @throws ApiError UNAUTHENTICATED when it is not a signed JSON Web Token with an issuer and a subject
 */
export const readToken = (token: string): StatedToken => {
  if (token.length > MAX_TOKEN_LENGTH) throw tooLongToken();
  const { header, payload } = partsOf(token);
  const { iss, sub } = payload;
  if (typeof iss !== 'string') throw invalidToken('claims', 'iss: there is no issuer');
  if (typeof sub !== 'string' || sub === '') throw invalidToken('subject', 'sub: there is no subject');
  return { header, issuer: iss, subject: sub, payload };
};

const partsOf = (token: string): Pick<StatedToken, 'header' | 'payload'> => {
  try {
    return { header: decodeProtectedHeader(token) as JWTHeaderParameters, payload: decodeJwt(token) };
  } catch {
    throw invalidToken('form', 'form: it is not a signed JSON Web Token');
  }
};

/** The last second of timestamps. */
const LAST_SECOND = 253_402_300_799;

/** True for a valid time in a claim: seconds within the range of timestamps. */
export const isNumericDate = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= LAST_SECOND;

const checkForm = ({ exp, nbf, iat }: JWTPayload): void => {
  if (![exp, nbf, iat].every((time) => time === undefined || isNumericDate(time))) {
    throw invalidToken('claims', 'exp, nbf, iat: a time is not a number of seconds');
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
  if (exp === undefined) throw invalidToken('claims', 'exp: there is no end');
  if (nbf !== undefined && nbf > now + CLOCK_SKEW_SECONDS) throw earlyToken(nbf, nowMillis);
  if (exp <= now - CLOCK_SKEW_SECONDS) throw expiredToken(exp * 1_000, nowMillis);
};

const quote = (texts: readonly string[]): string => texts.map((text) => JSON.stringify(text)).join(', ') || 'nobody';

/** The refusal of a token by one of its claims. */
const refusalOfClaim = (
  { claim, payload, message, reason }: errors.JWTClaimValidationFailed,
  { audiences = [], issuer, typ = 'JWT', nowMillis }: Expected,
  { typ: type = '' }: JWTHeaderParameters,
): ApiError => {
  if (claim === 'aud') {
    const found = audiencesOf(payload);
    const reasonOf = `aud: it is for ${quote(found)}, and not for ${quote(audiences)}`;
    return invalidToken('audience', reasonOf, { wanted: audiences, found: fewOf(found) });
  }
  if (claim === 'iss') {
    const found = [String(payload.iss)];
    const reasonOf = `iss: it is of ${quote(found)}, and not of ${quote([issuer])}`;
    return invalidToken('issuer', reasonOf, { wanted: [issuer], found: fewOf(found) });
  }
  if (claim === 'nbf' && reason === 'check_failed') return earlyToken(Number(payload.nbf), nowMillis);
  if (claim === 'typ') return invalidToken('type', `typ: ${message}`, { wanted: [typ], found: fewOf([String(type)]) });
  return invalidToken(claim === 'sub' ? 'subject' : 'claims', `${claim}: ${message}`);
};

/** The refusal of a token, by the error of jose. */
const refusalOf = (error: unknown, expected: Expected, header: JWTHeaderParameters): ApiError => {
  if (error instanceof errors.JWTExpired) return expiredToken((error.payload.exp ?? 0) * 1_000, expected.nowMillis);
  if (error instanceof errors.JWTClaimValidationFailed) return refusalOfClaim(error, expected, header);
  if (!(error instanceof errors.JOSEError)) return invalidToken('issuer_keys', 'signature: it cannot be checked');
  const reason = `signature: ${error.message}`;
  if (error instanceof errors.JOSEAlgNotAllowed) {
    return invalidToken('algorithm', reason, { wanted: expected.algorithms, found: fewOf([String(header.alg)]) });
  }
  if (error instanceof errors.JWKSNoMatchingKey) {
    return invalidToken('key', reason, header.kid === undefined ? {} : { found: fewOf([String(header.kid)]) });
  }
  const isSigned =
    error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSMultipleMatchingKeys;
  if (isSigned) return invalidToken('signature', reason);
  const isOfForm =
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JOSENotSupported;
  return invalidToken(isOfForm ? 'form' : 'issuer_keys', reason);
};

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
    const { header } = readToken(token);
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw refusalOf(error, expected, header);
    // A token that names no key may be of any one of several that fit.
    let refusal: unknown = error;
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (mismatch) {
        if (mismatch instanceof errors.JWTExpired) refusal = mismatch;
      }
    }
    throw refusalOf(refusal, expected, header);
  }
};

/** The audiences of claims: one, several or none. */
export const audiencesOf = ({ aud }: JWTPayload): readonly string[] =>
  typeof aud === 'string' ? [aud] : Array.isArray(aud) ? aud.filter((each) => typeof each === 'string') : [];
