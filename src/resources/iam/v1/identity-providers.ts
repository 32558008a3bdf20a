import { equals } from '../../../kernel/filters.ts';
import { enumOf, enumType, string, uid } from '../../../schema/field-types.ts';
import { name } from '../../../schema/formats.ts';
import { ALWAYS, message, of, optional, output, required } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { CorrelationRule, IdentityProvider, OIDC_NEEDED, Oidc } from '../identity-providers.ts';
import { CredentialState } from '../scim-credentials.ts';
import { ScimStatus, scimStatusOf } from '../scim-status.ts';
import { scimMethodsV1 } from './scim-tokens.ts';

const PACKAGE = 'chainguard.platform.iam';

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
  // v1 has no Get to show it, so Lists do.
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
