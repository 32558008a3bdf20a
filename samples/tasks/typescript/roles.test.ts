import { test } from 'platform-mock/vitest';
import { platformOf } from './api.ts';
import { release } from './roles.ts';

test('a release needs no more than its role has', async ({ world, expect }) => {
  await world.authz.setMode('report');
  await release({ ...platformOf(world.env), token: await world.token('ci-bot') }, 'checkout');
  const { denied } = await world.authz.denied();
  expect(denied.map(({ operation, capability }) => `${operation} needs ${capability}`)).toEqual([]);
  // What a role of its own would have to have.
  const [least] = (await world.authz.used('ci-bot')).roles;
  expect(least?.capabilities).toEqual(['repo.create', 'repo.list']);
});
