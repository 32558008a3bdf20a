import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTPayload } from 'jose';
import type { KeyRing } from './key-ring.ts';
import type { SigningKey } from './signing-keys.ts';
import { checkTimes, invalidToken, type KeySource, type StatedToken, verifiedClaims } from './verify-token.ts';

/** An upstream issuer that somebody has vouched for, and how its tokens are checked; `any` looks at no signature. */
export interface TrustedIssuer {
  readonly issuer: string;
  readonly keys: 'any' | { readonly jwks: JSONWebKeySet } | { readonly url: string };
}

/** How third parties sign: with a private key of their own, so never with a shared secret and never not at all. */
export const UPSTREAM_ALGORITHMS: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** A key that a test's issuer has just begun to sign with is found at once. */
const REMOTE = { timeoutDuration: 5_000, cooldownDuration: 0 } as const;

/** What trust is made of. */
export interface TrustParts {
  /** The mock's own issuer, whose tokens may be exchanged too. */
  readonly issuer: string;
  /** What those tokens must be for. */
  readonly audiences: readonly string[];
  readonly ring: KeyRing;
  /** Signs for the issuers that the mock plays. */
  readonly upstreamKey: SigningKey;
  readonly trusted: readonly TrustedIssuer[];
  /** Told of keys that could not be had from their URL: callers only learn that their token is not good. */
  readonly report: (error: unknown) => void;
}

/** The keys at a URL, read when they are needed. */
const remoteKeys = (issuer: string, url: string, report: TrustParts['report']): KeySource => {
  const keys = createRemoteJWKSet(new URL(url), REMOTE);
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      const isOfToken = error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
      if (!isOfToken) report(new Error(`the keys of ${issuer} cannot be had from ${url}`, { cause: error }));
      throw error;
    }
  };
};

/** The token type that only a refresh takes. */
export const REFRESH_TYPE = 'refresh+jwt';

const isUnsigned = ({ header }: StatedToken, token: string): boolean =>
  typeof header.alg !== 'string' || header.alg.toLowerCase() === 'none' || token.endsWith('.');

/** Checks tokens of the issuers that are trusted without any identity having its keys. */
export class TrustedIssuers {
  readonly #parts: TrustParts;
  readonly #keys: ReadonlyMap<string, 'any' | KeySource>;

  constructor(parts: TrustParts) {
    this.#parts = parts;
    this.#keys = new Map(
      parts.trusted.map(({ issuer, keys }): [string, 'any' | KeySource] => {
        if (keys === 'any') return [issuer, keys];
        if ('jwks' in keys) return [issuer, createLocalJWKSet(keys.jwks)];
        return [issuer, remoteKeys(issuer, keys.url, parts.report)];
      }),
    );
  }

  /**
   * The claims of a token that a trusted issuer signed; undefined when its issuer is not trusted.
   * @throws ApiError UNAUTHENTICATED when the issuer is trusted and the token is not good
   */
  async verify(token: string, stated: StatedToken, nowMillis: number): Promise<JWTPayload | undefined> {
    const { issuer, header } = stated;
    const { ring, upstreamKey } = this.#parts;
    if (issuer === this.#parts.issuer) {
      if (header.typ === REFRESH_TYPE) throw invalidToken();
      const key = await ring.find(header.kid);
      if (!key) throw invalidToken();
      const { audiences } = this.#parts;
      return verifiedClaims(token, key.publicKey, { algorithms: [key.algorithm], issuer, audiences, nowMillis });
    }
    if (header.kid === upstreamKey.kid) {
      return verifiedClaims(token, upstreamKey.publicKey, { algorithms: [upstreamKey.algorithm], issuer, nowMillis });
    }
    const keys = this.#keys.get(issuer);
    if (keys === undefined) return undefined;
    if (keys !== 'any') return verifiedClaims(token, keys, { algorithms: UPSTREAM_ALGORITHMS, issuer, nowMillis });
    if (isUnsigned(stated, token)) throw invalidToken();
    checkTimes(stated.payload, nowMillis);
    return stated.payload;
  }
}
