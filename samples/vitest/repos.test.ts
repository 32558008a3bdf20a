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
