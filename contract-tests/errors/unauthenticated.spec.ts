import { ok } from '../support/answer.ts';
import { expectUnauthenticated } from '../support/errors.ts';
import { advance, mintToken, steer } from '../support/mock.ts';
import { expect, test } from '../support/test.ts';

const TARGET = '/registry/v2/repos';

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test('9.8: no Authorization header', async ({ anonymous }) => {
  expectUnauthenticated(await anonymous.get(TARGET), 'missing bearer token');
});

for (const authorization of [
  'Bearer',
  'Bearer ',
  'Basic dXNlcjpwYXNz',
  'token',
  'Bearer a b',
  'Bearer\u00a0x',
  ',',
  '',
]) {
  test(`9.8: the header "${authorization}" is malformed`, async ({ anonymous }) => {
    const answer = await anonymous.send('GET', TARGET, { headers: { authorization } });
    expectUnauthenticated(answer, 'malformed authorization header');
  });
}

for (const scheme of ['bearer', 'BEARER', 'BeArEr']) {
  test(`9.8: the scheme ${scheme} is accepted like Bearer`, async ({ api, anonymous }) => {
    const answer = await anonymous.send('GET', TARGET, { headers: { authorization: `${scheme} ${api.token}` } });
    expect(answer.status).toBe(200);
  });
}

test.describe('invalid tokens', () => {
  const header = { alg: 'RS256', typ: 'JWT' };
  const claims = { iss: 'https://issuer.test', sub: 'x', exp: 4_102_444_800 };
  for (const [what, token] of [
    ['nonsense', 'nonsense'],
    ['three empty parts', '..'],
    ['unsigned', `${encoded({ alg: 'none' })}.${encoded(claims)}.`],
    ['of another issuer', `${encoded(header)}.${encoded(claims)}.c2ln`],
    ['signed as HMAC', `${encoded({ alg: 'HS256' })}.${encoded(claims)}.c2ln`],
    ['not made of JSON', 'e30x.e30x.e30x'],
    ['very long', 'x'.repeat(20_000)],
  ] as const) {
    test(`9.8: a token that is ${what} is invalid`, async ({ anonymous }) => {
      expectUnauthenticated(await anonymous.as(token).get(TARGET), 'invalid token');
    });
  }

  test('9.8: a valid token with its signature changed is invalid @mock', async ({ api, org }) => {
    const identity = await org.identity();
    const good = await mintToken(api, identity.uid);
    const [head = '', payload = '', signature = ''] = good.split('.');
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    expectUnauthenticated(await api.as([head, payload, flipped].join('.')).get(TARGET), 'invalid token');
    const admin = encoded({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: org.uid });
    expectUnauthenticated(await api.as([head, admin, signature].join('.')).get(TARGET), 'invalid token');
  });
});

test.describe('10.10: operations that do not need a token', () => {
  for (const target of ['/ping/v2/ping', '/advisory/v2/documents', '/advisory/v2/metadata']) {
    test(`${target} answers without one, and refuses a bad one`, async ({ api, anonymous }) => {
      expect((await anonymous.get(target)).status).toBe(200);
      expect((await api.get(target)).status).toBe(200);
      expectUnauthenticated(await anonymous.as('nonsense').get(target), 'invalid token');
    });
  }
});

test.describe('the validity of a token over time @mock', () => {
  test('9.8: the token of a deleted identity is of an unknown identity', async ({ api, org }) => {
    const identity = await org.identity();
    const token = await mintToken(api, identity.uid);
    expect((await api.as(token).get('/iam/v2/groups:checkEligibility')).status).toBe(200);
    ok(await api.delete(`/iam/v2/identities/${identity.uid}`));
    expectUnauthenticated(await api.as(token).get('/iam/v2/groups:checkEligibility'), 'unknown identity');
  });

  for (const [by, good] of [
    ['3599s', true],
    ['3661s', false],
  ] as const) {
    test(`9.8, 10.2: ${by} after it was minted a token is ${good ? 'valid' : 'expired'}`, async ({ ownWorld }) => {
      const api = await ownWorld();
      await steer(api, 'PUT', 'clock', { mode: 'frozen' });
      const viewer = api.as(await mintToken(api, 'viewer', '3600s'));
      expect((await viewer.get(TARGET)).status).toBe(200);
      await advance(api, by);
      const answer = await viewer.get(TARGET);
      if (good) expect(answer.status).toBe(200);
      else expectUnauthenticated(answer, 'token expired');
    });
  }

  test('10.2: a token is an RS256 JWT whose subject is the identity', async ({ api, org }) => {
    const identity = await org.identity();
    const [head = '', payload = ''] = (await mintToken(api, identity.uid)).split('.');
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(read(head)).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
    const claims = read(payload) as Readonly<Record<string, unknown>>;
    expect(claims).toMatchObject({ sub: identity.uid, iss: expect.stringMatching(/^http/), aud: claims.iss });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3_600);
  });

  test('10.3: a fixture names opaque tokens for its identities', async ({ api }) => {
    for (const name of ['admin', 'owner', 'viewer', 'ci-bot']) {
      expect((await api.as(`${name}-token`).get('/iam/v2/groups')).status, name).toBe(200);
    }
  });
});

test('2.5: an unknown path is 404 before it is 401', async ({ anonymous }) => {
  expect((await anonymous.get('/iam/v2/nope')).status).toBe(404);
});

test('7: a bad token is reported before a bad body', async ({ anonymous, org }) => {
  const answer = await anonymous.post(`/registry/v2/repos/${org.uid}`, '{no json');
  expectUnauthenticated(answer, 'missing bearer token');
});

test('L22: a bad token is reported before a bad query', async ({ anonymous }) => {
  expectUnauthenticated(await anonymous.get(`${TARGET}?page_size=-1`), 'missing bearer token');
});
