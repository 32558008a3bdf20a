import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JWTPayload, SignJWT } from 'jose';
import type { Caller } from '../kernel/context.ts';
import { ApiError } from '../kernel/errors.ts';
import { collection } from '../kernel/rows.ts';
import type { Operation } from '../schema/operation.ts';
import { MemoryStore } from '../store/memory.ts';
import { mintToken } from './access-tokens.ts';
import { createAuthenticator, namedTokens } from './authenticator.ts';
import { ALGORITHM, generateSigningKey, type SigningKey } from './signing-keys.ts';

const ISSUER = 'http://127.0.0.1:8484';
const NOW = Date.UTC(2026, 0, 1);
const SECOND = 1_000;
const HOUR = 3_600;
const SKEW = 60;

const [KEY, OTHER_KEY] = await Promise.all([generateSigningKey(), generateSigningKey()]);
const identities = collection('identities');

/** A world with the identity `ci`, the named token `ci-token`, and a clock that tests move. */
const open = async () => {
  const store = new MemoryStore();
  await store.write((tx) => {
    tx.put(identities, { uid: 'ci' });
    tx.put(namedTokens, { uid: 'ci-token', identity: 'ci' });
  });
  const time = { millis: NOW };
  const clock = { now: () => time.millis };
  const ask = createAuthenticator({
    rows: store.rows,
    identities,
    clock,
    key: Promise.resolve(KEY),
    issuer: ISSUER,
  });
  return {
    time,
    ask,
    authenticate: async (header: string | undefined, auth: Operation['auth'] = 'token') => ask(header, auth),
    forget: (uid: string) => store.write((tx) => tx.remove(identities, uid)),
  };
};

const mint = (overrides: Partial<Parameters<typeof mintToken>[1]> = {}, key: SigningKey = KEY): Promise<string> =>
  mintToken(key, {
    subject: 'ci',
    issuer: ISSUER,
    audience: ISSUER,
    issuedMillis: NOW,
    ttlSeconds: HOUR,
    id: '1',
    ...overrides,
  });

const GOOD: JWTPayload = { iss: ISSUER, aud: ISSUER, sub: 'ci', iat: NOW / SECOND, exp: NOW / SECOND + HOUR };

/** A token of any claims, signed with the world's key. */
const sign = (claims: JWTPayload, alg = ALGORITHM): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg }).sign(KEY.privateKey);

const unsigned = (claims: JWTPayload): string =>
  [{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');

/** What a token says when the public key is taken for a shared secret. */
const confused = (): Promise<string> =>
  new SignJWT(GOOD)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.from(KEY.publicKey.export({ type: 'spki', format: 'pem' })));

const told = async (caller: Promise<Caller>): Promise<string> => {
  const error = await caller.then(
    () => assert.fail('the caller is known'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ApiError, String(error));
  assert.equal(error.code, 'UNAUTHENTICATED');
  return error.message;
};

const { exp: _exp, ...EVERLASTING } = GOOD;
const { sub: _sub, ...NOBODY } = GOOD;

type Refusal = readonly [what: string, header: () => string | undefined | Promise<string>, told: string];

const MALFORMED = 'malformed authorization header';
const INVALID = 'invalid token';
const bearer = (token: Promise<string> | string) => async (): Promise<string> => `Bearer ${await token}`;

const REFUSALS: readonly Refusal[] = [
  ['no header', () => undefined, 'missing bearer token'],
  ['an empty header', () => '', MALFORMED],
  ['another scheme', () => 'Basic YTpi', MALFORMED],
  ['a scheme alone', () => 'Bearer', MALFORMED],
  ['a scheme and a blank', () => 'Bearer ', MALFORMED],
  ['a token without a scheme', async () => mint(), MALFORMED],
  ['two tokens', () => 'Bearer a b', MALFORMED],
  ['a word', bearer('word'), INVALID],
  ['a token of another key', bearer(mint({}, OTHER_KEY)), INVALID],
  ['a token of another issuer', bearer(mint({ issuer: `${ISSUER}/` })), INVALID],
  ['a token for another audience', bearer(mint({ audience: 'http://elsewhere' })), INVALID],
  ['a token cut short', bearer(mint().then((token) => token.slice(0, -4))), INVALID],
  ['a token that nobody signed', bearer(`${unsigned(GOOD)}.`), INVALID],
  ['a token signed with the public key as a secret', bearer(confused()), INVALID],
  ['a token signed in another way', bearer(sign(GOOD, 'RS512')), INVALID],
  ['a token without an end', bearer(sign(EVERLASTING)), INVALID],
  ['a token of nobody', bearer(sign(NOBODY)), INVALID],
  ['a token that is not valid yet', bearer(sign({ ...GOOD, nbf: NOW / SECOND + SKEW + 1 })), INVALID],
  ['a token that is far too long', bearer('x'.repeat(20_000)), INVALID],
  ['a token that has ended', bearer(mint({ issuedMillis: NOW - 2 * HOUR * SECOND })), 'token expired'],
  ['a token of an identity that is not there', bearer(mint({ subject: 'gone' })), 'unknown identity'],
];

for (const [what, header, message] of REFUSALS) {
  test(`${what} is answered: ${message}`, async () => {
    const { authenticate } = await open();
    assert.equal(await told(authenticate(await header())), `Unauthenticated: ${message}`);
  });
}

test('a good token tells the identity, whatever the case of the scheme', async () => {
  const { authenticate } = await open();
  const token = await mint();
  for (const header of [`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token} `]) {
    assert.deepEqual(await authenticate(header), { identity: 'ci' });
  }
});

test('an open operation takes callers without a token, but no bad token', async () => {
  const { authenticate } = await open();
  assert.deepEqual(await authenticate(undefined, 'open'), { identity: '' });
  assert.deepEqual(await authenticate(`Bearer ${await mint()}`, 'open'), { identity: 'ci' });
  assert.equal(await told(authenticate('Bearer x', 'open')), 'Unauthenticated: invalid token');
  assert.equal(await told(authenticate('', 'open')), 'Unauthenticated: malformed authorization header');
});

test('a token that a fixture names does not end, and goes with its identity', async () => {
  const { authenticate, time, forget } = await open();
  time.millis += 10 * 365 * 24 * HOUR * SECOND;
  assert.deepEqual(await authenticate('Bearer ci-token'), { identity: 'ci' });
  await forget('ci');
  assert.equal(await told(authenticate('Bearer ci-token')), 'Unauthenticated: unknown identity');
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
    const { authenticate, time } = await open();
    const seen = `Bearer ${await mint()}`;
    const unseen = `Bearer ${await mint({ id: '2' })}`;
    assert.deepEqual(await authenticate(seen), { identity: 'ci' });
    time.millis += (HOUR + seconds) * SECOND;
    for (const header of [seen, unseen]) {
      if (good) assert.deepEqual(await authenticate(header), { identity: 'ci' });
      else assert.equal(await told(authenticate(header)), 'Unauthenticated: token expired');
    }
  });
}

test('a token that begins within the skew is good', async () => {
  const { authenticate } = await open();
  const token = await sign({ ...GOOD, nbf: NOW / SECOND + SKEW });
  assert.deepEqual(await authenticate(`Bearer ${token}`), { identity: 'ci' });
});

test('a token that was good stops with its identity', async () => {
  const { authenticate, forget } = await open();
  const header = `Bearer ${await mint()}`;
  await authenticate(header);
  await forget('ci');
  assert.equal(await told(authenticate(header)), 'Unauthenticated: unknown identity');
});

test('a token that was good is known at once the next time', async () => {
  const { authenticate, ask } = await open();
  const header = `Bearer ${await mint()}`;
  assert.ok(ask(header, 'token') instanceof Promise);
  await authenticate(header);
  assert.deepEqual(ask(header, 'token'), { identity: 'ci' });
});

test('a token tells of the upstream identity where it says so, in text', async () => {
  const { authenticate } = await open();
  const act = { iss: 'https://issuer', sub: 'repo:a', nested: { sub: 'x' }, level: 1 };
  assert.deepEqual(await authenticate(`Bearer ${await sign({ ...GOOD, act })}`), {
    identity: 'ci',
    actor: { iss: 'https://issuer', sub: 'repo:a' },
  });
});
