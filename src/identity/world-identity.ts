import type { CallScope } from '../kernel/call-scope.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ApiError } from '../kernel/errors.ts';
import { secretFor } from '../kernel/ids.ts';
import type { Audiences, Scheme } from '../kernel/request-origin.ts';
import type { Rows, Store } from '../kernel/rows.ts';
import { attachRefusal, findTokenRefusal } from '../kernel/token-refusal.ts';
import type { Minted, MintRequest, UpstreamMintRequest } from '../kernel/token-service.ts';
import { TOP } from '../kernel/uid.ts';
import { omitUndefined } from '../schema/defined.ts';
import type { TokenFlaw } from '../schema/token-words.ts';
import { accessClaims, audienceClaim, signClaims } from './access-tokens.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';
import { AwsPrincipals, type TrustedPrincipal } from './aws-principals.ts';
import { claimMismatch, findStaticMismatch, type IdentityRow } from './claim-match.ts';
import { signFlawed } from './flawed-token.ts';
import { type IssuerDocuments, PLAYED_ISSUERS } from './issuer-documents.ts';
import { KeyRing } from './key-ring.ts';
import type { ScimToken } from './opaque-token.ts';
import { issuedAt, type OwnAddress } from './own-issuer.ts';
import { type SigningKey, toPublishedKey } from './signing-keys.ts';
import { TokenIssuer, type TokenResources } from './token-issuer.ts';
import { type TrustedIssuer, TrustedIssuers } from './trusted-issuers.ts';
import { UpstreamIdentities } from './upstream-identities.ts';
import { fewOf, isNumericDate } from './verify-token.ts';

/** The dependencies of the tokens and callers of a world. */
export interface WorldIdentityDeps extends TokenResources, OwnAddress {
  readonly store: Store;
  readonly clock: Clock;
  /** The clock of the machine, which no test moves. */
  readonly machineClock: Clock;
  /** The URL of the API, which minted tokens are for; the issuer's unless given. */
  readonly apiUrl?: string;
  /** The audiences that tokens may have besides the issuer itself. */
  readonly audiences: readonly string[];
  /** The scheme of the port: of the origin by which a request came. */
  readonly scheme: Scheme;
  readonly seed: string;
  readonly key: Promise<SigningKey>;
  readonly upstreamKey: () => SigningKey;
  readonly trusted: readonly TrustedIssuer[];
  /** The AWS principals whose signed requests are trusted; none by default. */
  readonly trustedAws?: readonly TrustedPrincipal[] | undefined;
  /** Claims that every token of this world carries. */
  readonly stamp?: Readonly<Record<string, string>> | undefined;
  /** Finds the provider of a SCIM token, to say so of one that a call brings; no text is one unless given. */
  readonly findScimToken?: (token: string, rows: Rows) => ScimToken | undefined;
  readonly report: (error: unknown) => void;
}

/** The tokens of one world: it makes and verifies them. */
export class WorldIdentity {
  readonly ring: KeyRing;
  readonly authenticate: CallScope['authenticate'];
  /** Answers who the caller of a request would be; nothing changes by it. */
  readonly look: Authenticator['look'];
  readonly #deps: WorldIdentityDeps;
  readonly #audiences: Audiences;
  /** Made with the first token that the world has not signed itself, or is asked to exchange. */
  #upstream: UpstreamIdentities | undefined;
  #tokens: TokenIssuer | undefined;
  #made = 0;

  constructor(deps: WorldIdentityDeps) {
    this.#deps = deps;
    const { store, clock, identities, issuer, key } = deps;
    this.#audiences = { listed: [issuer, ...deps.audiences], scheme: deps.scheme };
    this.ring = new KeyRing(key, store, clock);
    const { authenticate, look } = createAuthenticator({
      store,
      identities,
      clock,
      ring: this.ring,
      upstream: () => this.#upstreamIdentities(),
      issuer,
      audiences: this.#audiences,
      findScimToken: (token) => deps.findScimToken?.(token, store.rows),
    });
    this.authenticate = authenticate;
    this.look = (...asked) => look(...asked).catch((error: unknown) => this.#addKnownIssuers(error));
  }

  /** Exchanges credentials for tokens. */
  get tokens(): TokenIssuer {
    this.#tokens ??= this.#makeTokens();
    return this.#tokens;
  }

  #upstreamIdentities(): UpstreamIdentities {
    const { ring } = this;
    const { store, clock, identities, issuer, upstreamKey, trusted, machineClock, report } = this.#deps;
    this.#upstream ??= new UpstreamIdentities({
      rows: store.rows,
      identities,
      clock,
      trust: new TrustedIssuers({
        issuer,
        audiences: this.#audiences,
        ring,
        upstreamKey,
        trusted,
        machineClock,
        report,
      }),
    });
    return this.#upstream;
  }

  #makeTokens(): TokenIssuer {
    const { store, clock, identities, trustedAws: trusted = [] } = this.#deps;
    return new TokenIssuer({
      ...this.#deps,
      ring: this.ring,
      upstream: this.#upstreamIdentities(),
      aws: new AwsPrincipals({ rows: store.rows, identities, clock, audiences: this.#audiences, trusted }),
      nextId: (nowMillis) => this.#takeId(nowMillis),
    });
  }

  /** Signs a bearer token for an identity, valid or with a flaw. */
  async mint({ identity, ttlSeconds, audience, scopes, actor, flaw, host }: MintRequest): Promise<Minted> {
    const { issuer: own, apiUrl = own, clock, stamp } = this.#deps;
    const { issuer, origin } = issuedAt(this.#deps, host);
    const issuedMillis = clock.now();
    const claims = accessClaims({
      subject: identity,
      issuer,
      audience: audience ?? [issuer === own ? apiUrl : issuer],
      issuedMillis,
      ttlSeconds,
      id: this.#takeId(issuedMillis),
      ...(scopes && { scopes }),
      ...omitUndefined({ actor }),
      stamp: { ...stamp, ...origin },
    });
    return this.#mintSigned(await this.ring.signer(), claims, flaw);
  }

  /** Signs a token as a third party would: one that the mock imitates, or any that a URL names. */
  async mintUpstream({
    issuer,
    subject,
    ttlSeconds,
    audience,
    claims = {},
    flaw,
    host,
  }: UpstreamMintRequest): Promise<Minted & { readonly issuer: string }> {
    const { clock, upstreamKey, stamp } = this.#deps;
    const iss = this.issuerOf(issuer, host);
    const nowMillis = clock.now();
    const iat = Math.floor(nowMillis / 1000);
    const registered = { iss, sub: subject, aud: audienceClaim(audience ?? this.#audienceFor(iss, subject, host)) };
    const times = { iat, exp: iat + ttlSeconds, jti: this.#takeId(nowMillis) };
    return {
      ...(await this.#mintSigned(upstreamKey(), { ...times, ...stamp, ...claims, ...registered }, flaw)),
      issuer: iss,
    };
  }

  /** The URL of an issuer: a name means one that the mock imitates. */
  issuerOf(nameOrUrl: string, host: string | undefined): string {
    const { issuer } = issuedAt(this.#deps, host);
    return nameOrUrl.includes(':') ? nameOrUrl : `${issuer}${PLAYED_ISSUERS}/${nameOrUrl}`;
  }

  /** The identities that tokens of an issuer and subject act as, whatever their other claims. */
  listActing(issuer: string, subject: string): readonly IdentityRow[] {
    const { store, identities } = this.#deps;
    const claims = { iss: issuer, sub: subject };
    return store.rows.listWithin(identities, TOP).filter(({ claimMatch, staticKeys }) => {
      if (staticKeys) return findStaticMismatch({ ...staticKeys, audiences: [] }, claims) === undefined;
      return claimMatch !== undefined && (claimMismatch(claimMatch, claims)?.passed ?? 2) >= 2;
    });
  }

  /** Adds the issuers of static keys to those that a token could have had: a call does not look for them. */
  #addKnownIssuers(error: unknown): never {
    const refusal = findTokenRefusal(error);
    if (refusal?.check !== 'issuer') throw error;
    const { store, identities } = this.#deps;
    const keyed = store.rows.listWithin(identities, TOP).flatMap(({ staticKeys }) => staticKeys?.issuer ?? []);
    const wanted = fewOf([...new Set([...(refusal.wanted ?? []), ...keyed])]);
    throw attachRefusal(error as ApiError, { ...refusal, wanted });
  }

  /** The audience of a third party's token for the exchange: the one identity's that it acts as, or else the mock. */
  #audienceFor(issuer: string, subject: string, host: string | undefined): readonly string[] {
    const [only, ...others] = this.listActing(issuer, subject);
    const asked = others.length === 0 ? only?.claimMatch?.audience : undefined;
    return [asked || issuedAt(this.#deps, host).issuer];
  }

  /** The contents of the issuer pages of this world. */
  documents(): IssuerDocuments {
    return {
      urlAt: (host) => issuedAt(this.#deps, host).issuer,
      ownKeys: async () => (await this.ring.listAccepted()).map(toPublishedKey),
      upstreamKeys: () => [toPublishedKey(this.#deps.upstreamKey())],
    };
  }

  async #mintSigned(
    key: SigningKey,
    claims: ReturnType<typeof accessClaims>,
    flaw: TokenFlaw | undefined,
  ): Promise<Minted> {
    const token = await (flaw === undefined ? signClaims(key, claims) : signFlawed(key, claims, flaw));
    const { exp } = claims;
    return { token, expiresMillis: isNumericDate(exp) ? exp * 1000 : this.#deps.clock.now() };
  }

  #takeId(nowMillis: number): string {
    this.#made += 1;
    // The count restarts with the process, the time does not.
    return secretFor(this.#deps.seed, 'token', String(nowMillis), String(this.#made)).slice(0, 32);
  }
}
