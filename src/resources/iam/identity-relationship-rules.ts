import { instant } from '../../kernel/clock.ts';
import type { Violations } from '../../kernel/context.ts';
import type { Message, Static } from '../../schema/message.ts';
import { isRe2, type RelationshipType, type relationshipFields } from './identity-relationships.ts';

/** The part of an identity that says who may act as it. */
export type Relationship = Static<Message<typeof relationshipFields>>;

type Kind = keyof Relationship;

const TYPES = {
  claimMatch: 'RELATIONSHIP_TYPE_CLAIM_MATCH',
  staticKeys: 'RELATIONSHIP_TYPE_STATIC',
  awsIdentity: 'RELATIONSHIP_TYPE_AWS_IDENTITY',
  servicePrincipal: 'RELATIONSHIP_TYPE_SERVICE_PRINCIPAL',
} as const satisfies Readonly<Record<Kind, keyof (typeof RelationshipType)['values']>>;

const KINDS = Object.keys(TYPES) as readonly Kind[];

/** An exact value or a pattern for it: one of the two is needed. */
const PAIRS = [
  ['claimMatch', 'issuer', 'issuerPattern'],
  ['claimMatch', 'subject', 'subjectPattern'],
  ['awsIdentity', 'arn', 'arnPattern'],
  ['awsIdentity', 'userId', 'userIdPattern'],
] as const;

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

/** The issuer and subject that tokens of an identity have exactly; empty where they are not fixed. */
export const issuerAndSubject = ({
  claimMatch,
  staticKeys,
}: Relationship): { readonly issuer: string; readonly subject: string } => {
  const { issuer = '', subject = '' } = claimMatch ?? staticKeys ?? {};
  return { issuer, subject };
};

const checkPairs = (of: Relationship, found: Violations): void => {
  for (const [kind, exact, pattern] of PAIRS) {
    const held = of[kind] as Readonly<Record<string, unknown>> | undefined;
    if (!held || held[exact] || held[pattern]) continue;
    found.push({ field: `${kind}.${exact}`, description: `exactly one of ${exact}, ${pattern} must be set` });
  }
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
  // Keys that have run out do not stand in the way of another change.
  if (time === undefined || time === previous?.staticKeys?.expirationTime) return;
  const ahead = Date.parse(time) - nowMillis;
  const field = 'staticKeys.expirationTime';
  if (ahead <= 0) found.push({ field, description: 'expirationTime must be in the future' });
  if (ahead > LIFETIME_MILLIS) {
    found.push({ field, description: `expirationTime must be at most ${LIFETIME_DAYS} days ahead` });
  }
};

/** Finds what the fields' own rules cannot see of a relationship (behaviour §5.3). */
export const checkRelationship = (
  draft: Relationship,
  previous: Relationship | undefined,
  nowMillis: number,
  found: Violations,
): void => {
  const count = KINDS.filter((kind) => isSet(draft, kind)).length;
  // People have none: who they are comes from where they log in. They can be changed all the same.
  const hadNone = previous !== undefined && relationshipTypeOf(previous) === 'RELATIONSHIP_TYPE_UNSPECIFIED';
  // An identity without anything is told of its name alone (spec §4I.2).
  if (count !== 1 && !(count === 0 && hadNone) && !found.some(({ field }) => field === 'name')) {
    found.push({ field: 'claimMatch', description: `exactly one of ${KINDS.join(', ')} must be set` });
  }
  checkPairs(draft, found);
  checkClaimPatterns(draft, found);
  checkExpiration(draft, previous, nowMillis, found);
};

/** Gives static keys that say nothing else their default expiration, counted from an instant. */
export const withExpiration = <T extends Relationship>(identity: T, from: string): T => {
  const { staticKeys } = identity;
  if (!staticKeys || staticKeys.expirationTime !== undefined) return identity;
  const expirationTime = instant(Date.parse(from) + LIFETIME_MILLIS);
  return { ...identity, staticKeys: { ...staticKeys, expirationTime } };
};
