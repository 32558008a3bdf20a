import { equals } from '../../../kernel/filters.ts';
import type { Context } from '../../../kernel/resource.ts';
import { enumOf, enumType, string, timestamp, uid } from '../../../schema/field-types.ts';
import { name } from '../../../schema/formats.ts';
import { ALWAYS, message, of, optional, output, plain, required, type Static } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { Identity } from '../identities.ts';
import { AwsIdentity, ClaimMatch, ONE_RELATIONSHIP, StaticKeys, tokenIssuer } from '../identity-relationships.ts';

const PREFIX = 'chainguard.platform.iam';

const ServicePrincipalV1 = enumType(
  `${PREFIX}.ServicePrincipal`,
  'A part of the service that may act as an identity.',
  {
    UNKNOWN: 0,
    COSIGNED: 1,
    INGESTER: 2,
    CATALOG_SYNCER: 3,
    APKO_BUILDER: 4,
    ENTITLEMENT_SYNCER: 5,
    TENANT_SCANNER: 6,
    SEDIMENTOLOGY: 7,
    SKILLUP: 8,
    MATERIALIZER: 9,
    MICROFLOW: 10,
    GUARDENER: 11,
    MICROVM: 12,
    SKILLS: 13,
  },
);

const ClaimMatchV1 = message(
  `${PREFIX}.Identity.ClaimMatch`,
  ClaimMatch.description,
  {
    ...ClaimMatch.table,
    issuer: plain(1, tokenIssuer(), 'The exact issuer of the tokens, an http or https URL.', {
      oneof: 'iss',
      example: 'https://token.actions.example.com',
    }),
  },
  ClaimMatch.rules,
);

const { issuerKeys, expirationTime, audiences, ...claims } = StaticKeys.table;

const StaticKeysV1 = message(`${PREFIX}.Identity.StaticKeys`, StaticKeys.description, {
  ...claims,
  issuerKeys: { ...issuerKeys, number: 4 },
  expiration: { ...expirationTime, number: 5 },
  audiences: { ...audiences, number: 6 },
});

const { awsAccount, arn, arnPattern, userId, userIdPattern } = AwsIdentity.table;

const AwsIdentityV1 = message(
  `${PREFIX}.Identity.AWSIdentity`,
  AwsIdentity.description,
  {
    awsAccount,
    arn: { ...arn, number: 3 },
    arnPattern: { ...arnPattern, number: 4 },
    userId: { ...userId, number: 5 },
    userIdPattern: { ...userIdPattern, number: 6 },
  },
  AwsIdentity.rules,
);

const RELATIONSHIP = { oneof: 'relationship' } as const;

/** The fields of a v1 identity that define who may act as it; exactly one is set. */
const relationshipFieldsV1 = {
  claimMatch: optional(10, of(ClaimMatchV1), 'Tokens with these claims act as the identity.', RELATIONSHIP),
  static: optional(11, of(StaticKeysV1), 'Tokens signed with these keys act as the identity.', RELATIONSHIP),
  servicePrincipal: optional(
    12,
    enumOf(ServicePrincipalV1),
    'This part of the service acts as the identity.',
    RELATIONSHIP,
  ),
  awsIdentity: optional(13, of(AwsIdentityV1), 'These AWS principals act as the identity.', RELATIONSHIP),
};

const PACKAGE = 'chainguard.platform.iam';

const IdentityV1 = message(
  `${PACKAGE}.Identity`,
  'An identity, as v1 shows it.',
  {
    id: output(1, uid(), 'The identifier of the identity.', ALWAYS),
    name: required(2, name(), 'The name of the identity.', { ...ALWAYS, example: 'ci-bot' }),
    description: optional(3, string({ max: 4096 }), 'What the identity is for.', {
      ...ALWAYS,
      example: 'Builds and pushes images.',
    }),
    createdAt: output(4, timestamp(), 'When the identity was created.'),
    updatedAt: output(5, timestamp(), 'When the identity was last changed.'),
    lastSeen: output(9, timestamp(), 'When the identity last got a token; until then, when it was created.'),
    ...relationshipFieldsV1,
  },
  [ONE_RELATIONSHIP],
);

const identityConversion = conversion(IdentityV1, Identity, {
  id: 'uid',
  createdAt: 'createTime',
  updatedAt: 'updateTime',
  lastSeen: 'lastSeenTime',
  static: { to: 'staticKeys', inside: { expiration: 'expirationTime' } },
});

/** A lookup finds identities of every organization; only callers who may list an identity get more than its id. */
const findIdentity = (id: string, { access, caller, directory, rows }: Context): Static<typeof IdentityV1> => {
  const identity = rows.get(directory.getResource('identity'), id);
  const isVisible = caller.identity === id || access.holds(['identity.list'], id);
  return identity && isVisible ? identityConversion.older(identity) : { id };
};

/** Identities in v1. */
export const identitiesV1: V1Form = {
  service: `${PACKAGE}.Identities`,
  path: '/iam/v1/identities',
  message: IdentityV1,
  conversion: identityConversion,
  list: {
    request: `${PACKAGE}.IdentityFilter`,
    response: `${PACKAGE}.IdentityList`,
    uidp: 1,
    filters: { id: equals(2, uid(), 'uid', 'The identity of this id.') },
  },
  create: { request: `${PACKAGE}.CreateIdentityRequest`, parent: 'parentId', body: 'identity' },
  update: {},
  delete: { request: `${PACKAGE}.DeleteIdentityRequest` },
  methods: [
    {
      name: 'Lookup',
      calls: 'LookupIdentity',
      summary: 'Look up an identity',
      description:
        'Finds the one identity that tokens with exactly this issuer and subject act as. Callers who may not list ' +
        'the identity receive only its id.',
      http: { method: 'GET', path: '/iam/v1/identities/lookup' },
      request: message(`${PACKAGE}.LookupRequest`, 'Which identity to look up, by the tokens that act as it.', {
        issuer: required(1, string(), 'The exact issuer of the tokens.', { example: 'https://issuer.example.com' }),
        subject: required(2, string(), 'The exact subject of the tokens.', { example: 'viewer' }),
      }),
      response: IdentityV1,
      looksUp: true,
      ask: (request) => request,
      answer: ({ uid: id }, context) => findIdentity(String(id), context),
    },
  ],
};
