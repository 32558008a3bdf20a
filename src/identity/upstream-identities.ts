import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload } from 'jose';
import type { Clock } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Collection, Rows } from '../kernel/rows.ts';
import { TOP } from '../kernel/uid.ts';
import { claimMismatch, type IdentityRow, type Mismatch, staticMismatch } from './claim-match.ts';
import { type TrustedIssuers, UPSTREAM_ALGORITHMS } from './trusted-issuers.ts';
import { invalidToken, type KeySource, statedBy, verifiedClaims } from './verify-token.ts';

/** Whom an upstream token speaks for. */
export interface Identified {
  readonly claims: JWTPayload;
  /** The identities that it acts as. */
  readonly matches: readonly IdentityRow[];
  /** Where there are none: the claim that the nearest miss fails by. */
  readonly mismatch: string;
}

/** What is needed to tell whom upstream tokens speak for. */
export interface UpstreamParts {
  readonly rows: Rows;
  readonly identities: Collection<IdentityRow>;
  readonly clock: Clock;
  readonly trust: TrustedIssuers;
}

/** Finds the identities that a third party's token acts as (behaviour §10.3, §10.4). */
export class UpstreamIdentities {
  readonly #parts: UpstreamParts;
  readonly #keySets = new WeakMap<IdentityRow, KeySource>();

  constructor(parts: UpstreamParts) {
    this.#parts = parts;
  }

  /**
   * Checks a token and looks for what it acts as, among all identities or as one of them.
   * @throws ApiError UNAUTHENTICATED when nobody whom the mock trusts has signed it, or it is too old
   */
  async identify(token: string, only?: IdentityRow): Promise<Identified> {
    const { rows, identities, clock, trust } = this.#parts;
    const nowMillis = clock.now();
    const stated = statedBy(token);
    const candidates = only ? [only] : rows.within(identities, TOP);
    let refusal: ApiError | undefined;
    const refused = (error: unknown): undefined => {
      if (!(error instanceof ApiError)) throw error;
      refusal ??= error;
    };
    const vouched = await trust.verify(token, stated, nowMillis).catch(refused);
    let claims = vouched;
    const matches: IdentityRow[] = [];
    const misses: Mismatch[] = [];
    for (const identity of candidates) {
      const { claimMatch, staticKeys } = identity;
      const miss = staticKeys
        ? staticMismatch(staticKeys, stated.payload)
        : claimMatch && claimMismatch(claimMatch, stated.payload);
      if (staticKeys && (miss?.passed ?? 1) > 0) {
        const signed = await verifiedClaims(token, this.#keysOf(identity), {
          algorithms: UPSTREAM_ALGORITHMS,
          issuer: stated.issuer,
          nowMillis,
        }).catch(refused);
        if (!signed) continue;
        claims = signed;
        if (!miss) matches.push(identity);
      } else if (claimMatch && vouched && !miss) {
        matches.push(identity);
      }
      if (miss) misses.push(miss);
    }
    if (!claims) throw refusal ?? invalidToken();
    const [nearest] = misses.sort((a, b) => b.passed - a.passed);
    return { claims, matches, mismatch: nearest?.claim ?? 'iss' };
  }

  #keysOf(identity: IdentityRow): KeySource {
    let keys = this.#keySets.get(identity);
    if (!keys) {
      keys = keySetOf(identity.staticKeys?.issuerKeys ?? '');
      this.#keySets.set(identity, keys);
    }
    return keys;
  }
}

/** A set without any key in it, where the text is no key set: nothing verifies against it. */
const keySetOf = (text: string): KeySource => {
  try {
    return createLocalJWKSet(JSON.parse(text) as JSONWebKeySet);
  } catch {
    return createLocalJWKSet({ keys: [] });
  }
};
