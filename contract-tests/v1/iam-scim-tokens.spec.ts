import { type Answer, type Body, ok, rowsOf } from '../support/answer.ts';
import { inDays } from '../support/dates.ts';
import { expectBare } from '../support/errors.ts';
import type { Org } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';
import { expect, test } from '../support/test.ts';

const PATH = '/iam/v1/identityProviders';

type Call = (verb: string, body?: object) => Promise<Answer>;

/** A new provider with a way to call its SCIM methods in v1, and its state as v1 lists it. */
const fresh = async (
  org: Org,
): Promise<{ readonly id: string; readonly call: Call; readonly state: () => Promise<Body> }> => {
  const { uid: id } = await org.provider();
  return {
    id,
    call: (verb, body) => org.api.post(`${PATH}/${id}:${verb}`, body),
    state: async () => rowsOf(await org.api.read(`${PATH}?id=${id}`), 'items')[0]?.scim as Body,
  };
};

test('5.6: generating returns a token once, and lists show its state', async ({ api, org }) => {
  const { id, call, state } = await fresh(org);
  const made = ok(await call('generateScimToken', {}));
  expect(made).toEqual({
    token: expect.stringMatching(/^cgscim_[0-9a-f]{64}$/),
    endpoint_url: expect.stringMatching(/\/scim\/v2\//),
    expire_time: expect.any(String),
    identity_provider_id: id,
    etag: expect.any(String),
  });
  expect(await state()).toEqual({
    enabled: false,
    endpoint_url: made.endpoint_url,
    token_expire_time: made.expire_time,
    credential_state: 'CREDENTIAL_STATE_LIVE',
    etag: made.etag,
  });
  expect((await api.read(`/iam/v2/identityProviders/${id}`)).scim).toMatchObject({ etag: made.etag });
  expectBare(await call('generateScimToken', {}), 'FAILED_PRECONDITION', /already issued/);
});

test('5.6: regenerating returns another token, and the one before remains valid for the overlap', async ({ org }) => {
  const { id, call, state } = await fresh(org);
  const first = ok(await call('generateScimToken'));
  const second = ok(await call('regenerateScimToken', { etag: first.etag, overlap: '1800s', never_expires: true }));
  expect(second).toMatchObject({ identity_provider_id: id, requested_overlap: '1800s' });
  expect(second.token).not.toBe(first.token);
  expect(second).not.toHaveProperty('expire_time');
  const ahead = Date.parse(String(second.previous_token_expire_time)) - Date.now();
  expect(Math.abs(ahead - 1_800_000)).toBeLessThan(60_000);
  expect(await state()).toMatchObject({
    credential_state: 'CREDENTIAL_STATE_ROTATING',
    previous_token_expire_time: second.previous_token_expire_time,
  });
  expectBare(await call('regenerateScimToken', { etag: first.etag }), 'ABORTED', 'etag mismatch');
});

test('5.6: revoking ends every token, repeatedly, and does not change enabled', async ({ org }) => {
  const { id, call, state } = await fresh(org);
  ok(await call('generateScimToken'));
  const first = ok(await call('revokeScimToken', {}));
  expect(first).toEqual({
    identity_provider_id: id,
    etag: expect.any(String),
    enabled: false,
    revoke_time: expect.any(String),
  });
  expect(ok(await call('revokeScimToken')).revoke_time).toBe(first.revoke_time);
  expect((await state()).credential_state).toBe('CREDENTIAL_STATE_REVOKED');
});

test('5.6: enabling needs a second owner', async ({ org }) => {
  const { id, call, state } = await fresh(org);
  const { etag } = ok(await call('generateScimToken'));
  expectBare(await call('setScimEnabled', { enabled: true, etag }), 'FAILED_PRECONDITION', /owners/);
  await org.binding({ roleUid: roleUid(org.roles, 'owner') });
  const on = ok(await call('setScimEnabled', { enabled: true, etag }));
  expect(on).toEqual({ identity_provider_id: id, enabled: true, etag: expect.any(String) });
  expect(await state()).toMatchObject({ enabled: true, etag: on.etag });
});

for (const [what, verb, body, says] of [
  [
    'both ways of expiry',
    'generateScimToken',
    { expire_time: inDays(1), never_expires: true },
    /: never_expires: never_expires cannot/,
  ],
  ['an expiry in the past', 'generateScimToken', { expire_time: inDays(-1) }, /: expire_time: expire_time must/],
  ['an expiry that is not a time', 'generateScimToken', { expire_time: 'soon' }, /: expire_time: /],
  ['no etag', 'regenerateScimToken', {}, 'etag: etag is required'],
  [
    'a negative overlap',
    'regenerateScimToken',
    { etag: 'x', overlap: '-1s' },
    /: overlap: overlap must not be negative/,
  ],
  ['no switch and no etag', 'setScimEnabled', {}, 'enabled: enabled is required; etag: etag is required'],
] as const) {
  test(`V10: ${verb} refuses ${what}`, async ({ org }) => {
    expectBare(await (await fresh(org)).call(verb, body), 'INVALID_ARGUMENT', says);
  });
}

test('V5: a token that was never issued and a missing provider are 404', async ({ api, org }) => {
  const { call } = await fresh(org);
  const missing = `${org.uid}/${'9'.repeat(16)}`;
  for (const [verb, body] of [
    ['regenerateScimToken', { etag: 'x' }],
    ['revokeScimToken', {}],
  ] as const) {
    expectBare(await call(verb, body), 'NOT_FOUND');
    expectBare(
      await api.post(`${PATH}/${missing}:${verb}`, body),
      'NOT_FOUND',
      `identity provider "${missing}" not found`,
    );
  }
});
