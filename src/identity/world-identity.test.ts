import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { grants, groups, identities, identityProviders } from '../resources/index.ts';
import { TOKEN_FLAWS } from '../schema/token-words.ts';
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
import type { IdentityRow } from './claim-match.ts';
import { generateSigningKey, generateUpstreamKey } from './signing-keys.ts';
import { WorldIdentity } from './world-identity.ts';

const CI = `${'a'.repeat(40)}/${'1'.repeat(16)}`;
const PLAYED = `${OWN_ISSUER}/_mock/issuers/ci`;
const [KEY, PARTY] = await Promise.all([generateSigningKey(), partyKey('party')]);
const PLAYED_KEY = generateUpstreamKey();

const playedRow = (uid: string, match: IdentityRow['claimMatch'] = {}): IdentityRow => ({
  uid,
  claimMatch: { issuer: PLAYED, subject: 'repo:a', ...match },
});

const open = async (rows: readonly IdentityRow[] = [playedRow(CI)], seed = 'seed') => {
  const store = new MemoryStore();
  await store.write((tx) => {
    for (const row of rows) tx.put<IdentityRow>(identities, row);
  });
  const clock = stillClock();
  const world = new WorldIdentity({
    store,
    clock,
    machineClock: clock,
    seed,
    issuer: OWN_ISSUER,
    audiences: ['also'],
    scheme: 'http',
    upstreamKey: () => PLAYED_KEY,
    identities,
    groups,
    identityProviders,
    grants,
    key: Promise.resolve(KEY),
    trusted: [{ issuer: UPSTREAM, keys: { jwks: keySetOf(PARTY) } }],
    report: assert.ifError,
  });
  const whoIs = async (token: string): Promise<string> =>
    (await world.authenticate(`Bearer ${token}`, 'token')).identity;
  const exchange = (token: string) => world.tokens.exchange({ authorization: `Bearer ${token}`, request: () => ({}) });
  return { store, clock, world, whoIs, exchange };
};

const FOR_A_MINUTE = { identity: CI, ttlSeconds: 60 };

test('a minted token is good until its end', async () => {
  const { world, whoIs, clock } = await open();
  clock.millis += 999;
  const { token, expiresMillis } = await world.mint(FOR_A_MINUTE);
  const { jti, ...claims } = decodeJwt(token);
  const times = { iat: NOW_SECONDS, exp: NOW_SECONDS + 60 };
  assert.deepEqual(claims, { iss: OWN_ISSUER, sub: CI, aud: OWN_ISSUER, ...times });
  assert.match(String(jti), /^[0-9a-f]{32}$/);
  assert.equal(expiresMillis, NOW + 60_000);
  assert.equal(await whoIs(token), CI);
  clock.millis = NOW + 120_000;
  assert.equal(await refusalOf(() => whoIs(token)), EXPIRED);
});

test('a minted token contains what was asked for', async () => {
  const { world, whoIs } = await open();
  const actor = { iss: PLAYED, sub: 'repo:a' };
  const { token } = await world.mint({ ...FOR_A_MINUTE, audience: ['also', 'x'], scopes: [CI], actor });
  const { aud, scope, act } = decodeJwt(token);
  assert.deepEqual({ aud, scope, act }, { aud: ['also', 'x'], scope: CI, act: actor });
  assert.equal(await whoIs(token), CI);
});

test('the same world mints the same tokens, each with an id of its own', async () => {
  const minted = async (seed: string): Promise<readonly string[]> => {
    const { world } = await open([], seed);
    const upstream = await world.mintUpstream({ issuer: 'ci', subject: 'x', ttlSeconds: 1 });
    const own = [await world.mint(FOR_A_MINUTE), await world.mint(FOR_A_MINUTE)];
    return [upstream, ...own].map(({ token }) => String(decodeJwt(token).jti));
  };
  const ids = await minted('seed');
  assert.equal(new Set(ids).size, 3);
  assert.deepEqual(await minted('seed'), ids);
  assert.notDeepEqual(await minted('other'), ids);
});

test('an upstream token is as its issuer would sign it, and finds its identity', async () => {
  const { world, whoIs, exchange } = await open();
  const { token, issuer, expiresMillis } = await world.mintUpstream({
    issuer: 'ci',
    subject: 'repo:a',
    ttlSeconds: 300,
  });
  const { jti: _, ...claims } = decodeJwt(token);
  const times = { iat: NOW_SECONDS, exp: NOW_SECONDS + 300 };
  assert.deepEqual(claims, { iss: PLAYED, sub: 'repo:a', aud: OWN_ISSUER, ...times });
  assert.deepEqual(decodeProtectedHeader(token), { alg: 'ES256', kid: PLAYED_KEY.kid, typ: 'JWT' });
  assert.deepEqual([issuer, expiresMillis], [PLAYED, NOW + 300_000]);
  assert.equal(await whoIs(token), CI);
  assert.equal(await whoIs((await exchange(token)).token), CI);
});

test('further claims of an upstream token stand as they are, but for those that say whose it is', async () => {
  const { world } = await open();
  const claims = {
    ref: 'main',
    n: 1,
    nested: { a: ['b'] },
    exp: NOW_SECONDS + 7,
    iat: 5,
    iss: 'x',
    sub: 'y',
    aud: 'z',
  };
  const asked = { issuer: UPSTREAM, subject: 'repo:a', ttlSeconds: 300, audience: ['a', 'b'], claims };
  const { token, expiresMillis } = await world.mintUpstream(asked);
  const { jti: _, ...said } = decodeJwt(token);
  assert.deepEqual(said, { ...claims, iss: UPSTREAM, sub: 'repo:a', aud: ['a', 'b'] });
  assert.equal(expiresMillis, NOW + 7_000);
});

for (const [what, rows, aud] of [
  ['that asks for one', [{ uid: 'a', claimMatch: { issuer: UPSTREAM, subject: 'x', audience: 'ci.test' } }], 'ci.test'],
  ['that asks for none', [{ uid: 'a', claimMatch: { issuer: UPSTREAM, subject: 'x' } }], OWN_ISSUER],
  [
    'of another subject',
    [{ uid: 'a', claimMatch: { issuer: UPSTREAM, subject: 'y', audience: 'ci.test' } }],
    OWN_ISSUER,
  ],
  [
    'that is one of two',
    ['a', 'b'].map((uid) => ({ uid, claimMatch: { issuer: UPSTREAM, subject: 'x', audience: uid } })),
    OWN_ISSUER,
  ],
] as const) {
  test(`M3: an upstream token without an audience of its own, beside an identity ${what}, is for ${aud}`, async () => {
    const { world } = await open(rows);
    const { token } = await world.mintUpstream({ issuer: UPSTREAM, subject: 'x', ttlSeconds: 60 });
    assert.equal(decodeJwt(token).aud, aud);
  });
}

for (const [given, url] of [
  ['ci', PLAYED],
  ['Ci-2', `${OWN_ISSUER}/_mock/issuers/Ci-2`],
  ['https://x.test', 'https://x.test'],
  ['urn:x', 'urn:x'],
] as const) {
  test(`the issuer ${given} is ${url}`, async () => {
    assert.equal((await open()).world.issuerOf(given, undefined), url);
  });
}

const REFUSED_AS: Partial<Record<string, string>> = { expired: EXPIRED };

for (const flaw of TOKEN_FLAWS) {
  test(`a token for an identity that is ${flaw} is refused`, async () => {
    const { world, whoIs } = await open();
    const { token } = await world.mint({ ...FOR_A_MINUTE, flaw });
    assert.equal(await refusalOf(() => whoIs(token)), REFUSED_AS[flaw] ?? INVALID);
  });

  // The audience of an upstream token counts if a match asks for one.
  if (flaw === 'wrong_audience') continue;
  test(`an upstream token that is ${flaw} is refused, as it is and in exchange`, async () => {
    const { world, whoIs, exchange } = await open();
    const { token } = await world.mintUpstream({ issuer: 'ci', subject: 'repo:a', ttlSeconds: 300, flaw });
    for (const use of [whoIs, exchange]) assert.equal(await refusalOf(() => use(token)), REFUSED_AS[flaw] ?? INVALID);
  });
}

test('an upstream token for the wrong audience does not match where the audience counts', async () => {
  const { world, exchange, whoIs } = await open([playedRow(CI, { audience: OWN_ISSUER })]);
  const asked = { issuer: 'ci', subject: 'repo:a', ttlSeconds: 300 };
  assert.equal(await whoIs((await world.mintUpstream(asked)).token), CI);
  const { token } = await world.mintUpstream({ ...asked, flaw: 'wrong_audience' });
  assert.equal(await refusalOf(() => exchange(token)), 'PERMISSION_DENIED Permission denied: invalid "aud"');
  assert.equal(await refusalOf(() => whoIs(token)), INVALID);
});

const STATIC_KEYS = { issuer: PLAYED, subject: 'repo:a', issuerKeys: '{}', audiences: ['x'] };

const ACTING: readonly (readonly [what: string, row: Omit<IdentityRow, 'uid'>, acts: boolean])[] = [
  ['issuer and subject', playedRow(CI), true],
  ['another subject', playedRow(CI, { subject: 'x' }), false],
  ['another issuer', playedRow(CI, { issuer: UPSTREAM }), false],
  ['a pattern of the subject', { claimMatch: { issuer: PLAYED, subjectPattern: 'repo:.' } }, true],
  ['an audience, which may be any', playedRow(CI, { audience: 'x' }), true],
  ['other claims, which may be any', playedRow(CI, { claims: { ref: 'main' } }), true],
  ['static keys', { staticKeys: STATIC_KEYS }, true],
  ['static keys for another subject', { staticKeys: { ...STATIC_KEYS, subject: 'x' } }, false],
  ['an AWS principal', { awsIdentity: {} }, false],
  ['nothing', {}, false],
];

for (const [what, row, acts] of ACTING) {
  test(`tokens of an issuer and subject ${acts ? 'act' : 'do not act'} as an identity of ${what}`, async () => {
    const { world } = await open([{ ...row, uid: CI }]);
    assert.deepEqual(
      world.listActing(PLAYED, 'repo:a').map(({ uid }) => uid),
      acts ? [CI] : [],
    );
  });
}

test('the pages show the keys whose tokens are good, the one that signs first', async () => {
  const { world, clock } = await open();
  const { urlAt, ownKeys, upstreamKeys } = world.documents();
  const kids = async (): Promise<readonly string[]> => (await ownKeys()).map(({ kid }) => kid);
  assert.equal(urlAt('other.test'), OWN_ISSUER);
  assert.deepEqual(await kids(), [KEY.kid]);
  const next = await world.ring.rotate(1_000);
  assert.deepEqual(await kids(), [next.kid, KEY.kid]);
  clock.millis += 1_000;
  assert.deepEqual(await kids(), [next.kid]);
  assert.deepEqual(
    upstreamKeys().map(({ kid }) => kid),
    [PLAYED_KEY.kid],
  );
});

test('after a rotation every kind of token is signed with the new key', async () => {
  const { world, exchange, whoIs } = await open();
  const next = await world.ring.rotate(0);
  const minted = (await world.mint(FOR_A_MINUTE)).token;
  const upstream = await world.mintUpstream({ issuer: 'ci', subject: 'repo:a', ttlSeconds: 300 });
  const exchanged = (await exchange(upstream.token)).token;
  for (const token of [minted, exchanged]) {
    assert.equal(decodeProtectedHeader(token).kid, next.kid);
    assert.equal(await whoIs(token), CI);
  }
});

test('a token of a third party that is trusted is taken beside those of the played ones', async () => {
  const { whoIs } = await open([{ uid: CI, claimMatch: { issuer: UPSTREAM, subject: 'repo:a' } }]);
  assert.equal(await whoIs(await signAs(PARTY, upstreamClaims())), CI);
});

for (const exp of ['soon', null, 1e300] as const) {
  test(`an upstream token whose end is ${exp} is signed all the same, with an end that can be refusal`, async () => {
    const { world, exchange } = await open();
    const asked = { issuer: 'ci', subject: 'repo:a', ttlSeconds: 300, claims: { exp } };
    const { token, expiresMillis } = await world.mintUpstream(asked);
    assert.equal(Number.isNaN(expiresMillis), false);
    assert.equal(await refusalOf(() => exchange(token)), INVALID);
  });
}

const OTHER = `${'b'.repeat(40)}/${'1'.repeat(16)}`;

test('a token of the mock itself is exchanged for one of the identity that matches it, unless it is confined', async () => {
  const { world, exchange, whoIs } = await open([
    playedRow(CI),
    { uid: OTHER, claimMatch: { issuer: OWN_ISSUER, subject: CI } },
  ]);
  const { token } = await exchange((await world.mint(FOR_A_MINUTE)).token);
  assert.equal(await whoIs(token), OTHER);
  assert.deepEqual(decodeJwt(token).act, { iss: OWN_ISSUER, sub: CI, aud: OWN_ISSUER });
  const confined = await world.mint({ ...FOR_A_MINUTE, scopes: [CI] });
  assert.equal(
    await refusalOf(() => exchange(confined.token)),
    'PERMISSION_DENIED Permission denied: a token that is confined cannot be exchanged',
  );
});

test('a world that begins again later gives its tokens other ids', async () => {
  const idAt = async (millis: number): Promise<unknown> => {
    const { world, clock } = await open();
    clock.millis = millis;
    return decodeJwt((await world.mint(FOR_A_MINUTE)).token).jti;
  };
  assert.equal(await idAt(NOW), await idAt(NOW));
  assert.notEqual(await idAt(NOW), await idAt(NOW + 1));
});
