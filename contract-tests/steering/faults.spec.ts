import { callerOf, sampleOf } from '../operations/samples.ts';
import { v1SampleOf } from '../operations/v1-samples.ts';
import { describe, ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import type { Face } from '../support/faces.ts';
import { GrpcClient } from '../support/grpc-client.ts';
import { expect, FACES, test } from '../support/grpc-test.ts';
import { steer } from '../support/mock.ts';
import { type DocumentedOperation, operations, operationsV1 } from '../support/openapi.ts';
import { createOrg } from '../support/org.ts';
import { listFaults, setFaults } from '../support/set-faults.ts';
import { faceIn, faulty, orgOf, violations } from '../support/steered.ts';
import { updatables } from '../support/updatable.ts';

const domainOf = (service: string, { connection: { serviceDomain } }: Api): string => `${service}.${serviceDomain}`;

const CODES = {
  CANCELLED: [1, 499],
  UNKNOWN: [2, 500],
  INVALID_ARGUMENT: [3, 400],
  DEADLINE_EXCEEDED: [4, 504],
  NOT_FOUND: [5, 404],
  ALREADY_EXISTS: [6, 409],
  PERMISSION_DENIED: [7, 403],
  RESOURCE_EXHAUSTED: [8, 429],
  FAILED_PRECONDITION: [9, 400],
  ABORTED: [10, 409],
  OUT_OF_RANGE: [11, 400],
  UNIMPLEMENTED: [12, 501],
  INTERNAL: [13, 500],
  UNAVAILABLE: [14, 503],
  DATA_LOSS: [15, 500],
  UNAUTHENTICATED: [16, 401],
} as const;

/** The operations that change no row: they read, or their sample has what is stored already. */
const STORES_NOTHING: Readonly<Record<'v1' | 'v2', readonly string[]>> = {
  v2: ['SetScimEnabled', 'CheckAccountAssociation', 'UpdateExternalGroupRoleMapping'],
  v1: ['IdentityProviders_SetScimEnabled', 'GroupAccountAssociations_Check'],
};

for (const face of FACES) {
  test.describe(`faults over ${face} @mock`, () => {
    test('behaviour F2: each code is answered in the form of the service, v2 with details and v1 without', async ({
      ownWorld,
      faces,
    }) => {
      const world = faulty(await ownWorld());
      const caller = faceIn(faces, face, world);
      for (const [code, [number, status]] of Object.entries(CODES)) {
        await setFaults(world, { do: { code, message: `a fault of ${code}`, retryAfter: 7 } });
        const v2 = await caller.call('GetRepo', { uid: 'a' });
        expect([v2.status, v2.body], code).toEqual([
          status,
          {
            code: number,
            message: `a fault of ${code}`,
            details: [
              {
                '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
                reason: code,
                domain: domainOf('registry', world),
              },
              { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' },
            ],
          },
        ]);
        const v1 = await caller.call('chainguard.platform.registry.Registry/ListRepos');
        expect([v1.status, v1.body], code).toEqual([
          status,
          { code: number, message: `a fault of ${code}`, details: [] },
        ]);
        if (face === 'REST') expect([v1, v2].map(({ headers }) => headers['retry-after'])).toEqual(['7', '7']);
      }
    });

    test('behaviour F2: details are added, or take the place of those of their type', async ({ ownWorld, faces }) => {
      const world = faulty(await ownWorld());
      const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'SLEEPY', domain: 'a.test' };
      const field = { field: 'name', description: 'is asleep' };
      const request = { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [field] };
      await setFaults(world, { do: { code: 'UNAVAILABLE', details: [request, info] } });
      const { body } = await faceIn(faces, face, world).call('ListRepos');
      expect(body).toEqual({ code: 14, message: 'Unavailable: injected fault', details: [info, request] });
    });

    test('behaviour F3: before_auth needs no caller, before does, and neither has run the call', async ({
      ownWorld,
      faces,
    }) => {
      const world = faulty(await ownWorld());
      const parent = await orgOf(world);
      const known = faceIn(faces, face, world);
      const unknown = known.as('nonsense').with({ 'x-mock-world': world.connection.world ?? '' });
      const create = (caller: Face) => caller.call('CreateRepo', { parent, repo: { name: 'never' } });
      for (const [phase, statuses] of [
        ['before_auth', [503, 503]],
        ['before', [503, 401]],
      ] as const) {
        await setFaults(world, { phase, do: { code: 'UNAVAILABLE' } });
        expect([(await create(known)).status, (await create(unknown)).status], phase).toEqual(statuses);
      }
      ok(await steer(world, 'DELETE', 'faults'));
      expect((await create(known)).status).toBe(200);
    });

    test('behaviour F4: nth, every, times and attempt count the calls that a rule is for', async ({
      ownWorld,
      faces,
    }) => {
      const world = faulty(await ownWorld());
      const caller = faceIn(faces, face, world);
      const uid = await orgOf(world);
      const statuses = async (...uids: readonly string[]): Promise<readonly boolean[]> => {
        const answers: boolean[] = [];
        for (const one of uids) answers.push((await caller.call('GetGroup', { uid: one })).status === 503);
        return answers;
      };
      const [yes, no] = [true, false];
      const other = `${uid}/${'0'.repeat(16)}`;
      for (const [rule, uids, expected] of [
        [{ match: { nth: 2 } }, [uid, uid, uid], [no, yes, no]],
        [{ match: { every: 2 } }, [uid, uid, uid, uid], [no, yes, no, yes]],
        [{ match: { every: 2 }, times: 1 }, [uid, uid, uid, uid], [no, yes, no, no]],
        [{ times: 2 }, [uid, uid, uid], [yes, yes, no]],
        [{ match: { attempt: 1 } }, [uid, other, uid, other], [yes, yes, no, no]],
        [{ match: { attempt: 2, operation: 'GetGroup' } }, [uid, other, uid], [no, no, yes]],
        [{ match: { operation: 'ListGroups' } }, [uid], [no]],
        [{ match: { version: 'v1' } }, [uid], [no]],
        [{ match: { version: 'v2' } }, [uid], [yes]],
        [{ match: { caller: 'viewer' } }, [uid], [no]],
        [{ match: { caller: 'admin' } }, [uid], [yes]],
        [{ match: { method: 'DELETE' } }, [uid], [no]],
        [{ match: { method: face === 'REST' ? 'GET' : 'POST' } }, [uid], [yes]],
        [{ match: { path: face === 'REST' ? '/iam/*/groups/*' : '/*.GroupsService/GetGroup' } }, [uid], [yes]],
        [{ match: { path: '/registry/*' } }, [uid], [no]],
      ] as const) {
        await setFaults(world, { ...rule, do: { code: 'UNAVAILABLE' } });
        expect(await statuses(...uids), JSON.stringify(rule)).toEqual(expected);
        expect((await listFaults(world))[0]?.hits, JSON.stringify(rule)).toBe(expected.filter(Boolean).length);
      }
    });

    test('behaviour F5: one request has a fault by its header, which nothing else meets', async ({
      ownWorld,
      faces,
    }) => {
      const world = faulty(await ownWorld());
      const caller = faceIn(faces, face, world);
      const parent = await orgOf(world);
      const asked = 'UNAVAILABLE; phase=after_commit; retry-after=2; message=lost; latency=1';
      const create = (one: Face) => one.call('CreateRepo', { parent, repo: { name: 'lost' } });
      const lost = await create(caller.with({ 'x-mock-fault': asked }));
      expect([lost.status, lost.body.message]).toEqual([503, 'lost']);
      expect((await create(caller)).status).toBe(409);
      for (const fault of [
        'NOPE',
        '',
        'UNAVAILABLE; phase=later',
        'UNAVAILABLE; retry-after=soon',
        'UNAVAILABLE; retry-after=-1',
        'UNAVAILABLE; latency=1e9',
        'UNAVAILABLE; http=200',
        'UNAVAILABLE; drop=true',
        'UNAVAILABLE; latency=1; latency=2',
        'phase=before',
        'latency=1; message=a',
        'UNAVAILABLE, UNAVAILABLE',
      ]) {
        const refused = await caller
          .with({ 'x-mock-fault': fault })
          .call('CreateRepo', { parent, repo: { name: 'b' } });
        expect([refused.status, violations(refused)], fault).toEqual([400, ['x-mock-fault']]);
      }
      expect((await caller.call('CreateRepo', { parent, repo: { name: 'b' } })).status).toBe(200);
    });
  });
}

for (const [version, all] of [
  ['v2', operations],
  ['v1', operationsV1],
] as const) {
  test(`behaviour F3: after_commit of ${version} answers the failure of every write, and the write is stored @mock`, async ({
    ownWorld,
    shared: { roles },
  }) => {
    test.slow();
    const world = faulty(await ownWorld());
    /** Loses the answer of an operation, and returns how many rows it has changed. */
    const changedBy = async ({ id, method }: DocumentedOperation): Promise<number> => {
      // Samples of an organization of their own, so that their names are free.
      const org = await createOrg(world, roles);
      const { target, body, ...sample } = await (version === 'v2' ? sampleOf : v1SampleOf)(id, org);
      const isEmpty = method === 'PATCH' && Object.keys(body ?? {}).length === 0;
      const updatable = isEmpty && updatables.find(({ path }) => target.startsWith(`${path}/`));
      const sent = updatable ? { [updatable.field]: await updatable.after(org) } : body;
      ok(await steer(world, 'PUT', 'snapshots/before?overwrite', {}));
      const headers = { 'x-mock-fault': 'UNAVAILABLE; phase=after_commit; retry-after=1' };
      const answer = await callerOf(world, sample).send(method, target, { body: sent, headers });
      expect([answer.status, answer.headers['retry-after']], describe(answer)).toEqual([503, '1']);
      const { added, removed, changed } = ok(await steer(world, 'GET', 'snapshots/before:diff'));
      return [added, removed, changed].flat().length;
    };
    const writing = all.filter(({ method }) => method !== 'GET');
    expect(writing.length).toBeGreaterThan(20);
    const unchanged: string[] = [];
    for (const operation of writing) if ((await changedBy(operation)) === 0) unchanged.push(operation.id);
    expect(unchanged).toEqual(STORES_NOTHING[version]);
  });
}

test('behaviour F1: rules belong to one world, a new one has none, and a reset drops them @mock', async ({
  ownWorld,
}) => {
  const [world, beside] = [faulty(await ownWorld()), await ownWorld()];
  await setFaults(world, { do: { code: 'UNAVAILABLE' } });
  const fork = await ownWorld(`world:${world.connection.world}`);
  for (const other of [beside, fork]) {
    expect(await listFaults(other)).toEqual([]);
    expect((await other.get('/iam/v2/groups')).status).toBe(200);
  }
  ok(await steer(world, 'PUT', 'snapshots/a', {}));
  ok(await steer(world, 'POST', 'snapshots/a:restore'));
  expect((await world.get('/iam/v2/groups')).status).toBe(503);
  ok(await steer(world, 'POST', 'reset'));
  expect((await world.get('/iam/v2/groups')).status).toBe(200);
  expect(await listFaults(world)).toEqual([]);
});

test('behaviour F42: latency holds a call, by the timers of the machine, and a failure follows it @mock', async ({
  ownWorld,
}) => {
  const world = faulty(await ownWorld());
  ok(await steer(world, 'PUT', 'clock', { mode: 'frozen' }));
  await setFaults(
    world,
    { do: { latency: 60 } },
    { match: { nth: 1 }, do: { latency: { min: 20, max: 30 }, code: 'ABORTED' } },
  );
  for (const [status, least] of [
    [409, 80],
    [200, 60],
  ] as const) {
    const begun = performance.now();
    expect((await world.get('/iam/v2/groups')).status).toBe(status);
    // A timer may fire within the millisecond before its time.
    expect(performance.now() - begun).toBeGreaterThan(least - 5);
  }
});

test('behaviour F7: no rule reaches what is beside the API @mock', async ({ ownWorld }) => {
  const world = faulty(await ownWorld());
  await setFaults(world, { preset: 'maintenance' });
  const answer = await world.get('/iam/v2/groups');
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '120']);
  for (const target of [
    '/_mock/v1/live',
    '/_mock/v1/ready',
    '/_mock/v1/info',
    '/.well-known/openid-configuration',
    '/.well-known/jwks.json',
    '/openapi.yaml',
    '/docs',
    '/',
  ]) {
    expect((await world.as(undefined).get(target)).status, target).toBe(200);
  }
  expect((await world.get('/nothing')).status).toBe(404);
});

test('behaviour F8: the presets are rules that retries overcome @mock', async ({ ownWorld }) => {
  const world = faulty(await ownWorld());
  const statuses = async (calls: number): Promise<readonly number[]> => {
    const met: number[] = [];
    for (let call = 0; call < calls; call += 1) met.push((await world.get('/iam/v2/groups')).status);
    return met;
  };
  await setFaults(world, { preset: 'flaky' });
  expect(await statuses(8)).toEqual([200, 200, 503, 200, 200, 503, 503, 200]);
  await setFaults(world, { preset: 'quota' });
  expect(await statuses(2)).toEqual([429, 200]);
  await setFaults(world, { preset: 'brownout', match: { version: 'v1' } });
  expect((await listFaults(world)).map(({ match }) => match)).toEqual([{ version: 'v1' }, { version: 'v1', every: 4 }]);
  expect(await statuses(1)).toEqual([200]);
});

test('behaviour F9: the report has the tries of each logical call, and the rules that never fired @mock', async ({
  ownWorld,
  shared: { target },
}) => {
  const world = faulty(await ownWorld());
  const parent = await orgOf(world);
  const unfired = { match: { operation: 'DeleteRepo' }, phase: 'before', do: { code: 'ABORTED' } };
  await setFaults(world, { match: { attempt: 1 }, phase: 'after_commit', do: { code: 'UNAVAILABLE' } }, unfired);
  const create = (name: string, description: string) =>
    world.post(`/registry/v2/repos/${parent}`, { name, description });
  for (const description of ['a', 'a', 'b']) await create('one', description);
  const client = new GrpcClient(target.baseUrl, world.token);
  await client.call('GetGroup', { uid: parent }, { timeoutMillis: 20_000 });
  client.close();
  await world.as('nonsense').get('/iam/v2/roles');
  const { calls, dropped, neverFired } = ok(await steer(world, 'GET', 'faults:report'));
  const time = expect.stringMatching(/Z$/);
  expect(calls).toEqual([
    {
      operation: 'CreateRepo',
      caller: expect.stringMatching(/^[0-9a-f]{40}/),
      resource: `${parent} one`,
      attempts: [
        { at: time, status: 'UNAVAILABLE', handled: 'OK' },
        { at: time, status: 'ALREADY_EXISTS', sameRequest: true },
        { at: time, status: 'ALREADY_EXISTS', sameRequest: false },
      ],
    },
    {
      operation: 'GetGroup',
      caller: expect.any(String),
      resource: parent,
      attempts: [{ at: time, deadlineMs: expect.any(Number), status: 'UNAVAILABLE', handled: 'OK' }],
    },
    { operation: 'ListRoles', caller: '', resource: '', attempts: [{ at: time, status: 'UNAUTHENTICATED' }] },
  ]);
  expect([dropped, neverFired]).toEqual([0, [unfired]]);
});

test('behaviour F2, F5: gRPC-Web and Connect have the same failures @mock', async ({ ownWorld }) => {
  const world = faulty(await ownWorld());
  const connect = (headers: Readonly<Record<string, string>>) =>
    world.send('POST', '/chainguard.platform.registry.v2.ReposService/ListRepos', { headers, body: {} });
  const json = await connect({ 'x-mock-fault': 'RESOURCE_EXHAUSTED; retry-after=3' });
  expect([json.status, json.body.code]).toEqual([429, 'resource_exhausted']);
  expect(JSON.stringify(json.body)).toContain('google.rpc.RetryInfo');
  await setFaults(world, { do: { code: 'UNAVAILABLE' } });
  const web = await world.send('POST', '/chainguard.platform.registry.v2.ReposService/ListRepos', {
    headers: { 'content-type': 'application/grpc-web+proto' },
    body: Buffer.alloc(5),
  });
  expect(web.text).toMatch(/grpc-status: 14\r\n/);
});
