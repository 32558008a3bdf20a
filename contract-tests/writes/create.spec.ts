import { type Body, ok, rowsOf } from '../support/answer.ts';
import { expectConflict, expectInvalid, expectMissing, expectViolation } from '../support/errors.ts';
import { kinds, NAME } from '../support/kinds.ts';
import { type Org, oidc } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';
import { expect, test } from '../support/test.ts';

const UNKNOWN = 'e'.repeat(40);

const PARENT: Readonly<Record<string, string>> = {
  tags: 'registry/Repo',
  externalGroupRoleMappings: 'iam/IdentityProvider',
};

for (const kind of kinds) {
  const { plural, path } = kind;
  test.describe(`POST ${plural}`, () => {
    test('1.11: a create is 200 with the row as Get returns it', async ({ api, org }) => {
      const row = await kind.make(org, await kind.place(org), 1);
      const { code, ...fields } = row;
      expect(await api.read(`${path}/${row.uid}`)).toEqual(fields);
      expect(code === undefined).toBe(plural !== 'groupInvites');
    });

    test('7.5, C4, C5, spec §2.1: the service assigns uid and both times', async ({ org }) => {
      const place = await kind.place(org);
      const row = await kind.make(org, place, 1);
      const times = [row.createTime, row.updateTime];
      for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(row.createTime).toBe(row.updateTime);
      expect(row.uid).toMatch(/^[0-9a-f]{40}(\/[0-9a-f]{16})*$/);
      expect(row.uid.startsWith(place)).toBe(true);
    });

    test('7.1, 9.2.10: an unknown parent is 404 with the expected type', async ({ api, org }) => {
      const type = PARENT[plural] ?? 'iam/Group';
      for (const uid of [UNKNOWN, `${org.uid}/${'e'.repeat(16)}`]) {
        expectMissing(await api.post(`${path}/${uid}`, {}), type, uid);
      }
    });

    test('7.2: a parent of another kind is 404 with the expected type', async ({ api, org }) => {
      const uid = plural === 'tags' || plural === 'externalGroupRoleMappings' ? org.uid : (await org.repo()).uid;
      expectMissing(await api.post(`${path}/${uid}`, {}), PARENT[plural] ?? 'iam/Group', uid);
    });

    for (const body of [undefined, {}] as const) {
      test(`1.7, 7.4: ${body ? '{}' : 'an empty body'} results in every required field`, async ({ api, org }) => {
        expectInvalid(await api.post(`${path}/${await kind.place(org)}`, body), kind.missing);
      });
    }

    test('7.6: a wrapper object is an unknown key', async ({ api, org }) => {
      const place = await kind.place(org);
      const row = await kind.make(org, place, 1);
      const wrapper = plural.replace(/ies$/, 'y').replace(/s$/, '');
      expectInvalid(await api.post(`${path}/${place}`, { [wrapper]: row }), kind.missing);
    });
  });
}

test.describe('the body of a create', () => {
  test('1.5: an unknown key is ignored', async ({ api, org }) => {
    const repo = ok(await api.post(`/registry/v2/repos/${org.uid}`, { name: 'a', foo: 1, bar: { baz: [] } }));
    expect(repo).not.toHaveProperty('foo');
  });

  test('7.5: uid, times and status are ignored', async ({ api, org }) => {
    const time = '2000-01-01T00:00:00Z';
    const sent = { name: 'a', uid: 'x', createTime: time, updateTime: time, status: 'ORG_STATUS_SUSPENDED' };
    const group = ok(await api.post(`/iam/v2/groups/${org.uid}`, sent));
    expect(group.uid).toMatch(new RegExp(`^${org.uid}/[0-9a-f]{16}$`));
    expect(group.createTime > time && group.updateTime > time).toBe(true);
    expect(group.status).toBe('ORG_STATUS_READY');
  });

  test('7.4: all violations of a body are reported together, in field order', async ({ api, org }) => {
    const answer = await api.post(`/registry/v2/repos/${org.uid}`, {
      bundles: ['nope'],
      aliases: ['nope'],
      description: 'tab\there',
      name: 'UPPER',
    });
    expectInvalid(answer, {
      name: NAME,
      description: 'description must match "^[\\S ]{0,512}$"',
      bundles: /^only the following keywords are valid/,
      aliases: /^each alias must match/,
    });
  });

  test('7: references are looked up after the fields are checked, and before uniqueness', async ({ api, org }) => {
    const role = UNKNOWN;
    const identity = await org.identity();
    const path = `/iam/v2/roleBindings/${org.uid}`;
    expectViolation(await api.post(path, { roleUid: role }), 'identityUid');
    expectMissing(await api.post(path, { identityUid: identity.uid, roleUid: role }), 'iam/Role', role);
    const missing = `${org.uid}/${'e'.repeat(16)}`;
    expectMissing(
      await api.post(path, { identityUid: missing, roleUid: roleUid(org.roles, 'viewer') }),
      'iam/Identity',
      missing,
    );
  });

  test('7: the body is parsed before the parent is looked up', async ({ api }) => {
    expectInvalid(await api.post(`/registry/v2/repos/${UNKNOWN}`, '{"name":'), { body: 'malformed JSON' });
  });

  test('2.2: an empty parent is refused except for a root group', async ({ api }) => {
    for (const { path } of kinds.filter(({ plural }) => plural !== 'groups')) {
      for (const target of [path, `${path}/`]) {
        expectInvalid(await api.post(target, { name: 'a' }), { parent: 'parent is required' });
      }
    }
  });

  for (const target of ['/iam/v2/groups', '/iam/v2/groups/']) {
    test(`2.2: POST ${target} makes a root group`, async ({ api }) => {
      const group = ok(await api.post(target, { name: 'a root' }));
      expect(group.uid).toMatch(/^[0-9a-f]{40}$/);
      expect(group).toMatchObject({ name: 'a root', description: '', status: 'ORG_STATUS_READY' });
      expect((await api.delete(`/iam/v2/groups/${group.uid}`)).status).toBe(200);
    });
  }

  test('7.14: groups nest without a limit', async ({ org }) => {
    let parent = org.uid;
    for (let depth = 0; depth < 12; depth += 1) parent = (await org.group({}, parent)).uid;
    expect(parent.split('/')).toHaveLength(13);
    const repo = await org.repo({}, parent);
    expect(repo.uid.startsWith(parent)).toBe(true);
  });
});

test.describe('duplicates', () => {
  const twins: readonly (readonly [string, (org: Org, name: string) => Promise<Body>])[] = [
    ['groups', (org, name) => org.group({ name })],
    ['identities', (org, name) => org.identity({ name })],
    ['roles', (org, name) => org.role({ name })],
    ['identityProviders', (org, name) => org.provider({ name })],
    ['subscriptions', (org) => org.subscription({ sink: 'https://same.test/hook' })],
    ['groupInvites', (org) => org.invite({ email: 'same@a.test' })],
  ];
  for (const [plural, make] of twins) {
    test(`7.12: two ${plural} may differ in their uid only`, async ({ org }) => {
      const [one, other] = [await make(org, 'same'), await make(org, 'same')];
      expect(one.uid).not.toBe(other.uid);
    });
  }

  test('7.13: an idempotency key does not deduplicate creates', async ({ api, org }) => {
    const headers = { 'idempotency-key': 'once', 'x-request-id': 'once' };
    const send = (body: unknown, path: string) => api.send('POST', `${path}/${org.uid}`, { headers, body });
    const [first, second] = [await send({ name: 'a' }, '/iam/v2/groups'), await send({ name: 'a' }, '/iam/v2/groups')];
    expect(ok(second).uid).not.toBe(ok(first).uid);
    ok(await send({ name: 'a' }, '/registry/v2/repos'));
    expect((await send({ name: 'a' }, '/registry/v2/repos')).status).toBe(409);
  });

  test('7.7: a repo name is unique in its group, and free in another', async ({ api, org }) => {
    const group = await org.group();
    const repo = await org.repo({ name: 'same' });
    const answer = await api.post(`/registry/v2/repos/${org.uid}`, { name: 'same' });
    expect(answer.status).toBe(409);
    expect((await org.repo({ name: 'same' }, group.uid)).uid).not.toBe(repo.uid);
    await api.delete(`/registry/v2/repos/${repo.uid}`);
    expect((await org.repo({ name: 'same' })).uid).toMatch(/^[0-9a-f/]+$/);
  });

  test('7.8: a mapping tuple is unique', async ({ api, org }) => {
    const provider = await org.provider();
    const mapping = await org.mapping(provider.uid, { externalGroupId: 'x' });
    const body = { externalGroupId: 'x', roleUid: mapping.roleUid, scope: org.uid };
    expectConflict(
      await api.post(`/iam/v2/externalGroupRoleMappings/${provider.uid}`, body),
      'iam/ExternalGroupRoleMapping',
      mapping.uid,
    );
    const editor = roleUid(org.roles, 'editor');
    expect((await org.mapping(provider.uid, { externalGroupId: 'x', roleUid: editor })).roleUid).toBe(editor);
    const other = await org.provider();
    expect((await org.mapping(other.uid, { externalGroupId: 'x' })).externalGroupId).toBe('x');
  });

  test('7.9: a group has one account association', async ({ api, org }) => {
    await org.association();
    const answer = await api.post(`/iam/v2/accountAssociations/${org.uid}`, { name: 'again' });
    expectConflict(answer, 'iam/AccountAssociation', org.uid);
  });

  test('7.10: a role binding is unique', async ({ api, org }) => {
    const binding = await org.binding();
    const { identityUid, roleUid: role } = binding;
    const answer = await api.post(`/iam/v2/roleBindings/${org.uid}`, { identityUid, roleUid: role });
    expectConflict(answer, 'iam/RoleBinding', binding.uid);
  });

  test('7.7: one of several equal creates at the same time succeeds', async ({ api, org }) => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => api.post(`/registry/v2/repos/${org.uid}`, { name: 'race' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    const page = await api.read(`/registry/v2/repos?uidp.children_of=${org.uid}`);
    expect(rowsOf(page, 'repos')).toHaveLength(1);
  });
});

test('1.4: a field in both spellings is refused', async ({ api, org }) => {
  const body = { name: 'a', catalogTier: 'CATALOG_TIER_AI', catalog_tier: 'CATALOG_TIER_AI' };
  expectViolation(await api.post(`/registry/v2/repos/${org.uid}`, body), 'catalogTier');
  const provider = { name: 'a', defaultRole: roleUid(org.roles, 'viewer'), oidc: { ...oidc, client_id: 'x' } };
  expectViolation(await api.post(`/iam/v2/identityProviders/${org.uid}`, provider), 'oidc.clientId');
});
