import { spawn } from 'node:child_process';
import { parse } from 'yaml';
import { namesOf, ok, rowsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { mintToken, steer } from '../support/mock.ts';
import { commandLine, plainEnvironment } from '../support/own-server.ts';
import { expect, test } from '../support/test.ts';
import { controlOperations } from './control-document.ts';

const send = (api: Api, method: string, path: string, body?: unknown, headers = {}): ReturnType<Api['send']> =>
  api.as(undefined).send(method, `/_mock/v1/${path}`, { body, headers });

test.describe('health and info @mock', () => {
  test('live and ready answer without a token', async ({ api }) => {
    for (const path of ['live', 'ready']) expect((await send(api, 'GET', path)).status).toBe(200);
  });

  test('info reports the configuration and the uids of the aliases of the fixture', async ({ ownServer }) => {
    const { api, ready } = await ownServer();
    const info = ok(await steer(api, 'GET', 'info'));
    expect(info).toMatchObject({
      url: ready.url,
      issuer: ready.issuer,
      orgId: ready.orgId,
      serviceDomain: api.connection.serviceDomain,
      fixtures: ['default'],
      clock: { mode: 'real' },
    });
    const { org, nginx } = info.aliases as Readonly<Record<string, string>>;
    expect(org).toBe(ready.orgId);
    expect((await api.read(`/registry/v2/repos/${nginx}`)).name).toBe('nginx');
  });

  test('the control plane has a separate document, and is not in that of the API', async ({ api }) => {
    const document = await send(api, 'GET', 'openapi.yaml');
    expect(document.status).toBe(200);
    expect(document.text).toContain('/clock:advance');
    const json = await fetch(`${api.connection.baseUrl}/_mock/v1/openapi.json`);
    expect(json.headers.get('content-type')).toBe('application/json');
    expect(await json.json()).toEqual(parse(document.text));
    const named = [...document.text.matchAll(/^ {4}(\w+):$/gm)].map(([, name]) => name);
    const used = [...document.text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect([...new Set(used)].filter((name) => !named.includes(name))).toEqual([]);
    expect((await send(api, 'GET', 'nope')).status).toBe(404);
  });

  test('N1: each control operation has an id of its own: a noun of the library, and its method', async ({ api }) => {
    const { text } = await send(api, 'GET', 'openapi.yaml');
    const ids = [...text.matchAll(/^ {6}operationId: (.*)$/gm)].map(([, id = '']) => id);
    expect(ids).toHaveLength(controlOperations(text).length);
    expect([...new Set(ids)]).toEqual(ids);
    expect(ids.filter((id) => !/^[a-z]+\.[a-z][A-Za-z]*$/.test(id))).toEqual([]);
  });

  test('N2: info counts the control calls that were answered, by their operations', async ({ ownServer }) => {
    const { api } = await ownServer();
    const counts = async () => ok(await steer(api, 'GET', 'info')).controlCalls as Readonly<Record<string, number>>;
    const before = await counts();
    const { id } = ok(await steer(api, 'POST', 'worlds', {}));
    const inWorld = { 'x-mock-world': String(id) };
    ok(await send(api, 'GET', 'events/types', undefined, inWorld));
    ok(await send(api, 'PUT', 'snapshots/one', {}, inWorld));
    ok(await send(api, 'GET', 'snapshots/one:diff', undefined, inWorld));
    ok(await send(api, 'DELETE', `worlds/${id}`));
    // Neither is answered: what was asked for is missing, or is no operation.
    for (const path of ['journal/999999', 'nope', 'openapi.yaml', 'worlds/gone:diff']) await send(api, 'GET', path);
    const after = await counts();
    const more = Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
    expect(more.filter(([, count]) => count > 0)).toEqual([
      ['events.types', 1],
      ['mock.world', 1],
      ['snapshot.diff', 1],
      ['world.end', 1],
      ['world.info', 1],
      ['world.snapshot', 1],
    ]);
  });
});

test.describe('clock @mock', () => {
  const now = async (api: Api): Promise<number> => Date.parse(String(ok(await steer(api, 'GET', 'clock')).now));

  test('it can be frozen, set, scaled and advanced, and all times follow it', async ({ ownServer }) => {
    const { api, ready } = await ownServer();
    const frozen = ok(await steer(api, 'PUT', 'clock', { mode: 'frozen', now: '2030-01-01T00:00:00Z' }));
    expect(frozen).toMatchObject({ mode: 'frozen', now: '2030-01-01T00:00:00.000Z' });
    const opaque = api.as('admin-token');
    const repo = ok(await opaque.post(`/registry/v2/repos/${ready.orgId}`, { name: 'a' }));
    expect([repo.createTime, repo.updateTime]).toEqual(['2030-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z']);
    expect(ok(await steer(api, 'POST', 'clock:advance', { by: '72h1s' })).now).toBe('2030-01-04T00:00:01.000Z');
    expect(ok(await opaque.patch(`/registry/v2/repos/${repo.uid}`, { description: 'x' }))).toMatchObject({
      createTime: repo.createTime,
      updateTime: '2030-01-04T00:00:01.000Z',
    });
    expect(await now(api)).toBe(await now(api));
    ok(await steer(api, 'PUT', 'clock', { mode: 'scaled', scale: 1_000_000 }));
    const before = await now(api);
    await expect.poll(() => now(api)).toBeGreaterThan(before);
  });

  for (const [what, method, path, body] of [
    ['going back', 'PUT', 'clock', { mode: 'frozen', now: '2000-01-01T00:00:00Z' }],
    ['a malformed time', 'PUT', 'clock', { mode: 'frozen', now: 'today' }],
    ['an unknown mode', 'PUT', 'clock', { mode: 'stopped' }],
    ['a scale of zero', 'PUT', 'clock', { mode: 'scaled', scale: 0 }],
    ['a scale without its mode', 'PUT', 'clock', { mode: 'real', scale: 2 }],
    ['no mode', 'PUT', 'clock', {}],
    ['an unknown key', 'PUT', 'clock', { mode: 'real', when: 'now' }],
    ['a step back', 'POST', 'clock:advance', { by: '-1s' }],
    ['a malformed step', 'POST', 'clock:advance', { by: 'a while' }],
    ['no step', 'POST', 'clock:advance', {}],
    ['a step beyond time', 'POST', 'clock:advance', { by: '900000000h' }],
    ['malformed JSON', 'POST', 'clock:advance', '{by'],
  ] as const) {
    test(`${what} is refused in the form of the API’s errors`, async ({ ownServer }) => {
      const { api } = await ownServer();
      const answer = await steer(api, method, path, body);
      expect(answer.status, answer.text).toBe(400);
      expect(answer.body).toMatchObject({ code: 3, message: expect.stringMatching(/^Invalid argument: /) });
      expect(ok(await steer(api, 'GET', 'clock')).mode).toBe('real');
    });
  }
});

test.describe('reset @mock', () => {
  for (const body of [{}, undefined]) {
    test(`rows and clock are restored, tokens of fixtures stay valid: ${JSON.stringify(body)}`, async ({
      ownServer,
    }) => {
      const { api, ready } = await ownServer();
      const opaque = api.as('admin-token');
      const repos = `/registry/v2/repos?uidp.children_of=${ready.orgId}&page_size=200`;
      const before = await opaque.read(repos);
      ok(await opaque.post(`/registry/v2/repos/${ready.orgId}`, { name: 'made' }));
      const [first] = rowsOf(before, 'repos');
      ok(await opaque.delete(`/registry/v2/repos/${first?.uid}`));
      ok(await steer(api, 'POST', 'clock:advance', { by: '1000h' }));
      ok(await steer(api, 'POST', 'reset', body));
      expect(await opaque.read(repos)).toEqual(before);
      expect(Date.parse(String(ok(await steer(api, 'GET', 'clock')).now)) - Date.now()).toBeLessThan(60_000);
      // A row that is made again has the same uid as the first time.
      const again = ok(await opaque.post(`/registry/v2/repos/${ready.orgId}`, { name: 'made' }));
      expect(again.uid.startsWith(`${ready.orgId}/`)).toBe(true);
    });
  }
});

test('an expired cursor continues again once a reset restores the time @mock', async ({ ownServer }) => {
  const { api, ready } = await ownServer();
  const opaque = api.as('admin-token');
  const list = `/registry/v2/repos?uidp.children_of=${ready.orgId}&page_size=2&order_by=name`;
  const { nextPageToken } = await opaque.read(list);
  const second = `${list}&page_token=${nextPageToken}`;
  const expected = rowsOf(await opaque.read(second), 'repos');
  ok(await steer(api, 'POST', 'clock:advance', { by: '72h1s' }));
  expect(rowsOf(await opaque.read(second), 'repos')).toEqual(rowsOf(await opaque.read(list), 'repos'));
  ok(await steer(api, 'POST', 'reset', {}));
  expect(rowsOf(await opaque.read(second), 'repos')).toEqual(expected);
});

test.describe('tokens @mock', () => {
  test('a token is minted by uid, by alias and by name', async ({ ownServer }) => {
    const { api } = await ownServer();
    const viewer = ok(await steer(api, 'POST', 'tokens', { identity: 'viewer' }));
    expect(viewer).toMatchObject({ token: expect.stringMatching(/\./), identity: expect.any(String) });
    const again = ok(await steer(api, 'POST', 'tokens', { identity: viewer.identity, ttl: '60s' }));
    expect(again.identity).toBe(viewer.identity);
    for (const { token } of [viewer, again]) expect((await api.as(token).get('/iam/v2/groups')).status).toBe(200);
  });

  for (const body of [
    {},
    { identity: '' },
    { identity: 'nobody' },
    { identity: 'viewer', ttl: 'x' },
    { identity: 'viewer', ttl: '0s' },
    { identity: 1 },
    { identity: 'viewer', bogus: 1 },
  ]) {
    test(`${JSON.stringify(body)} is refused`, async ({ api }) => {
      expect((await steer(api, 'POST', 'tokens', body)).status).toBe(400);
    });
  }
});

test('S16: a name that means nothing is refused with the nearest that means something @mock', async ({ ownWorld }) => {
  const world = await ownWorld();
  ok(
    await steer(world, 'POST', 'fixtures', {
      identities: [
        { name: 'deployer', alias: 'the-deployer', claimMatch: { issuer: 'https://a.example.com', subject: 'b' } },
      ],
    }),
  );
  for (const [method, path, body, nearest] of [
    ['POST', 'tokens', { identity: 'viewr' }, 'viewer'],
    ['POST', 'tokens', { identity: 'the-deploier' }, 'the-deployer'],
    ['PUT', 'faults', [{ match: { caller: 'ownr' }, do: { code: 'UNAVAILABLE' } }], 'owner'],
    ['GET', 'journal?caller=ci-bto', undefined, 'ci-bot'],
    ['GET', 'journal?protocol=gRPC', undefined, 'grpc'],
    ['GET', 'journal:stream?version=V2', undefined, 'v2'],
    ['POST', 'journal:await', { match: { protocol: 'grpcweb' } }, 'grpc-web'],
    ['POST', 'journal:await', { match: { version: 'v2.' } }, 'v2'],
    [
      'POST',
      'fixtures',
      { groups: [{ name: 'a', groupInvites: [{ role: 'registry.puler', ttl: '60s' }] }] },
      'registry.pull',
    ],
  ] as const) {
    const { status, text } = await steer(world, method, path, body);
    expect([path, status, text]).toEqual([path, 400, expect.stringContaining(`did you mean \\"${nearest}\\"?`)]);
  }
});

test.describe('fixtures @mock', () => {
  const yaml = { 'content-type': 'application/yaml' };
  const text = 'groups:\n  - name: added\n    repos:\n      - name: one\n';
  const roots = async (api: Api): Promise<readonly string[]> =>
    namesOf(rowsOf(await api.as('admin-token').read('/iam/v2/groups?uidp.in_root=true'), 'groups'));

  test('YAML is merged into the present rows', async ({ ownServer }) => {
    const { api } = await ownServer();
    const applied = ok(await send(api, 'POST', 'fixtures', text, yaml));
    expect(applied.rows).toBeGreaterThanOrEqual(2);
    expect((await roots(api)).toSorted()).toEqual(['added', 'example.com']);
  });

  test('a shipped one is applied by its name', async ({ ownServer }) => {
    const { api } = await ownServer();
    ok(await send(api, 'POST', 'fixtures', { name: 'lifecycle' }));
    expect(await roots(api)).toContain('lifecycle.example.com');
    ok(await send(api, 'POST', 'fixtures', { name: 'permissions', mode: 'replace' }));
    const { token } = ok(await steer(api, 'POST', 'tokens', { identity: 'owner-role' }));
    expect(namesOf(rowsOf(await api.as(token).read('/iam/v2/groups?uidp.in_root=true'), 'groups'))).toEqual([
      'permissions.example.com',
    ]);
  });

  test('a bad one changes nothing and its error names the place', async ({ ownServer }) => {
    const { api } = await ownServer();
    const bad = `${text}  - name: UPPER\n`;
    const answer = await send(api, 'POST', 'fixtures', bad, yaml);
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/:5:\d+/);
    expect(await roots(api)).toEqual(['example.com']);
  });

  test('S13: while a large one is applied other calls are answered, on the rows before it or on all of it', async ({
    ownServer,
  }) => {
    const { api, ready } = await ownServer();
    const opaque = api.as('admin-token');
    const many = 4_000;
    const repos = Array.from({ length: many }, (_, nth) => `      - name: large-${nth}\n`).join('');
    const total = async (): Promise<number> => Number((await opaque.read('/registry/v2/repos?page_size=1')).totalCount);
    const before = await total();
    let isOver = false;
    const applied = send(api, 'POST', 'fixtures', `groups:\n  - name: large\n    repos:\n${repos}`, yaml).finally(
      () => {
        isOver = true;
      },
    );
    const made: ReturnType<Api['post']>[] = [];
    const seen: number[] = [];
    while (!isOver) {
      seen.push(await total());
      if (made.length < 20)
        made.push(opaque.post(`/registry/v2/repos/${ready.orgId}`, { name: `made-${made.length}` }));
    }
    expect(ok(await applied).rows).toBeGreaterThanOrEqual(many + 1);
    for (const answer of await Promise.all(made)) expect(answer.status, answer.text).toBe(200);
    expect(seen.filter((count) => count > before + made.length && count < before + many)).toEqual([]);
    expect(await total()).toBe(before + many + made.length);
    expect(seen.length).toBeGreaterThan(10);
  });

  for (const [body, headers] of [
    [{ name: 'nope' }, {}],
    [{ name: '../package' }, {}],
    [{ name: '/etc/passwd' }, {}],
    ['{', {}],
  ] as const) {
    test(`${JSON.stringify(body)} is refused`, async ({ api }) => {
      expect((await send(api, 'POST', 'fixtures', body, headers)).status).toBe(400);
    });
  }
});

test.describe('S21: a control call with a parameter that it does not have @mock', () => {
  const REFUSED: readonly (readonly [method: string, path: string, name: string, description: string])[] = [
    ['POST', 'fixtures?mod=replace', 'mod', 'unknown key "mod", did you mean "mode"? (known: mode)'],
    ['PUT', 'snapshots/s21?overwite=true', 'overwite', 'unknown key "overwite", did you mean "overwrite"?'],
    ['GET', 'worlds?lable=run:1', 'lable', 'unknown key "lable", did you mean "label"?'],
    ['DELETE', 'worlds?label=run:1&lable=run:2', 'lable', 'unknown key "lable", did you mean "label"?'],
    ['GET', 'events?limt=1', 'limt', 'unknown key "limt", did you mean "limit"?'],
    ['GET', 'authz:matrix?grup=x', 'grup', 'unknown key "grup", did you mean "group"?'],
    ['POST', 'reset?world=w1', 'world', 'unknown key "world"'],
  ];
  for (const [method, path, name, description] of REFUSED) {
    test(`${method} ${path} is refused`, async ({ api }) => {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const answer = await send(api, method, path, body);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toContain(`${name}: ${description}`);
    });
  }

  for (const path of ['live?t=1', 'ready?t=1', 'info?t=1', 'metrics?job=x', 'github-actions/token?api-version=2.0']) {
    test(`GET ${path} ignores it`, async ({ api }) => {
      expect((await send(api, 'GET', path)).status).toBe(200);
    });
  }
});

test.describe('S22: what is served beside the API @mock', () => {
  const ANSWERS: readonly (readonly [path: string, status: number, says: string])[] = [
    ['/_mock/v1/clock', 200, 'no-store'],
    ['/_mock/v1/metrics', 200, 'no-store'],
    ['/_mock/v1/worlds?lable=run:1', 400, 'no-store'],
    ['/_mock/v1/worlds/gone', 404, 'no-store'],
    ['/_mock/v1/events:stream', 200, 'no-cache'],
    ['/.well-known/openid-configuration', 200, 'no-store'],
    ['/.well-known/jwks.json', 200, 'no-store'],
    ['/_mock/issuers/login/.well-known/jwks.json', 200, 'no-store'],
    ['/', 200, 'no-store'],
    ['/openapi.yaml', 200, 'no-cache'],
  ];
  for (const [path, status, says] of ANSWERS) {
    test(`no cache stores ${path}`, async ({ api }) => {
      const left = new AbortController();
      const { signal } = left;
      const { baseUrl, world } = api.connection;
      const headers = { ...(world !== undefined && { 'x-mock-world': world }) };
      const answer = await fetch(baseUrl + path, { headers, signal });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, says]);
      left.abort();
    });
  }
});

test('S21: a control call that takes no body refuses one, and does nothing @mock', async ({ ownServer }) => {
  const { api } = await ownServer();
  await steer(api, 'PUT', 'snapshots/a');
  const bodiless = controlOperations((await send(api, 'GET', 'openapi.yaml')).text).filter(
    ({ method, requestBody }) => method !== 'GET' && !requestBody,
  );
  expect(bodiless.map(({ id }) => id)).toContain('POST /snapshots/{name}:fork');
  for (const { id, method, path } of bodiless) {
    const named = path.slice(1).replaceAll(/\{\w+\}/g, 'a');
    const refused = await send(api, method, named === 'worlds' ? 'worlds?label=a:b' : named, { name: 'fork' });
    expect(refused, id).toMatchObject({
      status: 400,
      body: { message: 'Invalid argument: body: must be empty: this call takes none' },
    });
  }
  expect(ok(await steer(api, 'GET', 'worlds')).worlds).toHaveLength(1);
  for (const body of [undefined, {}]) {
    expect((await send(api, 'POST', 'snapshots/a:restore', body)).status).toBe(200);
  }
});

test.describe('S21: a verb that a control path does not have @mock', () => {
  const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'];

  test('is 404 for each method of each path, and is no part of a name', async ({ api }) => {
    const { text } = await send(api, 'GET', 'openapi.yaml');
    const operations = controlOperations(text).map(({ method, path }) => [method, path] as const);
    const known = operations.map((call) => new RegExp(`^${call.join(' ').replace(/\{\w+\}/g, '[^/:]+')}$`));
    const verbs = new Set(operations.flatMap(([, path]) => path.match(/(?<=:)\w+$/) ?? []));
    const nouns = new Set(operations.map(([, path]) => path.replace(/:\w+$/, '')));
    expect(nouns.size).toBeGreaterThan(20);
    const answered: string[] = [];
    for (const noun of nouns) {
      for (const verb of ['explode', ...verbs]) {
        for (const method of METHODS) {
          const path = `${noun.replace(/\{\w+\}/, 's21')}:${verb}`;
          const call = `${method} ${path}`;
          if (known.some((pattern) => pattern.test(call))) continue;
          const { status, body } = await send(
            api,
            method,
            path.slice(1),
            /^(?:GET|DELETE)$/.test(method) ? undefined : {},
          );
          if (status !== 404 || body.message !== 'Not Found') answered.push(`${call}: ${status} ${body.message}`);
        }
      }
    }
    expect(answered).toEqual([]);
  });

  for (const [method, path, status, message] of [
    ['PUT', 'snapshots/a%3Afork', 400, 'name: must be 1 to 128 letters'],
    ['DELETE', 'snapshots/a%3Afork', 404, 'snapshot "a:fork" not found'],
    ['GET', 'worlds/a%3Adiff', 404, 'world "a:diff" not found'],
    ['GET', 'journal/a%3Aexplain', 404, 'the journal has no entry "a:explain"'],
    ['POST', 'sink/a%3Ab', 400, 'name: must be 1 to 63 letters'],
  ] as const) {
    test(`${method} ${path} names what has a colon`, async ({ api }) => {
      const answer = await send(api, method, path, method === 'PUT' || method === 'POST' ? {} : undefined);
      expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)]);
    });
  }
});

test.describe('safety @mock', () => {
  test('a request of a foreign origin, a foreign host or another type is refused', async ({ api }) => {
    const body = { identity: 'viewer' };
    expect((await send(api, 'POST', 'tokens', body, { origin: 'https://evil.test' })).status).toBe(403);
    expect((await send(api, 'POST', 'tokens', body, { origin: 'null' })).status).toBe(403);
    expect((await send(api, 'POST', 'tokens', body, { host: 'evil.test' })).status).toBe(403);
    expect((await send(api, 'POST', 'tokens', body, { 'content-type': 'text/plain' })).status).toBe(400);
    expect((await send(api, 'GET', 'info', undefined, { origin: 'https://evil.test' })).status).toBe(403);
    const { headers } = await send(api, 'GET', 'live', undefined, { origin: 'https://evil.test' });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  for (const [type, path, body, description] of [
    ['application/yaml', 'worlds', 'labels: {}', 'must be sent as application/json'],
    ['application/yaml', 'faults', '{}', 'must be sent as application/json'],
    ['application/x-ndjson', 'clock:advance', '{}', 'must be sent as application/json'],
    ['application/json', 'faults', 'labels: {}', 'malformed JSON'],
    ['application/problem+json', 'faults', '{', 'malformed JSON'],
  ] as const) {
    test(`${type} of ${path}: ${body} ${description}`, async ({ api }) => {
      const answer = await send(api, 'POST', path, Buffer.from(body), { 'content-type': type });
      expect([answer.status, answer.body.message]).toEqual([400, `Invalid argument: body: ${description}`]);
    });
  }

  test('--control-token is needed by everything except live, ready and deliveries to a sink', async ({
    serverHere,
  }) => {
    const { api, ready } = await serverHere('--control-token', 'open-sesame');
    expect(ready.controlToken).toBe('open-sesame');
    for (const path of ['live', 'ready']) expect((await send(api, 'GET', path)).status).toBe(200);
    for (const authorization of [undefined, 'Bearer wrong', `Bearer ${api.token}`, 'open-sesame']) {
      const headers = authorization === undefined ? {} : { authorization };
      for (const path of ['info', 'clock']) expect((await send(api, 'GET', path, undefined, headers)).status).toBe(401);
      expect((await send(api, 'POST', 'reset', {}, headers)).status).toBe(401);
    }
    const known = { authorization: 'Bearer open-sesame' };
    expect((await send(api, 'GET', 'info', undefined, known)).status).toBe(200);
    const operations = controlOperations((await send(api, 'GET', 'openapi.yaml', undefined, known)).text);
    const open: string[] = [];
    for (const { method, path } of operations) {
      const target = path.slice(1).replaceAll(/\{\w+\}/g, 'x');
      const answer = await send(api, method, target, /^(?:GET|DELETE)$/.test(method) ? undefined : {});
      if (answer.status !== 401) open.push(`${method} ${path}`);
    }
    expect([operations.length > 50, open]).toEqual([true, ['GET /live', 'GET /ready', 'POST /sink/{name}']]);
  });

  test('S15: by another name than those of this machine a mock on loopback is steered with its token only', async ({
    api,
    serverHere,
  }) => {
    const guarded = (await serverHere('--control-token', 'open-sesame')).api;
    const authorization = 'Bearer open-sesame';
    for (const [host, open, without] of [
      ['mock.example.com', 403, 401],
      ['host.docker.internal:8484', 200, 401],
      ['Host.containers.internal', 200, 401],
    ] as const) {
      expect((await send(api, 'GET', 'info', undefined, { host })).status, host).toBe(open);
      expect((await send(guarded, 'GET', 'info', undefined, { host })).status, host).toBe(without);
      expect((await send(guarded, 'GET', 'info', undefined, { host, authorization })).status, host).toBe(200);
    }
    expect((await send(api, 'GET', 'info', undefined, { host: 'mock.example.com' })).body.message).toContain(
      'a name that is not of this machine needs --control-token',
    );
  });

  test('a server that others can reach generates a control token', async ({ ownServer }) => {
    const { api, ready } = await ownServer('--host', '0.0.0.0');
    expect(ready.controlToken).toMatch(/^\S{16,}$/);
    expect((await send(api, 'GET', 'info')).status).toBe(401);
    const headers = { authorization: `Bearer ${ready.controlToken}` };
    expect((await send(api, 'GET', 'info', undefined, headers)).status).toBe(200);
  });

  for (const [what, words, env, printed] of [
    ['made at random', ['--host', '0.0.0.0'], {}, /^Control token: \S{16,}$/m],
    ['set by a flag', ['--control-token', 'open-sesame'], {}, undefined],
    ['set by its variable', ['--host', '0.0.0.0'], { PLATFORM_MOCK_CONTROL_TOKEN: 'open-sesame' }, undefined],
  ] as const) {
    test(`S15: a control token that was ${what} is ${printed ? '' : 'not '}printed`, async () => {
      const server = spawn(...commandLine('serve', '--port', '0', ...words), {
        stdio: ['ignore', 'pipe', 'ignore'],
        env: plainEnvironment(env),
      });
      let text = '';
      for await (const part of server.stdout.setEncoding('utf8')) {
        text += part;
        // All lines are written at once.
        if (/^Documents: .*\n/m.test(text)) break;
      }
      server.kill('SIGKILL');
      if (printed) expect(text).toMatch(printed);
      else expect(text).not.toMatch(/open-sesame|Control token/);
    });
  }

  test('the control plane refuses tokens of the API, and the API refuses the control token', async ({ serverHere }) => {
    const { api } = await serverHere('--control-token', 'open-sesame');
    expect((await api.as('open-sesame').get('/iam/v2/groups')).status).toBe(401);
    await expect(mintToken(api, 'viewer')).rejects.toThrow(/401/);
  });
});
