import { createHash, hash } from 'node:crypto';
import { instant } from '../../kernel/clock.ts';
import { aborted } from '../../kernel/errors.ts';
import { secretFor } from '../../kernel/ids.ts';
import { defineResource, type RowOf } from '../../kernel/resource.ts';
import type { Rows } from '../../kernel/rows.ts';
import { TOP } from '../../kernel/uid.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { bool, enumType, int32, string, timestamp, uid } from '../../schema/field-types.ts';
import { message, optional, output } from '../../schema/message.ts';

/** The lifecycle state of a SCIM credential. */
export const CredentialState = enumType(
  'chainguard.platform.iam.v2.IdentityProvider.SCIM.CredentialState',
  'The lifecycle state of the SCIM credential of an identity provider.',
  {
    CREDENTIAL_STATE_UNSPECIFIED: 0,
    CREDENTIAL_STATE_NOT_ISSUED: 1,
    CREDENTIAL_STATE_LIVE: 2,
    CREDENTIAL_STATE_EXPIRED: 3,
    CREDENTIAL_STATE_REVOKED: 4,
    CREDENTIAL_STATE_ROTATING: 5,
  },
);

const ScimCredential = message(
  'mock.ScimCredential',
  'The SCIM credential of an identity provider as it is stored. Its state follows from its times and the clock.',
  {
    uid: output(1, uid(), 'The uid of the identity provider.'),
    createTime: output(2, timestamp(), 'When the credential was created.'),
    updateTime: output(3, timestamp(), 'When the credential last changed.'),
    enabled: optional(4, bool(), 'Whether users and groups are provisioned over SCIM.'),
    generation: optional(5, int32(), 'How many tokens were issued so far; 0 for none.'),
    revision: optional(6, int32(), 'How often the credential changed; the etag follows from it.'),
    tokenHash: optional(7, string(), 'The SHA-256 of the current token, in hex.'),
    expireTime: optional(8, timestamp(), 'When the current token expires; absent for never.'),
    previousTokenHash: optional(9, string(), 'The SHA-256 of the previous token, in hex.'),
    previousTokenExpireTime: optional(10, timestamp(), 'Until when the previous token is still accepted.'),
    revokeTime: optional(11, timestamp(), 'When the tokens were revoked.'),
  },
);

/** A stored SCIM credential; its uid is the identity provider's. */
export type ScimCredentialRow = RowOf<typeof ScimCredential>;

/** SCIM credentials: stored beside the providers and deleted with them, without operations of their own. */
export const scimCredentials = defineResource({
  domain: 'iam',
  singular: 'scimCredential',
  plural: 'scimCredentials',
  words: { singular: 'SCIM credential', plural: 'SCIM credentials' },
  description: 'The SCIM credential of an identity provider.',
  message: ScimCredential,
  served: false,
  sharesParentUid: true,
  parent: { singular: 'identityProvider', onDelete: 'cascade' },
});

/** The credential of a provider; an empty one if SCIM was never set up. */
export const credentialOf = (provider: string, rows: Rows): ScimCredentialRow =>
  rows.get(scimCredentials, provider) ?? { uid: provider };

/** True once a first token was issued, even if it expired or was revoked. */
export const isIssued = ({ generation = 0 }: ScimCredentialRow): boolean => generation > 0;

const isPast = (time: string | undefined, nowMillis: number): boolean =>
  time !== undefined && Date.parse(time) <= nowMillis;

/** The state of a credential at a moment (behaviour §5.6): overlaps and tokens expire without a write. */
export const stateOf = (credential: ScimCredentialRow, nowMillis: number) => {
  const { revokeTime, expireTime, previousTokenExpireTime } = credential;
  if (!isIssued(credential)) return 'CREDENTIAL_STATE_NOT_ISSUED';
  if (revokeTime !== undefined) return 'CREDENTIAL_STATE_REVOKED';
  if (isPast(expireTime, nowMillis)) return 'CREDENTIAL_STATE_EXPIRED';
  const overlaps = previousTokenExpireTime !== undefined && !isPast(previousTokenExpireTime, nowMillis);
  return overlaps ? 'CREDENTIAL_STATE_ROTATING' : 'CREDENTIAL_STATE_LIVE';
};

/** The etag of a credential: different after every change, the same while only time passes. */
export const etagOf = ({ uid: provider, revision = 0 }: ScimCredentialRow, seed: string): string =>
  secretFor(seed, provider, 'scim-etag', String(revision)).slice(0, 16);

/** @throws ApiError ABORTED when the etag is not the credential's current one */
export const demandEtag = (credential: ScimCredentialRow, etag: string | undefined, seed: string): void => {
  if (etag !== etagOf(credential, seed)) throw aborted('etag mismatch');
};

/** The next token of a credential: `cgscim_` and 64 hex digits. */
export const makeNextToken = ({ uid: provider, generation = 0 }: ScimCredentialRow, seed: string): string =>
  `cgscim_${secretFor(seed, provider, 'scim', String(generation + 1))}`;

/**
 * The time until which the current token is accepted beside a new one: for the overlap, but never after it expires.
 * Undefined when it ends at once, because the overlap is zero or the token is no longer valid.
 */
export const overlapEnd = (
  credential: ScimCredentialRow,
  overlapMillis: number,
  nowMillis: number,
): string | undefined => {
  const state = stateOf(credential, nowMillis);
  const isValid = state === 'CREDENTIAL_STATE_LIVE' || state === 'CREDENTIAL_STATE_ROTATING';
  if (!isValid || overlapMillis <= 0) return undefined;
  const expiry = credential.expireTime === undefined ? Number.POSITIVE_INFINITY : Date.parse(credential.expireTime);
  return instant(Math.min(nowMillis + overlapMillis, expiry));
};

const touchCredential = (before: ScimCredentialRow, now: string): ScimCredentialRow => ({
  uid: before.uid,
  createTime: before.createTime ?? now,
  updateTime: now,
  enabled: before.enabled ?? false,
  generation: before.generation ?? 0,
  revision: (before.revision ?? 0) + 1,
});

/** A new token and its times. */
export interface NewToken {
  readonly token: string;
  /** The end of the token; absent for one that never expires. */
  readonly expireTime: string | undefined;
  /** The time until which the previous token is accepted; absent when it ends at once. */
  readonly previousTokenExpireTime: string | undefined;
}

/** The credential with a new token: live again, whatever its state was. */
export const withToken = (
  before: ScimCredentialRow,
  { token, expireTime, previousTokenExpireTime }: NewToken,
  now: string,
): ScimCredentialRow => ({
  ...touchCredential(before, now),
  generation: (before.generation ?? 0) + 1,
  tokenHash: hash('sha256', token),
  ...omitUndefined({
    expireTime,
    previousTokenExpireTime,
    previousTokenHash: previousTokenExpireTime === undefined ? undefined : before.tokenHash,
  }),
});

/** The credential with every token revoked; a running overlap ends. */
export const revokeTokens = (before: ScimCredentialRow, now: string): ScimCredentialRow => ({
  ...touchCredential(before, now),
  ...omitUndefined({ tokenHash: before.tokenHash, expireTime: before.expireTime }),
  revokeTime: now,
});

/** The credential with provisioning switched on or off; its tokens stay as they are. */
export const switchProvisioning = (before: ScimCredentialRow, enabled: boolean, now: string): ScimCredentialRow => ({
  ...before,
  ...touchCredential(before, now),
  enabled,
});

/** The provider of a SCIM token, and when its tokens were revoked; undefined for any other text. */
export const findScimToken = (
  token: string,
  rows: Rows,
): { readonly provider: string; readonly revokeTime?: string } | undefined => {
  if (!token.startsWith('cgscim_')) return undefined;
  const hash = createHash('sha256').update(token).digest('hex');
  const found = rows
    .listWithin(scimCredentials, TOP)
    .find(({ tokenHash, previousTokenHash }) => tokenHash === hash || previousTokenHash === hash);
  return found && { provider: found.uid, ...omitUndefined({ revokeTime: found.revokeTime }) };
};
