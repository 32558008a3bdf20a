import type { Method } from '../../../kernel/resource.ts';
import { type AnyMessage, bool, uid } from '../../../schema/field-types.ts';
import { ALWAYS, type Message, message, optional, plain, required } from '../../../schema/message.ts';
import type { V1Method } from '../../../v1/form.ts';
import { NEVER_OR_THEN } from '../scim-token-lifetime.ts';
import {
  currentEtag,
  expireTime,
  newEtag,
  newToken,
  overlap,
  replacedToken,
  revocation,
} from '../scim-token-messages.ts';
import { generateScimToken, regenerateScimToken, revokeScimToken } from '../scim-token-methods.ts';
import { setScimEnabled } from '../set-scim-enabled.ts';
import { translateMethod } from './translated-method.ts';

const PACKAGE = 'chainguard.platform.iam';

const identityProviderId = required(1, uid(), 'The id of the identity provider.');
const provider = (number: number) => plain(number, uid(), 'The id of the identity provider.', ALWAYS);
const neverExpires = (number: number) =>
  optional(number, bool(), 'Makes a token that never expires; not together with `expire_time`.');

const translate = ({ operation }: Method, verb: string, request: Message, response: AnyMessage): V1Method =>
  translateMethod(operation, {
    http: { method: 'POST', path: `/iam/v1/identityProviders/{identity_provider_id=**}:${verb}`, body: '*' },
    scope: 'identityProviderId',
    request,
    response,
    renamed: { identityProviderId: 'identityProviderUid' },
  });

/** The SCIM methods of identity providers in v1. */
export const scimMethodsV1: readonly V1Method[] = [
  translate(
    generateScimToken,
    'generateScimToken',
    message(
      `${PACKAGE}.GenerateScimTokenRequest`,
      'Which identity provider to issue a first SCIM token for.',
      { identityProviderId, expireTime: expireTime(2), neverExpires: neverExpires(3) },
      [NEVER_OR_THEN],
    ),
    message(`${PACKAGE}.GenerateScimTokenResponse`, 'The first SCIM token of an identity provider.', {
      ...newToken,
      identityProviderId: provider(4),
      etag: newEtag(5),
    }),
  ),
  translate(
    regenerateScimToken,
    'regenerateScimToken',
    message(
      `${PACKAGE}.RegenerateScimTokenRequest`,
      'Which identity provider to replace the SCIM token of.',
      { identityProviderId, overlap, expireTime: expireTime(3), etag: currentEtag(4), neverExpires: neverExpires(5) },
      [NEVER_OR_THEN],
    ),
    message(`${PACKAGE}.RegenerateScimTokenResponse`, 'The SCIM token that replaces another.', {
      ...newToken,
      identityProviderId: provider(4),
      etag: newEtag(5),
      ...replacedToken,
    }),
  ),
  translate(
    revokeScimToken,
    'revokeScimToken',
    message(`${PACKAGE}.RevokeScimTokenRequest`, 'Which identity provider to revoke the SCIM tokens of.', {
      identityProviderId,
    }),
    message(`${PACKAGE}.RevokeScimTokenResponse`, 'The result of a revocation.', {
      identityProviderId: provider(1),
      etag: newEtag(2),
      ...revocation,
    }),
  ),
  translate(
    setScimEnabled,
    'setScimEnabled',
    message(`${PACKAGE}.SetScimEnabledRequest`, 'Whether an identity provider is to provision over SCIM.', {
      identityProviderId,
      enabled: required(2, bool(), 'Whether provisioning is to be switched on.'),
      etag: currentEtag(3),
    }),
    message(`${PACKAGE}.SetScimEnabledResponse`, 'The new state of provisioning.', {
      identityProviderId: provider(1),
      enabled: plain(2, bool(), 'Whether provisioning is switched on.', ALWAYS),
      etag: newEtag(3),
    }),
  ),
];
