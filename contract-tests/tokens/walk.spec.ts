import { type Body, ok, rowsOf, uidsOf } from '../support/answer.ts';
import { expectDenied, expectUnauthenticated } from '../support/errors.ts';
import { roleUid } from '../support/roles.ts';
import { expect, test } from '../support/test.ts';
import { exchanged, mintUpstream } from './exchange.ts';
import { verifiedBy } from './own-token.ts';

/** A workload as a CI service describes it, with numeric ids beside the names. */
const SUBJECT = 'repo:acme@1001/app@2002:ref:refs/heads/main';

test.describe('from an identity to a call and back @mock', () => {
  test('10.1 to 10.7: an exchanged upstream token may call for as long as a role is bound', async ({
    api,
    org,
    shared,
  }) => {
    const { baseUrl } = shared.target;
    const issuer = `https://ci.test/${org.uid}`;
    const identity = await org.identity({ claimMatch: { issuer, subject: SUBJECT } });
    const binding = await org.binding({ identityUid: identity.uid, roleUid: roleUid(org.roles, 'viewer') });
    const repo = await org.repo();

    const upstream = await mintUpstream(api, { issuer, subject: SUBJECT, audience: 'https://a.test' });
    const { token, expiry } = await exchanged(api, upstream);

    const { payload, protectedHeader } = await verifiedBy(baseUrl, token);
    expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: expect.stringMatching(/^[0-9a-f]+$/) });
    expect(payload).toMatchObject({
      iss: baseUrl,
      sub: identity.uid,
      aud: baseUrl,
      act: { iss: issuer, sub: SUBJECT, aud: 'https://a.test' },
    });
    expect(Object.values(payload.act as object).map((value) => typeof value)).toEqual(['string', 'string', 'string']);
    expect(payload.exp).toBe(Number(payload.iat) + 3_600);
    expect(expiry).toBe(new Date(Number(payload.exp) * 1000).toISOString());

    const caller = api.as(token);
    expect((await caller.read(`/registry/v2/repos/${repo.uid}`)).name).toBe(repo.name);

    const whoami = await caller.read('/auth/v1/ok');
    expect(whoami).toMatchObject({
      issuer: baseUrl,
      subject: identity.uid,
      audience: [baseUrl],
      issuedAt: new Date(Number(payload.iat) * 1000).toISOString(),
      expiry,
    });
    const [grant, ...others] = whoami.capabilities as readonly Readonly<Record<string, Body>>[];
    expect(others).toEqual([]);
    expect(grant).toMatchObject({ group: { id: org.uid }, role: { name: 'viewer', id: org.roles.get('viewer') } });
    expect([grant?.role?.capabilities, grant?.capabilities]).toEqual([expect.arrayContaining(['repo.list']), []]);

    ok(await api.delete(`/iam/v2/roleBindings/${binding.uid}`));
    expectDenied(await caller.get(`/registry/v2/repos/${repo.uid}`), /repo\.list/);
    expectDenied(await caller.get('/registry/v2/repos'), /repo\.list/);
    expect((await caller.read('/auth/v1/ok')).capabilities).toEqual([]);

    ok(await api.delete(`/iam/v2/identities/${identity.uid}`));
    expectUnauthenticated(await caller.get('/auth/v1/ok'), 'unknown identity');
  });

  test('10.7: the same token has roles that are bound after it was made', async ({ api, org }) => {
    const issuer = `https://ci.test/${org.uid}`;
    const identity = await org.identity({ claimMatch: { issuer, subject: SUBJECT } });
    const caller = api.as((await exchanged(api, await mintUpstream(api, { issuer, subject: SUBJECT }))).token);
    const repo = await org.repo();
    expectDenied(await caller.get('/registry/v2/repos'));
    await org.binding({ identityUid: identity.uid, roleUid: roleUid(org.roles, 'registry.pull') });
    expect(uidsOf(rowsOf(await caller.read('/registry/v2/repos'), 'repos'))).toEqual([repo.uid]);
  });

  for (const [what, audience, act] of [
    ['one audience', 'https://one.test', 'https://one.test'],
    ['several audiences', ['https://one.test', 'two'], 'https://one.test,two'],
  ] as const) {
    test(`clients §2.4: act.aud is one text for ${what}`, async ({ api, org, shared }) => {
      const issuer = `https://ci.test/${org.uid}`;
      await org.identity({ claimMatch: { issuer, subject: 'x' } });
      const { token } = await exchanged(api, await mintUpstream(api, { issuer, subject: 'x', audience }));
      const { payload } = await verifiedBy(shared.target.baseUrl, token);
      expect(payload.act).toEqual({ iss: issuer, sub: 'x', aud: act });
    });
  }

  for (const [what, claims, expected] of [
    ['a verified address', { email: 'ana@example.com', email_verified: true }, ['ana@example.com', true]],
    ['an unverified address', { email: 'ana@example.com' }, ['ana@example.com', false]],
    ['an address with email_verified false', { email: 'a@b.test', email_verified: false }, ['a@b.test', false]],
    ['no address', {}, [undefined, undefined]],
    ['an address that is not a text', { email: 7 }, [undefined, undefined]],
  ] as const) {
    test(`10.2: the token carries ${what} of the upstream token`, async ({ api, org, shared }) => {
      const issuer = `https://ci.test/${org.uid}`;
      await org.identity({ claimMatch: { issuer, subject: 'x' } });
      const { token } = await exchanged(api, await mintUpstream(api, { issuer, subject: 'x', claims }));
      const { payload } = await verifiedBy(shared.target.baseUrl, token);
      expect([payload.email, payload.email_verified]).toEqual(expected);
      expect((await api.as(token).read('/auth/v1/ok')).email).toBe(expected[0]);
    });
  }
});

test('10.13: whoami returns the identity of a named token, which never expires @mock', async ({
  api,
  viewer,
  shared,
}) => {
  const { baseUrl } = shared.target;
  const whoami = await viewer.read('/auth/v1/ok');
  expect(whoami).toMatchObject({ issuer: baseUrl, audience: [baseUrl] });
  expect(whoami).not.toHaveProperty('expiry');
  expect((await api.read(`/iam/v2/identities/${whoami.subject}`)).name).toBe('viewer');
});

test('10.13: whoami needs a token', async ({ anonymous }) => {
  expectUnauthenticated(await anonymous.get('/auth/v1/ok'), 'missing bearer token');
});
