import { ok, rowsOf, uidsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { steer } from '../support/mock.ts';
import { roleUid } from '../support/roles.ts';
import { expect, test } from '../support/test.ts';
import { exchanged, mintUpstream } from '../tokens/exchange.ts';

const LISTS = ['/registry/v1/repos', '/registry/v2/repos'] as const;

/** The answer of each version to a caller: its status, code and message. */
const bothOf = (caller: Api): Promise<readonly (readonly unknown[])[]> =>
  Promise.all(
    LISTS.map(async (list) => {
      const { status, body } = await caller.get(list);
      return [status, body.code, body.message];
    }),
  );

test.describe('10.11: v1 accepts and refuses the same tokens as v2 @mock', () => {
  test('an exchanged token and the upstream token are accepted until the role is removed', async ({ api, org }) => {
    const claims = { issuer: `https://ci.test/${org.uid}`, subject: 'x' };
    const { uid } = await org.identity({ claimMatch: claims });
    const binding = await org.binding({ identityUid: uid, roleUid: roleUid(org.roles, 'viewer') });
    const repo = await org.repo();
    const upstream = await mintUpstream(api, claims);
    const callers = [api.as(upstream), api.as(String((await exchanged(api, upstream)).token))];
    for (const caller of callers) {
      const [v1, v2] = LISTS;
      expect(rowsOf(await caller.read(v1), 'items').map(({ id }) => id)).toEqual([repo.uid]);
      expect(uidsOf(rowsOf(await caller.read(v2), 'repos'))).toEqual([repo.uid]);
    }
    ok(await api.delete(`/iam/v2/roleBindings/${binding.uid}`));
    const denied = [403, 7, 'Permission denied: missing capability "repo.list"'];
    for (const caller of callers) expect(await bothOf(caller)).toEqual([denied, denied]);
  });

  for (const flaw of ['expired', 'bad_signature', 'wrong_audience', 'alg_none']) {
    test(`one that is ${flaw} is 401 with the same message`, async ({ api, org }) => {
      const identity = (await org.identity()).uid;
      const { token } = ok(await steer(api, 'POST', 'tokens', { identity, flaw }));
      const [older, newer] = await bothOf(api.as(String(token)));
      expect(older?.slice(0, 2)).toEqual([401, 16]);
      expect(older).toEqual(newer);
    });
  }
});
