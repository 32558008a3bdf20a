import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { inWorld, test } from '../support/database.ts';
import { steer } from '../support/mock.ts';
import type { OwnServer } from '../support/own-server.ts';
import { faulty } from '../support/steered.ts';
import { expect } from '../support/test.ts';

/** The counts of the rows of a world, as the control plane shows it. */
const reposIn = async ({ api }: OwnServer, id: string): Promise<number> => {
  const { rows } = ok(await steer(api, 'GET', `worlds/${id}`)) as unknown as {
    readonly rows: Readonly<Record<string, number>>;
  };
  return rows.repos ?? 0;
};

const countOf = async (api: Api): Promise<number> => Number((await api.read('/registry/v2/repos')).totalCount);

test.describe('worlds with --database @mock', () => {
  test('31.1: a world is there after kill -9, with its rows, clock, settings, labels and token @whole', async ({
    serve,
  }) => {
    const first = await serve();
    const port = new URL(first.ready.url).port;
    const wanted = {
      name: 'kept',
      labels: { run: '1' },
      seed: 'its own',
      clock: { mode: 'frozen', now: '2099-01-01T00:00:00Z' },
    };
    const made = ok(await steer(first.api, 'POST', 'worlds', wanted));
    const world = inWorld(first, 'kept', made.token);
    const repo = ok(await world.post(`/registry/v2/repos/${first.ready.orgId}`, { name: 'here' }));
    ok(await steer(first.api, 'PATCH', 'worlds/kept', { labels: { run: '2' } }));
    ok(await steer(world, 'POST', 'clock:advance', { by: '1h' }));
    ok(
      await steer(world, 'PUT', 'faults', [
        { match: { operation: 'ListGroups' }, do: { code: 'UNAVAILABLE' }, times: 1 },
      ]),
    );
    await first.stop('SIGKILL');
    const second = await serve('--port', port);
    const again = inWorld(second, 'kept', made.token);
    expect((await again.read(`/registry/v2/repos/${repo.uid}`)).name).toBe('here');
    expect((await faulty(again).get('/iam/v2/groups')).status).toBe(503);
    expect(ok(await steer(again, 'GET', 'clock')).now).toBe('2099-01-01T01:00:00.000Z');
    expect(ok(await steer(again, 'GET', 'info')).seed).toBe('its own');
    expect(ok(await steer(second.api, 'GET', 'worlds/kept'))).toMatchObject({
      id: 'kept',
      labels: { run: '2' },
      from: 'default',
      createTime: made.createTime,
    });
    expect((await second.api.get(`/registry/v2/repos/${repo.uid}`)).status).toBe(404);
  });

  const BEGINNINGS: readonly (readonly [from: string, more: object, repos: number])[] = [
    ['empty', {}, 0],
    ['default', {}, 13],
    ['world:parent', {}, 14],
    ['snapshot:before', {}, 12],
    ['journal:call', {}, 12],
    ['fixture:hierarchy', {}, 5],
    ['fixture:own', { fixture: 'groups: [{ name: own, repos: [{ name: one }] }]' }, 1],
  ];
  for (const [from, more, repos] of BEGINNINGS) {
    test(`31.1: reset of a world from ${from} goes to its beginning, after a kill too, and :diff counts from there @whole`, async ({
      serve,
    }) => {
      const first = await serve();
      const path = `/registry/v2/repos/${first.ready.orgId}`;
      ok(await steer(first.api, 'PUT', 'snapshots/before'));
      ok(await first.api.post(path, { name: 'of-default' }));
      const listed = ok(await steer(first.api, 'GET', 'journal?operation=CreateRepo'));
      const [{ id: call }] = listed.entries as readonly [{ readonly id: string }];
      ok(await steer(first.api, 'POST', 'worlds', { name: 'parent' }));
      const parent = inWorld(first, 'parent');
      ok(await parent.post(path, { name: 'of-parent' }));
      const wanted = { name: 'w', from: from.replace('call', call), ...more };
      const { token } = ok(await steer(first.api, 'POST', 'worlds', wanted));
      expect(await reposIn(first, 'w')).toBe(repos);
      ok(await inWorld(first, 'w', token).post('/iam/v2/groups', { name: 'later' }));
      const { clock, ...differs } = ok(await steer(first.api, 'GET', 'worlds/w:diff'));
      expect(JSON.stringify(differs.added)).toContain('"later"');
      await first.stop('SIGKILL');
      const second = await serve();
      expect(ok(await steer(second.api, 'GET', 'worlds/w:diff'))).toMatchObject({
        ...differs,
        clock: [(clock as readonly string[])[0], expect.anything()],
      });
      ok(await steer(second.api, 'POST', 'reset', { world: 'w' }));
      expect(await reposIn(second, 'w')).toBe(repos);
      expect(ok(await steer(second.api, 'GET', 'worlds/w:diff'))).toMatchObject({
        added: [],
        removed: [],
        changed: [],
      });
    });
  }

  test('31.1: a world that has ended is gone after a kill, and one whose time is up meanwhile, too @whole', async ({
    serve,
  }) => {
    const first = await serve();
    for (const name of ['ended', 'stays']) ok(await steer(first.api, 'POST', 'worlds', { name }));
    const { expireTime } = ok(await steer(first.api, 'POST', 'worlds', { name: 'short', ttl: '1s' }));
    ok(await steer(first.api, 'DELETE', 'worlds/ended'));
    expect((await steer(first.api, 'POST', 'worlds', { name: 'stays' })).status).toBe(409);
    await first.stop('SIGKILL');
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(String(expireTime)));
    const { api } = await serve();
    const { worlds } = ok(await steer(api, 'GET', 'worlds'));
    expect(worlds).toEqual([{ id: 'default' }, { id: 'stays' }].map((one) => expect.objectContaining(one)));
    for (const name of ['ended', 'short']) {
      expect((await steer(api, 'GET', `worlds/${name}`)).status).toBe(404);
      ok(await steer(api, 'POST', 'worlds', { name }));
    }
  });

  test('31.1: of equal names that are asked for at once one is made @whole', async ({ serve }) => {
    const { api } = await serve();
    const asked = Array.from({ length: 4 }, () => steer(api, 'POST', 'worlds', { name: 'one' }));
    expect((await Promise.all(asked)).map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  test('31.1: snapshots of each world are there after a kill @whole', async ({ serve }) => {
    const first = await serve();
    const path = `/registry/v2/repos/${first.ready.orgId}`;
    const saved = ok(await steer(first.api, 'PUT', 'snapshots/start', { note: 'as it was' }));
    ok(await steer(first.api, 'PUT', 'snapshots/gone'));
    ok(await steer(first.api, 'DELETE', 'snapshots/gone'));
    ok(await steer(first.api, 'POST', 'worlds', { name: 'w' }));
    ok(await first.api.post(path, { name: 'later' }));
    ok(await inWorld(first, 'w').post(path, { name: 'of-w' }));
    ok(await steer(inWorld(first, 'w'), 'PUT', 'snapshots/its'));
    await first.stop('SIGKILL');
    const second = await serve();
    expect(ok(await steer(second.api, 'GET', 'snapshots')).snapshots).toEqual([saved]);
    ok(await steer(second.api, 'POST', 'snapshots/start:restore'));
    expect(await countOf(second.api)).toBe(12);
    const w = inWorld(second, 'w');
    ok(await w.post(path, { name: 'more' }));
    ok(await steer(w, 'POST', 'snapshots/its:restore'));
    expect(await countOf(w)).toBe(13);
    ok(await steer(w, 'POST', 'snapshots/its:fork'));
  });
});
