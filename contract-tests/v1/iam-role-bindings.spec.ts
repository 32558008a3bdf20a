import { ok, rowsOf } from '../support/answer.ts';
import { expectBare } from '../support/errors.ts';
import { grpcService } from '../support/grpc-service.ts';
import { expect, test } from '../support/grpc-test.ts';
import { bindingsOf, type Org } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';

const PATH = '/iam/v1/rolebindings';
const SERVICE = 'chainguard.platform.iam.RoleBindings';

const item = async (org: Org, fields: object = {}): Promise<{ readonly identity: string; readonly role: string }> => ({
  identity: (await org.identity()).uid,
  role: roleUid(org.roles, 'viewer'),
  ...fields,
});

test('12.2, V12: a binding is made in v1 with ids only and seen in v2', async ({ api, org }) => {
  const given = await item(org);
  const made = ok(await api.post(`${PATH}/${org.uid}`, given));
  expect(made).toEqual({ id: expect.stringMatching(`^${org.uid}/`), ...given, group: org.uid });
  expect(await api.read(`/iam/v2/roleBindings/${made.id}`)).toMatchObject({
    identityUid: given.identity,
    roleUid: given.role,
    group: { uid: org.uid },
  });
});

test('12.2: the group of a body is ignored', async ({ api, org }) => {
  const group = await org.group();
  const given = await item(org, { group: group.uid });
  expect(ok(await api.post(`${PATH}/${org.uid}`, given)).group).toBe(org.uid);
});

test.describe('List', () => {
  test('12.2: items have the whole group and role, and the known fields of the identity', async ({ api, org }) => {
    const group = await org.group({ name: 'team', description: 'the team' });
    const claimMatch = { issuer: 'https://issuer.test', subject: 's' };
    const role = await org.role({ name: 'pusher', capabilities: ['CAP_REPO_LIST', 'CAP_TAG_LIST'] });
    const { uid } = await org.identity({ claimMatch });
    const binding = await org.binding({ identityUid: uid, roleUid: role.uid }, group.uid);
    expect(await api.read(`${PATH}?id=${binding.uid}`)).toEqual({
      items: [
        {
          id: binding.uid,
          group: expect.objectContaining({ id: group.uid, name: 'team', description: 'the team', verified: false }),
          identity: uid,
          role: { id: role.uid, name: 'pusher', description: '', capabilities: ['repo.list', 'tag.list'] },
          email: '',
          claim_match_issuer: claimMatch.issuer,
          claim_match_subject: claimMatch.subject,
          created_at: binding.createTime,
          email_unverified: '',
        },
      ],
    });
  });

  test('5.5: patterns show no issuer and no subject', async ({ api, org }) => {
    const { uid } = await org.identity({ claimMatch: { issuerPattern: '.*', subjectPattern: '.*' } });
    const binding = await org.binding({ identityUid: uid });
    const [row] = rowsOf(await api.read(`${PATH}?id=${binding.uid}`), 'items');
    expect(row).toMatchObject({ claim_match_issuer: '', claim_match_subject: '' });
  });

  test('V8, V11: the full result set by place, in the order of ids, or a slice of it', async ({ api, org }) => {
    const group = await org.group();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await org.binding({}, group.uid)).uid);
    const query = `${PATH}?uidp.children_of=${group.uid}`;
    const list = async (more = ''): Promise<readonly unknown[]> =>
      rowsOf(await api.read(query + more), 'items').map(({ id }) => id);
    expect(await list()).toEqual(ids.toSorted());
    expect(await list('&offset=1')).toEqual(ids.toSorted().slice(1));
    expect(await list(`&id=${ids[0]}`)).toEqual([ids[0]]);
  });

  test('V3: an unknown id or place is an empty list', async ({ api, org }) => {
    const missing = `${org.uid}/${'9'.repeat(16)}`;
    for (const filter of ['id', 'uidp.children_of'])
      expect(await api.read(`${PATH}?${filter}=${missing}`)).toEqual({ items: [] });
  });
});

test.describe('Update', () => {
  test('V6: a PUT sets another role or another identity', async ({ api, org }) => {
    const binding = await org.binding();
    const given = await item(org, { role: roleUid(org.roles, 'editor') });
    expect(ok(await api.put(`${PATH}/${binding.uid}`, given))).toEqual({ id: binding.uid, ...given, group: org.uid });
    const seen = await api.read(`/iam/v2/roleBindings/${binding.uid}`);
    expect(seen).toMatchObject({ identityUid: given.identity, roleUid: given.role, createTime: binding.createTime });
  });

  test('V5, 5.5: a missing binding, identity or role is 404', async ({ api, org }) => {
    const missing = `${org.uid}/${'9'.repeat(16)}`;
    const [binding, given] = [await org.binding(), await item(org)];
    expectBare(await api.put(`${PATH}/${missing}`, given), 'NOT_FOUND', `role binding "${missing}" not found`);
    for (const [part, says] of [
      [{ identity: missing }, `identity "${missing}" not found`],
      [{ role: missing }, `role "${missing}" not found`],
    ] as const) {
      expectBare(await api.put(`${PATH}/${binding.uid}`, { ...given, ...part }), 'NOT_FOUND', says);
      expectBare(await api.post(`${PATH}/${org.uid}`, { ...given, ...part }), 'NOT_FOUND', says);
    }
  });

  test('V6: a PUT reports every field that it omits as required', async ({ api, org }) => {
    const binding = await org.binding();
    const says = 'identity: identity is required; role: role is required';
    expectBare(await api.put(`${PATH}/${binding.uid}`, {}), 'INVALID_ARGUMENT', says);
    expectBare(await api.post(`${PATH}/${org.uid}`, {}), 'INVALID_ARGUMENT', says);
  });

  test('5.5: the error of a role of another group has its v1 name', async ({ api, org }) => {
    const beside = await org.role({}, (await org.group()).uid);
    const given = await item(org, { role: beside.uid });
    expectBare(await api.post(`${PATH}/${org.uid}`, given), 'INVALID_ARGUMENT', /: role: role must be a built-in role/);
  });

  test('7.10: a second equal binding is 409', async ({ api, org }) => {
    const given = await item(org);
    const first = ok(await api.post(`${PATH}/${org.uid}`, given));
    expectBare(
      await api.post(`${PATH}/${org.uid}`, given),
      'ALREADY_EXISTS',
      `role binding "${first.id}" already exists`,
    );
  });
});

test('V4: a DELETE is an empty 200, also the second time', async ({ api, org }) => {
  const { uid } = await org.binding();
  for (let count = 0; count < 2; count += 1) {
    const answer = await api.delete(`${PATH}/${uid}`);
    expect([answer.status, answer.text]).toEqual([200, '']);
  }
  expect((await api.get(`/iam/v2/roleBindings/${uid}`)).status).toBe(404);
});

test.describe('CreateBatch', () => {
  test('12.2: accepts a list as its body and returns the bindings in its order', async ({ api, org }) => {
    const given = [await item(org), await item(org), await item(org, { role: roleUid(org.roles, 'editor') })];
    const body = ok(await api.post(`${PATH}/batch/${org.uid}`, given));
    const made = rowsOf(body, 'role_bindings');
    expect(body).toEqual({ role_bindings: given.map((one) => ({ id: expect.any(String), ...one, group: org.uid })) });
    for (const [index, { id }] of made.entries())
      expect(await api.read(`/iam/v2/roleBindings/${id}`)).toMatchObject({ identityUid: given[index]?.identity });
  });

  for (const [count, good] of [
    [0, false],
    [1, true],
    [25, true],
    [26, false],
  ] as const) {
    test(`5.5: ${count} bindings in one call are ${good ? 'made' : 'refused'}`, async ({ api, org }) => {
      const given = [];
      for (let index = 0; index < count; index += 1) given.push(await item(org));
      const answer = await api.post(`${PATH}/batch/${org.uid}`, given);
      if (good) expect(rowsOf(ok(answer), 'role_bindings')).toHaveLength(count);
      else expectBare(answer, 'INVALID_ARGUMENT', /: role_bindings: role_bindings (is required|must have at most 25)/);
    });
  }

  test('5.5: with one bad item nothing is made, and the item is named', async ({ api, org }) => {
    const missing = `${org.uid}/${'a'.repeat(16)}`;
    const good = await item(org);
    const before = (await bindingsOf(api, org.uid)).length;
    for (const [bad, reason, says] of [
      [{ role: good.role }, 'INVALID_ARGUMENT', 'role_bindings[1].identity: identity is required'],
      [{ ...good, identity: missing }, 'NOT_FOUND', /identity/],
      [good, 'ALREADY_EXISTS', 'the batch has this role binding twice'],
    ] as const) {
      expectBare(await api.post(`${PATH}/batch/${org.uid}`, [good, bad]), reason, says);
      expect((await bindingsOf(api, org.uid)).length).toBe(before);
    }
  });

  test('1.7: a body that is not a list is refused', async ({ api, org }) => {
    expectBare(
      await api.post(`${PATH}/batch/${org.uid}`, await item(org)),
      'INVALID_ARGUMENT',
      'body: must be a JSON array',
    );
    expectBare(await api.post(`${PATH}/batch/${org.uid}`, [1]), 'INVALID_ARGUMENT');
  });

  test('V5: a missing group is 404', async ({ api, org }) => {
    const missing = `${org.uid}/${'a'.repeat(16)}`;
    const answer = await api.post(`${PATH}/batch/${missing}`, [await item(org)]);
    expectBare(answer, 'NOT_FOUND', `group "${missing}" not found`);
  });
});

test.describe('nobody grants capabilities that they do not hold @mock', () => {
  test('10.6: not by Create, not by CreateBatch, not by Update', async ({ org }) => {
    const capabilities = ['CAP_IAM_ROLE_BINDINGS_CREATE', 'CAP_IAM_ROLE_BINDINGS_UPDATE', 'CAP_IAM_GROUPS_LIST'];
    const granter = await org.role({ capabilities });
    const within = await org.role({ capabilities: ['CAP_IAM_GROUPS_LIST'] });
    const caller = await org.caller(granter.uid);
    const binding = await org.binding({ roleUid: within.uid });
    const [over, under] = [
      await item(org, { role: roleUid(org.roles, 'owner') }),
      await item(org, { role: within.uid }),
    ];
    expectBare(await caller.post(`${PATH}/${org.uid}`, over), 'PERMISSION_DENIED');
    expectBare(await caller.post(`${PATH}/batch/${org.uid}`, [under, over]), 'PERMISSION_DENIED');
    expectBare(await caller.put(`${PATH}/${binding.uid}`, over), 'PERMISSION_DENIED');
    ok(await caller.post(`${PATH}/batch/${org.uid}`, [under]));
  });
});

test('12.1: over gRPC each method does the same', async ({ grpc, org }) => {
  const call = grpcService(grpc, SERVICE);
  const [one, two] = [await item(org), await item(org)];
  const made = await call('Create', { parent: org.uid, roleBinding: one });
  expect(made).toEqual({ id: made.id, ...one, group: org.uid });
  const batch = await call('CreateBatch', { parent: org.uid, roleBindings: [two] });
  expect(rowsOf(batch, 'roleBindings')).toMatchObject([two]);
  const role = roleUid(org.roles, 'editor');
  expect(await call('Update', { id: made.id, identity: one.identity, role })).toMatchObject({ id: made.id, role });
  const [listed] = rowsOf(await call('List', { id: made.id }), 'items');
  expect(listed).toMatchObject({ id: made.id, identity: one.identity, role: { id: role }, group: { id: org.uid } });
  expect(await call('Delete', { id: made.id })).toEqual({});
  expect(await call('List', { uidp: { ids: [made.id] } })).toEqual({});
  const refused = await grpc.call(`${SERVICE}/CreateBatch`, { parent: org.uid, roleBindings: [two] });
  expect(refused).toMatchObject({ ok: false, code: 6, details: [] });
});
