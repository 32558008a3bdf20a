import { test } from 'platform-mock/vitest';
import { call, platformOf, type Repo } from './api.ts';
import { setBundles } from './masks.ts';

const CHECKOUT = { name: 'checkout', description: 'Takes the money.', bundles: ['base'] };

test('an update leaves alone what another has changed', async ({ world, expect }) => {
  const platform = platformOf(world.env);
  const read = await call<Repo>(platform, 'POST', `/registry/v2/repos/${platform.orgId}`, CHECKOUT);
  await call(platform, 'PATCH', `/registry/v2/repos/${read.uid}`, { description: 'Takes cards.' });
  await setBundles(platform, read, ['fips']);
  const stored = await call<Repo>(platform, 'GET', `/registry/v2/repos/${read.uid}`);
  expect(stored).toMatchObject({ description: 'Takes cards.', bundles: ['fips'] });
});

test('an update to nothing clears the field', async ({ world, expect }) => {
  const platform = platformOf(world.env);
  const read = await call<Repo>(platform, 'POST', `/registry/v2/repos/${platform.orgId}`, CHECKOUT);
  await setBundles(platform, read, []);
  const { description, bundles = [] } = await call<Repo>(platform, 'GET', `/registry/v2/repos/${read.uid}`);
  expect([description, bundles]).toEqual(['Takes the money.', []]);
});
