import { requireOneOf } from '../../../schema/field-rules.ts';
import { enumOf, enumType, string, timestamp, unboundedText } from '../../../schema/field-types.ts';
import { awsAccount } from '../../../schema/formats.ts';
import { message, of, optional, plain, required } from '../../../schema/message.ts';
import { ClaimMatch, keyAudiences, re2, tokenIssuer } from '../identity-relationships.ts';

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

const StaticKeysV1 = message(
  `${PREFIX}.Identity.StaticKeys`,
  'Which tokens act as an identity, by the keys that sign them: for issuers that publish none.',
  {
    issuer: required(1, string(), 'The exact issuer of the tokens.'),
    subject: required(2, string(), 'The exact subject of the tokens.'),
    issuerKeys: required(
      4,
      unboundedText(),
      'The public keys of the issuer: a JSON Web Key Set as text, kept as it is given.',
      {
        example: '{"keys":[{"kty":"RSA","kid":"1","n":"AQAB","e":"AQAB"}]}',
      },
    ),
    expiration: optional(
      5,
      timestamp(),
      'When the keys stop being accepted: in the future, at most 365 days ahead, which is also the default.',
    ),
    audiences: optional(6, keyAudiences(), 'The audience that the tokens must have; at most one.'),
  },
);

const AwsIdentityV1 = message(
  `${PREFIX}.Identity.AWSIdentity`,
  'Which AWS principals act as an identity.',
  {
    awsAccount: required(1, awsAccount(), 'The AWS account: 12 digits.', { example: '123456789012' }),
    arn: plain(3, string(), 'The exact ARN of the principal.', { oneof: 'aws_arn' }),
    arnPattern: plain(4, re2(), 'An RE2 expression for the whole ARN.', { oneof: 'aws_arn' }),
    userId: plain(5, string(), 'The exact user id of the principal.', { oneof: 'aws_user_id' }),
    userIdPattern: plain(6, re2(), 'An RE2 expression for the whole user id.', { oneof: 'aws_user_id' }),
  },
  [requireOneOf('aws_arn'), requireOneOf('aws_user_id')],
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
