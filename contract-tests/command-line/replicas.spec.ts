import { namesOf, ok, rowsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { inWorld, OPEN, test } from '../support/database.ts';
import { mintToken, steer } from '../support/mock.ts';
import { type OwnServer, runCommand } from '../support/own-server.ts';
import { faulty } from '../support/steered.ts';
import { expect } from '../support/test.ts';

const REPOS = '/registry/v2/repos?page_size=1';

const countOf = async ({ api }: OwnServer): Promise<number> =>
  Number((await api.read('/registry/v2/repos')).totalCount);

/** The ids of the worlds, as a server lists them. */
const worldsOf = async ({ api }: OwnServer): Promise<readonly string[]> =>
  (ok(await steer(api, 'GET', 'worlds')).worlds as readonly { readonly id: string }[]).map(({ id }) => id);

test.describe('31.8: several servers on one database @mock', () => {
  test('a write at one is read at the other at once @whole', async ({ replicatedWorld: { callers, orgId } }) => {
    for (let nth = 0; nth < 30; nth += 1) {
      const [one, other] = nth % 2 === 0 ? callers : [callers[1], callers[0]];
      const { uid } = ok(await one.post(`/registry/v2/repos/${orgId}`, { name: `n${nth}` }));
      expect((await other.read(`/registry/v2/repos/${uid}`)).name).toBe(`n${nth}`);
      if (nth % 3 === 0) ok(await other.delete(`/registry/v2/repos/${uid}`));
      if (nth % 3 === 0) expect((await one.get(`/registry/v2/repos/${uid}`)).status).toBe(404);
    }
  });

  test('of equal creates at both at once one succeeds @whole', async ({ replicatedWorld: { callers, orgId } }) => {
    for (const name of ['a', 'b', 'c']) {
      const sent = [...callers, ...callers].map((api) => api.post(`/registry/v2/repos/${orgId}`, { name }));
      expect((await Promise.all(sent)).map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    }
  });

  test('what a test sets at one holds at the other, and is counted once', async ({ replicatedWorld: { callers } }) => {
    const [first, second] = callers;
    ok(await steer(first, 'PUT', 'clock', { mode: 'frozen', now: '2099-01-01T00:00:00Z' }));
    expect(ok(await steer(second, 'GET', 'clock')).now).toBe('2099-01-01T00:00:00.000Z');
    ok(await steer(second, 'POST', 'clock:advance', { by: '1h' }));
    expect(ok(await steer(first, 'GET', 'clock')).now).toBe('2099-01-01T01:00:00.000Z');
    const match = { operation: 'ListRepos' };
    ok(await steer(first, 'PUT', 'faults', [{ match, do: { code: 'UNAVAILABLE' }, times: 2 }]));
    const faced = callers.map((api) => faulty(api));
    const statuses: number[] = [];
    for (const caller of [...faced, ...faced]) statuses.push((await caller.get(REPOS)).status);
    expect(statuses).toEqual([503, 503, 200, 200]);
    ok(await steer(second, 'PUT', 'quota', { requests: 3, per: '1h', by: 'world', match }));
    const counted: number[] = [];
    for (const caller of [...faced, ...faced]) counted.push((await caller.get(REPOS)).status);
    expect(counted).toEqual([200, 200, 200, 429]);
    ok(await steer(first, 'POST', 'reset'));
    expect(ok(await steer(second, 'GET', 'clock')).mode).toBe('real');
    expect(ok(await steer(second, 'GET', 'quota')).quota).toEqual([]);
  });

  test('31.19: without a journal a call is answered after its try is stored @whole', async ({
    postgres,
    database,
    serve,
  }) => {
    const { api } = await serve('--journal', 'off');
    const heldLocks = async (): Promise<number> => {
      const text = "SELECT count(*)::int AS held FROM pg_locks WHERE mode = 'ShareRowExclusiveLock' AND granted";
      return Number((await postgres.query(database, text))[0]?.held);
    };
    ok(await steer(api, 'PUT', 'faults', [{ match: { operation: 'ListRepos', attempt: 2 }, do: { code: 'ABORTED' } }]));
    const lock = 'LOCK TABLE platform_mock.note IN SHARE ROW EXCLUSIVE MODE';
    const locked = postgres.query(database, `DO $$ BEGIN ${lock}; PERFORM pg_sleep(0.6); END $$`);
    await expect.poll(heldLocks, { intervals: [10] }).toBe(1);
    expect((await faulty(api).get(REPOS)).status).toBe(200);
    expect(await heldLocks()).toBe(0);
    await locked;
    expect((await faulty(api).get(REPOS)).status).toBe(409);
  });

  test('31.19: a second try is one at any server, and each reports all tries and what rules have done', async ({
    replicatedWorld: { callers, orgId },
  }) => {
    const [first, second] = callers;
    const [sent, again] = callers.map(faulty) as [Api, Api];
    const rules = [
      { match: { operation: 'CreateRepo', attempt: 2 }, do: { code: 'UNAVAILABLE' } },
      { match: { operation: 'DeleteRepo' }, preset: 'deleted_between' },
    ];
    ok(await steer(first, 'PUT', 'faults', rules));
    const path = `/registry/v2/repos/${orgId}`;
    const { uid } = ok(await sent.post(path, { name: 'tried' }));
    const tries = [await again.post(path, { name: 'tried' }), await sent.post(path, { name: 'tried' })];
    expect(tries.map(({ status }) => status)).toEqual([503, 409]);
    expect((await again.delete(`/registry/v2/repos/${uid}`)).status).toBe(404);
    const [report, same] = await Promise.all(callers.map(async (api) => ok(await steer(api, 'GET', 'faults:report'))));
    expect(same).toEqual(report);
    expect(report?.calls).toMatchObject([
      {
        operation: 'CreateRepo',
        attempts: [{ status: 'OK' }, { status: 'UNAVAILABLE' }, { status: 'ALREADY_EXISTS' }],
      },
      { operation: 'DeleteRepo', attempts: [{ status: 'NOT_FOUND' }] },
    ]);
    expect(report?.faults).toMatchObject([
      { hits: 1, calls: ['2'], changes: [] },
      { hits: 1, calls: ['4'], changes: [{ change: 'deleted', uid }] },
    ]);
    ok(await steer(second, 'PUT', 'faults', []));
    expect(ok(await steer(first, 'GET', 'faults:report')).calls).toEqual([]);
  });

  test('31.19: a call that one server holds goes on when another drops its rule, or all', async ({
    replicatedWorld: { callers },
  }) => {
    const [first, second] = callers;
    for (const drop of ['faults/0', 'faults']) {
      ok(await steer(first, 'PUT', 'faults', [{ match: { operation: 'ListRepos' }, do: { hang: true } }]));
      const held = first.get(REPOS);
      await expect.poll(async () => ok(await steer(second, 'GET', 'faults')).faults).toMatchObject([{ hits: 1 }]);
      ok(await steer(second, 'DELETE', drop));
      expect((await held).status).toBe(200);
    }
  });

  test('31.19: what one server has changed is seen late at each, as a lag has it', async ({
    replicatedWorld: { callers, orgId },
  }) => {
    const [first, second] = callers;
    const seenBy = async (api: Api) => (await api.read('/registry/v2/repos?name=late')).totalCount;
    ok(await steer(first, 'PUT', 'clock', { mode: 'frozen' }));
    ok(await steer(first, 'PUT', 'consistency', { lists: { lag: '2s' } }));
    ok(await second.post(`/registry/v2/repos/${orgId}`, { name: 'late' }));
    const settled = callers.map(async (api) => ok(await steer(api, 'GET', 'consistency')).settledTime);
    expect(new Set(await Promise.all(settled)).size).toBe(1);
    expect([await seenBy(first), await seenBy(second)]).toEqual(['0', '0']);
    ok(await steer(second, 'POST', 'clock:advance', { by: '2s' }));
    expect([await seenBy(first), await seenBy(second)]).toEqual(['1', '1']);
  });

  test('tokens of one are good at the other, also those of keys that were rotated there @whole', async ({
    replicas,
  }) => {
    const [first, second] = replicas;
    ok(await steer(first.api, 'PUT', 'clock', { mode: 'frozen' }));
    ok(await steer(first.api, 'POST', 'keys:rotate'));
    const tokens = [await mintToken(first.api, 'viewer'), await mintToken(second.api, 'viewer')];
    const ids = tokens.map((token) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti);
    expect(new Set(ids).size).toBe(2);
    for (const { api } of replicas)
      for (const token of tokens) expect((await api.as(token).get('/iam/v2/groups')).status).toBe(200);
  });

  test('a later start applies no fixture, and of several at once one does @whole', async ({ replica }) => {
    const first = await replica();
    ok(await first.api.post(`/registry/v2/repos/${first.ready.orgId}`, { name: 'more' }));
    const others = await Promise.all([replica(), replica()]);
    for (const server of [first, ...others]) expect(await countOf(server)).toBe(13);
  });

  test('servers that begin on an empty database at once apply the fixture once @whole', async ({
    database,
    postgres,
    serve,
  }) => {
    const words = ['exec', '--database', database, '--public-url', 'http://mock.test', ...OPEN, '--', 'true'];
    const ended = await Promise.all([1, 2, 3].map(() => runCommand(words)));
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual([1, 2, 3].map(() => [0, '']));
    expect(await postgres.query(database, 'SELECT count(*)::int AS entries FROM platform_mock.entry')).toEqual([
      { entries: 1 },
    ]);
    expect(await countOf(await serve())).toBe(12);
  });

  const OTHERS: readonly (readonly [flags: readonly string[], names: string])[] = [
    [['--profile', 'published'], '--profile'],
    [['--fixture', 'hierarchy'], '--fixture'],
    [['--public-url', 'http://elsewhere.test'], '--public-url'],
    [['--max-worlds', '3', '--service-domain', 'other.test'], '--max-worlds, --service-domain'],
    [['--control-token', 'word'], '--control-token'],
    [['--journal', 'off'], '--journal'],
    [['--signing-key', 'new'], '--signing-key'],
  ];
  for (const [others, names] of OTHERS) {
    test(`one with another ${names} is refused, and the others go on @whole`, async ({ database, flags, replica }) => {
      const first = await replica();
      const url = ['--public-url', first.ready.url];
      const words = ['serve', '--port', '0', '--database', database, ...url, ...flags, ...others];
      const { code, stdout, stderr } = await runCommand(words);
      expect([code, stdout]).toEqual([1, '']);
      const said = `other mocks use the database with other options (${names}): give all of them the same`;
      expect(stderr).toBe(`platform-mock: ${said}\n`);
      expect((await first.api.get(REPOS)).status).toBe(200);
    });
  }

  test('31.16: one of a release that has an option more is refused only where it is set @whole', async ({
    database,
    flags,
    postgres,
    replica,
  }) => {
    const first = await replica();
    const forget = "UPDATE platform_mock.mock SET options = (options::jsonb - '--require-world')::text";
    await postgres.query(database, forget);
    expect(await countOf(await replica())).toBe(12);
    const words = ['--port', '0', '--database', database, '--public-url', first.ready.url, ...flags, '--require-world'];
    const { code, stderr } = await runCommand(['serve', ...words]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('with other options (--require-world): ')]);
  });

  test('one whose connection was cut returns, and refuses calls where others answer differently by then @whole', async ({
    database,
    postgres,
    replica,
  }) => {
    const { api } = await replica();
    const caller = faulty(api);
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    await postgres.query(database, cut);
    await expect.poll(async () => (await caller.get(REPOS)).status).toBe(200);
    await postgres.query(database, "UPDATE platform_mock.mock SET options = '{}'");
    await postgres.query(database, cut);
    await expect
      .poll(async () => (await caller.get(REPOS)).body.message)
      .toBe('Unavailable: the database has been taken over');
  });

  test('a world that one makes is there at the other, with its labels, and ends at both @whole', async ({
    replicas,
  }) => {
    const [first, second] = replicas;
    const path = `/registry/v2/repos/${first.ready.orgId}`;
    ok(await steer(first.api, 'POST', 'worlds', { name: 'b', labels: { run: '1' } }));
    ok(await steer(second.api, 'POST', 'worlds', { name: 'a', from: 'world:b' }));
    for (const server of replicas) expect(await worldsOf(server)).toEqual(['default', 'b', 'a']);
    ok(await inWorld(second, 'b').post(path, { name: 'here' }));
    expect((await inWorld(first, 'b').read('/registry/v2/repos')).totalCount).toBe('13');
    ok(await steer(second.api, 'PATCH', 'worlds/b', { labels: { team: 'x' } }));
    expect(ok(await steer(first.api, 'GET', 'worlds/b')).labels).toEqual({ run: '1', team: 'x' });
    expect((await steer(second.api, 'POST', 'worlds', { name: 'b' })).status).toBe(409);
    ok(await steer(second.api, 'DELETE', 'worlds/b'));
    for (const server of replicas) {
      const gone = await inWorld(server, 'b').get(REPOS);
      expect([gone.status, gone.body.message]).toEqual([404, 'Not found: world "b" has ended']);
      expect(await worldsOf(server)).toEqual(['default', 'a']);
    }
    ok(await steer(second.api, 'POST', 'worlds', { name: 'b', from: 'empty' }));
    expect(ok(await steer(first.api, 'GET', 'worlds/b')).from).toBe('empty');
  });

  test('labels that two servers change at the same time are all there at both, those of `default`, too @whole', async ({
    replicas,
  }) => {
    ok(await steer(replicas[0].api, 'POST', 'worlds', { name: 'b', labels: { made: '1', gone: '1' } }));
    for (const [id, made] of [
      ['b', { made: '1' }],
      ['default', {}],
    ] as const) {
      const keys = Array.from({ length: 12 }, (_, nth) => `key-${nth}`);
      const label = (labels: object, nth: number) =>
        steer((replicas[nth % 2] as OwnServer).api, 'PATCH', `worlds/${id}`, { labels });
      await label({ gone: null }, 1);
      for (const answer of await Promise.all(keys.map((key, nth) => label({ [key]: String(nth) }, nth)))) ok(answer);
      const labels = { ...made, ...Object.fromEntries(keys.map((key, nth) => [key, String(nth)])) };
      for (const { api } of replicas) {
        expect(ok(await steer(api, 'GET', `worlds/${id}`)).labels).toEqual(labels);
        const { worlds } = ok(await steer(api, 'GET', 'worlds?label=key-11:11'));
        expect(worlds).toContainEqual(expect.objectContaining({ id, labels }));
      }
    }
  });

  test('a world that is made anew elsewhere under its name goes on, also where the first has expired @whole', async ({
    replicas,
  }) => {
    const [first, second] = replicas;
    for (const name of ['again', 'short']) {
      ok(
        await steer(first.api, 'POST', 'worlds', {
          name,
          labels: { nth: '1' },
          ...(name === 'short' && { ttl: '1s' }),
        }),
      );
      ok(await steer(second.api, 'GET', `worlds/${name}`));
    }
    ok(await steer(second.api, 'DELETE', 'worlds/again'));
    await expect.poll(async () => (await steer(second.api, 'GET', 'worlds/short')).status).toBe(404);
    for (const name of ['again', 'short'])
      ok(await steer(second.api, 'POST', 'worlds', { name, labels: { nth: '2' } }));
    for (const server of [first, second, first]) {
      for (const name of ['again', 'short']) {
        expect(ok(await steer(server.api, 'GET', `worlds/${name}`)).labels).toEqual({ nth: '2' });
      }
    }
  });

  test('there are as many worlds as the flag says, wherever they are made @whole', async ({ replica }) => {
    const [first, second] = [await replica('--max-worlds', '2'), await replica('--max-worlds', '2')];
    ok(await steer(first.api, 'POST', 'worlds', { name: 'one' }));
    ok(await steer(second.api, 'POST', 'worlds', { name: 'two' }));
    const third = await steer(first.api, 'POST', 'worlds', {});
    expect(third.status).toBe(429);
    expect(String(third.body.message)).toContain('"one"');
  });

  test('W5: of worlds that are asked for at all at once there are as many as the flag says @whole', async ({
    replica,
  }) => {
    const flags = ['--max-worlds', '4'];
    const servers = [await replica(...flags), await replica(...flags), await replica(...flags)];
    const ask = (name: string) =>
      servers.map((server, nth) => steer(server.api, 'POST', 'worlds', { name: name + nth }));
    const answers = await Promise.all(['a', 'b', 'c', 'd'].flatMap(ask));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 429));
    for (const { body } of refused) expect(JSON.stringify(body.details)).toContain('"MOCK_TOO_MANY_WORLDS"');
    const made = answers.flatMap(({ status, body }) => (status === 200 ? [String(body.id)] : []));
    for (const server of servers) expect((await worldsOf(server)).toSorted()).toEqual(['default', ...made].toSorted());
    ok(await steer((servers[2] as OwnServer).api, 'DELETE', `worlds/${made[0]}`));
    const again = await Promise.all(ask('again'));
    expect(again.map(({ status }) => status).toSorted()).toEqual([200, 429, 429]);
    const [short] = again.flatMap(({ status, body }) => (status === 200 ? [String(body.id)] : []));
    ok(await steer((servers[0] as OwnServer).api, 'DELETE', `worlds/${short}`));
    ok(await steer((servers[0] as OwnServer).api, 'POST', 'worlds', { name: 'short', ttl: '1s' }));
    const [, , third] = servers as readonly OwnServer[];
    await expect
      .poll(async () => (await steer((third as OwnServer).api, 'POST', 'worlds', { name: 'next' })).status)
      .toBe(200);
  });

  test('snapshots of one are those of the other, and so is the beginning @whole', async ({ replicas }) => {
    const [first, second] = replicas;
    const path = `/registry/v2/repos/${first.ready.orgId}`;
    ok(await steer(first.api, 'PUT', 'snapshots/s'));
    ok(await second.api.post(path, { name: 'later' }));
    expect(JSON.stringify(ok(await steer(second.api, 'GET', 'worlds/default:diff')).added)).toContain('"later"');
    ok(await steer(second.api, 'POST', 'snapshots/s:restore'));
    expect(await countOf(first)).toBe(12);
    ok(await steer(second.api, 'POST', 'worlds', { name: 'w', from: 'snapshot:s' }));
    ok(await steer(second.api, 'DELETE', 'snapshots/s'));
    expect(ok(await steer(first.api, 'GET', 'snapshots')).snapshots).toEqual([]);
    ok(await inWorld(first, 'w').post(path, { name: 'in-w' }));
    ok(await steer(first.api, 'POST', 'reset', { world: 'w' }));
    expect((await inWorld(second, 'w').read('/registry/v2/repos')).totalCount).toBe('12');
    ok(await first.api.post(path, { name: 'again' }));
    ok(await steer(second.api, 'POST', 'reset'));
    expect(await countOf(first)).toBe(12);
  });

  test('one that is killed or stopped holds up no other, and what it has answered is there', async ({ replicas }) => {
    const [first, second] = replicas;
    const path = `/registry/v2/repos/${first.ready.orgId}`;
    const { uid } = ok(await first.api.post(path, { name: 'last' }));
    first.process.kill('SIGSTOP');
    expect((await second.api.post(path, { name: 'beside' })).status).toBe(200);
    first.process.kill('SIGCONT');
    await first.stop('SIGKILL');
    expect((await second.api.read(`/registry/v2/repos/${uid}`)).name).toBe('last');
    const list = `/registry/v2/repos?uidp.children_of=${second.ready.orgId}&page_size=200`;
    expect(namesOf(rowsOf(await second.api.read(list), 'repos'))).toContain('beside');
  });
});
