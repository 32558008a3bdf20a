import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { ok } from '../support/answer.ts';
import { steer } from '../support/mock.ts';
import { expect, test } from '../support/test.ts';
import { callerOf, mintUpstream } from './exchange.ts';
import { discoveryOf, verifiedBy } from './own-token.ts';

interface KeySet {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

const keysAt = async (url: string): Promise<KeySet['keys']> => ((await (await fetch(url)).json()) as KeySet).keys;

const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'];

test.describe('the pages of the server as an issuer', () => {
  test('10.1: discovery names the issuer exactly, and the keys', async ({ shared }) => {
    const { baseUrl } = shared.target;
    const discovery = await discoveryOf(baseUrl);
    expect(discovery).toMatchObject({
      issuer: baseUrl,
      jwks_uri: expect.stringMatching(new RegExp(`^${baseUrl}/`)),
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
      response_types_supported: expect.any(Array),
      grant_types_supported: ['implicit'],
      subject_types_supported: expect.any(Array),
    });
    const keys = await keysAt(discovery.jwks_uri);
    expect(keys).toHaveLength(1);
    for (const key of keys) {
      expect(key).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig', kid: expect.stringMatching(/^[0-9a-f]+$/) });
      // The private key must not be shown.
      expect(Object.keys(key).filter((name) => PRIVATE.includes(name))).toEqual([]);
      expect(Buffer.from(String(key.n), 'base64url').length).toBeGreaterThanOrEqual(256);
    }
  });

  test('the pages need no token, and ignore any', async ({ shared }) => {
    const { baseUrl } = shared.target;
    for (const path of ['openid-configuration', 'jwks.json']) {
      for (const headers of [{}, { authorization: 'Bearer nonsense' }]) {
        const answer = await fetch(`${baseUrl}/.well-known/${path}`, { headers });
        expect([answer.status, answer.headers.get('content-type')]).toEqual([
          200,
          expect.stringMatching(/^application\/json\b/),
        ]);
      }
    }
  });

  for (const [method, path] of [
    ['GET', '/.well-known/nope'],
    ['GET', '/.well-known/openid-configuration/x'],
    ['POST', '/.well-known/jwks.json'],
  ] as const) {
    test(`${method} ${path} is not a page`, async ({ shared }) => {
      const { status } = await fetch(`${shared.target.baseUrl}${path}`, { method });
      expect([404, 501]).toContain(status);
    });
  }
});

test.describe('issuers that the server plays @mock', () => {
  for (const name of ['ci', 'github-actions', 'a.b_c', 'A', '0', 'x'.repeat(63)]) {
    test(`control plane: tokens of "${name}" verify through its own pages`, async ({ api, org, shared }) => {
      const { baseUrl } = shared.target;
      const subject = `repo:acme/app:${org.uid}`;
      const minted = ok(await steer(api, 'POST', 'upstream-tokens', { issuer: name, subject }));
      const issuer = `${baseUrl}/_mock/issuers/${name}`;
      expect(minted.issuer).toBe(issuer);
      const { payload, protectedHeader } = await verifiedBy(issuer, minted.token);
      expect(payload).toMatchObject({ iss: issuer, sub: subject, aud: baseUrl });
      expect(await discoveryOf(issuer)).toMatchObject({
        issuer,
        // Every issuer has to name RS256 (OpenID Connect Discovery 1.0 §3).
        id_token_signing_alg_values_supported: [protectedHeader.alg, 'RS256'],
      });
      // An identity can be made for it, as for any issuer.
      const { uid } = await org.identity({ claimMatch: { issuer, subject } });
      expect((await (await callerOf(api, minted.token)).read('/auth/v1/ok')).subject).toBe(uid);
    });
  }

  test('the keys of played issuers differ from the server’s own', async ({ api, shared }) => {
    const { baseUrl } = shared.target;
    const upstream = await mintUpstream(api, { issuer: 'ci', subject: 'x' });
    const own = createRemoteJWKSet(new URL((await discoveryOf(baseUrl)).jwks_uri));
    await expect(jwtVerify(upstream, own)).rejects.toThrow(errors.JWKSNoMatchingKey);
    for (const key of await keysAt(`${baseUrl}/_mock/issuers/ci/.well-known/jwks.json`)) {
      expect(key).toMatchObject({ use: 'sig', kid: expect.any(String) });
      expect(Object.keys(key).filter((name) => PRIVATE.includes(name))).toEqual([]);
    }
  });

  for (const path of ['a%2Fb', '.hidden', '-x', 'x'.repeat(64), 'a%20b', '']) {
    test(`"${path}" is not an issuer`, async ({ shared }) => {
      const at = `${shared.target.baseUrl}/_mock/issuers/${path}/.well-known/openid-configuration`;
      expect((await fetch(at)).status).toBe(404);
    });
  }

  test('the pages are open where the control plane is closed', async ({ serverHere }) => {
    const { ready } = await serverHere('--control-token', 'open-sesame');
    for (const at of [ready.url, `${ready.url}/_mock/issuers/ci`]) {
      const { jwks_uri: keys } = await discoveryOf(at);
      expect((await keysAt(keys)).length).toBe(1);
    }
    const minted = await fetch(`${ready.url}/_mock/v1/upstream-tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"issuer":"ci","subject":"x"}',
    });
    expect(minted.status).toBe(401);
  });
});
