import { type Body, ok, rowsOf } from '../support/answer.ts';
import { expectBare } from '../support/errors.ts';
import { grpcService } from '../support/grpc-service.ts';
import { expect, test } from '../support/grpc-test.ts';
import { bindingsOf } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';
import { mintUpstream } from '../tokens/exchange.ts';

const PATH = '/iam/v1/group_invites';
const SERVICE = 'chainguard.platform.iam.GroupInvites';

test('12.2: an invite is made in v1, shows its code once, and is seen in v2', async ({ api, org }) => {
  const role = await org.role({ name: 'puller', capabilities: ['CAP_REPO_LIST'] });
  const given = { ttl: '3600s', role: role.uid, email: 'ana@a.test', single_use: true };
  const made = ok(await api.post(`${PATH}/${org.uid}`, given));
  const seen = await api.read(`/iam/v2/groupInvites/${made.id}`);
  expect(seen).toMatchObject({ roleUid: role.uid, email: 'ana@a.test', singleUse: true });
  const expected = { id: role.uid, name: 'puller', description: '', capabilities: ['repo.list'] };
  expect(made).toEqual({
    id: seen.uid,
    expiration: seen.expirationTime,
    key_id: seen.keyId,
    role: expected,
    code: expect.stringMatching(/./),
  });
  expect(Date.parse(String(seen.expirationTime)) - Date.parse(seen.createTime)).toBe(3_600_000);
  const listed = await api.read(`${PATH}?id=${made.id}`);
  expect(listed).toEqual({
    items: [
      {
        id: seen.uid,
        expiration: seen.expirationTime,
        key_id: seen.keyId,
        role: expected,
        email: 'ana@a.test',
        created_at: seen.createTime,
        single_use: true,
      },
    ],
  });
});

test('V2, V3, V8, V11: List filters by group, id and key', async ({ api, org }) => {
  const group = await org.group();
  const invites = [await org.invite(), await org.invite(), await org.invite({}, group.uid)];
  const [one, two, below] = invites.map(({ uid }) => uid);
  const ids = async (query: string): Promise<readonly unknown[]> =>
    rowsOf(await api.read(`${PATH}?${query}`), 'items').map(({ id }) => id);
  expect(await ids(`group=${org.uid}`)).toEqual([one, two].toSorted());
  expect(await ids(`group=${org.uid}&offset=1`)).toEqual([one, two].toSorted().slice(1));
  expect(await ids(`group=${group.uid}`)).toEqual([below]);
  expect(await ids(`id=${two}`)).toEqual([two]);
  expect(await ids(`group=${org.uid}&key_id=${invites[0]?.keyId}`)).toEqual([one, two].toSorted());
  for (const query of [`group=${org.uid}&key_id=x`, `id=${org.uid}`, `group=${'9'.repeat(40)}`])
    expect(await ids(query), query).toEqual([]);
});

for (const [what, fields, says] of [
  ['no ttl', { ttl: undefined }, 'ttl: ttl is required'],
  ['a ttl of zero', { ttl: '0s' }, 'ttl: ttl must be positive'],
  ['a ttl that is not a duration', { ttl: '1h' }, /: ttl: /],
  ['no role', { role: undefined }, 'role: role is required'],
  ['an address with a name', { email: 'A <a@a.test>' }, /: email: /],
] as const) {
  test(`5.2: ${what} is refused`, async ({ api, org }) => {
    const good = { ttl: '60s', role: roleUid(org.roles, 'viewer') };
    expectBare(await api.post(`${PATH}/${org.uid}`, { ...good, ...fields }), 'INVALID_ARGUMENT', says);
  });
}

test('V5, 5.2: a missing group or role is 404', async ({ api, org }) => {
  const missing = `${org.uid}/${'9'.repeat(16)}`;
  const role = roleUid(org.roles, 'viewer');
  expectBare(await api.post(`${PATH}/${missing}`, { ttl: '60s', role }), 'NOT_FOUND', `group "${missing}" not found`);
  const answer = await api.post(`${PATH}/${org.uid}`, { ttl: '60s', role: missing });
  expectBare(answer, 'NOT_FOUND', `role "${missing}" not found`);
});

test('10.6: nobody invites to a role with more than they hold @mock', async ({ org }) => {
  const capabilities = ['CAP_IAM_GROUP_INVITES_CREATE', 'CAP_IAM_ROLE_BINDINGS_CREATE'];
  const caller = await org.caller((await org.role({ capabilities })).uid);
  const answer = await caller.post(`${PATH}/${org.uid}`, { ttl: '60s', role: roleUid(org.roles, 'viewer') });
  expectBare(answer, 'PERMISSION_DENIED');
});

test('V4: a DELETE is an empty 200, also the second time; there is no Update', async ({ api, org }) => {
  const { uid } = await org.invite();
  expectBare(await api.put(`${PATH}/${uid}`, {}), 'UNIMPLEMENTED');
  for (let count = 0; count < 2; count += 1) {
    const answer = await api.delete(`${PATH}/${uid}`);
    expect([answer.status, answer.text]).toEqual([200, '']);
  }
  expect((await api.get(`/iam/v2/groupInvites/${uid}`)).status).toBe(404);
});

test('12.1: over gRPC each method does the same', async ({ grpc, org }) => {
  const call = grpcService(grpc, SERVICE);
  const role = roleUid(org.roles, 'viewer');
  const made = await call('Create', { group: org.uid, ttl: '60s', role, email: 'a@a.test' });
  expect(made).toMatchObject({ code: expect.stringMatching(/./), role: { id: role, name: 'viewer' } });
  const [listed] = rowsOf(await call('List', { group: org.uid }), 'items');
  expect(listed).toMatchObject({ id: made.id, email: 'a@a.test', role: { id: role } });
  expect(JSON.stringify(listed)).not.toContain(String(made.code));
  expect(await call('Delete', { id: made.id })).toEqual({});
  expect(await call('List', { id: made.id })).toEqual({});
});

test.describe('CreateWithGroup', () => {
  const groupOf = ({ id }: Body): string => String(id).split('/').slice(0, -1).join('/');

  test('12.1: makes a root without an owner, and an invite to own it @mock', async ({ api, grpc, org }) => {
    const owner = await org.caller('owner');
    const made = await grpcService(grpc, SERVICE)('CreateWithGroup', { ttl: '60s' }, { token: owner.token ?? null });
    const group = groupOf(made);
    try {
      expect(made).toMatchObject({ role: { name: 'owner' }, code: expect.stringMatching(/./) });
      expect(group).toMatch(/^[0-9a-f]{40}$/);
      expect(await api.read(`/iam/v2/groups/${group}`)).toMatchObject({ uid: group, status: 'ORG_STATUS_READY' });
      expect(await bindingsOf(api, group)).toEqual([]);
      expect((await owner.get(`/iam/v2/groups/${group}`)).status).toBe(403);
      expect((await api.read(`/iam/v2/groupInvites/${made.id}`)).roleUid).toBe(roleUid(org.roles, 'owner'));
    } finally {
      await api.delete(`/iam/v2/groups/${group}`);
    }
  });

  test('12.1: makes the group below a given one, with a given role', async ({ api, grpc, org }) => {
    const role = await org.role();
    const request = { group: org.uid, ttl: '60s', role: role.uid, singleUse: true };
    const made = await grpcService(grpc, SERVICE)('CreateWithGroup', request);
    expect(groupOf(made)).toMatch(new RegExp(`^${org.uid}/[0-9a-f]{16}$`));
    expect(made.role).toMatchObject({ id: role.uid });
    expect(await api.read(`/iam/v2/groupInvites/${made.id}`)).toMatchObject({ singleUse: true });
  });

  test('10.6: grants nothing that the caller could not grant @mock', async ({ api, grpc, org }) => {
    const group = await org.group();
    const beside = await org.role({}, (await org.group()).uid);
    const viewer = await org.caller('viewer');
    const owner = await org.caller('owner', { at: group.uid });
    // On the organization the owner of the group is a viewer.
    const [binding] = await bindingsOf(api, group.uid);
    await org.binding({ identityUid: binding?.identityUid });
    const role = roleUid(org.roles, 'viewer');
    const missing = `${org.uid}/${'9'.repeat(16)}`;
    const names = ['CAP_IAM_GROUPS_CREATE', 'CAP_IAM_GROUP_INVITES_CREATE', 'CAP_IAM_ROLE_BINDINGS_CREATE'];
    const inviter = await org.caller((await org.role({ capabilities: names })).uid);
    const groups = async (): Promise<number> =>
      rowsOf(await api.read(`/iam/v1/groups?uidp.descendants_of=${org.uid}`), 'items').length;
    const before = await groups();
    for (const [request, { token }, code, says] of [
      [{}, viewer, 7, /missing capability "group_invites.create"$/],
      [{ group: org.uid, role }, owner, 7, `missing capability "groups.create" on group ${org.uid}`],
      [{ group: group.uid, role: beside.uid }, owner, 3, 'role: role must be a built-in role'],
      [{ group: group.uid, role: missing }, owner, 5, `role "${missing}" not found`],
      // The group of the invite is not made: its uid names nothing.
      [{ group: group.uid, role }, inviter, 7, new RegExp(`missing capability "[a-z_.]+" on group ${group.uid}$`)],
      [{ group: missing }, owner, 7, 'missing capability'],
      [{ group: '9'.repeat(40) }, owner, 5, /group "9+" not found/],
      [{ group: group.uid, ttl: '0s' }, owner, 3, 'ttl: ttl must be positive'],
    ] as const) {
      const sent = { ttl: '60s', ...request };
      const ended = await grpc.call(`${SERVICE}/CreateWithGroup`, sent, { token: token ?? null });
      const message = typeof says === 'string' ? expect.stringContaining(says) : expect.stringMatching(says);
      expect(ended, JSON.stringify(sent)).toMatchObject({ ok: false, code, message, details: [] });
    }
    expect(await groups()).toBe(before);
  });

  test('10.6: the identity that redeems the code owns the root, and can rename it @mock', async ({
    api,
    grpc,
    org,
  }) => {
    const made = await grpcService(grpc, SERVICE)('CreateWithGroup', { ttl: '60s' });
    const group = groupOf(made);
    const newcomer = api.as(await mintUpstream(api, { issuer: `https://login.test/${org.uid}`, subject: 'ana' }));
    let joined: Body | undefined;
    try {
      joined = ok(await newcomer.post('/auth/v1/register', { code: made.code }));
      expect(joined.group).toBe(group);
      expect(await bindingsOf(api, group)).toMatchObject([
        { identityUid: joined.identity, roleUid: roleUid(org.roles, 'owner') },
      ]);
      expect(ok(await newcomer.patch(`/iam/v2/groups/${group}`, { name: 'ana.example' })).name).toBe('ana.example');
    } finally {
      await api.delete(`/iam/v2/groupInvites/${made.id}`);
      if (joined) await api.delete(`/iam/v2/identities/${joined.identity}`);
      await api.delete(`/iam/v2/groups/${group}`);
    }
  });

  test('12.1: is not served over HTTP', async ({ api }) => {
    expectBare(await api.post(`${PATH}:createWithGroup`, { ttl: '60s' }), 'NOT_FOUND');
  });
});
