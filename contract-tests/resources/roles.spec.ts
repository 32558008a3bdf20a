import { namesOf, ok, rowsOf } from '../support/answer.ts';
import { expectInvalid } from '../support/errors.ts';
import { expect, test } from '../support/test.ts';

test.describe('built-in roles', () => {
  test('C30: every one is on the first page without a filter, viewer among them', async ({ api }) => {
    const names = namesOf(rowsOf(await api.read('/iam/v2/roles'), 'roles'));
    for (const name of ['viewer', 'editor', 'owner', 'limited_owner', 'registry.pull', 'apk.pull']) {
      expect(names).toContain(name);
    }
  });

  test('5.4: each has a uid of one segment, a description and capabilities by name', async ({ api }) => {
    const roles = rowsOf(await api.read('/iam/v2/roles?uidp.in_root=true&page_size=200'), 'roles');
    expect(roles.length).toBeGreaterThan(8);
    for (const { uid, name, description, capabilities } of roles) {
      expect(uid, name).toMatch(/^[0-9a-f]{40}$/);
      expect(description, name).toMatch(/./);
      for (const capability of capabilities as string[]) expect(capability, name).toMatch(/^CAP_[A-Z0-9_]+$/);
    }
  });

  test('5.4: viewer has its published uid', async ({ org }) => {
    expect(org.roles.get('viewer')).toBe('63921b2c44617e3f2603851537be0123af4a57d7');
  });

  test('5.4: they are listed for a caller who holds roles.list in one subgroup only @mock', async ({ org }) => {
    const group = await org.group();
    await org.role();
    const own = await org.role({}, group.uid);
    const caller = await org.caller('viewer', { at: group.uid });
    const names = namesOf(rowsOf(await caller.read('/iam/v2/roles?page_size=200'), 'roles'));
    expect(names).toEqual(expect.arrayContaining(['viewer', own.name]));
    expect(names).toHaveLength(org.roles.size + 1);
  });
});

test.describe('custom roles', () => {
  test('5.4: capabilities are kept in their order and returned by name', async ({ org }) => {
    const capabilities = ['CAP_REPO_LIST', 'CAP_IAM_GROUPS_LIST', 'CAP_TAG_LIST'];
    expect((await org.role({ capabilities })).capabilities).toEqual(capabilities);
  });

  for (const [what, capabilities] of [
    ['none', []],
    ['absent', undefined],
  ] as const) {
    test(`5.4: a role with ${what} capabilities is refused`, async ({ api, org }) => {
      expectInvalid(await api.post(`/iam/v2/roles/${org.uid}`, { name: 'a', capabilities }), { capabilities: /./ });
    });
  }

  for (const capability of ['repo.list', 'CAP_NOPE', 'cap_repo_list', '', 1.5, null, {}]) {
    test(`5.4: the capability ${JSON.stringify(capability)} is unknown`, async ({ api, org }) => {
      const answer = await api.post(`/iam/v2/roles/${org.uid}`, { name: 'a', capabilities: [capability] });
      expect(answer.status).toBe(400);
    });
  }

  test('6.1: an update replaces the capabilities as a whole', async ({ api, org }) => {
    const role = await org.role({ capabilities: ['CAP_REPO_LIST', 'CAP_TAG_LIST'] });
    const changed = ok(await api.patch(`/iam/v2/roles/${role.uid}`, { capabilities: ['CAP_TAG_LIST'] }));
    expect(changed.capabilities).toEqual(['CAP_TAG_LIST']);
  });
});
