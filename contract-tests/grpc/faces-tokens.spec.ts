import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectError } from '../support/errors.ts';
import { expect, onEachFace, test } from '../support/grpc-test.ts';
import { steer } from '../support/mock.ts';
import type { Org } from '../support/org.ts';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** An identity of the organization, and a token of the third party that it matches. */
const matched = async (org: Org): Promise<{ readonly uid: string; readonly upstream: string }> => {
  const claims = { issuer: `https://ci.test/${org.uid}`, subject: org.name('subject') };
  const { uid } = await org.identity({ claimMatch: claims });
  return { uid, upstream: await upstreamOf(org.api, claims) };
};

const upstreamOf = async (api: Api, claims: object): Promise<string> =>
  ok(await steer(api, 'POST', 'upstream-tokens', claims)).token;

test.describe('tokens @mock', () => {
  onEachFace('10.1, 10.2: an upstream token is exchanged for one that is good', async (face, org) => {
    const { uid, upstream } = await matched(org);
    const given = await face.as(upstream).read('Exchange', { aud: ['https://one.test'] });
    expect(given).toMatchObject({ token: expect.any(String), expiry: TIME });
    const caller = face.as((await face.as(upstream).read('Exchange')).token);
    expect(await caller.read('Validate')).toMatchObject({ subject: uid, expiry: TIME, issuedAt: TIME });
    expect(await caller.read('CheckEligibility')).toBeDefined();
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
    const upstream = await upstreamOf(api, { issuer: `https://ci.test/${uid}`, subject: 'nobody' });
    expectError(await face.as(upstream).call('Exchange'), 'PERMISSION_DENIED', { service: 'oidc' });
  });

  onEachFace('9.8: an exchange without a token, and with nonsense', async (face) => {
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

  onEachFace('10.13: a caller is told who it is', async (face, org) => {
    const caller = await org.caller('viewer');
    const who = await face.as(caller.token).read('Validate');
    expect(who).toMatchObject({
      subject: expect.stringContaining(org.uid),
      capabilities: [
        { group: { id: org.uid }, role: { name: 'viewer' }, capabilities: expect.arrayContaining(['repo.list']) },
      ],
    });
  });
});
