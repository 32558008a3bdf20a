import { ok, rowsOf } from '../support/answer.ts';
import { expectDenied } from '../support/errors.ts';
import { mintToken, steer } from '../support/mock.ts';
import { roleUid } from '../support/roles.ts';
import { expect, test } from '../support/test.ts';
import { bitsOf, lengthOf } from './capability-bits.ts';
import { askExchange, callerOf, exchanged, mintUpstream, type Parameters } from './exchange.ts';
import { refusedBy, reposOf, setScene } from './narrowing-scene.ts';
import { claimsOf } from './own-token.ts';

test.describe('cap @mock', () => {
  test('clients §6.3: the claim has one set of bits for each group', async ({ api, org }) => {
    const scene = await setScene(api, org);
    const { token } = await exchanged(api, scene.upstream, [['cap', 'groups.list']]);
    expect(claimsOf(token).cap).toEqual({ [org.uid]: 'AAAAAAAAADIAAAAAAAAACA==' });
  });

  test('clients §6.3: registry.pull has the published set of capabilities', async ({ api, org }) => {
    const scene = await setScene(api, org, 'registry.pull');
    const [grant] = (await (await callerOf(api, scene.upstream)).read('/auth/v1/ok')).capabilities as [
      { readonly role: { readonly capabilities: readonly string[] } },
    ];
    const caps = grant.role.capabilities.map((name) => ['cap', name] as const);
    const { cap } = claimsOf((await exchanged(api, scene.upstream, caps)).token) as { cap: Record<string, string> };
    const encoded = cap[org.uid] ?? '';
    expect(bitsOf(encoded)).toEqual(bitsOf('AAAAAAAAAH1EAgAAAAAACBAACAAAAAFk'));
    expect(encoded).toBe('AAAAAAAAAH1EAgAAAAAACBAACAAAAAFk');
    expect(bitsOf(encoded).size).toBe(caps.length);
    expect(lengthOf(encoded)).toBe(Math.max(...bitsOf(encoded)) + 1);
  });

  test('10.2: without cap there is no claim', async ({ api, org }) => {
    const scene = await setScene(api, org);
    expect(claimsOf((await exchanged(api, scene.upstream)).token)).not.toHaveProperty('cap');
  });

  test('10.14: a token has no other capabilities', async ({ api, org }) => {
    const scene = await setScene(api, org);
    const caller = await callerOf(api, scene.upstream, [
      ['cap', 'repo.list'],
      ['cap', 'groups.list'],
    ]);
    expect(await reposOf(caller)).toHaveLength(3);
    expect((await caller.get(`/iam/v2/groups/${scene.child}`)).status).toBe(200);
    expectDenied(await caller.get('/iam/v2/identities'), /identity\.list/);
    expectDenied(await caller.get(`/iam/v2/identities/${scene.identity}`), /identity\.list/);
  });

  test('10.14: a capability that the identity does not hold is not granted', async ({ api, org }) => {
    const scene = await setScene(api, org);
    const caller = await callerOf(api, scene.upstream, [
      ['cap', 'repo.delete'],
      ['cap', 'repo.list'],
    ]);
    expectDenied(await caller.delete(`/registry/v2/repos/${scene.top}`), /repo\.delete/);
    expect(await reposOf(caller)).toHaveLength(3);
  });

  test('10.14: a capability that the identity loses later is lost for the token', async ({ api, org }) => {
    const scene = await setScene(api, org);
    const caller = await callerOf(api, scene.upstream, [['cap', 'repo.list']]);
    const [binding] = rowsOf(await api.read(`/iam/v2/roleBindings?identity=${scene.identity}`), 'roleBindings');
    ok(await api.delete(`/iam/v2/roleBindings/${binding?.uid}`));
    expectDenied(await caller.get('/registry/v2/repos'), /repo\.list/);
  });

  for (const cap of ['nonsense', 'CAP_REPO_LIST', 'Repo.List', '', 'repo.list,tag.list', '__proto__']) {
    test(`10.14: "${cap}" is not a capability`, async ({ api, org }) => {
      const scene = await setScene(api, org);
      refusedBy(await askExchange(api, scene.upstream, [['cap', cap]]), 'cap');
    });
  }

  test('10.14: with scopes, both limits apply', async ({ api, org }) => {
    const scene = await setScene(api, org);
    const caller = await callerOf(api, scene.upstream, [
      ['scopes', scene.child],
      ['cap', 'repo.list'],
    ]);
    const { cap, scope } = claimsOf(String(caller.token)) as { cap: Record<string, string>; scope: string };
    expect(scope).toBe(scene.child);
    expect(Object.keys(cap)).toEqual([scene.child]);
    expect(bitsOf(cap[scene.child] ?? '').size).toBe(1);
    expect(await reposOf(caller)).toEqual([scene.inChild]);
    expectDenied(await caller.get(`/registry/v2/repos/${scene.top}`));
    expectDenied(await caller.get(`/iam/v2/groups/${scene.child}`));
  });

  test('10.14: bindings on several groups are several sets', async ({ api, org }) => {
    const issuer = `https://ci.test/${org.uid}`;
    const { uid } = await org.identity({ claimMatch: { issuer, subject: 'x' } });
    const [left, right] = [await org.group(), await org.group()];
    await org.binding({ identityUid: uid, roleUid: roleUid(org.roles, 'viewer') }, left.uid);
    await org.binding({ identityUid: uid, roleUid: roleUid(org.roles, 'registry.pull') }, left.uid);
    await org.binding({ identityUid: uid, roleUid: roleUid(org.roles, 'editor') }, right.uid);
    const parameters: Parameters = [
      ['cap', 'repo.list'],
      ['cap', 'repo.create'],
    ];
    const { token } = await exchanged(api, await mintUpstream(api, { issuer, subject: 'x' }), parameters);
    const { cap } = claimsOf(token) as { cap: Record<string, string> };
    expect(Object.keys(cap).toSorted()).toEqual([left.uid, right.uid].toSorted());
    expect([bitsOf(cap[left.uid] ?? '').size, bitsOf(cap[right.uid] ?? '').size]).toEqual([1, 2]);
  });

  test('10.14: a caller who may do everything is confined as well', async ({ ownServer }) => {
    const { api, ready } = await ownServer();
    const issuer = ready.issuer;
    const { subject } = await api.read('/auth/v1/ok');
    const claimMatch = { issuer, subject };
    const { uid } = ok(await api.post(`/iam/v2/identities/${ready.orgId}`, { name: 'assumed', claimMatch }));
    const { token } = await exchanged(api, await mintToken(api, String(subject)), [['identity', uid]]);
    expect(claimsOf(token)).toMatchObject({ sub: uid, act: { iss: issuer, sub: subject } });
    expectDenied(await api.as(token).get('/registry/v2/repos'));
    const scoped = ok(await steer(api, 'POST', 'tokens', { identity: subject, scopes: [ready.orgId] }));
    expect((await api.as(scoped.token).get('/registry/v2/repos')).status).toBe(200);
    const other = ok(await api.post('/iam/v2/groups', { name: 'another root' }));
    expectDenied(await api.as(scoped.token).get(`/iam/v2/groups/${other.uid}`));
    expectDenied(await api.as(scoped.token).post('/iam/v2/groups', { name: 'a third root' }), /confined/);
  });
});
