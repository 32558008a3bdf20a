import { bool, duration, string, timestamp, uid } from '../../../schema/field-types.ts';
import { message, optional, plain, required } from '../../../schema/message.ts';
import type { V1Method } from '../../../v1/form.ts';
import { EXAMPLE_ENDPOINT } from '../scim-status.ts';
import { NEVER_OR_THEN, overlap } from '../scim-token-lifetime.ts';
import {
  expireTime,
  GenerateScimTokenRequest,
  GenerateScimTokenResponse,
  RegenerateScimTokenRequest,
  RegenerateScimTokenResponse,
  RevokeScimTokenRequest,
  RevokeScimTokenResponse,
} from '../scim-token-messages.ts';
import { SetScimEnabledRequest, SetScimEnabledResponse } from '../set-scim-enabled.ts';
import { translateMethod } from './translated-method.ts';

const PACKAGE = 'chainguard.platform.iam';
const ALWAYS = { always: true } as const;

const asked = required(1, uid(), 'The id of the identity provider.');
const providerId = (number: number) => plain(number, uid(), 'The id of the identity provider.', ALWAYS);
const newEtag = (number: number) =>
  plain(number, string(), 'Identifies the new state of the credential.', { ...ALWAYS, example: '5d41402abc4b2a76' });
const currentEtag = (number: number) =>
  required(number, string(), 'The etag of the credential as the caller last saw it.', { example: '5d41402abc4b2a76' });
const neverExpires = (number: number) =>
  optional(number, bool(), 'Makes a token that never expires; not together with `expire_time`.');

const newToken = {
  token: plain(1, string(), 'The token. It is shown here and never again.', {
    always: true,
    once: true,
    example: 'cgscim_2c26b46b',
  }),
  endpointUrl: plain(2, string(), 'The URL that the provider sends its SCIM requests to.', {
    ...ALWAYS,
    example: EXAMPLE_ENDPOINT,
  }),
  expireTime: plain(3, timestamp(), 'When the token expires; absent when it never does.'),
  identityProviderId: providerId(4),
  etag: newEtag(5),
};

const renamed = { identityProviderId: 'identityProviderUid' } as const;

const http = (verb: string) =>
  ({ method: 'POST', path: `/iam/v1/identityProviders/{identity_provider_id=**}:${verb}`, body: '*' }) as const;

const generate = translateMethod({
  name: 'GenerateScimToken',
  calls: 'GenerateScimToken',
  summary: 'Generate a SCIM token',
  description: 'Issues the first SCIM token of an identity provider. Later ones come from RegenerateScimToken.',
  http: http('generateScimToken'),
  scope: 'identityProviderId',
  request: {
    v1: message(
      `${PACKAGE}.GenerateScimTokenRequest`,
      'Which identity provider to issue a first SCIM token for.',
      { identityProviderId: asked, expireTime: expireTime(2), neverExpires: neverExpires(3) },
      [NEVER_OR_THEN],
    ),
    v2: GenerateScimTokenRequest,
    renamed,
  },
  response: {
    v1: message(`${PACKAGE}.GenerateScimTokenResponse`, 'The first SCIM token of an identity provider.', newToken),
    v2: GenerateScimTokenResponse,
    renamed,
  },
});

const regenerate = translateMethod({
  name: 'RegenerateScimToken',
  calls: 'RegenerateScimToken',
  summary: 'Regenerate a SCIM token',
  description:
    'Replaces the SCIM token of an identity provider. The previous token stays valid for the overlap, so that the ' +
    'provider can be reconfigured. A revoked or expired credential becomes live again.',
  http: http('regenerateScimToken'),
  scope: 'identityProviderId',
  request: {
    v1: message(
      `${PACKAGE}.RegenerateScimTokenRequest`,
      'Which identity provider to replace the SCIM token of.',
      {
        identityProviderId: asked,
        overlap: optional(
          2,
          overlap(),
          'How long the previous token stays valid: one hour by default; `0s` ends it at once. More than 24 hours count as 24 hours.',
          { example: '3600s' },
        ),
        expireTime: expireTime(3),
        etag: currentEtag(4),
        neverExpires: neverExpires(5),
      },
      [NEVER_OR_THEN],
    ),
    v2: RegenerateScimTokenRequest,
    renamed,
  },
  response: {
    v1: message(`${PACKAGE}.RegenerateScimTokenResponse`, 'The SCIM token that replaces another.', {
      ...newToken,
      previousTokenExpireTime: plain(
        6,
        timestamp(),
        'Until when the previous token is still accepted; absent when it no longer is.',
      ),
      requestedOverlap: plain(7, duration(), 'The overlap that was requested; the previous token may expire earlier.'),
    }),
    v2: RegenerateScimTokenResponse,
    renamed,
  },
});

const revoke = translateMethod({
  name: 'RevokeScimToken',
  calls: 'RevokeScimToken',
  summary: 'Revoke a SCIM token',
  description: 'Revokes every SCIM token of an identity provider at once. Doing it again changes nothing.',
  http: http('revokeScimToken'),
  scope: 'identityProviderId',
  request: {
    v1: message(`${PACKAGE}.RevokeScimTokenRequest`, 'Which identity provider to revoke the SCIM tokens of.', {
      identityProviderId: asked,
    }),
    v2: RevokeScimTokenRequest,
    renamed,
  },
  response: {
    v1: message(`${PACKAGE}.RevokeScimTokenResponse`, 'The result of a revocation.', {
      identityProviderId: providerId(1),
      etag: newEtag(2),
      enabled: plain(3, bool(), 'Whether provisioning is switched on; revoking leaves it as it was.', ALWAYS),
      revokeTime: plain(4, timestamp(), 'When the tokens were revoked.'),
    }),
    v2: RevokeScimTokenResponse,
    renamed,
  },
});

const setEnabled = translateMethod({
  name: 'SetScimEnabled',
  calls: 'SetScimEnabled',
  summary: 'Enable or disable SCIM',
  description:
    'Switches provisioning over SCIM on or off. Switching it on needs two identities with the role owner on the ' +
    'organization itself.',
  http: http('setScimEnabled'),
  scope: 'identityProviderId',
  request: {
    v1: message(`${PACKAGE}.SetScimEnabledRequest`, 'Whether an identity provider is to provision over SCIM.', {
      identityProviderId: asked,
      enabled: required(2, bool(), 'Whether provisioning is to be switched on.'),
      etag: currentEtag(3),
    }),
    v2: SetScimEnabledRequest,
    renamed,
  },
  response: {
    v1: message(`${PACKAGE}.SetScimEnabledResponse`, 'The new state of provisioning.', {
      identityProviderId: providerId(1),
      enabled: plain(2, bool(), 'Whether provisioning is switched on.', ALWAYS),
      etag: newEtag(3),
    }),
    v2: SetScimEnabledResponse,
    renamed,
  },
});

/** The SCIM methods of identity providers in v1. */
export const scimMethodsV1: readonly V1Method[] = [generate, regenerate, revoke, setEnabled];
