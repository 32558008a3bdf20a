import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JWTPayload, SignJWT } from 'jose';
import type { Caller } from '../kernel/context.ts';
import { findTokenRefusal } from '../kernel/token-refusal.ts';
import {
  ELSEWHERE,
  KEY,
  OTHER_KEY,
  openAuthenticator as open,
  PARTY,
  upstreamOf,
} from '../testing/authenticator-scene.ts';
import {
  EXPIRED,
  INVALID,
  NOW,
  NOW_SECONDS,
  OWN_ISSUER,
  refusalOf,
  signAs,
  tokenOf,
  upstreamClaims,
} from '../testing/specimen-tokens.ts';
import { accessClaims, signClaims, type TokenClaims } from './access-tokens.ts';
import { makeRefreshToken } from './refresh-tokens.ts';
import type { SigningKey } from './signing-keys.ts';

const SECOND = 1_000;
const HOUR = 3_600;
const SKEW = 60;

const mint = (overrides: Partial<TokenClaims> = {}, key: SigningKey = KEY): Promise<string> => {
  const good = { subject: 'ci', issuer: OWN_ISSUER, audience: [OWN_ISSUER], issuedMillis: NOW, ttlSeconds: HOUR };
  return signClaims(key, accessClaims({ ...good, id: '1', ...overrides }));
};

const GOOD: JWTPayload = { iss: OWN_ISSUER, aud: OWN_ISSUER, sub: 'ci', iat: NOW_SECONDS, exp: NOW_SECONDS + HOUR };

/** A token of any claims, signed with the world's key. */
const sign = (claims: JWTPayload, header: object = {}): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KEY.kid, ...header }).sign(KEY.privateKey);

const without = (name: string): JWTPayload =>
  Object.fromEntries(Object.entries(GOOD).filter(([claim]) => claim !== name));

/** A token that is signed with the public key as a shared secret. */
const confused = (): Promise<string> =>
  new SignJWT(GOOD)
    .setProtectedHeader({ alg: 'HS256', kid: KEY.kid })
    .sign(Buffer.from(KEY.publicKey.export({ type: 'spki', format: 'pem' })));

/** The signed token inside a refresh token. */
const refreshing = async (): Promise<string> => {
  const { ring } = await open();
  const made = await makeRefreshToken(
    { ring, issuer: OWN_ISSUER },
    { subject: 'ci', audience: ['x'], actor: {} },
    'r',
    NOW,
  );
  return JSON.parse(Buffer.from(made.token, 'base64').toString('utf8')).token;
};

const reason = (message: string): string => `UNAUTHENTICATED Unauthenticated: ${message}`;
const MALFORMED = reason('malformed authorization header');
const UNKNOWN = reason('unknown identity');

const bearer = (token: Promise<string> | string) => async (): Promise<string> => `Bearer ${await token}`;

type Refusal = readonly [what: string, header: () => string | undefined | Promise<string>, reason: string];

const REFUSALS: readonly Refusal[] = [
  ['no header', () => undefined, reason('missing bearer token')],
  ['an empty header', () => '', MALFORMED],
  ['another scheme', () => 'Basic YTpi', MALFORMED],
  ['a scheme alone', () => 'Bearer', MALFORMED],
  ['a scheme and a blank', () => 'Bearer ', MALFORMED],
  ['a token without a scheme', async () => mint(), MALFORMED],
  ['two tokens', () => 'Bearer a b', MALFORMED],
  ['a word', bearer('word'), INVALID],
  ['a token of another key', bearer(mint({}, OTHER_KEY)), INVALID],
  ["a token of another key under the world's name", bearer(mint({}, { ...OTHER_KEY, kid: KEY.kid })), INVALID],
  ['a token of another issuer', bearer(mint({ issuer: `${OWN_ISSUER}/` })), INVALID],
  ['a token for another audience', bearer(mint({ audience: ['http://elsewhere'] })), INVALID],
  ['a token for another path of the audience', bearer(mint({ audience: [`${OWN_ISSUER}/`] })), INVALID],
  ['a token for no audience', bearer(sign(without('aud'))), INVALID],
  ['a token cut short', bearer(mint().then((token) => token.slice(0, -4))), INVALID],
  ['a token that nobody signed', bearer(tokenOf({ alg: 'none' }, GOOD)), INVALID],
  ['a token that nobody signed under a known name', bearer(tokenOf({ alg: 'none', kid: KEY.kid }, GOOD)), INVALID],
  ['a token signed with the public key as a secret', bearer(confused()), INVALID],
  ['a token signed in another way', bearer(sign(GOOD, { alg: 'RS512' })), INVALID],
  ['a token that brings its own key', bearer(signAs(PARTY, GOOD, { jwk: PARTY.jwk })), INVALID],
  ['a token whose key is elsewhere', bearer(signAs(PARTY, GOOD, { jku: 'http://127.0.0.1:9' })), INVALID],
  ['a token without an end', bearer(sign(without('exp'))), INVALID],
  ['a token of nobody', bearer(sign(without('sub'))), INVALID],
  ['a token that is not valid yet', bearer(sign({ ...GOOD, nbf: NOW_SECONDS + SKEW + 1 })), INVALID],
  ['a token that is far too long', bearer('x'.repeat(20_000)), INVALID],
  ['a token that has claims without end', bearer(sign({ ...GOOD, x: 'x'.repeat(100_000) })), INVALID],
  ['a token that is good for a refresh', bearer(refreshing()), INVALID],
  ['a token that has ended', bearer(mint({ issuedMillis: NOW - 2 * HOUR * SECOND })), EXPIRED],
  ['a token of an identity that is not there', bearer(mint({ subject: 'gone' })), UNKNOWN],
  ['an upstream token that no identity matches', bearer(signAs(PARTY, upstreamClaims({ sub: 'x' }))), INVALID],
  ['an upstream token that several match', bearer(signAs(PARTY, upstreamClaims({ sub: 'twice' }))), INVALID],
  ['an upstream token of a stranger', bearer(signAs(PARTY, upstreamClaims({ iss: 'https://x.test' }))), INVALID],
  ['an upstream token that has ended', bearer(signAs(PARTY, upstreamClaims({ exp: NOW_SECONDS - SKEW }))), EXPIRED],
];

for (const [what, header, message] of REFUSALS) {
  test(`${what} is answered: ${message.replace(/^\w+ /, '')}`, async () => {
    const { authenticate } = await open(upstreamOf('a'), upstreamOf('b', 'twice'), upstreamOf('c', 'twice'));
    const sent = await header();
    for (const auth of ['token', 'open'] as const) {
      if (auth === 'open' && (sent ?? '') === '') continue;
      assert.equal(await refusalOf(() => authenticate(sent, auth)), message);
    }
  });
}

const FACTS = {
  issuer: OWN_ISSUER,
  subject: 'ci',
  audience: [OWN_ISSUER],
  issuedMillis: NOW,
  expiresMillis: NOW + HOUR * SECOND,
};
const CALLER: Caller = { identity: 'ci', token: FACTS };

test('a valid token results in its identity and its facts, whatever the case of the scheme', async () => {
  const { authenticate } = await open();
  const token = await mint();
  for (const header of [`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token} `]) {
    assert.deepEqual(await authenticate(header), CALLER);
  }
});

test('a token may be for any of the audiences, and for others besides', async () => {
  const { authenticate } = await open();
  for (const audience of [[ELSEWHERE], ['x', OWN_ISSUER]]) {
    const caller = await authenticate(`Bearer ${await mint({ audience })}`);
    assert.deepEqual(caller, { identity: 'ci', token: { ...FACTS, audience } });
  }
});

test('a token may be for the origin by which its request came, and is good at no other, kept or not', async () => {
  const { authenticate } = await open();
  const header = `Bearer ${await mint({ audience: ['http://mock:8484'] })}`;
  for (const host of ['other:8484', undefined, 'mock:8485']) {
    assert.equal(await refusalOf(() => authenticate(header, 'token', host)), INVALID);
  }
  for (const host of ['mock:8484', 'MOCK:8484']) {
    assert.equal((await authenticate(header, 'token', host)).identity, 'ci');
  }
  for (const host of ['other:8484', undefined]) {
    assert.equal(await refusalOf(() => authenticate(header, 'token', host)), INVALID);
  }
  assert.equal((await authenticate(`Bearer ${await mint()}`, 'token', 'other:1')).identity, 'ci');
});

/** Tokens that are refused, with the check that each fails. */
const FAILED: readonly (readonly [what: string, header: () => Promise<string>, check: RegExp])[] = [
  [
    'for another audience',
    bearer(mint({ audience: ['x'] })),
    /^aud: it is for "x", and not for "http:.*"http:\/\/mock:1"$/,
  ],
  ['of another issuer', bearer(mint({ issuer: 'https://x.test' })), /^iss: nobody vouches/],
  ['of another key', bearer(mint({}, OTHER_KEY)), /^kid: /],
  ['of another key under its name', bearer(mint({}, { ...OTHER_KEY, kid: KEY.kid })), /^signature: /],
  ['that has ended', bearer(mint({ issuedMillis: NOW - 2 * HOUR * 1_000 })), /^exp: it ended at 2025-12-31T23:00:00/],
  ['that has not begun', bearer(sign({ ...GOOD, nbf: NOW_SECONDS + HOUR })), /^nbf: /],
  ['about nobody', bearer(sign({ ...GOOD, sub: '' })), /^sub: /],
  ['that is no token', bearer('word'), /^form: /],
  ['of a third party whom no identity matches', bearer(signAs(PARTY, upstreamClaims())), /^iss: no identity matches/],
];

for (const [what, headerOf, check] of FAILED) {
  test(`the refusal of a token ${what} says which check failed, and nothing of the token`, async () => {
    const { authenticate } = await open();
    const header = await headerOf();
    const error = await authenticate(header, 'token', 'mock:1').catch((thrown: unknown) => thrown);
    const [, , signature = 'no signature'] = header.split('.');
    const refusal = findTokenRefusal(error);
    assert.match(refusal?.reason ?? '', check);
    assert.ok(!JSON.stringify(refusal).includes(signature));
  });
}

test('a token shows the upstream identity that it names, as text', async () => {
  const { authenticate } = await open();
  const act = { iss: 'https://issuer', sub: 'repo:a', nested: { sub: 'x' }, level: 1 };
  const caller = await authenticate(`Bearer ${await sign({ ...GOOD, act, email: 'a@b.test' })}`);
  const actor = { iss: 'https://issuer', sub: 'repo:a' };
  assert.deepEqual(caller, { identity: 'ci', actor, token: { ...FACTS, email: 'a@b.test' } });
});

test('a confined token reports its ceilings', async () => {
  const { authenticate } = await open();
  const capabilities = [{ at: 'g', capabilities: new Set(['repo.list']) }];
  const { limits = [] } = await authenticate(`Bearer ${await mint({ scopes: ['g', 'h'], capabilities })}`);
  assert.deepEqual(
    limits.map((limit) => limit.map(({ at }) => at)),
    [['g', 'h'], ['g']],
  );
  assert.deepEqual(limits[1], capabilities);
});

test('an open operation takes callers without a token', async () => {
  const { authenticate } = await open();
  assert.deepEqual(await authenticate(undefined, 'open'), { identity: '' });
  assert.deepEqual(await authenticate(`Bearer ${await mint()}`, 'open'), CALLER);
});

test('a token that a fixture names does not end, and goes with its identity', async () => {
  const { authenticate, clock, forget } = await open();
  clock.millis += 10 * 365 * 24 * HOUR * SECOND;
  for (const auth of ['token', 'open', 'upstream'] as const) {
    assert.deepEqual(await authenticate('Bearer ci-token', auth), { identity: 'ci' });
  }
  await forget('ci');
  assert.equal(await refusalOf(() => authenticate('Bearer ci-token')), UNKNOWN);
});

const ENDS: readonly (readonly [secondsAfter: number, good: boolean])[] = [
  [-1, true],
  [0, true],
  [SKEW - 1, true],
  [SKEW, false],
  [SKEW + 1, false],
];

for (const [seconds, good] of ENDS) {
  test(`${seconds} s after its end a token is ${good ? 'still good' : 'expired'}, seen before or not`, async () => {
    const { authenticate, clock } = await open();
    const seen = `Bearer ${await mint()}`;
    const unseen = `Bearer ${await mint({ id: '2' })}`;
    assert.deepEqual(await authenticate(seen), CALLER);
    clock.millis += (HOUR + seconds) * SECOND;
    for (const header of [seen, unseen]) {
      if (good) assert.deepEqual(await authenticate(header), CALLER);
      else assert.equal(await refusalOf(() => authenticate(header)), EXPIRED);
    }
  });
}

test('a token that begins within the skew is good', async () => {
  const { authenticate } = await open();
  const token = await sign({ ...GOOD, nbf: NOW_SECONDS + SKEW });
  assert.equal((await authenticate(`Bearer ${token}`)).identity, 'ci');
});

test('a token that was good stops with its identity', async () => {
  const { authenticate, forget } = await open();
  const header = `Bearer ${await mint()}`;
  await authenticate(header);
  await forget('ci');
  assert.equal(await refusalOf(() => authenticate(header)), UNKNOWN);
});

test('a token that was good is known at once the next time', async () => {
  const { authenticate, ask } = await open();
  const header = `Bearer ${await mint()}`;
  assert.ok(ask(header, 'token') instanceof Promise);
  await authenticate(header);
  assert.deepEqual(ask(header, 'token'), CALLER);
});

test('a token of a key that was replaced is good until the overlap ends, seen before or not', async () => {
  const { authenticate, clock, ring, ask } = await open();
  const seen = `Bearer ${await mint()}`;
  const unseen = `Bearer ${await mint({ id: '2' })}`;
  await authenticate(seen);
  await ring.rotate(10 * SECOND);
  assert.deepEqual(await authenticate(seen), CALLER);
  assert.deepEqual(ask(seen, 'token'), CALLER, 'known at once');
  clock.millis += 10 * SECOND - 1;
  assert.deepEqual(await authenticate(seen), CALLER);
  clock.millis += 1;
  for (const header of [seen, unseen]) assert.equal(await refusalOf(() => authenticate(header)), INVALID);
  assert.deepEqual(await authenticate(`Bearer ${await mint({}, await ring.signer())}`), CALLER);
});

test('a token of a key that was replaced without an overlap stops at once', async () => {
  const { authenticate, ring } = await open();
  const header = `Bearer ${await mint()}`;
  await authenticate(header);
  await ring.rotate(0);
  assert.equal(await refusalOf(() => authenticate(header)), INVALID);
});
