import { namesOf, ok, rowsOf } from '../support/answer.ts';
import { expectBlocked, expectError, expectInvalid, expectMissing } from '../support/errors.ts';
import { expect, test } from '../support/test.ts';
import { walk } from '../support/walk.ts';

const REPOS = [
  'argocd',
  'busybox',
  'curl',
  'go',
  'jdk',
  'nginx',
  'node',
  'postgres',
  'python',
  'redis',
  'ruby',
  'static',
];
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

test.describe('the registry of the default fixture @fixture', () => {
  test('spec §4: the first three repos by name', async ({ api, shared }) => {
    const page = await api.read(
      `/registry/v2/repos?uidp.descendants_of=${shared.target.orgId}&page_size=3&order_by=name`,
    );
    expect(page).toEqual({
      repos: REPOS.slice(0, 3).map((name) =>
        expect.objectContaining({
          uid: expect.any(String),
          name,
          description: expect.any(String),
          createTime: TIME,
          updateTime: TIME,
        }),
      ),
      nextPageToken: expect.any(String),
      totalCount: '12',
      skipped: 0,
    });
  });

  test('spec §4: one repo by its exact name', async ({ api, shared }) => {
    const page = await api.read(`/registry/v2/repos?uidp.descendants_of=${shared.target.orgId}&name=nginx`);
    expect(namesOf(rowsOf(page, 'repos'))).toEqual(['nginx']);
    expect(page.totalCount).toBe('1');
    const [nginx] = rowsOf(page, 'repos');
    expect(await api.read(`/registry/v2/repos/${nginx?.uid}`)).toEqual(nginx);
  });

  test('spec §4L.2: following the cursor reaches all twelve', async ({ api, shared }) => {
    const target = `/registry/v2/repos?uidp.descendants_of=${shared.target.orgId}&page_size=5&order_by=name`;
    expect(namesOf(await walk(api, target, 'repos'))).toEqual(REPOS);
  });

  for (const [orderBy, expected] of [
    ['name', REPOS],
    ['name desc', REPOS.toReversed()],
  ] as const) {
    test(`spec §4L: order_by=${orderBy}`, async ({ api, shared }) => {
      const query = `page_size=200&order_by=${encodeURIComponent(orderBy)}`;
      const page = await api.read(`/registry/v2/repos?uidp.children_of=${shared.target.orgId}&${query}`);
      expect(namesOf(rowsOf(page, 'repos'))).toEqual(expected);
    });
  }

  test('spec §4L: order_by=created_at desc returns the newest first', async ({ api, shared }) => {
    const page = await api.read(
      `/registry/v2/repos?uidp.children_of=${shared.target.orgId}&order_by=created_at%20desc`,
    );
    const times = rowsOf(page, 'repos').map(({ createTime }) => createTime);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('spec §4L.3: skip combines with page_size and order_by and is echoed', async ({ api, shared }) => {
    const query = 'page_size=5&order_by=name&skip=10';
    const page = await api.read(`/registry/v2/repos?uidp.descendants_of=${shared.target.orgId}&${query}`);
    expect(namesOf(rowsOf(page, 'repos'))).toEqual(['ruby', 'static']);
    expect(page).toMatchObject({ totalCount: '12', skipped: 10 });
    expect(page).not.toHaveProperty('nextPageToken');
  });

  test('spec §4: tags of a repo, of which the client selects those at their end of life', async ({ api, shared }) => {
    const repos = await api.read(`/registry/v2/repos?uidp.descendants_of=${shared.target.orgId}&name=nginx`);
    const [nginx] = rowsOf(repos, 'repos');
    const page = await api.read(`/registry/v2/tags?uidp.children_of=${nginx?.uid}&page_size=200`);
    const tags = rowsOf(page, 'tags');
    expect(namesOf(tags).toSorted()).toEqual(['1', '1.25', '1.26', '1.26.3', '1.27', '1.27.3', '1.27.4', 'latest']);
    expect(namesOf(tags.filter(({ deprecated }) => deprecated === true)).toSorted()).toEqual([
      '1.25',
      '1.26',
      '1.26.3',
    ]);
    for (const tag of tags) {
      expect(tag).toMatchObject({
        digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        deprecated: expect.any(Boolean),
        updateTime: TIME,
      });
    }
  });

  test('spec §4: a role named viewer is listed without a filter', async ({ api }) => {
    const page = await api.read('/iam/v2/roles');
    const viewer = rowsOf(page, 'roles').find(({ name }) => name === 'viewer');
    expect(viewer).toMatchObject({ uid: '63921b2c44617e3f2603851537be0123af4a57d7', description: expect.any(String) });
  });

  for (const filter of ['artifactNames=nginx', 'advisoryIds=CGA-2222-3333-4444']) {
    test(`spec §4: advisories by ${filter}`, async ({ api, shared }) => {
      const page = await api.read(
        `/vulnerabilities/v2/advisories?uidp.descendants_of=${shared.target.orgId}&${filter}`,
      );
      const [advisory] = rowsOf(page, 'advisories');
      expect(advisory).toMatchObject({ advisoryId: 'CGA-2222-3333-4444', artifactName: 'nginx', updateTime: TIME });
      expect(await api.read(`/vulnerabilities/v2/advisories/${advisory?.uid}`)).toEqual(advisory);
    });
  }
});

test.describe('changes', () => {
  const claimMatch = {
    issuer: 'https://token.actions.example.com',
    subject: 'repo:example@1001/app@2002:ref:refs/heads/main',
  };

  test('spec §4: an identity is created, bound to the viewer role, and both are deleted', async ({ api, org }) => {
    const sent = { name: 'ci-bot', description: 'Pushes images', claimMatch };
    const identity = ok(await api.post(`/iam/v2/identities/${org.uid}`, sent));
    expect(identity).toEqual({
      ...sent,
      uid: expect.stringMatching(new RegExp(`^${org.uid}/[0-9a-f]{16}$`)),
      createTime: TIME,
      updateTime: TIME,
      lastSeenTime: identity.createTime,
    });
    const roleUid = org.roles.get('viewer');
    const binding = ok(await api.post(`/iam/v2/roleBindings/${org.uid}`, { identityUid: identity.uid, roleUid }));
    expect(binding).toMatchObject({
      identity: { uid: identity.uid, name: 'ci-bot', description: 'Pushes images', ...claimMatch },
      group: { uid: org.uid, name: 'contract test', description: '' },
      role: { uid: roleUid, name: 'viewer', description: expect.any(String) },
      createTime: TIME,
    });
    for (const path of [`/iam/v2/roleBindings/${binding.uid}`, `/iam/v2/identities/${identity.uid}`]) {
      const answer = await api.delete(path);
      expect([answer.status, answer.text]).toEqual([200, '']);
      expectError(await api.get(path), 'NOT_FOUND');
    }
  });

  test('spec §4P.1: a PATCH without a mask changes the fields in the body', async ({ api, org }) => {
    const repo = await org.repo({ name: 'nginx', description: 'before', catalogTier: 'CATALOG_TIER_BASE' });
    const changed = ok(await api.patch(`/registry/v2/repos/${repo.uid}`, { description: 'after' }));
    expect(changed).toEqual({ ...repo, description: 'after', updateTime: TIME });
  });

  test('spec §4P.2: a PATCH with a mask changes only what it lists', async ({ api, org }) => {
    const repo = await org.repo({ name: 'nginx', description: 'before' });
    const body = { description: 'after', name: 'this-is-ignored' };
    const changed = ok(await api.patch(`/registry/v2/repos/${repo.uid}?updateMask=description`, body));
    expect(changed).toEqual({ ...repo, description: 'after', updateTime: TIME });
  });

  test('spec §4P.3: the wildcard replaces the whole resource', async ({ api, org }) => {
    const repo = await org.repo({ name: 'nginx', description: 'before' });
    expect(ok(await api.patch(`/registry/v2/repos/${repo.uid}?updateMask=*`, { name: 'nginx' })).description).toBe('');
  });

  test('spec §4: a repo is deleted with an empty answer', async ({ api, org }) => {
    const repo = await org.repo();
    const answer = await api.delete(`/registry/v2/repos/${repo.uid}`);
    expect([answer.status, answer.text]).toEqual([200, '']);
    expectMissing(await api.get(`/registry/v2/repos/${repo.uid}`), 'registry/Repo', repo.uid);
  });

  test('spec §7.1: an empty identity breaks the rule on its name', async ({ api, org }) => {
    expectInvalid(await api.post(`/iam/v2/identities/${org.uid}`, {}), {
      name: 'name must match "^[a-z0-9 ._-]{1,}$"',
    });
  });

  test('spec §7.2: a group that has repos is not deleted', async ({ api, org }) => {
    await org.repo();
    const answer = await api.delete(`/iam/v2/groups/${org.uid}`);
    expectBlocked(answer, [['RESOURCE_NOT_EMPTY', 'cannot delete group with child repos']]);
    expect(answer.body.code).toBe(9);
  });

  test('spec §7.4: a resource that does not exist is 404 with its type and name', async ({ api, org }) => {
    const uid = `${org.uid}/${'1'.repeat(16)}`;
    expectMissing(await api.get(`/registry/v2/repos/${uid}`), 'registry/Repo', uid);
  });
});

test.describe('spec §5: callers of the default fixture @fixture', () => {
  test('the viewer reads and does not write', async ({ viewer, shared }) => {
    const { orgId } = shared.target;
    expect((await viewer.read(`/registry/v2/repos?uidp.descendants_of=${orgId}`)).totalCount).toBe('12');
    expectError(await viewer.post(`/registry/v2/repos/${orgId}`, { name: 'x' }), 'PERMISSION_DENIED');
    expectError(await viewer.delete(`/iam/v2/groups/${orgId}`), 'PERMISSION_DENIED');
  });

  test('spec §4I.3: an identity under a subgroup cannot see the registry of the organization', async ({
    api,
    shared,
  }) => {
    const team = api.as('team-bot-token');
    const [group] = rowsOf(await team.read('/iam/v2/groups'), 'groups');
    expect(group?.uid.startsWith(`${shared.target.orgId}/`)).toBe(true);
    expect(await team.read(`/registry/v2/repos?uidp.descendants_of=${shared.target.orgId}`)).toEqual({
      repos: [],
      totalCount: '0',
      skipped: 0,
    });
    const [nginx] = rowsOf(
      await api.read(`/registry/v2/repos?uidp.children_of=${shared.target.orgId}&name=nginx`),
      'repos',
    );
    expectError(await team.get(`/registry/v2/repos/${nginx?.uid}`), 'PERMISSION_DENIED');
  });

  test('the token that is printed at the start may do everything', async ({ api, shared }) => {
    expect((await api.read(`/iam/v2/groups/${shared.target.orgId}`)).name).toBe('example.com');
  });
});
