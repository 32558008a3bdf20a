import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import { callEveryOperation } from '../operations/call-every-operation.ts';
import { type Answer, describe, ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { expect, test } from '../support/grpc-test.ts';
import { exchange } from '../support/http.ts';
import { mintToken, steer } from '../support/mock.ts';
import { createOrg } from '../support/org.ts';
import { protoMethod } from '../support/proto-files.ts';
import { encode, type Json } from '../support/proto-json.ts';
import { readTrace, type TracedCall } from '../support/traces.ts';
import { makeWorld } from '../support/worlds.ts';
import { BINARY_CONNECT, WIRES } from './answer-wires.ts';

const require = createRequire(import.meta.url);

const ROBOTS = [
  {
    name: 'robots.example',
    identities: [{ name: 'deploy-robot', claimMatch: { issuer: 'https://x.test', subject: 'robot' } }],
  },
];
/** A fixture with a token of an identity. */
const ROBOT = `groups: ${JSON.stringify(ROBOTS)}
tokens:
  robot-token: deploy-robot
`;

/** Checks a value against the published schema of HAR 1.2. */
const checkHar = (() => {
  const folder = join(dirname(require.resolve('har-schema/package.json')), 'lib');
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajvFormats.default(ajv);
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'));
  for (const file of readdirSync(folder)) {
    if (file.endsWith('.json')) ajv.addSchema(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  }
  return (value: unknown): unknown => (ajv.validate('har.json#', value) ? [] : ajv.errors);
})();

/** The calls of a trace that have an id of these. */
const callOf = (entries: readonly TracedCall[], id: string): TracedCall => {
  const found = entries.find(({ _id }) => _id === id);
  if (!found) throw new Error(`the trace has no call ${id}`);
  return found;
};

/** Every secret in a value, by the names under which there is one. */
const secretsIn = (value: unknown, name = ''): readonly string[] => {
  if (typeof value === 'string') {
    const isSecret = /^(?:.*token|code|.*secret|PLATFORM_TOKEN)$/i.test(name) && !/page_?token/i.test(name);
    return isSecret && value.length > 7 && !/^[A-Z_]+$/.test(value) ? [value] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => secretsIn(item, key));
};

const formsOf = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  ...(secret.startsWith('eyJ') ? secret.split('.').slice(1) : []),
];

test.describe('traces @mock', () => {
  test('behaviour R1, R3, R5: every answer is in the trace as it was sent, but for secrets, which are nowhere', async ({
    ownWorld,
    faces,
    shared: { roles },
  }) => {
    test.setTimeout(240_000);
    const world = await ownWorld();
    const secrets = new Set(['admin-token', 'owner-token', 'viewer-token', world.token ?? '']);
    const answers: { readonly id: string; readonly answer: Answer; readonly secrets: readonly string[] }[] = [];
    const target = { issuer: 'https://token.actions.githubusercontent.com', subject: 'a' };
    for (const secret of secretsIn(ok(await steer(world, 'POST', 'upstream-tokens', target)))) secrets.add(secret);
    secrets.add(await mintToken(world, 'viewer'));
    for await (const { answer, caller, body } of callEveryOperation(world, roles)) {
      if (caller.token !== undefined) secrets.add(caller.token);
      const { entries } = ok(await steer(world, 'GET', 'journal?limit=1')) as unknown as {
        readonly entries: readonly { readonly id: string }[];
      };
      const met = [...secretsIn(answer.body), ...secretsIn(body)];
      for (const secret of met) secrets.add(secret);
      answers.push({ id: entries[0]?.id ?? '', answer, secrets: met });
    }
    const org = await createOrg(world, roles);
    const [one = ''] = [...secrets].filter((secret) => secret.startsWith('eyJ'));
    const refused = [
      await world.post(`/registry/v2/repos/${org.uid}`, { name: 'leak', description: `see ${one}` }),
      await world.send('POST', `/registry/v2/repos/${org.uid}`, { body: `{"token": "${one}", "oops` }),
      await world.get(`/registry/v2/repos?access_token=${encodeURIComponent(one)}&page_size=2`),
      await world.get(`/registry/v2/repos/${one}`),
      await world.get('/nowhere'),
      await world.get('/iam/v1/nowhere'),
      await world.as('admin-token').get(`/registry/v2/repos?note=admin-token`),
    ];
    for (const secret of secretsIn(await faces.gRPC.as(world.token ?? '').read('Ping', {}))) secrets.add(secret);
    await steer(world, 'POST', 'fixtures?mode=merge', 'tokens: { a-named-token-of-a-test: viewer }');
    secrets.add('a-named-token-of-a-test');
    const { log, text } = await readTrace(world);
    const leaked = [...secrets].filter((secret) =>
      formsOf(secret).some((form) => form.length > 7 && text.includes(form)),
    );
    expect(leaked.map((secret) => secret.slice(0, 24))).toEqual([]);
    const different = answers.filter(({ id, answer, secrets: met }) => {
      const { response } = callOf(log.entries, id);
      // Texts that look like a token are replaced, too.
      const isOpen = met.length === 0 && !/eyJ[\w-]{8}/.test(answer.text);
      return isOpen && response.content.text !== answer.text;
    });
    expect(
      different.map(({ id, answer }) => [describe(answer), callOf(log.entries, id).response.content.text]),
    ).toEqual([]);
    expect(answers.filter(({ secrets: met }) => met.length === 0).length).toBeGreaterThan(100);
    const errors = refused.slice(4, 6);
    const last = log.entries.filter(({ request }) => request.url.includes('/nowhere'));
    expect(last.map(({ response }) => response.content.text)).toEqual(errors.map((answer) => answer.text));
    expect(checkHar({ log })).toEqual([]);
  });

  for (const [what, body, isApplied] of [
    ['was applied', ROBOT, true],
    ['was applied and is above 64 KiB', `# ${'x'.repeat(70_000)}\n${ROBOT}`, true],
    ['was applied as JSON', JSON.stringify({ groups: ROBOTS, tokens: { 'robot-token': 'deploy-robot' } }), true],
    ['was refused', `${ROBOT}unknown-token: deploy-robot\n`, false],
  ] as const) {
    test(`behaviour R3: the identity of a token is ${isApplied ? 'shown' : 'hidden'} of a fixture that ${what}`, async ({
      ownWorld,
    }) => {
      const world = await ownWorld();
      const headers = { 'content-type': 'application/yaml' };
      const { status, text: answer } = await world.send('POST', '/_mock/v1/fixtures?mode=merge', { headers, body });
      const { text } = await readTrace(world);
      expect([status, text.includes('deploy-robot')], answer).toEqual(isApplied ? [200, true] : [400, false]);
      if (isApplied) expect(text).not.toContain('robot-token');
    });
  }

  test('behaviour R1, R2, R16: a trace is a HAR with a page for each world, calls in the order in which they began, and steps', async ({
    ownServer,
  }) => {
    const { api } = await ownServer();
    const made = [];
    for (const title of ['one', 'other']) {
      made.push(await makeWorld(api, { from: 'fixture:default', labels: { title } }));
    }
    const [one, other] = made;
    if (!one || !other) throw new Error('there are two worlds');
    const create = (world: typeof one, name: string) =>
      api
        .as(world.token)
        .send('POST', `/registry/v2/repos/${world.orgId}`, { headers: world.headers, body: { name, nmae: name } });
    ok(await create(one, 'a'));
    ok(await create(other, 'b'));
    expect((await create(one, 'a')).status).toBe(409);
    const steerIn = (world: typeof one, method: string, path: string, body?: unknown) =>
      api.as(undefined).send(method, `/_mock/v1/${path}`, { headers: world.headers, body });
    const fault = { match: { operation: 'CreateGroup' }, phase: 'after_commit', do: { drop: true } };
    ok(await steerIn(one, 'PUT', 'faults', [fault]));
    await api.get('/registry/v2/repos');
    const all = await readTrace(api, '?world=*');
    expect(checkHar({ log: all.log })).toEqual([]);
    // Tests that used the server before may have left worlds.
    const ids = ['default', one.id, other.id];
    const ours = all.log.pages.filter(({ id }) => ids.includes(id));
    expect(ours.map(({ title }) => title)).toEqual(['default', 'one', 'other']);
    const own = all.log.entries.filter(({ pageref }) => [one.id, other.id].includes(pageref));
    expect(own.map(({ pageref, _operation, response }) => [pageref, _operation, response.status])).toEqual([
      [one.id, 'CreateRepo', 200],
      [other.id, 'CreateRepo', 200],
      [one.id, 'CreateRepo', 409],
    ]);
    expect(own[0]).toMatchObject({ _events: [expect.any(String)], _unread: ['nmae'], _unreadValues: { nmae: 'a' } });
    const times = all.log.entries.map(({ startedDateTime }) => startedDateTime);
    expect(times).toEqual([...times].sort());
    const pages = new Set(all.log.pages.map(({ id }) => id));
    expect(all.log.entries.every(({ pageref }) => pages.has(pageref))).toBe(true);
    const mine = await readTrace(new Api({ ...api.connection, world: one.id }, one.token));
    const { log } = mine;
    expect(log.pages.map(({ id }) => id)).toEqual([one.id]);
    expect(log._began).toMatchObject([
      {
        world: one.id,
        from: 'fixture:default',
        fixtures: [{ name: 'default', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      },
    ]);
    expect(log._steps).toContainEqual(
      expect.objectContaining({ kind: 'control', method: 'PUT', target: '/_mock/v1/faults' }),
    );
    expect(log._steps).toContainEqual(expect.objectContaining({ kind: 'event' }));
    expect(log._end).toMatchObject([
      {
        difference: { added: [{ type: 'repos', name: 'a' }] },
        neverFired: [{ match: { operation: 'CreateGroup' } }],
        refused: [{ operation: 'CreateRepo', code: 'ALREADY_EXISTS' }],
      },
    ]);
    expect(log._slipped).toHaveLength(1);
  });

  test('behaviour R1, R11: the trace of all worlds has those that have ended, too, a page for each', async ({
    ownServer,
  }) => {
    const { api } = await ownServer();
    // Tests that used the server before may have left worlds.
    const name = `gone-${randomUUID().slice(0, 8)}`;
    for (const at of [0, 1, 2]) {
      const world = await makeWorld(api, { name, from: 'fixture:default', labels: { title: `run-${at}` } });
      await api.as(world.token).send('GET', '/registry/v2/repos', { headers: world.headers });
      if (at < 2) ok(await steer(api, 'DELETE', `worlds/${name}`));
    }
    const { log, text } = await readTrace(api, '?world=*');
    expect(checkHar({ log })).toEqual([]);
    const ours = log.pages.filter(({ id }) => id.startsWith(name));
    expect(ours.map(({ id, title }) => [id, title])).toEqual([
      [name, 'run-0'],
      [`${name} (2)`, 'run-1'],
      [`${name} (3)`, 'run-2'],
    ]);
    const calls = log.entries.filter(({ pageref }) => pageref.startsWith(name));
    expect(calls.map(({ pageref, _operation }) => [pageref, _operation])).toEqual(
      ours.map(({ id }) => [id, 'ListRepos']),
    );
    // The base64 of a report in a fixture begins alike, and has no dots.
    expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
    // The trace of one name has the world that exists, and not the ended one.
    const own = await readTrace(new Api({ ...api.connection, world: name }, undefined));
    expect(own.log.pages.map(({ id, title }) => [id, title])).toEqual([[name, 'run-2']]);
    ok(await steer(api, 'DELETE', `worlds/${name}`));
  });

  test('behaviour R4: a call of a method that there is not is in the trace as it was answered, also once its world has ended', async ({
    ownServer,
  }) => {
    const { api } = await ownServer();
    const { agent, baseUrl } = api.connection;
    const name = `unknown-${randomUUID().slice(0, 8)}`;
    const world = await makeWorld(api, { name });
    const headers = { ...world.headers, 'content-type': 'application/json', 'connect-protocol-version': '1' };
    const target = '/chainguard.platform.registry.v2.ReposService/Unheard';
    const { status, bytes } = await exchange(agent, baseUrl, {
      method: 'POST',
      target,
      headers,
      body: '{}',
    });
    const read = async (): Promise<unknown> => {
      const { log } = await readTrace(api, '?world=*');
      return log.entries
        .filter(({ pageref }) => pageref === name)
        .map(({ response }) => [response.status, response.content.text]);
    };
    const answered = [[status, bytes.toString()]];
    expect(status).toBe(501);
    expect(await read()).toEqual(answered);
    ok(await steer(api, 'DELETE', `worlds/${name}`));
    expect(await read()).toEqual(answered);
  });

  test('behaviour R4: a call over gRPC has a body always, its code, and JSON of both messages', async ({
    ownWorld,
    faces,
  }) => {
    const world = await ownWorld();
    const face = faces.gRPC.as(world.token ?? '');
    const { orgId: parent } = ok(await steer(world, 'GET', 'info'));
    await face.read('CreateRepo', { parent, repo: { name: 'a' } });
    await face.call('CreateRepo', { parent, repo: { name: 'a' } });
    const { log } = await readTrace(world);
    expect(checkHar({ log })).toEqual([]);
    expect(log.entries).toMatchObject([
      {
        request: { method: 'POST', httpVersion: 'HTTP/2.0', postData: { text: expect.stringContaining('"name":"a"') } },
        response: { status: 200 },
        _grpc: { code: 0, message: '' },
        _request: { parent, repo: { name: 'a' } },
        _answer: { name: 'a' },
      },
      { response: { status: 200 }, _grpc: { code: 6, message: expect.stringContaining('already exists') } },
    ]);
    const authorizations = log.entries.flatMap(({ request }) =>
      request.headers.filter(({ name }) => name === 'authorization'),
    );
    expect(new Set(authorizations.map(({ value }) => value)).size).toBe(1);
    expect(authorizations[0]?.value).toMatch(/^(?:Bearer )?\[secret \d+\]$/);
  });

  for (const wire of [...WIRES.filter(({ name }) => /^(?:gRPC-Web|Connect)$/.test(name)), BINARY_CONNECT]) {
    test(`behaviour R4: ${wire.name}: the bytes of a call are in the trace as they were sent and answered, unless they have a secret`, async ({
      ownWorld,
    }) => {
      const world = await ownWorld();
      const { orgId: parent } = ok(await steer(world, 'GET', 'info'));
      const request = { parent, repo: { name: 'a' } };
      const call = async (operation: string, body: Json) =>
        (
          await wire.send(world, {
            operation,
            request: body,
            headers: { 'x-mock-world': world.connection.world ?? '' },
          })
        ).body;
      const answers = [await call('CreateRepo', request), await call('CreateRepo', request)];
      const secret = world.token ?? '';
      await call('CreateRepo', { ...request, repo: { name: 'b', description: secret } });
      ok(await steer(world, 'PUT', 'faults', [{ preset: 'unknown_field' }]));
      const widened = await call('CreateRepo', { ...request, repo: { name: 'c' } });
      ok(await steer(world, 'PUT', 'faults', [{ preset: 'html_502' }]));
      await call('GetRepo', { uid: secret });
      // Repeated in the details of the failure, which are bytes over Connect, too.
      await call('GetRepo', { uid: secret });
      const { log, text } = await readTrace(world);
      expect(checkHar({ log })).toEqual([]);
      const bytesIn = ({ text: kept, encoding }: { readonly text: string; readonly encoding?: string }) =>
        Buffer.from(kept, encoding === 'base64' ? 'base64' : 'utf8');
      const [first, second, hidden, wide, page] = log.entries;
      const bodies = [first, second].map((entry) => bytesIn(entry?.response.content ?? { text: '' }));
      expect(bodies[1]).toEqual(answers[1]);
      expect(bytesIn(wide?.response.content ?? { text: '' })).toEqual(widened);
      expect(second?._grpc).toMatchObject({ code: 6 });
      expect(first?._request).toEqual(request);
      const posted = bytesIn(first?.request.postData ?? { text: '' });
      const isJson = wire.name === 'Connect';
      const message = isJson
        ? Buffer.from(JSON.stringify(request))
        : encode(protoMethod('CreateRepo').request, request);
      expect(bodies[0]).toEqual(answers[0]);
      expect(posted.subarray(-message.length)).toEqual(message);
      expect(posted.length - message.length).toBe(wire.name === 'gRPC-Web' ? 5 : 0);
      expect(hidden?._request).toMatchObject({ repo: { name: 'b', description: expect.stringMatching(/secret \d+/) } });
      expect(page?.response).toMatchObject({ status: 502, content: { text: expect.stringContaining('<html>') } });
      const missing = log.entries.at(-1)?.response.content ?? { text: '' };
      const { details = [] } = (wire.name.startsWith('Connect') ? JSON.parse(missing.text) : {}) as {
        readonly details?: readonly { readonly value: string }[];
      };
      expect(details.length > 0).toBe(wire.name.startsWith('Connect'));
      for (const { value } of details) expect(Buffer.from(value, 'base64').toString('latin1')).not.toContain(secret);
      for (const form of [secret, Buffer.from(secret).toString('base64').slice(4, -4)])
        expect(text).not.toContain(form);
    });
  }
});
