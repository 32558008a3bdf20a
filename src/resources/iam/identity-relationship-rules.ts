import { instant } from '../../kernel/clock.ts';
import type { Violations } from '../../kernel/context.ts';
import type { AnyMessage } from '../../schema/field-types.ts';
import { violationByName } from '../../schema/field-violation.ts';
import { withMember } from '../../schema/json-object.ts';
import type { Message, Static } from '../../schema/message.ts';
import { isRe2, ONE_RELATIONSHIP, type RelationshipType, type relationshipFields } from './identity-relationships.ts';

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
