import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { MemoryStore } from '../store/memory.ts';
import {
  EXPIRED,
  INVALID,
  NOW,
  NOW_SECONDS,
  OWN_ISSUER,
  refusalOf,
  stillClock,
  UPSTREAM,
} from '../testing/specimen-tokens.ts';
import { signClaims } from './access-tokens.ts';
import { KeyRing } from './key-ring.ts';
import { makeRefreshToken, type RefreshClaims, readRefreshToken } from './refresh-tokens.ts';
import { generateSigningKey } from './signing-keys.ts';
import { REFRESH_TYPE } from './trusted-issuers.ts';

const [KEY, OTHER_KEY] = await Promise.all([generateSigningKey(), generateSigningKey()]);
const END = NOW_SECONDS + 24 * 60 * 60;
const AUDIENCE = `${OWN_ISSUER}/sts/exchange_refresh_token`;

const ringOf = (key = KEY) => {
  const clock = stillClock();
  return { clock, ring: new KeyRing(Promise.resolve(key), new MemoryStore(), clock) };
};

const { ring } = ringOf();

const CLAIMS: RefreshClaims = { subject: 'ci', audience: ['a'], actor: { iss: UPSTREAM, sub: 'repo:a', aud: 'x' } };
const FULL: RefreshClaims = {
  ...CLAIMS,
  audience: ['a', 'b'],
  email: 'a@b.test',
  emailVerified: false,
  scopes: ['g'],
  cap: ['repo.list'],
};

const make = async (claims = CLAIMS, from = ring): Promise<string> =>
  (await makeRefreshToken({ ring: from, issuer: OWN_ISSUER }, claims, 'id', NOW)).token;
const read = (text: string, millis = NOW, by = ring): Promise<RefreshClaims> =>
  readRefreshToken(by, OWN_ISSUER, text, millis);

const wrap = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
const unwrap = (text: string): { readonly exp: number; readonly token: string } =>
  JSON.parse(Buffer.from(text, 'base64').toString('utf8'));

test('a refresh token is standard base64 of a JSON object with its end', async () => {
  const { token, expiresMillis } = await makeRefreshToken({ ring, issuer: OWN_ISSUER }, CLAIMS, 'id', NOW + 999);
  assert.match(token, /^[A-Za-z0-9+/]+={0,2}$/);
  assert.equal(token.length % 4, 0);
  assert.deepEqual(Object.keys(unwrap(token)), ['exp', 'token']);
  assert.equal(unwrap(token).exp, END);
  assert.equal(expiresMillis, END * 1_000);
});

test('a refresh token is padded, as standard base64 is', async () => {
  const made = await Promise.all(
    ['i', 'id', 'idx'].map((id) => makeRefreshToken({ ring, issuer: OWN_ISSUER }, CLAIMS, id, NOW)),
  );
  for (const { token } of made) assert.equal(token.length % 4, 0);
  assert.ok(made.some(({ token }) => token.endsWith('=')));
});

test('only the signed token inside counts, which is valid for a refresh and nothing else', async () => {
  const { token } = unwrap(await make());
  assert.deepEqual(decodeProtectedHeader(token), { alg: 'RS256', kid: KEY.kid, typ: REFRESH_TYPE });
  const { kept: _, ...registered } = decodeJwt(token);
  assert.deepEqual(registered, { iss: OWN_ISSUER, sub: 'ci', aud: AUDIENCE, iat: NOW_SECONDS, exp: END, jti: 'id' });
});

for (const [what, claims] of [
  ['an identity alone', CLAIMS],
  ['everything there is', FULL],
] as const) {
  test(`a refresh token of ${what} returns what it was made with`, async () => {
    assert.deepEqual(await read(await make(claims)), claims);
  });
}

const ENDS: readonly (readonly [millis: number, good: boolean])[] = [
  [NOW, true],
  [END * 1_000, true],
  [(END + 59) * 1_000 + 999, true],
  [(END + 60) * 1_000, false],
];

for (const [millis, good] of ENDS) {
  test(`a refresh token is ${good ? 'good' : 'expired'} ${millis / 1_000 - END} s after its end`, async () => {
    const token = await make();
    if (good) assert.deepEqual(await read(token, millis), CLAIMS);
    else assert.equal(await refusalOf(() => read(token, millis)), EXPIRED);
  });
}

test('the end outside the signed token does not count', async () => {
  const { token } = unwrap(await make());
  assert.deepEqual(await read(wrap({ exp: 0, token })), CLAIMS);
  assert.equal(await refusalOf(() => read(wrap({ exp: 1e10, token }), (END + 60) * 1_000)), EXPIRED);
});

const registered = { iss: OWN_ISSUER, sub: 'ci', aud: AUDIENCE, iat: NOW_SECONDS, exp: END, kept: {} };
const signed = async (claims: object, typ = REFRESH_TYPE, key = KEY): Promise<string> =>
  wrap({ exp: END, token: await signClaims(key, { ...registered, ...claims }, typ) });

const REFUSED: readonly (readonly [what: string, token: () => string | Promise<string>])[] = [
  ['nothing', () => ''],
  ['a word', () => 'word'],
  ['null', () => wrap(null)],
  ['a list', () => wrap([])],
  ['an object without a token', () => wrap({ exp: END })],
  ['an object whose token is a number', () => wrap({ exp: END, token: 7 })],
  ['the signed token alone', async () => unwrap(await make()).token],
  ['one cut short', async () => (await make()).slice(0, -40)],
  [
    'one with a signature that was changed',
    async () => {
      const { exp, token } = unwrap(await make());
      const at = token.lastIndexOf('.') + 1;
      return wrap({ exp, token: `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}` });
    },
  ],
  ['one of another key', async () => make(CLAIMS, ringOf(OTHER_KEY).ring)],
  ["one of another key under the ring's name", async () => signed({}, REFRESH_TYPE, { ...OTHER_KEY, kid: KEY.kid })],
  ['one of another issuer', async () => signed({ iss: UPSTREAM })],
  ['one for another audience', async () => signed({ aud: OWN_ISSUER })],
  ['one of nobody', async () => signed({ sub: undefined })],
  ['one without an end', async () => signed({ exp: undefined })],
  ['an access token in its place', async () => signed({}, 'JWT')],
  ['100 KB', () => wrap({ exp: END, token: 'x'.repeat(100_000) })],
];

for (const [what, token] of REFUSED) {
  test(`${what} is not a refresh token`, async () => {
    const made = await token();
    assert.equal(await refusalOf(() => read(made)), INVALID);
  });
}

test('a token that another rotation signed is good until the overlap of its key ends', async () => {
  const turning = ringOf();
  const token = await make(CLAIMS, turning.ring);
  await turning.ring.rotate(1_000);
  assert.deepEqual(await read(token, NOW, turning.ring), CLAIMS);
  turning.clock.millis += 1_000;
  assert.equal(await refusalOf(() => read(token, NOW, turning.ring)), INVALID);
  assert.deepEqual(await read(await make(CLAIMS, turning.ring), NOW, turning.ring), CLAIMS);
});
