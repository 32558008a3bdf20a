import { test } from 'platform-mock/vitest';
import { call, platformOf } from './api.ts';
import { addToBundle } from './probe.ts';

test('a repo is put into a bundle', async ({ world, expect }) => {
  const platform = platformOf(world.env);
  await addToBundle(platform, 'curl', 'fips');
  const { repos } = await call<{ repos: unknown[] }>(platform, 'GET', '/registry/v2/repos?name=curl');
  expect(repos).toMatchObject([{ bundles: expect.arrayContaining(['fips']) }]);
});
