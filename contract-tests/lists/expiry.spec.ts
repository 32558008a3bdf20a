import { namesOf, rowsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectInvalid } from '../support/errors.ts';
import { advance, steer } from '../support/mock.ts';
import { createOrg } from '../support/org.ts';
import { expect, test } from '../support/test.ts';

interface Walk {
  readonly list: string;
  readonly token: string;
}

/** A walk by name over five repos, stopped after the second, on a server whose clock is frozen. */
const begin = async (api: Api, roles: ReadonlyMap<string, string>): Promise<Walk> => {
  await steer(api, 'PUT', 'clock', { mode: 'frozen' });
  const org = await createOrg(api, roles);
  for (const name of ['a', 'b', 'c', 'd', 'e']) await org.repo({ name });
  const list = `/registry/v2/repos?uidp.descendants_of=${org.uid}&page_size=2`;
  const { nextPageToken = '' } = await api.read(`${list}&order_by=name`);
  return { list, token: nextPageToken };
};

const adminAgain = async (api: Api): Promise<Api> => {
  // The admin's own token may have expired on the way.
  const opaque = api.as('admin-token');
  return (await opaque.get('/iam/v2/groups?page_size=1')).status === 200 ? opaque : api;
};

test.describe('the life of a cursor @mock', () => {
  for (const [by, names] of [
    ['72h', ['c', 'd']],
    ['72h0.001s', ['a', 'b']],
    ['72h1s', ['a', 'b']],
    ['8760h', ['a', 'b']],
  ] as const) {
    test(`L14, C18, spec §4L.4: after ${by} the page is ${names.join()}`, async ({ ownWorld, shared }) => {
      const api = await ownWorld();
      const { list, token } = await begin(api, shared.roles);
      await advance(api, by);
      const page = await (await adminAgain(api)).read(`${list}&order_by=name&page_token=${token}`);
      expect(namesOf(rowsOf(page, 'repos'))).toEqual(names);
    });
  }

  test('L14: a restarted walk keeps the parameters of the request and applies its skip', async ({
    ownServer,
    shared,
  }) => {
    const server = await ownServer();
    const { list, token } = await begin(server.api, shared.roles);
    await advance(server.api, '72h1s');
    const api = await adminAgain(server.api);
    const page = await api.read(`${list}&order_by=name+desc&skip=1&page_token=${token}`);
    expect(namesOf(rowsOf(page, 'repos'))).toEqual(['d', 'c']);
    expect(page).toMatchObject({ skipped: 1, totalCount: '5' });
    expect(page.nextPageToken).toBeTruthy();
  });

  test('L14: expiry comes before the comparison of parameters', async ({ ownServer, shared }) => {
    const server = await ownServer();
    const { list, token } = await begin(server.api, shared.roles);
    const mismatch = `${list}&order_by=uid&page_token=${token}`;
    expectInvalid(await server.api.get(mismatch), { page_token: 'page_token does not match the request parameters' });
    await advance(server.api, '72h1s');
    const api = await adminAgain(server.api);
    expect((await api.get(mismatch)).status).toBe(200);
  });

  test('L14: an old cursor with a bad signature stays invalid', async ({ ownServer, shared }) => {
    const server = await ownServer();
    const { list, token } = await begin(server.api, shared.roles);
    await advance(server.api, '72h1s');
    const api = await adminAgain(server.api);
    const broken = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
    expectInvalid(await api.get(`${list}&order_by=name&page_token=${broken}`), { page_token: 'page_token is invalid' });
  });

  test('L14: a cursor of a restarted walk lives three days from then', async ({ ownServer, shared }) => {
    const server = await ownServer();
    const { list, token } = await begin(server.api, shared.roles);
    await advance(server.api, '72h1s');
    const api = await adminAgain(server.api);
    const { nextPageToken } = await api.read(`${list}&order_by=name&page_token=${token}`);
    await advance(server.api, '72h');
    const page = await api.read(`${list}&order_by=name&page_token=${nextPageToken}`);
    expect(namesOf(rowsOf(page, 'repos'))).toEqual(['c', 'd']);
  });
});
