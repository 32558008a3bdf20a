import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { OWN_ISSUER } from '../testing/specimen-tokens.ts';
import { signClaims } from './access-tokens.ts';
import { issuerPages } from './issuer-pages.ts';
import { generateSigningKey, generateUpstreamKey, toPublishedKey } from './signing-keys.ts';

const KEYS = [await generateSigningKey(), await generateSigningKey()];
const PLAYED_KEY = generateUpstreamKey();

const pages = issuerPages(() => ({
  urlAt: () => OWN_ISSUER,
  ownKeys: async () => KEYS.map(toPublishedKey),
  upstreamKeys: () => [toPublishedKey(PLAYED_KEY)],
}));

const get = async (path: string): Promise<Readonly<Record<string, unknown>>> => {
  const answer = await pages.request(path);
  assert.equal(answer.status, 200, path);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  return (await answer.json()) as Readonly<Record<string, unknown>>;
};

const ISSUERS: readonly (readonly [what: string, path: string, alg: readonly string[]])[] = [
  ['the mock', '', ['RS256']],
  ['an issuer that it plays', '/_mock/issuers/ci', ['ES256', 'RS256']],
  ['an issuer with another name', '/_mock/issuers/Ci-2_x.y', ['ES256', 'RS256']],
  ['an issuer with a long name', `/_mock/issuers/${'a'.repeat(63)}`, ['ES256', 'RS256']],
];

for (const [what, path, alg] of ISSUERS) {
  test(`the discovery page of ${what} names the issuer itself and where its keys are`, async () => {
    const page = await get(`${path}/.well-known/openid-configuration`);
    assert.equal(page.issuer, `${OWN_ISSUER}${path}`);
    assert.equal(page.jwks_uri, `${OWN_ISSUER}${path}/.well-known/jwks.json`);
    assert.deepEqual(page.id_token_signing_alg_values_supported, alg);
    // OpenID Connect Discovery 1.0 §3 requires these as well.
    assert.equal(page.authorization_endpoint, `${OWN_ISSUER}${path}/_mock/authorize`);
    assert.deepEqual(page.response_types_supported, ['id_token']);
    assert.deepEqual(page.subject_types_supported, ['public']);
    // Without them there would be authorization codes, which need a token endpoint.
    assert.deepEqual(page.grant_types_supported, ['implicit']);
  });

  test(`the key page of ${what} verifies its tokens, and has nothing private`, async () => {
    const { keys } = (await get(`${path}/.well-known/jwks.json`)) as unknown as JSONWebKeySet;
    const source = createLocalJWKSet({ keys });
    for (const key of path === '' ? KEYS : [PLAYED_KEY]) {
      assert.equal((await jwtVerify(await signClaims(key, { sub: 'x' }), source)).payload.sub, 'x');
    }
    assert.equal(keys.length, path === '' ? 2 : 1);
    for (const key of keys) for (const part of ['d', 'p', 'q', 'dp', 'dq', 'qi']) assert.equal(part in key, false);
  });
}

for (const [what, path] of ISSUERS) {
  test(`${what} has no login page: its authorization endpoint answers an OAuth error`, async () => {
    for (const method of ['GET', 'POST']) {
      const answer = await pages.request(`${path}/_mock/authorize?response_type=id_token`, { method });
      assert.equal(answer.status, 400);
      assert.equal(((await answer.json()) as { readonly error?: unknown }).error, 'unsupported_response_type');
    }
  });
}

test('the mock publishes the claims of its tokens', async () => {
  const { claims_supported: claims } = await get('/.well-known/openid-configuration');
  for (const claim of ['iss', 'sub', 'aud', 'exp', 'iat', 'act', 'email', 'cap']) {
    assert.ok((claims as readonly string[]).includes(claim), claim);
  }
});

for (const path of [
  '/',
  '/.well-known',
  '/.well-known/openid-configuration/x',
  '/_mock/issuers',
  '/_mock/issuers/ci',
  '/_mock/issuers//.well-known/jwks.json',
  '/_mock/issuers/-ci/.well-known/jwks.json',
  '/_mock/issuers/a%20b/.well-known/jwks.json',
  '/_mock/issuers/a/b/.well-known/jwks.json',
  '/_mock/issuers/a%2Fb/.well-known/jwks.json',
  `/_mock/issuers/${'a'.repeat(64)}/.well-known/jwks.json`,
]) {
  test(`${path.replace(/a{64}/, 'a name of 64')} is no page`, async () => {
    assert.equal((await pages.request(path)).status, 404);
  });
}

test('pages are only there to be read', async () => {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    assert.equal((await pages.request('/.well-known/jwks.json', { method })).status, 404);
  }
});
