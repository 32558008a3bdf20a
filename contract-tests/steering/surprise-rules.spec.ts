import { type ClientRequest, request } from 'node:http';
import type { ClientUnaryCall } from '@grpc/grpc-js';
import { ok } from '../support/answer.ts';
import { expect, FACES, test } from '../support/grpc-test.ts';
import { steer } from '../support/mock.ts';
import type { Json } from '../support/proto-json.ts';
import { violations } from '../support/steered.ts';
import { WIRES } from './answer-wires.ts';
import { type Rule, type Scene, sceneIn, walk } from './surprise-scene.ts';

/** Which of the calls are refused, for the uids in their order. */
type Counted = readonly [fault: Rule, refused: readonly boolean[]];

test('behaviour F14: resource, writes and from narrow the calls of a rule, and spreads widens them @mock', async ({
  ownWorld,
  faces,
}) => {
  const scene = await sceneIn(await ownWorld(), faces, 'REST');
  const { set, make, get, create, caller, org } = scene;
  const [a, b] = [await make('a'), await make('b')];
  const calls = [() => get(a), () => get(b), () => create('c'), () => get(a), () => caller.call('ListGroups')];
  const [no, yes] = [false, true];
  const CASES: readonly Counted[] = [
    [{ match: { resource: a } }, [yes, no, no, yes, no]],
    [{ match: { resource: `${org} c` } }, [no, no, yes, no, no]],
    [{ match: { writes: true } }, [no, no, yes, no, no]],
    [{ match: { writes: false } }, [yes, yes, no, yes, yes]],
    [{ match: { from: 2, operation: 'GetRepo' } }, [no, yes, no, yes, no]],
    [{ match: { from: 2, resource: a } }, [no, no, no, yes, no]],
    [{ match: { from: 2 }, times: 2 }, [no, yes, yes, no, no]],
    [{ match: { operation: 'CreateRepo' }, spreads: true }, [no, no, yes, yes, yes]],
    [{ match: { operation: 'CreateRepo' }, spreads: true, times: 2 }, [no, no, yes, yes, no]],
    [{ lastsMs: 86_400_000 }, [yes, yes, yes, yes, yes]],
  ];
  for (const [fault, refused] of CASES) {
    await set({ ...fault, do: { code: 'UNAVAILABLE' } });
    const seen: boolean[] = [];
    for (const call of calls) seen.push((await call()).status === 503);
    expect(seen, JSON.stringify(fault)).toEqual(refused);
    await scene.world.delete(`/registry/v2/repos/${(await create('c')).body.uid ?? ''}`);
  }
});

const HANGS = [{ preset: 'never' }] as const;

test('behaviour F29: a call that never is answered goes on when the faults are dropped @mock', async ({
  ownWorld,
  faces,
}) => {
  for (const face of FACES) {
    const scene = await sceneIn(await ownWorld(), faces, face);
    await scene.set(...HANGS);
    const hanging = scene.create('a');
    await expect.poll(async () => (await scene.acted()).hits).toBe(1);
    // The hanging create has run.
    expect((await walk(scene)).flat()).toContain('a');
    ok(await steer(scene.world, 'DELETE', 'faults'));
    expect((await hanging).status).toBe(200);
  }
});

test('behaviour F1: a call that a rule holds goes on when that one is deleted, and no other @mock', async ({
  ownWorld,
  faces,
}) => {
  const scene = await sceneIn(await ownWorld(), faces, 'REST');
  const { world, org, set, create } = scene;
  await set(...['a', 'b'].map((name) => ({ preset: 'never', match: { resource: `${org} ${name}` } })));
  const ended: string[] = [];
  const made = ['a', 'b'].map((name) => create(name).finally(() => ended.push(name)));
  const hits = async () =>
    (ok(await steer(world, 'GET', 'faults')).faults as readonly { readonly hits: number }[]).map((rule) => rule.hits);
  await expect.poll(hits).toEqual([1, 1]);
  ok(await steer(world, 'DELETE', 'faults/0'));
  expect((await made[0])?.status).toBe(200);
  expect([await hits(), ended]).toEqual([[1], ['a']]);
  ok(await steer(world, 'DELETE', 'faults/1'));
  expect((await made[1])?.status).toBe(200);
});

test('behaviour F29: a client that gives up ends a call that never is answered, which the journal has as CANCELLED @mock', async ({
  ownWorld,
  faces,
  grpc,
}) => {
  /** Calls, breaks off once the call hangs, and returns its entry of the journal. */
  const leave = async (phase: string, begin: (scene: Scene) => () => void): Promise<readonly unknown[]> => {
    const scene = await sceneIn(await ownWorld(), faces, 'REST');
    await scene.set({ phase, do: { hang: true }, times: 1 });
    const giveUp = begin(scene);
    await expect.poll(async () => (await scene.acted()).hits).toBe(1);
    giveUp();
    const { entries } = ok(
      await steer(scene.world, 'POST', 'journal:await', { match: { operation: 'CreateRepo', status: 'CANCELLED' } }),
    ) as unknown as { readonly entries: readonly Readonly<{ handled?: { readonly code: string } }>[] };
    return [entries.map(({ handled }) => handled?.code), (await walk(scene)).flat().includes('a')];
  };
  const overHttp = ({ world, org }: Scene): (() => void) => {
    const headers = { authorization: `Bearer ${world.token}`, 'content-type': 'application/json' };
    const url = `${world.connection.baseUrl}/registry/v2/repos/${org}`;
    const call: ClientRequest = request(url, { method: 'POST', headers });
    call.on('error', () => {});
    call.end('{"name":"a"}');
    return () => call.destroy();
  };
  const overGrpc = ({ world, org }: Scene): (() => void) => {
    let call: ClientUnaryCall | undefined;
    const onCall = (begun: ClientUnaryCall): void => {
      call = begun;
    };
    const token = world.token ?? null;
    void grpc.call('CreateRepo', { parent: org, repo: { name: 'a' } }, { token, onCall });
    return () => call?.cancel();
  };
  for (const begin of [overHttp, overGrpc]) {
    expect(await leave('after_commit', begin)).toEqual([['OK'], true]);
    expect(await leave('before', begin)).toEqual([[undefined], false]);
  }
});

test('behaviour F30, F31: a walk whose pages are shortened meets each row once, whatever its order @mock', async ({
  ownWorld,
  faces,
}) => {
  const scene = await sceneIn(await ownWorld(), faces, 'REST');
  for (const orderBy of ['name', 'name desc', 'create_time desc', 'uid']) {
    const whole = (await walk(scene, { orderBy })).flat();
    for (const rows of [0, 1, true, 200] as const) {
      await scene.set({ match: { operation: 'ListRepos', every: 2 }, phase: 'after_commit', do: { rows } });
      const pages = await walk(scene, { orderBy, pageSize: 3 });
      expect(pages.flat(), `${orderBy} ${rows}`).toEqual(whole);
      const shortened = pages.filter(({ length }) => length < 3).length;
      expect(shortened > 1, `${orderBy} ${rows}`).toBe(rows !== 200);
    }
  }
  const [first = []] = await walk(scene);
  // A page behind rows that are skipped goes on behind them.
  await scene.set({ match: { operation: 'ListRepos', nth: 1 }, phase: 'after_commit', do: { rows: 0 } });
  const { repos = [], nextPageToken } = await scene.caller.read('ListRepos', {
    uidp: { childrenOf: scene.org },
    orderBy: 'name',
    skip: 2,
  });
  expect(repos).toEqual([]);
  await scene.set({ match: { operation: 'ListRepos', nth: 2 }, phase: 'after_commit', do: { rows: 0 } });
  const rest = await scene.caller.read('ListRepos', { pageToken: nextPageToken });
  expect((rest.repos as readonly { readonly name: string }[]).map(({ name }) => name)).toEqual(first.slice(2));
});

test('behaviour F30, F32: a List of v1 that is walked by cursor has them, and one that is whole has not @mock', async ({
  ownWorld,
  faces,
}) => {
  for (const face of FACES) {
    const { caller, set, acted } = await sceneIn(await ownWorld(), faces, face);
    const list = (asked: Json) => caller.read('chainguard.platform.libraries.Artifacts/List', asked);
    const namesIn = ({ items = [] }: Json) => (items as readonly { readonly name: string }[]).map(({ name }) => name);
    const whole = await list({});
    const all = namesIn(whole);
    expect(all.length).toBeGreaterThan(2);
    await set({ preset: 'short_page' });
    expect(namesIn(await list({}))).toEqual(all);
    expect((await acted()).hits).toBe(0);
    const short = await list({ pageSize: 200 });
    expect(namesIn(short)).toEqual(all.slice(0, Math.floor(all.length / 2)));
    const pageToken = short.nextPageToken ?? short.next_page_token;
    expect(namesIn(await list({ pageToken }))).toEqual(all.slice(Math.floor(all.length / 2)));
    await set({ preset: 'expired_cursor' });
    expect(namesIn(await list({ pageToken, pageSize: 1 }))).toEqual(all.slice(0, 1));
  }
});

test('behaviour F49: a change by another caller emits its event, and is no call of the journal @mock', async ({
  ownWorld,
  faces,
}) => {
  const { set, create, get, acted, world } = await sceneIn(await ownWorld(), faces, 'REST');
  await set({ preset: 'created_before' }, { preset: 'deleted_between', match: { operation: 'GetRepo' } });
  expect((await create('a')).status).toBe(409);
  const uid = (await acted()).changes[0]?.uid ?? '';
  expect((await get(uid)).status).toBe(404);
  const { events } = ok(await steer(world, 'GET', 'events')) as unknown as {
    readonly events: readonly Readonly<{ type: string; subject: string; actor?: { readonly subject: string } }>[];
  };
  expect(events.map(({ type, subject }) => [type.split('.').slice(-3).join('.'), subject === uid])).toEqual([
    ['repo.deleted.v1', true],
    ['repo.created.v1', true],
  ]);
  const { entries } = ok(await steer(world, 'GET', 'journal')) as unknown as {
    readonly entries: readonly Readonly<{ operation: string; changes: readonly unknown[]; caller: Json }>[];
  };
  expect(entries.map(({ operation, changes }) => [operation, changes])).toEqual([
    ['GetRepo', []],
    ['CreateRepo', []],
  ]);
  const callers = new Set(entries.map(({ caller }) => caller.identity));
  expect(events.filter(({ actor }) => callers.has(actor?.subject))).toEqual([]);
});

const REFUSED: readonly (readonly [what: string, fault: Rule, field: string, says: RegExp])[] = [
  ['an unknown preset', { preset: 'short_pages' }, 'preset', /did you mean "short_page"/],
  ['a resource without a text', { preset: 'reset', match: { resource: '' } }, 'match.resource', /./],
  [
    'a resource of an operation that is about none',
    { preset: 'reset', match: { operation: 'ListRepos', resource: 'a' } },
    'match.operation',
    /about no resource/,
  ],
  [
    'a resource before it is known',
    { phase: 'before_auth', match: { resource: 'a' }, do: { code: 'ABORTED' } },
    'match.resource',
    /nobody is known/,
  ],
  [
    'a write lost of an operation that reads',
    { preset: 'lost_answer', match: { operation: 'GetRepo' } },
    'match.operation',
    /only reads/,
  ],
  [
    'a write lost of calls that read',
    { preset: 'lost_answer', match: { writes: false } },
    'match.writes',
    /calls that write/,
  ],
  [
    'a late read of an operation that writes',
    { preset: 'late_read', match: { operation: 'CreateRepo' } },
    'match.operation',
    /writes/,
  ],
  [
    'pages of an operation without',
    { preset: 'short_page', match: { operation: 'GetRepo' } },
    'match.operation',
    /no pages/,
  ],
  [
    'an enum where there is none',
    { preset: 'unknown_enum_value', match: { operation: 'GetRepoReadme' } },
    'match.operation',
    /no enum/,
  ],
  [
    'details of v1',
    { preset: 'unknown_detail', match: { operation: 'Registry_ListRepos' } },
    'match.operation',
    /no details/,
  ],
  ['details of the version v1', { preset: 'unknown_detail', match: { version: 'v1' } }, 'match.version', /no details/],
  [
    'a field where nothing is answered',
    { preset: 'unknown_field', match: { operation: 'DeleteRepo' } },
    'match.operation',
    /empty answer/,
  ],
  ['a field in an answer to HEAD', { preset: 'unknown_field', match: { method: 'HEAD' } }, 'match.method', /HEAD/],
  [
    'a change before a read',
    { preset: 'changed_between', match: { operation: 'GetRepo' } },
    'match.operation',
    /only reads/,
  ],
  [
    'a delete before a create',
    { preset: 'deleted_between', match: { operation: 'CreateRepo' } },
    'match.operation',
    /about no row/,
  ],
  [
    'a create before an update',
    { preset: 'created_before', match: { operation: 'UpdateRepo' } },
    'match.operation',
    /creates nothing/,
  ],
  ['every with what lasts', { preset: 'down', match: { every: 2 } }, 'match.every', /excludes from/],
  ['from with nth', { match: { nth: 2, from: 2 }, do: { code: 'ABORTED' } }, 'match.from', /excludes nth/],
  ['one call that lasts', { match: { nth: 1 }, do: { code: 'ABORTED' }, lastsMs: 5 }, 'lastsMs', /excludes nth/],
  ['a page of HTML without a status', { do: { code: 'ABORTED', html: true } }, 'do.html', /needs http/],
  ['a page of HTML with a message', { do: { http: 502, html: true, message: 'a' } }, 'do.message', /excludes html/],
  ['rows before the call', { do: { rows: 1 } }, 'do.rows', /after_commit/],
  ['more rows than a page', { phase: 'after_commit', do: { rows: 201 } }, 'do.rows', /./],
  ['two effects', { phase: 'after_commit', do: { rows: 1, stale: true } }, 'do.stale', /excludes rows/],
  ['an addition before the call', { do: { add: 'field' } }, 'do.add', /after_commit/],
  ['a detail of an answer', { phase: 'after_commit', do: { add: 'detail' } }, 'do.add', /after_refusal/],
  ['a failure of a failure', { phase: 'after_refusal', do: { code: 'ABORTED' } }, 'do', /add/],
  ['another caller after the call', { phase: 'after_commit', do: { other: 'create' } }, 'do.other', /before/],
  ['a hang within an answer', { phase: 'mid_stream', do: { hang: true } }, 'do.hang', /mid_stream/],
];

test('behaviour F46: surprises that could never act are refused, each by its field @mock', async ({ ownWorld }) => {
  const world = await ownWorld();
  for (const [what, fault, field, says] of REFUSED) {
    const answer = await steer(world, 'PUT', 'faults', [fault]);
    expect([answer.status, answer.status === 400 && violations(answer)], `${what}: ${answer.text}`).toEqual([
      400,
      [`[0].${field}`],
    ]);
    expect(answer.body.message, what).toMatch(says);
  }
  expect(ok(await steer(world, 'GET', 'faults')).faults).toEqual([]);
});

/** Headers of one request, each with its status, and the status of the request without. */
const HEADERS: readonly (readonly [
  operation: 'CreateRepo' | 'ListRepos',
  fault: string,
  statuses: readonly number[],
])[] = [
  ['CreateRepo', 'unavailable_once', [503, 200]],
  ['CreateRepo', 'lost_answer', [503, 409]],
  ['CreateRepo', 'created_before', [409, 409]],
  ['CreateRepo', 'other=create', [409, 409]],
  ['CreateRepo', 'html; http=504', [504, 200]],
  ['ListRepos', 'rows=0; phase=after_commit', [200, 200]],
  ['ListRepos', 'permission_lag', [403, 200]],
  ['ListRepos', 'lost_answer', [400, 200]],
  ['ListRepos', 'late_read', [400, 200]],
  ['CreateRepo', 'short_page', [400, 200]],
  ['CreateRepo', 'other=change', [400, 200]],
  ['CreateRepo', 'short_pages', [400, 200]],
  ['CreateRepo', 'unavailable_once; latency=1', [400, 200]],
];

test('behaviour F5: a header asks for a surprise, or for its effect, and nothing else meets it @mock', async ({
  ownWorld,
  faces,
}) => {
  const { caller, org, world } = await sceneIn(await ownWorld(), faces, 'REST');
  for (const [nth, [operation, fault, statuses]] of HEADERS.entries()) {
    const request = operation === 'CreateRepo' ? { parent: org, repo: { name: `n${nth}` } } : {};
    const headers = { authorization: `Bearer ${world.token}`, 'content-type': 'application/json' };
    const first = await WIRES[0]?.send(world, { operation, request, headers: { ...headers, 'x-mock-fault': fault } });
    expect([first?.status, (await caller.call(operation, request)).status], fault).toEqual(statuses);
  }
});
