import { ok } from '../support/answer.ts';
import { inWorld, OPEN, test } from '../support/database.ts';
import { mintToken, steer } from '../support/mock.ts';
import { commandLine, type OwnServer, runCommand } from '../support/own-server.ts';
import { faulty } from '../support/steered.ts';
import { expect } from '../support/test.ts';

const REPOS = '/registry/v2/repos?page_size=1';

const countOf = async ({ api }: OwnServer): Promise<number> =>
  Number((await api.read('/registry/v2/repos')).totalCount);

/** The ids of the worlds, as a server lists them. */
const worldsOf = async ({ api }: OwnServer): Promise<readonly string[]> =>
  (ok(await steer(api, 'GET', 'worlds')).worlds as readonly { readonly id: string }[]).map(({ id }) => id);

/** The flags with others in the place of the flags of the same names. */
const replaced = (flags: readonly string[], others: readonly string[]): readonly string[] => [
  ...flags.filter((word, at) => !others.includes((word.startsWith('--') ? word : flags[at - 1]) ?? '')),
  ...others,
];

test.describe('31.2: several servers on one database @mock', () => {
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

  test('a setting of a test at one holds at the other, and is counted once', async ({
    replicatedWorld: { callers },
  }) => {
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

  test('servers that begin on an empty database at once apply the fixture once @whole', async ({ database, serve }) => {
    const words = ['exec', '--database', database, '--public-url', 'http://mock.test', ...OPEN, '--', 'true'];
    const ended = await Promise.all([1, 2, 3].map(() => runCommand(words)));
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
    // Each ends as soon as it has begun: another may have lost its owner by that.
    for (const { stderr } of ended) expect(stderr).not.toContain('"level":50');
    expect(await countOf(await serve())).toBe(12);
  });

  test('one starts beside an owner whose public URL is of another machine', async ({ database }) => {
    const exec = ['exec', '--database', database, ...OPEN, '--public-url', 'https://mock.example.com', '--'];
    const { code, stderr } = await runCommand([...exec, ...commandLine(...exec, 'true').flat()]);
    expect(code, stderr).toBe(0);
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
    test(`31.5: one with another ${names} is refused, and the others go on @whole`, async ({
      database,
      flags,
      replica,
    }) => {
      const first = await replica();
      const url = ['--public-url', first.ready.url];
      const words = replaced(['--port', '0', '--database', database, ...url, ...flags], others);
      const { code, stdout, stderr } = await runCommand(['serve', ...words]);
      expect([code, stdout]).toEqual([1, '']);
      const said = `other mocks use the database with other options (${names}): give all of them the same`;
      expect(stderr).toBe(`platform-mock: ${said}\n`);
      expect((await first.api.get(REPOS)).status).toBe(200);
    });
  }

  test('31.5: one of a release that has an option more is refused only where it is set @whole', async ({
    database,
    flags,
    postgres,
    replica,
  }) => {
    const first = await replica();
    const forget = "UPDATE platform_mock.owner SET options = (options::jsonb - '--require-world')::text";
    await postgres.query(database, forget);
    expect(await countOf(await replica())).toBe(12);
    const words = ['--port', '0', '--database', database, '--public-url', first.ready.url, ...flags, '--require-world'];
    const { code, stderr } = await runCommand(['serve', ...words]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('with other options (--require-world): ')]);
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
});
