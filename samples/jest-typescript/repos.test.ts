import { test } from 'platform-mock/jest';

const repo = { method: 'POST', body: JSON.stringify({ name: 'checkout' }) };

test('a name is taken once', async ({ world }) => {
  const create = () => world.fetch(`/registry/v2/repos/${world.orgId}`, repo);
  expect((await create()).status).toBe(200);
  expect((await create()).status).toBe(409);
  await expect(world).toHaveCalled('CreateRepo', { status: 409 }, { count: 1 });
});

test.each([
  ['admin', 200],
  ['viewer', 403],
])('a create by %s is answered with %i', async (identity, status, { world }) => {
  const headers = { authorization: `Bearer ${await world.token(identity)}` };
  const answer = await world.fetch(`/registry/v2/repos/${world.orgId}`, { ...repo, headers });
  expect(answer.status).toBe(status);
});
