import { bool, duration, string, timestamp, uid } from '../../schema/field-types.ts';
import { message, optional, plain, required } from '../../schema/message.ts';
import { EXAMPLE_ENDPOINT } from './scim-status.ts';
import { NEVER_OR_THEN, overlap } from './scim-token-lifetime.ts';

const identityProviderUid = required(1, uid(), 'The uid of the identity provider.');

/** The field for the time at which a new token expires. */
export const expireTime = (number: number) =>
  optional(
    number,
    timestamp(),
    'When the token expires: in one year by default. It must be in the future, at most two years from now.',
  );
const neverExpires = (number: number) =>
  optional(number, bool(), 'Makes a token that never expires; not together with expireTime.');

const newToken = {
  // Later copies of the answer, such as an event, leave it out.
  token: plain(1, string(), 'The token. It is shown here and never again.', {
    always: true,
    once: true,
    example: 'cgscim_2c26b46b',
  }),
  endpointUrl: plain(2, string(), 'The URL that the provider sends its SCIM requests to.', {
    always: true,
    example: EXAMPLE_ENDPOINT,
  }),
  expireTime: plain(3, timestamp(), 'When the token expires; absent when it never does.'),
  identityProviderUid: plain(4, uid(), 'The uid of the identity provider.', { always: true }),
  etag: plain(5, string(), 'Identifies the new state of the credential.', {
    always: true,
    example: '5d41402abc4b2a76',
  }),
};

/** The request for a first token. */
export const GenerateScimTokenRequest = message(
  'chainguard.platform.iam.v2.GenerateScimTokenRequest',
  'Which identity provider to issue a first SCIM token for.',
  { identityProviderUid, expireTime: expireTime(2), neverExpires: neverExpires(3) },
  [NEVER_OR_THEN],
);

/** The first token. */
export const GenerateScimTokenResponse = message(
  'chainguard.platform.iam.v2.GenerateScimTokenResponse',
  'The first SCIM token of an identity provider.',
  newToken,
);

/** The request to replace a token. */
export const RegenerateScimTokenRequest = message(
  'chainguard.platform.iam.v2.RegenerateScimTokenRequest',
  'Which identity provider to replace the SCIM token of.',
  {
    identityProviderUid,
    overlap: optional(
      2,
      overlap(),
      'How long the previous token stays valid: one hour by default; `0s` ends it at once. More than 24 hours count as 24 hours.',
      { example: '3600s' },
    ),
    expireTime: expireTime(3),
    etag: required(4, string(), 'The etag of the credential as the caller last saw it.', {
      example: '5d41402abc4b2a76',
    }),
    neverExpires: neverExpires(5),
  },
  [NEVER_OR_THEN],
);

/** The token that replaces another. */
export const RegenerateScimTokenResponse = message(
  'chainguard.platform.iam.v2.RegenerateScimTokenResponse',
  'The SCIM token that replaces another.',
  {
    ...newToken,
    previousTokenExpireTime: plain(
      6,
      timestamp(),
      'Until when the previous token is still accepted; absent when it no longer is.',
    ),
    requestedOverlap: plain(7, duration(), 'The overlap that was requested; the previous token may expire earlier.'),
  },
);

/** The request to revoke every token. */
export const RevokeScimTokenRequest = message(
  'chainguard.platform.iam.v2.RevokeScimTokenRequest',
  'Which identity provider to revoke the SCIM tokens of.',
  { identityProviderUid },
);

/** The result of a revocation. */
export const RevokeScimTokenResponse = message(
  'chainguard.platform.iam.v2.RevokeScimTokenResponse',
  'The result of a revocation.',
  {
    identityProviderUid: plain(1, uid(), 'The uid of the identity provider.', { always: true }),
    etag: plain(2, string(), 'Identifies the new state of the credential.', {
      always: true,
      example: '5d41402abc4b2a76',
    }),
    enabled: plain(3, bool(), 'Whether provisioning is switched on; revoking leaves it as it was.', { always: true }),
    revokeTime: plain(4, timestamp(), 'When the tokens were revoked.'),
  },
);
