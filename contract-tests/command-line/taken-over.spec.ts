import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ok, rowsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { inWorld, isOwner, test, untilAnswered } from '../support/database.ts';
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

/** The deliveries of the present owner to a sink, the oldest first: the event and the answer. */
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

/** The state of the delivery of an event to a sink. */
const stateOf = async (api: Api, event: string | undefined, sink: string) =>
  rowsOf(ok(await steer(api, 'GET', 'deliveries?limit=1000')), 'deliveries')
    .filter((delivery) => delivery.event === event && delivery.url === sink)
    .map(({ state }) => state);

/** A receiver of events that answers the first with a given status, and each other with 204. */
const receiveFrom = async (first: number | undefined) => {
  const events: unknown[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    events.push(request.headers['ce-id']);
    request.resume();
    const status = events.length > 1 ? 204 : first;
    if (status !== undefined) response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    events,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

test.describe('31.3: deliveries of an owner that ends are made by the next @mock', () => {
  test.setTimeout(60_000);

  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const share = signal === 'SIGKILL' ? '' : ' @whole';
    test(`deliveries that wait for a retry at ${signal} are tried by the next owner, in the order of the events${share}`, async ({
      replicas: [first, second],
    }) => {
      const caller = await begin(first, 'sink://orders');
      const failing = Array.from({ length: 3 }, () => ({ status: 503 }));
      ok(await steer(caller, 'PUT', 'sink/orders', { answers: [...failing, { status: 204 }] }));
      await makeRepos(caller, first.ready.orgId, 3);
      const ids = await eventsOf(caller);
      await expect.poll(() => timersOf(caller)).toEqual(ids.map((id) => [id, 2]));
      await first.stop(signal);
      await untilAnswered(second);
      const next = inWorld(second, WORLD);
      // The script of the sink goes on, too.
      await expect.poll(() => receivedBy(next)).toEqual(ids.map((id) => [id, 204]));
      expect(await timersOf(next)).toEqual([]);
      await advance(next, '1h');
      expect(await receivedBy(next)).toHaveLength(ids.length);
    });
  }

  test('an owner that was stopped makes no attempt at what another has taken over meanwhile @whole', async ({
    replicas,
  }) => {
    const [first, second] = replicas;
    const receiver = await receiveFrom(503);
    try {
      ok(await first.api.post(`/events/v2/subscriptions/${first.ready.orgId}`, { sink: receiver.url }));
      ok(await first.api.post(`/registry/v2/repos/${first.ready.orgId}`, { name: 'first' }));
      // The next attempt is due a second later.
      await expect.poll(() => receiver.events.length, { intervals: [10] }).toBe(1);
      first.process.kill('SIGSTOP');
      await untilAnswered(second);
      await expect.poll(() => receiver.events.length, { timeout: 20_000 }).toBe(2);
      first.process.kill('SIGCONT');
      await untilAnswered(first);
      await expect.poll(() => isOwner(first)).toBe(false);
      ok(await second.api.post(`/registry/v2/repos/${first.ready.orgId}`, { name: 'next' }));
      await expect.poll(() => receiver.events.length).toBe(3);
      const [one, again, next] = receiver.events;
      expect([again, next === one]).toEqual([one, false]);
    } finally {
      receiver.close();
    }
  });

  test('an attempt that was under way at kill -9 is made again, and `clock:advance` awaits that @whole', async ({
    replicas,
  }) => {
    const [first, second] = replicas;
    // The first is never answered.
    const receiver = await receiveFrom(undefined);
    try {
      const caller = await begin(first, receiver.url);
      await makeRepos(caller, first.ready.orgId, 2);
      const [one, other] = await eventsOf(caller);
      await expect.poll(() => receiver.events.length).toBe(1);
      await first.stop('SIGKILL');
      await untilAnswered(second);
      const next = inWorld(second, WORLD);
      await advance(next, '1s');
      expect(receiver.events).toEqual([one, one, other]);
      for (const id of [one, other]) expect(await stateOf(next, id, receiver.url)).toEqual(['delivered']);
    } finally {
      receiver.close();
    }
  });
});
