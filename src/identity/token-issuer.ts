import type { JWTPayload } from 'jose';
import type { Grant, GrantSource } from '../kernel/access.ts';
import { type Clock, instant } from '../kernel/clock.ts';
import { rowNotFound } from '../kernel/directory.ts';
import { denied, failedPrecondition, invalidField } from '../kernel/errors.ts';
import type { Resource } from '../kernel/resource.ts';
import type { Row, Rows, Store } from '../kernel/rows.ts';
import { findTokenRefusal } from '../kernel/token-refusal.ts';
import type { Exchange, IssuedToken, Narrowing, Presented, TokenService } from '../kernel/token-service.ts';
import { isWithin, parentOf, UID } from '../kernel/uid.ts';
import { everyCapability } from '../schema/capability.ts';
import { omitUndefined } from '../schema/defined.ts';
import { accessClaims, limitsOf, signClaims } from './access-tokens.ts';
import type { AwsPrincipals } from './aws-principals.ts';
import { isAwsRequest } from './aws-request.ts';
import { bearerOf } from './bearer.ts';
import { type IdentityRow, isUsable } from './claim-match.ts';
import type { KeyRing } from './key-ring.ts';
import { isOwn, issuedAt, type OwnAddress } from './own-issuer.ts';
import { makeRefreshToken, type RefreshClaims, readRefreshToken } from './refresh-tokens.ts';
import type { Identified, UpstreamIdentities } from './upstream-identities.ts';
import { actorOfClaims } from './verified.ts';
import { unknownIdentity } from './verify-token.ts';

/** The limits of a token; missing members do not limit it. */
export interface Confines {
  readonly scopes?: readonly string[];
  readonly cap?: readonly string[];
}

/** The uids that lie within both lists; undefined when there is neither. */
const intersect = (
  asked: readonly string[] | undefined,
  previous: readonly string[] | undefined,
): readonly string[] | undefined => {
  if (!asked || !previous) return asked ?? previous;
  const both = [
    ...asked.filter((uid) => previous.some((at) => isWithin(uid, at))),
    ...previous.filter((uid) => asked.some((at) => isWithin(uid, at))),
  ];
  return [...new Set(both)];
};

/**
 * The limits that a request sets for a token within its previous ones. `scope` is the older form of `scopes`.
 * @throws ApiError INVALID_ARGUMENT for an invalid uid or unknown capability, NOT_FOUND for a missing group, and
 *   PERMISSION_DENIED if nothing remains
 */
export const confinesOf = (
  { scope = '', scopes = [], cap = [], aud = [] }: Narrowing,
  before: Confines,
  groups: Resource,
  rows: Rows,
): Confines => {
  for (const [index, audience] of aud.entries()) {
    if (audience === '') throw invalidField(`aud[${index}]`, 'must not be empty');
  }
  const asked = [...new Set([...scopes, ...(scope === '' ? [] : [scope])])];
  for (const uid of asked) {
    if (!UID.test(uid)) throw invalidField('scopes', `${JSON.stringify(uid)} is not the uid of a group`);
    if (!rows.get(groups, uid)) throw rowNotFound(groups, uid);
  }
  for (const name of cap) {
    if (!everyCapability.has(name)) throw invalidField('cap', `unknown capability ${JSON.stringify(name)}`);
  }
  const common = intersect(asked.length > 0 ? asked : undefined, before.scopes);
  const allowed = before.cap && new Set(before.cap);
  const names = cap.length > 0 ? cap.filter((name) => !allowed || allowed.has(name)) : before.cap;
  if (common?.length === 0) throw denied('invalid "scopes": they lie outside of what the token is confined to');
  if (names?.length === 0) throw denied('invalid "cap": none is among those that the token is confined to');
  return { ...(common && { scopes: common }), ...(names && { cap: names }) };
};

/** The grants of a confined token: only the named capabilities, and only within the scopes. */
export const confineGrants = (grants: readonly Grant[], { scopes, cap = [] }: Confines): readonly Grant[] => {
  const asked = new Set(cap);
  return grants.flatMap(({ at, capabilities }) => {
    const common = new Set([...capabilities].filter((name) => asked.has(name)));
    if (common.size === 0) return [];
    return (intersect(scopes, [at]) ?? []).map((group) => ({ at: group, capabilities: common }));
  });
};

/** The life of an exchanged access token, in seconds (behaviour §10.2). */
const ACCESS_LIFE_SECONDS = 60 * 60;

/** The resources that are read when tokens are made. */
export interface TokenResources {
  readonly identities: Resource<IdentityRow>;
  readonly groups: Resource;
  readonly identityProviders: Resource<Row & { readonly oidc?: { readonly issuer?: string } }>;
  readonly grants: GrantSource;
}

/** The dependencies of a token issuer. */
export interface TokenIssuerDeps extends TokenResources, OwnAddress {
  readonly store: Store;
  readonly clock: Clock;
  readonly ring: KeyRing;
  readonly upstream: UpstreamIdentities;
  readonly aws: AwsPrincipals;
  /** Claims that every token of this world carries. */
  readonly stamp?: Readonly<Record<string, string>> | undefined;
  /** An id that no other token has, for one that is made at a moment. */
  readonly nextId: (nowMillis: number) => string;
}

/** The email address of an identity: its own, which was verified, or the one in the upstream token. */
const emailOf = (
  { email = '' }: IdentityRow,
  claims: JWTPayload,
): { readonly email?: string; readonly emailVerified?: boolean } => {
  if (email !== '') return { email, emailVerified: true };
  if (typeof claims.email !== 'string' || claims.email === '') return {};
  return { email: claims.email, emailVerified: claims.email_verified === true };
};

/** Exchanges upstream and refresh tokens for access tokens. */
export class TokenIssuer implements TokenService {
  readonly #deps: TokenIssuerDeps;

  constructor(deps: TokenIssuerDeps) {
    this.#deps = deps;
  }

  async exchange({ authorization, request, host, ran }: Presented<Exchange>): Promise<IssuedToken> {
    const { groups, store, issuer } = this.#deps;
    const token = bearerOf(authorization);
    const asked = await this.#readAfterToken(token, request, host);
    const only = await this.#findIdentity(asked.identity ?? '', token, host);
    const identified = await this.#identify(token, only, host);
    const { claims, actor } = identified;
    if (isOwn(claims, issuer) && limitsOf(claims).length > 0)
      throw denied('a token that is confined cannot be exchanged');
    const confines = confinesOf(asked, {}, groups, store.rows);
    const identity = this.#demandOne(this.#limitToProvider(identified, asked.identityProvider ?? ''));
    const { aud = [] } = asked;
    const { access, refresh } = await this.#issue(
      {
        subject: identity.uid,
        audience: aud,
        actor: { ...actorOfClaims(claims), ...actor },
        ...emailOf(identity, claims),
        ...confines,
      },
      { ran, host },
    );
    return { ...access, refreshToken: refresh.token };
  }

  async refresh({ authorization, request, host, ran }: Presented<Narrowing>): Promise<{
    readonly token: IssuedToken;
    readonly refreshToken: IssuedToken;
  }> {
    const { ring, issuer, clock, store, identities, groups } = this.#deps;
    const before = await readRefreshToken(ring, issuer, bearerOf(authorization), clock.now());
    const asked = request();
    const identity = store.rows.get(identities, before.subject);
    if (!identity) throw unknownIdentity(before.subject);
    this.#demandOne({ matches: [identity], mismatch: '' });
    const { aud = [] } = asked;
    const confines = confinesOf(asked, before, groups, store.rows);
    const { access, refresh } = await this.#issue(
      {
        ...before,
        ...confines,
        audience: aud.length > 0 ? aud : before.audience,
      },
      { ran, host },
    );
    return { token: access, refreshToken: refresh };
  }

  /**
   * The identities of presented credentials: a third party's token, or a request signed for AWS.
   * @throws ApiError as both do, but PERMISSION_DENIED if the keys that it needs cannot be read (behaviour §10.3)
   */
  async #identify(token: string, only: IdentityRow | undefined, host: string | undefined): Promise<Identified> {
    const { aws, upstream } = this.#deps;
    if (isAwsRequest(token)) return aws.identify(token, only, host);
    try {
      return await upstream.identify(token, only, host);
    } catch (error) {
      throw findTokenRefusal(error)?.check === 'unreadable_keys' ? denied('invalid "iss"') : error;
    }
  }

  /** Checks presented credentials, whatever their identity. */
  async #check(token: string, host: string | undefined): Promise<void> {
    if (isAwsRequest(token)) this.#deps.aws.read(token, host);
    else await this.#identify(token, undefined, host);
  }

  /** Reads the request once the token is known to be good: a bad token is reported first (behaviour L22). */
  async #readAfterToken<Q>(token: string, request: () => Q, host: string | undefined): Promise<Q> {
    try {
      return request();
    } catch (error) {
      await this.#check(token, host);
      throw error;
    }
  }

  async #findIdentity(uid: string, token: string, host: string | undefined): Promise<IdentityRow | undefined> {
    if (uid === '') return undefined;
    const { store, identities } = this.#deps;
    const identity = store.rows.get(identities, uid);
    if (!identity) {
      await this.#check(token, host);
      throw rowNotFound(identities, uid);
    }
    if (identity.awsIdentity && !isAwsRequest(token))
      throw denied(`identity ${uid} is for AWS principals, who present a signed GetCallerIdentity request`);
    if (identity.servicePrincipal)
      throw denied(`identity ${uid} is a part of the service, for which there is no exchange`);
    return identity;
  }

  #limitToProvider(identified: Identified, uid: string): Pick<Identified, 'matches' | 'mismatch'> {
    if (uid === '') return identified;
    const { store, identityProviders } = this.#deps;
    const provider = store.rows.get(identityProviders, uid);
    if (!provider) throw rowNotFound(identityProviders, uid);
    if (provider.oidc?.issuer !== identified.claims.iss) return { matches: [], mismatch: 'iss' };
    const home = parentOf(uid);
    const matches = identified.matches.filter((identity) => isWithin(identity.uid, home));
    return { matches, mismatch: identified.matches.length > 0 ? 'identity_provider' : identified.mismatch };
  }

  /** The one identity that matches (behaviour §10.3, §10.5). */
  #demandOne({ matches, mismatch }: Pick<Identified, 'matches' | 'mismatch'>): IdentityRow {
    const now = this.#deps.clock.now();
    const usable = matches.filter((identity) => isUsable(identity, now));
    const [first] = matches;
    const [identity, another] = usable;
    if (!first) throw denied(`invalid "${mismatch}"`);
    if (!identity)
      throw denied(`the static keys of identity ${first.uid} expired at ${first.staticKeys?.expirationTime}`);
    if (another) {
      throw failedPrecondition({
        type: 'IDENTITY_AMBIGUOUS',
        description: `${usable.length} identities match the token: name the one to act as in identity`,
      });
    }
    return identity;
  }

  async #issue(
    made: RefreshClaims,
    { ran, host }: Pick<Presented, 'ran' | 'host'>,
  ): Promise<{ readonly access: IssuedToken; readonly refresh: IssuedToken }> {
    const { store, clock, ring, issuer, grants, identities, nextId, stamp } = this.#deps;
    const { isKnown, issuedMillis } = await store.write((tx) => {
      const nowMillis = clock.now();
      ran?.(nowMillis);
      const identity = tx.get(identities, made.subject);
      if (identity) tx.put(identities, { ...identity, lastSeenTime: instant(nowMillis) });
      return { isKnown: identity !== undefined, issuedMillis: nowMillis };
    });
    if (!isKnown) throw unknownIdentity(made.subject);
    const { issuer: iss, origin } = issuedAt(this.#deps, host);
    const { cap, audience, ...unbound } = made;
    const confines: Confines = made;
    const claims = accessClaims({
      ...unbound,
      audience: audience.length > 0 ? audience : [iss],
      issuer: iss,
      issuedMillis,
      ttlSeconds: ACCESS_LIFE_SECONDS,
      id: nextId(issuedMillis),
      ...(cap && { capabilities: confineGrants(grants.grantsOf(made.subject, store.rows), confines) }),
      stamp: { ...stamp, ...origin },
    });
    const token = await signClaims(await ring.signer(), claims);
    const id = nextId(issuedMillis);
    const refresh = await makeRefreshToken({ ring, issuer, ...omitUndefined({ stamp }) }, made, id, issuedMillis);
    return {
      access: { token, expiry: instant((claims.exp ?? 0) * 1000) },
      refresh: { token: refresh.token, expiry: instant(refresh.expiresMillis) },
    };
  }
}
