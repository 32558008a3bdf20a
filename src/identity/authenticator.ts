import type { JWTPayload } from 'jose';
import type { Clock } from '../kernel/clock.ts';
import { instant } from '../kernel/clock.ts';
import type { Caller, TokenFacts } from '../kernel/context.ts';
import { unauthenticated } from '../kernel/errors.ts';
import { type Collection, collection, type Row, type Store } from '../kernel/rows.ts';
import type { Operation } from '../schema/operation.ts';
import { actorOf, limitsOf } from './access-tokens.ts';
import { bearerOf } from './bearer.ts';
import { type IdentityRow, isUsable } from './claim-match.ts';
import type { KeyRing } from './key-ring.ts';
import { actorOfClaims } from './token-issuer.ts';
import type { UpstreamIdentities } from './upstream-identities.ts';
import { audiencesOf, CLOCK_SKEW_SECONDS, invalidToken, statedBy, verifiedClaims } from './verify-token.ts';

/** Bearer tokens by name, for tests that want one they can write down. The uid is the token itself. */
export const namedTokens = collection<Row & { readonly identity: string }>('namedTokens');

const KEPT_TOKENS = 10_000;
/** How often the use of an upstream token is noted on its identity (behaviour §10.12). */
const SEEN_MILLIS = 60_000;

/** What an authenticator needs of its world. */
export interface AuthenticatorParts {
  readonly store: Store;
  readonly identities: Collection<IdentityRow>;
  readonly clock: Clock;
  readonly ring: KeyRing;
  readonly upstream: UpstreamIdentities;
  /** The issuer of the world's own tokens. */
  readonly issuer: string;
  /** The audiences that a token may be for, the issuer among them. */
  readonly audiences: readonly string[];
}

/** A token that was found to be good, and until when that holds. */
interface Verified {
  readonly caller: Caller;
  readonly expiresMillis: number;
  /** Until when the key is good that signed it; looked at for own tokens. */
  readonly retiresMillis: number;
  /** What it was checked against: keys for own tokens, identities for upstream ones. */
  readonly version: number;
}

const ANONYMOUS: Caller = { identity: '' };

const factsOf = (claims: JWTPayload): TokenFacts => ({
  issuer: claims.iss ?? '',
  subject: claims.sub ?? '',
  audience: audiencesOf(claims),
  ...(claims.iat === undefined ? {} : { issuedMillis: claims.iat * 1000 }),
  ...(claims.exp === undefined ? {} : { expiresMillis: claims.exp * 1000 }),
  ...(typeof claims.email === 'string' ? { email: claims.email } : {}),
});

const expiryOf = ({ exp = 0 }: JWTPayload): number => (exp + CLOCK_SKEW_SECONDS) * 1000;

/**
 * Tells who a request speaks for: by a token signed with the world's key, one that a fixture names, or one of an
 * upstream issuer that exactly one identity matches. Keeps what it verified, since a signature costs more than the
 * rest of a call; times and the identity are looked at each time.
 */
export const createAuthenticator = (
  parts: AuthenticatorParts,
): ((authorization: string | undefined, auth: Operation['auth']) => Caller | Promise<Caller>) => {
  const { store, identities, clock, ring, upstream, issuer, audiences } = parts;
  const { rows } = store;
  const own = new Map<string, Verified>();
  const foreign = new Map<string, Verified>();

  const keep = (kept: Map<string, Verified>, token: string, verified: Verified): Caller => {
    if (kept.size >= KEPT_TOKENS) kept.clear();
    kept.set(token, verified);
    return verified.caller;
  };

  const known = (caller: Caller): Caller => {
    if (!rows.get(identities, caller.identity)) throw unauthenticated('unknown identity');
    return caller;
  };

  const verifyOwn = async (token: string): Promise<Caller> => {
    const version = ring.version();
    const key = await ring.find(statedBy(token).header.kid);
    if (!key) throw invalidToken();
    const nowMillis = clock.now();
    const claims = await verifiedClaims(token, key.publicKey, {
      algorithms: [key.algorithm],
      issuer,
      audiences,
      nowMillis,
    });
    const actor = actorOf(claims);
    const limits = limitsOf(claims);
    const caller: Caller = {
      identity: claims.sub ?? '',
      token: factsOf(claims),
      ...(actor && { actor }),
      ...(limits.length > 0 && { limits }),
    };
    const retiresMillis = ring.retiresMillis(key.kid);
    return known(keep(own, token, { caller, expiresMillis: expiryOf(claims), retiresMillis, version }));
  };

  /** Notes that an identity was used, and says when it is to be noted again. */
  const noteUse = async ({ uid, lastSeenTime = '' }: IdentityRow): Promise<number> => {
    const now = clock.now();
    const next = Date.parse(lastSeenTime || instant(0)) + SEEN_MILLIS;
    if (now < next) return next;
    await store.write((tx) => {
      const row = tx.get(identities, uid);
      if (row) tx.put(identities, { ...row, lastSeenTime: instant(now) });
    });
    return now + SEEN_MILLIS;
  };

  const verifyForeign = async (token: string, auth: Operation['auth']): Promise<Caller> => {
    // What changes while the token is looked at makes what was found stale.
    const version = rows.version([identities]);
    const { claims, matches } = await upstream.identify(token);
    const now = clock.now();
    const usable = matches.filter((identity) => isUsable(identity, now));
    const [identity] = usable;
    const facts = { token: factsOf(claims), actor: actorOfClaims(claims) };
    if (auth === 'upstream') {
      const candidates = usable.map(({ uid }) => uid);
      return { ...facts, identity: identity && usable.length === 1 ? identity.uid : '', claims, candidates };
    }
    if (!identity || usable.length > 1)
      throw matches.length === 1 ? unauthenticated('unknown identity') : invalidToken();
    const ends = Date.parse(identity.staticKeys?.expirationTime ?? '9999-12-31');
    const expiresMillis = Math.min(expiryOf(claims), ends, await noteUse(identity));
    const caller: Caller = { ...facts, identity: identity.uid };
    return keep(foreign, token, { caller, expiresMillis, retiresMillis: expiresMillis, version });
  };

  const verify = (token: string, auth: Operation['auth']): Promise<Caller> => {
    const ownIssuer = statedBy(token).issuer === issuer;
    return ownIssuer ? verifyOwn(token) : verifyForeign(token, auth);
  };

  return (authorization, auth) => {
    if (authorization === undefined && auth === 'open') return ANONYMOUS;
    const token = bearerOf(authorization);
    const mine = own.get(token);
    if (mine && mine.version === ring.version()) {
      const now = clock.now();
      if (now >= mine.retiresMillis) throw invalidToken();
      if (now >= mine.expiresMillis) throw unauthenticated('token expired');
      return known(mine.caller);
    }
    const named = rows.get(namedTokens, token);
    if (named) return known({ identity: named.identity });
    const theirs = auth === 'upstream' ? undefined : foreign.get(token);
    if (theirs && theirs.version === rows.version([identities]) && clock.now() < theirs.expiresMillis) {
      return theirs.caller;
    }
    return verify(token, auth);
  };
};
