import { ok, rowsOf } from '../support/answer.ts';
import { expectInvalid, expectMissing } from '../support/errors.ts';
import { advance } from '../support/mock.ts';
import { createOrg } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';
import { expect, test } from '../support/test.ts';

test('5.2: the code is shown by the create and never again', async ({ api, org }) => {
  const invite = await org.invite({ email: 'a@a.test' });
  expect(invite.code).toMatch(/./);
  const { code, ...rest } = invite;
  expect(await api.read(`/iam/v2/groupInvites/${invite.uid}`)).toEqual(rest);
  expect(rowsOf(await api.read(`/iam/v2/groupInvites?uidp.ids=${invite.uid}`), 'groupInvites')).toEqual([rest]);
  const patched = ok(await api.patch(`/iam/v2/groupInvites/${invite.uid}`, { singleUse: true }));
  expect(JSON.stringify(patched)).not.toContain(String(code));
});

test('5.2: role, expiry and key are filled in', async ({ org }) => {
  const invite = await org.invite({ ttl: '604800s', singleUse: true });
  expect(invite).toMatchObject({ role: { uid: roleUid(org.roles, 'viewer'), name: 'viewer' }, singleUse: true });
  expect(Date.parse(String(invite.expirationTime)) - Date.parse(invite.createTime)).toBe(604_800_000);
  expect(invite.keyId).toMatch(/./);
  const { capabilities } = invite.role as { readonly capabilities: readonly string[] };
  expect(capabilities).toContain('CAP_REPO_LIST');
});

for (const [ttl, says] of [
  ['0s', 'ttl must be positive'],
  ['-1s', 'ttl must be positive'],
  ['1h', /./],
  ['60', /./],
  [60, /./],
  ['s', /./],
] as const) {
  test(`5.2: a ttl of ${JSON.stringify(ttl)} is refused`, async ({ api, org }) => {
    const body = { roleUid: roleUid(org.roles, 'viewer'), ttl };
    expectInvalid(await api.post(`/iam/v2/groupInvites/${org.uid}`, body), { ttl: says });
  });
}

for (const email of ['Name <a@a.test>', 'a', 'a@', '@a.test', 'a b@a.test', 'a@a.test, b@a.test']) {
  test(`5.2: "${email}" is not an address`, async ({ api, org }) => {
    const body = { roleUid: roleUid(org.roles, 'viewer'), ttl: '60s', email };
    expectInvalid(await api.post(`/iam/v2/groupInvites/${org.uid}`, body), { email: /./ });
  });
}

test('5.2: an unknown role is 404', async ({ api, org }) => {
  const role = '8'.repeat(40);
  const answer = await api.post(`/iam/v2/groupInvites/${org.uid}`, { roleUid: role, ttl: '60s' });
  expectMissing(answer, 'iam/Role', role);
});

test('C22: a ttl in an update counts from the update', async ({ api, org }) => {
  const invite = await org.invite({ ttl: '60s' });
  const changed = ok(await api.patch(`/iam/v2/groupInvites/${invite.uid}`, { ttl: '7200s' }));
  expect(Date.parse(String(changed.expirationTime)) - Date.parse(changed.updateTime)).toBe(7_200_000);
  expectInvalid(await api.patch(`/iam/v2/groupInvites/${invite.uid}`, { ttl: '0s' }), { ttl: 'ttl must be positive' });
});

test('C22: role, email and single use can be updated, the rest is ignored', async ({ api, org }) => {
  const invite = await org.invite();
  const editor = roleUid(org.roles, 'editor');
  const body = {
    roleUid: editor,
    email: 'b@a.test',
    singleUse: true,
    code: 'x',
    keyId: 'x',
    expirationTime: '2000-01-01T00:00:00Z',
  };
  const changed = ok(await api.patch(`/iam/v2/groupInvites/${invite.uid}`, body));
  expect(changed).toMatchObject({
    role: { uid: editor, name: 'editor' },
    email: 'b@a.test',
    singleUse: true,
    keyId: invite.keyId,
    expirationTime: invite.expirationTime,
  });
});

test('5.2: an invite that has expired stays listed until it is deleted @mock', async ({ ownServer, shared }) => {
  const server = await ownServer();
  const api = server.api.as('admin-token');
  const org = await createOrg(api, shared.roles);
  const invite = await org.invite({ ttl: '60s' });
  await advance(api, '2h');
  expect((await api.read(`/iam/v2/groupInvites?uidp.children_of=${org.uid}`)).totalCount).toBe('1');
  ok(await api.delete(`/iam/v2/groupInvites/${invite.uid}`));
});
