import { type Body, ok, rowsOf } from '../support/answer.ts';
import { expectBare, expectInvalid } from '../support/errors.ts';
import { grpcService } from '../support/grpc-service.ts';
import { expect, onEachFace, test } from '../support/grpc-test.ts';
import { roleUid } from '../support/roles.ts';

const PATH = '/iam/v1/identityProviders';
const SERVICE = 'chainguard.platform.iam.IdentityProviders';
const SECRET = 'a-secret-of-the-client';
const oidc = { issuer: 'https://login.test', client_id: 'client', client_secret: SECRET };

test('12.2, V12: a provider is made in v1 and seen in v2, and neither shows its secret', async ({ api, org }) => {
  const expected = { issuer: 'https://login.test', client_id: 'client', additional_scopes: ['a'], groups_claim: 'g' };
  const given = { name: 'idp', default_role: roleUid(org.roles, 'viewer'), oidc: { ...oidc, ...expected } };
  const made = ok(await api.post(`${PATH}/${org.uid}`, given));
  const seen = await api.read(`/iam/v2/identityProviders/${made.id}`);
  const scim = seen.scim as Body;
  expect(made).toEqual({
    id: seen.uid,
    name: 'idp',
    description: '',
    default_role: given.default_role,
    oidc: expected,
    scim: {
      enabled: false,
      endpoint_url: scim.endpointUrl,
      credential_state: 'CREDENTIAL_STATE_NOT_ISSUED',
      etag: scim.etag,
    },
  });
  expect(seen).toMatchObject({ oidc: { clientId: 'client', additionalScopes: ['a'], groupsClaim: 'g' } });
  const [listed] = rowsOf(await api.read(`${PATH}?id=${made.id}`), 'items');
  expect(listed).toEqual(made);
  expect(JSON.stringify([made, listed, seen])).not.toContain(SECRET);
});

test('V2, V3, 12.2: List filters by id, name and place', async ({ api, org }) => {
  const group = await org.group();
  const [one, other] = [await org.provider({ name: 'one' }), await org.provider({ name: 'other' }, group.uid)];
  const ids = async (query: string): Promise<readonly unknown[]> =>
    rowsOf(await api.read(`${PATH}?${query}`), 'items').map(({ id }) => id);
  expect(await ids(`uidp.descendants_of=${org.uid}`)).toEqual([one.uid, other.uid].toSorted());
  expect(await ids(`uidp.descendants_of=${org.uid}&name=other`)).toEqual([other.uid]);
  expect(await ids(`id=${one.uid}`)).toEqual([one.uid]);
  expect(await ids(`uidp.children_of=${group.uid}`)).toEqual([other.uid]);
  expect(await ids(`id=${org.uid}`)).toEqual([]);
});

test.describe('Update', () => {
  test('V6: a PUT replaces everything except the secret and immutable fields', async ({ api, org }) => {
    const rule = 'CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID';
    const before = await org.provider({
      description: 'old',
      oidc: { issuer: 'https://a.test', clientId: 'a', clientSecret: SECRET, groupsClaim: 'g', correlationRule: rule },
    });
    const default_role = roleUid(org.roles, 'editor');
    const body = { name: 'renamed', default_role, oidc: { issuer: 'https://b.test', client_id: 'b' } };
    const after = ok(await api.put(`${PATH}/${before.uid}`, body));
    expect(after).toMatchObject({ id: before.uid, description: '', ...body });
    expect(after.oidc).toEqual({ ...body.oidc, correlation_rule: rule });
    expect(await api.read(`/iam/v2/identityProviders/${before.uid}`)).toMatchObject({
      name: 'renamed',
      defaultRole: default_role,
      createTime: before.createTime,
    });
  });

  test('5.6: the correlation rule cannot change', async ({ api, org }) => {
    const { uid } = await org.provider();
    const changed = { ...oidc, correlation_rule: 'CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID' };
    const body = { name: 'a', default_role: roleUid(org.roles, 'viewer'), oidc: changed };
    expectBare(await api.put(`${PATH}/${uid}`, body), 'INVALID_ARGUMENT', /: oidc\.correlation_rule: .*immutable/);
    const restated = { ...oidc, correlation_rule: 'CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID' };
    const put = ok(await api.put(`${PATH}/${uid}`, { ...body, oidc: restated }));
    expect(put.oidc).not.toHaveProperty('correlation_rule');
  });

  for (const [what, fields, says] of [
    ['no configuration', { oidc: undefined }, /: oidc\.issuer: .*; oidc\.client_id: /],
    [
      'no secret and no PKCE',
      { oidc: { ...oidc, client_secret: undefined } },
      'oidc.client_secret: oidc.client_secret is required unless oidc.pkce_enabled is true',
    ],
    ['an issuer over http', { oidc: { ...oidc, issuer: 'http://login.test' } }, /: oidc\.issuer: /],
    ['no name', { name: undefined }, /: name: /],
  ] as const) {
    test(`5.6: ${what} is refused by Create`, async ({ api, org }) => {
      const good = { name: 'a', default_role: roleUid(org.roles, 'viewer'), oidc };
      expectBare(await api.post(`${PATH}/${org.uid}`, { ...good, ...fields }), 'INVALID_ARGUMENT', says);
    });
  }

  test('V5: a PUT of a missing provider is 404', async ({ api, org }) => {
    const missing = `${org.uid}/${'9'.repeat(16)}`;
    const body = { name: 'a', default_role: roleUid(org.roles, 'viewer'), oidc };
    expectBare(await api.put(`${PATH}/${missing}`, body), 'NOT_FOUND', `identity provider "${missing}" not found`);
  });
});

onEachFace('5.6, 12.2: a provider of v1 needs no default role, and v2 takes it as it is', async (face, org) => {
  const defaultRole = roleUid(org.roles, 'viewer');
  const oidc = { issuer: 'https://a.test', clientId: 'a', clientSecret: SECRET };
  const given = { name: 'idp', oidc };
  const roleOf = async (uid: unknown): Promise<unknown> =>
    (await org.api.read(`/iam/v2/identityProviders/${uid}`)).defaultRole;
  for (const none of [{}, { defaultRole: '' }]) {
    const identityProvider = { ...given, ...none };
    const { id } = await face.read(`${SERVICE}/Create`, { parentId: org.uid, identityProvider });
    expect(await roleOf(id)).toBe('');
    expect(await face.read(`${SERVICE}/Update`, { id, ...given, defaultRole })).toMatchObject({ id });
    expect(await roleOf(id)).toBe(defaultRole);
    expect(await face.read(`${SERVICE}/Update`, { id, ...identityProvider })).toMatchObject({ id });
    expect(await roleOf(id)).toBe('');

    // An update in v2 may leave the default role missing, but not clear it.
    const change = { uid: id, description: 'd' };
    expect(await face.read('UpdateIdentityProvider', { identityProvider: change })).toMatchObject(change);
    for (const updateMask of ['defaultRole', '*']) {
      const answer = await face.call('UpdateIdentityProvider', { identityProvider: { ...given, uid: id }, updateMask });
      expectInvalid(answer, { defaultRole: 'defaultRole is required' });
    }
  }
  const unknown = `${org.uid}/${'9'.repeat(16)}`;
  const wrong = { parentId: org.uid, identityProvider: { ...given, defaultRole: unknown } };
  expectBare(await face.call(`${SERVICE}/Create`, wrong), 'NOT_FOUND', `role "${unknown}" not found`);
});

test('V4: a DELETE is an empty 200, also the second time, and deletes the mappings', async ({ api, org }) => {
  const { uid } = await org.provider();
  const mapping = await org.mapping(uid);
  for (let count = 0; count < 2; count += 1) {
    const answer = await api.delete(`${PATH}/${uid}`);
    expect([answer.status, answer.text]).toEqual([200, '']);
  }
  expect((await api.get(`/iam/v2/externalGroupRoleMappings/${mapping.uid}`)).status).toBe(404);
});

test('12.1: over gRPC each method does the same', async ({ grpc, org }) => {
  const call = grpcService(grpc, SERVICE);
  const defaultRole = roleUid(org.roles, 'viewer');
  const given = { name: 'idp', defaultRole, oidc: { issuer: 'https://a.test', clientId: 'a', clientSecret: SECRET } };
  const made = await call('Create', { parentId: org.uid, identityProvider: given });
  expect(made).toMatchObject({ name: 'idp', defaultRole, oidc: { issuer: 'https://a.test', clientId: 'a' } });
  expect(JSON.stringify(made)).not.toContain(SECRET);
  const put = await call('Update', {
    id: made.id,
    ...given,
    name: 'again',
    oidc: { issuer: 'https://b.test', clientId: 'b' },
  });
  expect(put).toMatchObject({ id: made.id, name: 'again', oidc: { issuer: 'https://b.test' } });
  expect(await call('List', { name: 'again', uidp: { childrenOf: org.uid } })).toEqual({ items: [put] });

  const identityProviderId = String(made.id);
  const first = await call('GenerateScimToken', { identityProviderId, neverExpires: true });
  expect(first).toMatchObject({ identityProviderId, token: expect.stringMatching(/^cgscim_/) });
  const second = await call('RegenerateScimToken', { identityProviderId, etag: first.etag, overlap: '60s' });
  expect(second).toMatchObject({
    identityProviderId,
    requestedOverlap: '60s',
    token: expect.stringMatching(/^cgscim_/),
  });
  const off = await call('SetScimEnabled', { identityProviderId, enabled: false, etag: second.etag });
  expect(off.identityProviderId).toBe(identityProviderId);
  expect(await call('RevokeScimToken', { identityProviderId })).toMatchObject({ revokeTime: expect.any(String) });

  expect(await call('Delete', { id: made.id })).toEqual({});
  expect(await call('List', { id: made.id })).toEqual({});
});
