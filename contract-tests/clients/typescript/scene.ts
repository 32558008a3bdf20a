import type { PlatformClient } from './client.ts';

/** The client and the rows that the calls use. */
export interface Scene {
  readonly client: PlatformClient;
  readonly baseUrl: string;
  /** The organization that the rows are made in. */
  readonly org: string;
  /** A group of the calls' own in it. */
  readonly group: string;
  /** The uid of the built-in role `viewer`. */
  readonly viewer: string;
  /** A token of a third party, for a subject without an identity. */
  readonly upstreamToken: (issuer: string, subject: string, claims: object) => Promise<string>;
}
