import type { PublishedKey } from './signing-keys.ts';

/** The path of the issuers that the mock imitates. */
export const PLAYED_ISSUERS = '/_mock/issuers';

/** The content of the issuer pages. */
export interface IssuerDocuments {
  /** The issuer's own URL, below which clients look for the pages. */
  readonly url: string;
  /** The keys whose tokens are valid now, the one that signs first. */
  readonly ownKeys: () => Promise<readonly PublishedKey[]>;
  readonly upstreamKeys: () => readonly PublishedKey[];
  /** The issuer that discovery names to a request by its origin; by default `url` (behaviour C33). */
  readonly issuerAt?: (origin: string) => string;
}
