import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Coverage, FaultEffect, Mock, World } from 'platform-mock';
import { repo, statusOf } from './calls.ts';
import { deliveryTests } from './deliveries.ts';
import type { Library } from './library.ts';
import { reachedMocks } from './reached-mocks.ts';

/** A mock does the same however it is reached. */
export const worldTests = (library: Library): void => {
  for (const [how, reach] of reachedMocks(library)) {
    describe(`a mock that is reached ${how}`, () => {
      let reached: Mock;
      let stop: () => Promise<void>;
      before(async () => {
        [reached, stop] = await reach();
      });
      after(() => stop());
      const mock = () => reached;
      testsOf(library, mock);
      deliveryTests(mock);
    });
  }
};

const testsOf = ({ MockError }: Library, mock: () => Mock): void => {
  test('answers in its world default, and knows where it is', async () => {
    const { url, token, orgId } = mock();
    assert.deepEqual(mock().default.env, {
      PLATFORM_API_URL: url,
      PLATFORM_ISSUER: url,
      PLATFORM_ORG_ID: orgId,
      PLATFORM_TOKEN: token,
      PLATFORM_MOCK_WORLD: 'default',
    });
    const request = new Request(`${url}/iam/v2/groups/${orgId}`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal((await mock().fetch(request)).status, 200);
  });

  test('gives each world rows of its own', async () => {
    const [one, other] = await Promise.all([mock().world(), mock().world({ labels: { run: '1' } })]);
    assert.equal(await statusOf(one, ...repo(one, 'checkout')), 200);
    assert.equal(await statusOf(other, ...repo(other, 'checkout')), 200);
    assert.equal(await statusOf(one, ...repo(one, 'checkout')), 409);
    assert.deepEqual(
      (await one.diff()).added.map(({ type, name }) => [type, name]),
      [['repos', 'checkout']],
    );
    await one.reset();
    assert.deepEqual((await one.diff()).added, []);
    await Promise.all([one.end(), other.end(), one.end()]);
    assert.equal(await statusOf(one, '/iam/v2/groups'), 404);
  });

  test('moves the clock of one world', async () => {
    const world = await mock().world({ clock: { mode: 'frozen', now: '2030-01-01T00:00:00Z' } });
    assert.deepEqual(await world.clock.read(), { mode: 'frozen', now: '2030-01-01T00:00:00.000Z', scale: 1 });
    assert.equal((await world.clock.advance('72h1s')).now, '2030-01-04T00:00:01.000Z');
    assert.equal((await world.clock.scale(60)).scale, 60);
    assert.equal((await world.clock.run()).mode, 'real');
    assert.equal((await world.clock.freeze(new Date('2031-01-01T00:00:00Z'))).now, '2031-01-01T00:00:00.000Z');
    assert.equal(await statusOf(world, '/iam/v2/groups'), 200);
    await world.end();
  });

  test('loses the answer of one write, and refuses a fault of no operation', async () => {
    const world = await mock().world();
    await world.faults.set({ match: { operation: 'GetRepo' }, do: { code: 'NOT_FOUND' } });
    const lost: FaultEffect = { code: 'UNAVAILABLE', retryAfter: 2 };
    const rules = await world.faults.once('CreateRepo', lost, { phase: 'after_commit' });
    assert.deepEqual(
      rules.map(({ match }) => match.operation),
      ['GetRepo', 'CreateRepo'],
    );
    const answer = await world.fetch(...repo(world, 'checkout'));
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '2']);
    assert.equal(await statusOf(world, ...repo(world, 'checkout')), 409);
    assert.deepEqual(
      (await world.faults.list()).map(({ hits }) => hits),
      [0, 1],
    );
    const { calls, neverFired } = await world.faults.report();
    assert.deepEqual(
      calls.map(({ operation, attempts }) => [operation, attempts.map(({ status, handled }) => [status, handled])]),
      [
        [
          'CreateRepo',
          [
            ['UNAVAILABLE', 'OK'],
            ['ALREADY_EXISTS', undefined],
          ],
        ],
      ],
    );
    assert.deepEqual(
      neverFired.map(({ match }) => match.operation),
      ['GetRepo'],
    );
    // @ts-expect-error: an unknown operation does not compile, and is refused in JavaScript.
    await assert.rejects(world.faults.once('CreateRepos', lost), /did you mean "CreateRepo"/);
    await world.faults.clear();
    assert.deepEqual(await world.faults.list(), []);
    await world.end();
  });

  test('behaviour Y7, Y8: names the world of any test, and says what happened while it ran', async () => {
    await using world = await mock().world({ test: 'a name is taken once', labels: { ticket: 'SHOP-12' } });
    assert.match(world.id, /^a-name-is-taken-once-[0-9a-f]{8}$/);
    const { labels } = await world.inspect();
    assert.deepEqual(labels, { title: 'a-name-is-taken-once', retry: '0', ticket: 'SHOP-12' });
    await world.fetch('/nowhere');
    await mock().default.fetch('/ping/v2/ping');
    const evidence = await world.evidence();
    assert.match(evidence, /^Refused and failed calls, 1 of 1:\n {2}#1 rest GET \/nowhere 404 NOT_FOUND /);
    assert.match(evidence, /^Calls to the world default while the test ran:\n {2}#\d+ rest Ping by admin 200 OK /m);
    const test = { titles: ['repos', 'a name'], file: 'test/repos.test.js', project: 'api', retry: 1, worker: '2' };
    await using other = await mock().world({ test });
    assert.deepEqual((await other.inspect()).labels, {
      ...{ title: 'repos-a-name', file: 'test-repos.test.js', project: 'api', retry: '1', worker: '2' },
    });
    assert.doesNotMatch(await other.evidence(), /Calls to the world default/);
  });

  test('behaviour J8, J9, J11: awaits, lists and explains what was called, and says what came nearest', async () => {
    await using world = await mock().world();
    const [path, init] = repo(world, 'journaled');
    assert.equal(await statusOf(world, path, init), 200);
    const [made] = await world.journal.expect({ operation: 'CreateRepo', request: { repo: { name: 'journaled' } } });
    assert.deepEqual([made?.code, made?.changes.map(({ change }) => change)], ['OK', ['created']]);
    assert.deepEqual(await world.journal.entry(String(made?.id)), made);
    await assert.rejects(
      world.journal.expect({ operation: 'CreateRepo', status: 409 }, { timeoutMs: 1 }),
      /0 entries matched, of at least 1; the nearest is entry 1, CreateRepo: status is \[200,"OK"\], not 409/,
    );
    await assert.rejects(world.journal.expect({ operation: 'CreateRepo' }, { count: 0 }), {
      reason: 'MOCK_AWAIT_TOO_MANY',
    });
    const viewer = { ...init, headers: { authorization: `Bearer ${await world.token('viewer')}` } };
    assert.equal(await statusOf(world, path, viewer), 403);
    const { entries, cursor } = await world.journal.list({ caller: 'viewer', limit: 1 });
    assert.equal(entries[0]?.id, cursor);
    assert.deepEqual((await world.journal.explain(cursor)).missing, ['repo.create']);
    await world.journal.clear();
    assert.deepEqual((await world.journal.list()).entries, []);
  });

  test('bounds the calls of a world, and shows its changes late, until its clock is moved', async () => {
    const world = await mock().world({ clock: { mode: 'frozen', now: '2030-01-01T00:00:00Z' } });
    const [set] = await world.quota.set({
      requests: 1,
      per: '1m',
      by: 'operation',
      match: { operation: 'ListRepos' },
    });
    assert.deepEqual([set?.requests, set?.windows], [1, []]);
    await world.consistency.set({ authz: { lag: '20s', flap: 2 }, lists: { lag: '1m' } });
    assert.equal(await statusOf(world, ...repo(world, 'late')), 200);
    const target = '/registry/v2/repos?name=late';
    const { totalCount } = (await (await world.fetch(target)).json()) as { readonly totalCount: string };
    assert.deepEqual([totalCount, await statusOf(world, target)], ['0', 429]);
    const [{ refused, windows } = { refused: 0, windows: [] }] = await world.quota.list();
    const resetTime = '2030-01-01T00:01:00.000Z';
    assert.deepEqual([refused, windows], [1, [{ key: 'ListRepos', remaining: 0, resetTime }]]);
    assert.equal((await world.consistency.read()).settledTime, resetTime);
    await world.clock.advance('1m');
    assert.equal(((await (await world.fetch(target)).json()) as { readonly totalCount: string }).totalCount, '1');
    await assert.rejects(world.quota.set({ requests: 0, per: '1m', by: 'world' }), MockError);
    await assert.rejects(world.consistency.set({}), /must have authz or lists/);
    await Promise.all([world.quota.clear(), world.consistency.clear()]);
    assert.deepEqual([await world.quota.list(), await world.consistency.read()], [[], {}]);
    await world.end();
  });

  test('reports the coverage of a world, and of all with those that have ended', async () => {
    const world = await mock().world();
    const headers = { cgclientid: `client of ${world.id}` };
    assert.equal(await statusOf(world, '/ping/v2/ping', { headers }), 200);
    const metIn = ({ operations }: Coverage) =>
      operations
        .filter(({ clients }) => clients.some(({ client }) => client === headers.cgclientid))
        .map(({ operation, neverHandled }) => [operation, neverHandled.some(({ code }) => code === 'OK')]);
    assert.deepEqual(metIn(await world.coverage()), [['Ping', false]]);
    assert.match(await world.coverage('markdown'), /\| Ping \|/);
    await world.end();
    assert.deepEqual(metIn(await mock().coverage()), [['Ping', false]]);
    await assert.rejects(world.coverage(), MockError);
  });

  test('mints tokens for a caller that is denied, and for one that is unknown', async () => {
    const world = await mock().world();
    const as = async (...asked: Parameters<World['token']>) => ({
      headers: { authorization: `Bearer ${await world.token(...asked)}` },
    });
    const [target, init] = repo(world, 'checkout');
    assert.equal(await statusOf(world, target, { ...init, ...(await as('viewer')) }), 403);
    assert.equal(await statusOf(world, target, { ...init, ...(await as('owner', { flaw: 'expired' })) }), 401);
    assert.equal(await statusOf(world, target, { ...init, ...(await as('owner', { ttl: '5m' })) }), 200);
    await world.end();
  });

  test('mints tokens of a third party, which are exchanged for those of the mock', async () => {
    const world = await mock().world();
    const subject = 'repo:example@1001/app@2002:ref:refs/heads/main';
    const { token, issuer } = await world.tokens.upstream({ issuer: 'https://token.actions.example.com', subject });
    assert.equal(issuer, 'https://token.actions.example.com');
    const body = new URLSearchParams({ aud: world.url });
    const asked = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body };
    assert.equal(await statusOf(world, '/sts/exchange', asked), 200);
    await assert.rejects(world.tokens.upstream({ issuer: 'no name', subject }), MockError);
    await world.end();
  });

  test('saves, compares, restores and deletes a state', async () => {
    const world = await mock().world();
    const before = await world.snapshot('before', { note: 'of nothing' });
    assert.deepEqual([before.name, before.note, before.sha256.length], ['before', 'of nothing', 64]);
    await world.fetch(...repo(world, 'checkout'));
    const after = await world.snapshot('after');
    assert.equal((await before.diff('after')).added.length, 1);
    await before.restore();
    assert.deepEqual((await before.diff()).added, []);
    const copy = await mock().world({ from: 'empty' });
    await copy.apply(await after.export(), 'replace');
    assert.equal((await copy.snapshot('copy')).sha256, after.sha256);
    await copy.end();
    await after.delete();
    assert.deepEqual(
      (await world.snapshots()).map(({ name }) => name),
      ['before'],
    );
    await assert.rejects(after.restore(), MockError);
    await world.end();
  });

  test('explains a denied call, lets it through in report, and returns the least role', async () => {
    const world = await mock().world();
    const { authz, orgId } = world;
    const asked = { identity: 'viewer', operation: 'CreateRepo', uid: orgId };
    const denied = await authz.check(asked);
    assert.deepEqual([denied.decision, denied.missing], ['deny', ['repo.create']]);
    assert.ok((await authz.matrix(orgId)).roles.some(({ role }) => role === 'viewer'));
    const as = { headers: { authorization: `Bearer ${await world.token('viewer')}` } };
    const [target, init] = repo(world, 'checkout');
    assert.equal(await authz.mode(), 'enforce');
    assert.equal(await statusOf(world, target, { ...init, ...as }), 403);
    assert.equal(await authz.setMode('report'), 'report');
    assert.equal(await statusOf(world, target, { ...init, ...as }), 200);
    assert.deepEqual(
      (await authz.denied()).denied.map(({ operation, count }) => [operation, count]),
      [['CreateRepo', 1]],
    );
    const { roles } = await authz.used('viewer');
    assert.deepEqual(
      roles.map(({ group, capabilities }) => [group, capabilities]),
      [[orgId, ['repo.create']]],
    );
    assert.match(await authz.used('viewer', 'terraform'), /resource "chainguard_role" "viewer_least"/);
    const fixture = await authz.used('viewer', 'fixture');
    await world.reset();
    assert.equal(await statusOf(world, target, { ...init, ...as }), 403);
    await world.apply(fixture);
    assert.equal(await statusOf(world, target, { ...init, ...as }), 200);
    await assert.rejects(authz.check({ ...asked, operation: 'CreateRep' }), /did you mean "CreateRepo"/);
    await world.end();
  });

  test('applies a fixture, all of it or nothing', async () => {
    const world = await mock().world({ from: 'empty' });
    const { rows, aliases } = await world.apply('groups:\n  - name: acme.test\n    alias: acme\n');
    assert.ok(rows >= 1);
    assert.equal(await statusOf(world, `/iam/v2/groups/${aliases.acme}`), 200);
    assert.ok((await world.apply({ name: 'default' }, 'replace')).rows > 10);
    await assert.rejects(world.apply('groups:\n  - nam: x\n'), /nam/);
    await world.end();
  });

  test('begins a world with a fixture of one’s own, and names the files where there is none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fixtures-'));
    try {
      await writeFile(join(folder, 'hierarchy.yml'), 'groups: [{ name: own.test, repos: [{ name: of-my-own }] }]');
      for (const from of ['fixture:hierarchy', 'fixture:hierarchy.yml'] as const) {
        await using world = await mock().world({ from, folders: ['/nowhere', folder] });
        const answer = await world.fetch('/registry/v2/repos');
        const { repos } = (await answer.json()) as { readonly repos: readonly { readonly name: string }[] };
        assert.deepEqual(
          repos.map(({ name }) => name),
          ['of-my-own'],
        );
      }
      await using shipped = await mock().world({ from: 'fixture:hierarchy' });
      assert.equal(await statusOf(shipped, '/registry/v2/repos?name=of-my-own'), 200);
      assert.notEqual((await shipped.snapshot('shipped')).rows.repos, 1);
      await assert.rejects(mock().world({ from: 'fixture:gone', folders: [folder] }), (error: unknown) => {
        assert.ok(error instanceof MockError);
        const files = ['yaml', 'yml', 'json'].map((ending) => join(folder, `gone.${ending}`)).join(', ');
        assert.match(error.message, /no shipped fixture is named "gone": those that are shipped are default, /);
        assert.ok(error.message.endsWith(`; and there is no file ${files}`), error.message);
        return true;
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  for (const [what, options, reason] of [
    ['a name that is taken', { name: 'taken' }, 'ALREADY_EXISTS'],
    ['a beginning that is not there', { from: 'world:gone' }, 'MOCK_WORLD_NOT_FOUND'],
    ['a label that is none', { labels: { 'a b': 'c' } }, 'INVALID_ARGUMENT'],
  ] as const) {
    test(`refuses a world of ${what}`, async () => {
      const taken = await mock().world({ name: 'taken' });
      await assert.rejects(mock().world(options), (error: unknown) => {
        assert.ok(error instanceof MockError);
        assert.deepEqual([error.reason, error.name], [reason, 'MockError']);
        assert.match(error.message, /^POST \/_mock\/v1\/worlds: 4\d\d /);
        return true;
      });
      await taken.end();
    });
  }
};
