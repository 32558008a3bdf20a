import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import { everyCapability } from '../schema/capability.ts';
import {
  accessClaims,
  actorOf,
  audienceClaim,
  encodeCapabilities,
  limitsOf,
  signClaims,
  type TokenClaims,
} from './access-tokens.ts';
import { generateSigningKey } from './signing-keys.ts';

const KEY = await generateSigningKey();
const iat = Date.UTC(2026, 0, 1) / 1_000;

const CLAIMS: TokenClaims = {
  subject: 'ci',
  issuer: 'http://a',
  audience: ['http://b'],
  // The last millisecond of a second: times are rounded down.
  issuedMillis: iat * 1_000 + 999,
  ttlSeconds: 60,
  id: 'x',
};
const PLAIN = { iss: 'http://a', sub: 'ci', aud: 'http://b', iat, exp: iat + 60, jti: 'x' };

const ACTOR = { iss: 'https://issuer', sub: 'repo:a', aud: 'a,b' };
const EMPTY_SET = encodeCapabilities([]);

const SHAPES: readonly (readonly [what: string, more: Partial<TokenClaims>, claims: JWTPayload])[] = [
  ['no more than it must say', {}, PLAIN],
  ['several audiences', { audience: ['http://b', 'c'] }, { ...PLAIN, aud: ['http://b', 'c'] }],
  ['its upstream identity', { actor: ACTOR }, { ...PLAIN, act: ACTOR }],
  ['an address', { email: 'a@b.test' }, { ...PLAIN, email: 'a@b.test', email_verified: true }],
  [
    'an address that nobody verified',
    { email: 'a@b.test', emailVerified: false },
    { ...PLAIN, email: 'a@b.test', email_verified: false },
  ],
  ['nothing of an address that is not there', { emailVerified: true }, PLAIN],
  ['one group', { scopes: ['g'] }, { ...PLAIN, scope: 'g' }],
  ['several groups', { scopes: ['g', 'h'] }, { ...PLAIN, scope: 'g h' }],
  [
    'capabilities where they hold',
    { capabilities: [{ at: 'g', capabilities: new Set(['groups.list']) }] },
    { ...PLAIN, cap: { g: 'AAAAAAAAADIAAAAAAAAACA==' } },
  ],
  [
    'the capabilities of a group once, all together',
    {
      capabilities: [
        { at: 'g', capabilities: new Set(['groups.list']) },
        { at: 'h', capabilities: new Set() },
        { at: 'g', capabilities: new Set(['repo.list']) },
      ],
    },
    { ...PLAIN, cap: { g: encodeCapabilities(['groups.list', 'repo.list']), h: EMPTY_SET } },
  ],
  ['that it may do nothing', { capabilities: [] }, { ...PLAIN, cap: {} }],
];

for (const [what, more, claims] of SHAPES) {
  test(`a token contains ${what}`, () => {
    assert.deepEqual(accessClaims({ ...CLAIMS, ...more }), claims);
  });
}

test('one audience is a text, several are a list', () => {
  assert.equal(audienceClaim(['a']), 'a');
  assert.deepEqual(audienceClaim(['a', 'b']), ['a', 'b']);
});

test('a token names its key, and contains the given claims', async () => {
  const token = await signClaims(KEY, accessClaims(CLAIMS));
  assert.deepEqual(decodeProtectedHeader(token), { alg: 'RS256', kid: KEY.kid, typ: 'JWT' });
  assert.deepEqual(decodeJwt(token), PLAIN);
  await jwtVerify(token, KEY.publicKey, { currentDate: new Date(iat * 1_000) });
});

test('a token of another type says so', async () => {
  assert.equal(decodeProtectedHeader(await signClaims(KEY, PLAIN, 'refresh+jwt')).typ, 'refresh+jwt');
});

test('the same claims make the same token, another id another one', async () => {
  const token = await signClaims(KEY, accessClaims(CLAIMS));
  assert.equal(await signClaims(KEY, accessClaims(CLAIMS)), token);
  assert.notEqual(await signClaims(KEY, accessClaims({ ...CLAIMS, id: 'y' })), token);
});

const ACTORS: readonly (readonly [act: unknown, actor: object | undefined])[] = [
  [undefined, undefined],
  [null, undefined],
  ['repo:a', undefined],
  [ACTOR, ACTOR],
  [
    { iss: 'i', level: 1, nested: { sub: 'x' }, list: ['y'], sub: 's' },
    { iss: 'i', sub: 's' },
  ],
];

for (const [act, actor] of ACTORS) {
  test(`an upstream identity ${JSON.stringify(act)} is ${JSON.stringify(actor)}`, () => {
    assert.deepEqual(actorOf({ act }), actor);
  });
}

const GROUPS_LIST = { g: 'AAAAAAAAADIAAAAAAAAACA==' };
const EVERYTHING_IN_G = [{ at: 'g', capabilities: everyCapability }];
const LISTS_IN_G = [{ at: 'g', capabilities: new Set(['groups.list']) }];

const LIMITS: readonly (readonly [claims: JWTPayload, limits: readonly unknown[]])[] = [
  [{}, []],
  [{ scope: 1 }, []],
  [{ scope: 'g' }, [EVERYTHING_IN_G]],
  [{ scope: ' g  h ' }, [[...EVERYTHING_IN_G, { at: 'h', capabilities: everyCapability }]]],
  [{ scope: '' }, [[]]],
  [{ cap: GROUPS_LIST }, [LISTS_IN_G]],
  [{ cap: {} }, [[]]],
  [{ cap: { g: 7 } }, [[{ at: 'g', capabilities: new Set() }]]],
  [{ cap: null }, []],
  [{ scope: 'g', cap: GROUPS_LIST }, [EVERYTHING_IN_G, LISTS_IN_G]],
];

for (const [claims, limits] of LIMITS) {
  test(`a token with ${JSON.stringify(claims)} has ${limits.length} ceilings`, () => {
    assert.deepEqual(limitsOf(claims), limits);
  });
}

test('a token is confined to the limits that it was made with', () => {
  const capabilities = [{ at: 'g', capabilities: new Set(['groups.list', 'repo.list']) }];
  const claims = accessClaims({ ...CLAIMS, scopes: ['g'], capabilities });
  assert.deepEqual(limitsOf(claims), [EVERYTHING_IN_G, capabilities]);
});
