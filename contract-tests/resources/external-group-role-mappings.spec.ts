import { ok, rowsOf, uidsOf } from '../support/answer.ts';
import { expectInvalid, expectMissing, expectViolation } from '../support/errors.ts';
import { roleUid } from '../support/roles.ts';
import { expect, test } from '../support/test.ts';

const PATH = '/iam/v2/externalGroupRoleMappings';

test('5.8: a mapping is under its provider, which it names', async ({ org }) => {
  const provider = await org.provider();
  const mapping = await org.mapping(provider.uid, { identityProviderUid: 'x' });
  expect(mapping.uid).toMatch(new RegExp(`^${provider.uid}/[0-9a-f]{16}$`));
  expect(mapping).toMatchObject({ identityProviderUid: provider.uid, scope: org.uid });
});

test('5.8: the scope is the root organization of the provider', async ({ api, org }) => {
  const group = await org.group();
  const provider = await org.provider({}, group.uid);
  const body = { externalGroupId: 'x', roleUid: roleUid(org.roles, 'viewer') };
  expectInvalid(await api.post(`${PATH}/${provider.uid}`, { ...body, scope: group.uid }), { scope: /./ });
  expect((await api.post(`${PATH}/${provider.uid}`, { ...body, scope: org.uid })).status).toBe(200);
});

test('5.8: an unknown role is 404', async ({ api, org }) => {
  const provider = await org.provider();
  const role = '7'.repeat(40);
  const answer = await api.post(`${PATH}/${provider.uid}`, { externalGroupId: 'x', roleUid: role, scope: org.uid });
  expectMissing(answer, 'iam/Role', role);
});

test.describe('C22: an update', () => {
  for (const field of ['externalGroupId', 'roleUid', 'scope'] as const) {
    test(`that changes ${field} is refused`, async ({ api, org }) => {
      const mapping = await org.mapping((await org.provider()).uid);
      const value = { externalGroupId: 'other', roleUid: roleUid(org.roles, 'editor'), scope: (await org.group()).uid }[
        field
      ];
      for (const query of ['', `?updateMask=${field}`]) {
        expectInvalid(await api.patch(`${PATH}/${mapping.uid}${query}`, { [field]: value }), {
          [field]: `${field} is immutable`,
        });
      }
    });
  }

  test('that repeats every value is 200', async ({ api, org }) => {
    const mapping = await org.mapping((await org.provider()).uid);
    for (const query of ['', '?updateMask=*', '?updateMask=roleUid,scope']) {
      const { updateTime: _, ...same } = mapping;
      expect(ok(await api.patch(`${PATH}/${mapping.uid}${query}`, mapping))).toMatchObject(same);
    }
    expect(ok(await api.patch(`${PATH}/${mapping.uid}`, {}))).toMatchObject({ uid: mapping.uid });
  });
});

test.describe('batchDelete', () => {
  const target = `${PATH}:batchDelete`;

  test('5.8: deletes and returns the named mappings, and ignores missing ones', async ({ api, org }) => {
    const provider = await org.provider();
    const [one, two, other] = [
      await org.mapping(provider.uid),
      await org.mapping(provider.uid),
      await org.mapping(provider.uid),
    ];
    const missing = `${provider.uid}/${'6'.repeat(16)}`;
    const body = ok(await api.post(target, { parent: provider.uid, names: [two.uid, missing, one.uid] }));
    expect(Object.keys(body)).toEqual(['parent', 'externalGroupRoleMappings']);
    expect(body.parent).toBe(provider.uid);
    expect(rowsOf(body, 'externalGroupRoleMappings')).toEqual([two, one]);
    const rows = rowsOf(await api.read(`${PATH}?uidp.children_of=${provider.uid}`), 'externalGroupRoleMappings');
    expect(uidsOf(rows)).toEqual([other.uid]);
  });

  test('5.8: one of another provider is refused and nothing is deleted', async ({ api, org }) => {
    const [provider, other] = [await org.provider(), await org.provider()];
    const [mine, foreign] = [await org.mapping(provider.uid), await org.mapping(other.uid)];
    expectViolation(await api.post(target, { parent: provider.uid, names: [mine.uid, foreign.uid] }), 'names[1]');
    for (const { uid } of [mine, foreign]) expect((await api.get(`${PATH}/${uid}`)).status).toBe(200);
  });

  test('5.8: ids are required', async ({ api, org }) => {
    const provider = await org.provider();
    for (const names of [[], undefined]) {
      expectInvalid(await api.post(target, { parent: provider.uid, names }), { names: /./ });
    }
  });

  test('7.1: an unknown provider is 404', async ({ api, org }) => {
    const parent = `${org.uid}/${'6'.repeat(16)}`;
    expectMissing(await api.post(target, { parent, names: ['x'] }), 'iam/IdentityProvider', parent);
  });
});
