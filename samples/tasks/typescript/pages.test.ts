import { test } from 'platform-mock/vitest';
import { platformOf } from './api.ts';
import { listRepos } from './pages.ts';

test('a short page is not the last one', async ({ world, expect }) => {
  await world.faults.once('ListRepos', { preset: 'short_page' });
  expect(await listRepos(platformOf(world.env))).toHaveLength(12);
});

test('a walk that begins again has each repo once', async ({ world, expect }) => {
  await world.faults.once('ListRepos', { preset: 'expired_cursor' });
  expect(await listRepos(platformOf(world.env))).toHaveLength(12);
});
