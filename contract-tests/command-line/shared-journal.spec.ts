import { ok, rowsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { inWorld, test } from '../support/database.ts';
import { steer } from '../support/mock.ts';
import type { OwnServer } from '../support/own-server.ts';
import { followStream } from '../support/server-sent-events.ts';
import { expect } from '../support/test.ts';
import { readTrace } from '../support/traces.ts';
import { makeWorld } from '../support/worlds.ts';

const REPOS = '/registry/v2/repos?page_size=1';

/** The entries of a journal, the oldest first: id, operation and code. */
const journalOf = async (api: Api, query = ''): Promise<readonly (readonly unknown[])[]> =>
  rowsOf(ok(await steer(api, 'GET', `journal${query}`)), 'entries')
    .map(({ id, operation, code }) => [id, operation, code])
    .toReversed();

const makeRepo = async (api: Api, orgId: string, name: string): Promise<string> =>
  ok(await api.post(`/registry/v2/repos/${orgId}`, { name })).uid;

/** A trace, as far as it is looked at. */
interface TraceText {
  readonly log: {
    readonly entries: readonly { readonly _id: string }[];
    readonly _steps: readonly { readonly kind: string; readonly target?: string }[];
  };
}

/** A caller in a new world of a server, which is named `w`. */
const inNew = async (server: OwnServer): Promise<Api> => {
  ok(await steer(server.api, 'POST', 'worlds', { name: 'w' }));
  return inWorld(server, 'w');
};

test.describe('31.13: what has happened is known to all servers on one database @mock', () => {
  test('a call at one is in the journal of each, under one id, with all that it has there', async ({
    replicatedWorld: { callers, orgId },
  }) => {
    const [first, second] = callers;
    const uid = await makeRepo(first, orgId, 'seen');
    expect((await second.as('viewer-token').delete(`/registry/v2/repos/${uid}`)).status).toBe(403);
    await first.get('/nowhere');
    const expected = [
      ['1', 'CreateRepo', 'OK'],
      ['2', 'DeleteRepo', 'PERMISSION_DENIED'],
      ['3', undefined, 'NOT_FOUND'],
    ];
    const shown: unknown[] = [];
    for (const api of callers) {
      expect(await journalOf(api)).toEqual(expected);
      for (const path of ['journal/1', 'journal/2', 'journal/2:explain', 'journal/3']) {
        const { tries: _, ...entry } = ok(await steer(api, 'GET', path));
        shown.push(entry);
      }
    }
    expect(shown.slice(shown.length / 2)).toEqual(shown.slice(0, shown.length / 2));
    expect(shown[0]).toMatchObject({ answer: { name: 'seen' }, changes: [{ change: 'created', uid }] });
    expect(shown[2]).toMatchObject({ decision: 'deny', missing: ['repo.delete'] });
    expect((shown[0] as { readonly events: readonly string[] }).events).toHaveLength(1);
  });

  test('calls at both at once are numbered without a gap, as each server has them @whole', async ({
    replicatedWorld: { callers, orgId },
  }) => {
    const names = Array.from({ length: 40 }, (_, nth) => `at-once-${nth}`);
    await Promise.all(names.map((name, nth) => makeRepo(callers[nth % 2] ?? callers[0], orgId, name)));
    const [first, second] = await Promise.all(callers.map((api) => journalOf(api)));
    expect(first?.map(([id]) => id)).toEqual(names.map((_, nth) => String(nth + 1)));
    expect(second).toEqual(first);
  });

  test('R1: a trace at one has the labels that were set at the other @whole', async ({
    replicatedWorld: { id, servers, callers },
  }) => {
    for (const api of callers) ok(await api.get(REPOS));
    ok(await steer(servers[0].api, 'PATCH', `worlds/${id}`, { labels: { title: 'set-at-the-first' } }));
    const { log } = await readTrace(callers[1]);
    expect(log.pages.map(({ title }) => title)).toEqual(['set-at-the-first']);
  });

  test('J12: numbers and cursors of all worlds are those of each server: one goes on where another ended', async ({
    replicatedWorld: { servers, callers, orgId },
  }) => {
    type Listed = { readonly number: string; readonly world: string; readonly id: string; readonly operation?: string };
    const ids = [callers[0].connection.world ?? '', (await makeWorld(servers[1].api)).id];
    const listed = async ({ api }: OwnServer, query: string): Promise<{ cursor: string; shown: readonly string[] }> => {
      const { entries, cursor } = ok(await steer(api, 'GET', `journal?world=*&limit=1000${query}`));
      const ours = (entries as readonly Listed[]).filter(({ world }) => ids.includes(world));
      const shown = ours.map(({ number, world, id, operation }) => [number, world, id, operation].join(' '));
      return { cursor: cursor as string, shown };
    };
    const { cursor } = await listed(servers[0], '');
    const stream = await followStream<Listed>(servers[1].api, `journal:stream?world=*&since=${cursor}`);
    await makeRepo(callers[1], orgId, 'first');
    ok(await inWorld(servers[0], ids[1] ?? '').get(REPOS));
    const half = await listed(servers[1], `&since=${cursor}`);
    await makeRepo(callers[0], orgId, 'second');
    ok(await inWorld(servers[1], ids[1] ?? '').get(REPOS));
    const [atFirst, atSecond] = [
      await listed(servers[0], `&since=${cursor}`),
      await listed(servers[1], `&since=${cursor}`),
    ];
    expect(atFirst.shown.map((line) => line.replace(/^\d+ /, ''))).toEqual([
      `${ids[1]} 2 ListRepos`,
      `${ids[0]} 2 CreateRepo`,
      `${ids[1]} 1 ListRepos`,
      `${ids[0]} 1 CreateRepo`,
    ]);
    expect(atSecond.shown).toEqual(atFirst.shown);
    // Where one has read to, the other goes on.
    expect((await listed(servers[0], `&since=${half.cursor}`)).shown).toEqual(atFirst.shown.slice(0, 2));
    const handed = async (): Promise<readonly string[]> =>
      (await stream.until(0))
        .filter(({ data }) => ids.includes(data.world))
        .map(({ data: { number, world, id, operation } }) => [number, world, id, operation].join(' '));
    await expect.poll(async () => [...(await handed())].sort()).toEqual([...atFirst.shown].sort());
    stream.stop();
    ok(await steer(servers[0].api, 'DELETE', `worlds/${ids[1]}`));
  });

  test('a wait at one gets calls and events of the other, also those that come later @whole', async ({
    replicatedWorld: { callers, orgId },
  }) => {
    const [first, second] = callers;
    for (const [path, match] of [
      ['journal:await', { operation: 'CreateRepo' }],
      ['events:await', { type: 'repo.created' }],
    ] as const) {
      let hasEnded = false;
      const cursor = ok(await steer(first, 'GET', path.replace(':await', ''))).cursor;
      // The first of them may be there when the wait begins.
      const asked = { match, since: cursor, count: { min: 5 }, timeoutMs: 60_000 };
      const wait = steer(second, 'POST', path, asked).finally(() => {
        hasEnded = true;
      });
      const name = path.split(':', 1)[0];
      for (let nth = 0; !hasEnded; nth += 1) await makeRepo(first, orgId, `${name}-${nth}`);
      ok(await wait);
    }
    const lists = await Promise.all(callers.map((api) => steer(api, 'GET', 'events')));
    const [one, other] = lists.map((answer) => ok(answer));
    expect(other).toEqual(one);
  });

  test('a reset at one empties the journal of each, and ends its waits @whole', async ({
    replicatedWorld: { callers },
  }) => {
    const [first, second] = callers;
    await first.get(REPOS);
    let status: number | undefined;
    const wait = steer(second, 'POST', 'journal:await', { match: {}, count: { min: 9 }, timeoutMs: 60_000 });
    const ended = wait.then((answer) => {
      status = answer.status;
    });
    // The first may come before the wait has begun.
    await expect.poll(async () => ok(await steer(first, 'POST', 'reset')) && status).toBe(409);
    await ended;
    for (const api of callers) expect(await journalOf(api)).toEqual([]);
    await second.get(REPOS);
    ok(await steer(first, 'DELETE', 'journal'));
    for (const api of callers) expect(await journalOf(api)).toEqual([]);
    await second.get(REPOS);
    for (const api of callers) expect(await journalOf(api)).toEqual([['3', 'ListRepos', 'OK']]);
  });

  test('coverage and the record of `report` have the calls of both @whole', async ({
    replicatedWorld: { callers, orgId },
  }) => {
    const [first, second] = callers;
    ok(await steer(second, 'PUT', 'authz', { mode: 'report' }));
    for (const [nth, api] of callers.entries()) {
      await makeRepo(api.as('viewer-token'), orgId, `denied-${nth}`);
    }
    for (const api of callers) {
      const { denied } = ok(await steer(api, 'GET', 'authz:denied'));
      expect(denied).toMatchObject([{ operation: 'CreateRepo', capability: 'repo.create', count: 2 }]);
      const operations = rowsOf(ok(await steer(api, 'GET', 'coverage')), 'operations');
      const met = operations.find(({ operation }) => operation === 'CreateRepo');
      expect(met?.clients).toMatchObject([{ answers: [{ status: 200, count: 2 }] }]);
    }
    ok(await steer(first, 'DELETE', 'coverage'));
    const left = rowsOf(ok(await steer(second, 'GET', 'coverage')), 'operations');
    expect(left.flatMap(({ clients }) => clients)).toEqual([]);
  });

  test('what a sink has received, and what became of a delivery, is shown by each @whole', async ({
    replicatedWorld: { callers, orgId },
  }) => {
    const [first, second] = callers;
    ok(await first.post(`/events/v2/subscriptions/${orgId}`, { sink: 'sink://orders' }));
    const awaited = { until: 'delivered', match: { type: 'repo.created' }, timeoutMs: 60_000 };
    const wait = steer(first, 'POST', 'events:await', awaited);
    await makeRepo(second, orgId, 'delivered');
    const [event] = rowsOf(ok(await wait), 'events');
    for (const api of callers) {
      expect(rowsOf(ok(await steer(api, 'GET', 'sink/orders')), 'received')).toMatchObject([{ id: '1', valid: true }]);
      const deliveries = rowsOf(ok(await steer(api, 'GET', `events/${event?.id}/deliveries`)), 'deliveries');
      expect(deliveries.filter(({ url }) => url === 'sink://orders')).toMatchObject([
        { state: 'delivered', attempts: [{ status: 204 }] },
      ]);
    }
    ok(await steer(first, 'DELETE', 'sink/orders'));
    expect(rowsOf(ok(await steer(second, 'GET', 'sink/orders')), 'received')).toEqual([]);
  });

  test('31.14: a delivery that is not made is shown by each, with its reason', async ({
    replicatedWorld: { callers, orgId },
  }) => {
    const [first] = callers;
    ok(await first.post(`/events/v2/subscriptions/${orgId}`, { sink: 'https://hooks.example.com/real' }));
    await makeRepo(first, orgId, 'not-sent');
    for (const api of callers) {
      const [event] = rowsOf(ok(await steer(api, 'GET', 'events?type=repo.created')), 'events');
      const deliveries = rowsOf(ok(await steer(api, 'GET', `events/${event?.id}/deliveries`)), 'deliveries');
      expect(deliveries.filter(({ url }) => url === 'https://hooks.example.com/real')).toMatchObject([
        { state: 'suppressed', reason: expect.stringContaining('hooks.example.com is not a local host'), attempts: [] },
      ]);
    }
  });

  test('a world is made from the state of a call at the other, also one before the server began @whole', async ({
    replica,
  }) => {
    const first = await replica();
    const caller = await inNew(first);
    await makeRepo(caller, first.ready.orgId, 'one');
    await makeRepo(caller, first.ready.orgId, 'two');
    const second = await replica();
    await makeRepo(caller, first.ready.orgId, 'three');
    for (const [id, at, count] of [
      ['2', 'before', '13'],
      ['2', 'after', '14'],
      ['3', 'before', '14'],
      ['3', 'after', '15'],
    ] as const) {
      const name = `at-${id}-${at}`;
      ok(await steer(inWorld(second, 'w'), 'POST', 'worlds', { name, from: `journal:${id}`, at }));
      expect((await inWorld(first, name).read('/registry/v2/repos')).totalCount).toBe(count);
    }
  });

  test('it is there after kill -9, at the others and after a start @whole', async ({ replica, serve }) => {
    const first = await replica();
    const second = await replica();
    const caller = await inNew(first);
    await makeRepo(caller, first.ready.orgId, 'kept');
    await first.stop('SIGKILL');
    expect(await journalOf(inWorld(second, 'w'))).toEqual([['1', 'CreateRepo', 'OK']]);
    await second.stop('SIGKILL');
    const third = inWorld(await serve(), 'w');
    expect(await journalOf(third)).toEqual([['1', 'CreateRepo', 'OK']]);
    expect(rowsOf(ok(await steer(third, 'GET', 'events')), 'events')).toHaveLength(1);
    await third.get(REPOS);
    expect((await journalOf(third)).map(([id]) => id)).toEqual(['1', '2']);
  });

  test('a trace has the calls and the steps of both @whole', async ({ replicatedWorld: { callers, orgId } }) => {
    const [first, second] = callers;
    await makeRepo(first, orgId, 'a');
    ok(await steer(second, 'PUT', 'clock', { mode: 'frozen' }));
    await makeRepo(second, orgId, 'b');
    for (const api of callers) {
      const { log } = JSON.parse((await steer(api, 'GET', 'trace')).text) as TraceText;
      expect(log.entries.map(({ _id }) => _id)).toEqual(['1', '2']);
      const controls = log._steps.filter(({ kind }) => kind === 'control');
      expect(controls.map(({ target }) => target)).toEqual(['/_mock/v1/clock']);
    }
  });
});

test.describe('31.14: deliveries of servers on one database @mock', () => {
  test('a plan, a clock and a reset at one hold for what the other is to deliver @whole', async ({
    replicatedWorld: { callers, orgId },
  }) => {
    const [first, second] = callers;
    const receivedIn = async (api: Api) => rowsOf(ok(await steer(api, 'GET', 'sink/orders')), 'received');
    ok(await steer(first, 'PUT', 'clock', { mode: 'frozen' }));
    ok(await first.post(`/events/v2/subscriptions/${orgId}`, { sink: 'sink://orders' }));
    ok(await steer(first, 'PUT', 'sink/orders', { answers: [{ status: 500 }, { status: 204 }] }));
    ok(await steer(first, 'PUT', 'events:plan', { mode: 'collect' }));
    await makeRepo(second, orgId, 'held');
    expect(await receivedIn(first)).toEqual([]);
    ok(await steer(first, 'PUT', 'events:plan', {}));
    await expect.poll(async () => (await receivedIn(first)).map(({ status }) => status)).toEqual([500]);
    const timersOf = async (api: Api) => rowsOf(ok(await steer(api, 'GET', 'clock/timers')), 'timers');
    // The delivery is noted once its receiver has answered.
    for (const api of callers) {
      await expect.poll(() => timersOf(api)).toMatchObject([{ kind: 'delivery', attempt: 2 }]);
    }
    const advanced = ok(await steer(first, 'POST', 'clock:advance', { by: '1s', settle: true }));
    expect(rowsOf(advanced, 'fired')).toMatchObject([{ kind: 'delivery', attempt: 2 }]);
    for (const api of callers) {
      expect((await receivedIn(api)).map(({ status }) => status)).toEqual([500, 204]);
      expect(await timersOf(api)).toEqual([]);
    }
    ok(await steer(first, 'PUT', 'events:plan', { mode: 'collect' }));
    await makeRepo(second, orgId, 'dropped');
    ok(await steer(first, 'POST', 'reset'));
    ok(await steer(first, 'PUT', 'events:plan', {}));
    for (const api of callers) expect(await receivedIn(api)).toEqual([]);
  });
});
