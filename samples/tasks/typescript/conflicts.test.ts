import { test } from 'platform-mock/vitest';
import { call, platformOf, type Repo } from './api.ts';
import { addBundle } from './conflicts.ts';

test('after a conflict the change is made to what is there now', async ({ world, expect }) => {
  const platform = platformOf(world.env);
  const { uid } = await call<Repo>(platform, 'POST', `/registry/v2/repos/${platform.orgId}`, { name: 'checkout' });
  await world.faults.once('UpdateRepo', { preset: 'aborted_once' });
  // The caller that was first stores its change while the client waits.
  const pause = async () => void (await call(platform, 'PATCH', `/registry/v2/repos/${uid}`, { bundles: ['base'] }));
  await addBundle(platform, uid, 'fips', pause);
  expect((await call<Repo>(platform, 'GET', `/registry/v2/repos/${uid}`)).bundles).toEqual(['base', 'fips']);
});
