import { type Body, namesOf, ok, rowsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import type { Face } from '../support/faces.ts';
import { expect, FACES, test } from '../support/grpc-test.ts';
import { advance, mintToken, steer } from '../support/mock.ts';
import { roleUid } from '../support/roles.ts';
import { faceIn, orgOf, violations } from '../support/steered.ts';

type Json = Readonly<Record<string, unknown>>;

const freeze = async (world: Api): Promise<Api> => {
  ok(await steer(world, 'PUT', 'clock', { mode: 'frozen', now: '2030-01-01T00:00:00Z' }));
  return world;
};

const setConsistency = async (world: Api, wanted: Json): Promise<void> => {
  ok(await steer(world, 'PUT', 'consistency', wanted));
};

const consistency = async (world: Api): Promise<Json> => ok(await steer(world, 'GET', 'consistency'));

const viewerUid = async (world: Api): Promise<string> => {
  const answer = ok(await steer(world, 'POST', 'authz:check', { identity: 'viewer', operation: 'Ping' }));
  return (answer.caller as unknown as { readonly identity: string }).identity;
};

const V1_REPOS = 'chainguard.platform.registry.Registry/ListRepos';

for (const face of FACES) {
  test.describe(`consistency over ${face} @mock`, () => {
    /** A world with a viewer, who needs a binding to create repos, and what makes and deletes that. */
    const scene = async (
      world: Api,
      faces: Readonly<Record<Face['name'], Face>>,
      roles: ReadonlyMap<string, string>,
    ) => {
      await freeze(world);
      const parent = await orgOf(world);
      const admin = faceIn(faces, face, world);
      const viewer = faceIn(faces, face, world.as(await mintToken(world, 'viewer')));
      const identityUid = await viewerUid(world);
      let made = 0;
      /** The statuses of creates of the viewer, one after another. */
      const creates = async (calls: number, by = viewer): Promise<readonly number[]> => {
        const met: number[] = [];
        for (let call = 0; call < calls; call += 1) {
          made += 1;
          met.push((await by.call('CreateRepo', { parent, repo: { name: `repo-${made}` } })).status);
        }
        return met;
      };
      const roleBinding = { identityUid, roleUid: roleUid(roles, 'editor') };
      const bind = () => admin.read('CreateRoleBinding', { parent, roleBinding });
      const unbind = ({ uid }: Body) => admin.read('DeleteRoleBinding', { uid });
      return { parent, admin, viewer, creates, bind, unbind };
    };

    test('behaviour Q5: a binding is seen late, and is missed late', async ({ ownWorld, faces, shared: { roles } }) => {
      const world = await ownWorld();
      const { admin, viewer, creates, bind, unbind } = await scene(world, faces, roles);
      await setConsistency(world, { authz: { lag: '20s' } });
      const bindings = Number((await admin.read('ListRoleBindings')).totalCount);
      const binding = await bind();
      expect(await creates(2)).toEqual([403, 403]);
      await advance(world, '19.999s');
      expect(await creates(1)).toEqual([403]);
      // Rows are seen at once, and a check goes by them.
      expect((await admin.read('GetRoleBinding', { uid: binding.uid })).uid).toBe(binding.uid);
      expect((await admin.read('ListRoleBindings')).totalCount).toBe(String(bindings + 1));
      const check = { identity: 'viewer', operation: 'CreateRepo', uid: 'org' };
      expect(ok(await steer(world, 'POST', 'authz:check', check)).decision).toBe('allow');
      await advance(world, '0.001s');
      expect(await creates(2)).toEqual([200, 200]);
      await unbind(binding);
      expect(await creates(1)).toEqual([200]);
      await advance(world, '20s');
      expect(await creates(1)).toEqual([403]);
      expect((await viewer.call('ListRepos')).status).toBe(200);
    });

    test('behaviour Q5: rights of a List are late, too; who calls is not', async ({ ownWorld, faces }) => {
      const world = await freeze(await ownWorld());
      const admin = faceIn(faces, face, world);
      const viewer = faceIn(faces, face, world.as(await mintToken(world, 'viewer')));
      await setConsistency(world, { authz: { lag: '1m' } });
      const count = async (): Promise<unknown> => (await viewer.read('ListRepos', { pageSize: 1 })).totalCount;
      const before = await count();
      const identityUid = await viewerUid(world);
      const bindings = rowsOf(await admin.read('ListRoleBindings', { pageSize: 200 }), 'roleBindings');
      const { uid } = bindings.find(({ identity }) => (identity as Body).uid === identityUid) as Body;
      await admin.read('DeleteRoleBinding', { uid });
      expect(await count()).toBe(before);
      await advance(world, '1m');
      expect((await viewer.call('ListRepos', { pageSize: 1 })).status).toBe(403);
      await admin.read('DeleteIdentity', { uid: identityUid });
      expect((await viewer.call('ListRepos')).status).toBe(401);
    });

    test('behaviour Q6: with flap a binding is seen, not seen, seen', async ({
      ownWorld,
      faces,
      shared: { roles },
    }) => {
      const world = await ownWorld();
      const { admin, creates, bind, unbind } = await scene(world, faces, roles);
      await setConsistency(world, { authz: { lag: '20s', flap: 2 } });
      let binding = await bind();
      expect(await creates(1)).toEqual([403]);
      await advance(world, '20s');
      expect(await creates(2, admin)).toEqual([200, 200]);
      expect(await creates(4)).toEqual([200, 403, 200, 200]);
      await unbind(binding);
      await advance(world, '20s');
      expect(await creates(4)).toEqual([403, 200, 403, 403]);
      await setConsistency(world, { authz: { lag: '10s', flap: 6 } });
      binding = await bind();
      await advance(world, '10s');
      expect(await creates(8)).toEqual([200, 403, 200, 403, 200, 403, 200, 200]);
      await unbind(binding);
      await advance(world, '10s');
      expect(await creates(2)).toEqual([403, 200]);
      // The change flaps for as long as the lag, and then holds.
      await advance(world, '9.999s');
      expect(await creates(2)).toEqual([403, 200]);
      await advance(world, '0.001s');
      expect(await creates(2)).toEqual([403, 403]);
    });

    test('behaviour Q7: Lists and counts are behind gets, in v1 and v2', async ({ ownWorld, faces }) => {
      const world = await freeze(await ownWorld());
      const admin = faceIn(faces, face, world);
      const parent = await orgOf(world);
      const create = (name: string) => admin.read('CreateRepo', { parent, repo: { name, description: 'first' } });
      const [there, gone] = [await create('kept'), await create('gone')];
      await setConsistency(world, { lists: { lag: '2s' } });
      const fresh = await create('fresh');
      await admin.read('UpdateRepo', { repo: { uid: there.uid, description: 'second' } });
      await admin.read('DeleteRepo', { uid: gone.uid });
      const group = await admin.read('CreateGroup', { parent, group: { name: 'new-group' } });
      const listed = async (name: string): Promise<readonly unknown[]> => {
        const v2 = await admin.read('ListRepos', { name });
        const v1 = await admin.read(V1_REPOS, { name });
        const [row] = (v2.repos ?? v2.items ?? []) as readonly Body[];
        const [older] = (v1.items ?? []) as readonly Body[];
        return [v2.totalCount ?? '0', row?.description, older?.description];
      };
      const late = async () => [await listed('fresh'), await listed('kept'), await listed('gone')];
      const before = [
        ['0', undefined, undefined],
        ['1', 'first', 'first'],
        ['1', 'first', 'first'],
      ];
      for (const by of ['0s', '1.999s']) {
        await advance(world, by);
        expect(await late(), by).toEqual(before);
        expect((await admin.read('GetRepo', { uid: fresh.uid })).description).toBe('first');
        expect((await admin.read('GetRepo', { uid: there.uid })).description).toBe('second');
        expect((await admin.call('GetRepo', { uid: gone.uid })).status).toBe(404);
        // A List takes a parent that exists, although Lists do not show it yet.
        const inside = await admin.call('ListRepos', { uidp: { childrenOf: group.uid } });
        expect([inside.status, inside.body.totalCount ?? '0']).toEqual([200, '0']);
      }
      await advance(world, '0.001s');
      expect(await late()).toEqual([
        ['1', 'first', 'first'],
        ['1', 'second', 'second'],
        ['0', undefined, undefined],
      ]);
    });
  });
}

test('behaviour Q7: a walk under lag has no row twice and loses none @mock', async ({ ownWorld }) => {
  const world = await freeze(await ownWorld());
  const parent = await orgOf(world);
  const create = async (name: string) => ok(await world.post(`/registry/v2/repos/${parent}`, { name }));
  await setConsistency(world, { lists: { lag: '10s' } });
  const stable = ['b', 'd', 'f', 'h', 'j'].map((letter) => `walk-${letter}`);
  for (const name of stable) await create(name);
  const doomed = await create('walk-e');
  await advance(world, '10s');
  const target = `/registry/v2/repos?uidp.children_of=${parent}&order_by=name&page_size=2`;
  const names: string[] = [];
  let token = '';
  for (let page = 0; page < 30; page += 1) {
    const body = await world.read(`${target}${token}`);
    names.push(...namesOf(rowsOf(body, 'repos')));
    if (body.nextPageToken === undefined) break;
    token = `&page_token=${encodeURIComponent(body.nextPageToken)}`;
    if (page === 0) await world.delete(`/registry/v2/repos/${doomed.uid}`);
    await create(`walk-g${page}`);
    await advance(world, '4s');
  }
  expect(names).toEqual([...new Set(names)].toSorted());
  expect(names.filter((name) => stable.includes(name))).toEqual(stable);
  // The walk shows the create and the delete that were made after its first page.
  expect([names.includes('walk-g0'), names.includes('walk-e')]).toEqual([true, false]);
});

test('behaviour Q7: counts of artifacts and the history of a tag are lists, too, and a fixture is late @mock', async ({
  ownWorld,
}) => {
  const world = await freeze(await ownWorld());
  const parent = await orgOf(world);
  const repo = ok(await world.post(`/registry/v2/repos/${parent}`, { name: 'history' }));
  const digest = (letter: string): string => `sha256:${letter.repeat(64)}`;
  const tag = ok(await world.post(`/registry/v2/tags/${repo.uid}`, { name: 'latest', digest: digest('a') }));
  const count = async (): Promise<string> => {
    const [v2, v1] = await Promise.all([
      world.read('/libraries/v2/artifacts/count?ecosystems=ECOSYSTEM_JAVA'),
      world.read('/libraries/v1/artifacts/count?ecosystems=JAVA'),
    ]);
    return JSON.stringify([v2, v1]);
  };
  const history = async () => rowsOf(await world.read(`/registry/v1/tags/${tag.uid}/history`), 'items').length;
  const before = [await count(), await history()];
  await setConsistency(world, { lists: { lag: '2s' } });
  const headers = { 'content-type': 'application/yaml' };
  const body = 'artifacts: [{ name: late, ecosystem: ECOSYSTEM_JAVA }]';
  ok(await world.as(undefined).send('POST', '/_mock/v1/fixtures', { headers, body }));
  ok(await world.post(`/registry/v2/tags/${repo.uid}`, { name: 'latest', digest: digest('b') }));
  expect([await count(), await history()]).toEqual(before);
  await advance(world, '2s');
  expect(await history()).toBe(2);
  expect(await count()).not.toBe(before[0]);
});

test('behaviour Q8: rows that are stored when it is set are seen at once, and DELETE, a reset and a restore end it @mock', async ({
  ownWorld,
}) => {
  const world = await freeze(await ownWorld());
  const parent = await orgOf(world);
  const create = async (name: string) => ok(await world.post(`/registry/v2/repos/${parent}`, { name }));
  const sees = async (name: string, at = world) =>
    (await at.read(`/registry/v2/repos?name=${name}`)).totalCount === '1';
  const setting = { authz: { lag: '1m', flap: 2 }, lists: { lag: '30s' } };
  expect(await consistency(world)).toEqual({});
  await create('before');
  await setConsistency(world, setting);
  expect([await sees('before'), await consistency(world)]).toEqual([true, setting]);
  await create('one');
  expect(await consistency(world)).toEqual({ ...setting, settledTime: '2030-01-01T00:02:00.000Z' });
  const fork = await ownWorld(`world:${world.connection.world}`);
  expect([await sees('one'), await sees('one', fork), await consistency(fork)]).toEqual([false, true, {}]);
  await setConsistency(world, { lists: { lag: '30s' } });
  expect([await sees('one'), await consistency(world)]).toEqual([true, { lists: { lag: '30s' } }]);
  await create('two');
  expect(ok(await steer(world, 'DELETE', 'consistency'))).toEqual({});
  expect([await sees('two'), await consistency(world)]).toEqual([true, {}]);
  await setConsistency(world, setting);
  ok(await steer(world, 'PUT', 'snapshots/a', {}));
  await advance(world, '1s');
  await create('three');
  ok(await steer(world, 'POST', 'snapshots/a:restore'));
  expect([await sees('two'), await sees('three'), await consistency(world)]).toEqual([true, false, setting]);
  await create('three');
  expect(await sees('three')).toBe(false);
  ok(await steer(world, 'POST', 'reset'));
  expect([await sees('two'), await consistency(world)]).toEqual([false, {}]);
});

const REFUSED: readonly (readonly [what: string, wanted: unknown, fields: readonly string[], says: RegExp])[] = [
  ['nothing', {}, ['body'], /must have authz or lists/],
  ['a list', [], ['body'], /must be an object/],
  ['a negative lag', { authz: { lag: '-20s' } }, ['authz.lag'], /above 0 and up to 24h/],
  ['no lag', { lists: { lag: '0s' } }, ['lists.lag'], /above 0 and up to 24h/],
  ['more than a day', { lists: { lag: '24h0.001s' } }, ['lists.lag'], /above 0 and up to 24h/],
  ['two of them', { authz: { lag: '' }, lists: { lag: '2' } }, ['authz.lag', 'lists.lag'], /such as "20s"/],
  ['a number', { lists: { lag: 2 } }, ['lists.lag'], /must be a string/],
  ['a flap without a lag', { authz: { flap: 2 } }, ['authz.lag'], /is required/],
  ['a flap of one', { authz: { lag: '1s', flap: 1 } }, ['authz.flap'], /must be at least 2/],
  ['a negative flap', { authz: { lag: '1s', flap: -2 } }, ['authz.flap'], /must be at least 2/],
  ['a flap without end', { authz: { lag: '1s', flap: 101 } }, ['authz.flap'], /must be at most 100/],
  ['a flap of lists', { lists: { lag: '1s', flap: 2 } }, ['lists'], /flap/],
  ['an unknown key', { authz: { lag: '1s' }, gets: { lag: '1s' } }, ['body'], /gets/],
];

test('behaviour Q9: settings that are wrong are refused, each mistake by its field, and nothing has changed @mock', async ({
  ownWorld,
}) => {
  const world = await freeze(await ownWorld());
  const parent = await orgOf(world);
  await setConsistency(world, { lists: { lag: '2s' } });
  ok(await world.post(`/registry/v2/repos/${parent}`, { name: 'late' }));
  const before = await consistency(world);
  for (const [what, wanted, fields, says] of REFUSED) {
    const answer = await steer(world, 'PUT', 'consistency', wanted);
    expect([answer.status, violations(answer)], `${what}: ${answer.text}`).toEqual([400, fields]);
    expect(answer.body.message, what).toMatch(says);
    expect(await consistency(world), what).toEqual(before);
  }
  expect((await world.read('/registry/v2/repos?name=late')).totalCount).toBe('0');
});
