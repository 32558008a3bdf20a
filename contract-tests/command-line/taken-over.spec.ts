import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ok, rowsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { inWorld, test } from '../support/database.ts';
import { steer } from '../support/mock.ts';
import type { OwnServer } from '../support/own-server.ts';
import { expect } from '../support/test.ts';

const WORLD = 'w';

/** Makes the world with a clock that stands still, and a subscription in it. */
const begin = async ({ ready, ...server }: OwnServer, sink: string): Promise<Api> => {
  ok(await steer(server.api, 'POST', 'worlds', { name: WORLD }));
  const api = inWorld({ ready, ...server }, WORLD);
  ok(await steer(api, 'PUT', 'clock', { mode: 'frozen' }));
  ok(await api.post(`/events/v2/subscriptions/${ready.orgId}`, { sink }));
  return api;
};

const makeRepos = async (api: Api, orgId: string, count: number): Promise<void> => {
  for (let nth = 1; nth <= count; nth += 1) ok(await api.post(`/registry/v2/repos/${orgId}`, { name: `n${nth}` }));
};

/** What a sink has received, the oldest first: the event and the answer. */
const receivedBy = async (api: Api): Promise<readonly (readonly unknown[])[]> =>
  rowsOf(ok(await steer(api, 'GET', 'sink/orders')), 'received').map(({ headers, status }) => [
    (headers as Readonly<Record<string, string>>)['Ce-Id'],
    status,
  ]);

const timersOf = async (api: Api): Promise<readonly unknown[]> =>
  rowsOf(ok(await steer(api, 'GET', 'clock/timers')), 'timers').map(({ event, attempt }) => [event, attempt]);

const advance = async (api: Api, by: string): Promise<readonly unknown[]> =>
  rowsOf(ok(await steer(api, 'POST', 'clock:advance', { by, settle: true })), 'fired').map(({ event, attempt }) => [
    event,
    attempt,
  ]);

/** The ids of the events on repos, in their order. */
const eventsOf = async (api: Api): Promise<readonly string[]> => {
  const query = 'events?type=dev.chainguard.api.platform.registry.repo.created.v1';
  return rowsOf(ok(await steer(api, 'GET', query)), 'events')
    .map(({ id }) => String(id))
    .toReversed();
};

/** The deliveries of an event to a sink, as a server has them. */
const deliveriesOf = async (api: Api, event: string | undefined, sink: string) =>
  rowsOf(ok(await steer(api, 'GET', `events/${event}/deliveries`)), 'deliveries').filter(({ url }) => url === sink);

test.describe('31.14: deliveries of a server that ends are made by one that goes on @mock', () => {
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const share = signal === 'SIGKILL' ? '' : ' @whole';
    test(`what was to be tried again at ${signal} is tried by one other, in order, as often as was left${share}`, async ({
      replica,
    }) => {
      const servers = [await replica(), await replica(), await replica()] as const;
      const [first, second, third] = servers;
      const caller = await begin(first, 'sink://orders');
      const failing = Array.from({ length: 6 }, () => ({ status: 503 }));
      ok(await steer(caller, 'PUT', 'sink/orders', { answers: [...failing, { status: 204 }] }));
      await makeRepos(caller, first.ready.orgId, 3);
      const others = [inWorld(second, WORLD), inWorld(third, WORLD)] as const;
      const ids = await eventsOf(others[0]);
      const due = (attempt: number) => ids.map((id) => [id, attempt]);
      const sent = (...statuses: readonly number[]) => statuses.flatMap((status) => ids.map((id) => [id, status]));
      for (const api of others) await expect.poll(() => timersOf(api)).toEqual(due(2));

      await first.stop(signal);
      for (const api of others) expect(await timersOf(api)).toEqual(due(2));
      expect(await advance(others[0], '1s')).toEqual(due(2));
      for (const api of others) expect(await receivedBy(api)).toEqual(sent(503, 503));

      // The one that goes on may be either.
      await second.stop(signal);
      expect(await advance(others[1], '4s')).toEqual(due(3));
      expect(await receivedBy(others[1])).toEqual(sent(503, 503, 204));
      expect(await advance(others[1], '1h')).toEqual([]);
      expect(await receivedBy(others[1])).toEqual(sent(503, 503, 204));
      for (const id of ids) {
        expect(await deliveriesOf(others[1], id, 'sink://orders')).toMatchObject([
          { state: 'delivered', attempts: [{ status: 503 }, { status: 503 }, { status: 204 }] },
        ]);
      }
    });
  }

  test('one whose connection was lost makes no attempt at what another has taken over meanwhile @whole', async ({
    database,
    postgres,
    replica,
  }) => {
    const first = await replica();
    const [{ id } = {}] = await postgres.query(database, 'SELECT id FROM platform_mock.process');
    const caller = await begin(first, 'sink://orders');
    ok(await steer(caller, 'PUT', 'sink/orders', { answers: [{ status: 503 }] }));
    await makeRepos(caller, first.ready.orgId, 2);
    await expect.poll(() => timersOf(caller)).toHaveLength(2);
    const other = inWorld(await replica(), WORLD);
    const ids = await eventsOf(other);

    // It returns each time: the other has to look while it is away.
    // The other holds its lock, too, while it looks: that one stays.
    const cut = `SELECT pg_terminate_backend(pid)
      FROM (SELECT pid, (classid::int8 << 32) + objid::int8 AS lock FROM pg_locks WHERE locktype = 'advisory') l
      GROUP BY pid HAVING bool_or(lock = ${id})
        AND NOT bool_or(lock IN (SELECT id FROM platform_mock.process WHERE id <> ${id}))`;
    const owners = `SELECT DISTINCT m[1] AS owner
      FROM platform_mock.entry, regexp_matches(changes, '"owner":"([0-9]+)"', 'g') m`;
    await expect
      .poll(
        async () => {
          await postgres.query(database, cut);
          return (await postgres.query(database, owners)).length;
        },
        { intervals: [20], timeout: 60_000 },
      )
      .toBe(2);
    const isThere = `SELECT 1 FROM platform_mock.process WHERE id = ${id}`;
    await expect.poll(() => postgres.query(database, isThere)).toHaveLength(1);
    // Each has made the attempts that it was to make once it has moved the clock.
    for (const api of [caller, other]) await advance(api, '1s');
    for (const api of [caller, other]) {
      expect(await receivedBy(api)).toEqual([503, 503].flatMap((status) => ids.map((event) => [event, status])));
      expect(await timersOf(api)).toEqual(ids.map((event) => [event, 3]));
    }
  });

  test('an attempt that was under way at kill -9 is made again, and `clock:advance` awaits that @whole', async ({
    replicas,
  }) => {
    const [first, second] = replicas;
    const requests: [event: unknown, response: ServerResponse][] = [];
    const receiver = createServer((request: IncomingMessage, response) => {
      requests.push([request.headers['ce-id'], response]);
      request.resume();
      // The first is never answered.
      if (requests.length > 1) response.writeHead(204).end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    try {
      const sink = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
      await makeRepos(await begin(first, sink), first.ready.orgId, 2);
      await expect.poll(() => requests.length).toBe(1);
      await first.stop('SIGKILL');
      const caller = inWorld(second, WORLD);
      const [one, other] = await eventsOf(caller);
      await advance(caller, '1s');
      expect(requests.map(([event]) => event)).toEqual([one, one, other]);
      for (const id of [one, other]) {
        expect(await deliveriesOf(caller, id, sink)).toMatchObject([
          { state: 'delivered', attempts: [{ status: 204 }] },
        ]);
      }
    } finally {
      receiver.closeAllConnections();
      receiver.close();
    }
  });
});
