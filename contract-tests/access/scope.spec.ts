import { ok, rowsOf, uidsOf } from '../support/answer.ts';
import { expectDenied } from '../support/errors.ts';
import { bindingsOf, type Org } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';
import { expect, test } from '../support/test.ts';

/** A chain of groups below an organization, each with one repo. */
const chain = async (org: Org): Promise<readonly { readonly group: string; readonly repo: string }[]> => {
  const upper = await org.group();
  const lower = await org.group({}, upper.uid);
  const places = [];
  for (const group of [org.uid, upper.uid, lower.uid]) places.push({ group, repo: (await org.repo({}, group)).uid });
  return places;
};

test.describe('scope of a binding @mock', () => {
  for (const [at, reached] of [
    [0, [0, 1, 2]],
    [1, [1, 2]],
    [2, [2]],
  ] as const) {
    test(`10.7: a binding on level ${at} reaches levels ${reached.join()}`, async ({ org }) => {
      const places = await chain(org);
      const caller = await org.caller('editor', { at: places[at]?.group ?? '' });
      for (const [level, { group, repo }] of places.entries()) {
        const expected = (reached as readonly number[]).includes(level) ? 200 : 403;
        expect((await caller.get(`/registry/v2/repos/${repo}`)).status, `get on level ${level}`).toBe(expected);
        const patched = await caller.patch(`/registry/v2/repos/${repo}`, { description: 'x' });
        expect(patched.status, `update on level ${level}`).toBe(expected);
        const created = await caller.post(`/registry/v2/repos/${group}`, { name: 'made' });
        expect(created.status, `create on level ${level}`).toBe(expected);
      }
      const listed = uidsOf(rowsOf(await caller.read('/registry/v2/repos?name='), 'repos'));
      expect([...places.keys()].filter((level) => listed.includes(places[level]?.repo ?? ''))).toEqual(reached);
    });
  }

  test('10.7: capabilities of several bindings add up', async ({ api, org }) => {
    const repo = await org.repo();
    const caller = await org.caller('registry.pull');
    expectDenied(await caller.delete(`/registry/v2/repos/${repo.uid}`));
    const [mine] = (await bindingsOf(api, org.uid)).filter(
      ({ roleUid: role }) => role === roleUid(org.roles, 'registry.pull'),
    );
    await org.binding({ identityUid: mine?.identityUid, roleUid: roleUid(org.roles, 'editor') });
    expect((await caller.delete(`/registry/v2/repos/${repo.uid}`)).status).toBe(200);
  });

  test('10.7: a binding that is made or deleted counts from the next call', async ({ api, org }) => {
    const repo = await org.repo();
    const caller = await org.caller('viewer');
    const [mine] = (await bindingsOf(api, org.uid)).filter(({ identityUid }) =>
      String(identityUid).startsWith(`${org.uid}/`),
    );
    expect((await caller.get(`/registry/v2/repos/${repo.uid}`)).status).toBe(200);
    ok(await api.delete(`/iam/v2/roleBindings/${mine?.uid}`));
    expectDenied(await caller.get(`/registry/v2/repos/${repo.uid}`));
    await org.binding({ identityUid: mine?.identityUid });
    expect((await caller.get(`/registry/v2/repos/${repo.uid}`)).status).toBe(200);
  });

  test('10.7: a custom role that changes counts from the next call', async ({ api, org }) => {
    const repo = await org.repo();
    const role = await org.role({ capabilities: ['CAP_IAM_GROUPS_LIST'] });
    const caller = await org.caller(role.uid);
    expectDenied(
      await caller.get(`/registry/v2/repos/${repo.uid}`),
      `missing capability "repo.list" on group ${org.uid}`,
    );
    ok(await api.patch(`/iam/v2/roles/${role.uid}`, { capabilities: ['CAP_REPO_LIST'] }));
    expect((await caller.get(`/registry/v2/repos/${repo.uid}`)).status).toBe(200);
  });

  test('10.7: a binding of one organization has no effect in another', async ({ api, org }) => {
    const other = ok(await api.post('/iam/v2/groups', { name: 'another' }));
    const repo = ok(await api.post(`/registry/v2/repos/${other.uid}`, { name: 'a' }));
    const caller = await org.caller('owner');
    expectDenied(await caller.get(`/registry/v2/repos/${repo.uid}`));
    ok(await api.delete(`/registry/v2/repos/${repo.uid}`));
    ok(await api.delete(`/iam/v2/groups/${other.uid}`));
  });
});

test.describe('an identity under a subgroup @mock', () => {
  test('10.8: its binding on the organization reaches nothing outside the subgroup', async ({ org }) => {
    const group = await org.group();
    const [outside, inside] = [await org.repo(), await org.repo({}, group.uid)];
    const caller = await org.caller('owner', { at: org.uid, home: group.uid });
    expectDenied(await caller.get(`/registry/v2/repos/${outside.uid}`));
    expectDenied(await caller.post(`/registry/v2/repos/${org.uid}`, { name: 'x' }));
    expect((await caller.get(`/registry/v2/repos/${inside.uid}`)).status).toBe(200);
    const listed = await caller.read(`/registry/v2/repos?uidp.descendants_of=${org.uid}`);
    expect(uidsOf(rowsOf(listed, 'repos'))).toEqual([inside.uid]);
  });

  test('10.8, spec §4I.3: it does not see the registry of the organization', async ({ org }) => {
    const group = await org.group();
    const repo = await org.repo();
    const tag = await org.tag(repo.uid);
    const caller = await org.caller('viewer', { at: group.uid, home: group.uid });
    expect(await caller.read('/registry/v2/repos')).toEqual({ repos: [], totalCount: '0', skipped: 0 });
    expect(await caller.read('/registry/v2/tags')).toEqual({ tags: [], totalCount: '0', skipped: 0 });
    expectDenied(await caller.get(`/registry/v2/repos/${repo.uid}`));
    expectDenied(await caller.get(`/registry/v2/tags/${tag.uid}`));
    expectDenied(await caller.get(`/registry/v2/repos?uidp.children_of=${repo.uid}`));
  });

  test('10.8: a binding beside its subgroup reaches nothing', async ({ org }) => {
    const [home, beside] = [await org.group(), await org.group()];
    const repo = await org.repo({}, beside.uid);
    const caller = await org.caller('owner', { at: beside.uid, home: home.uid });
    expectDenied(await caller.get(`/registry/v2/repos/${repo.uid}`));
    expectDenied(await caller.get('/registry/v2/repos'));
  });

  test('spec §4I.3: an identity under the organization reaches all of it', async ({ org }) => {
    const group = await org.group();
    const inside = await org.repo({}, group.uid);
    const caller = await org.caller('viewer');
    expect((await caller.get(`/registry/v2/repos/${inside.uid}`)).status).toBe(200);
  });
});

test.describe('unscoped operations @mock', () => {
  test('10.9: resolved vulnerabilities need all four capabilities in one place', async ({ org }) => {
    const target = '/advisory/v2/images/resolvedVulns?startTime=2026-01-01T00:00:00Z&endTime=2026-01-02T00:00:00Z';
    expectDenied(await (await org.caller('registry.pull')).get(target), /^missing capability "apk\.list"/);
    expect((await (await org.caller('viewer')).get(target)).status).toBe(200);
  });

  test('2.2: any authenticated caller may make a root group, and owns it', async ({ api, org }) => {
    const nobody = await org.caller('apk.pull');
    const root = ok(await nobody.post('/iam/v2/groups', { name: 'of nobody' }));
    const [binding] = await bindingsOf(api, root.uid);
    expect(binding?.role).toMatchObject({ name: 'owner' });
    expect(binding?.group).toMatchObject({ uid: root.uid });
    ok(await api.delete(`/iam/v2/groups/${root.uid}`));
  });

  test('10.6: identityMetadata belongs to the caller', async ({ org }) => {
    const caller = await org.caller('apk.pull');
    const body = { identityMetadata: { company: 'Example' } };
    expect(ok(await caller.patch('/iam/v2/identities:updateIdentityMetadata', body)).company).toBe('Example');
  });
});
