import type { Clock } from '../kernel/clock.ts';
import type { Caller } from '../kernel/context.ts';
import { secretFor } from '../kernel/ids.ts';
import type { Store } from '../kernel/rows.ts';
import type { Minted, MintRequest, TokenFlaw, UpstreamMintRequest } from '../kernel/token-service.ts';
import { TOP } from '../kernel/uid.ts';
import type { Operation } from '../schema/operation.ts';
import { accessClaims, audienceClaim, signClaims } from './access-tokens.ts';
import { createAuthenticator } from './authenticator.ts';
import { claimMismatch, type IdentityRow, staticMismatch } from './claim-match.ts';
import { signFlawed } from './flawed-token.ts';
import { type IssuerDocuments, PLAYED_ISSUERS } from './issuer-pages.ts';
import { KeyRing } from './key-ring.ts';
import { publishedKey, type SigningKey } from './signing-keys.ts';
import { TokenIssuer, type TokenResources } from './token-issuer.ts';
import { type TrustedIssuer, TrustedIssuers } from './trusted-issuers.ts';
import { UpstreamIdentities } from './upstream-identities.ts';
import { isNumericDate } from './verify-token.ts';

/** What the identities of a world are made from. */
export interface WorldIdentityParts extends TokenResources {
  readonly store: Store;
  readonly clock: Clock;
  /** The world's own issuer: its public URL. */
  readonly issuer: string;
  /** What tokens may be for besides the issuer itself. */
  readonly audiences: readonly string[];
  readonly seed: string;
  readonly key: Promise<SigningKey>;
  readonly upstreamKey: SigningKey;
  readonly trusted: readonly TrustedIssuer[];
  readonly report: (error: unknown) => void;
}

/** Everything of one world that has to do with tokens: who may call, and what proves it. */
export class WorldIdentity {
  readonly ring: KeyRing;
  readonly tokens: TokenIssuer;
  readonly authenticate: (authorization: string | undefined, auth: Operation['auth']) => Caller | Promise<Caller>;
  readonly #parts: WorldIdentityParts;
  #made = 0;

  constructor(parts: WorldIdentityParts) {
    this.#parts = parts;
    const { store, clock, identities, issuer, key, upstreamKey, trusted, report } = parts;
    const audiences = [issuer, ...parts.audiences];
    this.ring = new KeyRing(key, store, clock);
    const trust = new TrustedIssuers({ issuer, audiences, ring: this.ring, upstreamKey, trusted, report });
    const upstream = new UpstreamIdentities({ rows: store.rows, identities, clock, trust });
    this.tokens = new TokenIssuer({ ...parts, ring: this.ring, upstream, nextId: () => this.#nextId() });
    this.authenticate = createAuthenticator({
      store,
      identities,
      clock,
      ring: this.ring,
      upstream,
      issuer,
      audiences,
    });
  }

  /** Signs a bearer token for an identity, good or flawed on purpose. */
  async mint({ identity, ttlSeconds, audience, scopes, actor, flaw }: MintRequest): Promise<Minted> {
    const { issuer, clock } = this.#parts;
    const claims = accessClaims({
      subject: identity,
      issuer,
      audience: audience ?? [issuer],
      issuedMillis: clock.now(),
      ttlSeconds,
      id: this.#nextId(),
      ...(scopes && { scopes }),
      ...(actor && { actor }),
    });
    return this.#signed(await this.ring.signer(), claims, flaw);
  }

  /** Signs a token as a third party would: one that the mock plays, or any that a URL names. */
  async mintUpstream({
    issuer,
    subject,
    ttlSeconds,
    audience,
    claims = {},
    flaw,
  }: UpstreamMintRequest): Promise<Minted & { readonly issuer: string }> {
    const { clock, upstreamKey } = this.#parts;
    const iss = this.issuerOf(issuer);
    const iat = Math.floor(clock.now() / 1000);
    const registered = { iss, sub: subject, aud: audienceClaim(audience ?? [this.#parts.issuer]) };
    const times = { iat, exp: iat + ttlSeconds, jti: this.#nextId() };
    return { ...(await this.#signed(upstreamKey, { ...times, ...claims, ...registered }, flaw)), issuer: iss };
  }

  /** The URL of an issuer: a name stands for one that the mock plays. */
  issuerOf(nameOrUrl: string): string {
    return nameOrUrl.includes(':') ? nameOrUrl : `${this.#parts.issuer}${PLAYED_ISSUERS}/${nameOrUrl}`;
  }

  /** The identities that tokens of an issuer and subject act as, whatever else the tokens say. */
  actingAs(issuer: string, subject: string): readonly IdentityRow[] {
    const { store, identities } = this.#parts;
    const claims = { iss: issuer, sub: subject };
    return store.rows.within(identities, TOP).filter(({ claimMatch, staticKeys }) => {
      if (staticKeys) return staticMismatch({ ...staticKeys, audiences: [] }, claims) === undefined;
      return claimMatch !== undefined && (claimMismatch(claimMatch, claims)?.passed ?? 2) >= 2;
    });
  }

  /** What the issuer pages show of this world. */
  documents(): IssuerDocuments {
    return {
      url: this.#parts.issuer,
      ownKeys: async () => (await this.ring.accepted()).map(publishedKey),
      upstreamKeys: () => [publishedKey(this.#parts.upstreamKey)],
    };
  }

  async #signed(
    key: SigningKey,
    claims: ReturnType<typeof accessClaims>,
    flaw: TokenFlaw | undefined,
  ): Promise<Minted> {
    const token = await (flaw === undefined ? signClaims(key, claims) : signFlawed(key, claims, flaw));
    const { exp } = claims;
    return { token, expiresMillis: isNumericDate(exp) ? exp * 1000 : this.#parts.clock.now() };
  }

  #nextId(): string {
    this.#made += 1;
    const { seed, clock } = this.#parts;
    // The count begins anew with the process, the time does not.
    return secretFor(seed, 'token', String(clock.now()), String(this.#made)).slice(0, 32);
  }
}
