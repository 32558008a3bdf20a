import type { CallScope } from '../kernel/call-scope.ts';
import type { Caller } from '../kernel/context.ts';
import { collection, type Row } from '../kernel/rows.ts';
import type { Operation } from '../schema/operation.ts';
import { bearerOf } from './bearer.ts';
import { ForeignTokens, type ForeignTokensDeps } from './foreign-tokens.ts';
import { type FindScimToken, hasParts, refuseOpaque } from './opaque-token.ts';
import { isOwn as isOwnToken } from './own-issuer.ts';
import { OwnTokens, type OwnTokensDeps } from './own-tokens.ts';
import type { UpstreamIdentities } from './upstream-identities.ts';
import type { LookedAt } from './verified.ts';
import { readToken, unknownIdentity } from './verify-token.ts';

/** Bearer tokens by name, for tests that want one they can write down. The uid is the token itself. */
export const namedTokens = collection<Row & { readonly identity: string }>('namedTokens');

/** The dependencies of an authenticator; `issuer` is the world's own, and one of the audiences. */
export interface AuthenticatorDeps extends OwnTokensDeps, Omit<ForeignTokensDeps, 'upstream'> {
  /** Asked when a token comes that the world has not signed. */
  readonly upstream: () => UpstreamIdentities;
  readonly findScimToken: FindScimToken;
}

/** Finds the callers of requests. */
export interface Authenticator {
  readonly authenticate: CallScope['authenticate'];
  /**
   * Answers who the caller of a request would be, and the claims of its token, which one that a fixture names has not.
   * It keeps nothing, and notes no use.
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
 * upstream issuer that exactly one identity matches. Keeps verified tokens, since a signature costs more than the
 * rest of a call; times and the identity are checked each time.
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
    // An empty value is none there: generated clients and proxies send one for a caller without a token (behaviour §10.10).
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
