import { test } from 'platform-mock/vitest';
import { describe } from 'vitest';

// All of them create the same name at the same time: nothing collides, since each has a world of its own.
describe.concurrent('names', () => {
  for (let nth = 1; nth <= 50; nth += 1) {
    test(`are taken once, ${nth}`, async ({ world, expect }) => {
      const create = () =>
        world.fetch(`/registry/v2/repos/${world.orgId}`, {
          method: 'POST',
          body: JSON.stringify({ name: 'checkout' }),
        });
      expect((await create()).status).toBe(200);
      expect((await create()).status).toBe(409);
    });
  }
});

test('a snapshot is what a test returns to', async ({ world, expect }) => {
  const before = await world.snapshot('before');
  const groups = `/iam/v2/groups/${world.orgId}`;
  await world.fetch(groups, { method: 'POST', body: JSON.stringify({ name: 'team' }) });
  expect((await world.diff()).added).toMatchObject([{ type: 'groups', name: 'team' }]);
  await before.restore();
  expect((await world.diff()).added).toEqual([]);
});

test('what has happened arrives at a receiver, signed', async ({ world, expect }) => {
  await world.events.setPlan({ mode: 'sync' });
  const post = (path: string, body: object) => world.fetch(path, { method: 'POST', body: JSON.stringify(body) });
  await post(`/events/v2/subscriptions/${world.orgId}`, { sink: world.sink('orders').url });
  await post(`/registry/v2/repos/${world.orgId}`, { name: 'checkout' });
  const { received } = await world.sink('orders').received();
  expect(received.map(({ headers, valid }) => [headers['Ce-Type'], valid])).toContainEqual([
    expect.stringContaining('repo.created'),
    true,
  ]);
  for (const { headers, body } of received)
    expect(await world.events.verify(headers, body)).toMatchObject({ valid: true });
});

describe('worlds that begin without rows', () => {
  // Before Vitest 4.1 its name is `test.scoped`.
  test.override({ worldOptions: { from: 'empty' } });

  test('have no repos', async ({ world, expect }) => {
    const list = await world.fetch('/registry/v2/repos');
    expect(await list.json()).toMatchObject({ totalCount: '0' });
  });
});
