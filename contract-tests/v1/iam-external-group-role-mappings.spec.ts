import { ok, rowsOf } from '../support/answer.ts';
import { expectBare } from '../support/errors.ts';
import { grpcService } from '../support/grpc-service.ts';
import { expect, test } from '../support/grpc-test.ts';
import { roleUid } from '../support/roles.ts';

const PATH = '/iam/v1/externalGroupRoleMappings';
const SERVICE = 'chainguard.platform.iam.ExternalGroupRoleMappings';

test('12.2, C31: a mapping is made in v1, has a Get there, and is seen in v2', async ({ api, org }) => {
  const provider = await org.provider();
  const given = { external_group_id: 'engineers', role_uidp: roleUid(org.roles, 'viewer'), scope: org.uid };
  const made = ok(await api.post(`${PATH}/${provider.uid}`, given));
  const seen = await api.read(`/iam/v2/externalGroupRoleMappings/${made.id}`);
  expect(seen).toMatchObject({
    identityProviderUid: provider.uid,
    externalGroupId: 'engineers',
    roleUid: given.role_uidp,
    scope: org.uid,
  });
  expect(made).toEqual({
    id: seen.uid,
    identity_provider_uidp: provider.uid,
    ...given,
    created_at: seen.createTime,
  });
  expect(await api.read(`${PATH}/${made.id}`)).toEqual(made);
  expect(await api.read(`${PATH}?identity_provider_uidp=${provider.uid}`)).toEqual({ items: [made] });
});

test('V3: a Get of a missing mapping returns one without values', async ({ api, org }) => {
  const body = await api.read(`${PATH}/${org.uid}/${'9'.repeat(16)}/${'9'.repeat(16)}`);
  expect(body).toEqual({ id: '', identity_provider_uidp: '', external_group_id: '', role_uidp: '', scope: '' });
});

test('V3, V8: List filters by provider and place', async ({ api, org }) => {
  const [one, other] = [await org.provider(), await org.provider()];
  const mappings = [await org.mapping(one.uid), await org.mapping(one.uid), await org.mapping(other.uid)];
  const [a, b, c] = mappings.map(({ uid }) => uid);
  const ids = async (query: string): Promise<readonly unknown[]> =>
    rowsOf(await api.read(`${PATH}?${query}`), 'items').map(({ id }) => id);
  expect(await ids(`identity_provider_uidp=${one.uid}`)).toEqual([a, b].toSorted());
  expect(await ids(`identity_provider_uidp=${one.uid}&page=1&page_size=1`)).toEqual([a, b].toSorted().slice(0, 1));
  expect(await ids(`uidp.descendants_of=${org.uid}`)).toEqual([a, b, c].toSorted());
  expect(await ids(`uidp.children_of=${other.uid}`)).toEqual([c]);
  for (const filter of ['identity_provider_uidp', 'uidp.children_of'])
    expect(await ids(`${filter}=${org.uid}/${'9'.repeat(16)}`), filter).toEqual([]);
});

test('U4: the mappings of a provider out of reach are refused @mock', async ({ org }) => {
  const group = await org.group();
  const provider = await org.provider();
  const caller = await org.caller('viewer', { at: group.uid });
  for (const filter of ['identity_provider_uidp', 'uidp.children_of'])
    expectBare(await caller.get(`${PATH}?${filter}=${provider.uid}`), 'PERMISSION_DENIED');
});

for (const [what, fields, says] of [
  ['no external group', { external_group_id: '' }, 'external_group_id: external_group_id is required'],
  ['no role', { role_uidp: '' }, 'role_uidp: role_uidp is required'],
  ['a scope that is not an organization', { scope: 'x' }, /: scope: scope must be/],
] as const) {
  test(`5.8: ${what} is refused`, async ({ api, org }) => {
    const good = { external_group_id: 'e', role_uidp: roleUid(org.roles, 'viewer'), scope: org.uid };
    const answer = await api.post(`${PATH}/${(await org.provider()).uid}`, { ...good, ...fields });
    expectBare(answer, 'INVALID_ARGUMENT', says);
  });
}

test('5.8: a second equal mapping is 409, and a PUT is not served', async ({ api, org }) => {
  const provider = await org.provider();
  const given = { external_group_id: 'e', role_uidp: roleUid(org.roles, 'viewer'), scope: org.uid };
  const made = ok(await api.post(`${PATH}/${provider.uid}`, given));
  expectBare(await api.post(`${PATH}/${provider.uid}`, given), 'ALREADY_EXISTS');
  expectBare(await api.put(`${PATH}/${made.id}`, given), 'UNIMPLEMENTED');
});

test('10.6: nobody maps to a role with more than they hold @mock', async ({ org }) => {
  const capabilities = ['CAP_IAM_IDENTITY_PROVIDERS_CREATE', 'CAP_IAM_ROLE_BINDINGS_CREATE'];
  const caller = await org.caller((await org.role({ capabilities })).uid);
  const given = { external_group_id: 'e', role_uidp: roleUid(org.roles, 'viewer'), scope: org.uid };
  expectBare(await caller.post(`${PATH}/${(await org.provider()).uid}`, given), 'PERMISSION_DENIED');
});

test('V4: a DELETE is an empty 200, also the second time', async ({ api, org }) => {
  const { uid } = await org.mapping((await org.provider()).uid);
  for (let count = 0; count < 2; count += 1) {
    const answer = await api.delete(`${PATH}/${uid}`);
    expect([answer.status, answer.text]).toEqual([200, '']);
  }
  expect((await api.get(`/iam/v2/externalGroupRoleMappings/${uid}`)).status).toBe(404);
});

test.describe('BatchDelete', () => {
  const target = `${PATH}:batchDelete`;

  test('5.8: deletes several and returns those that existed', async ({ api, org }) => {
    const provider = await org.provider();
    const [one, two] = [await org.mapping(provider.uid), await org.mapping(provider.uid)];
    const listed = rowsOf(await api.read(`${PATH}?identity_provider_uidp=${provider.uid}`), 'items');
    const gone = `${provider.uid}/${'9'.repeat(16)}`;
    const body = ok(await api.post(target, { parent_id: provider.uid, ids: [two.uid, gone, one.uid] }));
    expect(body).toEqual({
      parent_id: provider.uid,
      items: [two.uid, one.uid].map((uid) => listed.find(({ id }) => id === uid)),
    });
    expect(await api.read(`${PATH}?identity_provider_uidp=${provider.uid}`)).toEqual({ items: [] });
  });

  test('5.8: a mapping of another provider is refused, and nothing deleted', async ({ api, org }) => {
    const [provider, other] = [await org.provider(), await org.provider()];
    const [one, stray] = [await org.mapping(provider.uid), await org.mapping(other.uid)];
    const answer = await api.post(target, { parent_id: provider.uid, ids: [one.uid, stray.uid] });
    expectBare(answer, 'INVALID_ARGUMENT', `ids[1]: must be a mapping of ${provider.uid}`);
    expect((await api.get(`/iam/v2/externalGroupRoleMappings/${one.uid}`)).status).toBe(200);
  });

  test('V10: provider and ids are required, and the provider must exist', async ({ api, org }) => {
    const missing = `${org.uid}/${'9'.repeat(16)}`;
    const { uid } = await org.provider();
    expectBare(await api.post(target, { parent_id: uid }), 'INVALID_ARGUMENT', 'ids: ids is required');
    expectBare(await api.post(target, { ids: [uid] }), 'INVALID_ARGUMENT', 'parent_id: parent_id is required');
    const answer = await api.post(target, { parent_id: missing, ids: [`${missing}/${'9'.repeat(16)}`] });
    expectBare(answer, 'NOT_FOUND', `identity provider "${missing}" not found`);
  });
});

test('12.1: over gRPC each method does the same', async ({ grpc, org }) => {
  const call = grpcService(grpc, SERVICE);
  const { uid: parentId } = await org.provider();
  const mapping = { externalGroupId: 'e', roleUidp: roleUid(org.roles, 'viewer'), scope: org.uid };
  const made = await call('Create', { parentId, mapping });
  expect(made).toMatchObject({ identityProviderUidp: parentId, ...mapping });
  expect(await call('Get', { uid: made.id })).toEqual(made);
  expect(await call('List', { identityProviderUidp: parentId })).toEqual({ items: [made] });
  expect(await call('Delete', { id: made.id })).toEqual({});
  expect(await call('Get', { uid: made.id })).toEqual({});
  const again = await call('Create', { parentId, mapping });
  expect(await call('BatchDelete', { parentId, ids: [again.id] })).toEqual({ parentId, items: [again] });
});
