import { ok } from '../support/answer.ts';
import { type expectDenied, expectError, expectInvalid } from '../support/errors.ts';
import { expect, test } from '../support/test.ts';
import { askExchange, mintUpstream } from './exchange.ts';
import { claimsOf } from './own-token.ts';

const SUBJECT = 'repo:acme@1001/app@2002:ref:refs/heads/main';
const BASE = 'https://ci.test/';

/** The claimMatch of an identity and the claims of a token, with the claim that does not match; the organization's uid is `ORG`. */
type Case = readonly [what: string, match: object, token: object, claim?: string];

const exact = { issuer: `${BASE}ORG`, subject: SUBJECT };
const token = { issuer: `${BASE}ORG`, subject: SUBJECT };

const EXACT: readonly Case[] = [
  ['the same', exact, token],
  ['a slash at the end of the issuer', exact, { ...token, issuer: `${BASE}ORG/` }, 'iss'],
  ['an issuer in other letters', exact, { ...token, issuer: `${BASE.replace('ci', 'CI')}ORG` }, 'iss'],
  ['the default port in the issuer', exact, { ...token, issuer: 'https://ci.test:443/ORG' }, 'iss'],
  ['an escape in the issuer', exact, { ...token, issuer: 'https://ci.test/%4FRG' }, 'iss'],
  ['a longer subject', exact, { ...token, subject: `${SUBJECT}2` }, 'sub'],
  ['a shorter subject', exact, { ...token, subject: SUBJECT.slice(0, -1) }, 'sub'],
  ['a subject in other letters', exact, { ...token, subject: SUBJECT.toUpperCase() }, 'sub'],
  ['space around the subject', exact, { ...token, subject: ` ${SUBJECT}` }, 'sub'],
  ['pattern characters in an exact subject', { ...exact, subject: 'a.c' }, { ...token, subject: 'abc' }, 'sub'],
  ['equal pattern characters', { ...exact, subject: '.*' }, { ...token, subject: '.*' }],
  ['a subject beyond ASCII', { ...exact, subject: 'größe/日本/🦊' }, { ...token, subject: 'größe/日本/🦊' }],
  [
    'the same letters in another normal form',
    { ...exact, subject: 'gr\u00f6ße' },
    { ...token, subject: 'gro\u0308ße' },
    'sub',
  ],
  ['a zero byte', { ...exact, subject: 'a\u0000b' }, { ...token, subject: 'a\u0000b' }],
  ['a subject cut at a zero byte', { ...exact, subject: 'a' }, { ...token, subject: 'a\u0000b' }, 'sub'],
];

const withPattern = (subjectPattern: string) => ({ issuer: exact.issuer, subjectPattern });

const PATTERNS: readonly Case[] = [
  ['a pattern for the whole', withPattern('repo:.*:ref:refs/heads/(main|dev)'), token],
  ['a pattern for the beginning', withPattern('repo:'), token, 'sub'],
  ['a pattern for the end', withPattern('main'), token, 'sub'],
  ['an alternative that is only the beginning', withPattern('repo|x'), token, 'sub'],
  ['alternatives, anchored as one', withPattern('x|repo:.*'), token],
  ['an alternative anchored on one side', withPattern('^x|main$'), token, 'sub'],
  ['a pattern with its own anchors', withPattern('^repo:.*main$'), token],
  ['a dot that does not match a line end', withPattern('a.b'), { ...token, subject: 'a\nb' }, 'sub'],
  ['a line end after the whole', withPattern('a'), { ...token, subject: 'a\n' }, 'sub'],
  ['a line of several', withPattern('(?m)^a$'), { ...token, subject: 'a\nb' }, 'sub'],
  ['letters of any case where the pattern says so', withPattern('(?i)REPO:.*'), token],
  ['letters of another case', withPattern('REPO:.*'), token, 'sub'],
  ['a pattern beyond ASCII', withPattern('\\p{Han}+'), { ...token, subject: '日本' }],
  ['one point of a character beyond 16 bits', withPattern('.'), { ...token, subject: '🦊' }],
  ['an issuer by a pattern', { issuerPattern: 'https://[a-z]+\\.test/ORG', subject: SUBJECT }, token],
  [
    'an issuer that the pattern only begins',
    { issuerPattern: 'https://[a-z]+\\.test/', subject: SUBJECT },
    token,
    'iss',
  ],
  ['both by patterns', { issuerPattern: 'https://ci\\.test/ORG', subjectPattern: '.+' }, token],
];

const withAud = (audience: unknown) => ({ ...token, audience });

const AUDIENCES: readonly Case[] = [
  ['no audience demanded', exact, withAud('https://any.test')],
  ['the audience', { ...exact, audience: 'a' }, withAud('a')],
  ['the audience among several', { ...exact, audience: 'a' }, withAud(['b', 'a'])],
  ['another audience', { ...exact, audience: 'a' }, withAud('b'), 'aud'],
  ['the beginning of the audience', { ...exact, audience: 'a' }, withAud('ab'), 'aud'],
  ['a pattern for the audience', { ...exact, audiencePattern: 'a+' }, withAud(['b', 'aaa'])],
  ['a pattern for a part of the audience', { ...exact, audiencePattern: 'a+' }, withAud('aab'), 'aud'],
];

const withClaims = (claims: object) => ({ ...token, claims });

const CLAIMS: readonly Case[] = [
  ['a claim', { ...exact, claims: { env: 'prod' } }, withClaims({ env: 'prod' })],
  ['another value', { ...exact, claims: { env: 'prod' } }, withClaims({ env: 'dev' }), 'env'],
  ['no such claim', { ...exact, claims: { env: 'prod' } }, token, 'env'],
  ['two claims, one of them wrong', { ...exact, claims: { a: '1', b: '2' } }, withClaims({ a: '1', b: '3' }), 'b'],
  ['a claim that is a number', { ...exact, claims: { id: '1001' } }, withClaims({ id: 1001 })],
  ['a claim that is true', { ...exact, claims: { on: 'true' } }, withClaims({ on: true })],
  ['a claim that is null', { ...exact, claims: { on: 'null' } }, withClaims({ on: null }), 'on'],
  ['a claim that is an object', { ...exact, claims: { o: '[object Object]' } }, withClaims({ o: {} }), 'o'],
  ['one of a list', { ...exact, claims: { groups: 'ops' } }, withClaims({ groups: ['dev', 'ops'] })],
  ['none of a list', { ...exact, claims: { groups: 'ops' } }, withClaims({ groups: ['dev'] }), 'groups'],
  ['an empty list', { ...exact, claims: { groups: 'ops' } }, withClaims({ groups: [] }), 'groups'],
  ['a property of every object', { ...exact, claims: { constructor: 'x' } }, token, 'constructor'],
  ['a pattern for a claim', { ...exact, claimPatterns: { ref: 'refs/heads/.*' } }, withClaims({ ref: 'refs/heads/a' })],
  ['a pattern for a part', { ...exact, claimPatterns: { ref: 'heads' } }, withClaims({ ref: 'refs/heads/a' }), 'ref'],
  ['a pattern for a missing claim', { ...exact, claimPatterns: { ref: '.*' } }, token, 'ref'],
  ['a pattern for a number', { ...exact, claimPatterns: { id: '\\d+' } }, withClaims({ id: 1001 })],
];

test.describe('the tokens that act as an identity @mock', () => {
  for (const [rule, cases] of [
    ['10.3 byte for byte', EXACT],
    ['10.3 anchored', PATTERNS],
    ['10.3 audience', AUDIENCES],
    ['10.3 claims', CLAIMS],
  ] as const) {
    for (const [what, match, fields, claim] of cases) {
      test(`${rule}: ${what} ${claim === undefined ? 'matches' : `fails for ${claim}`}`, async ({ api, org }) => {
        const inOrg = (value: object): Readonly<Record<string, unknown>> =>
          JSON.parse(JSON.stringify(value).replaceAll('ORG', org.uid));
        const { uid } = await org.identity({ claimMatch: inOrg(match) });
        const answer = await askExchange(api, await mintUpstream(api, inOrg(fields)), [['identity', uid]]);
        if (claim === undefined) expect(claimsOf(ok(answer).token).sub).toBe(uid);
        else expectDeniedBy(answer, claim);
      });
    }
  }
});

const expectDeniedBy = (answer: Parameters<typeof expectDenied>[0], claim: string): void =>
  expectError(answer, 'PERMISSION_DENIED', { service: 'oidc', says: `invalid "${claim}"`, details: [] });

test.describe('patterns are RE2 @mock', () => {
  for (const pattern of ['(?=a)a', '(a)\\1', '(?<!a)b', '(', 'a**', '[z-a]']) {
    test(`10.3: ${pattern} is refused when it is written`, async ({ api, org }) => {
      const claimMatch = { issuer: 'https://ci.test', subjectPattern: pattern };
      expectInvalid(await api.post(`/iam/v2/identities/${org.uid}`, { name: 'a', claimMatch }), {
        'claimMatch.subjectPattern': 'subjectPattern is not a valid regular expression',
      });
    });
  }

  test('10.3: a pattern that makes backtracking engines hang is matched quickly', async ({ api, org }) => {
    const issuer = `https://ci.test/${org.uid}`;
    const { uid } = await org.identity({ claimMatch: { issuer, subjectPattern: '(a+)+(a|aa)+([a-z]+)*b' } });
    const upstream = await mintUpstream(api, { issuer, subject: 'a'.repeat(8_000) });
    const started = performance.now();
    expectDeniedBy(await askExchange(api, upstream, [['identity', uid]]), 'sub');
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
