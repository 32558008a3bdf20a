import type { PublishedKey } from './signing-keys.ts';

/** The path of the issuers that the mock imitates. */
export const PLAYED_ISSUERS = '/_mock/issuers';

/** The content of the issuer pages. */
export interface IssuerDocuments {
  /** The issuer's own URL for who asks a host, below which clients look for the pages (behaviour 10.25). */
  readonly urlAt: (host: string) => string;
  /** The keys whose tokens are valid now, the one that signs first. */
  readonly ownKeys: () => Promise<readonly PublishedKey[]>;
  readonly upstreamKeys: () => readonly PublishedKey[];
}
