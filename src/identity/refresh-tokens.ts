import type { JWTPayload } from 'jose';
import { parseJson, valueAt } from '../json.ts';
import { signClaims } from './access-tokens.ts';
import type { KeyRing } from './key-ring.ts';
import { REFRESH_TYPE } from './trusted-issuers.ts';
import { invalidToken, readToken, verifyClaims } from './verify-token.ts';

/** The life of a refresh token, in seconds. No source specifies it; a day outlives any job. */
const REFRESH_LIFE_SECONDS = 24 * 60 * 60;

/** The content of a refresh token: an identity, and how tokens made from it are limited. */
export interface RefreshClaims {
  readonly subject: string;
  /** The audiences of access tokens, unless a refresh asks for others; empty if none was asked for. */
  readonly audience: readonly string[];
  readonly actor: Readonly<Record<string, string>>;
  readonly email?: string;
  readonly emailVerified?: boolean;
  readonly scopes?: readonly string[];
  /** Capabilities by name; their places are looked up at each refresh. */
  readonly cap?: readonly string[];
}

/** The signer of a refresh token, and its claims beside the content. */
export interface RefreshSigner {
  readonly ring: KeyRing;
  readonly issuer: string;
  /** Members that every token of the world carries, beside `exp`. */
  readonly stamp?: Readonly<Record<string, string>>;
}

const audienceOf = (issuer: string): string => `${issuer}/sts/exchange_refresh_token`;

/**
 * A refresh token: standard base64 of a JSON object whose `exp` clients read (clients §2.4). The object also holds a
 * signed token, which is the one that is verified.
 */
export const makeRefreshToken = async (
  { ring, issuer, stamp }: RefreshSigner,
  claims: RefreshClaims,
  id: string,
  nowMillis: number,
): Promise<{ readonly token: string; readonly expiresMillis: number }> => {
  const iat = Math.floor(nowMillis / 1000);
  const exp = iat + REFRESH_LIFE_SECONDS;
  const { subject, ...carried } = claims;
  const registered = { iss: issuer, sub: subject, aud: audienceOf(issuer), iat, exp, jti: id };
  const token = await signClaims(await ring.signer(), { ...registered, kept: carried }, REFRESH_TYPE);
  return { token: Buffer.from(JSON.stringify({ exp, ...stamp, token })).toString('base64'), expiresMillis: exp * 1000 };
};

const findToken = (text: string): string | undefined => {
  const token = valueAt(parseJson(Buffer.from(text, 'base64').toString('utf8')), 'token');
  return typeof token === 'string' ? token : undefined;
};

/** True for a text of the form of a refresh token, good or not. */
export const isRefreshToken = (text: string): boolean => findToken(text) !== undefined;

/**
 * The content of a refresh token.
 * @throws ApiError UNAUTHENTICATED when the mock did not make it, or it has expired
 */
export const readRefreshToken = async (
  ring: KeyRing,
  issuer: string,
  text: string,
  nowMillis: number,
): Promise<RefreshClaims> => {
  const token = findToken(text);
  if (token === undefined) throw invalidToken('form', 'form: it is not a refresh token of this server');
  const key = await ring.demand(readToken(token).header.kid);
  const claims: JWTPayload = await verifyClaims(token, key.publicKey, {
    algorithms: [key.algorithm],
    issuer,
    audiences: [audienceOf(issuer)],
    typ: REFRESH_TYPE,
    nowMillis,
  });
  return { ...(claims.kept as Omit<RefreshClaims, 'subject'>), subject: claims.sub ?? '' };
};
