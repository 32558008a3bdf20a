import { equals } from '../../kernel/filters.ts';
import { defineResource } from '../../kernel/resource.ts';
import { checkByResource, checkOnCreate, requireField, requireUnless } from '../../schema/field-rules.ts';
import { bool, enumOf, enumType, repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { name, url } from '../../schema/formats.ts';
import { input, message, of, optional, output, required } from '../../schema/message.ts';
import { checkRolePlace, demandRoleCapabilities } from './roles.ts';
import { ScimStatus, scimStatusOf } from './scim-status.ts';
import { generateScimToken, regenerateScimToken, revokeScimToken, setScimEnabled } from './scim-token-methods.ts';

/** The claim of a login that identifies the user. */
export const CorrelationRule = enumType(
  'chainguard.platform.iam.v2.IdentityProvider.OIDC.CorrelationRule',
  'Which claim of a login must equal the external id of the user in SCIM.',
  {
    CORRELATION_RULE_UNSPECIFIED: 0,
    CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID: 1,
    CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID: 2,
  },
);

/** An update that omits the secret does not change it. */
const SECRET_OR_PKCE = checkOnCreate(requireUnless('clientSecret', 'pkceEnabled'));

/** No other kind of provider exists. */
export const OIDC_NEEDED = checkByResource(requireField('oidc', ['oidc.issuer', 'oidc.clientId']));

/** The sign-in of users by OpenID Connect. */
export const Oidc = message(
  'chainguard.platform.iam.v2.IdentityProvider.OIDC',
  'How users sign in with an OpenID Connect provider. Needs a client secret or PKCE.',
  {
    issuer: required(1, url('issuer must be an https URL', 'https'), 'The issuer URL of the provider, https only.', {
      example: 'https://login.example.com',
    }),
    clientId: required(2, string(), 'The client id that the provider knows the service by.', { example: 'platform' }),
    clientSecret: input(3, string(), 'The client secret. Never returned; an update that omits it does not change it.', {
      secret: true,
      example: 'not-a-secret',
    }),
    additionalScopes: optional(4, repeated(string()), 'Scopes to request besides the usual ones.'),
    groupsClaim: optional(5, string(), "The claim that lists the user's groups."),
    correlationRule: optional(6, enumOf(CorrelationRule), 'How a login is matched to a user that SCIM provisioned.', {
      immutable: true,
      unsetMeans: 'CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID',
    }),
    pkceEnabled: optional(7, bool(), 'Whether sign-in uses PKCE; then no client secret is needed.'),
  },
  [SECRET_OR_PKCE],
);

/** A sign-in provider, as it is stored and answered. */
export const IdentityProvider = message(
  'chainguard.platform.iam.v2.IdentityProvider',
  'A sign-in provider of an organization.',
  {
    uid: output(1, uid(), 'The uid of the identity provider.', { always: true }),
    name: required(2, name(), 'The name of the identity provider.', { always: true }),
    description: optional(3, string({ max: 4096 }), 'What the identity provider is for.', {
      always: true,
      example: 'Single sign-on for employees.',
    }),
    createTime: output(4, timestamp(), 'When the identity provider was created.'),
    updateTime: output(5, timestamp(), 'When the identity provider was last changed.'),
    defaultRole: required(
      6,
      uid(),
      'The uid of the role that a user gets at the first login: built in, or of the group or one above it.',
      { always: true },
    ),
    oidc: optional(20, of(Oidc), 'The OpenID Connect configuration. Required: no other kind exists.', {
      oneof: 'configuration',
    }),
    scim: output(21, of(ScimStatus), 'The state of SCIM provisioning. Lists omit it.'),
  },
  [OIDC_NEEDED],
);

/** Events do not have the state of the SCIM credential (behaviour E3). */
const EVENT_FIELDS: readonly string[] = [...IdentityProvider.fields.keys()].filter((name) => name !== 'scim');

/** Identity providers (behaviour §5.6). */
export const identityProviders = defineResource({
  domain: 'iam',
  singular: 'identityProvider',
  plural: 'identityProviders',
  description: 'Sign-in providers of organizations, with their SCIM provisioning.',
  message: IdentityProvider,
  parent: { singular: 'group', onDelete: 'block' },
  indexes: ['name', 'defaultRole'],
  references: { defaultRole: { to: 'role', onDelete: 'block' } },
  verbs: {
    list: {
      capabilities: ['identity_providers.list'],
      description:
        'Lists the identity providers that the caller can see, without the state of their SCIM provisioning.',
      uidp: 1,
      filters: { name: equals(2, string(), 'name', 'Only identity providers of exactly this name.') },
      paging: [10, 11, 12, 13],
      order: 'uid',
      sortable: ['uid', 'name', 'createTime', 'updateTime'],
    },
    get: {
      capabilities: ['identity_providers.list'],
      description: 'Gets an identity provider by its uid, with the state of its SCIM provisioning.',
    },
    create: {
      capabilities: ['identity_providers.create', 'role_bindings.create'],
      description:
        'Creates an identity provider in a group. The caller must hold every capability that the default role grants.',
      event: { type: 'iam.identity_providers.created.v1', audience: 'customer', shows: EVENT_FIELDS },
    },
    update: {
      capabilities: ['identity_providers.update', 'role_bindings.create'],
      description:
        'Changes an identity provider. The caller must hold every capability that the default role grants; the ' +
        'correlation rule cannot change.',
      event: { type: 'iam.identity_providers.updated.v1', audience: 'customer', shows: EVENT_FIELDS },
    },
    delete: {
      capabilities: ['identity_providers.delete'],
      description: 'Deletes an identity provider with its group mappings and its SCIM credential.',
      event: { type: 'iam.identity_providers.deleted.v1', audience: 'customer' },
    },
  },
  rules: {
    validate: (draft, { parent, rows }, found, previous) => {
      found.push(...OIDC_NEEDED.check(IdentityProvider, draft, (field) => field));
      const { defaultRole } = draft;
      if (defaultRole !== previous?.defaultRole) checkRolePlace('defaultRole', defaultRole, parent, rows, found);
    },
    // v1 makes providers without a default role (behaviour §5.6).
    authorize: ({ defaultRole = '' }, context) => {
      if (defaultRole !== '') demandRoleCapabilities(defaultRole, context.parent, context);
    },
  },
  // Not part of the row: the state changes with the clock, and the answer of a row is cached.
  detail: ({ uid: provider }, context) => ({ scim: scimStatusOf(provider, context) }),
  methods: { generateScimToken, regenerateScimToken, revokeScimToken, setScimEnabled },
});
