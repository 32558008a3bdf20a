import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTPayload } from 'jose';
import type { Clock } from '../kernel/clock.ts';
import type { ApiError } from '../kernel/errors.ts';
import { type Audiences, audiencesAt } from '../kernel/request-origin.ts';
import { WRONG_ISSUER } from './flawed-token.ts';
import type { KeyRing } from './key-ring.ts';
import { isOwn, withOrigin } from './own-issuer.ts';
import type { SigningKey } from './signing-keys.ts';
import { checkTimes, fewOf, invalidToken, type KeySource, type StatedToken, verifyClaims } from './verify-token.ts';

/** The most fetches that may follow each other at once. */
const BURST = 5;
/** The time until one more is allowed, in milliseconds. */
const REFILL_MILLIS = 1_000;

/**
 * The number of fetches of a page allowed for unchecked tokens: makers of such tokens decide how many there are, and
 * must not decide how often another server is asked.
 */
export class FetchAllowance {
  readonly #clock: Clock;
  #allowed = BURST;
  #countedMillis: number;

  /** The clock is the machine's: a world's clock may stand still. */
  constructor(clock: Clock) {
    this.#clock = clock;
    this.#countedMillis = clock.now();
  }

  /** Takes one fetch; false if all are spent. */
  take(): boolean {
    const now = this.#clock.now();
    // A machine's clock may be put back.
    const passed = Math.max(0, now - this.#countedMillis);
    this.#allowed = Math.min(BURST, this.#allowed + passed / REFILL_MILLIS);
    this.#countedMillis = now;
    if (this.#allowed < 1) return false;
    this.#allowed -= 1;
    return true;
  }

  /** Gives back a fetch that found the key. */
  giveBack(): void {
    this.#allowed = Math.min(BURST, this.#allowed + 1);
  }
}

/** An upstream issuer that the user trusts, and how its tokens are checked; `any` skips signatures. */
export interface TrustedIssuer {
  readonly issuer: string;
  readonly keys: 'any' | { readonly jwks: JSONWebKeySet } | { readonly url: string };
}

/** Third parties' algorithms: with a private key, never with a shared secret, and never without a signature. */
export const UPSTREAM_ALGORITHMS: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** The library fetches when it has no keys or old ones; other fetches are made here, since these are counted. */
const REMOTE = { timeoutDuration: 5_000, cooldownDuration: Number.POSITIVE_INFINITY } as const;

/** The dependencies of a check of trusted issuers. */
export interface TrustDeps {
  /** The mock's own issuer, whose tokens may be exchanged, too. */
  readonly issuer: string;
  /** The audiences of those tokens. */
  readonly audiences: Audiences;
  readonly ring: KeyRing;
  /** Signs for the issuers that the mock imitates. */
  readonly upstreamKey: () => SigningKey;
  readonly trusted: readonly TrustedIssuer[];
  /** The clock that counts fetches of keys, whatever the time of the world. */
  readonly machineClock: Clock;
  /** Receives why keys could not be fetched from their URL; callers only learn that their token is not valid. */
  readonly report: (error: unknown) => void;
}

/**
 * The keys at a URL, read when they are needed. A key that the issuer has just begun to sign with is found by the first
 * token that names it; tokens that name no key of the issuer cause a few fetches only.
 */
const fetchKeys = (issuer: string, url: string, { report, machineClock }: TrustDeps): KeySource => {
  const keys = createRemoteJWKSet(new URL(url), REMOTE);
  const allowance = new FetchAllowance(machineClock);
  const mayFetch = (): boolean => keys.reloading || allowance.take();
  return async (header, token) => {
    const wasFresh = keys.fresh;
    if (!wasFresh && !mayFetch()) throw new errors.JWKSNoMatchingKey('the keys were fetched too often of late');
    try {
      return await keys(header, token);
    } catch (error) {
      const isOfToken = error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
      if (!isOfToken) report(unavailable(issuer, url, error));
      if (!wasFresh || !(error instanceof errors.JWKSNoMatchingKey) || !mayFetch()) throw error;
    }
    await keys.reload().catch((error: unknown) => {
      report(unavailable(issuer, url, error));
      throw error;
    });
    const key = await keys(header, token);
    allowance.giveBack();
    return key;
  };
};

const unavailable = (issuer: string, url: string, cause: unknown): Error =>
  new Error(`the keys of ${issuer} cannot be had from ${url}`, { cause });

/** The token type that only a refresh takes. */
export const REFRESH_TYPE = 'refresh+jwt';

/** True for a token that has no signature. */
export const isUnsigned = ({ header }: StatedToken, token: string): boolean =>
  typeof header.alg !== 'string' || header.alg.toLowerCase() === 'none' || token.endsWith('.');

/** The refusal of a token without a signature. */
export const unsignedToken = ({ header: { alg } }: StatedToken): ApiError => {
  const values = { wanted: UPSTREAM_ALGORITHMS, found: fewOf([String(alg)]) };
  return String(alg).toLowerCase() === 'none'
    ? invalidToken('algorithm', 'signature: there is none', values)
    : invalidToken('signature', 'signature: there is none');
};

/** Checks tokens of the issuers that are trusted for all identities. */
export class TrustedIssuers {
  readonly #deps: TrustDeps;
  readonly #keys: ReadonlyMap<string, 'any' | KeySource>;

  constructor(deps: TrustDeps) {
    this.#deps = deps;
    this.#keys = new Map(
      deps.trusted.map(({ issuer, keys }): [string, 'any' | KeySource] => {
        if (keys === 'any') return [issuer, keys];
        if ('jwks' in keys) return [issuer, createLocalJWKSet(keys.jwks)];
        return [issuer, fetchKeys(issuer, keys.url, deps)];
      }),
    );
  }

  /** The issuers whose keys are known: the mock, and those that are trusted for all identities. */
  get issuers(): readonly string[] {
    return [this.#deps.issuer, ...this.#keys.keys()];
  }

  /**
   * The claims of a token that a trusted issuer signed; undefined when its issuer is not trusted. `host` is the target
   * of the request that brought it.
   * @throws ApiError UNAUTHENTICATED when the issuer is trusted and the token is not good
   */
  async verify(token: string, stated: StatedToken, nowMillis: number, host?: string): Promise<JWTPayload | undefined> {
    const { issuer, header, payload } = stated;
    const { ring, upstreamKey } = this.#deps;
    if (isOwn(payload, this.#deps.issuer)) {
      if (header.typ === REFRESH_TYPE)
        throw invalidToken('type', 'typ: it is a refresh token', { wanted: ['JWT'], found: [REFRESH_TYPE] });
      const key = await ring.demand(header.kid);
      const audiences = withOrigin(audiencesAt(this.#deps.audiences, host), payload);
      return verifyClaims(token, key.publicKey, { algorithms: [key.algorithm], issuer, audiences, nowMillis });
    }
    const { kid, publicKey, algorithm } = upstreamKey();
    if (header.kid === kid && issuer !== WRONG_ISSUER)
      return verifyClaims(token, publicKey, { algorithms: [algorithm], issuer, nowMillis });
    const keys = this.#keys.get(issuer);
    if (keys === undefined) return undefined;
    if (keys !== 'any') return verifyClaims(token, keys, { algorithms: UPSTREAM_ALGORITHMS, issuer, nowMillis });
    if (isUnsigned(stated, token)) throw unsignedToken(stated);
    checkTimes(stated.payload, nowMillis);
    return stated.payload;
  }
}
