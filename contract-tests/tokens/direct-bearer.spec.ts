import { type Body, ok, rowsOf, uidsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectDenied, expectUnauthenticated } from '../support/errors.ts';
import { advance, steer } from '../support/mock.ts';
import { roleUid } from '../support/roles.ts';
import { expect, test } from '../support/test.ts';
import { callerOf, exchanged, mintUpstream } from './exchange.ts';
import { keySetOf, thirdPartyKey } from './third-party.ts';

test.describe('an upstream token as a bearer @mock', () => {
  test('10.4: the only identity that it matches is the caller', async ({ api, org, shared }) => {
    const issuer = `https://ci.test/${org.uid}`;
    const { uid } = await org.identity({ claimMatch: { issuer, subject: 'x' } });
    await org.binding({ identityUid: uid, roleUid: roleUid(org.roles, 'editor') });
    const caller = api.as(await mintUpstream(api, { issuer, subject: 'x', audience: ['a', shared.target.baseUrl] }));
    const repo = ok(await caller.post(`/registry/v2/repos/${org.uid}`, { name: 'made' }));
    expect(uidsOf(rowsOf(await caller.read('/registry/v2/repos'), 'repos'))).toEqual([repo.uid]);
    expect(await caller.read('/auth/v1/ok')).toMatchObject({
      issuer,
      subject: 'x',
      audience: ['a', shared.target.baseUrl],
      capabilities: [{ group: { id: org.uid }, role: { name: 'editor' } }],
    });
    expect((await caller.get('/ping/v2/ping')).status).toBe(200);
  });

  test('10.4: removing its role or its identity takes effect immediately', async ({ api, org }) => {
    const issuer = `https://ci.test/${org.uid}`;
    const { uid } = await org.identity({ claimMatch: { issuer, subject: 'x' } });
    const binding = await org.binding({ identityUid: uid });
    const caller = api.as(await mintUpstream(api, { issuer, subject: 'x' }));
    expect((await caller.get('/registry/v2/repos')).status).toBe(200);
    ok(await api.delete(`/iam/v2/roleBindings/${binding.uid}`));
    expectDenied(await caller.get('/registry/v2/repos'));
    ok(await api.delete(`/iam/v2/identities/${uid}`));
    expectUnauthenticated(await caller.get('/registry/v2/repos'), 'invalid token');
  });

  test('10.4: an identity that no longer matches is no longer the caller', async ({ api, org }) => {
    const issuer = `https://ci.test/${org.uid}`;
    const { uid } = await org.identity({ claimMatch: { issuer, subject: 'x' } });
    const caller = api.as(await mintUpstream(api, { issuer, subject: 'x' }));
    expect((await caller.get('/auth/v1/ok')).status).toBe(200);
    ok(await api.patch(`/iam/v2/identities/${uid}`, { claimMatch: { issuer, subject: 'y' } }));
    expectUnauthenticated(await caller.get('/auth/v1/ok'), 'invalid token');
  });

  test('10.4: no match and several matches are 401', async ({ api, org }) => {
    const issuer = `https://ci.test/${org.uid}`;
    const caller = api.as(await mintUpstream(api, { issuer, subject: 'x' }));
    for (const target of ['/auth/v1/ok', '/ping/v2/ping', '/registry/v2/repos']) {
      expectUnauthenticated(await caller.get(target), 'invalid token');
    }
    await org.identity({ claimMatch: { issuer, subject: 'x' } });
    expect((await caller.get('/auth/v1/ok')).status).toBe(200);
    await org.identity({ claimMatch: { issuer, subjectPattern: '.*' } });
    expectUnauthenticated(await caller.get('/auth/v1/ok'), 'invalid token');
  });
});

test('10.4: an untrusted issuer is 401, whatever identities match', async ({ api, org }) => {
  const issuer = `https://ci.test/${org.uid}`;
  await org.identity({ claimMatch: { issuer, subject: 'x' } });
  const key = await thirdPartyKey('RS256', 'k');
  expectUnauthenticated(await api.as(await key.sign({ iss: issuer, sub: 'x' })).get('/auth/v1/ok'), 'invalid token');
});

test.describe('when an identity was last seen @mock', () => {
  const START = Date.parse('2030-01-01T00:00:00Z');
  const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();

  const frozen = async (api: Api, orgId: string): Promise<() => Promise<unknown>> => {
    ok(await steer(api, 'PUT', 'clock', { mode: 'frozen', now: at(0) }));
    const claimMatch = { issuer: 'https://ci.test', subject: 'x' };
    const made: Body = ok(await api.post(`/iam/v2/identities/${orgId}`, { name: 'seen', claimMatch }));
    return async () => (await api.read(`/iam/v2/identities/${made.uid}`)).lastSeenTime;
  };

  test('10.12: an access token moves it at most once a minute', async ({ ownServer }) => {
    const { api: signed, ready } = await ownServer();
    const api = signed.as('admin-token');
    const lastSeen = await frozen(api, ready.orgId);
    expect(await lastSeen()).toBe(at(0));
    const caller = api.as(await mintUpstream(api, { issuer: 'https://ci.test', subject: 'x' }));
    const use = async (by: string): Promise<unknown> => {
      await advance(api, by);
      expect((await caller.get('/auth/v1/ok')).status).toBe(200);
      return lastSeen();
    };
    expect(await use('59s')).toBe(at(0));
    expect(await use('1s')).toBe(at(60));
    expect(await use('30s')).toBe(at(60));
    // Another token of the same identity counts as the same identity.
    await api.as(await mintUpstream(api, { issuer: 'https://ci.test', subject: 'x' })).get('/auth/v1/ok');
    expect(await lastSeen()).toBe(at(60));
    expect(await use('29s')).toBe(at(60));
    expect(await use('1s')).toBe(at(120));
    expect(await use('600s')).toBe(at(720));
  });

  test('10.12: every exchange and refresh moves it, calls and refused exchanges do not', async ({ ownServer }) => {
    const { api: signed, ready } = await ownServer();
    const api = signed.as('admin-token');
    const lastSeen = await frozen(api, ready.orgId);
    const upstream = await mintUpstream(api, { issuer: 'https://ci.test', subject: 'x' });
    await advance(api, '1s');
    const { refreshToken } = await exchanged(api, upstream);
    expect(await lastSeen()).toBe(at(1));
    await advance(api, '1s');
    const caller = await callerOf(api, upstream);
    expect(await lastSeen()).toBe(at(2));
    await advance(api, '1s');
    ok(await api.as(String(refreshToken)).post('/sts/exchange_refresh_token'));
    expect(await lastSeen()).toBe(at(3));
    await advance(api, '200s');
    await caller.get('/auth/v1/ok');
    expect((await api.as(upstream).post('/sts/exchange?aud=')).status).toBe(400);
    expect(await lastSeen()).toBe(at(3));
  });

  test('10.12: a change of lastSeenTime leaves updateTime unchanged', async ({ ownServer }) => {
    const { api: signed, ready } = await ownServer();
    const api = signed.as('admin-token');
    await frozen(api, ready.orgId);
    await advance(api, '100s');
    await exchanged(api, await mintUpstream(api, { issuer: 'https://ci.test', subject: 'x' }));
    const [row] = rowsOf(await api.read('/iam/v2/identities?name=seen'), 'identities');
    expect(row).toMatchObject({ createTime: at(0), updateTime: at(0), lastSeenTime: at(100) });
  });

  test('10.4, 10.5: expired static keys belong to no identity', async ({ ownServer }) => {
    const { api: signed, ready } = await ownServer();
    const api = signed.as('admin-token');
    ok(await steer(api, 'PUT', 'clock', { mode: 'frozen', now: at(0) }));
    const key = await thirdPartyKey('EdDSA', 'k');
    const issuerKeys = JSON.stringify(keySetOf(key));
    const staticKeys = { issuer: 'https://static.test', subject: 'x', issuerKeys, expirationTime: at(30) };
    ok(await api.post(`/iam/v2/identities/${ready.orgId}`, { name: 'static', staticKeys }));
    const caller = api.as(await key.sign({ iss: 'https://static.test', sub: 'x' }, { now: START / 1000 }));
    expect((await caller.get('/auth/v1/ok')).status).toBe(200);
    await advance(api, '29s');
    expect((await caller.get('/auth/v1/ok')).status).toBe(200);
    await advance(api, '1s');
    expectUnauthenticated(await caller.get('/auth/v1/ok'), 'unknown identity');
  });
});
