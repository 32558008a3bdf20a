import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { type JSONWebKeySet, SignJWT } from 'jose';
import { MemoryStore } from '../store/memory.ts';
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
  stillClock,
  tokenOf,
  UPSTREAM,
  upstreamClaims,
} from '../testing/specimen-tokens.ts';
import { KeyRing } from './key-ring.ts';
import { generateSigningKey, generateUpstreamKey, toPublishedKey } from './signing-keys.ts';
import { REFRESH_TYPE, type TrustedIssuer, TrustedIssuers } from './trusted-issuers.ts';
import { readToken } from './verify-token.ts';

const ANY_ISSUER = 'https://any.test';
const PLAYED = `${OWN_ISSUER}/_mock/issuers/ci`;

const [ES, RS, EDDSA, STRANGER] = await Promise.all([
  partyKey('es'),
  partyKey('rs', 'RS256'),
  partyKey('ed', 'EdDSA'),
  partyKey('es'),
]);
const OWN_KEY = await generateSigningKey();
const PLAYED_KEY = generateUpstreamKey();
const ring = new KeyRing(Promise.resolve(OWN_KEY), new MemoryStore(), stillClock());

const reported: unknown[] = [];
const report = (error: unknown): void => void reported.push(error);

const trusting = (...trusted: readonly TrustedIssuer[]): TrustedIssuers =>
  new TrustedIssuers({
    issuer: OWN_ISSUER,
    audiences: { listed: [OWN_ISSUER, 'also'], scheme: 'http' as const },
    ring,
    upstreamKey: () => PLAYED_KEY,
    trusted,
    report,
    machineClock: stillClock(),
  });

const TRUST = trusting(
  { issuer: UPSTREAM, keys: { jwks: keySetOf(ES, RS, EDDSA) } },
  { issuer: ANY_ISSUER, keys: 'any' },
);

const verify = async (token: string, trust = TRUST) => trust.verify(token, readToken(token), NOW);

for (const key of [ES, RS, EDDSA]) {
  for (const kid of [key.kid, undefined]) {
    test(`a token signed in ${key.alg} ${kid ? 'by name' : 'without a name'} is good`, async () => {
      assert.deepEqual(await verify(await signAs(key, upstreamClaims(), { kid })), upstreamClaims());
    });
  }
}

test('a token of an issuer that is not trusted is not reported', async () => {
  for (const iss of ['https://other.test', `${UPSTREAM}/`, UPSTREAM.toUpperCase(), '']) {
    assert.equal(await verify(await signAs(ES, upstreamClaims({ iss }))), undefined);
  }
});

/** Tokens that are signed with a public key as a shared secret, in each of its forms. */
const confused = (secret: string, kid: string): Promise<string> =>
  new SignJWT(upstreamClaims()).setProtectedHeader({ alg: 'HS256', kid }).sign(Buffer.from(secret));

const hostile = 'http://127.0.0.1:9/keys';

const REFUSED: readonly (readonly [what: string, token: Promise<string> | string, refusal?: string])[] = [
  ['of another key under the same name', signAs(STRANGER, upstreamClaims())],
  ['of another key without a name', signAs(STRANGER, upstreamClaims(), { kid: undefined })],
  ['that names no known key', signAs(ES, upstreamClaims(), { kid: 'nope' })],
  ['that names a path for a key', signAs(ES, upstreamClaims(), { kid: '../../../dev/null' })],
  ['that names a URL for a key', signAs(ES, upstreamClaims(), { kid: hostile })],
  ['that names a number for a key', signAs(ES, upstreamClaims(), { kid: 7 })],
  ['that brings its own key', signAs(STRANGER, upstreamClaims(), { jwk: STRANGER.jwk })],
  ['that brings its own key and no name', signAs(STRANGER, upstreamClaims(), { kid: undefined, jwk: STRANGER.jwk })],
  ['that brings the address of its keys', signAs(STRANGER, upstreamClaims(), { jku: hostile })],
  ['that brings the address of its certificate', signAs(STRANGER, upstreamClaims(), { x5u: hostile, x5c: ['eA=='] })],
  ['of HS256 with the public key', confused(String(RS.jwk.n), 'rs')],
  ['of HS256 with the whole public key', confused(JSON.stringify(RS.jwk), 'rs')],
  [
    "of HS256 with the mock's public key",
    confused(String(OWN_KEY.publicKey.export({ type: 'spki', format: 'pem' })), OWN_KEY.kid),
  ],
  ['that nobody signed', tokenOf({ alg: 'none', kid: 'es' }, upstreamClaims())],
  ['that nobody signed, in other letters', tokenOf({ alg: 'nOnE' }, upstreamClaims(), 'eA')],
  ['without an algorithm', tokenOf({ kid: 'es' }, upstreamClaims(), 'eA')],
  ['that has ended', signAs(ES, upstreamClaims({ exp: NOW_SECONDS - 60 })), EXPIRED],
  ['that has not begun', signAs(ES, upstreamClaims({ nbf: NOW_SECONDS + 61 }))],
  ['without an end', signAs(ES, upstreamClaims({ exp: undefined }))],
];

for (const [what, token, refusal = INVALID] of REFUSED) {
  test(`a token ${what} is refused`, async () => {
    const made = await token;
    assert.equal(await refusalOf(() => verify(made)), refusal);
  });
}

const IN_THE_OPEN: readonly (readonly [what: string, token: Promise<string> | string, refusal?: string])[] = [
  ['of any key', signAs(STRANGER, upstreamClaims({ iss: ANY_ISSUER }))],
  ['of any name', signAs(STRANGER, upstreamClaims({ iss: ANY_ISSUER }), { kid: 'nope' })],
  ['with any signature', tokenOf({ alg: 'RS256' }, upstreamClaims({ iss: ANY_ISSUER }), 'eA')],
  ['that nobody signed', tokenOf({ alg: 'none' }, upstreamClaims({ iss: ANY_ISSUER })), INVALID],
  [
    'of no algorithm, with something behind',
    tokenOf({ alg: 'None' }, upstreamClaims({ iss: ANY_ISSUER }), 'eA'),
    INVALID,
  ],
  ['without a signature', tokenOf({ alg: 'RS256' }, upstreamClaims({ iss: ANY_ISSUER })), INVALID],
  ['without an algorithm', tokenOf({ typ: 'JWT' }, upstreamClaims({ iss: ANY_ISSUER }), 'eA'), INVALID],
  ['that has ended', tokenOf({ alg: 'RS256' }, upstreamClaims({ iss: ANY_ISSUER, exp: 1 }), 'eA'), EXPIRED],
  ['without an end', tokenOf({ alg: 'RS256' }, upstreamClaims({ iss: ANY_ISSUER, exp: undefined }), 'eA'), INVALID],
  ['that has not begun', tokenOf({ alg: 'RS256' }, upstreamClaims({ iss: ANY_ISSUER, nbf: 1e10 }), 'eA'), INVALID],
];

for (const [what, token, refusal] of IN_THE_OPEN) {
  test(`if any signature is accepted, a token ${what} is ${refusal ? 'refused' : 'good'}`, async () => {
    const made = await token;
    if (refusal) assert.equal(await refusalOf(() => verify(made)), refusal);
    else assert.equal((await verify(made))?.iss, ANY_ISSUER);
  });
}

const mine = (key: typeof OWN_KEY): Pick<PartyKey, 'alg' | 'kid' | 'privateKey'> => ({
  alg: key.algorithm,
  kid: key.kid,
  // jose takes node's own form of a key as well.
  privateKey: key.privateKey as never,
});

const PLAYED_OR_OWN: readonly (readonly [what: string, token: Promise<string>, refusal?: string])[] = [
  ["the mock's own key for the mock", signAs(mine(OWN_KEY), upstreamClaims({ iss: OWN_ISSUER }))],
  ['the mock for another of its audiences', signAs(mine(OWN_KEY), upstreamClaims({ iss: OWN_ISSUER, aud: 'also' }))],
  ['the mock for somebody else', signAs(mine(OWN_KEY), upstreamClaims({ iss: OWN_ISSUER, aud: 'x' })), INVALID],
  [
    'the mock, made for a refresh',
    signAs(mine(OWN_KEY), upstreamClaims({ iss: OWN_ISSUER }), { typ: REFRESH_TYPE }),
    INVALID,
  ],
  ['another key for the mock', signAs(STRANGER, upstreamClaims({ iss: OWN_ISSUER })), INVALID],
  ["another key under the mock's name", signAs(RS, upstreamClaims({ iss: OWN_ISSUER }), { kid: OWN_KEY.kid }), INVALID],
  ['the played key for the mock', signAs(mine(PLAYED_KEY), upstreamClaims({ iss: OWN_ISSUER })), INVALID],
  ['the played key for an issuer that is played', signAs(mine(PLAYED_KEY), upstreamClaims({ iss: PLAYED }))],
  ['the played key for an issuer with keys of its own', signAs(mine(PLAYED_KEY), upstreamClaims())],
  ['the played key for an issuer of any name', signAs(mine(PLAYED_KEY), upstreamClaims({ iss: 'https://x.test' }))],
  [
    "another key under the played one's name",
    signAs(STRANGER, upstreamClaims({ iss: PLAYED }), { kid: PLAYED_KEY.kid }),
    INVALID,
  ],
  [
    'another key under that name, where any signature will do',
    signAs(STRANGER, upstreamClaims({ iss: ANY_ISSUER }), { kid: PLAYED_KEY.kid }),
    INVALID,
  ],
];

for (const [what, token, refusal] of PLAYED_OR_OWN) {
  test(`a token of ${what} is ${refusal ? 'refused' : 'good'}`, async () => {
    const made = await token;
    if (refusal) assert.equal(await refusalOf(() => verify(made)), refusal);
    else assert.equal((await verify(made))?.sub, 'repo:a');
  });
}

test('a set in which several keys have one name accepts a token of any of them', async () => {
  const trust = trusting({ issuer: UPSTREAM, keys: { jwks: keySetOf(STRANGER, ES) } });
  assert.ok(await verify(await signAs(ES, upstreamClaims()), trust));
  assert.ok(await verify(await signAs(STRANGER, upstreamClaims()), trust));
});

/** A third party with its keys on a page of its own; the loopback server ends with the tests. */
const publisher = async () => {
  const state: { keys: JSONWebKeySet | string; asked: number } = { keys: keySetOf(ES), asked: 0 };
  const server = createServer((_, answer) => {
    state.asked += 1;
    answer.setHeader('Content-Type', 'application/json');
    answer.end(typeof state.keys === 'string' ? state.keys : JSON.stringify(state.keys));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  return { state, trust: trusting({ issuer: UPSTREAM, keys: { url } }) };
};

test('keys are looked up at their address, once', async () => {
  const { state, trust } = await publisher();
  assert.equal(state.asked, 0);
  for (let at = 0; at < 3; at += 1) assert.ok(await verify(await signAs(ES, upstreamClaims()), trust));
  assert.equal(state.asked, 1);
});

test('a key that is new at the address is found by the first token that names it', async () => {
  const { state, trust } = await publisher();
  await verify(await signAs(ES, upstreamClaims()), trust);
  state.keys = keySetOf(ES, RS);
  assert.ok(await verify(await signAs(RS, upstreamClaims()), trust));
  assert.ok(await verify(await signAs(ES, upstreamClaims()), trust));
  assert.equal(await refusalOf(async () => verify(await signAs(STRANGER, upstreamClaims()), trust)), INVALID);
});

test('10.21: bad tokens cause a few fetches, however many they are, and a new key is still found', async () => {
  const { state, trust } = await publisher();
  const bad = await Promise.all(
    Array.from({ length: 50 }, (_, at) => signAs(STRANGER, upstreamClaims(), { kid: `bad-${at}` })),
  );
  await verify(await signAs(ES, upstreamClaims()), trust);
  for (const token of bad.slice(0, 3)) assert.equal(await refusalOf(() => verify(token, trust)), INVALID);
  state.keys = keySetOf(ES, RS);
  assert.ok(await verify(await signAs(RS, upstreamClaims()), trust));
  for (const token of bad) assert.equal(await refusalOf(() => verify(token, trust)), INVALID);
  assert.ok(await verify(await signAs(ES, upstreamClaims()), trust));
  assert.ok(state.asked <= 6, `${state.asked} fetches`);
});

test('tokens that come at the same time share one fetch, and all are good', async () => {
  const { state, trust } = await publisher();
  const tokens = await Promise.all(Array.from({ length: 20 }, (_, at) => signAs(ES, upstreamClaims({ jti: `${at}` }))));
  await Promise.all(tokens.map((token) => verify(token, trust)));
  assert.equal(state.asked, 1);
});

test('an address that fails is asked a few times, and reported as often', async () => {
  const { state, trust } = await publisher();
  state.keys = 'keys';
  reported.length = 0;
  const token = await signAs(ES, upstreamClaims());
  for (let at = 0; at < 50; at += 1) assert.equal(await refusalOf(() => verify(token, trust)), INVALID);
  assert.ok(state.asked <= 5, `${state.asked} fetches`);
  assert.equal(reported.length, state.asked);
});

for (const [what, page, isReported] of [
  ['no JSON', 'keys', true],
  ['no key set', '{"keys":1}', true],
  ['a set without keys', '{"keys":[]}', false],
] as const) {
  test(`an address with ${what} makes no token good, until it has keys`, async () => {
    const { state, trust } = await publisher();
    const token = await signAs(ES, upstreamClaims());
    state.keys = page;
    reported.length = 0;
    assert.equal(await refusalOf(() => verify(token, trust)), INVALID);
    assert.equal(reported.length, isReported ? 1 : 0);
    state.keys = keySetOf(ES);
    assert.ok(await verify(token, trust));
    assert.equal(reported.length, isReported ? 1 : 0);
  });
}

test('with an address that does not answer no token is valid, and the failure is reported', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const url = `http://127.0.0.1:${port}/keys`;
  const trust = trusting({ issuer: UPSTREAM, keys: { url } });
  reported.length = 0;
  assert.equal(await refusalOf(async () => verify(await signAs(ES, upstreamClaims()), trust)), INVALID);
  assert.match(String(reported), new RegExp(`the keys of ${UPSTREAM} cannot be had from ${url}`));
});

test('a key that was rotated out of the mock makes no token good after its overlap', async () => {
  const clock = stillClock();
  const turning = new KeyRing(Promise.resolve(OWN_KEY), new MemoryStore(), clock);
  const parts = {
    issuer: OWN_ISSUER,
    audiences: { listed: [OWN_ISSUER], scheme: 'http' as const },
    ring: turning,
    upstreamKey: () => PLAYED_KEY,
  };
  const trust = new TrustedIssuers({ ...parts, trusted: [], report, machineClock: clock });
  const token = await signAs(mine(OWN_KEY), upstreamClaims({ iss: OWN_ISSUER }));
  await turning.rotate(1_000);
  assert.ok(await verify(token, trust));
  clock.millis += 1_000;
  assert.equal(await refusalOf(() => verify(token, trust)), INVALID);
});

test('keys are trusted in the form in which the mock publishes them', async () => {
  const trust = trusting({
    issuer: UPSTREAM,
    keys: { jwks: { keys: [{ ...toPublishedKey(OWN_KEY), kty: 'RSA' }] } },
  });
  assert.ok(await verify(await signAs(mine(OWN_KEY), upstreamClaims()), trust));
});
