import { test } from 'platform-mock/vitest';
import { call, platformOf } from './api.ts';
import { repoResource } from './terraform.ts';

const CHECKOUT = { name: 'checkout', description: 'Takes the money.', bundles: ['base'] };

test('a repo that is gone is no error', async ({ world, expect }) => {
  const platform = platformOf(world.env);
  const resource = repoResource(platform);
  const { uid } = await resource.create(CHECKOUT);
  await call(platform, 'DELETE', `/registry/v2/repos/${uid}`);
  expect(await resource.read(uid)).toBeUndefined();
  await resource.delete(uid);
});

test('an update leaves what another caller has changed', async ({ world, expect }) => {
  const platform = platformOf(world.env);
  const resource = repoResource(platform);
  const { uid } = await resource.create(CHECKOUT);
  await call(platform, 'PATCH', `/registry/v2/repos/${uid}`, { description: 'Edited by hand.' });
  await resource.update(uid, CHECKOUT, { ...CHECKOUT, bundles: ['base', 'fips'] });
  expect(await resource.read(uid)).toMatchObject({ description: 'Edited by hand.', bundles: ['base', 'fips'] });
});
