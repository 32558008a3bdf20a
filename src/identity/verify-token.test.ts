import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalJWKSet, type JWTPayload, SignJWT } from 'jose';
import {
  EXPIRED,
  INVALID,
  keySetOf,
  NOW,
  NOW_SECONDS,
  OWN_ISSUER,
  type PartyKey,
  partyKey,
  refusalOf,
  signAs,
  tokenOf,
  UPSTREAM,
  upstreamClaims,
} from '../testing/specimen-tokens.ts';
import {
  audiencesOf,
  CLOCK_SKEW_SECONDS,
  checkTimes,
  type Expected,
  isNumericDate,
  readToken,
  verifyClaims,
} from './verify-token.ts';

const SKEW = CLOCK_SKEW_SECONDS;
const [KEY, SECOND, STRANGER] = await Promise.all([partyKey('one'), partyKey('two'), partyKey('one')]);
const KEYS = createLocalJWKSet(keySetOf(KEY, SECOND));

const EXPECTED: Expected = { algorithms: ['ES256'], issuer: UPSTREAM, nowMillis: NOW };

test('the header, issuer, subject and claims of a token can be read before it is verified', async () => {
  const claims = upstreamClaims({ sub: 'имя/😀' });
  const { header, ...stated } = readToken(await signAs(KEY, claims));
  assert.equal(header.kid, 'one');
  assert.deepEqual(stated, { issuer: UPSTREAM, subject: 'имя/😀', payload: claims });
});

const HEADER = { alg: 'ES256', kid: 'one' };

const UNREADABLE: readonly (readonly [what: string, token: string])[] = [
  ['a word', 'word'],
  ['nothing but dots', '..'],
  ['two parts', tokenOf(HEADER, upstreamClaims()).replace(/\.$/, '')],
  ['five parts', `${tokenOf(HEADER, upstreamClaims())}.a.b`],
  ['claims that are no JSON', tokenOf(HEADER, '{')],
  ['claims that are a list', tokenOf(HEADER, [])],
  ['claims that are null', tokenOf(HEADER, 'null')],
  ['a header that is no JSON', tokenOf('x', upstreamClaims())],
  ['no issuer', tokenOf(HEADER, upstreamClaims({ iss: undefined }))],
  ['an issuer that is a number', tokenOf(HEADER, upstreamClaims({ iss: 1 }))],
  ['no subject', tokenOf(HEADER, upstreamClaims({ sub: undefined }))],
  ['an empty subject', tokenOf(HEADER, upstreamClaims({ sub: '' }))],
  ['a subject that is a number', tokenOf(HEADER, upstreamClaims({ sub: 7 }))],
  ['a subject that is a list', tokenOf(HEADER, upstreamClaims({ sub: ['a'] }))],
  ['100 KB', tokenOf(HEADER, upstreamClaims({ sub: 'a'.repeat(100_000) }), 'x')],
];

for (const [what, token] of UNREADABLE) {
  test(`a token of ${what} is not read`, async () => {
    assert.equal(await refusalOf(() => readToken(token)), INVALID);
  });
}

const TIMES: readonly (readonly [claims: Readonly<Record<string, unknown>>, refusal: string])[] = [
  [{ exp: 1 }, ''],
  [{ exp: 0 }, ''],
  [{ exp: 1 - SKEW }, ''],
  [{ exp: 0 - SKEW }, EXPIRED],
  [{ exp: -3_600 }, EXPIRED],
  [{ exp: 300, nbf: 0 }, ''],
  [{ exp: 300, nbf: SKEW }, ''],
  [{ exp: 300, nbf: SKEW + 1 }, INVALID],
  [{ exp: -3_600, nbf: SKEW + 1 }, INVALID],
  [{ exp: 300, iat: 3_600 }, ''],
  [{ exp: 300.5 }, ''],
];

const atNow = (claims: Readonly<Record<string, unknown>>): JWTPayload =>
  Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, NOW_SECONDS + Number(value)]));

const passesOr = async (run: () => unknown, refusal: string): Promise<void> => {
  if (refusal === '') await run();
  else assert.equal(await refusalOf(run), refusal);
};

for (const [claims, refusal] of TIMES) {
  test(`a token with ${JSON.stringify(claims)} seconds from now is ${refusal || 'good'}, whoever looks`, async () => {
    const times = atNow(claims);
    // The milliseconds of a second do not count.
    for (const millis of [NOW, NOW + 999]) {
      await passesOr(() => checkTimes(times, millis), refusal);
      const token = await signAs(KEY, upstreamClaims(times));
      await passesOr(() => verifyClaims(token, KEYS, { ...EXPECTED, nowMillis: millis }), refusal);
    }
  });
}

const GOOD = NOW_SECONDS + 300;

for (const claims of [
  {},
  { exp: 'soon' },
  { exp: null },
  { exp: 1e15 },
  { exp: GOOD, nbf: 'now' },
  { exp: GOOD, nbf: -1 },
  { exp: GOOD, iat: 'x' },
  { exp: GOOD, iat: 1e300 },
]) {
  test(`times of ${JSON.stringify(claims)} are no times`, async () => {
    assert.equal(await refusalOf(() => checkTimes(claims as JWTPayload, NOW)), INVALID);
    const token = await signAs(KEY, { iss: UPSTREAM, sub: 'x', ...claims } as JWTPayload);
    assert.equal(await refusalOf(() => verifyClaims(token, KEYS, EXPECTED)), INVALID);
  });
}

for (const [value, holds] of [
  [0, true],
  [1.5, true],
  [253_402_300_799, true],
  [253_402_300_800, false],
  [-1, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
  ['1', false],
  [undefined, false],
] as const) {
  test(`${value} is ${holds ? 'a' : 'no'} time`, () => assert.equal(isNumericDate(value), holds));
}

const CHECKED: readonly (readonly [
  what: string,
  key: PartyKey,
  claims: Readonly<Record<string, unknown>>,
  header: Readonly<Record<string, unknown>>,
  expected: Partial<Expected>,
  refusal: string,
])[] = [
  ['of the expected issuer', KEY, {}, {}, {}, ''],
  ['of the second key', SECOND, {}, {}, {}, ''],
  ['of another key under the same name', STRANGER, {}, {}, {}, INVALID],
  ['of a key under a name that is none', KEY, {}, { kid: 'three' }, {}, INVALID],
  ['of another issuer', KEY, { iss: `${UPSTREAM}/` }, {}, {}, INVALID],
  ['for an expected audience', KEY, {}, {}, { audiences: ['a', OWN_ISSUER] }, ''],
  ['for an expected audience among others', KEY, { aud: ['b', OWN_ISSUER] }, {}, { audiences: [OWN_ISSUER] }, ''],
  ['for another audience', KEY, { aud: `${OWN_ISSUER}/` }, {}, { audiences: [OWN_ISSUER] }, INVALID],
  ['for nobody, where somebody is expected', KEY, { aud: undefined }, {}, { audiences: [OWN_ISSUER] }, INVALID],
  ['for nobody, where anybody will do', KEY, { aud: undefined }, {}, {}, ''],
  ['of the expected type', KEY, {}, { typ: 'refresh+jwt' }, { typ: 'refresh+jwt' }, ''],
  ['of another type', KEY, {}, {}, { typ: 'refresh+jwt' }, INVALID],
  ['in another algorithm', KEY, {}, {}, { algorithms: ['RS256'] }, INVALID],
  ['about nobody', KEY, { sub: undefined }, {}, {}, INVALID],
  ['that names no key, of the first of two', KEY, {}, { kid: undefined }, {}, ''],
  ['that names no key, of the second of two', SECOND, {}, { kid: undefined }, {}, ''],
  ['that names no key, of neither of two', STRANGER, {}, { kid: undefined }, {}, INVALID],
  ['that names no key and has ended', SECOND, { exp: NOW_SECONDS - 3_600 }, { kid: undefined }, {}, EXPIRED],
  ['that names no key, of neither, and has ended', STRANGER, { exp: 1 }, { kid: undefined }, {}, INVALID],
  ['of another key that has ended', STRANGER, { exp: 1 }, {}, {}, INVALID],
  ['that insists on what nobody knows', KEY, {}, { crit: ['x'], x: 1 }, {}, INVALID],
];

/** Signs, past jose's own check of `crit`. */
const sign = (key: PartyKey, claims: JWTPayload, header: Readonly<Record<string, unknown>>): Promise<string> =>
  'crit' in header
    ? new SignJWT(claims)
        .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
        .sign(key.privateKey, { crit: { x: true } })
    : signAs(key, claims, header);

for (const [what, key, claims, header, expected, refusal] of CHECKED) {
  test(`a token ${what} is ${refusal || 'good'}`, async () => {
    const token = await sign(key, upstreamClaims(claims), header);
    await passesOr(async () => {
      assert.deepEqual(await verifyClaims(token, KEYS, { ...EXPECTED, ...expected }), upstreamClaims(claims));
    }, refusal);
  });
}

test('a token whose claims were changed is not good', async () => {
  const [header = '', , signature = ''] = (await signAs(KEY, upstreamClaims())).split('.');
  const claims = Buffer.from(JSON.stringify(upstreamClaims({ sub: 'admin' }))).toString('base64url');
  const token = [header, claims, signature].join('.');
  assert.equal(await refusalOf(() => verifyClaims(token, KEYS, EXPECTED)), INVALID);
});

const AUDIENCES: readonly (readonly [aud: unknown, audiences: readonly string[]])[] = [
  [undefined, []],
  ['a', ['a']],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [['a', 1, null], ['a']],
  [7, []],
];

for (const [aud, audiences] of AUDIENCES) {
  test(`the audiences of ${JSON.stringify(aud)} are [${audiences}]`, () => {
    assert.deepEqual(audiencesOf({ aud } as JWTPayload), audiences);
  });
}
