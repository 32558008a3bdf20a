import { ok, rowsOf } from '../support/answer.ts';
import { expectInvalid, expectMissing, expectViolation } from '../support/errors.ts';
import { oidc } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';
import { expect, test } from '../support/test.ts';

test('5.6: the client secret is never returned', async ({ api, org }) => {
  const provider = await org.provider();
  const answers = [
    provider,
    await api.read(`/iam/v2/identityProviders/${provider.uid}`),
    ok(await api.patch(`/iam/v2/identityProviders/${provider.uid}`, { oidc: { clientSecret: 'other' } })),
    await api.read(`/iam/v2/identityProviders?uidp.ids=${provider.uid}`),
  ];
  for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/clientSecret|"secret"|"other"/);
});

test('5.6: scim is returned by Get and omitted by List', async ({ api, org }) => {
  const provider = await org.provider();
  const got = await api.read(`/iam/v2/identityProviders/${provider.uid}`);
  expect(got.scim).toMatchObject({ credentialState: 'CREDENTIAL_STATE_NOT_ISSUED' });
  const [listed] = rowsOf(await api.read(`/iam/v2/identityProviders?uidp.ids=${provider.uid}`), 'identityProviders');
  expect(listed).not.toHaveProperty('scim');
  const { scim: _, ...rest } = got;
  expect(listed).toEqual(rest);
});

const cases: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
  ['no issuer', { oidc: { ...oidc, issuer: '' } }, 'oidc.issuer'],
  ['an http issuer', { oidc: { ...oidc, issuer: 'http://login.test' } }, 'oidc.issuer'],
  ['an issuer that is not a URL', { oidc: { ...oidc, issuer: 'login' } }, 'oidc.issuer'],
  ['no client id', { oidc: { ...oidc, clientId: undefined } }, 'oidc.clientId'],
  ['no default role', { defaultRole: '' }, 'defaultRole'],
  ['an unknown correlation rule', { oidc: { ...oidc, correlationRule: 'SOME' } }, 'oidc.correlationRule'],
];
for (const [what, fields, field] of cases) {
  test(`5.6: ${what} is refused`, async ({ api, org }) => {
    const body = { name: 'a', defaultRole: roleUid(org.roles, 'viewer'), oidc, ...fields };
    expectInvalid(await api.post(`/iam/v2/identityProviders/${org.uid}`, body), { [field]: /./ });
  });
}

test('5.6: a client secret or PKCE is needed', async ({ api, org }) => {
  const path = `/iam/v2/identityProviders/${org.uid}`;
  const body = { name: 'a', defaultRole: roleUid(org.roles, 'viewer') };
  const without = { issuer: oidc.issuer, clientId: oidc.clientId };
  expect((await api.post(path, { ...body, oidc: without })).status).toBe(400);
  expect(ok(await api.post(path, { ...body, oidc: { ...without, pkceEnabled: true } })).oidc).toMatchObject({
    pkceEnabled: true,
  });
});

test('5.6: an unknown default role is 404', async ({ api, org }) => {
  const role = 'a'.repeat(40);
  const body = { name: 'a', defaultRole: role, oidc };
  expectMissing(await api.post(`/iam/v2/identityProviders/${org.uid}`, body), 'iam/Role', role);
});

test('5.6: an empty secret in an update keeps the stored one', async ({ api, org }) => {
  const provider = await org.provider();
  const target = `/iam/v2/identityProviders/${provider.uid}`;
  ok(await api.patch(`${target}?updateMask=oidc`, { oidc: { ...oidc, clientSecret: '' } }));
  ok(await api.patch(`${target}?updateMask=oidc`, { oidc: { issuer: oidc.issuer, clientId: 'c3' } }));
  expect(ok(await api.patch(target, { oidc: { groupsClaim: 'g' } })).oidc).toMatchObject({
    clientId: 'c3',
    groupsClaim: 'g',
  });
});

test('5.6: the mask oidc.clientSecret clears the secret, which needs PKCE', async ({ api, org }) => {
  const provider = await org.provider();
  const target = `/iam/v2/identityProviders/${provider.uid}`;
  expect((await api.patch(`${target}?updateMask=oidc.clientSecret`, {})).status).toBe(400);
  ok(await api.patch(target, { oidc: { pkceEnabled: true } }));
  ok(await api.patch(`${target}?updateMask=oidc.clientSecret`, {}));
  expectViolation(await api.patch(target, { oidc: { pkceEnabled: false } }), 'oidc.clientSecret');
});

test('5.6: any group may have a provider', async ({ org }) => {
  const group = await org.group();
  expect((await org.provider({}, group.uid)).uid.startsWith(`${group.uid}/`)).toBe(true);
});

test('5.6: the other fields of oidc are kept', async ({ org }) => {
  const more = { additionalScopes: ['email', 'groups'], groupsClaim: 'groups', pkceEnabled: true };
  const { clientSecret: _, ...visible } = { ...oidc, ...more };
  expect((await org.provider({ oidc: { ...oidc, ...more } })).oidc).toEqual(visible);
});
