import { bool, duration, string, timestamp, uid } from '../../schema/field-types.ts';
import { message, optional, plain, required } from '../../schema/message.ts';

const identityProviderUid = required(1, uid(), 'The uid of the identity provider.');
const expireTime = (number: number) =>
  optional(number, timestamp(), 'When the token expires: in one year unless given, at most two years from now.');
const neverExpires = (number: number) =>
  optional(number, bool(), 'Makes a token that never expires; not together with expireTime.');

const newToken = {
  // Told once: whatever repeats the answer later, an event for one, leaves it out.
  token: plain(1, string(), 'The token. It is shown here and never again.', { always: true, once: true }),
  endpointUrl: plain(2, string(), 'The URL that the provider sends its SCIM requests to.', { always: true }),
  expireTime: plain(3, timestamp(), 'When the token expires; absent when it never does.'),
  identityProviderUid: plain(4, uid(), 'The uid of the identity provider.', { always: true }),
  etag: plain(5, string(), 'Names the new state of the credential.', { always: true }),
};

/** Asks for a first token. */
export const GenerateScimTokenRequest = message(
  'chainguard.platform.iam.v2.GenerateScimTokenRequest',
  'Which identity provider to issue a first SCIM token for.',
  { identityProviderUid, expireTime: expireTime(2), neverExpires: neverExpires(3) },
);

/** Gives the first token. */
export const GenerateScimTokenResponse = message(
  'chainguard.platform.iam.v2.GenerateScimTokenResponse',
  'The first SCIM token of an identity provider.',
  newToken,
);

/** Asks for a token in the place of another. */
export const RegenerateScimTokenRequest = message(
  'chainguard.platform.iam.v2.RegenerateScimTokenRequest',
  'Which identity provider to replace the SCIM token of.',
  {
    identityProviderUid,
    overlap: optional(
      2,
      duration(),
      'How long the token before stays good: one hour unless given, at most 24 hours, `0s` ends it at once.',
      { example: '3600s' },
    ),
    expireTime: expireTime(3),
    etag: required(4, string(), 'The etag of the credential as the caller last saw it.'),
    neverExpires: neverExpires(5),
  },
);

/** Gives the token that replaces another. */
export const RegenerateScimTokenResponse = message(
  'chainguard.platform.iam.v2.RegenerateScimTokenResponse',
  'The SCIM token that replaces another.',
  {
    ...newToken,
    previousTokenExpireTime: plain(6, timestamp(), 'Until when the token before is still taken; absent when it ended.'),
    requestedOverlap: plain(7, duration(), 'The overlap asked for; the token before may end earlier by itself.'),
  },
);

/** Asks for the end of every token. */
export const RevokeScimTokenRequest = message(
  'chainguard.platform.iam.v2.RevokeScimTokenRequest',
  'Which identity provider to revoke the SCIM tokens of.',
  { identityProviderUid },
);

/** Tells what a revocation left behind. */
export const RevokeScimTokenResponse = message(
  'chainguard.platform.iam.v2.RevokeScimTokenResponse',
  'What a revocation left behind.',
  {
    identityProviderUid: plain(1, uid(), 'The uid of the identity provider.', { always: true }),
    etag: plain(2, string(), 'Names the new state of the credential.', { always: true }),
    enabled: plain(3, bool(), 'Whether provisioning is switched on; revoking leaves it as it was.', { always: true }),
    revokeTime: plain(4, timestamp(), 'When the tokens were revoked.'),
  },
);
