import { ok } from '../support/answer.ts';
import { coverage, met, NOBODY, named, OK, operationIn, type Report } from '../support/coverage-report.ts';
import { expect, FACES, test } from '../support/grpc-test.ts';
import { exchange } from '../support/http.ts';
import { steer } from '../support/mock.ts';
import { faceIn, faulty, orgOf } from '../support/steered.ts';
import { inWorld, makeWorld } from '../support/worlds.ts';

const called = ({ operations: all }: Report): readonly string[] =>
  all.filter(({ clients }) => clients.length > 0).map(({ operation }) => operation);

for (const name of FACES) {
  test.describe(`coverage over ${name} @mock`, () => {
    test('behaviour K1, K2: a call counts for its operation and client, by status, code and reason', async ({
      ownWorld,
      faces,
    }) => {
      const world = await ownWorld();
      const face = faceIn(faces, name, world);
      const [one, two] = [named(face, 'one'), named(face, 'two')];
      const uid = await orgOf(world);
      await one.call('GetGroup', { uid });
      await one.call('GetGroup', { uid });
      await one.call('GetGroup', { uid: NOBODY });
      await two.call('GetGroup', { uid });
      await two
        .as('nonsense')
        .with({ 'x-mock-world': world.connection.world ?? '' })
        .call('GetGroup', { uid });
      await two.call('DeleteGroup', { uid });
      expect(await met(world, 'GetGroup')).toEqual([
        {
          client: 'one',
          answers: [
            { ...OK, count: 2 },
            { status: 404, code: 'NOT_FOUND', count: 1 },
          ],
          faulted: [],
        },
        {
          client: 'two',
          answers: [
            { ...OK, count: 1 },
            { status: 401, code: 'UNAUTHENTICATED', count: 1 },
          ],
          faulted: [],
        },
      ]);
      const [deleted] = await met(world, 'DeleteGroup');
      expect(deleted?.answers).toEqual([
        { status: 400, code: 'FAILED_PRECONDITION', reason: 'RESOURCE_NOT_EMPTY', count: 1 },
      ]);
      expect(called(await coverage(world))).toEqual(['DeleteGroup', 'GetGroup']);
    });

    test('behaviour K3: page walks are followed, of v2 and of the cursors of v1', async ({ ownWorld, faces }) => {
      const world = await ownWorld();
      const face = faceIn(faces, name, world);
      /** Reads at most so many pages, and returns how many there were. */
      const walk = async (client: string, operation: string, most: number): Promise<number> => {
        let pageToken = '';
        for (let page = 1; ; page += 1) {
          const asked = { pageSize: 1, ...(pageToken && { pageToken }) };
          const answer = await named(face, client).read(operation, asked);
          pageToken = String(answer.nextPageToken ?? answer.next_page_token ?? '');
          if (pageToken === '' || page === most) return page;
        }
      };
      for (const [id, operation] of [
        ['ListRepos', 'ListRepos'],
        // Its rows are hydrated.
        ['ListRoleBindings', 'ListRoleBindings'],
        ['v1.Artifacts.List', 'chainguard.platform.libraries.Artifacts/List'],
      ] as const) {
        const pages = await walk('reader', operation, 99);
        await walk('reader', operation, 99);
        await walk('halfway', operation, 2);
        await walk('first', operation, 1);
        await named(face, 'whole').read(operation, { pageSize: 200 });
        expect(pages, id).toBeGreaterThan(2);
        expect((await met(world, id)).map(({ client, walks }) => [client, walks])).toEqual([
          ['first', { lists: 1, notFollowed: 1, mostPages: 1 }],
          ['halfway', { lists: 1, notFollowed: 1, mostPages: 2 }],
          ['reader', { lists: 2, notFollowed: 0, mostPages: pages }],
          ['whole', undefined],
        ]);
      }
    });

    test('behaviour K4: a failure that a fault asked for is handled, and covers nothing', async ({
      ownWorld,
      faces,
    }) => {
      const world = faulty(await ownWorld());
      const face = named(faceIn(faces, name, world), 'me');
      const parent = await orgOf(world);
      const put = async (...rules: readonly unknown[]) => ok(await steer(world, 'PUT', 'faults', rules));
      await put(
        { match: { operation: 'GetGroup' }, do: { code: 'NOT_FOUND' }, times: 1 },
        { match: { operation: 'CreateRepo' }, phase: 'after_commit', do: { code: 'UNAVAILABLE' }, times: 1 },
        { match: { operation: 'ListGroups' }, do: { latency: 1 } },
      );
      await face.call('GetGroup', { uid: parent });
      await face.call('CreateRepo', { parent, repo: { name: 'lost' } });
      await face.call('ListGroups');
      const report = await coverage(world);
      const notFound = { status: 404, code: 'NOT_FOUND' };
      const lost = operationIn(report, 'GetGroup');
      expect(lost.clients).toEqual([{ client: 'me', answers: [], faulted: [{ ...notFound, count: 1 }] }]);
      expect(lost.neverHandled).not.toContainEqual(notFound);
      expect(lost.neverHandled).toContainEqual(OK);
      expect(operationIn(report, 'CreateRepo').clients).toEqual([
        { client: 'me', answers: [], faulted: [{ status: 503, code: 'UNAVAILABLE', count: 1 }] },
      ]);
      expect(operationIn(report, 'ListGroups').clients).toEqual([
        { client: 'me', answers: [{ ...OK, count: 1 }], faulted: [] },
      ]);
      expect(report.versions[0]).toMatchObject({ version: 'v2', covered: 1, met: 1, faulted: 1 });
      await face.call('CreateRepo', { parent, repo: { name: 'lost' } });
      expect((await met(world, 'CreateRepo'))[0]?.answers).toEqual([{ status: 409, code: 'ALREADY_EXISTS', count: 1 }]);
    });
  });
}

test('behaviour K4: an answer that a fault lost or broke off is a handled failure @mock', async ({
  ownWorld,
  faces,
}) => {
  const world = faulty(await ownWorld());
  const uid = await orgOf(world);
  const rules = [
    { do: { drop: true }, times: 1 },
    { phase: 'after_commit', do: { truncate: 3 }, times: 1 },
    { phase: 'mid_stream', do: { reset: true }, times: 1 },
    { phase: 'after_commit', do: { slow: 1_000_000 }, times: 1 },
  ];
  for (const name of FACES) {
    for (const rule of rules) {
      ok(await steer(world, 'PUT', 'faults', [rule]));
      await named(faceIn(faces, name, world), name)
        .call('GetGroup', { uid })
        .catch(() => {});
    }
  }
  const lost = { status: 503, code: 'UNAVAILABLE', count: 1 };
  expect(await met(world, 'GetGroup')).toEqual(
    ['REST', 'gRPC'].map((client) => ({
      client,
      answers: [{ ...OK, count: 1 }],
      faulted: ['DROPPED', 'RESET', 'TRUNCATED'].map((reason) => ({ ...lost, reason })),
    })),
  );
});

test('behaviour K1: the same call over both faces, in v2 and v2beta1, counts for one operation @mock', async ({
  ownWorld,
  faces,
}) => {
  const world = await ownWorld();
  const uid = await orgOf(world);
  for (const name of FACES) await named(faceIn(faces, name, world), 'same').call('GetGroup', { uid });
  const headers = { cgclientid: 'same' };
  ok(await world.send('GET', `/iam/v2beta1/groups/${uid}`, { headers }));
  expect(await met(world, 'GetGroup')).toEqual([{ client: 'same', answers: [{ ...OK, count: 3 }], faulted: [] }]);
});

test('behaviour K1: coverage belongs to one world; a reset and DELETE drop it, and nothing else does @mock', async ({
  ownWorld,
}) => {
  const [world, beside] = [await ownWorld(), await ownWorld()];
  ok(await world.get('/ping/v2/ping'));
  ok(await steer(world, 'PUT', 'snapshots/a', {}));
  ok(await steer(world, 'POST', 'snapshots/a:restore'));
  ok(await steer(world, 'DELETE', 'journal'));
  expect(called(await coverage(world))).toEqual(['Ping']);
  expect(called(await coverage(beside))).toEqual([]);
  expect(called(await coverage(await ownWorld(`world:${world.connection.world}`)))).toEqual([]);
  expect(ok(await steer(world, 'DELETE', 'coverage'))).toEqual({ status: 'cleared' });
  expect(called(await coverage(world))).toEqual([]);
  ok(await world.get('/ping/v2/ping'));
  ok(await steer(world, 'POST', 'reset'));
  expect(called(await coverage(world))).toEqual([]);
});

test('behaviour K1, K5: calls of no operation are listed by their path, and calls beside the API not at all @mock', async ({
  ownWorld,
}) => {
  const world = await ownWorld();
  const uid = await orgOf(world);
  const { agent, baseUrl, world: id = '' } = world.connection;
  const headers = { 'x-mock-world': id, 'user-agent': 'lost/1' };
  for (const [method, target] of [
    ['GET', `/iam/v2/grups/${uid}/0123456789abcdef?a=secret`],
    ['GET', `/iam/v2/grups/${NOBODY}`],
    ['PUT', '/iam/v2/groups'],
    ['OPTIONS', '/iam/v2/groups'],
    ['GET', '/_mock/v1/live'],
    ['GET', '/_mock/v1/info'],
    ['GET', '/.well-known/openid-configuration'],
  ] as const) {
    await exchange(agent, baseUrl, { method, target, headers });
  }
  const report = await coverage(world);
  expect(called(report)).toEqual([]);
  const lost = { client: 'lost/1' };
  expect(report.unknownPaths).toEqual([
    { ...lost, method: 'PUT', path: '/iam/v2/groups', status: 501, code: 'UNIMPLEMENTED', count: 1 },
    { ...lost, method: 'GET', path: '/iam/v2/grups/{uid}', status: 404, code: 'NOT_FOUND', count: 2 },
  ]);
});

test('behaviour K6: names and paths are bounded and redacted, and the report says what it left out @mock', async ({
  ownWorld,
}) => {
  const world = await ownWorld();
  const calls = async (target: string, client: string) =>
    world.send('GET', target, { headers: { cgclientid: client } });
  await calls('/ping/v2/ping', `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln ${'x'.repeat(300)}`);
  for (let at = 1; at < 103; at += 1) await calls('/ping/v2/ping', `client-${at}`);
  for (let at = 0; at < 203; at += 1) await calls(`/ping/v2/pong-${at}`, 'client-1');
  const report = await coverage(world);
  const clients = operationIn(report, 'Ping').clients;
  expect(clients).toHaveLength(101);
  expect(clients.find(({ client }) => client === '(other clients)')?.answers).toEqual([{ ...OK, count: 3 }]);
  const long = clients.find(({ client }) => client.startsWith('[redacted] x'))?.client;
  expect(long).toMatch(/…$/);
  expect(long?.length).toBe(201);
  expect(report.unknownPaths).toHaveLength(200);
  expect(report.dropped).toEqual({ clients: 3, reasons: 0, unknownPaths: 3 });
});

test('behaviour K9: every form is what its media type says, and holds no markup of a client @mock', async ({
  ownWorld,
}) => {
  const world = await ownWorld();
  const evil = `<script>alert('1')</script>&|[a](b)"`;
  ok(await world.send('GET', '/registry/v1/repos', { headers: { cgclientid: evil } }));
  await world.send('GET', '/registry/v2/<b>', { headers: { cgclientid: evil } });
  for (const [format, type] of [
    ['json', 'application/json'],
    ['markdown', 'text/markdown; charset=utf-8'],
    ['github', 'text/markdown; charset=utf-8'],
  ] as const) {
    const { status, headers, text } = await steer(world, 'GET', `coverage?format=${format}`);
    expect([status, headers['content-type']], format).toEqual([200, type]);
    if (format === 'json') {
      expect(operationIn(JSON.parse(text) as Report, 'v1.Registry.ListRepos').clients[0]?.client).toBe(evil);
      continue;
    }
    expect(text, format).not.toContain('<script>');
    expect(text, format).not.toContain('<b>');
    expect(text, format).toContain('&lt;script&gt;');
  }
  for (const query of ['?format=html', '?format=junit', '?format=', '?world=a', '?unknown=1']) {
    expect((await steer(world, 'GET', `coverage${query}`)).status, query).toBe(400);
  }
});

test('behaviour K12: world=* has every world, those that have ended and were reset included @mock', async ({
  freshServer,
}) => {
  const { api } = await freshServer();
  const [ended, reset] = [await makeWorld(api), await makeWorld(api)];
  const headers = { cgclientid: 'all' };
  for (const world of [ended, reset]) ok(await inWorld(api, world).send('GET', '/ping/v2/ping', { headers }));
  ok(await api.send('GET', '/ping/v2/ping', { headers }));
  ok(await steer(api, 'DELETE', `worlds/${ended.id}`));
  ok(await inWorld(api, reset).as(undefined).send('POST', '/_mock/v1/reset', { headers: reset.headers }));
  const pings = async (query: string) => operationIn(await coverage(api, query), 'Ping').clients;
  expect(await pings('?world=*')).toEqual([{ client: 'all', answers: [{ ...OK, count: 3 }], faulted: [] }]);
  ok(await steer(api, 'DELETE', 'coverage?world=*'));
  expect(await pings('?world=*')).toEqual([]);
  expect(await pings('')).toEqual([{ client: 'all', answers: [{ ...OK, count: 1 }], faulted: [] }]);
});

test('behaviour K1: without a journal there is no coverage @mock', async ({ ownServer }) => {
  const { api } = await ownServer('--journal', 'off');
  for (const [method, path] of [
    ['GET', 'coverage'],
    ['GET', 'coverage?format=markdown'],
    ['GET', 'coverage?world=*'],
    ['DELETE', 'coverage'],
  ] as const) {
    const { status, body } = await steer(api, method, path);
    expect([status, body.message], path).toEqual([400, 'Precondition failed: the mock was started with --journal off']);
  }
});
