import { expect, test } from 'platform-mock/playwright';

// All of them create the same names at the same time: nothing collides, since each has a world of its own.
for (let nth = 1; nth <= 197; nth += 1) {
  test(`a name is taken once, ${nth}`, async ({ world }) => {
    const create = () =>
      world.fetch(`/registry/v2/repos/${world.orgId}`, { method: 'POST', body: JSON.stringify({ name: 'checkout' }) });
    expect((await create()).status).toBe(200);
    expect((await create()).status).toBe(409);
  });
}

test('a page token ends after three days: the walk begins anew', async ({ world }) => {
  const list = async (token = '') =>
    (await world.fetch(`/registry/v2/repos?page_size=2&page_token=${encodeURIComponent(token)}`)).json();
  const { nextPageToken, repos } = await list();
  expect((await list(nextPageToken)).repos).not.toEqual(repos);
  await world.clock.advance('72h1s');
  expect((await list(nextPageToken)).repos).toEqual(repos);
});

test('a viewer may not create', async ({ world }) => {
  const headers = { authorization: `Bearer ${await world.token('viewer')}` };
  const init = { method: 'POST', headers, body: JSON.stringify({ name: 'checkout' }) };
  expect((await world.fetch(`/registry/v2/repos/${world.orgId}`, init)).status).toBe(403);
});

test('what has happened arrives at a receiver, signed', async ({ world }) => {
  await world.events.setPlan({ mode: 'sync' });
  const post = (path: string, body: object) => world.fetch(path, { method: 'POST', body: JSON.stringify(body) });
  await post(`/events/v2/subscriptions/${world.orgId}`, { sink: world.sink('orders').url });
  await post(`/registry/v2/repos/${world.orgId}`, { name: 'checkout' });
  const { received } = await world.sink('orders').received();
  expect(received.map(({ headers, valid }) => [headers['Ce-Type'], valid])).toContainEqual([
    expect.stringContaining('repo.created'),
    true,
  ]);
});
