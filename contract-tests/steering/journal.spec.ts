import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import { framed } from '../grpc/raw-grpc.ts';
import { callEveryOperation } from '../operations/call-every-operation.ts';
import { ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { expect, FACES, test } from '../support/grpc-test.ts';
import { exchange } from '../support/http.ts';
import { journal, newest } from '../support/journal-page.ts';
import { mintToken, steer } from '../support/mock.ts';
import { createOrg } from '../support/org.ts';
import { protoMethod } from '../support/proto-files.ts';
import { encode } from '../support/proto-json.ts';
import { faceIn, orgOf, reasonOf } from '../support/steered.ts';

for (const name of FACES) {
  test.describe(`the journal over ${name} @mock`, () => {
    test('behaviour J1, J2, J5: a call is kept with its caller, request, answer, rights and what it changed', async ({
      ownWorld,
      faces,
    }) => {
      const world = await ownWorld();
      const face = faceIn(faces, name, world).as(await mintToken(world, 'owner'));
      const parent = await orgOf(world);
      const { uid } = await face.read('CreateRepo', { parent, repo: { name: 'kept', description: 'one' } });
      expect(await newest(world)).toMatchObject({
        state: 'ended',
        protocol: name === 'REST' ? 'rest' : 'grpc',
        version: 'v2',
        method: 'POST',
        operation: 'CreateRepo',
        caller: { name: 'owner' },
        request: { parent, repo: { name: 'kept', description: 'one' } },
        unread: [],
        status: 200,
        code: 'OK',
        answer: { uid, name: 'kept', description: 'one' },
        authz: { decision: 'allow', missing: [] },
        faults: [],
        changes: [{ change: 'created', type: 'repos', uid, name: 'kept' }],
      });
      await face.read('UpdateRepo', { repo: { uid, description: 'two' }, updateMask: 'description' });
      expect((await newest(world)).changes).toEqual([
        {
          change: 'updated',
          type: 'repos',
          uid,
          name: 'kept',
          fields: { description: ['one', 'two'], updateTime: [expect.any(String), expect.any(String)] },
        },
      ]);
      await face.call('DeleteRepo', { uid });
      const deleted = await newest(world);
      expect(deleted.changes).toEqual([{ change: 'deleted', type: 'repos', uid, name: 'kept' }]);
      expect(deleted.answer).toBeUndefined();
      // A read, and a write that changes nothing.
      const page = await face.read('ListRepos', { pageSize: 2, orderBy: 'name' });
      const listed = await newest(world);
      expect([listed.changes, listed.answer]).toEqual([[], expect.objectContaining({ totalCount: page.totalCount })]);
      const { repos } = listed.answer as { readonly repos: readonly unknown[] };
      expect(repos).toHaveLength(2);
    });

    test('behaviour J2: a refused call is kept with code, details and what was missing', async ({
      ownWorld,
      faces,
    }) => {
      const world = await ownWorld();
      const parent = await orgOf(world);
      const viewer = faceIn(faces, name, world).as(await mintToken(world, 'viewer'));
      const refused = await viewer.call('CreateRepo', { parent, repo: { name: 'app' } });
      const entry = await newest(world);
      expect(entry).toMatchObject({
        status: 403,
        code: 'PERMISSION_DENIED',
        message: refused.body.message,
        details: [{ reason: 'PERMISSION_DENIED' }],
        authz: { decision: 'deny', missing: [{ capability: 'repo.create', at: parent }] },
        changes: [],
      });
      expect(entry.answer).toBeUndefined();
      const cases: readonly (readonly [string, object, object])[] = [
        ['GetRepo', { uid: `${'0'.repeat(40)}/${'0'.repeat(16)}` }, { status: 404, code: 'NOT_FOUND' }],
        ['ListRepos', { pageSize: -1 }, { status: 400, code: 'INVALID_ARGUMENT', request: { pageSize: -1 } }],
      ];
      for (const [operation, request, expected] of cases) {
        await viewer.call(operation, { ...request });
        expect(await newest(world)).toMatchObject({ operation, ...expected });
      }
      // A token that says nothing names no world either.
      const named = { 'x-mock-world': String(world.connection.world) };
      await viewer.with(named).authorized('Bearer nonsense').call('ListRepos');
      const unknown = await newest(world);
      expect(unknown).toMatchObject({ status: 401, authz: { decision: 'unauthenticated', missing: [] } });
      expect(unknown.caller).toBeUndefined();
    });

    test('behaviour J4: the unread fields of a call are named', async ({ ownWorld, faces }) => {
      const world = await ownWorld();
      const face = faceIn(faces, name, world);
      const parent = await orgOf(world);
      const { uid } = await face.read('CreateRepo', {
        parent,
        repo: { name: 'app', createTime: '2020-01-01T00:00:00Z' },
      });
      const repo = { uid, description: 'x', catalogTier: 'CATALOG_TIER_APPLICATION' };
      const created = await newest(world);
      expect(created.unread).toEqual([name === 'REST' ? 'createTime' : 'repo.createTime']);
      await face.read('UpdateRepo', { repo, updateMask: 'description' });
      expect((await newest(world)).unread).toContain('catalogTier');
    });

    test('behaviour J6: a fault shows what was handled beside what was delivered', async ({ ownWorld, faces }) => {
      const world = await ownWorld();
      const faulty = new Api({ ...world.connection, hasFaults: true }, world.token);
      const face = faceIn(faces, name, faulty);
      const parent = await orgOf(world);
      const rule = { match: { operation: 'CreateRepo' }, phase: 'after_commit', do: { code: 'UNAVAILABLE' }, times: 1 };
      ok(await steer(world, 'PUT', 'faults', [rule]));
      expect((await face.call('CreateRepo', { parent, repo: { name: 'lost' } })).status).toBe(503);
      expect(await newest(world)).toMatchObject({
        status: 503,
        code: 'UNAVAILABLE',
        handled: { status: 200, code: 'OK' },
        faults: [{ rule: '0', phase: 'after_commit' }],
        changes: [{ change: 'created', name: 'lost' }],
      });
      await face.call('CreateRepo', { parent, repo: { name: 'lost' } });
      const again = await newest(world);
      expect([again.code, again.handled, again.faults, again.changes]).toEqual(['ALREADY_EXISTS', undefined, [], []]);
    });

    test('behaviour A7: a refused call is explained by the rights that its caller had then', async ({
      ownWorld,
      faces,
    }) => {
      const world = await ownWorld();
      const parent = await orgOf(world);
      const viewer = faceIn(faces, name, world).as(await mintToken(world, 'viewer'));
      await viewer.call('CreateRepo', { parent, repo: { name: 'app' } });
      const { id, caller } = await newest(world);
      const { identity } = caller as { readonly identity: string };
      const roles = ok(await world.get('/iam/v2/roles?name=owner&page_size=1')).roles as readonly { uid: string }[];
      ok(await world.post(`/iam/v2/roleBindings/${parent}`, { identityUid: identity, roleUid: roles[0]?.uid }));
      const why = ok(await steer(world, 'GET', `journal/${id}:explain`));
      expect(why).toMatchObject({
        decision: 'deny',
        operation: 'CreateRepo',
        needs: [{ capability: 'repo.create', at: parent }],
        caller: { identity, name: 'viewer', token: { expires: expect.any(String) } },
        walk: [{ group: parent, bindings: [{ role: 'viewer', has: [] }] }],
        missing: ['repo.create'],
        smallest: [{ group: parent }, { customRole: ['repo.create'], group: parent }],
      });
      expect((await viewer.call('CreateRepo', { parent, repo: { name: 'app' } })).status).toBe(200);
      const allowed = ok(await steer(world, 'GET', `journal/${(await newest(world)).id}:explain`));
      expect(allowed).toMatchObject({ decision: 'allow', missing: [], smallest: [] });
      expect(
        (allowed.walk as readonly { bindings: readonly { role: string; has: unknown }[] }[])[0]?.bindings,
      ).toContainEqual(expect.objectContaining({ role: 'owner', has: ['repo.create'] }));
    });
  });
}

test.describe('the calls in the journal @mock', () => {
  test('behaviour A7: the limits of a token are named, and a call that only the policy let through', async ({
    ownWorld,
  }) => {
    const world = await ownWorld();
    const parent = await orgOf(world);
    const asked = { identity: 'owner', scopes: [parent] };
    const { token } = ok(await steer(world, 'POST', 'tokens', asked));
    ok(await world.as(token).get('/registry/v2/repos'));
    const limited = ok(await steer(world, 'GET', `journal/${(await newest(world)).id}:explain`));
    expect((limited.caller as { token: object }).token).toMatchObject({ scopes: [parent] });
    ok(await steer(world, 'PUT', 'authz', { mode: 'report' }));
    ok(await world.as(await mintToken(world, 'viewer')).post(`/registry/v2/repos/${parent}`, { name: 'let-through' }));
    expect((await newest(world)).authz).toEqual({
      decision: 'allow',
      missing: [{ capability: 'repo.create', at: parent }],
    });
    await world.as('nonsense').get('/registry/v2/repos');
    const unknown = ok(await steer(world, 'GET', `journal/${(await newest(world)).id}:explain`));
    expect(unknown).toMatchObject({ decision: 'unauthenticated', needs: [], walk: [], message: expect.any(String) });
    await world.get('/nope');
    const nothing = await steer(world, 'GET', `journal/${(await newest(world)).id}:explain`);
    expect([nothing.status, nothing.body.message]).toEqual([400, expect.stringContaining('is for no operation')]);
  });

  test('behaviour J1: unknown paths and methods are kept, and v1; the control plane, pages and health are not', async ({
    ownWorld,
    api: { connection },
  }) => {
    const world = await ownWorld();
    await world.get('/registry/v2/nope?token=secret');
    expect(await newest(world)).toMatchObject({ method: 'GET', path: '/registry/v2/nope', status: 404, unread: [] });
    await world.send('PUT', '/registry/v2/repos');
    expect(await newest(world)).toMatchObject({ status: 501, code: 'UNIMPLEMENTED' });
    ok(await world.get('/registry/v1/repos'));
    expect(await newest(world)).toMatchObject({ version: 'v1', operation: 'v1.Registry.ListRepos', status: 200 });
    ok(await world.send('GET', '/registry/v2/repos', { headers: { 'user-agent': 'one/1.0', cgclientid: 'two/2.0' } }));
    expect((await newest(world)).client).toBe('two/2.0');
    ok(await world.send('GET', '/registry/v2/repos', { headers: { 'user-agent': 'one/1.0' } }));
    const last = await newest(world);
    expect(last.client).toBe('one/1.0');
    for (const path of ['/_mock/v1/info', '/_mock/v1/live', '/docs', '/.well-known/openid-configuration']) {
      await world.as(undefined).get(path);
    }
    const agent = new Agent();
    const health = Buffer.from(framed(Buffer.alloc(0)));
    await exchange(agent, connection.baseUrl, {
      method: 'POST',
      target: '/grpc.health.v1.Health/Check',
      body: health,
      headers: { 'content-type': 'application/grpc-web', 'x-mock-world': world.connection.world },
    });
    agent.destroy();
    expect((await newest(world)).id).toBe(last.id);
  });

  test('behaviour J1: gRPC-Web and Connect are kept as such, also where the message cannot be read', async ({
    ownWorld,
    api: { connection },
  }) => {
    const world = await ownWorld();
    const agent = new Agent();
    const { name } = protoMethod('ListRepos');
    const message = encode(protoMethod('ListRepos').request, { pageSize: 1 });
    const send = (type: string, body: Buffer | string, target = `/${name}`) =>
      exchange(agent, connection.baseUrl, {
        method: 'POST',
        target,
        body,
        headers: { 'content-type': type, authorization: `Bearer ${world.token}` },
      });
    const cases: readonly (readonly [type: string, body: Buffer | string, expected: object])[] = [
      ['application/grpc-web', framed(message), { protocol: 'grpc-web', status: 200, request: { pageSize: 1 } }],
      ['application/json', '{"pageSize":1}', { protocol: 'connect', status: 200, request: { pageSize: 1 } }],
      ['application/proto', Buffer.from(message), { protocol: 'connect', status: 200, request: { pageSize: 1 } }],
      ['application/grpc-web', Buffer.from('bad'), { protocol: 'grpc-web', status: 400, code: 'INVALID_ARGUMENT' }],
      [
        'application/json',
        '{"pageSize":',
        { protocol: 'connect', status: 400, code: 'INVALID_ARGUMENT', body: '{"pageSize":', details: [] },
      ],
      [
        'application/json',
        '{"page_size":1,"colour":"red"}',
        { request: { pageSize: 1 }, unread: ['colour'], unreadValues: { colour: 'red' } },
      ],
    ];
    for (const [type, body, expected] of cases) {
      await send(type, body);
      expect(await newest(world), `${type} ${String(body)}`).toMatchObject({ operation: 'ListRepos', ...expected });
    }
    await send('application/json', '{}', '/chainguard.platform.registry.Registry/Nope');
    expect(await newest(world)).toMatchObject({ protocol: 'connect', code: 'UNIMPLEMENTED' });
    agent.destroy();
  });

  test('behaviour J3: no token or secret that any operation takes or returns is in the journal', async ({
    ownWorld,
    shared: { roles },
    faces,
  }) => {
    test.setTimeout(120_000);
    const world = await ownWorld();
    const secrets = new Set<string>();
    const keep = (value: unknown, name = ''): void => {
      if (typeof value === 'string' && /^(?:.*token|code|secret)$/i.test(name) && value.length > 7) {
        if (!/page_?token/i.test(name)) secrets.add(value);
      } else if (typeof value === 'object' && value !== null) {
        for (const [key, item] of Object.entries(value)) keep(item, key);
      }
    };
    const upstream = ok(
      await steer(world, 'POST', 'upstream-tokens', {
        issuer: 'https://token.actions.githubusercontent.com',
        subject: 'a',
      }),
    );
    keep(upstream);
    for await (const { answer, caller } of callEveryOperation(world, roles)) {
      keep({ token: caller.token });
      keep(answer.body);
    }
    const org = await createOrg(world, roles);
    const { uid } = await org.provider();
    keep(await faces.gRPC.as(world.token).read('GenerateScimToken', { identityProviderUid: uid }));
    // Sends a secret in fields, bodies and paths that are for none.
    const [one = ''] = secrets;
    await world.post(`/registry/v2/repos/${org.uid}`, { name: 'leak', description: `see ${one}` });
    await world.send('POST', `/registry/v2/repos/${org.uid}`, { body: `{"token": "${one}", "oops` });
    await world.get(`/registry/v2/repos?access_token=${encodeURIComponent(one)}`);
    await world.get(`/registry/v2/repos/${one}`);
    expect(secrets.size).toBeGreaterThan(8);
    const text = JSON.stringify(await journal(world, '?limit=1000'));
    for (const secret of secrets)
      if (!/^[\w]+-token$/.test(secret)) expect(text.includes(secret), secret.slice(0, 20)).toBe(false);
    expect(text).toContain('[redacted]');
  });

  test('behaviour J7, J17: the oldest entries are dropped, which the journal reports; large messages are kept as digests', async ({
    freshServer,
  }) => {
    const { api, ready } = await freshServer('--journal-entries', '3');
    // The first call was made to learn how the server calls itself.
    for (let nth = 2; nth <= 5; nth += 1) ok(await api.get(`/registry/v2/repos?page_size=${nth}`));
    const { entries, cursor, dropped } = await journal(api);
    expect([entries.map(({ id }) => id), cursor, dropped]).toEqual([['5', '4', '3'], '5', 2]);
    const gone = await steer(api, 'GET', 'journal/2');
    expect([gone.status, reasonOf(gone)]).toEqual([404, 'MOCK_JOURNAL_ENTRY_DROPPED']);
    for (const id of ['6', '0', 'x', '1e3']) {
      const never = await steer(api, 'GET', `journal/${id}`);
      expect([never.status, reasonOf(never)], id).toEqual([404, 'MOCK_JOURNAL_ENTRY_NOT_FOUND']);
    }
    const body = JSON.stringify({ name: 'large', description: 'x'.repeat(70_000) });
    await api.send('POST', `/registry/v2/repos/${ready.orgId}`, { body });
    const entry = await newest(api);
    expect(entry.largeRequest).toEqual({ bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') });
    expect(entry.request).toBeUndefined();
  });

  test('behaviour J2: a call that a fault or a quota ended before it was read has its request, too', async ({
    ownWorld,
  }) => {
    const world = await ownWorld();
    const parent = await orgOf(world);
    const faulty = new Api({ ...world.connection, hasFaults: true }, world.token);
    const before = { match: { operation: 'CreateRepo' }, phase: 'before', do: { code: 'UNAVAILABLE' }, times: 2 };
    ok(await steer(world, 'PUT', 'faults', [before]));
    ok(
      await steer(world, 'PUT', 'quota', { requests: 1, per: '1h', by: 'operation', match: { operation: 'GetRepo' } }),
    );
    expect((await faulty.post(`/registry/v2/repos/${parent}`, { name: 'held' })).status).toBe(503);
    const body = '{"name":';
    expect((await faulty.send('POST', `/registry/v2/repos/${parent}`, { body })).status).toBe(503);
    const { uid } = ok(await faulty.post(`/registry/v2/repos/${parent}`, { name: 'held' }));
    ok(await world.get(`/registry/v2/repos/${uid}`));
    expect((await faulty.get(`/registry/v2/repos/${uid}`)).status).toBe(429);
    const { entries } = await journal(world);
    expect([...entries].reverse()).toMatchObject([
      { status: 503, request: { parent, repo: { name: 'held' } }, about: { name: 'held' }, tries: ['3'] },
      { status: 503, body },
      { status: 200, request: { parent, repo: { name: 'held' } }, tries: ['1'] },
      { status: 200, tries: ['5'] },
      { status: 429, request: { uid }, about: { name: 'held', group: 'example.com' }, tries: ['4'] },
    ]);
  });

  test('behaviour J11: each world has its own journal; a reset empties it, and --journal off keeps none', async ({
    ownWorld,
    ownServer,
  }) => {
    const [one, other] = [await ownWorld(), await ownWorld()];
    ok(await one.get('/registry/v2/repos'));
    expect([(await journal(one)).entries.length, (await journal(other)).entries.length]).toEqual([1, 0]);
    const { journal: size } = ok(await steer(one, 'GET', `worlds/${one.connection.world}`));
    expect(size).toBe(1);
    ok(await steer(one, 'POST', 'reset'));
    expect((await journal(one)).entries).toEqual([]);
    const { api } = await ownServer('--journal', 'off');
    ok(await api.get('/registry/v2/repos'));
    const routes = [
      ['GET', 'journal'],
      ['GET', 'journal/1'],
      ['GET', 'journal/1:explain'],
      ['GET', 'journal:stream'],
      ['DELETE', 'journal'],
      ['POST', 'journal:await'],
    ] as const;
    for (const [method, path] of routes) {
      const off = await steer(api, method, path, method === 'POST' ? {} : undefined);
      expect([off.status, off.body.message], path).toEqual([400, expect.stringContaining('--journal off')]);
    }
  });
});
