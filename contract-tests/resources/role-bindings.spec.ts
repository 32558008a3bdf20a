import { ok, rowsOf } from '../support/answer.ts';
import { expectConflict, expectError, expectInvalid, expectMissing, expectViolation } from '../support/errors.ts';
import { bindingsOf, type Org } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';
import { expect, test } from '../support/test.ts';

test('5.5, spec §2: identity, group and role are hydrated, and both uids echoed', async ({ api, org }) => {
  const group = await org.group({ name: 'team', description: 'the team' });
  const claimMatch = { issuer: 'https://issuer.test', subject: 'subject:x' };
  const identity = await org.identity({ name: 'bot', description: 'a bot', claimMatch });
  const viewer = roleUid(org.roles, 'viewer');
  const binding = await org.binding({ identityUid: identity.uid }, group.uid);
  expect(binding).toMatchObject({
    identityUid: identity.uid,
    roleUid: viewer,
    identity: { uid: identity.uid, name: 'bot', description: 'a bot', ...claimMatch },
    group: { uid: group.uid, name: 'team', description: 'the team' },
    role: { uid: viewer, name: 'viewer' },
  });
  const listed = rowsOf(await api.read(`/iam/v2/roleBindings?uidp.children_of=${group.uid}`), 'roleBindings');
  expect(listed).toEqual([binding]);
});

test('5.5: hydrated values follow changes of their rows', async ({ api, org }) => {
  const identity = await org.identity();
  const binding = await org.binding({ identityUid: identity.uid });
  ok(await api.patch(`/iam/v2/identities/${identity.uid}`, { name: 'renamed', description: 'new' }));
  ok(await api.patch(`/iam/v2/groups/${org.uid}`, { name: 'renamed too' }));
  const seen = await api.read(`/iam/v2/roleBindings/${binding.uid}`);
  expect(seen).toMatchObject({ identity: { name: 'renamed', description: 'new' }, group: { name: 'renamed too' } });
});

const KEYS = JSON.stringify({ keys: [{ kty: 'RSA', kid: 'k', n: 'AQAB', e: 'AQAB' }] });
for (const [what, relationship, expected] of [
  [
    'static keys',
    { staticKeys: { issuer: 'https://s.test', subject: 's', issuerKeys: KEYS } },
    { issuer: 'https://s.test', subject: 's' },
  ],
  ['patterns', { claimMatch: { issuerPattern: '.*', subjectPattern: '.*' } }, { issuer: '', subject: '' }],
  ['a service principal', { servicePrincipal: 'SERVICE_PRINCIPAL_COSIGNED' }, { issuer: '', subject: '' }],
] as const) {
  test(`5.5: an identity by ${what} shows issuer "${expected.issuer}"`, async ({ org }) => {
    const identity = await org.identity({ claimMatch: undefined, ...relationship });
    expect((await org.binding({ identityUid: identity.uid })).identity).toMatchObject(expected);
  });
}

test.describe('the roles and identities that may be bound', () => {
  test('5.5: a custom role of the group or of one above it', async ({ org }) => {
    const upper = await org.group();
    const lower = await org.group({}, upper.uid);
    for (const home of [org.uid, upper.uid, lower.uid]) {
      const role = await org.role({}, home);
      expect((await org.binding({ roleUid: role.uid }, lower.uid)).roleUid).toBe(role.uid);
    }
  });

  test('5.5: not a custom role of a subgroup or a sibling', async ({ api, org }) => {
    const [group, beside] = [await org.group(), await org.group()];
    const identity = await org.identity();
    for (const home of [beside.uid, (await org.group({}, group.uid)).uid]) {
      const role = await org.role({}, home);
      const body = { identityUid: identity.uid, roleUid: role.uid };
      expectInvalid(await api.post(`/iam/v2/roleBindings/${group.uid}`, body), { roleUid: /./ });
    }
  });

  test('5.5: an identity of any group of the same organization', async ({ org }) => {
    const group = await org.group();
    const identity = await org.identity({}, group.uid);
    expect((await org.binding({ identityUid: identity.uid })).identityUid).toBe(identity.uid);
  });

  test('5.5: an unknown identity or role is 404', async ({ api, org }) => {
    const missing = `${org.uid}/${'a'.repeat(16)}`;
    const path = `/iam/v2/roleBindings/${org.uid}`;
    const viewer = roleUid(org.roles, 'viewer');
    expectMissing(await api.post(path, { identityUid: missing, roleUid: viewer }), 'iam/Identity', missing);
    const { uid } = await org.identity();
    expectMissing(await api.post(path, { identityUid: uid, roleUid: missing }), 'iam/Role', missing);
    const repo = await org.repo();
    expectMissing(await api.post(path, { identityUid: repo.uid, roleUid: viewer }), 'iam/Identity', repo.uid);
  });
});

test('6, 7.10: an update to the values of another binding is 409', async ({ api, org }) => {
  const identity = await org.identity();
  const one = await org.binding({ identityUid: identity.uid });
  const other = await org.binding({ identityUid: identity.uid, roleUid: roleUid(org.roles, 'editor') });
  const answer = await api.patch(`/iam/v2/roleBindings/${other.uid}`, { roleUid: roleUid(org.roles, 'viewer') });
  expectConflict(answer, 'iam/RoleBinding', one.uid);
});

test.describe('batchCreate', () => {
  const target = '/iam/v2/roleBindings:batchCreate';
  const item = async (org: Org, fields: object = {}): Promise<object> => ({
    roleBinding: { identityUid: (await org.identity()).uid, roleUid: roleUid(org.roles, 'viewer'), ...fields },
  });

  test('5.5: makes all requested bindings, in order and hydrated', async ({ api, org }) => {
    const requests = [await item(org), { ...(await item(org)), parent: org.uid }, { ...(await item(org)), parent: '' }];
    const body = ok(await api.post(target, { parent: org.uid, requests }));
    const made = rowsOf(body, 'roleBindings');
    expect(Object.keys(body)).toEqual(['roleBindings']);
    expect(made.map(({ identityUid }) => identityUid)).toEqual(
      requests.map((request) => (request as { roleBinding: { identityUid: string } }).roleBinding.identityUid),
    );
    for (const binding of made) expect(await api.read(`/iam/v2/roleBindings/${binding.uid}`)).toEqual(binding);
  });

  test('5.5: one role may be given for all items', async ({ api, org }) => {
    const requests = [await item(org, { roleUid: undefined }), await item(org)];
    const viewer = roleUid(org.roles, 'viewer');
    const made = rowsOf(ok(await api.post(target, { parent: org.uid, roleUid: viewer, requests })), 'roleBindings');
    expect(made.map((binding) => binding.roleUid)).toEqual([viewer, viewer]);
  });

  test('5.5: a role of one item that differs from the role for all is refused', async ({ api, org }) => {
    const body = { parent: org.uid, roleUid: roleUid(org.roles, 'editor'), requests: [await item(org)] };
    expectViolation(await api.post(target, body), 'requests[0].roleBinding.roleUid');
  });

  test('5.5: a parent of one item that differs is refused', async ({ api, org }) => {
    const group = await org.group();
    const body = { parent: org.uid, requests: [{ ...(await item(org)), parent: group.uid }] };
    expectViolation(await api.post(target, body), 'requests[0].parent');
  });

  for (const [count, good] of [
    [0, false],
    [1, true],
    [25, true],
    [26, false],
  ] as const) {
    test(`5.5: ${count} bindings in one call are ${good ? 'made' : 'refused'}`, async ({ api, org }) => {
      const requests = [];
      for (let index = 0; index < count; index += 1) requests.push(await item(org));
      const answer = await api.post(target, { parent: org.uid, requests });
      if (good) expect(rowsOf(ok(answer), 'roleBindings')).toHaveLength(count);
      else expectViolation(answer, 'requests');
    });
  }

  test('5.5: with one bad item nothing is made', async ({ api, org }) => {
    const before = (await bindingsOf(api, org.uid)).length;
    const missing = `${org.uid}/${'a'.repeat(16)}`;
    const good = await item(org);
    for (const [bad, status] of [
      [{ roleBinding: { roleUid: roleUid(org.roles, 'viewer') } }, 400],
      [await item(org, { identityUid: missing }), 404],
      [good, 409],
    ] as const) {
      expect((await api.post(target, { parent: org.uid, requests: [good, bad] })).status).toBe(status);
      expect((await bindingsOf(api, org.uid)).length).toBe(before);
    }
  });

  test('9.2.4: a violation names the item it is in', async ({ api, org }) => {
    const body = { parent: org.uid, requests: [await item(org), { roleBinding: {} }] };
    expectInvalid(await api.post(target, body), {
      'requests[1].roleBinding.identityUid': /is required$/,
      'requests[1].roleBinding.roleUid': /is required$/,
    });
  });

  test('5.5: one that repeats an earlier one is 409, and no uid is named', async ({ api, org }) => {
    const [one, other] = [await item(org, { roleUid: undefined }), await item(org)];
    const same = { ...one, parent: org.uid };
    const body = { parent: org.uid, roleUid: roleUid(org.roles, 'viewer'), requests: [one, other, same, one] };
    expectError(await api.post(target, body), 'ALREADY_EXISTS', {
      says: 'the batch has this role binding twice',
      details: [],
    });
  });

  test('7.10: one that is there already is 409, and its uid is named', async ({ api, org }) => {
    const { uid, identityUid } = await org.binding({ roleUid: roleUid(org.roles, 'viewer') });
    const requests = [await item(org), await item(org, { identityUid })];
    expectConflict(await api.post(target, { parent: org.uid, requests }), 'iam/RoleBinding', String(uid));
  });

  test('7.1: an unknown parent is 404', async ({ api, org }) => {
    const parent = `${org.uid}/${'a'.repeat(16)}`;
    expectMissing(await api.post(target, { parent, requests: [await item(org)] }), 'iam/Group', parent);
  });
});
