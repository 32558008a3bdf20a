import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectBlocked, expectConflict, expectInvalid, expectMissing } from '../support/errors.ts';
import { bindingsOf } from '../support/org.ts';
import { expect, test } from '../support/test.ts';

test.describe('kind and status', () => {
  test('5.1: a new root is READY and has no kind by default', async ({ api }) => {
    const plain = ok(await api.post('/iam/v2/groups', { name: 'a' }));
    const dev = ok(await api.post('/iam/v2/groups', { name: 'b', kind: 'ORG_KIND_DEV' }));
    expect(plain.status).toBe('ORG_STATUS_READY');
    expect(plain.kind ?? 'ORG_KIND_UNSPECIFIED').toBe('ORG_KIND_UNSPECIFIED');
    expect(dev.kind).toBe('ORG_KIND_DEV');
    for (const { uid } of [plain, dev]) ok(await api.delete(`/iam/v2/groups/${uid}`));
  });

  test('5.1: a subgroup inherits kind and status of its root, also when they change', async ({ api, org }) => {
    ok(await api.patch(`/iam/v2/groups/${org.uid}`, { kind: 'ORG_KIND_CUSTOMER' }));
    const lower = await org.group({}, (await org.group()).uid);
    expect(lower).toMatchObject({ kind: 'ORG_KIND_CUSTOMER', status: 'ORG_STATUS_READY' });
    ok(await api.patch(`/iam/v2/groups/${org.uid}`, { kind: 'ORG_KIND_INFRA' }));
    expect((await api.read(`/iam/v2/groups/${lower.uid}`)).kind).toBe('ORG_KIND_INFRA');
  });

  test('5.1: the kind of a subgroup cannot be set', async ({ api, org }) => {
    const group = await org.group();
    const body = { name: 'a', kind: 'ORG_KIND_DEV' };
    expectInvalid(await api.post(`/iam/v2/groups/${org.uid}`, body), { kind: /./ });
    expectInvalid(await api.patch(`/iam/v2/groups/${group.uid}`, { kind: 'ORG_KIND_DEV' }), { kind: /./ });
  });

  for (const kind of ['DEV', 'org_kind_dev', 99, -1, true]) {
    test(`1.2: the kind ${JSON.stringify(kind)} is unknown`, async ({ api }) => {
      expectInvalid(await api.post('/iam/v2/groups', { name: 'a', kind }), { kind: /./ });
    });
  }

  test('1.2: a kind may be given by its number', async ({ api, org }) => {
    expect(ok(await api.patch(`/iam/v2/groups/${org.uid}`, { kind: 3 })).kind).toBe('ORG_KIND_DEV');
  });
});

test.describe('verified organizations', () => {
  const make = async (api: Api, name: string): Promise<string> =>
    ok(await api.post('/iam/v2/groups', { name, verified: true, kind: 'ORG_KIND_CUSTOMER' })).uid;

  test('5.1: the name of a verified root is unique, and cannot be changed', async ({ api }) => {
    const name = `verified-${process.pid}-${Date.now()}`;
    const uid = await make(api, name);
    expect((await api.read(`/iam/v2/groups/${uid}`)).verified).toBe(true);
    const again = { name, verified: true, kind: 'ORG_KIND_DEV' };
    expectConflict(await api.post('/iam/v2/groups', again), 'iam/Group', uid, name);
    expectBlocked(await api.patch(`/iam/v2/groups/${uid}`, { name: 'other' }), [[/./, /./]]);
    expect((await api.patch(`/iam/v2/groups/${uid}`, { name, description: 'd' })).status).toBe(200);
    ok(await api.delete(`/iam/v2/groups/${uid}`));
  });

  test('5.1: verified is ignored from an ordinary caller @mock', async ({ api, org }) => {
    const owner = await org.caller('owner');
    expect(ok(await owner.patch(`/iam/v2/groups/${org.uid}`, { verified: true })).verified ?? false).toBe(false);
    const made = ok(await owner.post('/iam/v2/groups', { name: 'a', verified: true }));
    expect(made.verified ?? false).toBe(false);
    ok(await api.delete(`/iam/v2/groups/${made.uid}`));
  });
});

test.describe('the parent of a new group', () => {
  test('5.1: it may be named by the end of its uid, or by its name', async ({ api, org }) => {
    const group = await org.group({ name: `only-${org.uid}` });
    const suffix = group.uid.slice(-16);
    for (const parent of [suffix, `only-${org.uid}`]) {
      const made = ok(await api.post(`/iam/v2/groups/${parent}`, { name: 'child' }));
      expect(made.uid.startsWith(`${group.uid}/`), parent).toBe(true);
    }
  });

  test('5.1: a name that several groups have is ambiguous', async ({ api, org }) => {
    const name = `twice-${org.uid}`;
    await org.group({ name });
    await org.group({ name });
    expectInvalid(await api.post(`/iam/v2/groups/${name}`, { name: 'child' }), { parent: /./ });
  });

  test('5.1: a parent whose name no group has is 404', async ({ api }) => {
    expectMissing(await api.post('/iam/v2/groups/no-such-name', { name: 'child' }), 'iam/Group', 'no-such-name');
  });
});

test('5.1: only the service sets resource limits', async ({ api, org }) => {
  const sent = { resourceLimits: { repos: 1 }, description: 'd' };
  expect(ok(await api.patch(`/iam/v2/groups/${org.uid}`, sent))).not.toHaveProperty('resourceLimits');
  expect(await org.group(sent)).not.toHaveProperty('resourceLimits');
});

test('5.1: the creator of a root has the role owner on it', async ({ api, org }) => {
  const [binding, ...others] = await bindingsOf(api, org.uid);
  expect(others).toEqual([]);
  expect(binding).toMatchObject({ role: { name: 'owner' }, group: { uid: org.uid } });
});

test('5.1: a subgroup starts without bindings', async ({ api, org }) => {
  expect(await bindingsOf(api, (await org.group()).uid)).toEqual([]);
});

test('1.1: a group is emitted with its scalars and without unset messages', async ({ org }) => {
  const group = await org.group();
  expect(Object.keys(group)).toEqual(
    expect.arrayContaining(['uid', 'name', 'description', 'createTime', 'updateTime']),
  );
  expect(Object.values(group)).not.toContain(null);
  expect(group.description).toBe('');
});

test.describe('custom methods', () => {
  test('5.1: checkEligibility returns a boolean', async ({ api }) => {
    const body = await api.read('/iam/v2/groups:checkEligibility');
    expect(Object.keys(body)).toEqual(['eligible']);
    expect(typeof body.eligible).toBe('boolean');
  });
});
