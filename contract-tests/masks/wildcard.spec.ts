import { ok } from '../support/answer.ts';
import { expectInvalid, expectViolation } from '../support/errors.ts';
import { oidc } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';
import { expect, test } from '../support/test.ts';
import { updatables } from '../support/updatable.ts';

for (const { plural, path, make, field, other } of updatables) {
  test(`6.11: * on ${plural} without the required fields is refused`, async ({ api, org }) => {
    const row = await make(org);
    const answer = await api.patch(`${path}/${row.uid}?updateMask=*`, {});
    expect(answer.status).toBe(400);
    expect(await api.read(`${path}/${row.uid}`)).toMatchObject({ [field]: row[field], [other]: row[other] });
  });

  test(`6.11: * cannot be mixed with other paths on ${plural}`, async ({ api, org }) => {
    const row = await make(org);
    for (const mask of [`*,${field}`, `${field},*`]) {
      expectViolation(await api.patch(`${path}/${row.uid}?updateMask=${mask}`, { ...row }), 'updateMask');
    }
  });

  test(`6.11: * keeps the output-only fields of ${plural}`, async ({ api, org }) => {
    const row = await make(org);
    const body = { ...row, uid: 'x', createTime: '2000-01-01T00:00:00Z', oidc };
    const changed = ok(await api.patch(`${path}/${row.uid}?updateMask=%2A`, body));
    expect(changed).toMatchObject({ uid: row.uid, createTime: row.createTime, [field]: row[field] });
  });
}

test('6.11: * clears the fields of a repo that the body omits', async ({ api, org }) => {
  const repo = await org.repo({
    description: 'd',
    catalogTier: 'CATALOG_TIER_BASE',
    bundles: ['base'],
    aliases: ['a:b'],
  });
  const changed = ok(await api.patch(`/registry/v2/repos/${repo.uid}?updateMask=*`, { name: 'n' }));
  const { updateTime } = changed;
  expect(changed).toEqual({ uid: repo.uid, name: 'n', description: '', createTime: repo.createTime, updateTime });
});

test('6.11: * names the required field that is missing', async ({ api, org }) => {
  const repo = await org.repo();
  expectInvalid(await api.patch(`/registry/v2/repos/${repo.uid}?updateMask=*`, { description: 'x' }), {
    name: 'name must match "^[a-z0-9 ._-]{1,}$"',
  });
});

test('6.11: * ignores an unknown key', async ({ api, org }) => {
  const repo = await org.repo();
  expect(ok(await api.patch(`/registry/v2/repos/${repo.uid}?updateMask=*`, { name: 'n', bogus: 1 })).name).toBe('n');
});

test('C23: * on a group keeps kind, status and verified', async ({ api, org }) => {
  const group = ok(await api.patch(`/iam/v2/groups/${org.uid}`, { kind: 'ORG_KIND_CUSTOMER', description: 'd' }));
  expect(group).toMatchObject({ kind: 'ORG_KIND_CUSTOMER', status: 'ORG_STATUS_READY' });
  const changed = ok(await api.patch(`/iam/v2/groups/${org.uid}?updateMask=*`, { name: 'n' }));
  expect(changed).toMatchObject({ name: 'n', description: '', kind: 'ORG_KIND_CUSTOMER', status: 'ORG_STATUS_READY' });
});

test('6.11: * keeps the client secret that the body leaves empty', async ({ api, org }) => {
  const provider = await org.provider();
  const body = { name: 'n', defaultRole: roleUid(org.roles, 'viewer'), oidc: { issuer: oidc.issuer, clientId: 'c2' } };
  const changed = ok(await api.patch(`/iam/v2/identityProviders/${provider.uid}?updateMask=*`, body));
  expect(changed).toMatchObject({ name: 'n', oidc: { issuer: oidc.issuer, clientId: 'c2' } });
  expect(changed.oidc).not.toHaveProperty('clientSecret');
});

test('6.11: * does not need an input-only field again', async ({ api, org }) => {
  const invite = await org.invite({ email: 'a@a.test' });
  const body = { roleUid: roleUid(org.roles, 'viewer') };
  const changed = ok(await api.patch(`/iam/v2/groupInvites/${invite.uid}?updateMask=*`, body));
  expect(changed.expirationTime).toBe(invite.expirationTime);
  expect(changed.email ?? '').toBe('');
});

test('6.11: * replaces the relationship of an identity', async ({ api, org }) => {
  const identity = await org.identity({ description: 'd' });
  const claimMatch = { issuerPattern: 'https://.*', subject: 's' };
  const changed = ok(await api.patch(`/iam/v2/identities/${identity.uid}?updateMask=*`, { name: 'n', claimMatch }));
  expect(changed).toMatchObject({ name: 'n', description: '', claimMatch });
  expect(changed.claimMatch).toEqual(claimMatch);
});
