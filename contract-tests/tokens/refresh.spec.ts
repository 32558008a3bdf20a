import { type Answer, type Body, ok, rowsOf, uidsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectDenied, expectError, expectUnauthenticated } from '../support/errors.ts';
import { advance, steer } from '../support/mock.ts';
import type { Org } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';
import { expect, test } from '../support/test.ts';
import { askExchange, askRefresh, exchanged, mintUpstream, type Parameters } from './exchange.ts';
import { claimsOf, verifiedBy } from './own-token.ts';

interface RawToken {
  readonly token: string;
  readonly expiry: string;
}

/** The members of a refresh token that clients read (clients §2.4). */
const partsOf = (refresh: string): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(refresh, 'base64').toString('utf8')) as Readonly<Record<string, unknown>>;

const inside = (refresh: string): string => String(partsOf(refresh).token);

const pairOf = (answer: Answer): { readonly token: RawToken; readonly refreshToken: RawToken } =>
  ok(answer) as unknown as ReturnType<typeof pairOf>;

const refusedAs = (answer: Answer, says: string): void => {
  expectError(answer, 'UNAUTHENTICATED', { service: 'oidc', says, details: [] });
  expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
};

/** The answer of a first exchange for a new viewer. */
const begin = async (
  api: Api,
  org: Org,
  parameters: Parameters = [],
): Promise<Body & { readonly identity: string }> => {
  const issuer = `https://ci.test/${org.uid}`;
  const { uid } = await org.identity({ claimMatch: { issuer, subject: 'x' } });
  await org.binding({ identityUid: uid, roleUid: roleUid(org.roles, 'viewer') });
  const upstream = await mintUpstream(api, { issuer, subject: 'x', claims: { email: 'ana@example.com' } });
  return { ...(await exchanged(api, upstream, parameters)), identity: uid };
};

test.describe('refresh tokens @mock', () => {
  test('clients §2.4: standard base64, padded, of JSON with its expiry', async ({ api, org }) => {
    const { refreshToken } = await begin(api, org);
    const upstream = await mintUpstream(api, { issuer: `https://ci.test/${org.uid}`, subject: 'x' });
    const refreshTokens = [String(refreshToken)];
    // Of these lengths at least one needs padding.
    for (const aud of ['a', 'ab', 'abc']) {
      refreshTokens.push(String((await exchanged(api, upstream, [['aud', aud]])).refreshToken));
    }
    for (const text of refreshTokens) {
      expect(text).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
      expect(text.length % 4).toBe(0);
      const { exp } = partsOf(text);
      expect(Number.isInteger(exp)).toBe(true);
      // Longer than the access token beside it.
      expect(Number(exp)).toBeGreaterThan(Date.now() / 1000 + 3_600);
    }
    expect(refreshTokens.filter((text) => text.endsWith('='))).not.toEqual([]);
  });

  test('clients §2.2: a refresh returns a pair, both with their expiry', async ({ api, org, shared }) => {
    const first = await begin(api, org);
    const answer = await askRefresh(api, String(first.refreshToken));
    const { token, refreshToken } = pairOf(answer);
    expect(Object.keys(answer.body)).toEqual(['token', 'refreshToken']);
    for (const raw of [token, refreshToken]) {
      expect(Object.keys(raw).filter((name) => name !== 'refreshToken')).toEqual(['token', 'expiry']);
      expect(raw.token).not.toBe('');
    }
    const before = claimsOf(first.token);
    const { payload } = await verifiedBy(shared.target.baseUrl, token.token);
    const { iss, sub, aud, act, email, email_verified: verified } = payload;
    expect({ iss, sub, aud, act, email, verified }).toEqual({
      iss: before.iss,
      sub: first.identity,
      aud: before.aud,
      act: before.act,
      email: 'ana@example.com',
      verified: false,
    });
    expect(payload.jti).not.toBe(before.jti);
    expect(Number(payload.exp) - Number(payload.iat)).toBe(3_600);
    expect(new Date(Number(payload.exp) * 1000).toISOString()).toBe(token.expiry);
    expect(new Date(Number(partsOf(refreshToken.token).exp) * 1000).toISOString()).toBe(refreshToken.expiry);
    expect((await api.as(token.token).get('/registry/v2/repos')).status).toBe(200);
    // The second refresh token of the pair is valid as well.
    pairOf(await askRefresh(api, refreshToken.token));
  });

  for (const [what, headers, body] of [
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'aud=a&aud=b'],
    ['JSON', { 'content-type': 'application/json' }, { aud: ['a', 'b'] }],
  ] as const) {
    test(`clients §2.3: a refresh accepts ${what}`, async ({ api, org }) => {
      const caller = api.as(String((await begin(api, org)).refreshToken));
      const { token } = pairOf(await caller.send('POST', '/sts/exchange_refresh_token', { headers, body }));
      expect(claimsOf(token.token).aud).toEqual(['a', 'b']);
    });
  }

  test('10.14: audiences stay the same, until others are requested', async ({ api, org }) => {
    const { refreshToken } = await begin(api, org, [['aud', 'a']]);
    const second = pairOf(await askRefresh(api, String(refreshToken)));
    expect(claimsOf(second.token.token).aud).toBe('a');
    const third = pairOf(await askRefresh(api, second.refreshToken.token, [['aud', 'b']]));
    expect(claimsOf(third.token.token).aud).toBe('b');
  });
});

test.describe('invalid refresh tokens @mock', () => {
  test('9.8: no form of it is accepted as an access token or as an upstream one', async ({ api, org }) => {
    const refresh = String((await begin(api, org)).refreshToken);
    for (const token of [refresh, inside(refresh)]) {
      expectUnauthenticated(await api.as(token).get('/auth/v1/ok'), 'invalid token');
      expectUnauthenticated(await api.as(token).get('/registry/v2/repos'), 'invalid token');
      refusedAs(await askExchange(api, token), 'invalid token');
      expectUnauthenticated(await api.as(token).post('/auth/v1/register', { code: 'x' }), 'invalid token');
    }
  });

  for (const [what, change] of [
    ['only the signed part', (refresh: string) => inside(refresh)],
    ['nonsense', () => 'nonsense'],
    ['base64 of an empty text', () => Buffer.from('{}').toString('base64')],
    ['base64 of JSON that is not an object', () => Buffer.from('"x"').toString('base64')],
    ['base64 of null', () => Buffer.from('null').toString('base64')],
    ['a token that is not a text', () => Buffer.from('{"exp":4102444800,"token":1}').toString('base64')],
    ['half of it', (refresh: string) => refresh.slice(0, refresh.length / 2)],
    [
      'its signature changed',
      (refresh: string) => {
        const token = inside(refresh);
        const at = token.lastIndexOf('.') + 1;
        const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
        return Buffer.from(JSON.stringify({ ...partsOf(refresh), token: changed })).toString('base64');
      },
    ],
    [
      'its claims changed',
      (refresh: string) => {
        const [head, , signature] = inside(refresh).split('.');
        const claims = { ...claimsOf(inside(refresh)), kept: { audience: ['x'], actor: {} } };
        const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
        const token = [head, payload, signature].join('.');
        return Buffer.from(JSON.stringify({ exp: claims.exp, token })).toString('base64');
      },
    ],
  ] as const) {
    test(`9.8: ${what} is invalid`, async ({ api, org }) => {
      const refresh = String((await begin(api, org)).refreshToken);
      refusedAs(await askRefresh(api, change(refresh)), 'invalid token');
      pairOf(await askRefresh(api, refresh));
    });
  }

  test('9.8: a changed expiry in its readable part does not extend it', async ({ ownWorld }) => {
    const api = await ownWorld();
    await steer(api, 'PUT', 'clock', { mode: 'frozen' });
    const upstream = await mintUpstream(api, { issuer: 'https://issuer.example.com', subject: 'viewer' });
    const refresh = String((await exchanged(api, upstream)).refreshToken);
    const { now } = ok(await steer(api, 'GET', 'clock'));
    const life = Number(partsOf(refresh).exp) - Math.floor(Date.parse(String(now)) / 1000);
    const forever = { ...partsOf(refresh), exp: 4_102_444_800 };
    const longer = Buffer.from(JSON.stringify(forever)).toString('base64');
    await advance(api, `${life - 1}s`);
    for (const token of [refresh, longer]) pairOf(await askRefresh(api, token));
    await advance(api, '62s');
    for (const token of [refresh, longer]) refusedAs(await askRefresh(api, token), 'token expired');
  });

  test('9.8: an access token and an upstream token are not refresh tokens', async ({ api, org }) => {
    const { token } = await begin(api, org);
    const wrapped = Buffer.from(JSON.stringify({ exp: 4_102_444_800, token })).toString('base64');
    for (const bad of [token, wrapped]) refusedAs(await askRefresh(api, bad), 'invalid token');
  });

  test('9.8: it ends with its identity', async ({ api, org }) => {
    const { refreshToken, identity } = await begin(api, org);
    ok(await api.delete(`/iam/v2/identities/${identity}`));
    refusedAs(await askRefresh(api, String(refreshToken)), 'unknown identity');
  });

  for (const query of ['scope=a&scope=b', 'aud=', 'aud=%zz', 'scopes=x', 'cap=x']) {
    test(`L22: ${query} is 400, and a bad token is reported first`, async ({ api, org }) => {
      const target = `/sts/exchange_refresh_token?${query}`;
      const good = api.as(String((await begin(api, org)).refreshToken));
      expectError(await good.post(target), 'INVALID_ARGUMENT', { service: 'oidc' });
      refusedAs(await api.as('nonsense').post(target), 'invalid token');
    });
  }
});

test.describe('narrowed tokens that are refreshed @mock', () => {
  test('10.14: a refresh keeps scopes and capabilities, and cannot widen them', async ({ api, org }) => {
    const [child, sibling] = [await org.group(), await org.group()];
    const below = await org.group({}, child.uid);
    const [inChild, inBelow] = [await org.repo({}, child.uid), await org.repo({}, below.uid)];
    await org.repo();
    const { refreshToken } = await begin(api, org, [
      ['scopes', child.uid],
      ['cap', 'repo.list'],
      ['cap', 'tag.list'],
    ]);
    const refresh = (parameters: Parameters = []) => askRefresh(api, String(refreshToken), parameters);
    const repos = async (answer: Answer): Promise<readonly string[]> =>
      uidsOf(rowsOf(await api.as(pairOf(answer).token.token).read('/registry/v2/repos'), 'repos'));

    const same = await refresh();
    expect(claimsOf(pairOf(same).token.token).scope).toBe(child.uid);
    expect(Object.keys(claimsOf(pairOf(same).token.token).cap as object)).toEqual([child.uid]);
    expect(new Set(await repos(same))).toEqual(new Set([inChild.uid, inBelow.uid]));
    expectDenied(await api.as(pairOf(same).token.token).get('/iam/v2/groups'), /groups\.list/);

    expect(new Set(await repos(await refresh([['scopes', org.uid]])))).toEqual(new Set([inChild.uid, inBelow.uid]));
    expect(await repos(await refresh([['scopes', below.uid]]))).toEqual([inBelow.uid]);
    const outside = await refresh([['scopes', sibling.uid]]);
    expectError(outside, 'PERMISSION_DENIED', { service: 'oidc', says: /scopes/, details: [] });
    const widened = await refresh([['cap', 'groups.list']]);
    expectError(widened, 'PERMISSION_DENIED', { service: 'oidc', says: /cap/, details: [] });
    const partly = pairOf(
      await refresh([
        ['cap', 'groups.list'],
        ['cap', 'repo.list'],
      ]),
    );
    expectDenied(await api.as(partly.token.token).get('/iam/v2/groups'), /groups\.list/);

    // A token that is narrowed again stays narrowed.
    const narrower = pairOf(await refresh([['scopes', below.uid]])).refreshToken.token;
    const back = await askRefresh(api, narrower, [['scopes', child.uid]]);
    expect(await repos(back)).toEqual([inBelow.uid]);
  });

  test('10.14: a token that was confined to nothing can be narrowed later', async ({ api, org }) => {
    const child = await org.group();
    const { refreshToken } = await begin(api, org);
    const { token } = pairOf(await askRefresh(api, String(refreshToken), [['scopes', child.uid]]));
    expect(claimsOf(token.token).scope).toBe(child.uid);
    expectDenied(await api.as(token.token).get(`/iam/v2/groups/${org.uid}`));
  });
});
