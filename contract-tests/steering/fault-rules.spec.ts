import { ok } from '../support/answer.ts';
import { expect, test } from '../support/grpc-test.ts';
import { steer } from '../support/mock.ts';
import { listFaults, setFaults } from '../support/set-faults.ts';
import { faulty, violations } from '../support/steered.ts';

const unavailable = { do: { code: 'UNAVAILABLE' } } as const;

const REFUSED: readonly (readonly [what: string, rules: unknown, fields: readonly string[], says: RegExp])[] = [
  ['no list', { faults: [] }, ['body'], /must be a list/],
  [
    'an unknown operation',
    [{ ...unavailable, match: { operation: 'CreateRepos' } }],
    ['[0].match.operation'],
    /"CreateRepo"\?/,
  ],
  ['an unknown key', [{ ...unavailable, mach: {} }], ['[0]'], /mach/],
  ['an unknown code', [unavailable, { do: { code: 'NOPE' } }], ['[1].do.code'], /UNAVAILABLE/],
  ['an unknown phase', [{ ...unavailable, phase: 'later' }], ['[0].phase'], /after_commit/],
  ['an unknown effect', [{ do: { explode: true } }], ['[0].do'], /explode/],
  ['a negative latency', [{ do: { latency: -1 } }], ['[0].do.latency'], /./],
  ['a latency from more to less', [{ do: { latency: { min: 2, max: 1 } } }], ['[0].do.latency.min'], /above max/],
  ['a success', [{ do: { http: 200 } }], ['[0].do.http'], /must be at least 400/],
  [
    'parts of a second',
    [{ do: { code: 'ABORTED', retryAfter: 0.5 } }],
    ['[0].do.retryAfter'],
    /must be a whole number/,
  ],
  ['nothing to do', [{ do: {} }], ['[0].do'], /must have code, http, latency/],
  ['a retry after no failure', [{ do: { latency: 1, retryAfter: 1 } }], ['[0].do.retryAfter'], /needs code or http/],
  ['two counts', [{ ...unavailable, match: { nth: 1, every: 2 } }], ['[0].match.every'], /excludes nth/],
  ['one call several times', [{ ...unavailable, match: { nth: 1 }, times: 2 }], ['[0].times'], /nth/],
  [
    'a caller before it is known',
    [{ ...unavailable, phase: 'before_auth', match: { caller: 'admin', attempt: 1 } }],
    ['[0].match.caller', '[0].match.attempt'],
    /nobody is known/,
  ],
  [
    'an unknown caller',
    [{ ...unavailable, match: { caller: 'nobody' } }],
    ['[0].match.caller'],
    /no identity is "nobody"/,
  ],
  [
    'an operation of v2 in v1',
    [{ ...unavailable, match: { operation: 'GetRepo', version: 'v1' } }],
    ['[0].match.version'],
    /of v2/,
  ],
  [
    'a method that it has not',
    [{ ...unavailable, match: { operation: 'GetRepo', method: 'PUT' } }],
    ['[0].match.method'],
    /PUT/,
  ],
  [
    'the control plane',
    [{ ...unavailable, match: { path: '/_mock/v1/reset' } }],
    ['[0].match.path'],
    /no path of the API/,
  ],
  ['a path without a beginning', [{ ...unavailable, match: { path: 'iam' } }], ['[0].match.path'], /must begin/],
  [
    'a detail of no type',
    [{ do: { code: 'ABORTED', details: [{ '@type': 'google.rpc.Help' }] } }],
    ['[0].do.details[0].@type'],
    /Help/,
  ],
  [
    'a detail with a malformed field',
    [{ do: { code: 'ABORTED', details: [{ '@type': 'google.rpc.RetryInfo', retryDelay: 'x' }] } }],
    ['[0].do.details[0].retryDelay'],
    /./,
  ],
  ['an unknown preset', [{ preset: 'flakey' }], ['[0].preset'], /flaky/],
  ['a preset with an effect', [{ preset: 'flaky', ...unavailable }], ['[0]'], /do/],
  ['more than 100 rules', Array(101).fill(unavailable), ['body'], /100/],
];

test('behaviour F6, F44: rules that are wrong are refused, each mistake by its field, and nothing has changed @mock', async ({
  ownWorld,
}) => {
  const world = faulty(await ownWorld());
  await setFaults(world, { match: { operation: 'Registry_CreateRepo' }, do: { http: 502 } });
  const before = await listFaults(world);
  for (const [what, rules, fields, says] of REFUSED) {
    const answer = await steer(world, 'PUT', 'faults', rules);
    expect([answer.status, violations(answer)], `${what}: ${answer.text}`).toEqual([400, fields]);
    expect(answer.body.message, what).toMatch(says);
    expect(await listFaults(world), what).toEqual(before);
  }
});

test('behaviour F2: a fault with a status alone has the code that the service has with it @mock', async ({
  ownWorld,
}) => {
  const world = faulty(await ownWorld());
  const CODES = { 400: 3, 401: 16, 403: 7, 404: 5, 409: 10, 413: 8, 418: 9, 429: 8, 499: 1, 500: 13, 501: 12, 504: 4 };
  for (const [status, code] of Object.entries(CODES)) {
    await setFaults(world, { do: { http: Number(status) } });
    const answer = await world.get('/iam/v2/groups');
    expect([answer.status, answer.body.code]).toEqual([Number(status), code]);
  }
});

test('behaviour F1, F6: POST adds rules, the counts of the others go on, and a mistake changes nothing @mock', async ({
  ownWorld,
}) => {
  const world = faulty(await ownWorld());
  await setFaults(world, { match: { operation: 'ListGroups' }, do: { code: 'INTERNAL' }, times: 2 });
  const list = async () => (await world.get('/iam/v2/groups')).status;
  expect(await list()).toBe(500);
  const more = [{ match: { operation: 'ListRepos' }, do: { code: 'ABORTED' } }, { preset: 'unavailable_once' }];
  const added = ok(await steer(world, 'POST', 'faults', more));
  expect(added.faults).toMatchObject([
    { times: 2, hits: 1 },
    { match: { operation: 'ListRepos' } },
    { times: 1, hits: 0 },
  ]);
  const tooMany = Array.from({ length: 98 }, () => more[0]);
  for (const [wrong, says] of [
    [[{ match: { operation: 'ListRepo' }, do: { code: 'ABORTED' } }], 'did you mean "ListRepos"'],
    [tooMany, 'body: must leave the world with at most 100 rules, of which it has 3'],
  ] as const) {
    const refused = await steer(world, 'POST', 'faults', wrong);
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(says)]);
  }
  expect(await listFaults(world)).toEqual(added.faults);
  expect([await list(), await list(), await list()]).toEqual([500, 503, 200]);
  expect(ok(await steer(world, 'GET', 'faults:report')).calls).toMatchObject([{ attempts: { length: 4 } }]);
});

test('behaviour F1: one rule is deleted by its id, and the counts, tries and ids of the others go on @mock', async ({
  ownWorld,
}) => {
  const world = faulty(await ownWorld());
  await setFaults(
    world,
    { match: { operation: 'ListRepos' }, do: { code: 'ABORTED' } },
    { match: { operation: 'ListGroups', nth: 2 }, do: { code: 'INTERNAL' } },
  );
  const list = async () => (await world.get('/iam/v2/groups')).status;
  expect([await list(), await list()]).toEqual([200, 500]);
  expect(ok(await steer(world, 'DELETE', 'faults/0')).faults).toMatchObject([{ id: '1', hits: 1 }]);
  expect((await world.get('/registry/v2/repos')).status).toBe(200);
  expect(await list()).toBe(200);
  expect(ok(await steer(world, 'GET', 'faults:report')).calls).toMatchObject([{ attempts: { length: 3 } }, {}]);
  for (const id of ['0', 'none', '1%2F2']) {
    const missing = await steer(world, 'DELETE', `faults/${id}`);
    const says = `Not found: the world has no fault ${JSON.stringify(decodeURIComponent(id))}`;
    expect([missing.status, missing.body.message], id).toEqual([404, says]);
  }
  // No other rule has an id that calls in the journal have of one that is gone.
  ok(await steer(world, 'POST', 'faults', [{ match: { operation: 'ListRepos' }, do: { code: 'ABORTED' } }]));
  expect((await listFaults(world)).map(({ id }) => id)).toEqual(['1', '2']);
  expect((await world.get('/registry/v2/repos')).status).toBe(409);
  const { entries } = ok(await steer(world, 'GET', 'journal?limit=1'));
  expect(entries).toMatchObject([{ faults: [{ rule: '2' }] }]);
  for (const id of ['1', '2']) ok(await steer(world, 'DELETE', `faults/${id}`));
  expect(await listFaults(world)).toEqual([]);
});
