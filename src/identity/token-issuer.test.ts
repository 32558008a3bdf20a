import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJwt, jwtVerify } from 'jose';
import { invalidField } from '../kernel/errors.ts';
import { uidFor } from '../kernel/ids.ts';
import type { Exchange, Narrowing } from '../kernel/token-service.ts';
import { TOP } from '../kernel/uid.ts';
import { builtInRoles, uidOfBuiltInRole } from '../resources/iam/built-in-roles.ts';
import { roleBindings } from '../resources/iam/role-bindings.ts';
import { roles } from '../resources/iam/roles.ts';
import { grants, groups, identities, identityProviders } from '../resources/index.ts';
import { MemoryStore } from '../store/memory.ts';
import {
  EXPIRED,
  INVALID,
  keySetOf,
  NOW,
  NOW_SECONDS,
  OWN_ISSUER,
  partyKey,
  refusalOf,
  signAs,
  stillClock,
  UPSTREAM,
  upstreamClaims,
} from '../testing/specimen-tokens.ts';
import { encodeCapabilities } from './access-tokens.ts';
import { AwsPrincipals } from './aws-principals.ts';
import type { IdentityRow } from './claim-match.ts';
import { KeyRing } from './key-ring.ts';
import { generateSigningKey, generateUpstreamKey } from './signing-keys.ts';
import { TokenIssuer } from './token-issuer.ts';
import { TrustedIssuers } from './trusted-issuers.ts';
import { UpstreamIdentities } from './upstream-identities.ts';

const ACME = uidFor('s', TOP, 'group', 'acme');
const ENG = uidFor('s', ACME, 'group', 'eng');
const ZETA = uidFor('s', TOP, 'group', 'zeta');
const CI = uidFor('s', ACME, 'identity', 'ci');
const TWINS = ['one', 'two'].map((name) => uidFor('s', ACME, 'identity', name));
const KEYED = uidFor('s', ACME, 'identity', 'keyed');
const AWS = uidFor('s', ACME, 'identity', 'aws');
const SERVICE = uidFor('s', ACME, 'identity', 'service');
const MAILED = uidFor('s', ENG, 'identity', 'mailed');
const PROVIDER = uidFor('s', ENG, 'identityProvider', 'theirs');
const OTHER_PROVIDER = uidFor('s', ACME, 'identityProvider', 'other');
const BINDING = uidFor('s', ACME, 'roleBinding', 'x');
const NOBODY = uidFor('s', ACME, 'identity', 'nobody');
const KEYS_END = new Date(NOW + 1_000).toISOString();
const SELF = 'https://self.test';

const [KEY, PARTY] = await Promise.all([generateSigningKey(), partyKey('party')]);

const upstreamOf = (subject: string) => ({ claimMatch: { issuer: UPSTREAM, subject } });

const IDENTITIES: readonly IdentityRow[] = [
  { uid: CI, ...upstreamOf('repo:a') },
  ...TWINS.map((uid) => ({ uid, ...upstreamOf('twins') })),
  {
    uid: KEYED,
    staticKeys: {
      issuer: SELF,
      subject: 'x',
      issuerKeys: JSON.stringify(keySetOf(PARTY)),
      expirationTime: KEYS_END,
    },
  },
  { uid: AWS, awsIdentity: { awsAccount: '123456789012' } },
  { uid: SERVICE, servicePrincipal: 'SERVICE_PRINCIPAL_COSIGNED' },
  { uid: MAILED, email: 'own@b.test', ...upstreamOf('mailed') },
];

/** A world with these identities; `ci` may look at everything in acme. */
const open = async () => {
  const store = new MemoryStore();
  await store.write((tx) => {
    for (const uid of [ACME, ENG, ZETA]) tx.put(groups, { uid, name: `group ${uid}` });
    for (const row of IDENTITIES) tx.put<IdentityRow>(identities, row);
    for (const role of builtInRoles) tx.put(roles, role);
    tx.put(roleBindings, { uid: BINDING, identityUid: CI, roleUid: uidOfBuiltInRole('viewer') });
    tx.put(identityProviders, { uid: PROVIDER, name: 'theirs', oidc: { issuer: UPSTREAM } });
    tx.put(identityProviders, { uid: OTHER_PROVIDER, name: 'other', oidc: { issuer: `${UPSTREAM}/` } });
  });
  const clock = stillClock();
  const audiences = { listed: [OWN_ISSUER], scheme: 'http' as const };
  const ring = new KeyRing(Promise.resolve(KEY), store, clock);
  const trust = new TrustedIssuers({
    issuer: OWN_ISSUER,
    audiences,
    ring,
    upstreamKey: generateUpstreamKey,
    machineClock: clock,
    trusted: [{ issuer: UPSTREAM, keys: { jwks: keySetOf(PARTY) } }],
    report: assert.ifError,
  });
  const upstream = new UpstreamIdentities({ rows: store.rows, identities, clock, trust });
  const aws = new AwsPrincipals({ rows: store.rows, identities, clock, audiences, trusted: [] });
  let made = 0;
  const nextId = (): string => {
    made += 1;
    return `id-${made}`;
  };
  const resources = { identities, groups, identityProviders, grants };
  const issuer = new TokenIssuer({ ...resources, store, clock, ring, upstream, aws, issuer: OWN_ISSUER, nextId });
  const exchange = (authorization: string, asked: Exchange = {}) =>
    issuer.exchange({ authorization, request: () => asked });
  const refresh = (token: string | undefined, asked: Narrowing = {}) =>
    issuer.refresh({ authorization: `Bearer ${token}`, request: () => asked });
  return { store, clock, issuer, exchange, refresh };
};

const bearer = async (claims: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  `Bearer ${await signAs(PARTY, upstreamClaims(claims))}`;

const GOOD = await bearer();
const CLAIMS = {
  iss: OWN_ISSUER,
  sub: CI,
  aud: OWN_ISSUER,
  iat: NOW_SECONDS,
  exp: NOW_SECONDS + 3_600,
  jti: 'id-1',
  act: { iss: UPSTREAM, sub: 'repo:a', aud: OWN_ISSUER },
};

test('an exchanged token acts as the identity that matches, for an hour, and names its actor', async () => {
  const { exchange, clock } = await open();
  clock.millis += 999;
  const answer = await exchange(GOOD);
  assert.deepEqual(Object.keys(answer).sort(), ['expiry', 'refreshToken', 'token']);
  assert.equal(answer.expiry, '2026-01-01T01:00:00.000Z');
  assert.deepEqual(decodeJwt(answer.token), CLAIMS);
  await jwtVerify(answer.token, KEY.publicKey, { algorithms: ['RS256'], currentDate: new Date(NOW) });
});

test('an exchange notes that the identity was seen, each time', async () => {
  const { exchange, clock, store } = await open();
  for (const later of [0, 1]) {
    clock.millis = NOW + later;
    await exchange(GOOD);
    assert.equal(store.rows.get(identities, CI)?.lastSeenTime, new Date(NOW + later).toISOString());
  }
});

test('a refused exchange notes nothing', async () => {
  const { exchange, store } = await open();
  await refusalOf(() => exchange(GOOD, { cap: ['nope'] }));
  await refusalOf(() => exchange(GOOD, { scopes: [NOBODY] }));
  assert.equal(store.rows.get(identities, CI)?.lastSeenTime, undefined);
});

type Said = readonly [what: string, claims: Readonly<Record<string, unknown>>, asked: Exchange, said: object];

const SAID: readonly Said[] = [
  ['one audience', {}, { aud: ['a'] }, { aud: 'a' }],
  ['several audiences', {}, { aud: ['a', 'b'] }, { aud: ['a', 'b'] }],
  ['its own audience, where none is given', {}, { aud: [] }, {}],
  ['the audiences of its upstream token as one text', { aud: ['x', 'y'] }, {}, { act: { ...CLAIMS.act, aud: 'x,y' } }],
  ['that its upstream token had no audience', { aud: undefined }, {}, { act: { ...CLAIMS.act, aud: '' } }],
  [
    'an address that was verified upstream',
    { email: 'a@b.test', email_verified: true },
    {},
    { email: 'a@b.test', email_verified: true },
  ],
  ['an address that was not', { email: 'a@b.test' }, {}, { email: 'a@b.test', email_verified: false }],
  [
    'an address that was, in words alone',
    { email: 'a@b.test', email_verified: 'true' },
    {},
    { email: 'a@b.test', email_verified: false },
  ],
  ['no address that is none', { email: 7, email_verified: true }, {}, {}],
  ['the groups that it is confined to', {}, { scopes: [ENG, ZETA] }, { scope: `${ENG} ${ZETA}` }],
  ['the group of the older form', {}, { scope: ENG }, { scope: ENG }],
  [
    'the capabilities that it is confined to, where the identity holds them',
    {},
    { cap: ['repo.list', 'repo.delete'] },
    { cap: { [ACME]: encodeCapabilities(['repo.list']) } },
  ],
  [
    'the capabilities in the group that it is confined to',
    {},
    { cap: ['repo.list'], scopes: [ENG] },
    { scope: ENG, cap: { [ENG]: encodeCapabilities(['repo.list']) } },
  ],
  ['that it may do nothing of what was asked', {}, { cap: ['repo.delete'] }, { cap: {} }],
  ['the identity that was named', {}, { identity: CI }, {}],
];

for (const [what, claims, asked, said] of SAID) {
  test(`an exchanged token contains ${what}`, async () => {
    const { exchange } = await open();
    const { token } = await exchange(await bearer(claims), asked);
    assert.deepEqual(decodeJwt(token), { ...CLAIMS, ...said });
  });
}

test("the identity's own address beats the one of the token", async () => {
  const { exchange } = await open();
  const { token } = await exchange(await bearer({ sub: 'mailed', email: 'a@b.test' }));
  assert.deepEqual([decodeJwt(token).email, decodeJwt(token).email_verified], ['own@b.test', true]);
});

const DENIED = 'PERMISSION_DENIED Permission denied:';
const NOT_FOUND = 'NOT_FOUND Not found:';
const [GONE = '', ROLE_LESS = ''] = [uidFor('s', ACME, 'group', 'gone'), TWINS[0]];

const REFUSED: readonly (readonly [
  what: string,
  claims: Readonly<Record<string, unknown>> | string,
  asked: Exchange,
  refusal: string,
])[] = [
  ['no identity of that subject', { sub: 'x' }, {}, `${DENIED} invalid "sub"`],
  [
    'several identities',
    { sub: 'twins' },
    {},
    'FAILED_PRECONDITION Precondition failed: 2 identities match the token: name the one to act as in identity',
  ],
  ['another identity than the token is of', {}, { identity: ROLE_LESS }, `${DENIED} invalid "sub"`],
  ['an identity that is not there', {}, { identity: NOBODY }, `${NOT_FOUND} identity "${NOBODY}" not found`],
  ['something else than an identity', {}, { identity: '../x' }, `${NOT_FOUND} identity "../x" not found`],
  [
    'an AWS principal',
    {},
    { identity: AWS },
    `${DENIED} identity ${AWS} is for AWS principals, who present a signed GetCallerIdentity request`,
  ],
  [
    'a part of the service',
    {},
    { identity: SERVICE },
    `${DENIED} identity ${SERVICE} is a part of the service, for which there is no exchange`,
  ],
  [
    'an identity that is not of the provider',
    {},
    { identityProvider: PROVIDER },
    `${DENIED} invalid "identity_provider"`,
  ],
  ['a provider with another issuer', {}, { identityProvider: OTHER_PROVIDER }, `${DENIED} invalid "iss"`],
  [
    'a provider that is not there',
    {},
    { identityProvider: NOBODY },
    `${NOT_FOUND} identity provider "${NOBODY}" not found`,
  ],
  ['a group that is not there', {}, { scopes: [GONE] }, `${NOT_FOUND} group "${GONE}" not found`],
  ['an unknown capability', {}, { cap: ['x'] }, 'INVALID_ARGUMENT Invalid argument: cap: unknown capability "x"'],
  [
    'a bad request of nobody',
    { sub: 'x' },
    { cap: ['x'] },
    'INVALID_ARGUMENT Invalid argument: cap: unknown capability "x"',
  ],
  ['a token that has ended', { exp: NOW_SECONDS - 60 }, {}, EXPIRED],
  ['a token that has ended, before what is wrong with the request', { exp: 1 }, { cap: ['x'] }, EXPIRED],
  ['a token that has ended, before an identity that is not there', { exp: 1 }, { identity: NOBODY }, EXPIRED],
  [
    'a token of a stranger, before an identity that is not there',
    { iss: 'https://x.test' },
    { identity: NOBODY },
    INVALID,
  ],
  ['no token', '', {}, 'UNAUTHENTICATED Unauthenticated: malformed authorization header'],
  ['a word', 'Bearer word', {}, INVALID],
];

for (const [what, claims, asked, refusal] of REFUSED) {
  test(`an exchange for ${what} is refused`, async () => {
    const { exchange } = await open();
    const authorization = typeof claims === 'string' ? claims : await bearer(claims);
    assert.equal(await refusalOf(() => exchange(authorization, asked)), refusal);
  });
}

test('no header is a missing token, for either exchange', async () => {
  const { issuer } = await open();
  const presented = { authorization: undefined, request: () => assert.fail('the request was read') };
  const refusal = 'UNAUTHENTICATED Unauthenticated: missing bearer token';
  assert.equal(await refusalOf(() => issuer.exchange(presented)), refusal);
  assert.equal(await refusalOf(() => issuer.refresh(presented)), refusal);
});

test('an invalid token is reported before a request that cannot be read; with a valid one the request is', async () => {
  const { issuer, exchange } = await open();
  const request = (): never => {
    throw invalidField('aud', 'unreadable');
  };
  const unreadable = 'INVALID_ARGUMENT Invalid argument: aud: unreadable';
  const bad = `${GOOD.slice(0, -8)}AAAAAAAA`;
  assert.equal(await refusalOf(() => issuer.exchange({ authorization: bad, request })), INVALID);
  assert.equal(await refusalOf(() => issuer.exchange({ authorization: GOOD, request })), unreadable);
  const { refreshToken = '' } = await exchange(GOOD);
  assert.equal(await refusalOf(() => issuer.refresh({ authorization: GOOD, request })), INVALID);
  assert.equal(await refusalOf(() => issuer.refresh({ authorization: `Bearer ${refreshToken}`, request })), unreadable);
});

test('a provider finds the identities in its own group', async () => {
  const { exchange } = await open();
  const { token } = await exchange(await bearer({ sub: 'mailed' }), { identityProvider: PROVIDER });
  assert.equal(decodeJwt(token).sub, MAILED);
});

test('static keys are good for an exchange until their own end, and tokens made before it for longer', async () => {
  const { exchange, refresh, clock } = await open();
  const authorization = await bearer({ iss: SELF, sub: 'x' });
  const { token, refreshToken } = await exchange(authorization);
  assert.equal(decodeJwt(token).sub, KEYED);
  clock.millis += 999;
  await exchange(authorization);
  clock.millis += 1;
  const refusal = `${DENIED} the static keys of identity ${KEYED} expired at ${KEYS_END}`;
  for (const asked of [{}, { identity: KEYED }]) {
    assert.equal(await refusalOf(() => exchange(authorization, asked)), refusal);
  }
  assert.equal(await refusalOf(() => refresh(refreshToken)), refusal);
  assert.equal(decodeJwt(token).exp, NOW_SECONDS + 3_600);
});

test('a refresh returns a pair of complete tokens for the audience of the one before', async () => {
  const { exchange, refresh, clock } = await open();
  const { refreshToken } = await exchange(await bearer({ email: 'a@b.test' }), { aud: ['a', 'b'] });
  clock.millis += 7_200_000;
  const pair = await refresh(refreshToken);
  assert.deepEqual(Object.keys(pair).sort(), ['refreshToken', 'token']);
  for (const made of Object.values(pair)) assert.deepEqual(Object.keys(made).sort(), ['expiry', 'token']);
  assert.equal(pair.token.expiry, '2026-01-01T03:00:00.000Z');
  assert.equal(pair.refreshToken.expiry, '2026-01-02T02:00:00.000Z');
  assert.deepEqual(decodeJwt(pair.token.token), {
    ...CLAIMS,
    aud: ['a', 'b'],
    iat: NOW_SECONDS + 7_200,
    exp: NOW_SECONDS + 10_800,
    jti: 'id-3',
    email: 'a@b.test',
    email_verified: false,
  });
  const next = await refresh(pair.refreshToken.token);
  assert.equal(decodeJwt(next.token.token).sub, CI);
});

test('a refresh may ask for other audiences, which later ones keep', async () => {
  const { exchange, refresh } = await open();
  const { refreshToken } = await exchange(GOOD, { aud: ['a'] });
  const other = await refresh(refreshToken, { aud: ['c'] });
  assert.equal(decodeJwt(other.token.token).aud, 'c');
  assert.equal(decodeJwt((await refresh(other.refreshToken.token)).token.token).aud, 'c');
});

test('a refresh keeps what the token is confined to, and may only confine it more', async () => {
  const { exchange, refresh } = await open();
  const { refreshToken } = await exchange(GOOD, { scopes: [ACME], cap: ['repo.list', 'tag.list'] });
  const claimsOf = async (asked: Narrowing) => {
    const { scope, cap } = decodeJwt((await refresh(refreshToken, asked)).token.token);
    return { scope, cap };
  };
  const both = encodeCapabilities(['repo.list', 'tag.list']);
  assert.deepEqual(await claimsOf({}), { scope: ACME, cap: { [ACME]: both } });
  assert.deepEqual(await claimsOf({ scopes: [ENG] }), { scope: ENG, cap: { [ENG]: both } });
  assert.deepEqual(await claimsOf({ cap: ['tag.list', 'groups.list'] }), {
    scope: ACME,
    cap: { [ACME]: encodeCapabilities(['tag.list']) },
  });
  const outside = `${DENIED} invalid "scopes": they lie outside of what the token is confined to`;
  assert.equal(await refusalOf(() => refresh(refreshToken, { scopes: [ZETA] })), outside);
  const none = `${DENIED} invalid "cap": none is among those that the token is confined to`;
  assert.equal(await refusalOf(() => refresh(refreshToken, { cap: ['groups.list'] })), none);
  const narrow = await refresh(refreshToken, { scopes: [ENG] });
  const wide = await refresh(narrow.refreshToken.token, { scopes: [ACME] });
  assert.equal(decodeJwt(wide.token.token).scope, ENG);
});

test('the capabilities of a refreshed token are those that the identity holds by then', async () => {
  const { exchange, refresh, store } = await open();
  const { refreshToken } = await exchange(GOOD, { cap: ['repo.list'] });
  await store.write((tx) => tx.remove(roleBindings, BINDING));
  assert.deepEqual(decodeJwt((await refresh(refreshToken)).token.token).cap, {});
});

test('a refresh token goes with its identity, and with its own end', async () => {
  const { exchange, refresh, store, clock } = await open();
  const { refreshToken } = await exchange(GOOD);
  clock.millis += (24 * 3_600 + 60) * 1_000;
  assert.equal(await refusalOf(() => refresh(refreshToken)), EXPIRED);
  clock.millis = NOW;
  await store.write((tx) => tx.remove(identities, CI));
  assert.equal(await refusalOf(() => refresh(refreshToken)), 'UNAUTHENTICATED Unauthenticated: unknown identity');
});

test('an access token refreshes nothing, and a refresh token exchanges for nothing', async () => {
  const { exchange, refresh } = await open();
  const { token, refreshToken } = await exchange(GOOD);
  assert.equal(await refusalOf(() => refresh(token)), INVALID);
  assert.equal(await refusalOf(() => exchange(`Bearer ${refreshToken}`)), INVALID);
});
