import { enumOf, enumType } from '../../../schema/field-types.ts';
import { message, of, optional, plain } from '../../../schema/message.ts';
import { AwsIdentity, ClaimMatch, StaticKeys, tokenIssuer } from '../identity-relationships.ts';

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
export const relationshipFieldsV1 = {
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
