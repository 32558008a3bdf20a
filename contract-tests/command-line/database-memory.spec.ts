import { ok } from '../support/answer.ts';
import { inWorld, test } from '../support/database.ts';
import { steer } from '../support/mock.ts';
import type { OwnServer } from '../support/own-server.ts';
import { databaseMetrics } from '../support/prometheus.ts';
import { followStream } from '../support/server-sent-events.ts';
import { faulty } from '../support/steered.ts';
import { expect } from '../support/test.ts';

/** The flag of a server that lets go of each world as soon as nobody is in it. */
const SMALL = ['--world-memory', '1KB'];

const inMemory = async ({ api }: OwnServer): Promise<number | undefined> =>
  (await databaseMetrics(api)).worlds_in_memory;

const forgottenBy = async ({ api }: OwnServer): Promise<number> =>
  (await databaseMetrics(api)).worlds_forgotten_total ?? Number.NaN;

/** Resolves once a world is used at a server and let go again, and all others that may go, too. */
const useAnother = async (server: OwnServer, id: string): Promise<void> => {
  const before = await forgottenBy(server);
  ok(await steer(server.api, 'GET', `worlds/${id}`));
  await expect.poll(() => forgottenBy(server)).toBeGreaterThan(before);
};

const make = async ({ api }: OwnServer, name: string, more: object = {}) =>
  ok(await steer(api, 'POST', 'worlds', { name, ...more })) as { readonly token: string };

/** What a test can read of a world. */
const READ = [
  ...['snapshots', 'clock', 'clock/timers', 'faults', 'quota', 'consistency', 'authz', 'journal', 'events'],
  ...['events:plan', 'deliveries', 'sink/own', 'sink/unused', 'coverage', 'info'],
];

test.describe('31.18: the worlds in memory of a server on a database @mock', () => {
  test('W19: a world that is let go after each call comes back with all of its parts, as one that stays has them', async ({
    replica,
  }) => {
    const [small, large] = [await replica(...SMALL), await replica()];
    const { token } = await make(small, 'w', { clock: { mode: 'frozen' }, labels: { run: '1' } });
    const [world, other] = [inWorld(small, 'w', token), inWorld(large, 'w', token)];
    ok(await steer(world, 'PUT', 'snapshots/before'));
    ok(await steer(world, 'POST', 'clock:advance', { by: '1h' }));
    ok(await steer(world, 'PUT', 'sink/unused', { answers: [{ status: 500 }] }));
    ok(await world.post(`/events/v2/subscriptions/${small.ready.orgId}`, { sink: 'sink://own' }));
    const repo = ok(await world.post(`/registry/v2/repos/${small.ready.orgId}`, { name: 'kept' }));
    const [once, retry] = ['ListGroups', 'ListRoles'].map((operation) => ({
      match: { operation },
      do: { code: 'UNAVAILABLE' },
    }));
    ok(
      await steer(world, 'PUT', 'faults', [
        { ...once, times: 1 },
        { ...retry, match: { ...retry?.match, attempt: 2 } },
      ]),
    );
    const statuses: number[] = [];
    for (const path of ['groups', 'groups', 'roles', 'roles', 'roles']) {
      statuses.push((await faulty(world).get(`/iam/v2/${path}`)).status);
    }
    expect(statuses).toEqual([503, 200, 200, 503, 200]);
    ok(await steer(world, 'PUT', 'quota', { requests: 100_000, per: '1h', by: 'world' }));
    ok(await steer(world, 'PUT', 'authz', { mode: 'report' }));
    const page = await world.read('/registry/v2/repos?page_size=2');
    await expect.poll(() => inMemory(small)).toBe(1);
    for (const path of READ) {
      const [answer, stayed] = [await steer(world, 'GET', path), await steer(other, 'GET', path)];
      const { localUrl: _, controlCalls: __, ...facts } = ok(answer);
      expect(facts, path).toEqual(Object.fromEntries(Object.entries(ok(stayed)).filter(([name]) => name in facts)));
    }
    expect((await world.read(`/registry/v2/repos/${repo.uid}`)).name).toBe('kept');
    const next = await world.read(`/registry/v2/repos?page_size=2&page_token=${page.nextPageToken}`);
    expect(next.repos).toEqual(
      (await other.read(`/registry/v2/repos?page_size=2&page_token=${page.nextPageToken}`)).repos,
    );
    // Tokens of a clock that stands still differ all the same.
    const minted = [0, 1].map(() => steer(world, 'POST', 'tokens', { identity: 'admin' }));
    const tokens = (await Promise.all(minted)).map((answer) => ok(answer).token);
    ok(await steer(world, 'GET', 'clock'));
    tokens.push(ok(await steer(world, 'POST', 'tokens', { identity: 'admin' })).token);
    expect(new Set(tokens).size).toBe(3);
    ok(await steer(world, 'POST', 'snapshots/before:restore'));
    expect((await world.get(`/registry/v2/repos/${repo.uid}`)).status).toBe(404);
    expect(ok(await steer(small.api, 'GET', 'worlds/w')).labels).toEqual({ run: '1' });
    await expect.poll(() => inMemory(small)).toBe(1);
    expect(await forgottenBy(large)).toBe(0);
  });

  test('one stays as long as somebody waits in it, follows it, or has its events to deliver', async ({ replica }) => {
    const small = await replica(...SMALL);
    for (const name of ['w', 'other']) await make(small, name);
    const world = inWorld(small, 'w');
    const waited = steer(world, 'POST', 'journal:await', { match: { operation: 'ListRoles' }, timeoutMs: 60_000 });
    await expect.poll(() => inMemory(small)).toBe(2);
    await useAnother(small, 'other');
    expect(await inMemory(small)).toBe(2);
    ok(await world.get('/iam/v2/roles'));
    expect((await waited).status).toBe(200);
    await useAnother(small, 'other');
    await expect.poll(() => inMemory(small)).toBe(1);
    ok(await steer(world, 'PUT', 'events:plan', { mode: 'collect' }));
    ok(await world.post(`/events/v2/subscriptions/${small.ready.orgId}`, { sink: 'sink://own' }));
    ok(await world.post(`/registry/v2/repos/${small.ready.orgId}`, { name: 'to-deliver' }));
    await useAnother(small, 'other');
    expect(await inMemory(small)).toBe(2);
    ok(await steer(world, 'PUT', 'events:plan', {}));
    await expect.poll(async () => (ok(await steer(world, 'GET', 'sink/own')).received as unknown[]).length).toBe(1);
    await useAnother(small, 'other');
    await expect.poll(() => inMemory(small)).toBe(1);
  });

  test('31.19: what is seen late is so in a world that was let go meanwhile', async ({ replica }) => {
    const small = await replica(...SMALL);
    for (const name of ['w', 'other']) await make(small, name, { clock: { mode: 'frozen' } });
    const world = inWorld(small, 'w');
    const count = async () => (await world.read('/registry/v2/repos?name=late')).totalCount;
    ok(await steer(world, 'PUT', 'consistency', { lists: { lag: '2s' } }));
    ok(await world.post(`/registry/v2/repos/${small.ready.orgId}`, { name: 'late' }));
    await useAnother(small, 'other');
    await expect.poll(() => inMemory(small)).toBe(1);
    expect(await count()).toBe('0');
    ok(await steer(world, 'POST', 'clock:advance', { by: '2s' }));
    expect(await count()).toBe('1');
  });

  test('J12, K12: what is asked of all worlds counts and numbers nothing twice @whole', async ({ replica }) => {
    const [small, other] = [await replica(...SMALL), await replica()];
    for (const name of ['a', 'b']) await make(small, name);
    const path = '/registry/v2/repos';
    for (const name of ['a', 'b', 'a']) ok(await inWorld(small, name).get(path));
    const all = async (query = '') => ok(await steer(small.api, 'GET', `journal?world=*&operation=ListRepos${query}`));
    const first = await all();
    const worlds = ({ entries }: typeof first) =>
      (entries as { readonly world: string }[]).map(({ world }) => world).toSorted();
    expect(worlds(first)).toEqual(['a', 'a', 'b']);
    const numbers = ({ entries }: typeof first) =>
      (entries as { readonly world: string; readonly number: string }[]).map(({ world, number }) => [world, number]);
    expect(await all()).toEqual(first);
    expect((await all(`&since=${first.cursor}`)).entries).toEqual([]);
    ok(await inWorld(other, 'b').get(path));
    const then = await all(`&since=${first.cursor}`);
    expect(worlds(then)).toEqual(['b']);
    expect(numbers(await all())).toEqual([...numbers(then), ...numbers(first)]);
    const covered = ok(await steer(small.api, 'GET', 'coverage?world=*')).operations as {
      readonly operation: string;
      readonly clients: readonly { readonly answers: readonly { readonly count: number }[] }[];
    }[];
    const counts = covered
      .find(({ operation }) => operation === 'ListRepos')
      ?.clients.flatMap(({ answers }) => answers);
    expect(counts?.map(({ count }) => count)).toEqual([4]);
    const stream = await followStream<{ readonly world: string }>(
      small.api,
      'journal:stream?world=*&operation=ListTags',
    );
    for (const name of ['a', 'b', 'a']) ok(await inWorld(other, name).get('/registry/v2/tags'));
    // What has been seen is not sent again with what is new.
    expect((await stream.until(3)).map(({ data }) => data.world).toSorted()).toEqual(['a', 'a', 'b']);
    await expect.poll(() => inMemory(small)).toBe(1);
    ok(await inWorld(small, 'b').get('/registry/v2/tags'));
    expect((await stream.until(4)).map(({ data }) => data.world).slice(3)).toEqual(['b']);
    stream.stop();
    await expect.poll(() => inMemory(small)).toBe(1);
  });

  test('J12: what worlds that were let go have dropped is in the sum of all @whole', async ({ replica }) => {
    const small = await replica(...SMALL, '--journal-entries', '2');
    for (const name of ['a', 'b']) {
      await make(small, name);
      for (let nth = 0; nth < 4; nth += 1) ok(await inWorld(small, name).get('/registry/v2/repos'));
    }
    await expect.poll(() => inMemory(small)).toBe(1);
    const all = ok(await steer(small.api, 'GET', 'journal?world=*&operation=ListRepos'));
    expect([all.dropped, (all.entries as readonly unknown[]).length]).toEqual([4, 4]);
    // Those in which nothing has happened since are not read for it.
    expect(ok(await steer(small.api, 'GET', `journal?world=*&since=${all.cursor}`))).toMatchObject({
      dropped: 4,
      entries: [],
    });
  });

  test('worlds are listed, and ended by labels, without a read of those that rest @whole', async ({
    postgres,
    database,
    replica,
  }) => {
    const [first, second] = [await replica(), await replica()];
    const path = `/registry/v2/repos/${first.ready.orgId}`;
    for (const name of ['a', 'b', 'c']) {
      await make(first, name, { labels: { team: name === 'c' ? 'other' : 'one' }, clock: { mode: 'frozen' } });
      ok(await inWorld(first, name).post(path, { name: `in-${name}` }));
    }
    ok(await steer(inWorld(first, 'b'), 'DELETE', 'journal'));
    const shown = ok(await steer(first.api, 'GET', 'worlds?label=team:one')).worlds;
    expect((shown as { readonly journal: number }[]).map(({ journal }) => journal)).toEqual([1, 0]);
    const kept = 'SELECT 1 FROM platform_mock.shown JOIN platform_mock.world USING (born, tag)';
    await expect.poll(async () => (await postgres.query(database, kept)).length).toBe(3);
    // Whoever reads the rows of one from now on fails.
    await postgres.query(database, 'ALTER TABLE platform_mock.line RENAME TO away');
    expect(ok(await steer(second.api, 'GET', 'worlds?label=team:one')).worlds).toEqual(shown);
    expect(ok(await steer(second.api, 'DELETE', 'worlds?label=team:one')).deleted).toEqual(['a', 'b']);
    expect(await inMemory(second)).toBe(1);
    await postgres.query(database, 'ALTER TABLE platform_mock.away RENAME TO line');
    // Each says so of a world that another has ended, and that it has never read.
    const third = await replica();
    for (const server of [first, second, third]) {
      const { status, body } = await steer(server.api, 'GET', 'worlds/a');
      expect([status, body.message]).toEqual([404, 'Not found: world "a" has ended']);
    }
    ok(await inWorld(second, 'c').post(path, { name: 'later' }));
    const { worlds } = ok(await steer(third.api, 'GET', 'worlds'));
    expect((worlds as { readonly rows: { readonly repos: number } }[]).map(({ rows }) => rows.repos)).toEqual([12, 14]);
  });

  test('31.9: the name of a world whose maker was killed is free again while others run @whole', async ({
    postgres,
    database,
    replica,
  }) => {
    const { api } = await replica();
    await make(await replica(), 'whole');
    await postgres.query(
      database,
      `INSERT INTO platform_mock.world (id, line, tag, at_millis, maker)
       SELECT 'half', line, tag, 0, 7 FROM platform_mock.world WHERE id = 'whole';
       INSERT INTO platform_mock.process (id) VALUES (7)`,
    );
    await expect.poll(async () => (await steer(api, 'POST', 'worlds', { name: 'half' })).status).toBe(200);
    expect(await postgres.query(database, 'SELECT 1 FROM platform_mock.process WHERE id = 7')).toEqual([]);
  });

  const MANY = 10_000;
  const MEMORY = 50_000_000;
  test(`${MANY} worlds take no more than ${MEMORY} bytes, and each comes back @whole`, async ({ replica }) => {
    test.setTimeout(600_000);
    const flags = ['--world-memory', `${MEMORY}B`, '--max-worlds', String(MANY)];
    const server = await replica(...flags);
    const path = `/registry/v2/repos/${server.ready.orgId}`;
    const ids = Array.from({ length: MANY }, (_, nth) => `w${nth}`);
    for (const id of ids) {
      await make(server, id);
      ok(await inWorld(server, id).post(path, { name: `in-${id}` }));
    }
    const listed = ok(await steer(server.api, 'GET', 'worlds')).worlds as readonly { readonly id: string }[];
    expect(listed.map(({ id }) => id)).toEqual(['default', ...ids]);
    for (const id of ids) {
      const { repos } = await inWorld(server, id).read('/registry/v2/repos?order_by=createTime%20desc&page_size=1');
      expect((repos as readonly { readonly name: string }[]).map(({ name }) => name)).toEqual([`in-${id}`]);
    }
    await expect.poll(async () => (await databaseMetrics(server.api)).worlds_bytes).toBeLessThanOrEqual(MEMORY);
    const { worlds_in_memory: stayed, worlds_forgotten_total: gone } = await databaseMetrics(server.api);
    expect(stayed).toBeGreaterThan(1);
    expect(gone).toBeGreaterThan(MANY);
  });
});
