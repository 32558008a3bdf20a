import { withMember } from '../../json.ts';
import { instant } from '../../kernel/clock.ts';
import type { Violations } from '../../kernel/context.ts';
import { checkByResource, requireOneOf } from '../../schema/field-rules.ts';
import {
  type AnyMessage,
  enumOf,
  enumType,
  type FieldType,
  map,
  namedText,
  repeated,
  string,
  timestamp,
  unboundedText,
} from '../../schema/field-types.ts';
import { violationByName } from '../../schema/field-violation.ts';
import { awsAccount, url } from '../../schema/formats.ts';
import { type Message, message, of, optional, plain, required, type Static } from '../../schema/message.ts';
import { compileRe2, MAX_PATTERN_LENGTH } from '../../schema/re2.ts';

/** The type of a relationship of an identity. */
export const RelationshipType = enumType(
  'chainguard.platform.iam.v2.RelationshipType',
  'How an identity is tied to who may act as it.',
  {
    RELATIONSHIP_TYPE_UNSPECIFIED: 0,
    RELATIONSHIP_TYPE_CLAIM_MATCH: 1,
    RELATIONSHIP_TYPE_STATIC: 2,
    RELATIONSHIP_TYPE_AWS_IDENTITY: 3,
    RELATIONSHIP_TYPE_SERVICE_PRINCIPAL: 4,
  },
);

const ServicePrincipal = enumType(
  'chainguard.platform.iam.v2.ServicePrincipal',
  'A part of the service that may act as an identity.',
  {
    SERVICE_PRINCIPAL_UNSPECIFIED: 0,
    SERVICE_PRINCIPAL_COSIGNED: 1,
    SERVICE_PRINCIPAL_INGESTER: 2,
    SERVICE_PRINCIPAL_CATALOG_SYNCER: 3,
    SERVICE_PRINCIPAL_APKO_BUILDER: 4,
    SERVICE_PRINCIPAL_ENTITLEMENT_SYNCER: 5,
    SERVICE_PRINCIPAL_TENANT_SCANNER: 6,
    SERVICE_PRINCIPAL_SEDIMENTOLOGY: 7,
    SERVICE_PRINCIPAL_SKILLUP: 8,
    SERVICE_PRINCIPAL_MATERIALIZER: 9,
    SERVICE_PRINCIPAL_MICROFLOW: 10,
    SERVICE_PRINCIPAL_GUARDENER: 11,
    SERVICE_PRINCIPAL_MICROVM: 12,
    SERVICE_PRINCIPAL_SKILLS: 13,
  },
);

/** True for a regular expression of RE2, which is matched in linear time. */
const isRe2 = (pattern: string): boolean => compileRe2(pattern) !== undefined;

/** An RE2 expression; JSON Schema knows only the regular expressions of ECMAScript. */
const re2 = (): FieldType<string> =>
  namedText(isRe2, 'is not a valid regular expression', { maxLength: MAX_PATTERN_LENGTH });

/** The issuer of tokens. */
export const tokenIssuer = (): FieldType<string> => url('issuer must be an http or https URL', 'https', 'http');

/** The claims by which tokens act as an identity. */
export const ClaimMatch = message(
  'chainguard.platform.iam.v2.Identity.ClaimMatch',
  'Which tokens act as an identity, by their claims. All claims that are set must match.',
  {
    issuer: plain(1, tokenIssuer(), 'The exact issuer of the tokens.', {
      oneof: 'iss',
      example: 'https://token.actions.example.com',
    }),
    issuerPattern: plain(2, re2(), 'An RE2 expression for the whole issuer.', { oneof: 'iss' }),
    subject: plain(3, string(), 'The exact subject of the tokens.', {
      oneof: 'sub',
      example: 'repo:acme/app:ref:refs/heads/main',
    }),
    subjectPattern: plain(4, re2(), 'An RE2 expression for the whole subject.', { oneof: 'sub' }),
    audience: plain(5, string(), 'The exact audience of the tokens.', { oneof: 'aud' }),
    audiencePattern: plain(6, re2(), 'An RE2 expression for the whole audience.', {
      oneof: 'aud',
    }),
    claims: optional(7, map('string', string()), 'Other claims with their exact values.'),
    claimPatterns: optional(8, map('string', string()), 'Other claims with RE2 expressions for their whole values.'),
  },
  [requireOneOf('iss'), requireOneOf('sub')],
);

/** Which tokens act as an identity, by the keys that sign them. */
export const StaticKeys = message(
  'chainguard.platform.iam.v2.Identity.StaticKeys',
  'Which tokens act as an identity, by the keys that sign them: for issuers that publish none.',
  {
    issuer: required(1, string(), 'The exact issuer of the tokens.'),
    subject: required(2, string(), 'The exact subject of the tokens.'),
    // Any text is stored: only the exchange of a token checks whether it is a key set (behaviour §10.3).
    issuerKeys: required(
      3,
      unboundedText(),
      'The public keys of the issuer: a JSON Web Key Set as text, stored as it is given.',
      {
        example: '{"keys":[{"kty":"RSA","kid":"1","n":"AQAB","e":"AQAB"}]}',
      },
    ),
    expirationTime: optional(
      4,
      timestamp(),
      'When the keys stop being accepted: in the future, at most 365 days ahead, which is also the default.',
    ),
    audiences: optional(
      5,
      repeated(string(), { max: 1, tooLong: 'audiences must have at most 1 item' }),
      'The audience that the tokens must have; at most one.',
    ),
  },
);

/** Which AWS principals act as an identity. */
export const AwsIdentity = message(
  'chainguard.platform.iam.v2.Identity.AWSIdentity',
  'Which AWS principals act as an identity.',
  {
    awsAccount: required(1, awsAccount(), 'The AWS account: 12 digits.'),
    arn: plain(2, string(), 'The exact ARN of the principal.', { oneof: 'aws_arn' }),
    arnPattern: plain(3, re2(), 'An RE2 expression for the whole ARN.', { oneof: 'aws_arn' }),
    userId: plain(4, string(), 'The exact user id of the principal.', { oneof: 'aws_user_id' }),
    userIdPattern: plain(5, re2(), 'An RE2 expression for the whole user id.', {
      oneof: 'aws_user_id',
    }),
  },
  [requireOneOf('aws_arn'), requireOneOf('aws_user_id')],
);

/** The rule of the oneof, for every identity but those that a person's login identifies. */
export const ONE_RELATIONSHIP = checkByResource(requireOneOf('relationship'));

const RELATIONSHIP = { oneof: 'relationship' } as const;

/** The fields of an identity that define who may act as it; exactly one is set. */
export const relationshipFields = {
  claimMatch: optional(20, of(ClaimMatch), 'Tokens with these claims act as the identity.', RELATIONSHIP),
  staticKeys: optional(21, of(StaticKeys), 'Tokens signed with these keys act as the identity.', RELATIONSHIP),
  awsIdentity: optional(22, of(AwsIdentity), 'These AWS principals act as the identity.', RELATIONSHIP),
  servicePrincipal: optional(
    23,
    enumOf(ServicePrincipal),
    'This part of the service acts as the identity.',
    RELATIONSHIP,
  ),
};

/** The fields of an identity that define who may act as it. */
export type Relationship = Static<Message<typeof relationshipFields>>;

type Kind = keyof Relationship;

const TYPES = {
  claimMatch: 'RELATIONSHIP_TYPE_CLAIM_MATCH',
  staticKeys: 'RELATIONSHIP_TYPE_STATIC',
  awsIdentity: 'RELATIONSHIP_TYPE_AWS_IDENTITY',
  servicePrincipal: 'RELATIONSHIP_TYPE_SERVICE_PRINCIPAL',
} as const satisfies Readonly<Record<Kind, keyof (typeof RelationshipType)['values']>>;

const KINDS = Object.keys(TYPES) as readonly Kind[];

const LIFETIME_DAYS = 365;
const LIFETIME_MILLIS = LIFETIME_DAYS * 24 * 60 * 60 * 1000;

const isSet = (of: Relationship, kind: Kind): boolean =>
  kind === 'servicePrincipal'
    ? (of.servicePrincipal ?? 'SERVICE_PRINCIPAL_UNSPECIFIED') !== 'SERVICE_PRINCIPAL_UNSPECIFIED'
    : of[kind] !== undefined;

/** The type of the relationship that an identity has. */
export const relationshipTypeOf = (of: Relationship): keyof (typeof RelationshipType)['values'] => {
  const kind = KINDS.find((each) => isSet(of, each));
  return kind === undefined ? 'RELATIONSHIP_TYPE_UNSPECIFIED' : TYPES[kind];
};

/** The exact issuer and subject of an identity's tokens; empty if they are not fixed. */
export const issuerAndSubject = ({
  claimMatch,
  staticKeys,
}: Relationship): { readonly issuer: string; readonly subject: string } => {
  const { issuer = '', subject = '' } = claimMatch ?? staticKeys ?? {};
  return { issuer, subject };
};

const checkClaimPatterns = ({ claimMatch }: Relationship, found: Violations): void => {
  for (const [claim, pattern] of Object.entries(claimMatch?.claimPatterns ?? {})) {
    const path = `claimPatterns.${claim}`;
    if (isRe2(pattern)) continue;
    found.push({ field: `claimMatch.${path}`, description: `${path} is not a valid regular expression` });
  }
};

const checkExpiration = (
  { staticKeys }: Relationship,
  previous: Relationship | undefined,
  nowMillis: number,
  found: Violations,
): void => {
  const time = staticKeys?.expirationTime;
  // Expired keys do not prevent another change.
  if (time === undefined || time === previous?.staticKeys?.expirationTime) return;
  const ahead = Date.parse(time) - nowMillis;
  const field = 'staticKeys.expirationTime';
  if (ahead <= 0) found.push(violationByName(field, 'must be in the future'));
  if (ahead > LIFETIME_MILLIS) {
    found.push(violationByName(field, `must be at most ${LIFETIME_DAYS} days ahead`));
  }
};

/** Adds the violations of a relationship that the rules of single fields cannot find (behaviour §5.3). */
export const checkRelationship = (
  of: AnyMessage,
  draft: Relationship,
  previous: Relationship | undefined,
  nowMillis: number,
  found: Violations,
): void => {
  const count = KINDS.filter((kind) => isSet(draft, kind)).length;
  // People have no relationship: their login identifies them. They can still be changed.
  const hadNone = previous !== undefined && relationshipTypeOf(previous) === 'RELATIONSHIP_TYPE_UNSPECIFIED';
  // For an identity without any field only the name is reported (spec §4I.2).
  if (count !== 1 && !(count === 0 && hadNone) && !found.some(({ field }) => field === 'name')) {
    found.push(...ONE_RELATIONSHIP.check(of, draft, (name) => name));
  }
  checkClaimPatterns(draft, found);
  checkExpiration(draft, previous, nowMillis, found);
};

/** Sets the default expiration, counted from an instant, of static keys that have none. */
export const withExpiration = <T extends Relationship>(identity: T, from: string): T => {
  const { staticKeys } = identity;
  if (!staticKeys || staticKeys.expirationTime !== undefined) return identity;
  const expirationTime = instant(Date.parse(from) + LIFETIME_MILLIS);
  return { ...identity, staticKeys: withMember(staticKeys, 'expirationTime', expirationTime) };
};
