import type { CallScope } from '../kernel/call-scope.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Caller } from '../kernel/context.ts';
import { type Audiences, audiencesAt, requestOrigin } from '../kernel/request-origin.ts';
import { collection, type Row } from '../kernel/rows.ts';
import type { Operation } from '../schema/operation.ts';
import { actorOf, limitsOf } from './access-tokens.ts';
import { bearerOf } from './bearer.ts';
import { ForeignTokens, type ForeignTokensDeps } from './foreign-tokens.ts';
import type { KeyRing } from './key-ring.ts';
import { type FindScimToken, hasParts, refuseOpaque } from './opaque-token.ts';
import { isOwn as isOwnToken, originOf, withOrigin } from './own-issuer.ts';
import type { UpstreamIdentities } from './upstream-identities.ts';
import { expiryOf, factsOf, type LookedAt, TokenCache, type Verified } from './verified.ts';
import { audiencesOf, expiredToken, readToken, unknownIdentity, verifyClaims } from './verify-token.ts';

/** The dependencies of a check of a world's own tokens. */
interface OwnTokensDeps {
  readonly clock: Clock;
  readonly ring: KeyRing;
  readonly issuer: string;
  /** The audiences that a token may have, the issuer among them. */
  readonly audiences: Audiences;
}

interface VerifiedOwn extends Verified {
  /** The time until which the key that signed it is valid. */
  readonly retiresMillis: number;
  /** True for a token that is for none of the listed audiences: only for the origin by which its request came. */
  readonly isForOrigin: boolean;
}

/** The callers of tokens that the world has signed itself; their identities may no longer exist. */
class OwnTokens {
  readonly #deps: OwnTokensDeps;
  readonly #cache = new TokenCache<VerifiedOwn>();

  constructor(deps: OwnTokensDeps) {
    this.#deps = deps;
  }

  /**
   * The caller of a token that was verified before with keys that are good now, and may be used at the host; undefined
   * for any other.
   * @throws ApiError UNAUTHENTICATED when it has expired
   */
  findCaller(token: string, host: string | undefined): Caller | undefined {
    const { clock, ring } = this.#deps;
    const verified = this.#cache.get(token);
    if (!verified || verified.version !== ring.version()) return undefined;
    if (verified.isForOrigin && !this.#isForHost(verified.caller, host)) return undefined;
    const now = clock.now();
    if (now >= verified.retiresMillis) return undefined;
    if (now >= verified.expiresMillis) throw expiredToken(verified.caller.token?.expiresMillis ?? 0, now);
    return verified.caller;
  }

  /**
   * Verifies a token that came by a host, and caches the result.
   * @throws ApiError UNAUTHENTICATED for one that is not good
   */
  async verify(token: string, host: string | undefined): Promise<Caller> {
    const { ring, audiences } = this.#deps;
    const version = ring.version();
    const { caller, claims, kid } = await this.look(token, host);
    const retiresMillis = ring.retiresMillis(kid);
    const isForOrigin = !audiencesOf(claims).some((each) => withOrigin(audiences.listed, claims).includes(each));
    this.#cache.set(token, { caller, expiresMillis: expiryOf(claims), retiresMillis, isForOrigin, version });
    return caller;
  }

  /**
   * Verifies a token that came by a host, and caches nothing.
   * @throws ApiError UNAUTHENTICATED for one that is not good
   */
  async look(token: string, host: string | undefined): Promise<LookedAt & { readonly kid: string }> {
    const { clock, ring, issuer } = this.#deps;
    const stated = readToken(token);
    const key = await ring.demand(stated.header.kid);
    const algorithms = [key.algorithm];
    const audiences = withOrigin(audiencesAt(this.#deps.audiences, host), stated.payload);
    const nowMillis = clock.now();
    const claims = await verifyClaims(token, key.publicKey, {
      algorithms,
      issuer: originOf(stated.payload) ?? issuer,
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
    return { caller, claims, kid: key.kid };
  }

  #isForHost({ token }: Caller, host: string | undefined): boolean {
    const origin = requestOrigin(this.#deps.audiences.scheme, host);
    return origin !== undefined && token?.audience.includes(origin) === true;
  }
}

/** Bearer tokens by name, for tests that want one they can write down. The uid is the token itself. */
export const namedTokens = collection<Row & { readonly identity: string }>('namedTokens');

/** The dependencies of an authenticator; `issuer` is the world's own, and one of the audiences. */
export interface AuthenticatorDeps extends OwnTokensDeps, Omit<ForeignTokensDeps, 'upstream'> {
  /** Called when the first token comes that the world has not signed. */
  readonly upstream: () => UpstreamIdentities;
  readonly findScimToken: FindScimToken;
}

/** Finds the callers of requests. */
export interface Authenticator {
  readonly authenticate: CallScope['authenticate'];
  /**
   * Answers who the caller of a request would be, and the claims of its token; a token that a fixture names has none.
   * It caches nothing, and notes no use.
   * @throws ApiError as `authenticate` does
   */
  readonly look: (
    authorization: string,
    host: string | undefined,
  ) => Promise<Pick<LookedAt, 'caller'> & Partial<LookedAt>>;
}

const ANONYMOUS: Caller = { identity: '' };

/**
 * Finds the caller of a request: by a token signed with the world's key, one that a fixture names, or one of an
 * upstream issuer that exactly one identity matches. Caches verified tokens, since a signature costs more than the rest
 * of a call; times and the identity are checked each time.
 */
export const createAuthenticator = (deps: AuthenticatorDeps): Authenticator => {
  const { store, identities, issuer, clock, findScimToken } = deps;
  const { rows } = store;
  const own = new OwnTokens(deps);
  let foreign: ForeignTokens | undefined;
  const foreignTokens = (): ForeignTokens => {
    foreign ??= new ForeignTokens({ store, identities, clock, upstream: deps.upstream() });
    return foreign;
  };

  const demandIdentity = (caller: Caller): Caller => {
    if (!rows.get(identities, caller.identity)) throw unknownIdentity(caller.identity);
    return caller;
  };

  const isOwn = (token: string): boolean => {
    if (!hasParts(token)) throw refuseOpaque(token, findScimToken, clock.now());
    return isOwnToken(readToken(token).payload, issuer);
  };

  const verifyCaller = async (token: string, auth: Operation['auth'], host: string | undefined): Promise<Caller> => {
    if (isOwn(token)) return demandIdentity(await own.verify(token, host));
    return auth === 'upstream' ? foreignTokens().candidates(token, host) : foreignTokens().verify(token, host);
  };

  let lastSent: string | undefined;
  let lastToken = '';
  /** Most calls are sent with the token of the one before: comparing it is cheaper than reading it again. */
  const tokenOf = (authorization: string | undefined): string => {
    if (authorization === undefined || authorization !== lastSent) {
      lastToken = bearerOf(authorization);
      lastSent = authorization;
    }
    return lastToken;
  };

  const findNamed = (token: string): Caller | undefined => {
    const named = rows.get(namedTokens, token);
    return named && demandIdentity({ identity: named.identity });
  };

  const authenticate: CallScope['authenticate'] = (authorization, auth, host) => {
    // An empty value is none here: generated clients and proxies send one without a token (behaviour §10.10).
    if (auth === 'open' && (authorization ?? '') === '') return ANONYMOUS;
    const token = tokenOf(authorization);
    const mine = own.findCaller(token, host);
    if (mine) return demandIdentity(mine);
    const known = findNamed(token) ?? (auth === 'upstream' ? undefined : foreign?.findCaller(token));
    return known ?? verifyCaller(token, auth, host);
  };

  const look: Authenticator['look'] = async (authorization, host) => {
    const token = bearerOf(authorization);
    const named = findNamed(token);
    if (named) return { caller: named };
    const { caller, claims } = await (isOwn(token) ? own : foreignTokens()).look(token, host);
    return { caller: demandIdentity(caller), claims };
  };
  return { authenticate, look };
};
