import type { WorldIdentity } from '../../identity/world-identity.ts';
import type { Minted, MintRequest, UpstreamMintRequest } from '../../kernel/token-service.ts';
import type { NamedIdentity } from '../../plane/named-identity.ts';

/** An identity, and the URL of the issuer whose tokens act as it. */
export interface ActingAs {
  readonly uid: string;
  readonly issuer: string;
}

/** Mints tokens in a world, and changes the key that signs them. */
export interface TokenControl extends NamedIdentity {
  /** The identity that tokens of an issuer and subject act as; a reason in words when that is not exactly one. */
  readonly findActing: (
    issuer: string,
    subject: string,
    host: string | undefined,
  ) => ActingAs | { readonly reason: string };
  readonly mint: (request: MintRequest) => Promise<Minted>;
  readonly mintUpstream: (request: UpstreamMintRequest) => Promise<Minted & { readonly issuer: string }>;
  /** Answers who the caller of a request would be, and changes nothing. @throws ApiError as the API does */
  readonly look: WorldIdentity['look'];
  /** The name of an identity; empty if it has none. */
  readonly nameOf: (identity: string) => string;
  /** Signs with another key from now on, whose id is returned; tokens of the previous key are valid for the overlap. */
  readonly rotateKeys: (overlapMillis: number) => Promise<string>;
}
