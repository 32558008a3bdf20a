import { type Body, ok, rowsOf } from '../support/answer.ts';
import { expectInvalid } from '../support/errors.ts';
import { expect, onEachFace, test } from '../support/grpc-test.ts';
import type { Org } from '../support/org.ts';
import { seen } from '../support/profile.ts';
import { roleUid } from '../support/roles.ts';

const REMOTE = /remote_registries/i;

/** The fields of the rows of a kind that only the specification has. */
const ADDED: readonly (readonly [kind: string, make: (org: Org) => Promise<Body>, path: string, added: string[]])[] = [
  ['role binding', (org) => org.binding(), '/iam/v2/roleBindings', ['updateTime']],
  ['group invite', (org) => org.invite(), '/iam/v2/groupInvites', ['updateTime']],
  ['subscription', (org) => org.subscription(), '/events/v2/subscriptions', ['createTime', 'updateTime']],
  ['tag', async (org) => org.tag((await org.repo()).uid), '/registry/v2/tags', ['createTime']],
  ['group', (org) => org.group(), '/iam/v2/groups', []],
];

for (const [kind, make, path, added] of ADDED) {
  test(`C4, C5: a ${kind} has what the specification adds, or not @profile`, async ({ api, org }) => {
    const made = await make(org);
    const read = await api.read(`${path}/${made.uid}`);
    const listed = rowsOf(await api.read(`${path}?uidp.descendants_of=${org.uid}`), path.split('/').at(-1) ?? '');
    const found = listed.find(({ uid }) => uid === made.uid) ?? ({} as Body);
    for (const row of [made, read, found]) {
      expect(row.uid).toBe(made.uid);
      for (const name of added) expect([name, name in row]).toEqual([name, seen.addedFields]);
    }
    if (kind === 'group') expect(Object.keys(read)).toEqual(expect.arrayContaining(['createTime', 'updateTime']));
  });
}

onEachFace('C5: an acceptance of terms has a uid, or not @profile @fixture', async ({ read }, org) => {
  await read('AcceptTerms', { group: org.uid, documentIds: ['guardener-tos.v1'] });
  const [row] = rowsOf(await read('ListTermsAcceptances', { group: org.uid }), 'termsAcceptances');
  expect(row).toMatchObject({ docId: 'guardener-tos.v1', createTime: expect.any(String) });
  expect(['uid', 'updateTime'].map((name) => name in (row ?? {}))).toEqual([seen.addedFields, seen.addedFields]);
});

test('C5: in a PATCH an added field is one that only the service sets, or unknown @profile', async ({ api, org }) => {
  const { uid } = await org.binding();
  const keyed = await api.patch(`/iam/v2/roleBindings/${uid}`, { updateTime: '2026-01-01T00:00:00Z' });
  const masked = await api.patch(`/iam/v2/roleBindings/${uid}?updateMask=updateTime`, {});
  if (seen.addedFields) {
    expect([ok(keyed).uid, ok(masked).uid]).toEqual([uid, uid]);
  } else {
    expectInvalid(keyed, { updateTime: /^could not find field "updateTime"/ });
    expectInvalid(masked, { updateMask: 'unknown field "updateTime"' });
  }
});

test('C3: the JSON name of syncConfig @profile', async ({ api, org }) => {
  const source = (await org.repo()).uid;
  const other = seen.syncConfig === 'syncConfig' ? 'sync_config' : 'syncConfig';
  for (const given of ['syncConfig', 'sync_config']) {
    const { uid } = await org.repo({ [given]: { source } });
    const read = await api.read(`/registry/v2/repos/${uid}`);
    expect(read[seen.syncConfig]).toMatchObject({ source });
    expect(other in read).toBe(false);
    // v1 in its published casing has the same name.
    const [row] = rowsOf(await api.read(`/registry/v1/repos?id=${uid}`), 'items');
    expect(row).toMatchObject({ sync_config: { source } });
  }
});

onEachFace('9.2.4, C3: violations have the names of the profile @profile', async ({ call }, org) => {
  const { uid } = await org.repo();
  const syncConfig = { source: uid };
  const answer = await call('UpdateRepo', { repo: { uid, syncConfig }, updateMask: 'syncConfig' });
  expectInvalid(answer, { [`${seen.syncConfig}.source`]: new RegExp(`^${seen.syncConfig}.source must not be`) });
});

test('C10: names in answers of v1 @profile @mock', async ({ api, org }) => {
  const { uid } = await org.identity();
  // By `fetch`: the client of the suite spells the names of all profiles alike.
  const url = `${api.connection.baseUrl}/iam/v1/identities?id=${encodeURIComponent(uid)}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${api.token}` } });
  const { items } = (await answer.json()) as { readonly items: readonly object[] };
  const names = Object.keys(items[0] ?? {});
  expect(names).toContain(seen.camelV1 ? 'claimMatch' : 'claim_match');
  expect(names).not.toContain(seen.camelV1 ? 'claim_match' : 'claimMatch');
});

onEachFace('C34: capabilities of remote registries are shown by roles, or not @profile', async ({ read }, org) => {
  const owner = await read('GetRole', { uid: roleUid(org.roles, 'owner') });
  expect((owner.capabilities as readonly string[]).length).toBeGreaterThan(100);
  expect((owner.capabilities as readonly string[]).some((name) => REMOTE.test(name))).toBe(seen.remoteRegistries);
  const [older] = rowsOf(
    await read('chainguard.platform.iam.Roles/List', { id: roleUid(org.roles, 'owner') }),
    'items',
  );
  expect(REMOTE.test(JSON.stringify(older))).toBe(seen.remoteRegistries);
});

test('C34: whoami shows no capabilities that roles do not show @profile', async ({ api }) => {
  expect(REMOTE.test((await api.get('/auth/v1/ok')).text)).toBe(seen.remoteRegistries);
});

test('C34: a role with such a capability can be made, or not @profile', async ({ api, org }) => {
  const capabilities = ['CAP_REPO_LIST', 'CAP_LIBRARIES_REMOTE_REGISTRIES_LIST'];
  const made = await api.post(`/iam/v2/roles/${org.uid}`, { name: 'a', capabilities });
  const older = await api.post(`/iam/v1/roles/${org.uid}`, {
    name: 'b',
    capabilities: ['libraries.remote_registries.list'],
  });
  if (seen.remoteRegistries) {
    expect([ok(made).capabilities, older.status]).toEqual([capabilities, 200]);
  } else {
    expectInvalid(made, { 'capabilities[1]': 'must be a capability' });
    expect(older.status).toBe(400);
  }
});

for (const [name, has] of [
  ['openapi', `"${seen.syncConfig}":`],
  ['openapi-v1', seen.eventsV1 ? '"/events/v1/subscriptions":' : '"resource_limits":'],
] as const) {
  test(`P1: /${name}.json describes the profile @profile @mock`, async ({ api }) => {
    const text = await (await fetch(`${api.connection.baseUrl}/${name}.json`)).text();
    expect(text).toContain(has);
    expect(text.includes('"UpdateGroupInvite"')).toBe(name === 'openapi' && seen.addedCalls);
    expect(text.includes('REMOTE_REGISTRIES')).toBe(name === 'openapi' && seen.remoteRegistries);
  });
}
