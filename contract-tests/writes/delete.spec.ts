import { ok } from '../support/answer.ts';
import { expectBlocked, expectDenied, expectInvalid, expectMissing, expectUnauthenticated } from '../support/errors.ts';
import { kinds } from '../support/kinds.ts';
import { bindingsOf, type Org } from '../support/org.ts';
import { seen } from '../support/profile.ts';
import { roleUid } from '../support/roles.ts';
import { expect, test } from '../support/test.ts';

for (const kind of kinds) {
  const { plural, path, type } = kind;
  test.describe(`DELETE ${plural}`, () => {
    test('1.10, C7, spec §4: the answer is 200 and empty, and the row is gone', async ({ api, org }) => {
      const row = await kind.make(org, await kind.place(org), 1);
      const answer = await api.delete(`${path}/${row.uid}`);
      expect(answer.status).toBe(200);
      expect(answer.text).toBe('');
      expect(answer.headers['content-length']).toBe(String(seen.emptyBody.length));
      expect('content-type' in answer.headers).toBe(seen.emptyBody !== '');
      expectMissing(await api.get(`${path}/${row.uid}`), type, row.uid);
    });

    test('8.9, C9: the second delete is 404', async ({ api, org }) => {
      const row = await kind.make(org, await kind.place(org), 1);
      ok(await api.delete(`${path}/${row.uid}`));
      expectMissing(await api.delete(`${path}/${row.uid}`), type, row.uid);
    });

    test('8.10: the uid of another kind is 404 with the type of the path', async ({ api, org }) => {
      const { uid } = plural === 'repos' ? await org.identity() : await org.repo();
      expectMissing(await api.delete(`${path}/${uid}`), type, uid);
      const owner = plural === 'repos' ? '/iam/v2/identities' : '/registry/v2/repos';
      expect((await api.get(`${owner}/${uid}`)).status).toBe(200);
    });

    for (const slash of ['', '/']) {
      test(`8.11: a delete of "${slash}" without a uid is refused`, async ({ api }) => {
        expectInvalid(await api.delete(path + slash), { uid: 'uid is required' });
      });
    }

    test('8.13: body and query of a delete are ignored', async ({ api, org }) => {
      const row = await kind.make(org, await kind.place(org), 1);
      const answer = await api.send('DELETE', `${path}/${row.uid}?force=true&updateMask=x`, { body: '{"no json' });
      expect(answer.status).toBe(200);
    });
  });
}

test.describe('rows that block the delete of a group', () => {
  const children: readonly (readonly [string, (org: Org, group: string) => Promise<unknown>])[] = [
    ['repos', (org, group) => org.repo({}, group)],
    ['groups', (org, group) => org.group({}, group)],
    ['identities', (org, group) => org.identity({}, group)],
    ['identity providers', (org, group) => org.provider({}, group)],
    ['roles', (org, group) => org.role({}, group)],
  ];

  for (const [words, plant] of children) {
    test(`8.1, 8.2, 8.14: delete refuses a group that has child ${words}`, async ({ api, org }) => {
      const group = await org.group();
      await plant(org, group.uid);
      expectBlocked(await api.delete(`/iam/v2/groups/${group.uid}`), [
        ['RESOURCE_NOT_EMPTY', new RegExp(`^cannot delete group with (child )?${words}$`)],
      ]);
      expect((await api.get(`/iam/v2/groups/${group.uid}`)).status).toBe(200);
    });
  }

  test('8.2: every kind of child is reported, repos first', async ({ api, org }) => {
    const group = await org.group();
    for (const [, plant] of [...children].reverse()) await plant(org, group.uid);
    expectBlocked(
      await api.delete(`/iam/v2/groups/${group.uid}`),
      children.map(([words]) => ['RESOURCE_NOT_EMPTY', new RegExp(`with (child )?${words}$`)] as const),
    );
  });

  test('8.3: bindings, invites, associations, terms and subscriptions are deleted with their group', async ({
    api,
    org,
  }) => {
    const group = await org.group();
    const binding = await org.binding({}, group.uid);
    const invite = await org.invite({}, group.uid);
    const association = await org.association({}, group.uid);
    const subscription = await org.subscription({}, group.uid);
    ok(await api.post(`/iam/v2/terms/${group.uid}`, { documentIds: ['sfdpa.v1'] }));
    ok(await api.delete(`/iam/v2/groups/${group.uid}`));
    for (const [path, uid] of [
      ['/iam/v2/roleBindings', binding.uid],
      ['/iam/v2/groupInvites', invite.uid],
      ['/iam/v2/accountAssociations', association.uid],
      ['/events/v2/subscriptions', subscription.uid],
    ]) {
      expect((await api.get(`${path}/${uid}`)).status, path).toBe(404);
    }
  });

  test('8.3: an organization that has only its founder can be deleted', async ({ api }) => {
    const { uid } = ok(await api.post('/iam/v2/groups', { name: 'short lived' }));
    expect(await bindingsOf(api, uid)).toHaveLength(1);
    ok(await api.delete(`/iam/v2/groups/${uid}`));
    expect((await api.get(`/iam/v2/groups/${uid}`)).status).toBe(404);
  });
});

test.describe('rows that block the delete of a role', () => {
  const users: readonly (readonly [string, (org: Org, role: string) => Promise<unknown>])[] = [
    ['role bindings', (org, role) => org.binding({ roleUid: role })],
    ['identity providers', (org, role) => org.provider({ defaultRole: role })],
    ['group invites', (org, role) => org.invite({ roleUid: role })],
    ['external group role mappings', async (org, role) => org.mapping((await org.provider()).uid, { roleUid: role })],
  ];
  for (const [words, use] of users) {
    test(`8.4: delete refuses a role that ${words} use`, async ({ api, org }) => {
      const role = await org.role();
      await use(org, role.uid);
      expectBlocked(await api.delete(`/iam/v2/roles/${role.uid}`), [
        ['RESOURCE_IN_USE', `cannot delete role with ${words}`],
      ]);
    });
  }

  test('8.4: a role that nothing uses any more can be deleted', async ({ api, org }) => {
    const role = await org.role();
    const binding = await org.binding({ roleUid: role.uid });
    ok(await api.delete(`/iam/v2/roleBindings/${binding.uid}`));
    ok(await api.delete(`/iam/v2/roles/${role.uid}`));
  });

  for (const name of ['viewer', 'owner', 'registry.pull']) {
    test(`8.5: the built-in role ${name} cannot be deleted or changed`, async ({ api, org }) => {
      const target = `/iam/v2/roles/${roleUid(org.roles, name)}`;
      const before = await api.read(target);
      const says = 'built-in roles cannot be modified';
      expectDenied(await api.delete(target), says);
      expectDenied(await api.patch(target, { description: 'mine' }), says);
      expectDenied(await api.patch(`${target}?updateMask=*`, { name: 'mine' }), says);
      expect(await api.read(target)).toEqual(before);
    });
  }
});

test.describe('rows that are deleted with another', () => {
  test('8.6: tags are deleted with their repo', async ({ api, org }) => {
    const repo = await org.repo();
    const tag = await org.tag(repo.uid);
    ok(await api.delete(`/registry/v2/repos/${repo.uid}`));
    expectMissing(await api.get(`/registry/v2/tags/${tag.uid}`), 'registry/Tag', tag.uid);
  });

  test('8.7: role bindings are deleted with their identity', async ({ api, org }) => {
    const identity = await org.identity();
    const binding = await org.binding({ identityUid: identity.uid });
    ok(await api.delete(`/iam/v2/identities/${identity.uid}`));
    expectMissing(await api.get(`/iam/v2/roleBindings/${binding.uid}`), 'iam/RoleBinding', binding.uid);
  });

  test('8.8: mappings are deleted with their identity provider', async ({ api, org }) => {
    const provider = await org.provider();
    const mapping = await org.mapping(provider.uid);
    ok(await api.delete(`/iam/v2/identityProviders/${provider.uid}`));
    const path = `/iam/v2/externalGroupRoleMappings/${mapping.uid}`;
    expectMissing(await api.get(path), 'iam/ExternalGroupRoleMapping', mapping.uid);
  });

  test('8.9: deleting the missing account association of a group is 404', async ({ api, org }) => {
    expectMissing(await api.delete(`/iam/v2/accountAssociations/${org.uid}`), 'iam/AccountAssociation', org.uid);
    expect((await api.get(`/iam/v2/groups/${org.uid}`)).status).toBe(200);
  });

  test('7.5, spec §2.1: a new row of the same name has a new uid', async ({ api, org }) => {
    const first = await org.repo({ name: 'same' });
    ok(await api.delete(`/registry/v2/repos/${first.uid}`));
    expect((await org.repo({ name: 'same' })).uid).not.toBe(first.uid);
  });
});

test('8.12: an identity may delete itself, and its token is invalid after that @mock', async ({ org }) => {
  const owner = await org.caller('owner');
  const bindings = await bindingsOf(org.api, org.uid);
  const mine = bindings.filter((binding) => String(binding.identityUid).startsWith(`${org.uid}/`));
  expect(mine).toHaveLength(1);
  ok(await owner.delete(`/iam/v2/identities/${mine[0]?.identityUid}`));
  const after = await owner.get('/iam/v2/groups');
  expectUnauthenticated(after, 'unknown identity');
});
