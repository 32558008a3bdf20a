import { ok, rowsOf, uidsOf } from '../support/answer.ts';
import { expectDenied, expectError } from '../support/errors.ts';
import { steer } from '../support/mock.ts';
import { roleUid } from '../support/roles.ts';
import { expect, test } from '../support/test.ts';
import { askExchange, callerOf, mintUpstream } from './exchange.ts';
import { refusedBy, reposOf, setScene } from './narrowing-scene.ts';
import { claimsOf } from './own-token.ts';

test.describe('scopes @mock', () => {
  for (const name of ['scopes', 'scope'] as const) {
    test(`10.14: ${name} confines a token to a group and everything below it`, async ({ api, org }) => {
      const scene = await setScene(api, org);
      const caller = await callerOf(api, scene.upstream, [[name, scene.child]]);
      expect(claimsOf(String(caller.token)).scope).toBe(scene.child);
      expect(await reposOf(caller)).toEqual([scene.inChild]);
      expect((await caller.get(`/registry/v2/repos/${scene.inChild}`)).status).toBe(200);
      for (const uid of [scene.top, scene.inSibling]) expectDenied(await caller.get(`/registry/v2/repos/${uid}`));
      expectDenied(await caller.get(`/iam/v2/groups/${org.uid}`));
      expect(uidsOf(rowsOf(await caller.read('/iam/v2/groups'), 'groups'))).toEqual([scene.child]);
      // The identity itself reaches all of it.
      expect(await reposOf(await callerOf(api, scene.upstream))).toHaveLength(3);
    });
  }

  test('10.14: several scopes add up, and scope beside them adds one more', async ({ api, org }) => {
    const scene = await setScene(api, org);
    for (const parameters of [
      [
        ['scopes', scene.child],
        ['scopes', scene.sibling],
      ],
      [
        ['scope', scene.child],
        ['scopes', scene.sibling],
      ],
      // The published client sends the first of the scopes again as scope.
      [
        ['scope', scene.child],
        ['scopes', scene.child],
        ['scopes', scene.sibling],
      ],
    ] as const) {
      const caller = await callerOf(api, scene.upstream, parameters);
      expect(new Set(String(claimsOf(String(caller.token)).scope).split(' '))).toEqual(
        new Set([scene.child, scene.sibling]),
      );
      expect(new Set(await reposOf(caller))).toEqual(new Set([scene.inChild, scene.inSibling]));
    }
  });

  test('10.14: a scope grants nothing that no role grants', async ({ api, org }) => {
    const scene = await setScene(api, org, 'registry.pull');
    const caller = await callerOf(api, scene.upstream, [['scopes', scene.child]]);
    expectDenied(await caller.post(`/registry/v2/repos/${scene.child}`, { name: 'new' }));
    expectDenied(await caller.get('/iam/v2/identities'));
    const elsewhere = ok(await api.post('/iam/v2/groups', { name: 'elsewhere' }));
    const outside = await askExchange(api, scene.upstream, [['scopes', elsewhere.uid]]);
    const other = api.as(ok(outside).token);
    expectDenied(await other.get('/registry/v2/repos'));
    expectDenied(await other.get(`/registry/v2/repos/${scene.inChild}`));
    expect((await other.read('/auth/v1/ok')).capabilities).toEqual([]);
    ok(await api.delete(`/iam/v2/groups/${elsewhere.uid}`));
  });

  test('10.14: a token confined to a group writes only there', async ({ api, org }) => {
    const scene = await setScene(api, org, 'owner');
    const caller = await callerOf(api, scene.upstream, [['scopes', scene.child]]);
    const made = ok(await caller.post(`/registry/v2/repos/${scene.child}`, { name: 'made' }));
    ok(await caller.patch(`/registry/v2/repos/${made.uid}`, { description: 'x' }));
    ok(await caller.delete(`/registry/v2/repos/${made.uid}`));
    for (const at of [org.uid, scene.sibling]) {
      expectDenied(await caller.post(`/registry/v2/repos/${at}`, { name: 'made' }));
    }
    expectDenied(await caller.patch(`/registry/v2/repos/${scene.top}`, { description: 'x' }));
    expectDenied(await caller.delete(`/registry/v2/repos/${scene.inSibling}`));
    // It cannot grant more than it has, either.
    const binding = { identityUid: scene.identity, roleUid: roleUid(org.roles, 'owner') };
    expectDenied(await caller.post(`/iam/v2/roleBindings/${org.uid}`, binding));
  });

  test('10.13: whoami returns the remaining capabilities', async ({ api, org }) => {
    const scene = await setScene(api, org);
    const caller = await callerOf(api, scene.upstream, [
      ['scopes', scene.child],
      ['cap', 'repo.list'],
    ]);
    const { capabilities } = await caller.read('/auth/v1/ok');
    expect(capabilities).toEqual([
      { group: expect.objectContaining({ id: scene.child }), capabilities: ['repo.list'] },
    ]);
    // It lists what the token may do: not the organization above, and each of several groups.
    const both = await callerOf(api, scene.upstream, [
      ['scopes', scene.child],
      ['scopes', scene.sibling],
    ]);
    const grants = (await both.read('/auth/v1/ok')).capabilities as readonly { group: { id: string } }[];
    expect(grants.map(({ group }) => group.id).toSorted()).toEqual([scene.child, scene.sibling].toSorted());
  });

  test('10.8, 10.13: whoami returns a role above the group of an identity as one on that group', async ({
    api,
    org,
  }) => {
    const issuer = `https://ci.test/${org.uid}`;
    const home = (await org.group()).uid;
    const { uid } = await org.identity({ claimMatch: { issuer, subject: 'below' } }, home);
    await org.binding({ identityUid: uid, roleUid: roleUid(org.roles, 'viewer') });
    const caller = await callerOf(api, await mintUpstream(api, { issuer, subject: 'below' }));
    expect((await caller.read('/auth/v1/ok')).capabilities).toMatchObject([
      {
        group: { id: home },
        role: { name: 'viewer', capabilities: expect.arrayContaining(['repo.list']) },
        capabilities: [],
      },
    ]);
  });

  for (const [what, uid, status] of [
    ['a missing group', (org: string) => `${org}/ffffffffffffffff`, 404],
    ['a missing root', () => 'f'.repeat(40), 404],
    ['a text that is not a uid', () => 'team', 400],
    ['an empty text', () => '', 400],
    ['a uid with a slash at the end', (org: string) => `${org}/`, 400],
    ['the place above every root', () => '/', 400],
  ] as const) {
    test(`10.14: ${what} is ${status}`, async ({ api, org }) => {
      const scene = await setScene(api, org);
      const scope = uid(org.uid);
      const answer = await askExchange(api, scene.upstream, [['scopes', scope]]);
      if (status === 400) refusedBy(answer, 'scopes');
      else expectError(answer, 'NOT_FOUND', { service: 'oidc', says: `group "${scope}" not found` });
    });
  }

  test('10.14: a repo is not a group', async ({ api, org }) => {
    const scene = await setScene(api, org);
    expectError(await askExchange(api, scene.upstream, [['scopes', scene.top]]), 'NOT_FOUND', { service: 'oidc' });
  });

  test('10.14: a token of the service acts as another identity, unless it is confined', async ({
    api,
    org,
    shared,
  }) => {
    const scene = await setScene(api, org);
    const claimMatch = { issuer: shared.target.baseUrl, subject: scene.identity };
    const other = await org.identity({ claimMatch });
    const whole = await callerOf(api, scene.upstream);
    const assumed = await callerOf(api, String(whole.token));
    expect(claimsOf(String(assumed.token))).toMatchObject({ sub: other.uid, act: { sub: scene.identity } });
    for (const parameters of [[['scopes', scene.child]], [['cap', 'repo.list']]] as const) {
      const confined = await callerOf(api, scene.upstream, parameters);
      const answer = await askExchange(api, confined.token);
      expectError(answer, 'PERMISSION_DENIED', { service: 'oidc', says: /confined/, details: [] });
    }
  });

  test('control plane: a minted token accepts scopes as well', async ({ api, org }) => {
    const scene = await setScene(api, org);
    const body = { identity: scene.identity, scopes: [scene.child] };
    const { token } = ok(await steer(api, 'POST', 'tokens', body));
    expect(await reposOf(api.as(token))).toEqual([scene.inChild]);
  });
});
