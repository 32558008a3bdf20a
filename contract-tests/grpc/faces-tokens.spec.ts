import { ok } from '../support/answer.ts';
import { expectError, expectInvalid } from '../support/errors.ts';
import { expect, onEachFace, test } from '../support/grpc-test.ts';
import { bindingsOf, type Org } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';
import { mintUpstream } from '../tokens/exchange.ts';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** An identity of the organization, and a token of the third party that it matches. */
const matched = async (org: Org): Promise<{ readonly uid: string; readonly upstream: string }> => {
  const claims = { issuer: `https://ci.test/${org.uid}`, subject: org.name('subject') };
  const { uid } = await org.identity({ claimMatch: claims });
  return { uid, upstream: await mintUpstream(org.api, claims) };
};

test.describe('tokens @mock', () => {
  onEachFace('10.1, 10.2: an upstream token is exchanged for a valid one', async (face, org) => {
    const { uid, upstream } = await matched(org);
    const given = await face.as(upstream).read('Exchange', { aud: ['https://one.test'] });
    expect(given).toMatchObject({ token: expect.any(String), expiry: TIME });
    const caller = face.as((await face.as(upstream).read('Exchange')).token);
    expect(await caller.read('Validate')).toMatchObject({ subject: uid, expiry: TIME, issuedAt: TIME });
    // Not eligible: the identity has no verified address.
    expect(await caller.read('CheckEligibility')).toEqual({});
  });

  onEachFace('5.1: a caller who has joined with a verified address is eligible', async (face, org) => {
    const { code } = await org.invite({ roleUid: roleUid(org.roles, 'viewer') });
    const claims = { email: 'ana@example.com', email_verified: true };
    const upstream = await mintUpstream(org.api, { issuer: `https://login.test/${org.uid}`, subject: 'ana', claims });
    const { identity } = await face.as(upstream).read('Register', { code });
    expect(await face.as(upstream).read('CheckEligibility')).toEqual({ eligible: true });
    // An identity that registered lives above every root, and is not deleted with the organization.
    ok(await org.api.delete(`/iam/v2/identities/${identity}`));
  });

  onEachFace('10.3: the identity may be named, and must match', async (face, org) => {
    const { uid, upstream } = await matched(org);
    expect(await face.as(upstream).read('Exchange', { identity: uid })).toHaveProperty('token');
    const other = await org.identity();
    expectError(await face.as(upstream).call('Exchange', { identity: other.uid }), 'PERMISSION_DENIED', {
      says: /invalid "/,
      service: 'oidc',
    });
  });

  onEachFace('10.3: a token that no identity matches', async (face, { api, uid }) => {
    const upstream = await mintUpstream(api, { issuer: `https://ci.test/${uid}`, subject: 'nobody' });
    expectError(await face.as(upstream).call('Exchange'), 'PERMISSION_DENIED', { service: 'oidc' });
  });

  onEachFace('9.8: an exchange without a token, and with a malformed one', async (face) => {
    for (const [token, says] of [
      [undefined, 'missing bearer token'],
      ['nonsense', 'invalid token'],
    ] as const) {
      for (const operation of ['Exchange', 'ExchangeRefreshToken']) {
        const answer = await face.as(token).call(operation);
        expectError(answer, 'UNAUTHENTICATED', { service: 'oidc', ...(token === undefined && { says }) });
      }
    }
  });

  onEachFace('10.14: a refresh token is exchanged for a valid pair, repeatedly', async (face, org) => {
    const { uid, upstream } = await matched(org);
    let { refreshToken } = await face.as(upstream).read('Exchange');
    for (let nth = 0; nth < 2; nth += 1) {
      const pair = await face.as(String(refreshToken)).read('ExchangeRefreshToken', { aud: ['https://one.test'] });
      const whole = { token: expect.stringMatching(/./), expiry: TIME };
      expect(pair).toEqual({ token: whole, refreshToken: whole });
      refreshToken = (pair.refreshToken as { readonly token: string }).token;
    }
    const { issuer } = ok(await org.api.get('/.well-known/openid-configuration'));
    const last = await face.as(String(refreshToken)).read('ExchangeRefreshToken', { aud: [issuer] });
    const { token } = last.token as unknown as { readonly token: string };
    expect(await face.as(token).read('Validate')).toMatchObject({ subject: uid });
  });

  onEachFace('10.6: an invite is redeemed, once where it is for single use', async (face, org) => {
    const role = roleUid(org.roles, 'viewer');
    const { code } = await org.invite({ roleUid: role, singleUse: true });
    const { uid, upstream } = await matched(org);
    expect(await face.as(upstream).read('Register', { code })).toEqual({ identity: uid, group: org.uid });
    const bindings = await bindingsOf(org.api, org.uid);
    expect(bindings.filter(({ identityUid }) => identityUid === uid)).toMatchObject([{ roleUid: role }]);
    expect(await face.as(upstream).read('GetGroup', { uid: org.uid })).toMatchObject({ uid: org.uid });
    const again = await face.as(upstream).call('Register', { code });
    expectInvalid(again, { code: 'is not the code of any invite' });
  });

  onEachFace(
    '10.13: whoami returns the caller’s identity, with its roles or what a token leaves of them',
    async (face, org) => {
      const { uid, upstream } = await matched(org);
      const role = await org.role({ capabilities: ['CAP_IAM_GROUPS_LIST', 'CAP_REPO_LIST', 'CAP_TAG_LIST'] });
      await org.binding({ identityUid: uid, roleUid: role.uid });
      const group = expect.objectContaining({ id: org.uid });
      const whole = { group, role: expect.objectContaining({ id: role.uid, name: role.name }) };
      for (const [asked, expected] of [
        [{}, whole],
        [{ scopes: [org.uid] }, whole],
        [{ cap: ['tag.list', 'repo.list'] }, { group, capabilities: ['repo.list', 'tag.list'] }],
        [{ cap: ['tag.list', 'repo.delete'] }, { group, capabilities: ['tag.list'] }],
        // All capabilities of the role: the token does not get more if the role does.
        [
          { cap: ['groups.list', 'repo.list', 'tag.list'], scopes: [org.uid] },
          { group, capabilities: ['groups.list', 'repo.list', 'tag.list'] },
        ],
      ] as const) {
        const { token } = await face.as(upstream).read('Exchange', asked);
        const who = await face.as(token).read('Validate');
        // Faces leave out an empty list.
        expect([who.subject, who.capabilities], JSON.stringify(asked)).toEqual([uid, [expected]]);
      }
    },
  );
});
