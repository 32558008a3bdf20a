import { test } from 'platform-mock/vitest';
import { platformOf } from './api.ts';
import { listRepos } from './pages.ts';
import { ship } from './red-run.ts';

test('what was shipped is there', async ({ world, expect }) => {
  await ship(platformOf(world.env), 'checkout');
  const names = (await listRepos(platformOf(world.env))).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('checkout'))).toEqual(['checkout']);
});
