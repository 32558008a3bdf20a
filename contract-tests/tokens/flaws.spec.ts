import { type Answer, describe, ok } from '../support/answer.ts';
import { expectDenied, expectError, expectUnauthenticated } from '../support/errors.ts';
import { mintToken, steer } from '../support/mock.ts';
import { expect, test } from '../support/test.ts';
import { askExchange, exchanged, mintUpstream } from './exchange.ts';
import { claimsOf, verifiedBy } from './own-token.ts';

const HOUR = 3_600;

/** Every flaw with the message of behaviour §9.8 and the one thing that is wrong, by jose's reason. */
const FLAWS = [
  ['expired', 'token expired', 'ERR_JWT_EXPIRED'],
  ['not_yet_valid', 'invalid token', 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
  ['wrong_audience', 'invalid token', undefined],
  ['wrong_issuer', 'invalid token', 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
  ['bad_signature', 'invalid token', 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
  ['unknown_key', 'invalid token', 'ERR_JWKS_NO_MATCHING_KEY'],
  ['alg_none', 'invalid token', 'ERR_JOSE_NOT_SUPPORTED'],
  ['missing_subject', 'invalid token', undefined],
] as const;

const headOf = (token: string): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());

const refusedAtExchange = (answer: Answer, says: string): void => {
  expectError(answer, 'UNAUTHENTICATED', { service: 'oidc', says, details: [] });
  expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
};

test.describe('bearer tokens with a flaw @mock', () => {
  for (const [flaw, says, reason] of FLAWS) {
    test(`control plane, 9.8: ${flaw} is 401: ${says}`, async ({ api, org, shared }) => {
      const { uid } = await org.identity();
      const { token } = ok(await steer(api, 'POST', 'tokens', { identity: uid, flaw }));
      for (const target of ['/registry/v2/repos', '/auth/v1/ok', '/ping/v2/ping']) {
        const answer = await api.as(token).get(target);
        expectUnauthenticated(answer, says);
        expect(answer.body.code).toBe(16);
      }
      refusedAtExchange(await askExchange(api, token), says);
      const failed = await verifiedBy(shared.target.baseUrl, token).then(
        () => undefined,
        ({ code }: { readonly code: string }) => code,
      );
      expect(failed).toBe(reason);
    });
  }

  for (const [flaw, expected] of [
    ['expired', { exp: -HOUR }],
    ['not_yet_valid', { nbf: HOUR, exp: 2 * HOUR }],
    ['wrong_audience', { exp: HOUR }],
    ['missing_subject', { exp: HOUR }],
  ] as const) {
    test(`control plane: ${flaw} is the only thing wrong with the token`, async ({ api, org, shared }) => {
      const { uid } = await org.identity();
      const { token } = ok(await steer(api, 'POST', 'tokens', { identity: uid, flaw }));
      const now = Math.floor(Date.now() / 1000);
      const { iss, sub, aud, exp = 0, nbf } = claimsOf(token);
      const { baseUrl } = shared.target;
      expect(iss).toBe(baseUrl);
      expect(sub).toBe(flaw === 'missing_subject' ? undefined : uid);
      expect(aud === baseUrl).toBe(flaw !== 'wrong_audience');
      expect(Math.abs(exp - now - expected.exp)).toBeLessThan(30);
      if ('nbf' in expected) expect(Math.abs(Number(nbf) - now - expected.nbf)).toBeLessThan(30);
      else expect(nbf).toBeUndefined();
      expect(headOf(token)).toMatchObject({ alg: 'RS256', kid: headOf(await mintToken(api, uid)).kid });
    });
  }

  test('control plane: bad_signature and unknown_key have the form of a valid token', async ({ api, org }) => {
    const { uid } = await org.identity();
    const good = await mintToken(api, uid);
    const minted = async (flaw: string): Promise<string> =>
      ok(await steer(api, 'POST', 'tokens', { identity: uid, flaw })).token;
    const [misSigned, unknown, none] = [
      await minted('bad_signature'),
      await minted('unknown_key'),
      await minted('alg_none'),
    ];
    expect(headOf(misSigned)).toEqual(headOf(good));
    expect(misSigned.length).toBe(good.length);
    expect(headOf(unknown)).toMatchObject({ alg: 'RS256' });
    expect(headOf(unknown).kid).not.toBe(headOf(good).kid);
    expect(headOf(none).alg).toBe('none');
    expect(none).toMatch(/\.$/);
  });
});

test.describe('upstream tokens with a flaw @mock', () => {
  for (const [flaw, says] of FLAWS) {
    // The identity decides which audiences are valid (10.3), so this flaw has a separate test.
    if (flaw === 'wrong_audience') continue;
    test(`control plane, 9.8: ${flaw} is 401 at the exchange: ${says}`, async ({ api, org }) => {
      const issuer = `https://ci.test/${org.uid}`;
      const { uid } = await org.identity({ claimMatch: { issuer, subject: 'x' } });
      const upstream = await mintUpstream(api, { issuer, subject: 'x', flaw });
      refusedAtExchange(await askExchange(api, upstream), says);
      refusedAtExchange(await askExchange(api, upstream, [['identity', uid]]), says);
      expectUnauthenticated(await api.as(upstream).get('/auth/v1/ok'), says);
      expectUnauthenticated(await api.as(upstream).post('/auth/v1/register', { code: 'x' }), says);
    });
  }

  test('10.3: wrong_audience fails an identity that demands an audience, and no other', async ({
    api,
    org,
    shared,
  }) => {
    const issuer = `https://ci.test/${org.uid}`;
    const audience = shared.target.baseUrl;
    const picky = await org.identity({ claimMatch: { issuer, subject: 'x', audience } });
    const easy = await org.identity({ claimMatch: { issuer, subject: 'x' } });
    const good = await mintUpstream(api, { issuer, subject: 'x' });
    const upstream = await mintUpstream(api, { issuer, subject: 'x', flaw: 'wrong_audience' });
    for (const { uid } of [picky, easy]) await exchanged(api, good, [['identity', uid]]);
    await exchanged(api, upstream, [['identity', easy.uid]]);
    const answer = await askExchange(api, upstream, [['identity', picky.uid]]);
    expectError(answer, 'PERMISSION_DENIED', { service: 'oidc', says: 'invalid "aud"', details: [] });
  });
});

test('M3: ci-bot of the default fixture asks for the host of its issuer as the audience @mock', async ({
  ownServer,
}) => {
  const { api: signed } = await ownServer();
  const api = signed.as('admin-token');
  const ci = { issuer: 'https://token.actions.example.com', subject: 'repo:example@1001/app@2002:ref:refs/heads/main' };
  const good = await mintUpstream(api, ci);
  expect(claimsOf(good).aud).toBe('token.actions.example.com');
  expect((await api.as((await exchanged(api, good)).token).get('/registry/v2/repos')).status).toBe(200);
  expect((await api.as(good).get('/registry/v2/repos')).status).toBe(200);
  for (const wrong of [{ flaw: 'wrong_audience' }, { audience: ['https://token.actions.example.com'] }]) {
    const upstream = await mintUpstream(api, { ...ci, ...wrong });
    const answer = await askExchange(api, upstream);
    expectError(answer, 'PERMISSION_DENIED', { service: 'oidc', says: 'invalid "aud"', details: [] });
    expectUnauthenticated(await api.as(upstream).get('/registry/v2/repos'), 'invalid token');
  }
});

test.describe('minting @mock', () => {
  for (const body of [
    { identity: 'viewer', flaw: 'nonsense' },
    { identity: 'viewer', flaw: '' },
    { identity: 'viewer', flaw: 'Expired' },
    { identity: 'viewer', flaw: null },
    { identity: 'viewer', flaw: ['expired'] },
    { identity: 'viewer', subject: 'x' },
    { identity: 'viewer', issuer: 'https://issuer.example.com' },
    { issuer: 'https://issuer.example.com' },
    { subject: 'viewer' },
    { issuer: 'https://issuer.example.com', subject: 'nobody' },
    { identity: 'viewer', audience: '' },
    { identity: 'viewer', audience: [] },
    { identity: 'viewer', audience: 7 },
    { identity: 'viewer', scopes: [] },
    { identity: 'viewer', scopes: ['team'] },
    { identity: 'viewer', scopes: 'team' },
    { identity: 'viewer', ttl: '-1s' },
    { identity: 'viewer', ttl: '1ms' },
    { identity: 'viewer', ttl: 3600 },
  ]) {
    test(`POST tokens ${JSON.stringify(body)} is 400`, async ({ api }) => {
      const answer = await steer(api, 'POST', 'tokens', body);
      expect(answer.status, describe(answer)).toBe(400);
      expect(answer.body).toMatchObject({ code: 3, message: expect.stringMatching(/^Invalid argument: [\w.]+: /) });
    });
  }

  for (const body of [
    {},
    { issuer: 'ci' },
    { subject: 'x' },
    { issuer: '', subject: 'x' },
    { issuer: 'ci', subject: '' },
    { issuer: 'a/b', subject: 'x' },
    { issuer: '../x', subject: 'x' },
    { issuer: 'ci', subject: 'x', flaw: 'nonsense' },
    { issuer: 'ci', subject: 'x', ttl: 'soon' },
    { issuer: 'ci', subject: 'x', claims: [] },
    { issuer: 'ci', subject: 'x', claims: 'x' },
    { issuer: 'ci', subject: 'x', bogus: 1 },
    { issuer: 1, subject: 'x' },
  ]) {
    test(`POST upstream-tokens ${JSON.stringify(body)} is 400`, async ({ api }) => {
      const answer = await steer(api, 'POST', 'upstream-tokens', body);
      expect(answer.status, describe(answer)).toBe(400);
      expect(answer.body).toMatchObject({ code: 3, message: expect.stringMatching(/^Invalid argument: [\w.]+: /) });
    });
  }

  test('a token is minted for the identity that issuer and subject match', async ({ api, org }) => {
    const issuer = `https://ci.test/${org.uid}`;
    const { uid } = await org.identity({ claimMatch: { issuer, subjectPattern: 'repo:.*' } });
    const minted = ok(await steer(api, 'POST', 'tokens', { issuer, subject: 'repo:a' }));
    expect(minted.identity).toBe(uid);
    expect(claimsOf(minted.token)).toMatchObject({ sub: uid, act: { iss: issuer, sub: 'repo:a' } });
    expectDenied(await api.as(minted.token).get('/registry/v2/repos'));
    await org.identity({ claimMatch: { issuer, subject: 'repo:a' } });
    expect((await steer(api, 'POST', 'tokens', { issuer, subject: 'repo:a' })).status).toBe(400);
  });

  test('an upstream token has the requested claims, and none replaces a named parameter', async ({ api, shared }) => {
    const claims = {
      iss: 'https://evil.test',
      sub: 'evil',
      aud: 'evil',
      repository: 'acme/app',
      n: 1,
      o: { a: [null] },
    };
    const fields = { issuer: 'https://ci.test', subject: 'größe', claims, ttl: '90s' };
    const minted = ok(await steer(api, 'POST', 'upstream-tokens', fields));
    const { iat = 0, exp, jti, ...rest } = claimsOf(minted.token);
    expect(rest).toEqual({
      iss: 'https://ci.test',
      sub: 'größe',
      aud: shared.target.baseUrl,
      repository: 'acme/app',
      n: 1,
      o: { a: [null] },
    });
    expect([exp, typeof jti]).toEqual([iat + 90, 'string']);
    expect(minted).toMatchObject({ issuer: 'https://ci.test', expireTime: new Date((iat + 90) * 1000).toISOString() });
  });
});
