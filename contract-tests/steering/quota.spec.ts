import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expect, FACES, test } from '../support/grpc-test.ts';
import { advance, mintToken, steer } from '../support/mock.ts';
import { faceIn, faulty, orgOf, violations } from '../support/steered.ts';
import { askExchange } from '../tokens/exchange.ts';

type Json = Readonly<Record<string, unknown>>;

const NOW = '2030-01-01T00:00:00.000Z';

const freeze = async (world: Api): Promise<Api> => {
  ok(await steer(world, 'PUT', 'clock', { mode: 'frozen', now: NOW }));
  return faulty(world);
};

const setQuota = async (world: Api, wanted: Json | readonly Json[]): Promise<void> => {
  ok(await steer(world, 'PUT', 'quota', wanted));
};

const quotas = async (world: Api): Promise<readonly Json[]> =>
  ok(await steer(world, 'GET', 'quota')).quota as readonly Json[];

const V1_REPOS = 'chainguard.platform.registry.Registry/ListRepos';

/** The calls of the tables: who calls what, in one letter each. */
const CALLS = {
  g: ['admin', 'ListGroups'],
  r: ['admin', 'ListRepos'],
  o: ['admin', V1_REPOS],
  v: ['viewer', 'ListGroups'],
} as const;

/** Quotas, the calls in their order, and which of them are answered. */
const COUNTS: readonly (readonly [quota: Json | readonly Json[], calls: string, answered: string])[] = [
  [{ requests: 2, per: '1m', by: 'caller' }, 'grovv', 'yynyy'],
  [{ requests: 1, per: '1m', by: 'operation' }, 'ggvro', 'ynnyy'],
  [{ requests: 3, per: '1m', by: 'world' }, 'gvrog', 'yyynn'],
  [{ requests: 1, per: '1m', by: 'world', match: { operation: 'ListRepos' } }, 'rrgor', 'ynyyn'],
  [{ requests: 1, per: '1m', by: 'world', match: { operation: 'Registry_ListRepos' } }, 'oor', 'yny'],
  [{ requests: 1, per: '1m', by: 'caller', match: { version: 'v1' } }, 'googr', 'yynyy'],
  [{ requests: 1, per: '1m', by: 'operation', match: { caller: 'viewer' } }, 'vvgg', 'ynyy'],
  [
    [
      { requests: 1, per: '1m', by: 'caller', match: { version: 'v1' } },
      { requests: 2, per: '1m', by: 'caller', match: { version: 'v2' } },
    ],
    'googr',
    'yynyn',
  ],
  [
    [
      { requests: 3, per: '1m', by: 'world' },
      { requests: 1, per: '1m', by: 'operation' },
    ],
    'ggrov',
    'ynyyn',
  ],
];

for (const face of FACES) {
  test.describe(`quota over ${face} @mock`, () => {
    test('behaviour Q1, Q2: the call beyond it is refused in the form of the service, until the window ends', async ({
      ownWorld,
      faces,
    }) => {
      const world = await freeze(await ownWorld());
      const caller = faceIn(faces, face, world);
      await setQuota(world, { requests: 2, per: '1m', by: 'caller' });
      expect((await caller.call('ListGroups')).status).toBe(200);
      await advance(world, '10.5s');
      expect((await caller.call('ListRepos')).status).toBe(200);
      const message = 'Resource exhausted: the quota of 2 requests per 1m by caller is used up';
      for (const [by, seconds] of [
        ['0s', 50],
        ['48.6s', 1],
        ['0.899s', 1],
      ] as const) {
        await advance(world, by);
        const v2 = await caller.call('ListRepos');
        expect([v2.status, v2.body]).toEqual([
          429,
          {
            code: 8,
            message,
            details: [
              {
                '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
                reason: 'RESOURCE_EXHAUSTED',
                domain: `registry.${world.connection.serviceDomain}`,
              },
              { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` },
            ],
          },
        ]);
        const v1 = await caller.call(V1_REPOS);
        expect([v1.status, v1.body]).toEqual([429, { code: 8, message, details: [] }]);
        if (face === 'REST') {
          expect([v1, v2].map(({ headers }) => headers['retry-after'])).toEqual([`${seconds}`, `${seconds}`]);
        }
      }
      await advance(world, '0.001s');
      const after = [await caller.call('ListRepos'), await caller.call(V1_REPOS), await caller.call('ListRepos')];
      expect(after.map(({ status }) => status)).toEqual([200, 200, 429]);
    });

    test('behaviour Q1: callers, operations and the world are counted, by what a quota matches', async ({
      ownWorld,
      faces,
    }) => {
      const world = await freeze(await ownWorld());
      const as = {
        admin: faceIn(faces, face, world),
        viewer: faceIn(faces, face, world.as(await mintToken(world, 'viewer'))),
      };
      for (const [quota, calls, answered] of COUNTS) {
        await setQuota(world, quota);
        const met: string[] = [];
        for (const letter of calls) {
          const [who, operation] = CALLS[letter as keyof typeof CALLS];
          met.push((await as[who].call(operation)).status === 200 ? 'y' : 'n');
        }
        expect(met.join(''), JSON.stringify(quota)).toBe(answered);
      }
    });

    test('behaviour Q3: a call counts once its caller is known, before it is judged and after faults', async ({
      ownWorld,
      faces,
    }) => {
      const world = await freeze(await ownWorld());
      const parent = await orgOf(world);
      const viewer = faceIn(faces, face, world.as(await mintToken(world, 'viewer')));
      const unknown = viewer.as('nonsense').with({ 'x-mock-world': world.connection.world ?? '' });
      await setQuota(world, { requests: 2, per: '1m', by: 'world' });
      const fault = { 'x-mock-fault': 'ABORTED' };
      const statuses = [
        await unknown.call('ListGroups'),
        await viewer.with(fault).call('ListGroups'),
        await viewer.call('CreateRepo', { parent, repo: { name: 'a' } }),
        await viewer.call('GetRepo', { uid: 'f'.repeat(40) }),
        await viewer.call('CreateRepo', { parent, repo: { name: 'a' } }),
      ];
      expect(statuses.map(({ status }) => status)).toEqual([401, 409, 403, 404, 429]);
    });
  });
}

test('behaviour Q2: gRPC-Web and Connect have the same refusals @mock', async ({ ownWorld }) => {
  const world = await freeze(await ownWorld());
  await setQuota(world, { requests: 1, per: '90s', by: 'world' });
  const path = '/chainguard.platform.registry.v2.ReposService/ListRepos';
  expect((await world.send('POST', path, { body: {} })).status).toBe(200);
  const connect = await world.send('POST', path, { body: {} });
  expect([connect.status, connect.body.code]).toEqual([429, 'resource_exhausted']);
  expect(JSON.stringify(connect.body)).toContain('google.rpc.RetryInfo');
  const headers = { 'content-type': 'application/grpc-web+proto' };
  const web = await world.send('POST', path, { headers, body: Buffer.alloc(5) });
  expect(web.text).toMatch(/grpc-status: 8\r\n/);
});

test('behaviour Q3: an exchange of tokens is a call of nobody @mock', async ({ ownWorld }) => {
  const world = await freeze(await ownWorld());
  await setQuota(world, { requests: 1, per: '1m', by: 'caller' });
  expect((await askExchange(world, 'nonsense')).status).toBe(401);
  expect((await askExchange(world, 'nonsense')).status).toBe(429);
  expect((await world.get('/iam/v2/groups')).status).toBe(200);
  expect((await quotas(world))[0]).toMatchObject({ refused: 1, windows: [{ key: '' }, { remaining: 0 }] });
});

test('behaviour Q10, Q3, Q11: GET shows what is left, the control plane counts nothing, DELETE ends it @mock', async ({
  ownWorld,
}) => {
  const world = await freeze(await ownWorld());
  await setQuota(world, [
    { requests: 2, per: '1m', by: 'operation', match: { version: 'v2' } },
    { requests: 9, per: '1.5h', by: 'world', match: { caller: 'admin' } },
  ]);
  await world.get('/iam/v2/groups');
  await advance(world, '5s');
  for (let call = 0; call < 3; call += 1) await world.get('/iam/v2/roles');
  const resets = ['2030-01-01T00:01:00.000Z', '2030-01-01T00:01:05.000Z', '2030-01-01T01:30:00.000Z'];
  const answers = [
    {
      requests: 2,
      per: '1m',
      by: 'operation',
      match: { version: 'v2' },
      refused: 1,
      windows: [
        { key: 'ListGroups', remaining: 1, resetTime: resets[0] },
        { key: 'ListRoles', remaining: 0, resetTime: resets[1] },
      ],
    },
    {
      requests: 9,
      per: '1.5h',
      by: 'world',
      match: { caller: 'admin' },
      refused: 0,
      windows: [{ key: '', remaining: 6, resetTime: resets[2] }],
    },
  ];
  expect(await quotas(world)).toEqual(answers);
  expect(await quotas(world)).toEqual(answers);
  await advance(world, '55s');
  expect((await quotas(world)).map(({ windows }) => (windows as readonly Json[]).map(({ key }) => key))).toEqual([
    ['ListRoles'],
    [''],
  ]);
  expect(ok(await steer(world, 'DELETE', 'quota')).quota).toEqual([]);
  for (let call = 0; call < 3; call += 1) expect((await world.get('/iam/v2/roles')).status).toBe(200);
});

test('behaviour Q11: quotas belong to one world, a new one has none, and a reset drops them @mock', async ({
  ownWorld,
}) => {
  const world = await freeze(await ownWorld());
  const status = async (of: Api): Promise<number> => (await of.get('/iam/v2/groups')).status;
  ok(await steer(world, 'PUT', 'snapshots/a', {}));
  await advance(world, '1h');
  await setQuota(world, { requests: 1, per: '1m', by: 'world' });
  expect([await status(world), await status(world)]).toEqual([200, 429]);
  const fork = await ownWorld(`world:${world.connection.world}`);
  expect(await quotas(fork)).toEqual([]);
  expect([await status(fork), await status(fork)]).toEqual([200, 200]);
  // A restore takes the clock to before the window.
  ok(await steer(world, 'POST', 'snapshots/a:restore'));
  expect([await status(world), await status(world)]).toEqual([200, 429]);
  ok(await steer(world, 'POST', 'reset'));
  expect([await status(world), await status(world)]).toEqual([200, 200]);
});

const plain = { requests: 1, per: '1m', by: 'caller' } as const;
const of = (operation: string) => ({ ...plain, match: { operation } });

const REFUSED: readonly (readonly [what: string, wanted: unknown, fields: readonly string[], says: RegExp])[] = [
  ['nothing', {}, ['requests', 'per', 'by'], /is required/],
  ['a number', 5, ['body'], /must be an object/],
  ['no requests', { ...plain, requests: 0 }, ['requests'], /must be at least 1/],
  ['fewer requests than none', { ...plain, requests: -1 }, ['requests'], /must be at least 1/],
  ['half a request', { ...plain, requests: 1.5 }, ['requests'], /must be a whole number/],
  ['too many requests', { ...plain, requests: 1e7 }, ['requests'], /1000000/],
  ['a negative time', { ...plain, per: '-1m' }, ['per'], /from 1s to 24h/],
  ['no time', { ...plain, per: '0s' }, ['per'], /from 1s to 24h/],
  ['less than a second', { ...plain, per: '999ms' }, ['per'], /from 1s to 24h/],
  ['more than a day', { ...plain, per: '24h1s' }, ['per'], /from 1s to 24h/],
  ['a time in words', { ...plain, per: 'soon' }, ['per'], /from 1s to 24h/],
  ['an unknown key', { ...plain, burst: 2 }, ['body'], /burst/],
  ['an unknown key in a list', [{ ...plain, match: { path: '/' } }], ['[0].match'], /path/],
  ['an unknown counter', { ...plain, by: 'token' }, ['by'], /allowed: caller, operation, world/],
  ['an unknown operation', of('CreateRepos'), ['match.operation'], /"CreateRepo"\?/],
  ['an unknown caller', [{ ...plain, match: { caller: 'nobody' } }], ['[0].match.caller'], /no identity is "nobody"/],
  ['an unknown version', { ...plain, match: { version: 'v3' } }, ['match.version'], /v1/],
  [
    'an operation of v2 in v1',
    { ...plain, match: { operation: 'GetRepo', version: 'v1' } },
    ['match.version'],
    /of v2/,
  ],
  ['the same twice', [plain, { ...plain, requests: 9, per: '1h' }], ['[1].match'], /overlaps \[0\]/],
  ['a part of another', [of('GetRepo'), plain], ['[1].match'], /overlaps \[0\]/],
  ['one operation by two names', [of('v1.Registry.ListRepos'), of('Registry_ListRepos')], ['[1].match'], /overlaps/],
  [
    'a version and one of its operations',
    [of('GetRepo'), { ...plain, match: { version: 'v2' } }],
    ['[1].match'],
    /by caller/,
  ],
  ['more than 20', Array.from({ length: 21 }, () => plain), ['body'], /at most 20/],
];

test('behaviour Q4: quotas that are wrong are refused, each mistake by its field, and nothing has changed @mock', async ({
  ownWorld,
}) => {
  const world = await freeze(await ownWorld());
  await setQuota(world, [of('GetRepo'), of('ListRepos'), { ...plain, by: 'world' }]);
  await world.get('/registry/v2/repos');
  const before = await quotas(world);
  for (const [what, wanted, fields, says] of REFUSED) {
    const answer = await steer(world, 'PUT', 'quota', wanted);
    expect([answer.status, violations(answer)], `${what}: ${answer.text}`).toEqual([400, fields]);
    expect(answer.body.message, what).toMatch(says);
    expect(await quotas(world), what).toEqual(before);
  }
});
