/** What a caller presents in exchange for a token, before anybody has looked at it. */
export interface Presented<Q = unknown> {
  /** The value of the `authorization` header. */
  readonly authorization: string | undefined;
  /**
   * Reads the request: late, since a bad token is told before a bad request.
   * @throws ApiError INVALID_ARGUMENT
   */
  readonly request: () => Q;
}

/** What an exchanged token is to be good for; each member may be absent. */
export interface Narrowing {
  /** The audiences of the token. */
  readonly aud?: readonly string[];
  /** One group's uid: the older form of `scopes`. */
  readonly scope?: string;
  /** The uids of the groups that the token is confined to. */
  readonly scopes?: readonly string[];
  /** The capabilities that the token is confined to, by name. */
  readonly cap?: readonly string[];
}

/** A request to exchange an upstream token. */
export interface Exchange extends Narrowing {
  /** The uid of the identity to act as; found by its claim match when left out. */
  readonly identity?: string;
  /** The uid of the identity provider that the token must be of. */
  readonly identityProvider?: string;
}

/** A token with when it ends, RFC 3339. */
export interface IssuedToken {
  readonly token: string;
  readonly refreshToken?: string;
  readonly expiry: string;
}

/** Makes access tokens from what callers present (behaviour §10.1 to §10.5, clients §2). */
export interface TokenService {
  /**
   * An access token for the identity that an upstream token acts as.
   * @throws ApiError UNAUTHENTICATED, INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED or FAILED_PRECONDITION
   */
  exchange(presented: Presented<Exchange>): Promise<IssuedToken>;
  /**
   * A new pair of tokens for a refresh token.
   * @throws ApiError as `exchange`
   */
  refresh(presented: Presented<Narrowing>): Promise<{
    readonly token: IssuedToken;
    readonly refreshToken: IssuedToken;
  }>;
}

/** The ways in which a token can be made wrong on purpose. */
export const TOKEN_FLAWS = [
  'expired',
  'not_yet_valid',
  'wrong_audience',
  'wrong_issuer',
  'bad_signature',
  'unknown_key',
  'alg_none',
  'missing_subject',
] as const;
export type TokenFlaw = (typeof TOKEN_FLAWS)[number];

/** The name of an issuer that the mock plays: one path segment. */
export const ISSUER_NAME = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,62}$/;

/** A token for an identity, as a test asks for it. */
export interface MintRequest {
  /** The uid of the identity. */
  readonly identity: string;
  readonly ttlSeconds: number;
  readonly audience?: readonly string[];
  readonly scopes?: readonly string[];
  /** The upstream claims that the token is to say it was made from. */
  readonly actor?: Readonly<Record<string, string>>;
  readonly flaw?: TokenFlaw;
}

/** A token of a third party, as a test asks for it. */
export interface UpstreamMintRequest {
  /** A name, for an issuer that the mock plays, or the URL of any. */
  readonly issuer: string;
  readonly subject: string;
  readonly ttlSeconds: number;
  readonly audience?: readonly string[];
  /** Further claims, as they are. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly flaw?: TokenFlaw;
}

/** A token that was minted, with when it ends. */
export interface Minted {
  readonly token: string;
  readonly expiresMillis: number;
}
