import { randomUUID } from 'node:crypto';
import { ok } from '../support/answer.ts';
import { test } from '../support/grpc-test.ts';
import { steer } from '../support/mock.ts';
import { reasonOf } from '../support/steered.ts';
import { expect } from '../support/test.ts';
import { addRepo, inWorld, type MadeWorld, makeWorld, REPOS } from '../support/worlds.ts';

test.describe('behaviour W10, W11 and W12: the list of worlds @mock', () => {
  test('worlds are found and deleted by their labels', async ({ ownServer }) => {
    const { api } = await ownServer();
    const run = randomUUID().slice(0, 8);
    const made = [
      await makeWorld(api, { labels: { run, shard: '1' } }),
      await makeWorld(api, { labels: { run, shard: '2' } }),
      await makeWorld(api, { labels: { shard: '2' } }),
    ].map(({ id }) => id);
    const found = async (query: string): Promise<readonly string[]> =>
      (ok(await steer(api, 'GET', `worlds?${query}`)).worlds as readonly { readonly id: string }[]).map(({ id }) => id);
    expect(await found(`label=run:${run}`)).toEqual(made.slice(0, 2));
    expect(await found(`label=run:${run}&label=shard:2`)).toEqual([made[1]]);
    expect((await found(''))[0]).toBe('default');
    expect(await found('')).toEqual(expect.arrayContaining(made));
    expect(ok(await steer(api, 'DELETE', `worlds?label=run:${run}`)).deleted).toEqual(made.slice(0, 2));
    expect(await found(`label=run:${run}`)).toEqual([]);
    expect(await found('')).toContain(made[2]);
  });

  for (const [what, method, path, words] of [
    ['a label without a value', 'GET', 'worlds?label=run', 'label: must be a label'],
    ['a label with a bad value', 'GET', 'worlds?label=run:%20', 'label: must be a label'],
    ['deleting without a label', 'DELETE', 'worlds', 'label: must be given'],
    ['deleting default', 'DELETE', 'worlds/default', 'cannot be deleted'],
    ['a form of variables that is none', 'GET', 'worlds/default:variables?format=xml', 'format'],
  ] as const) {
    test(`${what} is refused`, async ({ ownServer }) => {
      const { api } = await ownServer();
      const answer = await steer(api, method, path);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toContain(words);
    });
  }

  test('labels are set and taken away, and all others stay', async ({ ownServer }) => {
    const { api } = await ownServer();
    const { id } = await makeWorld(api, { labels: { run: '1', shard: '2' } });
    await makeWorld(api);
    const order = async (): Promise<unknown> =>
      (ok(await steer(api, 'GET', 'worlds')).worlds as readonly MadeWorld[]).map((world) => world.id);
    const before = await order();
    const labelled = ok(
      await steer(api, 'PATCH', `worlds/${id}`, { labels: { run: null, result: 'failed', gone: null } }),
    );
    expect([labelled.id, labelled.labels]).toEqual([id, { shard: '2', result: 'failed' }]);
    expect(ok(await steer(api, 'GET', `worlds/${id}`)).labels).toEqual(labelled.labels);
    expect(await order()).toEqual(before);
    // Worlds of earlier tests on this server may have any other run.
    ok(await steer(api, 'PATCH', 'worlds/default', { labels: { run: id } }));
    const found = ok(await steer(api, 'GET', `worlds?label=run:${id}`)).worlds as readonly MadeWorld[];
    expect(found.map((world) => world.id)).toEqual(['default']);
    for (const labels of [{ 'a b': 'c' }, { a: 'b c' }, { a: 1 }, ['run'], undefined]) {
      const { status, body } = await steer(api, 'PATCH', `worlds/${id}`, { labels });
      expect([status, body.message]).toEqual([400, expect.stringContaining('labels')]);
    }
    expect(reasonOf(await steer(api, 'PATCH', 'worlds/gone', { labels: {} }))).toBe('MOCK_WORLD_NOT_FOUND');
    expect(ok(await steer(api, 'GET', `worlds/${id}`)).labels).toEqual(labelled.labels);
  });

  test('a world ends by itself after its time', async ({ ownServer }) => {
    const { api } = await ownServer();
    const world = await makeWorld(api, { ttl: '1s' });
    expect(Date.parse(String(world.expireTime)) - Date.parse(String(world.createTime))).toBe(1_000);
    await expect.poll(async () => (await api.as(world.token).get(REPOS)).status).toBe(404);
  });

  test('the variables of a world are text for a shell and for a file, and the token is good', async ({ ownServer }) => {
    const { api } = await ownServer();
    const world = await makeWorld(api);
    const { text: sh } = await steer(api, 'GET', `worlds/${world.id}:variables?format=sh`);
    expect(sh).toContain(`export PLATFORM_MOCK_WORLD='${world.id}'\n`);
    const { text: dotenv } = await steer(api, 'GET', `worlds/${world.id}:variables?format=dotenv`);
    const token = /^PLATFORM_TOKEN="(.+)"$/m.exec(dotenv)?.[1];
    expect((await api.as(token).get(REPOS)).headers['x-mock-world']).toBe(world.id);
    const { env } = ok(await steer(api, 'GET', 'worlds/default:variables')) as unknown as MadeWorld;
    const { status, headers } = await api.as(env.PLATFORM_TOKEN).get(REPOS);
    expect([status, headers['x-mock-world']]).toEqual([200, undefined]);
  });

  test('the difference has what was added, removed and changed, and not what was changed back', async ({
    ownServer,
  }) => {
    const { api } = await ownServer();
    const world = await makeWorld(api, { clock: { mode: 'frozen', now: '2099-01-01T00:00:00Z' } });
    const there = inWorld(api, world);
    const difference = async () => ok(await steer(api, 'GET', `worlds/${world.id}:diff`));
    const none = { added: [], removed: [], changed: [] };
    expect(await difference()).toMatchObject(none);
    const rows = (await there.read(REPOS)).repos as readonly { readonly uid: string; readonly name: string }[];
    const [first, second, third] = rows;
    await addRepo(there, world, 'added');
    ok(await there.delete(`/registry/v2/repos/${first?.uid}`));
    ok(await there.patch(`/registry/v2/repos/${second?.uid}`, { description: 'changed' }));
    ok(await api.send('POST', '/_mock/v1/clock:advance', { headers: world.headers, body: { by: '1s' } }));
    const found = await difference();
    const ofRepos = (list: unknown): unknown =>
      (list as readonly { readonly type: string }[]).filter(({ type }) => type === 'repos');
    expect(ofRepos(found.added)).toMatchObject([{ name: 'added' }]);
    expect(ofRepos(found.removed)).toMatchObject([{ uid: first?.uid, name: first?.name }]);
    expect(ofRepos(found.changed)).toMatchObject([
      { uid: second?.uid, fields: { description: [expect.anything(), 'changed'] } },
    ]);
    expect(found.clock).toEqual(['2099-01-01T00:00:00.000Z', '2099-01-01T00:00:01.000Z']);
    expect(JSON.stringify(found)).not.toContain(String(third?.uid));
    ok(await api.send('POST', '/_mock/v1/reset', { headers: world.headers }));
    expect(await difference()).toMatchObject(none);
  });
});

test('a call that runs when its world ends finishes @mock', async ({ ownServer, facesOf }) => {
  const server = await ownServer();
  const world = await makeWorld(server.api);
  const { gRPC } = facesOf(server);
  // Each is sent before the answer of the deletion has come: it is of the world, or finds that it has ended.
  const calls = Array.from({ length: 40 }, (_, at) =>
    gRPC.as(world.token).call('CreateRepo', { parent: world.orgId, repo: { name: `r-${at}` } }),
  );
  const ended = steer(server.api, 'DELETE', `worlds/${world.id}`);
  for (const answer of await Promise.all(calls)) expect([200, 404]).toContain(answer.status);
  ok(await ended);
  expect((await server.api.as(world.token).get(REPOS)).status).toBe(404);
});
