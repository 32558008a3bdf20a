import { namesOf, ok, rowsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import type { Face } from '../support/faces.ts';
import { GrpcClient } from '../support/grpc-client.ts';
import { FACES, test } from '../support/grpc-test.ts';
import { exchange } from '../support/http.ts';
import { mintToken, steer } from '../support/mock.ts';
import { protoMethod } from '../support/proto-files.ts';
import { reasonOf } from '../support/steered.ts';
import { expect } from '../support/test.ts';
import { addRepo, inWorld, type MadeWorld, makeWorld, REPOS } from '../support/worlds.ts';

const repoNames = async (api: Api): Promise<readonly string[]> => namesOf(rowsOf(await api.read(REPOS), 'repos'));

test.describe('behaviour W1, W2: each way to name a world @mock', () => {
  /** Headers that name a world, and the token to send with them; by default the token of the world itself. */
  const WAYS: readonly (readonly [what: string, headers: (id: string) => Record<string, string>, ownToken: boolean])[] =
    [
      ['the header', (id) => ({ 'x-mock-world': id }), false],
      ['the header, twice the same', (id) => ({ 'x-mock-world': `${id}, ${id}` }), false],
      ['baggage among other members', (id) => ({ baggage: `user=1, mock-world=${id};ttl=1,x=%20` }), false],
      ['the claim of the token', () => ({}), true],
      ['the claim and the header', (id) => ({ 'x-mock-world': id }), true],
    ];

  for (const [what, headersOf, ownToken] of WAYS) {
    for (const face of FACES) {
      test(`over ${face} by ${what}`, async ({ ownServer, facesOf }) => {
        const server = await ownServer();
        const world = await makeWorld(server.api);
        await addRepo(inWorld(server.api, world), world, 'only-here');
        const token = ownToken ? world.token : server.ready.token;
        const { REST, gRPC } = facesOf(server);
        const one = face === 'REST' ? REST : gRPC;
        const listed = async (caller: Face): Promise<unknown> => (await caller.read('ListRepos')).repos;
        const here = await listed(one.as(token).with(headersOf(world.id)));
        expect(JSON.stringify(here)).toContain('only-here');
        expect(JSON.stringify(await listed(one.as(server.ready.token)))).not.toContain('only-here');
      });
    }
  }

  test('by the host, over HTTP/1.1, for the API, discovery, keys and the control plane', async ({ ownServer }) => {
    const { api } = await ownServer();
    const world = await makeWorld(api);
    const host = { host: new URL(world.hostUrl).host };
    await addRepo(inWorld(api, world), world, 'only-here');
    const { text, headers } = await api.send('GET', '/registry/v2/repos?name=only-here', { headers: host });
    expect(text).toContain('only-here');
    // behaviour W6
    expect(headers['x-mock-world']).toBe(world.id);
    expect(ok(await api.send('GET', '/_mock/v1/info', { headers: host })).world).toBe(world.id);
    const keys = async (extra: Record<string, string>): Promise<readonly string[]> => {
      const { body } = await api.send('GET', '/.well-known/jwks.json', { headers: extra });
      return (body.keys as readonly { readonly kid: string }[]).map(({ kid }) => kid);
    };
    const before = await keys({});
    const { kid } = ok(await api.send('POST', '/_mock/v1/keys:rotate', { headers: host, body: {} }));
    expect(await keys(host)).toEqual([kid, ...before]);
    // A request that names no world sees the keys of all, after its own, until they end.
    expect(await keys({})).toEqual([...before, kid]);
    ok(await steer(api, 'DELETE', `worlds/${world.id}`));
    expect(await keys({})).toEqual(before);
  });

  test('behaviour W6: over gRPC, gRPC-Web and Connect an answer names its world', async ({ ownServer }) => {
    const { api, ready } = await ownServer();
    const world = await makeWorld(api);
    const client = new GrpcClient(ready.url, world.token);
    const ended = await client.call('ListRepos');
    const other = await client.call('ListRepos', {}, { token: ready.token });
    client.close();
    expect(ended.ok && ended.headers.get('x-mock-world')).toEqual([world.id]);
    expect(other.ok && other.headers.get('x-mock-world')).toEqual([]);
    const path = `/${protoMethod('ListRepos').name}`;
    for (const [type, body] of [
      ['application/json', Buffer.from('{}')],
      ['application/grpc-web+proto', Buffer.alloc(5)],
    ] as const) {
      const headers = { 'content-type': type, 'x-mock-world': world.id };
      const answer = await api.send('POST', path, { headers, body });
      expect([answer.status, answer.headers['x-mock-world']], type).toEqual([200, world.id]);
      const lost = await api.send('POST', path, { headers: { ...headers, 'x-mock-world': 'nowhere' }, body });
      expect(lost.text, type).toMatch(/not_found|grpc-status: 5/);
    }
  });

  test('the claim is in what a world mints and exchanges, refresh tokens too', async ({ ownServer }) => {
    const { api } = await ownServer();
    const world = await makeWorld(api);
    const there = inWorld(api, world);
    const upstream = ok(
      await there.as(undefined).send('POST', '/_mock/v1/upstream-tokens', {
        headers: { 'x-mock-world': world.id },
        body: {
          issuer: 'https://token.actions.example.com',
          subject: 'repo:example@1001/app@2002:ref:refs/heads/main',
        },
      }),
    ).token;
    const exchanged = ok(await api.as(upstream).send('POST', '/sts/exchange'));
    await addRepo(there, world, 'only-here');
    expect(await repoNames(api.as(exchanged.token))).toContain('only-here');
    const again = ok(await api.as(String(exchanged.refreshToken)).send('POST', '/sts/exchange_refresh_token'));
    expect(await repoNames(api.as((again.token as unknown as { token: string }).token))).toContain('only-here');
  });
});

test.describe('behaviour W2, W3 and W4: a world that cannot be had @mock', () => {
  const refusals: readonly (readonly [
    what: string,
    headers: (world: MadeWorld) => Record<string, string>,
    status: number,
    reason: string,
    words: (world: MadeWorld) => readonly string[],
  ])[] = [
    [
      'an unknown world',
      () => ({ 'x-mock-world': 'nowhere' }),
      404,
      'MOCK_WORLD_NOT_FOUND',
      () => ['"nowhere" not found'],
    ],
    ['a name that none can have', () => ({ 'x-mock-world': '__proto__' }), 404, 'MOCK_WORLD_NOT_FOUND', () => []],
    [
      'an unknown world in baggage',
      () => ({ baggage: 'mock-world=no%20where' }),
      404,
      'MOCK_WORLD_NOT_FOUND',
      () => ['"no where"'],
    ],
    [
      'two worlds in one header',
      ({ id }) => ({ 'x-mock-world': `${id},default` }),
      400,
      'MOCK_WORLD_CONFLICT',
      ({ id }) => [`"${id}"`, '"default"'],
    ],
    [
      'header and baggage that differ',
      ({ id }) => ({ 'x-mock-world': 'default', baggage: `mock-world=${id}` }),
      400,
      'MOCK_WORLD_CONFLICT',
      ({ id }) => ['"default" by the header x-mock-world', `"${id}" by baggage`],
    ],
  ];

  for (const [what, headers, status, reason, words] of refusals) {
    test(`${what} is refused over both faces and by the control plane`, async ({ ownServer, facesOf }) => {
      const server = await ownServer();
      const world = await makeWorld(server.api);
      const sent = headers(world);
      const { REST, gRPC } = facesOf(server);
      const answers = [
        await REST.with(sent).call('ListRepos'),
        await gRPC.with(sent).call('ListRepos'),
        await server.api.send('GET', '/_mock/v1/clock', { headers: sent }),
        await server.api.send('GET', '/.well-known/jwks.json', { headers: sent }),
      ];
      for (const answer of answers) {
        expect(answer.status, answer.text).toBe(status);
        expect(reasonOf(answer)).toBe(reason);
        for (const word of words(world)) expect(String(answer.body.message)).toContain(word);
        expect(answer.headers['x-mock-world']).toBeUndefined();
      }
    });
  }

  test('a token of one world does not go with the header of another', async ({ ownServer }) => {
    const { api } = await ownServer();
    const [one, other] = [await makeWorld(api), await makeWorld(api)];
    const answer = await api.as(one.token).send('GET', REPOS, { headers: { 'x-mock-world': other.id } });
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'MOCK_WORLD_CONFLICT']);
    expect(String(answer.body.message)).toContain(`"${one.id}" by the claim mock_world of its token`);
  });

  test('behaviour W10: a world that was deleted has ended, for each way to name it', async ({ ownServer }) => {
    const { api } = await ownServer();
    const world = await makeWorld(api);
    expect(ok(await steer(api, 'DELETE', `worlds/${world.id}`)).deleted).toEqual([world.id]);
    for (const answer of [
      await api.as(world.token).get(REPOS),
      await api.send('GET', REPOS, { headers: world.headers }),
      await steer(api, 'GET', `worlds/${world.id}`),
      await steer(api, 'DELETE', `worlds/${world.id}`),
      await steer(api, 'GET', `worlds/${world.id}:diff`),
      await steer(api, 'POST', 'worlds', { from: `world:${world.id}` }),
    ]) {
      expect([answer.status, reasonOf(answer)]).toEqual([404, 'MOCK_WORLD_NOT_FOUND']);
      expect(String(answer.body.message)).toContain(`"${world.id}" has ended`);
    }
  });

  test('behaviour W4, W5: a world can be demanded, and their number is bounded', async ({ freshServer, facesOf }) => {
    const server = await freshServer('--require-world', '--max-worlds', '2');
    const { api } = server;
    for (const face of Object.values(facesOf(server))) {
      const answer = await face.call('ListRepos');
      expect([answer.status, reasonOf(answer)]).toEqual([400, 'MOCK_WORLD_REQUIRED']);
      expect((await face.with({ 'x-mock-world': 'default' }).call('ListRepos')).status).toBe(200);
    }
    for (const open of ['/_mock/v1/info', '/.well-known/jwks.json', '/'])
      expect((await api.get(open)).status).toBe(200);
    const oldest = await makeWorld(api, { name: 'oldest' });
    await makeWorld(api);
    const third = await steer(api, 'POST', 'worlds', {});
    expect([third.status, reasonOf(third)]).toEqual([429, 'MOCK_TOO_MANY_WORLDS']);
    expect(String(third.body.message)).toContain('"oldest"');
    expect(await repoNames(inWorld(api, oldest))).toContain('nginx');
    ok(await steer(api, 'DELETE', 'worlds/oldest'));
    await makeWorld(api);
  });
});

test.describe('behaviour W7: the sources of a world @mock', () => {
  test('a fork has the rows and the clock of its parent, and both go their own ways', async ({ ownServer }) => {
    const { api, ready } = await ownServer();
    const opaque = api.as('admin-token');
    ok(await steer(api, 'PUT', 'clock', { mode: 'frozen', now: '2099-01-01T00:00:00Z' }));
    ok(await opaque.post(`/registry/v2/repos/${ready.orgId}`, { name: 'before' }));
    const world = await makeWorld(api);
    const child = await makeWorld(api, { from: `world:${world.id}` });
    await addRepo(inWorld(api, world), world, 'in-world');
    await addRepo(inWorld(api, child), child, 'in-child');
    ok(await opaque.post(`/registry/v2/repos/${ready.orgId}`, { name: 'in-default' }));
    const seen = async (caller: Api): Promise<readonly string[]> =>
      (await repoNames(caller)).filter((name) => /^(?:before|in-.*)$/.test(name));
    expect(await seen(opaque)).toEqual(['before', 'in-default']);
    expect(await seen(inWorld(api, world))).toEqual(['before', 'in-world']);
    expect(await seen(inWorld(api, child))).toEqual(['before', 'in-child']);
    const clocks = async (): Promise<readonly unknown[]> =>
      Promise.all(
        [{}, world.headers, child.headers].map(
          async (headers) => ok(await api.send('GET', '/_mock/v1/clock', { headers })).now,
        ),
      );
    expect(await clocks()).toEqual(Array(3).fill('2099-01-01T00:00:00.000Z'));
    ok(await api.send('POST', '/_mock/v1/clock:advance', { headers: world.headers, body: { by: '1h' } }));
    expect(await clocks()).toEqual([
      '2099-01-01T00:00:00.000Z',
      '2099-01-01T01:00:00.000Z',
      '2099-01-01T00:00:00.000Z',
    ]);
    ok(await api.send('POST', '/_mock/v1/reset', { headers: world.headers }));
    expect(await seen(inWorld(api, world))).toEqual(['before']);
    expect(await clocks()).toEqual(Array(3).fill('2099-01-01T00:00:00.000Z'));
    expect(await seen(opaque)).toEqual(['before', 'in-default']);
  });

  test('an empty world has one identity, which may do everything; a fixture brings its own rows', async ({
    ownServer,
  }) => {
    const { api } = await ownServer();
    const empty = await makeWorld(api, { from: 'empty' });
    expect(empty.rows).toMatchObject({ identities: 1 });
    const there = inWorld(api, empty);
    expect(await repoNames(there)).toEqual([]);
    const root = ok(await there.post('/iam/v2/groups', { name: 'first.example.com' }));
    await addRepo(there, { ...empty, orgId: root.uid }, 'one');
    expect(await repoNames(there)).toEqual(['one']);
    const filled = await makeWorld(api, { from: 'fixture:default' });
    expect(await repoNames(inWorld(api, filled))).toEqual(await repoNames(api));
  });

  test('behaviour W21: a fixture of its own is what a world begins with, and returns to', async ({ ownServer }) => {
    const { api } = await ownServer();
    const fixture = 'groups: [{ name: own.example.com, alias: own, repos: [{ name: of-my-own }] }]';
    const world = await makeWorld(api, { from: 'fixture:default', fixture });
    expect(world.from).toBe('fixture:default');
    const there = inWorld(api, world);
    expect(await repoNames(there)).toEqual(['of-my-own']);
    await addRepo(there, world, 'another');
    ok(await api.send('POST', '/_mock/v1/reset', { headers: world.headers }));
    expect(await repoNames(there)).toEqual(['of-my-own']);
    expect((await steer(api, 'POST', 'worlds', { from: 'fixture:other' })).body.message).toContain(
      'no shipped fixture is named "other": those that are shipped are default, empty, ',
    );
    const broken = await steer(api, 'POST', 'worlds', { from: 'fixture:own', fixture: 'groups: [{ nam: x }]' });
    expect([broken.status, broken.body.message]).toEqual([400, expect.stringContaining('"nam"')]);
  });

  test('seed and clock are those that were asked for', async ({ ownServer }) => {
    const { api } = await ownServer();
    const clock = { mode: 'frozen', now: '2099-01-01T00:00:00Z' };
    const made = async (seed: string): Promise<string> => {
      const world = await makeWorld(api, { seed, clock });
      const row = ok(await inWorld(api, world).post(`/registry/v2/repos/${world.orgId}`, { name: 'seeded' }));
      expect(row.createTime).toBe('2099-01-01T00:00:00.000Z');
      return row.uid;
    };
    const [one, same, other] = [await made('a'), await made('a'), await made('b')];
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });

  test('each world follows its own profile, and a fork that of its parent', async ({ ownServer }) => {
    const { api } = await ownServer();
    const published = await makeWorld(api, { profile: 'published' });
    const child = await makeWorld(api, { from: `world:${published.id}` });
    const back = await makeWorld(api, { from: `world:${published.id}`, profile: 'specification' });
    const deleted = async (world: MadeWorld): Promise<string> => {
      const there = inWorld(api, world);
      const { uid } = ok(await there.post(`/registry/v2/repos/${world.orgId}`, { name: 'gone' }));
      // An Api compares answers with the document of the default profile.
      const { agent, baseUrl } = api.connection;
      const headers = { authorization: `Bearer ${world.token}` };
      const sent = { method: 'DELETE', target: `/registry/v2/repos/${uid}`, headers };
      return (await exchange(agent, baseUrl, sent)).bytes.toString();
    };
    // behaviour C7
    expect([await deleted(published), await deleted(child), await deleted(back)]).toEqual(['{}', '{}', '']);
  });

  for (const [what, body, field] of [
    ['a profile that is none', { profile: 'other' }, 'profile'],
    ['an unknown beginning', { from: 'nothing' }, 'from'],
    ['a beginning without a name', { from: 'world:' }, 'from'],
    ['a fixture that is not shipped', { from: 'fixture:../../package' }, 'name'],
    ['a text of a fixture without its name', { fixture: 'groups: []' }, 'fixture'],
    ['a text of a fixture for another beginning', { from: 'empty', fixture: 'groups: []' }, 'fixture'],
    ['a name that is no label of a host', { name: 'A_b' }, 'name'],
    ['a name with a dash at its end', { name: 'a-' }, 'name'],
    ['a label with a space', { labels: { run: 'a b' } }, 'labels.run'],
    ['labels that are a list', { labels: ['run'] }, 'labels'],
    ['a life that is over', { ttl: '0s' }, 'ttl'],
    ['a negative life', { ttl: '-1m' }, 'ttl'],
    ['a life in words', { ttl: 'long' }, 'ttl'],
    ['a clock without a mode', { clock: {} }, 'clock.mode'],
    ['a clock at no time', { clock: { mode: 'frozen', now: 'noon' } }, 'clock.now'],
    ['a scale that goes with no mode', { clock: { mode: 'real', scale: 2 } }, 'clock.scale'],
    ['a scale of zero', { clock: { mode: 'scaled', scale: 0 } }, 'clock.scale'],
    ['an unknown key', { colour: 'red' }, 'body'],
  ] as const) {
    test(`behaviour W12: ${what} is refused, and no world is made`, async ({ ownServer }) => {
      const { api } = await ownServer();
      const before = ok(await steer(api, 'GET', 'worlds')).worlds;
      const answer = await steer(api, 'POST', 'worlds', body);
      expect(answer.status, answer.text).toBe(400);
      expect(answer.body.message).toContain(`Invalid argument: ${field}: `);
      expect((ok(await steer(api, 'GET', 'worlds')).worlds as unknown[]).length).toBe((before as unknown[]).length);
    });
  }

  test('a name is given once', async ({ ownServer }) => {
    const { api } = await ownServer();
    for (const name of ['default', (await makeWorld(api)).id]) {
      const answer = await steer(api, 'POST', 'worlds', { name });
      expect([answer.status, reasonOf(answer)]).toEqual([409, 'ALREADY_EXISTS']);
      for (const from of ['world:nowhere', 'snapshot:nowhere', 'journal:1000']) {
        const missing = await steer(api, 'POST', 'worlds', { name, from });
        expect([from, missing.status, missing.body.message]).toEqual([from, 404, expect.stringContaining('Not found')]);
      }
    }
  });
});

test.describe('behaviour W8, W9: values that are valid only in their world @mock', () => {
  test('a cursor', async ({ ownServer }) => {
    const { api } = await ownServer();
    const [one, other] = [await makeWorld(api), await makeWorld(api)];
    const first = '/registry/v2/repos?page_size=2&order_by=name';
    const { nextPageToken } = await inWorld(api, one).read(first);
    const next = `${first}&page_token=${nextPageToken}`;
    expect((await inWorld(api, one).get(next)).status).toBe(200);
    for (const caller of [inWorld(api, other), api]) {
      const answer = await caller.get(next);
      expect([answer.status, answer.body.message]).toEqual([
        400,
        'Invalid argument: page_token: page_token is invalid',
      ]);
    }
  });

  test('a token of a fixture is good in every world that has it, and one that was minted in `default` too', async ({
    ownServer,
  }) => {
    const { api, ready } = await ownServer();
    const [fork, empty] = [await makeWorld(api), await makeWorld(api, { from: 'empty' })];
    const status = async (token: string, headers: Record<string, string>): Promise<number> =>
      (await api.as(token).send('GET', '/iam/v2/groups', { headers })).status;
    expect(await status('viewer-token', fork.headers)).toBe(200);
    expect(await status('viewer-token', empty.headers)).toBe(401);
    expect(await status(ready.token, fork.headers)).toBe(200);
    const viewer = await mintToken(api, 'viewer');
    expect(await status(viewer, fork.headers)).toBe(200);
    expect(await status(viewer, empty.headers)).toBe(401);
  });

  test('no move of its clock ends the token that a world is handed out with', async ({ api }) => {
    const { headers, token } = await makeWorld(api);
    ok(await api.send('POST', '/_mock/v1/clock:advance', { headers, body: { by: '8760h' } }));
    expect((await api.as(token).get('/iam/v2/groups')).status).toBe(200);
  });
});
