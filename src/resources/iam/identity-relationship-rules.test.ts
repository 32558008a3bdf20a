import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Violations } from '../../kernel/context.ts';
import { checkFields } from '../../schema/validate.ts';
import { plainViolations } from '../../testing/plain-violations.ts';
import { Identity } from './identities.ts';
import {
  checkRelationship,
  issuerAndSubject,
  type Relationship,
  relationshipTypeOf,
  withExpiration,
} from './identity-relationships.ts';

const NOW = '2026-01-01T00:00:00.000Z';
const NOW_MILLIS = Date.parse(NOW);
const DAY = 86_400_000;
const at = (millis: number): string => new Date(NOW_MILLIS + millis).toISOString();

const CLAIMS = { claimMatch: { issuer: 'https://i', subject: 's' } } as const satisfies Relationship;
const KEYS = { issuer: 'i', subject: 's', issuerKeys: '{}' } as const;
const STATIC = { staticKeys: KEYS } as const satisfies Relationship;
const AWS = { awsIdentity: { awsAccount: '1', arn: 'a', userId: 'u' } } as const satisfies Relationship;
const PRINCIPAL = { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' } as const satisfies Relationship;
const ZERO = { servicePrincipal: 'SERVICE_PRINCIPAL_UNSPECIFIED' } as const satisfies Relationship;

const TYPES: readonly (readonly [what: string, of: Relationship, type: string, issuer: string, subject: string])[] = [
  ['a claim match', CLAIMS, 'CLAIM_MATCH', 'https://i', 's'],
  ['a claim match by patterns', { claimMatch: { issuerPattern: '.*', subjectPattern: '.*' } }, 'CLAIM_MATCH', '', ''],
  ['static keys', STATIC, 'STATIC', 'i', 's'],
  ['an AWS identity', AWS, 'AWS_IDENTITY', '', ''],
  ['a service principal', PRINCIPAL, 'SERVICE_PRINCIPAL', '', ''],
  ['the zero service principal', ZERO, 'UNSPECIFIED', '', ''],
  ['nothing', {}, 'UNSPECIFIED', '', ''],
];

for (const [what, of, type, issuer, subject] of TYPES) {
  test(`an identity with ${what} is of type ${type}, with ${issuer || 'no'} issuer and ${subject || 'no'} subject`, () => {
    assert.equal(relationshipTypeOf(of), `RELATIONSHIP_TYPE_${type}`);
    assert.deepEqual(issuerAndSubject(of), { issuer, subject });
  });
}

const EXACTLY_ONE: readonly [string, string] = [
  'claimMatch',
  'exactly one of claimMatch, staticKeys, awsIdentity, servicePrincipal must be set',
];
const pair = (path: string, exact: string): readonly [string, string] => [
  `${path}.${exact}`,
  `exactly one of ${exact}, ${exact}Pattern must be set`,
];
const expiring = (millis: number): Relationship => ({ staticKeys: { ...KEYS, expirationTime: at(millis) } });
const EXPIRATION = 'staticKeys.expirationTime';

type Case = readonly [
  fact: string,
  draft: Relationship,
  previous: Relationship | undefined,
  ...violations: readonly (readonly [string, string])[],
];

const CASES: readonly Case[] = [
  ['one relationship is enough', CLAIMS, undefined],
  ['a service principal is a relationship', PRINCIPAL, undefined],
  ['no relationship is too few', {}, undefined, EXACTLY_ONE],
  ['the zero service principal is not a relationship', ZERO, undefined, EXACTLY_ONE],
  ['two relationships are too many', { ...CLAIMS, ...PRINCIPAL }, undefined, EXACTLY_ONE],
  ['a relationship cannot be removed', {}, CLAIMS, EXACTLY_ONE],
  ['an identity without one can be changed', {}, {}],
  ['an identity without one can get one', STATIC, {}],
  ['an identity without one cannot get two', { ...STATIC, ...CLAIMS }, {}, EXACTLY_ONE],
  [
    'an empty claim match needs issuer and subject',
    { claimMatch: {} },
    undefined,
    pair('claimMatch', 'issuer'),
    pair('claimMatch', 'subject'),
  ],
  [
    'patterns are enough for issuer and subject',
    { claimMatch: { issuerPattern: 'i', subjectPattern: 's' } },
    undefined,
  ],
  [
    'an empty subject counts as missing',
    { claimMatch: { issuer: 'https://i', subject: '' } },
    undefined,
    pair('claimMatch', 'subject'),
  ],
  [
    'an AWS identity needs ARN and user id',
    { awsIdentity: { awsAccount: '1' } },
    undefined,
    pair('awsIdentity', 'arn'),
    pair('awsIdentity', 'userId'),
  ],
  [
    'patterns are enough for ARN and user id',
    { awsIdentity: { awsAccount: '1', arnPattern: 'a', userIdPattern: 'u' } },
    undefined,
  ],
  [
    'a claim pattern must be valid in RE2',
    { claimMatch: { ...CLAIMS.claimMatch, claimPatterns: { good: '^a+$', bad: '(', ahead: '(?=a)' } } },
    undefined,
    ['claimMatch.claimPatterns.bad', 'claimPatterns.bad is not a valid regular expression'],
    ['claimMatch.claimPatterns.ahead', 'claimPatterns.ahead is not a valid regular expression'],
  ],
  ['keys may have no expiration', STATIC, undefined],
  ['keys may expire in a millisecond', expiring(1), undefined],
  ['keys may expire in 365 days', expiring(365 * DAY), undefined],
  ['keys cannot expire now', expiring(0), undefined, [EXPIRATION, 'expirationTime must be in the future']],
  [
    'keys cannot expire later than in 365 days',
    expiring(365 * DAY + 1),
    undefined,
    [EXPIRATION, 'expirationTime must be at most 365 days ahead'],
  ],
  ['expired keys do not prevent a change', expiring(-DAY), expiring(-DAY)],
  [
    'the expiration of keys cannot move to another time in the past',
    expiring(-1),
    expiring(-DAY),
    [EXPIRATION, 'expirationTime must be in the future'],
  ],
];

for (const [fact, draft, previous, ...violations] of CASES) {
  test(fact, () => {
    // The pairs of exact values and patterns are rules of the messages, the rest is one of the resource.
    const found: Violations = checkFields(Identity, { name: 'one', ...draft }).filter(({ field, description }) =>
      /^exactly one of/.test(plainViolations([{ field, description }])[0]?.description ?? ''),
    );
    checkRelationship(Identity, draft, previous, NOW_MILLIS, found);
    assert.deepEqual(
      plainViolations(found).map(({ field, description }) => [field, description]),
      violations,
    );
  });
}

test('for an identity without a valid name only the name is reported', () => {
  const name = { field: 'name', description: 'is wrong' };
  const found: Violations = [name];
  checkRelationship(Identity, {}, undefined, NOW_MILLIS, found);
  assert.deepEqual(found, [name]);
});

test('another violation does not hide a missing relationship', () => {
  const found: Violations = [{ field: 'description', description: 'is too long' }];
  checkRelationship(Identity, {}, undefined, NOW_MILLIS, found);
  assert.equal(found.length, 2);
});

test('keys without an expiration get one of 365 days', () => {
  assert.deepEqual(withExpiration(STATIC, NOW), expiring(365 * DAY));
});

for (const [what, identity] of [
  ['keys with an expiration', expiring(DAY)],
  ['another relationship', CLAIMS],
] as const) {
  test(`${what} stay as they are`, () => assert.equal(withExpiration(identity, NOW), identity));
}
