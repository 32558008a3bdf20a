import { type Clock, instant } from '../kernel/clock.ts';
import type { Caller } from '../kernel/context.ts';
import type { Collection, Store } from '../kernel/rows.ts';
import { refuseToken, type TokenRefusal } from '../kernel/token-refusal.ts';
import { type IdentityRow, isUsable } from './claim-match.ts';
import type { Identified, UpstreamIdentities } from './upstream-identities.ts';
import { actorOfClaims, expiryOf, factsOf, type LookedAt, TokenCache, type Verified } from './verified.ts';
import { fewOf } from './verify-token.ts';

/** The failed check of a token that no identity, or more than one, can be used with. */
const matchRefusal = (
  { matches, mismatch, near = [] }: Identified,
  usable: readonly IdentityRow[],
  nowMillis: number,
): TokenRefusal => {
  const found = fewOf(matches.map(({ uid }) => uid));
  const [first] = matches;
  if (usable.length > 1) {
    return { check: 'several_match', reason: `identity: ${usable.length} identities match its claims`, found };
  }
  if (!first) {
    const described = near.map(({ uid, claim, wanted, isPattern, found: values }) => {
      return { uid, claim, wanted: fewOf([wanted])[0] ?? '', isPattern, found: fewOf(values) };
    });
    return { check: 'no_match', reason: `${mismatch}: no identity matches its claims`, near: described };
  }
  const timeMillis = Date.parse(first.staticKeys?.expirationTime ?? '');
  const reason = `identity: the static keys of ${first.uid} have expired`;
  return { check: 'identity', reason, found, timeMillis, nowMillis };
};

/** The time between two notes of an upstream token's use on its identity (behaviour §10.12). */
const SEEN_MILLIS = 60_000;

/** The dependencies of a check of upstream tokens. */
export interface ForeignTokensDeps {
  readonly store: Store;
  readonly identities: Collection<IdentityRow>;
  readonly clock: Clock;
  readonly upstream: UpstreamIdentities;
}

/** The callers of tokens that upstream issuers have signed. */
export class ForeignTokens {
  readonly #deps: ForeignTokensDeps;
  readonly #cache = new TokenCache<Verified>();

  constructor(deps: ForeignTokensDeps) {
    this.#deps = deps;
  }

  /** The caller of a token that was verified with the current identities, and is still valid. */
  findCaller(token: string): Caller | undefined {
    const { store, identities, clock } = this.#deps;
    const verified = this.#cache.get(token);
    if (!verified || verified.version !== store.rows.version([identities])) return undefined;
    return clock.now() < verified.expiresMillis ? verified.caller : undefined;
  }

  /**
   * The caller of a token for an operation that exchanges it: none unless exactly one identity matches.
   * @throws ApiError UNAUTHENTICATED for an invalid token
   */
  async candidates(token: string, host: string | undefined): Promise<Caller> {
    const { upstream, clock } = this.#deps;
    const { claims, matches } = await upstream.identify(token, undefined, host);
    const now = clock.now();
    const candidates = matches.filter((identity) => isUsable(identity, now)).map(({ uid }) => uid);
    const [only = ''] = candidates;
    const identity = candidates.length === 1 ? only : '';
    return { token: factsOf(claims), actor: actorOfClaims(claims), identity, claims, candidates };
  }

  /**
   * Verifies a token, notes that its identity was used, and caches the result.
   * @throws ApiError UNAUTHENTICATED for an invalid token, or unless exactly one identity matches
   */
  async verify(token: string, host: string | undefined): Promise<Caller> {
    const { store, identities } = this.#deps;
    // Read first: a change of identities during the verification makes the result stale.
    const version = store.rows.version([identities]);
    const { caller, claims, identity } = await this.look(token, host);
    const ends = Date.parse(identity.staticKeys?.expirationTime ?? '9999-12-31');
    const expiresMillis = Math.min(expiryOf(claims), ends, await this.#noteUse(identity));
    this.#cache.set(token, { caller, expiresMillis, version });
    return caller;
  }

  /**
   * Verifies a token, and notes nothing.
   * @throws ApiError UNAUTHENTICATED for an invalid token, or unless exactly one identity matches
   */
  async look(token: string, host: string | undefined): Promise<LookedAt & { readonly identity: IdentityRow }> {
    const { upstream, clock } = this.#deps;
    const identified = await upstream.identify(token, undefined, host);
    const { claims, matches } = identified;
    const now = clock.now();
    const usable = matches.filter((match) => isUsable(match, now));
    const [identity] = usable;
    if (!identity || usable.length > 1) {
      const message = usable.length === 0 && matches.length === 1 ? 'unknown identity' : 'invalid token';
      throw refuseToken(message, matchRefusal(identified, usable, now));
    }
    return {
      caller: { token: factsOf(claims), actor: actorOfClaims(claims), identity: identity.uid },
      claims,
      identity,
    };
  }

  /** Notes that an identity was used, and returns when the next use is noted. */
  async #noteUse({ uid, lastSeenTime = '' }: IdentityRow): Promise<number> {
    const { store, identities, clock } = this.#deps;
    const now = clock.now();
    const next = Date.parse(lastSeenTime || instant(0)) + SEEN_MILLIS;
    if (now < next) return next;
    await store.write((tx) => {
      const row = tx.get(identities, uid);
      if (row) tx.put(identities, { ...row, lastSeenTime: instant(now) });
    });
    return now + SEEN_MILLIS;
  }
}
