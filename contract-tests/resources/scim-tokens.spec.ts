import { type Answer, type Body, ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { DAY_MS, inDays } from '../support/dates.ts';
import { expectBlocked, expectError, expectInvalid, expectMissing } from '../support/errors.ts';
import { advance, steer } from '../support/mock.ts';
import { createOrg, type Org } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';
import { expect, test } from '../support/test.ts';

/** The SCIM methods of one provider. */
const scimOf = (api: Api, uid: string) => {
  const target = `/iam/v2/identityProviders/${uid}`;
  const call =
    (verb: string) =>
    (body?: object): Promise<Answer> =>
      api.post(`${target}:${verb}`, body);
  return {
    generate: call('generateScimToken'),
    regenerate: call('regenerateScimToken'),
    revoke: call('revokeScimToken'),
    setEnabled: call('setScimEnabled'),
    state: async (): Promise<Body> => (await api.read(target)).scim as Body,
  };
};

const fresh = async (org: Org): Promise<ReturnType<typeof scimOf> & { readonly uid: string }> => {
  const { uid } = await org.provider();
  return { uid, ...scimOf(org.api, uid) };
};

test.describe('generateScimToken', () => {
  for (const body of [undefined, {}]) {
    test(`5.6: ${body ? '{}' : 'an empty body'} returns a token of one year, once`, async ({ org }) => {
      const scim = await fresh(org);
      const made = ok(await scim.generate(body));
      expect(made.token).toMatch(/^cgscim_[0-9a-f]{64}$/);
      expect(made.identityProviderUid).toBe(scim.uid);
      expect(made.endpointUrl).toMatch(new RegExp(`^https?://[^/]+/scim/v2/${org.uid}/${scim.uid.split('/').at(-1)}$`));
      const life = Date.parse(String(made.expireTime)) - Date.now();
      expect(Math.abs(life - 365 * DAY_MS)).toBeLessThan(2 * DAY_MS);
      const state = await scim.state();
      expect(state).toMatchObject({
        credentialState: 'CREDENTIAL_STATE_LIVE',
        tokenExpireTime: made.expireTime,
        endpointUrl: made.endpointUrl,
        etag: made.etag,
      });
      expect(JSON.stringify(state)).not.toContain('cgscim_');
    });
  }

  test('5.6: the expiry may be given, or switched off', async ({ org }) => {
    const [one, other] = [await fresh(org), await fresh(org)];
    const expireTime = inDays(700);
    expect(Date.parse(String(ok(await one.generate({ expireTime })).expireTime))).toBe(Date.parse(expireTime));
    expect(ok(await other.generate({ neverExpires: true }))).not.toHaveProperty('expireTime');
    expect(await other.state()).not.toHaveProperty('tokenExpireTime');
  });

  for (const [what, body, field] of [
    ['both ways of expiry', { expireTime: inDays(1), neverExpires: true }, 'neverExpires'],
    ['an expiry in the past', { expireTime: inDays(-1) }, 'expireTime'],
    ['an expiry beyond two years', { expireTime: inDays(735) }, 'expireTime'],
    ['an expiry that is not a time', { expireTime: 'soon' }, 'expireTime'],
  ] as const) {
    test(`5.6: ${what} is refused`, async ({ org }) => {
      expectInvalid(await (await fresh(org)).generate(body), { [field]: /./ });
    });
  }

  test('5.6: a second one is a failed precondition, also after it was revoked', async ({ org }) => {
    const scim = await fresh(org);
    const { etag } = ok(await scim.generate());
    expectBlocked(await scim.generate(), [[/./, /./]]);
    ok(await scim.regenerate({ etag, overlap: '3600s' }));
    expectBlocked(await scim.generate(), [[/./, /./]]);
    ok(await scim.revoke());
    expectBlocked(await scim.generate(), [[/./, /./]]);
  });

  test('7.1: an unknown provider is 404', async ({ api, org }) => {
    const uid = `${org.uid}/${'9'.repeat(16)}`;
    expectMissing(await scimOf(api, uid).generate(), 'iam/IdentityProvider', uid);
  });
});

test.describe('regenerateScimToken', () => {
  test('5.6: returns a new token and etag; the old one remains valid for an hour', async ({ org }) => {
    const scim = await fresh(org);
    const first = ok(await scim.generate());
    const second = ok(await scim.regenerate({ etag: first.etag }));
    expect(second.token).toMatch(/^cgscim_[0-9a-f]{64}$/);
    expect(second.token).not.toBe(first.token);
    expect(second.etag).not.toBe(first.etag);
    expect(second.requestedOverlap).toBe('3600s');
    const overlap = Date.parse(String(second.previousTokenExpireTime)) - Date.now();
    expect(Math.abs(overlap - 3_600_000)).toBeLessThan(60_000);
    expect(await scim.state()).toMatchObject({
      credentialState: 'CREDENTIAL_STATE_ROTATING',
      previousTokenExpireTime: second.previousTokenExpireTime,
      etag: second.etag,
    });
  });

  test('5.6: an overlap of zero ends the old token immediately', async ({ org }) => {
    const scim = await fresh(org);
    const { etag } = ok(await scim.generate());
    ok(await scim.regenerate({ etag, overlap: '0s' }));
    expect((await scim.state()).credentialState).toBe('CREDENTIAL_STATE_LIVE');
  });

  for (const [what, body, field] of [
    ['no etag', {}, 'etag'],
    ['an empty etag', { etag: '' }, 'etag'],
    ['a negative overlap', { etag: 'ETAG', overlap: '-1s' }, 'overlap'],
    ['an overlap that is not a duration', { etag: 'ETAG', overlap: '1h' }, 'overlap'],
    ['both ways of expiry', { etag: 'ETAG', neverExpires: true, expireTime: inDays(1) }, 'neverExpires'],
  ] as const) {
    test(`5.6: ${what} is refused`, async ({ org }) => {
      const scim = await fresh(org);
      const { etag } = ok(await scim.generate());
      const sent = 'etag' in body && body.etag === 'ETAG' ? { ...body, etag } : body;
      expectInvalid(await scim.regenerate(sent), { [field]: /./ });
    });
  }

  test('5.6: an etag that is out of date is aborted and changes nothing', async ({ org }) => {
    const scim = await fresh(org);
    const { etag } = ok(await scim.generate());
    const before = await scim.state();
    expectError(await scim.regenerate({ etag: `${etag}x` }), 'ABORTED', { says: 'etag mismatch', details: [] });
    expect(await scim.state()).toEqual(before);
    ok(await scim.regenerate({ etag }));
    expectError(await scim.regenerate({ etag }), 'ABORTED', { says: 'etag mismatch', details: [] });
  });

  test('5.6: a token that was never issued cannot be regenerated or revoked', async ({ org }) => {
    const scim = await fresh(org);
    expectError(await scim.regenerate({ etag: 'x' }), 'NOT_FOUND');
    expectError(await scim.revoke(), 'NOT_FOUND');
  });
});

test.describe('revokeScimToken', () => {
  test('5.6: revokes repeatedly, and regenerate makes it valid again', async ({ org }) => {
    const scim = await fresh(org);
    ok(await scim.generate());
    const first = ok(await scim.revoke());
    expect(first).toMatchObject({ identityProviderUid: scim.uid, enabled: false, revokeTime: expect.any(String) });
    expect((await scim.state()).credentialState).toBe('CREDENTIAL_STATE_REVOKED');
    const second = ok(await scim.revoke());
    expect(second.revokeTime).toBe(first.revokeTime);
    ok(await scim.regenerate({ etag: second.etag }));
    expect((await scim.state()).credentialState).toBe('CREDENTIAL_STATE_LIVE');
  });
});

test.describe('setScimEnabled', () => {
  const addOwner = async (org: Org, group = org.uid): Promise<unknown> =>
    org.binding({ roleUid: roleUid(org.roles, 'owner') }, group);

  test('5.6: enabling needs two owners that are bound on the organization itself', async ({ api, org }) => {
    const scim = await fresh(org);
    const { etag } = ok(await scim.generate());
    const founder = await api.read(`/iam/v2/roleBindings?uidp.children_of=${org.uid}`);
    expect(founder.totalCount).toBe('1');
    expectBlocked(await scim.setEnabled({ enabled: true, etag }), [[/./, /./]]);
    await addOwner(org, (await org.group()).uid);
    expectBlocked(await scim.setEnabled({ enabled: true, etag }), [[/./, /./]]);
    await addOwner(org);
    const on = ok(await scim.setEnabled({ enabled: true, etag }));
    expect(on).toMatchObject({ identityProviderUid: scim.uid, enabled: true });
    expect(await scim.state()).toMatchObject({ enabled: true, etag: on.etag });
    expect(ok(await scim.setEnabled({ enabled: false, etag: on.etag })).enabled).toBe(false);
  });

  test('5.6: revoking does not change it', async ({ org }) => {
    const scim = await fresh(org);
    const { etag } = ok(await scim.generate());
    await addOwner(org);
    ok(await scim.setEnabled({ enabled: true, etag }));
    expect(ok(await scim.revoke()).enabled).toBe(true);
  });

  for (const [what, body, fields] of [
    ['nothing', {}, ['enabled', 'etag']],
    ['no etag', { enabled: true }, ['etag']],
    ['a switch that is not a boolean', { enabled: 'yes', etag: 'x' }, ['enabled']],
  ] as const) {
    test(`5.6: ${what} is refused`, async ({ org }) => {
      const scim = await fresh(org);
      ok(await scim.generate());
      expectInvalid(await scim.setEnabled(body), Object.fromEntries(fields.map((field) => [field, /./])));
    });
  }
});

test.describe('over time @mock', () => {
  test('5.6: ROTATING ends with the overlap, LIVE with the token, and regenerate works after the token has expired', async ({
    ownServer,
    shared,
  }) => {
    const server = await ownServer();
    const api = server.api.as('admin-token');
    await steer(api, 'PUT', 'clock', { mode: 'frozen' });
    const scim = await fresh(await createOrg(api, shared.roles));
    const stateAfter = async (by: string): Promise<string> => {
      await advance(api, by);
      return String((await scim.state()).credentialState).replace('CREDENTIAL_STATE_', '');
    };
    const first = ok(await scim.generate());
    expect(await stateAfter('8759h')).toBe('LIVE');
    const second = ok(await scim.regenerate({ etag: first.etag, overlap: '1800s' }));
    expect(await stateAfter('1799s')).toBe('ROTATING');
    expect(await stateAfter('2s')).toBe('LIVE');
    expect(await scim.state()).toMatchObject({ etag: second.etag });
    expect(await stateAfter('8758h')).toBe('LIVE');
    expect(await stateAfter('48h')).toBe('EXPIRED');
    expectBlocked(await scim.generate(), [[/./, /./]]);
    const { etag } = await scim.state();
    ok(await scim.regenerate({ etag }));
    expect(await stateAfter('0s')).toMatch(/^(LIVE|ROTATING)$/);
    ok(await scim.revoke());
    expect(await stateAfter('87600h')).toBe('REVOKED');
  });

  test('5.6: a token that never expires does not', async ({ ownServer, shared }) => {
    const server = await ownServer();
    const api = server.api.as('admin-token');
    const scim = await fresh(await createOrg(api, shared.roles));
    ok(await scim.generate({ neverExpires: true }));
    await advance(api, '87600h');
    expect((await scim.state()).credentialState).toBe('CREDENTIAL_STATE_LIVE');
  });
});
