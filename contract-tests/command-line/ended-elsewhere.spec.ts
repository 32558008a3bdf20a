import { ok, rowsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { inWorld, test } from '../support/database.ts';
import { steer } from '../support/mock.ts';
import { followStream } from '../support/server-sent-events.ts';
import { expect } from '../support/test.ts';
import { readTrace } from '../support/traces.ts';
import { makeWorld } from '../support/worlds.ts';

const REPOS = '/registry/v2/repos?page_size=1';

/** What a server shows of a world among all: its calls, its events, its end, and its calls in a trace. */
const shownOf = async ({ api, id }: { readonly api: Api; readonly id: string }) => {
  const calls = rowsOf(ok(await steer(api, 'GET', 'journal?world=*&limit=1000')), 'entries').filter(
    ({ world }) => world === id,
  );
  const events = rowsOf(ok(await steer(api, 'GET', 'events?world=*&limit=1000')), 'events').filter(
    ({ world }) => world === id,
  );
  const ended = rowsOf(ok(await steer(api, 'GET', 'worlds?ended=true')), 'ended').filter((each) => each.id === id);
  const { log } = await readTrace(api, '?world=*');
  return {
    // In the order of the world: each server has the calls of all in one of its own.
    calls: calls
      .map(({ id: call, operation, caller }) => [call, operation, (caller as { name?: string })?.name])
      .sort(),
    events: events.map(({ type }) => type),
    ended: ended.map(({ labels, from, journal }) => ({ labels, from, journal })),
    traced: log.entries.filter(({ pageref }) => pageref === id).map(({ _operation }) => _operation),
  };
};

test.describe('31.11: what worlds that have ended showed is known to all servers @mock', () => {
  test('of one that both have called, each shows all of it, once', async ({ replicatedWorld: { servers } }) => {
    const { id, orgId } = await makeWorld(servers[0].api, { labels: { run: '7' } });
    const [first, second] = servers.map((server) => inWorld(server, id)) as [Api, Api];
    ok(await first.post(`/registry/v2/repos/${orgId}`, { name: 'made' }));
    ok(await second.as('viewer-token').get(REPOS));
    // Each has had it in memory with its labels of before.
    ok(await steer(servers[1].api, 'PATCH', `worlds/${id}`, { labels: { result: 'failed' } }));
    ok(await steer(servers[0].api, 'DELETE', `worlds/${id}`));
    for (const { api } of servers) {
      const shown = await shownOf({ api, id });
      expect(shown).toEqual({
        calls: [
          ['1', 'CreateRepo', 'admin'],
          ['2', 'ListRepos', 'viewer'],
        ],
        events: ['dev.chainguard.api.platform.registry.repo.created.v1'],
        ended: [{ labels: { run: '7', result: 'failed' }, from: 'default', journal: 2 }],
        traced: ['CreateRepo', 'ListRepos'],
      });
      expect(await shownOf({ api, id })).toEqual(shown);
    }
  });

  test('a stream of all worlds at another has the calls of one that was short, each once @whole', async ({
    replicatedWorld: { servers },
  }) => {
    const [first, second] = servers;
    const stream = await followStream<{ readonly world: string; readonly operation?: string }>(
      second.api,
      'journal:stream?world=*',
    );
    const names = ['short', 'shorter'].map((name) => `${name}-${process.pid}`);
    for (const name of names) {
      const { id, orgId } = await makeWorld(first.api, { name });
      ok(await inWorld(first, id).post(`/registry/v2/repos/${orgId}`, { name }));
      ok(await steer(first.api, 'DELETE', `worlds/${id}`));
    }
    const ofThese = (each: { readonly data: { readonly world: string } }): boolean => names.includes(each.data.world);
    await expect.poll(async () => (await stream.until(0)).filter(ofThese).length).toBe(2);
    // What is read of all since has nothing that the stream would have once more.
    for (const name of names) await shownOf({ api: second.api, id: name });
    const seen = (await stream.until(0)).filter(ofThese).map(({ event, data }) => [event, data.world, data.operation]);
    expect(seen).toEqual(names.map((name) => ['ended', name, 'CreateRepo']));
    stream.stop();
  });

  test('a server that is started later shows them, also where the database alone has ended them @whole', async ({
    replica,
  }) => {
    const first = await replica();
    const { id, orgId } = await makeWorld(first.api, { labels: { run: '8' } });
    ok(await inWorld(first, id).post(`/registry/v2/repos/${orgId}`, { name: 'made' }));
    const second = await replica();
    // It has never had the world in memory.
    expect(ok(await steer(second.api, 'DELETE', 'worlds?label=run:8'))).toEqual({ deleted: [id] });
    const shown = await shownOf({ api: second.api, id });
    expect(shown).toMatchObject({
      calls: [['1', 'CreateRepo', 'admin']],
      ended: [{ labels: { run: '8' }, journal: 1 }],
    });
    const third = await replica();
    for (const { api } of [first, third]) {
      // Whoever asks for it first, it is opened once.
      const paths = ['journal?world=*', 'coverage?world=*', 'events?world=*', 'worlds?ended=true'];
      await Promise.all(paths.map(async (path) => ok(await steer(api, 'GET', path))));
      expect(await shownOf({ api, id })).toEqual(shown);
    }
    // Another world has its name, and what that one shows is not in it.
    const again = await makeWorld(first.api, { name: id });
    ok(await inWorld(third, again.id).get(REPOS));
    expect((await shownOf({ api: second.api, id })).calls).toEqual([
      ['1', 'CreateRepo', 'admin'],
      ['1', 'ListRepos', 'admin'],
    ]);
  });
});
