import { ok } from '../support/answer.ts';
import { expectError } from '../support/errors.ts';
import { advance, steer } from '../support/mock.ts';
import { oidc } from '../support/org.ts';
import { expect, test } from '../support/test.ts';
import { askExchange, exchanged, mintUpstream } from './exchange.ts';
import { claimsOf } from './own-token.ts';
import { keySetOf, thirdPartyKey } from './third-party.ts';

const oidcError = { service: 'oidc' } as const;

test.describe('the identity that a token acts as @mock', () => {
  test('10.3: it is found by its claims, in any group', async ({ api, org }) => {
    const issuer = `https://ci.test/${org.uid}`;
    const child = await org.group();
    const { uid } = await org.identity({ claimMatch: { issuer, subject: 'x' } }, child.uid);
    await org.identity({ claimMatch: { issuer, subject: 'y' } });
    expect(claimsOf((await exchanged(api, await mintUpstream(api, { issuer, subject: 'x' }))).token).sub).toBe(uid);
  });

  test('10.3, 10.27: several matches are 400 with code 9, and each can be named', async ({ api, org }) => {
    const issuer = `https://ci.test/${org.uid}`;
    const child = await org.group();
    const match = { claimMatch: { issuer, subject: 'x' } };
    const uids = [(await org.identity(match)).uid, (await org.identity(match, child.uid)).uid];
    const upstream = await mintUpstream(api, { issuer, subject: 'x' });
    const answer = await askExchange(api, upstream);
    expectError(answer, 'FAILED_PRECONDITION', {
      ...oidcError,
      says: /2 identities/,
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.PreconditionFailure',
          violations: [{ type: 'IDENTITY_AMBIGUOUS', description: expect.stringMatching(/identit/) }],
        },
      ],
    });
    for (const uid of uids) {
      expect(claimsOf((await exchanged(api, upstream, [['identity', uid]])).token).sub).toBe(uid);
    }
  });

  test('10.3: a named identity must match', async ({ api, org }) => {
    const issuer = `https://ci.test/${org.uid}`;
    await org.identity({ claimMatch: { issuer, subject: 'x' } });
    const other = await org.identity({ claimMatch: { issuer, subject: 'y' } });
    const upstream = await mintUpstream(api, { issuer, subject: 'x' });
    const answer = await askExchange(api, upstream, [['identity', other.uid]]);
    expectError(answer, 'PERMISSION_DENIED', { ...oidcError, says: /invalid "sub"/, details: [] });
  });

  for (const [what, uid] of [
    ['a missing identity', (org: string) => `${org}/ffffffffffffffff`],
    ['an organization', (org: string) => org],
    ['a text that is not a uid', () => 'nobody'],
    ['a text beyond ASCII', () => 'größe/\u0000'],
  ] as const) {
    test(`10.3: naming ${what} is 404`, async ({ api, org }) => {
      const issuer = `https://ci.test/${org.uid}`;
      await org.identity({ claimMatch: { issuer, subject: 'x' } });
      const name = uid(org.uid);
      const answer = await askExchange(api, await mintUpstream(api, { issuer, subject: 'x' }), [['identity', name]]);
      expectError(answer, 'NOT_FOUND', {
        ...oidcError,
        says: `identity "${name}" not found`,
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.ResourceInfo',
            resourceType: `iam.${answer.serviceDomain}/Identity`,
            resourceName: name,
          },
        ],
      });
      const refused = await askExchange(api, 'nonsense', [['identity', name]]);
      expectError(refused, 'UNAUTHENTICATED', { ...oidcError, says: 'invalid token' });
    });
  }

  test('10.3: a deleted identity is not found', async ({ api, org }) => {
    const issuer = `https://ci.test/${org.uid}`;
    const { uid } = await org.identity({ claimMatch: { issuer, subject: 'x' } });
    const upstream = await mintUpstream(api, { issuer, subject: 'x' });
    await exchanged(api, upstream);
    ok(await api.delete(`/iam/v2/identities/${uid}`));
    expectError(await askExchange(api, upstream), 'PERMISSION_DENIED', { ...oidcError, says: /invalid "(iss|sub)"/ });
    expectError(await askExchange(api, upstream, [['identity', uid]]), 'NOT_FOUND', oidcError);
  });
});

test.describe('no match is 403 and names the claim @mock', () => {
  const MATCH = {
    subject: 'x',
    audience: 'https://api.test',
    claims: { environment: 'prod' },
    claimPatterns: { ref: 'refs/heads/.*' },
  };
  const CLAIMS = { environment: 'prod', ref: 'refs/heads/main' };
  for (const [claim, token] of [
    [undefined, {}],
    ['sub', { subject: 'y' }],
    ['aud', { audience: 'https://other.test' }],
    ['environment', { claims: { ...CLAIMS, environment: 'dev' } }],
    ['environment', { claims: { ref: CLAIMS.ref } }],
    ['ref', { claims: { ...CLAIMS, ref: 'refs/tags/v1' } }],
    ['ref', { claims: { environment: 'prod' } }],
  ] as const) {
    for (const named of [true, false]) {
      test(`10.3: ${claim ?? 'nothing'} of ${JSON.stringify(token)}, ${named ? 'named' : 'sought'}`, async ({
        api,
        org,
      }) => {
        const issuer = `https://ci.test/${org.uid}`;
        const { uid } = await org.identity({ claimMatch: { issuer, ...MATCH } });
        const fields = { issuer, subject: 'x', audience: MATCH.audience, claims: CLAIMS, ...token };
        const answer = await askExchange(api, await mintUpstream(api, fields), named ? [['identity', uid]] : []);
        if (claim === undefined) expect(claimsOf(ok(answer).token).sub).toBe(uid);
        else expectError(answer, 'PERMISSION_DENIED', { ...oidcError, says: `invalid "${claim}"`, details: [] });
      });
    }
  }

  test('10.3: the error for a named identity names a wrong issuer', async ({ api, org }) => {
    const { uid } = await org.identity({ claimMatch: { issuer: `https://ci.test/${org.uid}`, subject: 'x' } });
    const upstream = await mintUpstream(api, { issuer: `https://ci.test/${org.uid}/`, subject: 'x' });
    const answer = await askExchange(api, upstream, [['identity', uid]]);
    expectError(answer, 'PERMISSION_DENIED', { ...oidcError, says: 'invalid "iss"', details: [] });
  });

  test('10.3: the error names an issuer that no identity has', async ({ api, org }) => {
    const upstream = await mintUpstream(api, { issuer: `https://nobody.test/${org.uid}`, subject: org.uid });
    expectError(await askExchange(api, upstream), 'PERMISSION_DENIED', { ...oidcError, says: 'invalid "iss"' });
  });
});

test.describe('identities that no token acts as @mock', () => {
  for (const [what, relationship, says] of [
    ['an AWS identity', { awsIdentity: { awsAccount: '123456789012', arnPattern: '.*', userIdPattern: '.*' } }, /AWS/],
    ['a part of the service', { servicePrincipal: 'SERVICE_PRINCIPAL_COSIGNED' }, /service/],
  ] as const) {
    test(`10.5: ${what} is 403 with the reason`, async ({ api, org }) => {
      const { uid } = await org.identity({ claimMatch: undefined, ...relationship });
      const upstream = await mintUpstream(api, { issuer: `https://ci.test/${org.uid}`, subject: 'x' });
      const answer = await askExchange(api, upstream, [['identity', uid]]);
      expectError(answer, 'PERMISSION_DENIED', { ...oidcError, says, details: [] });
    });
  }
});

test.describe('expired static keys @mock', () => {
  test('10.5: result in 403 after their expiry, while an earlier token remains valid', async ({ ownServer }) => {
    const { api, ready } = await ownServer();
    const start = Date.parse('2030-01-01T00:00:00Z');
    ok(await steer(api, 'PUT', 'clock', { mode: 'frozen', now: new Date(start).toISOString() }));
    const key = await thirdPartyKey('ES256', 'k');
    const named = api.as('admin-token');
    const staticKeys = {
      issuer: 'https://static.test',
      subject: 'x',
      issuerKeys: JSON.stringify(keySetOf(key)),
      expirationTime: new Date(start + 1_800_000).toISOString(),
    };
    const { uid } = ok(await named.post(`/iam/v2/identities/${ready.orgId}`, { name: 'static', staticKeys }));
    const sign = (now: number): Promise<string> =>
      key.sign({ iss: 'https://static.test', sub: 'x' }, { now: now / 1000 });

    const { token, refreshToken } = await exchanged(api, await sign(start));
    expect(claimsOf(token).sub).toBe(uid);
    await advance(api, '1799s');
    await exchanged(api, await sign(start + 1_799_000));
    await advance(api, '1s');
    const fresh = await sign(start + 1_800_000);
    for (const parameters of [[], [['identity', uid]]] as const) {
      const answer = await askExchange(api, fresh, parameters);
      expectError(answer, 'PERMISSION_DENIED', { ...oidcError, says: /expired at 2030-01-01T00:30:00/, details: [] });
    }
    const refreshed = await api.as(String(refreshToken)).post('/sts/exchange_refresh_token');
    expectError(refreshed, 'PERMISSION_DENIED', oidcError);
    expect((await api.as(token).get('/auth/v1/ok')).status).toBe(200);
    await advance(api, '1859s');
    expect((await api.as(token).get('/auth/v1/ok')).status).toBe(200);
    await advance(api, '1s');
    expectError(await api.as(token).get('/auth/v1/ok'), 'UNAUTHENTICATED', { says: 'token expired' });
  });
});

test.describe('identity_provider @mock', () => {
  test('clients §2.2: the token must be from the named provider', async ({ api, org }) => {
    const issuer = `https://login.test/${org.uid}`;
    const { uid } = await org.identity({ claimMatch: { issuer, subject: 'x' } });
    const provider = await org.provider({ oidc: { ...oidc, issuer } });
    const other = await org.provider();
    const upstream = await mintUpstream(api, { issuer, subject: 'x' });
    const ask = (of: string) => askExchange(api, upstream, [['identity_provider', of]]);
    expect(claimsOf(ok(await ask(provider.uid)).token).sub).toBe(uid);
    expectError(await ask(other.uid), 'PERMISSION_DENIED', { ...oidcError, says: 'invalid "iss"', details: [] });
    expectError(await ask(`${org.uid}/ffffffffffffffff`), 'NOT_FOUND', oidcError);
    expectError(await ask(org.uid), 'NOT_FOUND', oidcError);
    expect(claimsOf(ok(await ask('')).token).sub).toBe(uid);
  });

  test('clients §2.2: of several matches, the one within the group of the provider is used', async ({ api, org }) => {
    const issuer = `https://login.test/${org.uid}`;
    const [left, right] = [await org.group(), await org.group()];
    const match = { claimMatch: { issuer, subject: 'x' } };
    const { uid } = await org.identity(match, left.uid);
    await org.identity(match, right.uid);
    const provider = await org.provider({ oidc: { ...oidc, issuer } }, left.uid);
    const upstream = await mintUpstream(api, { issuer, subject: 'x' });
    expectError(await askExchange(api, upstream), 'FAILED_PRECONDITION', { ...oidcError, status: 400 });
    expect(claimsOf((await exchanged(api, upstream, [['identity_provider', provider.uid]])).token).sub).toBe(uid);
    const elsewhere = await org.group();
    const apart = await org.provider({ oidc: { ...oidc, issuer } }, elsewhere.uid);
    const answer = await askExchange(api, upstream, [['identity_provider', apart.uid]]);
    expectError(answer, 'PERMISSION_DENIED', { ...oidcError, says: 'invalid "identity_provider"', details: [] });
  });
});
