import type { TokenFlaw } from '../schema/token-words.ts';

/** The credentials that a caller exchanges for a token, before any of them is checked. */
export interface Presented<Q = unknown> {
  /** The value of the `authorization` header. */
  readonly authorization: string | undefined;
  /** The host that the request was sent to: its `Host` or `:authority`. A token may be for that. */
  readonly host?: string | undefined;
  /**
   * Reads the request; to be called after the token was checked, since a bad token is reported before a bad request.
   * @throws ApiError INVALID_ARGUMENT
   */
  readonly request: () => Q;
  /** Called inside the write of the exchange, with the reading of the clock that it runs with. */
  readonly ran?: ((nowMillis: number) => void) | undefined;
}

/** The limits of an exchanged token. */
export interface Narrowing {
  /** The audiences of the token. */
  readonly aud?: readonly string[];
  /** One group's uid: the older form of `scopes`. */
  readonly scope?: string;
  /** The uids of the groups that the token is limited to. */
  readonly scopes?: readonly string[];
  /** The capabilities that the token is limited to, by name. */
  readonly cap?: readonly string[];
}

/** A request to exchange an upstream token. */
export interface Exchange extends Narrowing {
  /** The uid of the identity to act as; without it, the identity is found by its claim match. */
  readonly identity?: string;
  /** The uid of the identity provider that must have issued the token. */
  readonly identityProvider?: string;
}

/** A token with the time at which it expires, RFC 3339. */
export interface IssuedToken {
  readonly token: string;
  readonly refreshToken?: string;
  readonly expiry: string;
}

/** Makes access tokens from credentials (behaviour §10.1 to §10.5, clients §2). */
export interface TokenService {
  /**
   * Returns an access token for the identity that an upstream token matches.
   * @throws ApiError UNAUTHENTICATED, INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED or FAILED_PRECONDITION
   */
  exchange(presented: Presented<Exchange>): Promise<IssuedToken>;
  /**
   * Returns a new pair of tokens for a refresh token.
   * @throws ApiError as `exchange`
   */
  refresh(presented: Presented<Narrowing>): Promise<{
    readonly token: IssuedToken;
    readonly refreshToken: IssuedToken;
  }>;
}

/** A test's request for a token of a third party. */
export interface UpstreamMintRequest {
  /** The name of an issuer that the mock imitates, or the URL of any issuer. */
  readonly issuer: string;
  readonly subject: string;
  readonly ttlSeconds: number;
  readonly audience?: readonly string[];
  /** Claims that are copied as they are. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly flaw?: TokenFlaw;
  /** The host that the token is asked from. */
  readonly host?: string | undefined;
}

/** A test's request for a token of an identity. */
export interface MintRequest extends Omit<UpstreamMintRequest, 'issuer' | 'subject' | 'claims'> {
  /** The uid of the identity. */
  readonly identity: string;
  readonly scopes?: readonly string[];
  /** The upstream claims that the token records as its origin. */
  readonly actor?: Readonly<Record<string, string>>;
}

/** A minted token, with the time at which it expires. */
export interface Minted {
  readonly token: string;
  readonly expiresMillis: number;
}
