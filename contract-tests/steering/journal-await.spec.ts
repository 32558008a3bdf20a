import { request } from 'node:http';
import { type Answer, ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { expect, FACES, test } from '../support/grpc-test.ts';
import { mintToken, steer } from '../support/mock.ts';
import { followStream } from '../support/server-sent-events.ts';
import { endedBy, orgOf, reasonOf } from '../support/steered.ts';
import { makeWorld } from '../support/worlds.ts';

type Entry = Readonly<Record<string, unknown>> & { readonly id: string };
type Asked = Readonly<Record<string, unknown>>;

const wait = (world: Api, asked: Asked): Promise<Answer> => steer(world, 'POST', 'journal:await', asked);

const idsOf = ({ body }: Answer): readonly string[] => (body.entries as readonly Entry[]).map(({ id }) => id);

const create = (world: Api, parent: string, name: string): Promise<Answer> =>
  world.post(`/registry/v2/repos/${parent}`, { name });

/** Longer than the test: what ends earlier does so for another reason. */
const LONG_MS = 60_000;

test.describe('waits for exchanges @mock', () => {
  for (const face of FACES) {
    test(`behaviour J9: a wait is met by a call over ${face} that comes after it`, async ({ ownWorld, faces }) => {
      const world = await ownWorld();
      const parent = await orgOf(world);
      const waiting = wait(world, {
        match: { operation: 'CreateRepo', status: 200, request: { repo: { name: 'awaited' } } },
        timeoutMs: LONG_MS,
      });
      // A call that does not match ends no wait, whether it arrives before the wait or after it.
      await create(world, parent, 'other');
      if (face === 'REST') await create(world, parent, 'awaited');
      else await faces.gRPC.as(world.token).call('CreateRepo', { parent, repo: { name: 'awaited' } });
      const met = await waiting;
      expect(ok(met).entries).toEqual([
        expect.objectContaining({ operation: 'CreateRepo', request: { parent, repo: { name: 'awaited' } } }),
      ]);
    });
  }

  test('behaviour J9: a wait matches calls by each of its fields', async ({ ownWorld }) => {
    const world = await ownWorld();
    const parent = await orgOf(world);
    ok(await world.post(`/registry/v2/repos/${parent}`, { name: 'one', description: 'first of two', bogus: 1 }));
    await world.as(await mintToken(world, 'viewer')).post(`/registry/v2/repos/${parent}`, { name: 'two' });
    ok(await world.get('/registry/v2/repos?page_size=2'));
    const cases: readonly (readonly [match: Asked, ids: readonly string[]])[] = [
      [{}, ['3', '2', '1']],
      [{ operation: 'CreateRepo' }, ['2', '1']],
      [{ operation: 'CreateRepo', status: 403 }, ['2']],
      [{ status: 'OK' }, ['3', '1']],
      [{ caller: 'viewer' }, ['2']],
      [{ method: 'GET', path: '/registry/*' }, ['3']],
      [{ request: { repo: { name: { regex: '^(one|two)$' } } } }, ['2', '1']],
      [{ request: { repo: { description: { any: true } } } }, ['1']],
      [{ request: { repo: { description: null, name: { any: true } } } }, ['2']],
      [{ request: { pageSize: 2 } }, ['3']],
      [{ answer: { totalCount: { regex: '^\\d+$' } } }, ['3']],
      [{ changes: [{ change: 'created', name: 'one' }] }, ['1']],
      [{ changes: [] }, ['3', '2', '1']],
      [{ unread: ['bogus'] }, ['1']],
      [{ authz: { decision: 'deny', missing: [{ capability: 'repo.create' }] } }, ['2']],
      [{ message: { regex: 'repo\\.create' } }, ['2']],
      [{ version: 'v2', protocol: 'rest', client: null, operation: 'ListRepos' }, ['3']],
    ];
    for (const [match, ids] of cases) {
      const met = await wait(world, { match, count: { min: ids.length, max: ids.length } });
      expect([met.status, met.status === 200 && idsOf(met)], JSON.stringify(match)).toEqual([200, ids]);
    }
    const later = await wait(world, { since: '2', count: { min: 1, max: 1 } });
    expect([idsOf(later), later.body.cursor]).toEqual([['3'], '3']);
  });

  test('behaviour J19: a wait that is not met says what came nearest, and where it differs', async ({ ownWorld }) => {
    const world = await ownWorld();
    const parent = await orgOf(world);
    await create(world, parent, 'app');
    ok(await world.get('/registry/v2/repos'));
    const missed = await wait(world, {
      match: { operation: 'CreateRepo', status: 409, request: { repo: { name: 'app', description: 'x' } } },
      timeoutMs: 1,
    });
    expect([missed.status, reasonOf(missed), missed.body.seen]).toEqual([408, 'MOCK_AWAIT_TIMEOUT', 0]);
    const [nearest, other] = missed.body.nearest as readonly { entry: Entry; differences: readonly object[] }[];
    expect(nearest?.entry.id).toBe('1');
    expect(nearest?.differences).toEqual([
      { field: 'status', expected: 409, actual: [200, 'OK'] },
      { field: 'request.repo.description', expected: 'x', actual: null },
    ]);
    expect(other?.differences).toContainEqual({ field: 'operation', expected: 'CreateRepo', actual: 'ListRepos' });
    expect(missed.body.message).toContain('the nearest is entry 1, CreateRepo: status is [200,"OK"], not 409');
  });

  test('behaviour J19: a wait in a world that nothing has called says so', async ({ ownWorld }) => {
    const world = await ownWorld();
    const missed = await wait(world, { match: { operation: 'ListRepos' }, timeoutMs: 1 });
    const text = 'Deadline exceeded: 0 entries matched, of at least 1';
    expect([missed.status, missed.body.message]).toEqual([408, `${text}; nothing was called in this world`]);
    ok(await world.get('/registry/v2/repos'));
    const later = await wait(world, { match: { operation: 'ListRepos' }, since: '1', timeoutMs: 1 });
    expect(later.body.message).toBe(`${text}; nothing was called in this world behind entry 1`);
    // The calls are counted: one is less than two.
    const again = await wait(world, { match: { operation: 'ListRepos' }, count: { min: 2 }, timeoutMs: 1 });
    expect(again.body.message).toBe('Deadline exceeded: 1 entry matched, of at least 2');
    const exact = await wait(world, { match: { operation: 'ListRepos' }, count: { min: 2, max: 2 }, timeoutMs: 1 });
    expect(exact.body.message).toBe('Deadline exceeded: 1 entry matched, of exactly 2');
  });

  test('behaviour J9, J19: no more than so many, for as long as the wait settles', async ({ ownWorld }) => {
    const world = await ownWorld();
    const parent = await orgOf(world);
    await create(world, parent, 'a');
    const match = { operation: 'CreateRepo' };
    expect((await wait(world, { match, count: { min: 1, max: 1 }, settleMs: 1 })).status).toBe(200);
    expect((await wait(world, { match: { operation: 'DeleteRepo' }, count: { max: 0 }, settleMs: 1 })).status).toBe(
      200,
    );
    const settling = wait(world, { match, count: { min: 1, max: 1 }, settleMs: LONG_MS, timeoutMs: LONG_MS });
    await create(world, parent, 'b');
    const tooMany = await settling;
    expect([tooMany.status, reasonOf(tooMany), tooMany.body.seen]).toEqual([409, 'MOCK_AWAIT_TOO_MANY', 2]);
    // A wait that can never be met any more is answered at once.
    const never = await wait(world, { match, count: { max: 1 }, timeoutMs: LONG_MS, settleMs: LONG_MS });
    expect([never.status, reasonOf(never)]).toEqual([409, 'MOCK_AWAIT_TOO_MANY']);
  });

  test('behaviour J11: a reset ends waits, and the end of the world ends what follows it, too', async ({
    ownWorld,
    api,
  }) => {
    const world = await ownWorld();
    const match = { operation: 'DeleteRepo' };
    const waiting = wait(world, { match, timeoutMs: LONG_MS });
    const ended = await endedBy(waiting, async () => ok(await steer(world, 'POST', 'reset')));
    expect([ended.status, reasonOf(ended)]).toEqual([409, 'MOCK_WORLD_RESET']);
    const { id } = await makeWorld(api);
    const follower = await follow(new Api({ ...api.connection, world: id }, api.token));
    ok(await steer(api, 'DELETE', `worlds/${id}`));
    await follower.ended;
  });

  const BAD: readonly (readonly [asked: Asked, fields: readonly string[]])[] = [
    [{ match: { operation: 'CreateRpo' } }, ['match.operation']],
    [{ match: { status: 'NOPE', caller: 'nobody-has-this' } }, ['match.status', 'match.caller']],
    [{ match: { request: { repo: { name: { regex: '(' } } } } }, ['match.request.repo.name.regex']],
    [{ match: { request: { name: { regex: 1 } } } }, ['match.request.name.regex']],
    [{ match: { oops: 1 } }, ['match']],
    [{ count: { min: 2, max: 1 } }, ['count']],
    [{ count: { min: 10_001 } }, ['count.min']],
    [{ count: { min: -1 } }, ['count.min']],
    [{ timeoutMs: -1 }, ['timeoutMs']],
    [{ timeoutMs: 600_001 }, ['timeoutMs']],
    [{ settleMs: 1.5 }, ['settleMs']],
    [{ since: 'x' }, ['since']],
  ];

  test('behaviour J19: a wait that can never be met is refused at once', async ({ ownWorld }) => {
    const world = await ownWorld();
    for (const [asked, fields] of BAD) {
      const refused = await wait(world, { timeoutMs: LONG_MS, ...asked });
      const violations = (refused.body.details as readonly { fieldViolations?: readonly { field: string }[] }[])
        .flatMap(({ fieldViolations = [] }) => fieldViolations)
        .map(({ field }) => field);
      expect([refused.status, violations], JSON.stringify(asked)).toEqual([400, fields]);
    }
  });
});

/** A stream of the journal, from its first line on. */
const follow = (world: Api, query = '') => followStream<Entry>(world, `journal:stream${query}`);

test('behaviour J10: a stream hands over entries as they begin and end, and from an id on @mock', async ({
  ownWorld,
}) => {
  const world = await ownWorld();
  const parent = await orgOf(world);
  const live = await follow(world, '?operation=CreateRepo');
  ok(await world.get('/registry/v2/repos'));
  ok(await create(world, parent, 'streamed'));
  const [event] = await live.until(1);
  expect(event).toMatchObject({ event: 'ended', id: '2', data: { id: '2', state: 'ended', status: 200 } });
  live.stop();
  const whole = await follow(world, '?since=0');
  expect((await whole.until(2)).map(({ id }) => id)).toEqual(['1', '2']);
  ok(await world.get('/registry/v2/repos'));
  const events = (await whole.until(4)).slice(2);
  expect(events.map(({ event: kind, id, data }) => [kind, id, data.state])).toEqual([
    ['open', '3~3', 'open'],
    ['ended', '3', 'ended'],
  ]);
  whole.stop();
});

test('behaviour J10: an exchange is there from its first byte on @mock', async ({ ownWorld, api }) => {
  const world = await ownWorld();
  const parent = await orgOf(world);
  const live = await follow(world);
  const { hostname, port } = new URL(api.connection.baseUrl);
  const body = JSON.stringify({ name: 'slow-body' });
  const headers = { authorization: `Bearer ${world.token}`, 'content-length': body.length };
  const call = request({ hostname, port, method: 'POST', path: `/registry/v2/repos/${parent}`, headers });
  const answered = new Promise<number | undefined>((resolve) => {
    call.on('response', (answer) => resolve(answer.resume().statusCode));
  });
  call.flushHeaders();
  const [open] = await live.until(1);
  expect(open).toMatchObject({ event: 'open', data: { method: 'POST', state: 'open' } });
  const { entries } = ok(await steer(world, 'GET', 'journal')) as unknown as { readonly entries: readonly Entry[] };
  expect(entries).toEqual([expect.objectContaining({ id: open?.data.id, state: 'open' })]);
  expect(entries[0]).not.toHaveProperty('status');
  call.end(body);
  expect(await answered).toBe(200);
  expect((await live.until(2))[1]).toMatchObject({
    event: 'ended',
    id: open?.data.id,
    data: { operation: 'CreateRepo' },
  });
  live.stop();
});
