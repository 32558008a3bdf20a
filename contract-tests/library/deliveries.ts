import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { Mock, World } from 'platform-mock';
import { repo, statusOf } from './calls.ts';

/** Subscribes a URL to what happens in a world, and makes a repo there. */
const makeRepo = async (world: World, sink: string): Promise<void> => {
  await world.events.setPlan({ mode: 'sync' });
  const subscription = { method: 'POST', body: JSON.stringify({ sink }) };
  assert.equal(await statusOf(world, `/events/v2/subscriptions/${world.orgId}`, subscription), 200);
  assert.equal(await statusOf(world, ...repo(world, 'checkout')), 200);
};

/** The checks of a delivery that fail. */
const failedIn = ({ checks }: Awaited<ReturnType<World['events']['verify']>>) =>
  checks.filter(({ result }) => result !== 'pass').map(({ check }) => check);

const RECEIVED = 'repo.created';

/** Events of a world of a mock arrive at their subscribers. */
export const deliveryTests = (mock: () => Mock): void => {
  test('behaviour E1, E8: delivers what happens to a sink of its own, and verifies it', async () => {
    await using world = await mock().world();
    const sink = world.sink('orders');
    await makeRepo(world, sink.url);
    const [event] = await world.events.expect({ type: RECEIVED, body: { name: 'checkout' } }, { until: 'delivered' });
    const received = (await sink.received()).received.find(({ headers }) => headers['Ce-Id'] === event?.id);
    assert.ok(received);
    assert.deepEqual([received.valid, failedIn(received)], [true, []]);
    assert.deepEqual(failedIn(await world.events.verify(received.headers, received.body)), []);
    assert.deepEqual(failedIn(await world.events.verify(new Headers(received.headers), `${received.body} `)), [
      'digest',
    ]);
    const deliveries = await world.events.deliveries(String(event?.id));
    assert.ok(deliveries.some(({ url, state }) => url === sink.url && state === 'delivered'));
  });

  test('behaviour E1, E8: delivers what happens to a web server, as a CloudEvent that is verified', async () => {
    await using world = await mock().world();
    const got: (readonly [IncomingMessage['headers'], string])[] = [];
    const server = createServer(async (request, answer) => {
      got.push([request.headers, await text(request)]);
      answer.writeHead(204).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      await makeRepo(world, `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
      const [headers = {}, body = ''] = got.find(([each]) => String(each['ce-type']).includes(RECEIVED)) ?? [];
      const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      assert.deepEqual(failedIn(await world.events.verify(given, body)), []);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test('behaviour E17: says which event came nearest to one that is missing', async () => {
    await using world = await mock().world();
    await makeRepo(world, 'sink://orders');
    await assert.rejects(
      world.events.expect({ type: RECEIVED, body: { name: 'chekout' } }, { timeoutMs: 1 }),
      /the nearest is .*body\.name is "checkout", not "chekout"/s,
    );
  });
};
