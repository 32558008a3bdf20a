import { type Answer, ok, rowsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { steer } from '../support/mock.ts';
import { walkState as walk } from '../support/state-walk.ts';
import { reasonOf } from '../support/steered.ts';
import { expect, test } from '../support/test.ts';
import { inWorld, type MadeWorld, makeWorld } from '../support/worlds.ts';

/** The control plane of one world. */
const steerIn =
  (api: Api, { headers }: MadeWorld) =>
  (method: string, path: string, body?: unknown): Promise<Answer> =>
    api.as(undefined).send(method, `/_mock/v1/${path}`, { headers, body });

/** A world of its own with a frozen clock, and the ways to call and to steer it. */
const open = async (api: Api) => {
  const world = await makeWorld(api, { clock: { mode: 'frozen', now: '2099-01-01T00:00:00Z' } });
  return { world, there: inWorld(api, world), control: steerIn(api, world) };
};

test.describe('behaviour W13, W14: snapshots @mock', () => {
  test('a walk after a restore has the bytes of the walk before, whatever was done in between', async ({
    ownServer,
  }) => {
    const { api } = await ownServer();
    const { world, there, control } = await open(api);
    const made = ok(await there.post(`/registry/v2/repos/${world.orgId}`, { name: 'kept' }));
    ok(await control('POST', 'clock:advance', { by: '1h' }));
    const before = await walk(there);
    const saved = ok(await control('PUT', 'snapshots/before', { note: 'with kept' }));
    expect(saved).toMatchObject({
      name: 'before',
      note: 'with kept',
      format: 1,
      clock: { now: '2099-01-01T01:00:00.000Z' },
    });
    ok(await there.delete(`/registry/v2/repos/${made.uid}`));
    ok(await control('POST', 'clock:advance', { by: '80h' }));
    ok(await control('POST', 'reset'));
    expect(await walk(there)).not.toEqual(before);
    const restored = ok(await control('POST', 'snapshots/before:restore'));
    expect(restored).toEqual(saved);
    expect(await walk(there)).toEqual(before);
    // A reset still goes to the beginning of the world.
    ok(await control('POST', 'reset'));
    expect(JSON.stringify(await walk(there))).not.toContain('"kept"');
  });

  test('a fork of a snapshot is a world by itself', async ({ ownServer }) => {
    const { api } = await ownServer();
    const { world, there, control } = await open(api);
    ok(await control('PUT', 'snapshots/start'));
    ok(await there.post(`/registry/v2/repos/${world.orgId}`, { name: 'later' }));
    const fork = ok(await control('POST', 'snapshots/start:fork')) as unknown as MadeWorld;
    const other = ok(
      await control('POST', 'worlds', { from: 'snapshot:start', name: `${world.id}-2` }),
    ) as unknown as MadeWorld;
    for (const made of [fork, other]) {
      expect(rowsOf(await api.as(made.token).read('/registry/v2/repos?name=later'), 'repos')).toEqual([]);
      expect(made).toMatchObject({
        from: 'snapshot:start',
        clock: { mode: 'frozen', now: '2099-01-01T00:00:00.000Z' },
      });
    }
    ok(await api.as(fork.token).post(`/registry/v2/repos/${world.orgId}`, { name: 'in-fork' }));
    expect(rowsOf(await there.read('/registry/v2/repos?name=in-fork'), 'repos')).toEqual([]);
  });

  test('the difference of two snapshots, and of one to what is there now', async ({ ownServer }) => {
    const { api } = await ownServer();
    const { world, there, control } = await open(api);
    ok(await control('PUT', 'snapshots/one'));
    ok(await there.post(`/registry/v2/repos/${world.orgId}`, { name: 'new' }));
    const two = ok(await control('PUT', 'snapshots/two'));
    ok(await there.patch(`/iam/v2/groups/${world.orgId}`, { description: 'changed' }));
    const between = ok(await control('GET', 'snapshots/one:diff?to=two'));
    expect(between).toMatchObject({ added: [{ type: 'repos', name: 'new' }], removed: [], changed: [] });
    const backwards = ok(await control('GET', 'snapshots/two:diff?to=one'));
    expect(backwards).toMatchObject({ added: [], removed: [{ type: 'repos', name: 'new' }] });
    expect(ok(await control('GET', 'snapshots/two:diff'))).toMatchObject({
      added: [],
      changed: [{ type: 'groups', uid: world.orgId, fields: { description: [expect.anything(), 'changed'] } }],
    });
    const again = ok(await control('POST', 'snapshots/two:restore'));
    expect(again.sha256).toBe(two.sha256);
    expect(ok(await control('PUT', 'snapshots/three')).sha256).toBe(two.sha256);
    expect(ok(await control('PUT', 'snapshots/one?overwrite')).sha256).toBe(two.sha256);
    const names = (ok(await control('GET', 'snapshots')).snapshots as readonly { readonly name: string }[]).map(
      ({ name }) => name,
    );
    expect(names).toEqual(['two', 'three', 'one']);
    ok(await control('DELETE', 'snapshots/two'));
    expect((await control('GET', 'snapshots/one:diff?to=two')).status).toBe(404);
    // The default world has none of these snapshots.
    expect(ok(await steer(api, 'GET', 'snapshots')).snapshots).toEqual([]);
  });

  for (const [what, method, path, status, reason] of [
    ['a name that is taken', 'PUT', 'snapshots/taken', 409, 'ALREADY_EXISTS'],
    [
      'a name that is taken, overwriting it expressly not',
      'PUT',
      'snapshots/taken?overwrite=false',
      409,
      'ALREADY_EXISTS',
    ],
    ['a name with a slash', 'PUT', 'snapshots/a%2Fb', 400, 'INVALID_ARGUMENT'],
    ['a name of dots', 'PUT', 'snapshots/..%2F..', 400, 'INVALID_ARGUMENT'],
    ['a name that is too long', 'PUT', `snapshots/${'x'.repeat(129)}`, 400, 'INVALID_ARGUMENT'],
    ['restoring what is not there', 'POST', 'snapshots/none:restore', 404, 'MOCK_SNAPSHOT_NOT_FOUND'],
    ['forking what is not there', 'POST', 'snapshots/none:fork', 404, 'MOCK_SNAPSHOT_NOT_FOUND'],
    ['comparing what is not there', 'GET', 'snapshots/none:diff', 404, 'MOCK_SNAPSHOT_NOT_FOUND'],
    ['comparing with what is not there', 'GET', 'snapshots/taken:diff?to=none', 404, 'MOCK_SNAPSHOT_NOT_FOUND'],
    ['comparing with nothing', 'GET', 'snapshots/taken:diff?to=', 400, 'INVALID_ARGUMENT'],
    ['deleting what is not there', 'DELETE', 'snapshots/none', 404, 'MOCK_SNAPSHOT_NOT_FOUND'],
    ['exporting what is not there', 'GET', 'snapshots/none:export', 404, 'MOCK_SNAPSHOT_NOT_FOUND'],
    ['a file of what is not there', 'GET', 'snapshots/none:file', 404, 'MOCK_SNAPSHOT_NOT_FOUND'],
    ['an unknown verb', 'POST', 'snapshots/taken:explode', 404, 'NOT_FOUND'],
  ] as const) {
    test(`${what} is refused and changes nothing`, async ({ ownServer }) => {
      const { api } = await ownServer();
      const { control } = await open(api);
      const saved = ok(await control('PUT', 'snapshots/taken'));
      const answer = await control(method, path);
      expect([answer.status, reasonOf(answer)], answer.text).toEqual([status, reason]);
      expect(ok(await control('GET', 'snapshots')).snapshots).toEqual([saved]);
    });
  }

  test('a note that is no text is refused', async ({ ownServer }) => {
    const { control } = await open((await ownServer()).api);
    for (const body of [{ note: 1 }, { notes: 'x' }, { note: 'x'.repeat(1_001) }]) {
      expect((await control('PUT', 'snapshots/a', body)).status).toBe(400);
    }
  });
});
