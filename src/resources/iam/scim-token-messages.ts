import { instant } from '../../kernel/clock.ts';
import type { Violations } from '../../kernel/context.ts';
import { forbidTrueBeside } from '../../schema/field-rules.ts';
import { bool, duration, string, timestamp, uid } from '../../schema/field-types.ts';
import { violationByName } from '../../schema/field-violation.ts';
import { nonNegativeDuration } from '../../schema/formats.ts';
import { ALWAYS, message, optional, plain, required } from '../../schema/message.ts';
import { durationMillis } from '../../schema/scalars.ts';
import { EXAMPLE_ENDPOINT } from './scim-status.ts';

/** The requested lifetime of a new SCIM token. */
export interface Lifetime {
  readonly expireTime?: string;
  readonly neverExpires?: boolean;
}

const DEFAULT_YEARS = 1;
const MAX_YEARS = 2;
const DEFAULT_OVERLAP = '3600s';
const MAX_OVERLAP_MILLIS = 24 * 3_600_000;

/** A token that never expires has no expiry time. */
export const NEVER_OR_THEN = forbidTrueBeside('neverExpires', 'expireTime');

const yearsLater = (nowMillis: number, years: number): number => {
  const date = new Date(nowMillis);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
};

/** Adds the violations of a lifetime: it must end in the future and within two years. */
export const checkLifetime = ({ expireTime }: Lifetime, nowMillis: number, found: Violations): void => {
  if (expireTime === undefined) return;
  const end = Date.parse(expireTime);
  if (end <= nowMillis) found.push(violationByName('expireTime', 'must be in the future'));
  else if (end > yearsLater(nowMillis, MAX_YEARS)) {
    found.push(violationByName('expireTime', `must be at most ${MAX_YEARS} years from now`));
  }
};

/** The time at which a token of the lifetime expires: in one year by default, `undefined` for never. */
export const expiryOf = ({ expireTime, neverExpires }: Lifetime, nowMillis: number): string | undefined =>
  neverExpires ? undefined : (expireTime ?? instant(yearsLater(nowMillis, DEFAULT_YEARS)));

/** The overlap that a caller requests: one hour by default, `0s` for none. */
export const overlapOf = (overlap: string | undefined): string => overlap ?? DEFAULT_OVERLAP;

/** The overlap for which the previous token is accepted, in milliseconds: a day at most (behaviour §5.6). */
export const overlapMillisOf = (overlap: string): number => Math.min(durationMillis(overlap), MAX_OVERLAP_MILLIS);

const PACKAGE = 'chainguard.platform.iam.v2';
const ETAG = { example: '5d41402abc4b2a76' } as const;

/** The field for the etag that a change must repeat. */
export const currentEtag = (number: number) =>
  required(number, string(), 'The etag of the credential as the caller last saw it.', ETAG);

/** The field for the etag after a change. */
export const newEtag = (number: number) =>
  plain(number, string(), 'Identifies the new state of the credential.', { ...ALWAYS, ...ETAG });

/** The field for the time at which a new token expires. */
export const expireTime = (number: number) =>
  optional(
    number,
    timestamp(),
    'When the token expires: in one year by default. It must be in the future, at most two years from now.',
  );

/** The field for how long the previous token stays valid. */
export const overlap = optional(
  2,
  nonNegativeDuration(),
  'How long the previous token stays valid: one hour by default; `0s` ends it at once. More than 24 hours count as 24 hours.',
  { example: '3600s' },
);

/** The first fields of every answer with a new token. */
export const newToken = {
  // Later copies of the answer, such as an event, omit it.
  token: plain(1, string(), 'The token. No other answer has it.', {
    ...ALWAYS,
    once: true,
    example: 'cgscim_2c26b46b',
  }),
  endpointUrl: plain(2, string(), 'The URL that the provider sends its SCIM requests to.', {
    ...ALWAYS,
    example: EXAMPLE_ENDPOINT,
  }),
  expireTime: plain(3, timestamp(), 'When the token expires; absent when it never does.'),
};

/** The last fields of an answer with a token that replaces another. */
export const replacedToken = {
  previousTokenExpireTime: plain(
    6,
    timestamp(),
    'Until when the previous token is still accepted; absent when it no longer is.',
  ),
  requestedOverlap: plain(7, duration(), 'The overlap that was requested; the previous token may expire earlier.'),
};

/** The last fields of the answer to a revocation. */
export const revocation = {
  enabled: plain(3, bool(), 'Whether provisioning is switched on; revoking leaves it as it was.', ALWAYS),
  revokeTime: plain(4, timestamp(), 'When the tokens were revoked.'),
};

const identityProviderUid = required(1, uid(), 'The uid of the identity provider.');
const provider = (number: number) => plain(number, uid(), 'The uid of the identity provider.', ALWAYS);
const neverExpires = (number: number) =>
  optional(number, bool(), 'Makes a token that never expires; not together with expireTime.');

/** The request for a first token. */
export const GenerateScimTokenRequest = message(
  `${PACKAGE}.GenerateScimTokenRequest`,
  'Which identity provider to issue a first SCIM token for.',
  { identityProviderUid, expireTime: expireTime(2), neverExpires: neverExpires(3) },
  [NEVER_OR_THEN],
);

/** The first token. */
export const GenerateScimTokenResponse = message(
  `${PACKAGE}.GenerateScimTokenResponse`,
  'The first SCIM token of an identity provider.',
  { ...newToken, identityProviderUid: provider(4), etag: newEtag(5) },
);

/** The request to replace a token. */
export const RegenerateScimTokenRequest = message(
  `${PACKAGE}.RegenerateScimTokenRequest`,
  'Which identity provider to replace the SCIM token of.',
  { identityProviderUid, overlap, expireTime: expireTime(3), etag: currentEtag(4), neverExpires: neverExpires(5) },
  [NEVER_OR_THEN],
);

/** The token that replaces another. */
export const RegenerateScimTokenResponse = message(
  `${PACKAGE}.RegenerateScimTokenResponse`,
  'The SCIM token that replaces another.',
  { ...newToken, identityProviderUid: provider(4), etag: newEtag(5), ...replacedToken },
);

/** The request to revoke every token. */
export const RevokeScimTokenRequest = message(
  `${PACKAGE}.RevokeScimTokenRequest`,
  'Which identity provider to revoke the SCIM tokens of.',
  { identityProviderUid },
);

/** The result of a revocation. */
export const RevokeScimTokenResponse = message(`${PACKAGE}.RevokeScimTokenResponse`, 'The result of a revocation.', {
  identityProviderUid: provider(1),
  etag: newEtag(2),
  ...revocation,
});

/** The request to switch provisioning on or off. */
export const SetScimEnabledRequest = message(
  `${PACKAGE}.SetScimEnabledRequest`,
  'Whether an identity provider is to provision users and groups over SCIM.',
  {
    identityProviderUid,
    enabled: required(2, bool(), 'Whether provisioning is to be switched on.'),
    etag: currentEtag(3),
  },
);

/** The state of provisioning after the call. */
export const SetScimEnabledResponse = message(`${PACKAGE}.SetScimEnabledResponse`, 'The new state of provisioning.', {
  identityProviderUid: provider(1),
  enabled: plain(2, bool(), 'Whether provisioning is switched on.', ALWAYS),
  etag: newEtag(3),
});
