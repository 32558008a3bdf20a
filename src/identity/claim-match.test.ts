import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JWTPayload } from 'jose';
import { OWN_ISSUER, UPSTREAM, upstreamClaims } from '../testing/specimen-tokens.ts';
import { claimMismatch, findStaticMismatch, type IdentityRow, type StaticKeys } from './claim-match.ts';

type ClaimMatch = NonNullable<IdentityRow['claimMatch']>;
type Case = readonly [what: string, match: ClaimMatch, claims: Readonly<Record<string, unknown>>, broken?: string];

const NFC = 'caf\u00e9';
const NFD = 'cafe\u0301';
const MATCH: ClaimMatch = { issuer: UPSTREAM, subject: 'repo:a' };

/** Tokens against a match; those that do not act as the identity name the claim that they fail by. */
const CASES: readonly Case[] = [
  ['the issuer and subject', MATCH, {}],
  ['an issuer with a slash at the end', MATCH, { iss: `${UPSTREAM}/` }, 'iss'],
  ['an issuer without the slash at the end', { ...MATCH, issuer: `${UPSTREAM}/` }, {}, 'iss'],
  ['an issuer in other letters', MATCH, { iss: 'https://ISSUER.test' }, 'iss'],
  ['an issuer with its port', MATCH, { iss: `${UPSTREAM}:443` }, 'iss'],
  ['another subject', MATCH, { sub: 'repo:b' }, 'sub'],
  ['a subject that begins the same', MATCH, { sub: 'repo:ab' }, 'sub'],
  ['a subject with a blank', MATCH, { sub: 'repo:a ' }, 'sub'],
  ['a subject in other letters', MATCH, { sub: 'Repo:a' }, 'sub'],
  ['another issuer and subject', MATCH, { iss: 'x', sub: 'x' }, 'iss'],
  ['a subject of the same characters', { ...MATCH, subject: NFC }, { sub: NFC }],
  ['a subject of composed characters', { ...MATCH, subject: NFC }, { sub: NFD }, 'sub'],
  ['a subject of decomposed characters', { ...MATCH, subject: NFD }, { sub: NFC }, 'sub'],
  ['a subject with numeric ids', { ...MATCH, subject: 'repo:a@1/b@2:ref' }, { sub: 'repo:a@1/b@2:ref' }],
  ['a subject that looks like a pattern', { ...MATCH, subject: 'repo:.*' }, {}, 'sub'],
  ['an issuer by a pattern', { issuerPattern: 'https://(issuer|other)\\.test', subject: 'repo:a' }, {}],
  ['part of an issuer', { issuerPattern: 'issuer', subject: 'repo:a' }, {}, 'iss'],
  ['a subject by a pattern', { issuer: UPSTREAM, subjectPattern: 'repo:(a|ab)' }, { sub: 'repo:ab' }],
  ['the beginning of a subject', { issuer: UPSTREAM, subjectPattern: 'repo:' }, {}, 'sub'],
  ['the end of a subject', { issuer: UPSTREAM, subjectPattern: 'a' }, {}, 'sub'],
  ['a subject by no pattern', { issuer: UPSTREAM, subjectPattern: '(' }, { sub: '(' }, 'sub'],
  ['a subject of the exact words, not the pattern', { ...MATCH, subjectPattern: 'repo:b' }, {}],
  ['a subject of the pattern, not the exact words', { ...MATCH, subjectPattern: 'repo:b' }, { sub: 'repo:b' }, 'sub'],
  ['a subject by a pattern beside an empty word', { ...MATCH, subject: '', subjectPattern: 'repo:.' }, {}],
  ['any subject, where none is named', { issuer: UPSTREAM }, {}, 'sub'],
  ['any issuer, where none is named', { subject: 'repo:a' }, {}, 'iss'],
  ['no audience, where none is asked for', MATCH, { aud: undefined }],
  ['any audience, where none is asked for', MATCH, { aud: ['x', 'y'] }],
  ['any audience, where an empty one is asked for', { ...MATCH, audience: '' }, {}],
  ['the audience', { ...MATCH, audience: OWN_ISSUER }, {}],
  ['the audience among others', { ...MATCH, audience: OWN_ISSUER }, { aud: ['x', OWN_ISSUER] }],
  ['another audience', { ...MATCH, audience: OWN_ISSUER }, { aud: 'x' }, 'aud'],
  ['no audience, where one is asked for', { ...MATCH, audience: OWN_ISSUER }, { aud: undefined }, 'aud'],
  ['an audience by a pattern', { ...MATCH, audiencePattern: 'http://.*' }, { aud: ['x', OWN_ISSUER] }],
  ['part of an audience', { ...MATCH, audiencePattern: 'http' }, {}, 'aud'],
  ['an audience that is no text', { ...MATCH, audience: '7' }, { aud: 7 }, 'aud'],
  ['another claim', { ...MATCH, claims: { ref: 'main' } }, { ref: 'main' }],
  ['another claim with another value', { ...MATCH, claims: { ref: 'main' } }, { ref: 'dev' }, 'ref'],
  ['another claim that is not there', { ...MATCH, claims: { ref: 'main' } }, {}, 'ref'],
  ['another claim that is empty', { ...MATCH, claims: { ref: '' } }, { ref: '' }],
  ['another claim that must be empty and is not there', { ...MATCH, claims: { ref: '' } }, {}, 'ref'],
  ['a number', { ...MATCH, claims: { owner_id: '1001' } }, { owner_id: 1001 }],
  ['another number', { ...MATCH, claims: { owner_id: '1001' } }, { owner_id: 1002 }, 'owner_id'],
  ['a truth', { ...MATCH, claims: { admin: 'true' } }, { admin: true }],
  ['an untruth', { ...MATCH, claims: { admin: 'true' } }, { admin: false }, 'admin'],
  ['one of a list', { ...MATCH, claims: { groups: 'dev' } }, { groups: ['ops', 'dev'] }],
  ['none of a list', { ...MATCH, claims: { groups: 'dev' } }, { groups: ['ops', 'development'] }, 'groups'],
  ['one of a list in a list', { ...MATCH, claims: { groups: 'dev' } }, { groups: [['dev']] }, 'groups'],
  ['an empty list', { ...MATCH, claims: { groups: 'dev' } }, { groups: [] }, 'groups'],
  ['a claim that is an object', { ...MATCH, claims: { o: '[object Object]' } }, { o: {} }, 'o'],
  ['a claim that is null', { ...MATCH, claims: { o: 'null' } }, { o: null }, 'o'],
  ['a claim that every object has', { ...MATCH, claims: { constructor: 'x' } }, {}, 'constructor'],
  ['another claim by a pattern', { ...MATCH, claimPatterns: { ref: 'refs/(heads|tags)/.+' } }, { ref: 'refs/tags/v1' }],
  ['part of another claim', { ...MATCH, claimPatterns: { ref: 'refs' } }, { ref: 'refs/tags/v1' }, 'ref'],
  ['a claim by a pattern that is not there', { ...MATCH, claimPatterns: { ref: '.*' } }, {}, 'ref'],
  ['a number by a pattern', { ...MATCH, claimPatterns: { owner_id: '1\\d+' } }, { owner_id: 1001 }],
  ['a claim by no pattern', { ...MATCH, claimPatterns: { ref: '[' } }, { ref: '[' }, 'ref'],
  ['two claims, one of them wrong', { ...MATCH, claims: { a: '1', b: '2' } }, { a: '1', b: '3' }, 'b'],
  [
    'a claim that is both exact and a pattern',
    { ...MATCH, claims: { a: 'x' }, claimPatterns: { a: 'y' } },
    { a: 'x' },
    'a',
  ],
];

for (const [what, match, claims, broken] of CASES) {
  test(`a token with ${what} ${broken ? `does not match by its ${broken}` : 'matches'}`, () => {
    assert.equal(claimMismatch(match, upstreamClaims(claims) as JWTPayload)?.claim, broken);
  });
}

const ALL: ClaimMatch = {
  ...MATCH,
  audience: OWN_ISSUER,
  claims: { a: '1', b: '2' },
  claimPatterns: { c: '3', d: '4' },
};
const GOOD = { a: '1', b: '2', c: '3', d: '4' };

/** The claims in the order in which they are looked at: with all of these wrong, the first one is named. */
const ORDER = ['iss', 'sub', 'aud', 'a', 'b', 'c', 'd'];

for (const [passed, claim] of ORDER.entries()) {
  test(`${claim} is named before what follows it, with ${passed} passed`, () => {
    const wrong = Object.fromEntries(ORDER.slice(passed).map((name) => [name, 'wrong']));
    const miss = claimMismatch(ALL, upstreamClaims({ ...GOOD, ...wrong }));
    const wanted = { iss: UPSTREAM, sub: 'repo:a', aud: OWN_ISSUER, a: '1', b: '2', c: '3', d: '4' }[claim];
    assert.deepEqual(miss, { claim, passed, wanted, isPattern: claim === 'c' || claim === 'd', found: ['wrong'] });
  });
}

const KEYS: StaticKeys = { issuer: UPSTREAM, subject: 'repo:a', audiences: [] };

const STATIC: readonly (readonly [
  what: string,
  keys: Partial<StaticKeys>,
  claims: Readonly<Record<string, unknown>>,
  broken?: readonly [claim: string, passed: number],
])[] = [
  ['the issuer and subject', {}, {}],
  ['any audience, where none is asked for', {}, { aud: 'x' }],
  ['another issuer', {}, { iss: `${UPSTREAM}/` }, ['iss', 0]],
  ['another subject', {}, { sub: 'repo:ab' }, ['sub', 1]],
  ['the audience', { audiences: [OWN_ISSUER] }, { aud: ['x', OWN_ISSUER] }],
  ['another audience', { audiences: [OWN_ISSUER] }, { aud: 'x' }, ['aud', 2]],
  ['no audience, where one is asked for', { audiences: [OWN_ISSUER] }, { aud: undefined }, ['aud', 2]],
];

for (const [what, keys, claims, broken] of STATIC) {
  test(`static keys: a token with ${what} ${broken ? `does not match by its ${broken[0]}` : 'matches'}`, () => {
    const miss = findStaticMismatch({ ...KEYS, ...keys }, upstreamClaims(claims));
    assert.deepEqual(miss && [miss.claim, miss.passed], broken);
  });
}

test('static keys without an issuer or a subject match nothing', () => {
  assert.equal(findStaticMismatch({}, upstreamClaims())?.claim, 'iss');
  assert.equal(findStaticMismatch({ issuer: UPSTREAM }, upstreamClaims())?.claim, 'sub');
});

test('a claim of lists in lists without end is looked at in no time', () => {
  let nested: unknown = 'x';
  for (let depth = 0; depth < 100_000; depth += 1) nested = [nested];
  assert.equal(claimMismatch({ ...MATCH, claims: { nested: 'x' } }, upstreamClaims({ nested }))?.claim, 'nested');
});
