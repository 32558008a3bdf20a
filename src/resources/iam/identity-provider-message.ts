import type { RowOf } from '../../kernel/resource.ts';
import { bool, enumOf, enumType, repeated, string, text, timestamp, uid } from '../../schema/field-types.ts';
import { isUrl, name } from '../../schema/formats.ts';
import { input, message, of, optional, output, required } from '../../schema/message.ts';
import { ScimStatus } from './scim-status.ts';

/** Which claim of a login tells who signs in. */
export const CorrelationRule = enumType(
  'chainguard.platform.iam.v2.IdentityProvider.OIDC.CorrelationRule',
  'Which claim of a login must equal the external id that SCIM gave the user.',
  {
    CORRELATION_RULE_UNSPECIFIED: 0,
    CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID: 1,
    CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID: 2,
  },
);

const Oidc = message(
  'chainguard.platform.iam.v2.IdentityProvider.OIDC',
  'How users sign in with an OpenID Connect provider. Needs a client secret or PKCE.',
  {
    issuer: required(
      1,
      text((value) => isUrl(value, 'https'), 'issuer must be an https URL'),
      'The issuer URL of the provider, https only.',
      { example: 'https://login.example.com' },
    ),
    clientId: required(2, string(), 'The client id that the provider knows the service by.'),
    clientSecret: input(3, string(), 'The client secret. Never given back; kept by an update that leaves it out.'),
    additionalScopes: optional(4, repeated(string()), 'Scopes to ask for besides the usual ones.'),
    groupsClaim: optional(5, string(), "The claim that lists the user's groups."),
    correlationRule: optional(6, enumOf(CorrelationRule), 'How a login is matched to a user that SCIM provisioned.', {
      immutable: true,
    }),
    pkceEnabled: optional(7, bool(), 'Whether sign-in uses PKCE; then no client secret is needed.'),
  },
);

/** A sign-in provider, as it is stored and answered. */
export const IdentityProvider = message(
  'chainguard.platform.iam.v2.IdentityProvider',
  'A sign-in provider that an organization brings along.',
  {
    uid: output(1, uid(), 'The uid of the identity provider.', { always: true }),
    name: required(2, name(), 'The name of the identity provider.', { always: true }),
    description: optional(3, string({ max: 4096 }), 'What the identity provider is for.', { always: true }),
    createTime: output(4, timestamp(), 'When the identity provider was created.'),
    updateTime: output(5, timestamp(), 'When the identity provider was last changed.'),
    defaultRole: required(6, uid(), 'The uid of the role that a user is given at the first login.'),
    oidc: optional(20, of(Oidc), 'The OpenID Connect configuration. Must be given: no other kind exists.', {
      oneof: 'configuration',
    }),
    scim: output(21, of(ScimStatus), 'How SCIM provisioning stands. Left out of lists.'),
  },
);

/** A stored identity provider. */
export type IdentityProviderRow = RowOf<typeof IdentityProvider>;
