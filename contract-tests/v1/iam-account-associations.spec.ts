import { type Body, ok, rowsOf } from '../support/answer.ts';
import { expectBare } from '../support/errors.ts';
import { grpcService } from '../support/grpc-service.ts';
import { expect, test } from '../support/grpc-test.ts';

const PATH = '/iam/v1/account_associations';
const SERVICE = 'chainguard.platform.iam.GroupAccountAssociations';

/** The accounts, in v1 and in v2. */
const older = {
  amazon: { account: '123456789012' },
  google: { project_id: 'p', project_number: '1' },
  azure: { tenant_id: 't', client_ids: { oneApp: 'b' } },
  github: { app_installations: { '42': { installations: [{ installation_id: '7', name: 'n' }] } } },
};
const newer = {
  amazon: { account: '123456789012' },
  google: { projectId: 'p', projectNumber: '1' },
  azure: { tenantId: 't', clientIds: { oneApp: 'b' } },
  github: { appInstallations: { '42': { installations: [{ installationId: '7', name: 'n' }] } } },
};

test('12.2, V12: an association is made in v1 by its group and seen in v2', async ({ api, org }) => {
  const given = { name: 'clouds', description: 'd', ...older };
  expect(ok(await api.post(`${PATH}/${org.uid}`, given))).toEqual({ group: org.uid, ...given });
  expect(await api.read(`/iam/v2/accountAssociations/${org.uid}`)).toMatchObject({ uid: org.uid, ...newer });
  expectBare(
    await api.post(`${PATH}/${org.uid}`, given),
    'ALREADY_EXISTS',
    `account association "${org.uid}" already exists`,
  );
});

test('12.2, V12: an association is made in v2 and seen in v1', async ({ api, org }) => {
  await org.association({ name: 'clouds', ...newer });
  const expected = { group: org.uid, name: 'clouds', description: '', ...older };
  expect(await api.read(`${PATH}?group=${org.uid}`)).toEqual({ items: [expected] });
});

test('V2, V3, V8: List filters by group and name, and accepts slices', async ({ api, org }) => {
  const groups: string[] = [];
  const name = `of-${org.uid}`;
  for (let count = 0; count < 3; count += 1) {
    const { uid } = await org.group();
    await org.association({ name }, uid);
    groups.push(uid);
  }
  const list = async (query: string): Promise<readonly unknown[]> =>
    rowsOf(await api.read(`${PATH}?${query}`), 'items').map(({ group }) => group);
  expect(await list(`name=${name}`)).toEqual(groups.toSorted());
  expect(await list(`name=${name}&page_size=2&offset=1`)).toEqual(groups.toSorted().slice(1));
  expect(await list(`name=${name}&group=${groups[1]}`)).toEqual([groups[1]]);
  expect(await list(`group=${org.uid}`)).toEqual([]);
  expect(await list(`group=${'9'.repeat(40)}`)).toEqual([]);
});

test.describe('Update', () => {
  test('V6: a PUT replaces the whole association', async ({ api, org }) => {
    const before = await org.association({ description: 'old', ...newer });
    const body = { name: 'renamed', amazon: { account: '210987654321' } };
    expect(ok(await api.put(`${PATH}/${org.uid}`, body))).toEqual({ group: org.uid, description: '', ...body });
    const after = await api.read(`/iam/v2/accountAssociations/${org.uid}`);
    expect(after).toMatchObject({ uid: org.uid, createTime: before.createTime, amazon: body.amazon });
    for (const gone of ['google', 'azure', 'github']) expect(after).not.toHaveProperty(gone);
  });

  test('V6: the group of the path counts, not that of the body', async ({ api, org }) => {
    const group = await org.group();
    await org.association({}, group.uid);
    expect(ok(await api.put(`${PATH}/${group.uid}`, { group: org.uid, name: 'a' })).group).toBe(group.uid);
  });

  test('V5: a PUT of a missing association is 404', async ({ api, org }) => {
    const says = `account association "${org.uid}" not found`;
    expectBare(await api.put(`${PATH}/${org.uid}`, { name: 'a' }), 'NOT_FOUND', says);
  });

  for (const [what, fields, says] of [
    ['an account of letters', { amazon: { account: 'abc' } }, /: amazon\.account: /],
    ['no project id', { google: { project_number: '1' } }, /: google\.project_id: google\.project_id is required/],
    ['no client ids', { azure: { tenant_id: 't' } }, /: azure\.client_ids: /],
    [
      'an identity that is not a service',
      { chainguard: { service_bindings: { COSIGNED: 'x' } } },
      /: chainguard\.service_bindings\.COSIGNED: /,
    ],
    [
      'an installation of letters',
      { github: { app_installations: { '1': { installations: [{ installation_id: 'x' }] } } } },
      /installations\[0\]\.installation_id: /,
    ],
    ['no name', { name: undefined }, /: name: /],
  ] as const) {
    test(`5.7: ${what} is refused`, async ({ api, org }) => {
      expectBare(await api.post(`${PATH}/${org.uid}`, { name: 'a', ...fields }), 'INVALID_ARGUMENT', says);
    });
  }
});

test.describe('Check', () => {
  test('12.2: a cloud that is configured is Ready, another NotReady', async ({ api, org }) => {
    await org.association({ google: newer.google });
    const check = async (account_type: unknown): Promise<Body> =>
      ok(await api.post(`${PATH}/${org.uid}:check`, { account_type }));
    expect(await check('GOOGLE')).toEqual({ ready: 'Ready', reason: '', message: expect.any(String) });
    for (const type of ['AMAZON', 'AZURE', 2])
      expect(await check(type)).toMatchObject({ ready: 'NotReady', reason: 'not configured' });
  });

  for (const account_type of [undefined, 'UNKNOWN', 'ACCOUNT_PROVIDER_TYPE_GOOGLE', 0]) {
    test(`5.7: the account type ${JSON.stringify(account_type)} is refused`, async ({ api, org }) => {
      await org.association();
      expectBare(await api.post(`${PATH}/${org.uid}:check`, { account_type }), 'INVALID_ARGUMENT', /: account_type: /);
    });
  }

  test('V3: a group without an association is UNKNOWN', async ({ api, org }) => {
    const checked = ok(await api.post(`${PATH}/${org.uid}:check`, { account_type: 'AMAZON' }));
    expect(checked).toEqual({ ready: 'UNKNOWN', reason: '', message: '' });
  });
});

test('V4: a DELETE is an empty 200, also the second time, and leaves the group', async ({ api, org }) => {
  await org.association();
  for (let count = 0; count < 2; count += 1) {
    const answer = await api.delete(`${PATH}/${org.uid}`);
    expect([answer.status, answer.text]).toEqual([200, '']);
  }
  expect((await api.get(`/iam/v2/accountAssociations/${org.uid}`)).status).toBe(404);
  expect((await api.get(`/iam/v2/groups/${org.uid}`)).status).toBe(200);
});

test('12.1: over gRPC each method does the same', async ({ grpc, org }) => {
  const call = grpcService(grpc, SERVICE);
  const given = { group: org.uid, name: 'clouds', ...newer };
  expect(await call('Create', given)).toEqual(given);
  expect(await call('Update', { group: org.uid, name: 'renamed', google: newer.google })).toEqual({
    group: org.uid,
    name: 'renamed',
    google: newer.google,
  });
  expect(await call('Check', { group: org.uid, accountType: 'GOOGLE' })).toMatchObject({ ready: 'Ready' });
  expect(await call('List', { group: org.uid })).toMatchObject({ items: [{ group: org.uid, name: 'renamed' }] });
  expect(await call('Delete', { group: org.uid })).toEqual({});
  expect(await call('Check', { group: org.uid, accountType: 'GOOGLE' })).toEqual({});
});
