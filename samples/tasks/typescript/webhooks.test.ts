import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test as base } from 'platform-mock/vitest';
import { call, platformOf } from './api.ts';
import { createReceiver } from './webhooks.ts';

const test = base.extend<{ taken: string[]; create: (name: string) => Promise<unknown> }>({
  // The names of the repos that the receiver was told of; it is subscribed to the events of the world.
  taken: async ({ world }, use) => {
    const taken: string[] = [];
    const platform = platformOf(world.env);
    const server = createReceiver(platform, (type, { name = '' }) => type.includes('repo.created') && taken.push(name));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const sink = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await call(platform, 'POST', `/events/v2/subscriptions/${platform.orgId}`, { sink });
    await use(taken);
    server.close().closeAllConnections();
  },
  create: async ({ world }, use) => {
    const platform = platformOf(world.env);
    await use((name) => call(platform, 'POST', `/registry/v2/repos/${platform.orgId}`, { name }));
  },
});

test('an event that is delivered twice is taken once', async ({ world, taken, create, expect }) => {
  await world.events.setPlan({ mode: 'sync', duplicate: 1 });
  await create('checkout');
  expect(taken).toEqual(['checkout']);
});

test('what is not from the platform, or was changed, is refused', async ({ world, taken, create, expect }) => {
  for (const flaw of ['bad_signature', 'wrong_digest', 'wrong_audience', 'expired'] as const) {
    await world.events.setPlan({ mode: 'sync', flaw });
    await create(flaw.replace('_', '-'));
  }
  expect(taken).toEqual([]);
});
