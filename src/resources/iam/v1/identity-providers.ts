import { equals } from '../../../kernel/filters.ts';
import type { Method } from '../../../kernel/resource.ts';
import { type AnyMessage, bool, enumOf, enumType, string, uid } from '../../../schema/field-types.ts';
import { name } from '../../../schema/formats.ts';
import { ALWAYS, type Message, message, of, optional, output, plain, required } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form, V1Method } from '../../../v1/form.ts';
import { CorrelationRule, IdentityProvider, OIDC_NEEDED, Oidc } from '../identity-providers.ts';
import { CredentialState } from '../scim-credentials.ts';
import { ScimStatus, scimStatusOf } from '../scim-status.ts';
import {
  currentEtag,
  expireTime,
  NEVER_OR_THEN,
  newEtag,
  newToken,
  overlap,
  replacedToken,
  revocation,
} from '../scim-token-messages.ts';
import { generateScimToken, regenerateScimToken, revokeScimToken, setScimEnabled } from '../scim-token-methods.ts';
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
const scimMethodsV1: readonly V1Method[] = [
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

const OidcV1 = message(
  `${PACKAGE}.IdentityProvider.OIDC`,
  Oidc.description,
  {
    ...Oidc.table,
    correlationRule: optional(
      6,
      enumOf(
        enumType(
          `${PACKAGE}.IdentityProvider.OIDC.CorrelationRule`,
          CorrelationRule.description,
          CorrelationRule.values,
        ),
      ),
      'How a login is matched to a user that SCIM provisioned.',
      { immutable: true },
    ),
  },
  Oidc.rules,
);

const ScimV1 = message(`${PACKAGE}.IdentityProvider.SCIM`, ScimStatus.description, {
  ...ScimStatus.table,
  credentialState: output(
    6,
    enumOf(
      enumType(`${PACKAGE}.IdentityProvider.SCIM.CredentialState`, CredentialState.description, CredentialState.values),
    ),
    'The lifecycle state of the credential.',
    ALWAYS,
  ),
});

const IdentityProviderV1 = message(
  `${PACKAGE}.IdentityProvider`,
  'An identity provider, as v1 shows it.',
  {
    id: output(1, uid(), 'The identifier of the identity provider.', ALWAYS),
    name: required(2, name(), 'The name of the identity provider.', ALWAYS),
    description: optional(3, string({ max: 4096 }), 'What the identity provider is for.', {
      ...ALWAYS,
      example: 'Single sign-on for employees.',
    }),
    defaultRole: optional(
      4,
      uid(),
      'The id of the role that a user gets at the first login: built in, or of the group or one above it; without it none.',
      ALWAYS,
    ),
    oidc: optional(20, of(OidcV1), 'The OpenID Connect configuration. Required: no other kind exists.', {
      oneof: 'configuration',
    }),
    scim: output(21, of(ScimV1), 'The state of SCIM provisioning.'),
  },
  [OIDC_NEEDED],
);

/** The fields that v2 requires of a provider and v1 does not. */
const OPTIONAL_IN_V1 = ['defaultRole'] as const;

/** Identity providers in v1. */
export const identityProvidersV1: V1Form = {
  service: `${PACKAGE}.IdentityProviders`,
  path: '/iam/v1/identityProviders',
  message: IdentityProviderV1,
  conversion: conversion(IdentityProviderV1, IdentityProvider, { id: 'uid' }),
  // v1 has no Get that could return it, so Lists do.
  also: ({ uid: id }, context) => ({ scim: scimStatusOf(id, context) }),
  list: {
    description: 'Lists the identity providers that the caller can see, with the state of their SCIM provisioning.',
    request: `${PACKAGE}.IdentityProviderFilter`,
    response: `${PACKAGE}.IdentityProviderList`,
    uidp: 3,
    filters: {
      id: equals(1, uid(), 'uid', 'The identity provider of this id.'),
      name: equals(2, string(), 'name', 'Identity providers of exactly this name.'),
    },
  },
  create: {
    request: `${PACKAGE}.CreateIdentityProviderRequest`,
    parent: 'parentId',
    body: 'identityProvider',
    waived: OPTIONAL_IN_V1,
  },
  update: { waived: OPTIONAL_IN_V1 },
  delete: { request: `${PACKAGE}.DeleteIdentityProviderRequest` },
  methods: scimMethodsV1,
};
