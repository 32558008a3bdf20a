import assert from 'node:assert/strict';
import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { ApiError } from '../kernel/errors.ts';

// Third parties with their own keys, for the tests of tokens. They sign only with jose, so that our own code is never
// compared with itself.

/** The time of the tests of tokens, in milliseconds: a whole second. */
export const NOW = Date.UTC(2026, 0, 1);

/** That time in seconds, as in tokens. */
export const NOW_SECONDS = NOW / 1_000;

/** The server's own issuer. */
export const OWN_ISSUER = 'http://127.0.0.1:8484';

/** A third party. */
export const UPSTREAM = 'https://issuer.test';

/** A clock that stands still until a test moves it. */
export const stillClock = (): { millis: number; now(): number } => ({
  millis: NOW,
  now() {
    return this.millis;
  },
});

/** The keys of a third party. */
export interface PartyKey {
  readonly alg: string;
  readonly kid: string;
  readonly privateKey: CryptoKey;
  /** The public key, as a key set publishes it. */
  readonly jwk: JWK;
}

/** Makes keys of a third party. */
export const partyKey = async (kid: string, alg = 'ES256'): Promise<PartyKey> => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { alg, kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
};

/** The key set that publishes keys. */
export const keySetOf = (...keys: readonly PartyKey[]): JSONWebKeySet => ({ keys: keys.map(({ jwk }) => jwk) });

/** The claims of a valid upstream token, with overrides; an undefined claim is omitted. */
export const upstreamClaims = (overrides: Readonly<Record<string, unknown>> = {}): JWTPayload => {
  const claims = { iss: UPSTREAM, sub: 'repo:a', aud: OWN_ISSUER, iat: NOW_SECONDS, exp: NOW_SECONDS + 300 };
  return Object.fromEntries(Object.entries({ ...claims, ...overrides }).filter(([, value]) => value !== undefined));
};

/** Signs claims as a third party does; an undefined member of the header is omitted. */
export const signAs = (
  { alg, kid, privateKey }: Pick<PartyKey, 'alg' | 'kid' | 'privateKey'>,
  claims: JWTPayload,
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> => {
  const members = Object.entries({ alg, kid, typ: 'JWT', ...header }).filter(([, value]) => value !== undefined);
  return new SignJWT(claims).setProtectedHeader({ alg, ...Object.fromEntries(members) }).sign(privateKey);
};

/** A token assembled by hand, signed or not: parts that are not text are written as JSON. */
export const tokenOf = (header: unknown, claims: unknown, signature = ''): string =>
  [header, claims]
    .map((part) => Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url'))
    .concat(signature)
    .join('.');

/** The code and message of the error that a call throws; fails when it throws none. */
export const refusalOf = async (run: () => unknown): Promise<string> => {
  let thrown: unknown;
  try {
    await run();
  } catch (error) {
    thrown = error;
  }
  assert.ok(thrown instanceof ApiError, `not refused: ${String(thrown)}`);
  return `${thrown.code} ${thrown.message}`;
};

/** The errors of an invalid and of an expired token (behaviour §9.8). */
export const INVALID = 'UNAUTHENTICATED Unauthenticated: invalid token';
export const EXPIRED = 'UNAUTHENTICATED Unauthenticated: token expired';
