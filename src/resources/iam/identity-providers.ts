import type { Violations } from '../../kernel/context.ts';
import { equals } from '../../kernel/filters.ts';
import { defineResource } from '../../kernel/resource.ts';
import { string } from '../../schema/field-types.ts';
import { demandRoleCapabilities } from './anti-escalation.ts';
import { IdentityProvider, type IdentityProviderRow } from './identity-provider-message.ts';
import { checkRolePlace } from './role-place.ts';
import { scimStatusOf } from './scim-status.ts';
import { generateScimToken, regenerateScimToken, revokeScimToken } from './scim-token-methods.ts';
import { setScimEnabled } from './set-scim-enabled.ts';
import { identityProvidersV1 } from './v1/identity-providers.ts';

const checkOidc = ({ oidc }: IdentityProviderRow, found: Violations): void => {
  if (!oidc) {
    found.push({ field: 'oidc.issuer', description: 'oidc.issuer is required' });
    found.push({ field: 'oidc.clientId', description: 'oidc.clientId is required' });
  } else if ((oidc.clientSecret ?? '') === '' && !oidc.pkceEnabled) {
    found.push({
      field: 'oidc.clientSecret',
      description: 'oidc.clientSecret is required unless oidc.pkceEnabled is true',
    });
  }
};

/** Identity providers (behaviour §5.6). */
export const identityProviders = defineResource({
  domain: 'iam',
  type: 'IdentityProvider',
  singular: 'identityProvider',
  plural: 'identityProviders',
  words: { singular: 'identity provider', plural: 'identity providers' },
  description: 'Sign-in providers that organizations bring along, with their SCIM provisioning.',
  message: IdentityProvider,
  parent: { singular: 'group', onDelete: 'block' },
  indexes: ['name', 'defaultRole'],
  references: { defaultRole: { to: 'role', onDelete: 'block' } },
  verbs: {
    list: {
      capabilities: ['identity_providers.list'],
      description: 'Lists the identity providers that the caller can see, without how their SCIM stands.',
      uidp: 1,
      filters: { name: equals(2, string(), 'name', 'Only identity providers of exactly this name.') },
      paging: [10, 11, 12, 13],
      order: 'uid',
      sortable: ['uid', 'name', 'createTime', 'updateTime'],
    },
    get: {
      capabilities: ['identity_providers.list'],
      description: 'Answers one identity provider, with how its SCIM stands.',
    },
    create: {
      capabilities: ['identity_providers.create', 'role_bindings.create'],
      description:
        'Creates an identity provider in a group. The caller must hold everything that the default role grants.',
      event: { type: 'iam.identity_providers.created.v1', audience: 'customer' },
    },
    update: {
      capabilities: ['identity_providers.update', 'role_bindings.create'],
      description:
        'Changes an identity provider. The caller must hold everything that the default role grants; the ' +
        'correlation rule cannot change.',
      event: { type: 'iam.identity_providers.updated.v1', audience: 'customer' },
    },
    delete: {
      capabilities: ['identity_providers.delete'],
      description: 'Deletes an identity provider with its group mappings and its SCIM credential.',
      event: { type: 'iam.identity_providers.deleted.v1', audience: 'customer' },
    },
  },
  rules: {
    validate: (draft, { parent, rows }, found, previous) => {
      checkOidc(draft, found);
      const { defaultRole } = draft;
      if (defaultRole !== previous?.defaultRole) checkRolePlace('defaultRole', defaultRole, parent, rows, found);
    },
    authorize: ({ defaultRole = '' }, context) => demandRoleCapabilities(defaultRole, context.parent, context),
  },
  // Not part of the row: the state changes with the clock, and a row's answer may be kept.
  detail: ({ uid: provider }, context) => ({ scim: scimStatusOf(provider, context) }),
  methods: { generateScimToken, regenerateScimToken, revokeScimToken, setScimEnabled },
  v1: identityProvidersV1,
});
