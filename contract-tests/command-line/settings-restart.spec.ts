import { join } from 'node:path';
import { type Body, ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectError } from '../support/errors.ts';
import { test as base } from '../support/folder.ts';
import { mintToken, steer } from '../support/mock.ts';
import { faulty } from '../support/steered.ts';
import { expect } from '../support/test.ts';

/** A server with a data file, killed and started again as often as a test wants. */
interface Restartable {
  readonly api: Api;
  readonly orgId: string;
  /** The answer of a route of the control plane. */
  readonly steered: (method: string, path: string, body?: unknown) => Promise<Body>;
  /** Kills the server, unless it is to stop cleanly, and starts it again. */
  readonly again: (signal?: NodeJS.Signals) => Promise<Restartable>;
}

const test = base.extend<{ readonly server: Restartable }>({
  server: async ({ freshServer, folder }, use) => {
    const open = async (): Promise<Restartable> => {
      const { api, ready, stop } = await freshServer('--data', join(folder, 'state.json'), '--delivery-schedule', '0s');
      return {
        // A token without an end, wherever the clock is.
        api: faulty(api.as('admin-token')),
        orgId: ready.orgId,
        steered: async (method, path, body) => ok(await steer(api, method, path, body)),
        again: async (signal = 'SIGKILL') => {
          await stop(signal);
          return open();
        },
      };
    };
    await use(await open());
  },
});

const REPOS = '/registry/v2/repos?page_size=1';

const NOON = '2099-01-01T12:00:00.000Z';
const MINUTE = 60_000;

/** The moment that a clock shows. */
const nowOf = async ({ steered }: Restartable): Promise<number> =>
  Date.parse(String((await steered('GET', 'clock')).now));

const statusesOf = async ({ api }: Restartable, path: string, count: number): Promise<readonly number[]> => {
  const statuses: number[] = [];
  for (let call = 0; call < count; call += 1) statuses.push((await api.get(path)).status);
  return statuses;
};

test.describe('behaviour M17 and M23: the settings of a test are there after kill -9 with --data @mock', () => {
  test('a frozen clock shows its moment, and a reset takes it back to that of the machine @whole', async ({
    server,
  }) => {
    await server.steered('PUT', 'clock', { mode: 'frozen', now: NOON });
    await server.steered('POST', 'clock:advance', { by: '1h' });
    const second = await server.again();
    expect(await second.steered('GET', 'clock')).toEqual({ mode: 'frozen', now: '2099-01-01T13:00:00.000Z', scale: 1 });
    await second.steered('POST', 'reset');
    const third = await second.again();
    expect(await third.steered('GET', 'clock')).toMatchObject({ mode: 'real' });
    expect(Math.abs((await nowOf(third)) - Date.now())).toBeLessThan(MINUTE);
  });

  test('a clock that runs goes on from its moment, in its scale @whole', async ({ server }) => {
    await server.steered('PUT', 'clock', { mode: 'scaled', scale: 1_000, now: NOON });
    const before = await nowOf(server);
    const second = await server.again();
    expect(await second.steered('GET', 'clock')).toMatchObject({ mode: 'scaled', scale: 1_000 });
    expect(await nowOf(second)).toBeGreaterThan(before);
    await second.steered('PUT', 'clock', { mode: 'real', now: '2199-01-01T00:00:00.000Z' });
    const third = await second.again('SIGTERM');
    expect(await third.steered('GET', 'clock')).toMatchObject({ mode: 'real', scale: 1 });
    expect(Math.abs((await nowOf(third)) - Date.parse('2199-01-01T00:00:00.000Z'))).toBeLessThan(10 * MINUTE);
  });

  test('faults act as they would have, by the calls and the hits that they have counted @whole', async ({ server }) => {
    const rules = [
      { match: { operation: 'ListRepos', nth: 3 }, do: { code: 'UNAVAILABLE' } },
      { match: { operation: 'ListGroups' }, do: { code: 'ABORTED' }, times: 2 },
    ];
    await server.steered('PUT', 'faults', rules);
    expect(await statusesOf(server, REPOS, 2)).toEqual([200, 200]);
    expect(await statusesOf(server, '/iam/v2/groups', 1)).toEqual([409]);
    const second = await server.again();
    expect((await second.steered('GET', 'faults')).faults).toMatchObject([
      { ...rules[0], hits: 0 },
      { ...rules[1], hits: 1 },
    ]);
    expect(await statusesOf(second, REPOS, 2)).toEqual([503, 200]);
    expect(await statusesOf(second, '/iam/v2/groups', 2)).toEqual([409, 200]);
    await second.steered('POST', 'faults', [{ match: { operation: 'ListRoles' }, do: { code: 'INTERNAL' } }]);
    const third = await second.again();
    const { faults } = await third.steered('GET', 'faults');
    expect((faults as readonly { hits: number }[]).map(({ hits }) => hits)).toEqual([1, 2, 0]);
    expect(await statusesOf(third, '/iam/v2/roles', 1)).toEqual([500]);
  });

  test('a fault lasts from its first hit on, not from the restart @whole', async ({ server }) => {
    await server.steered('PUT', 'faults', [
      { match: { operation: 'ListRepos' }, do: { code: 'RESOURCE_EXHAUSTED' }, lastsMs: 1 },
    ]);
    expect(await statusesOf(server, REPOS, 1)).toEqual([429]);
    expect(await statusesOf(await server.again(), REPOS, 1)).toEqual([200]);
  });

  test('a quota goes on with its windows and its refusals @whole', async ({ server }) => {
    await server.steered('PUT', 'clock', { mode: 'frozen', now: NOON });
    await server.steered('PUT', 'quota', [
      { requests: 3, per: '1h', by: 'caller', match: { operation: 'ListRepos' } },
      { requests: 5, per: '1h', by: 'world', match: { operation: 'ListRoles' } },
    ]);
    expect(await statusesOf(server, REPOS, 2)).toEqual([200, 200]);
    const before = await server.steered('GET', 'quota');
    const second = await server.again();
    expect(await second.steered('GET', 'quota')).toEqual(before);
    expect(await statusesOf(second, REPOS, 2)).toEqual([200, 429]);
    const third = await second.again();
    expect((await third.steered('GET', 'quota')).quota).toMatchObject([
      { refused: 1, windows: [{ remaining: 0, resetTime: '2099-01-01T13:00:00.000Z' }] },
      { refused: 0, windows: [] },
    ]);
  });

  test('changes are seen as late as before @whole', async ({ server }) => {
    await server.steered('PUT', 'clock', { mode: 'frozen', now: NOON });
    const lag = { authz: { lag: '30s', flap: 3 }, lists: { lag: '10s' } };
    await server.steered('PUT', 'consistency', lag);
    const second = await server.again();
    expect(await second.steered('GET', 'consistency')).toEqual(lag);
    ok(await second.api.post(`/registry/v2/repos/${second.orgId}`, { name: 'late' }));
    const listed = async () => (await second.api.read('/registry/v2/repos?name=late')).repos;
    expect(await listed()).toEqual([]);
    await second.steered('POST', 'clock:advance', { by: '10s' });
    expect(await listed()).toMatchObject([{ name: 'late' }]);
  });

  test('callers who lack a capability are treated as before @whole', async ({ server }) => {
    await server.steered('PUT', 'authz', { mode: 'report' });
    const second = await server.again();
    expect(await second.steered('GET', 'authz')).toEqual({ mode: 'report', denied: 0 });
    const viewer = second.api.as(await mintToken(second.api, 'viewer'));
    ok(await viewer.post(`/registry/v2/repos/${second.orgId}`, { name: 'let-through' }));
    expect(await second.steered('GET', 'authz')).toEqual({ mode: 'report', denied: 1 });
    await second.steered('PUT', 'authz', { mode: 'enforce' });
    const third = await second.again();
    expect(await third.steered('GET', 'authz')).toEqual({ mode: 'enforce', denied: 0 });
    const refused = await third.api
      .as(await mintToken(third.api, 'viewer'))
      .post(`/registry/v2/repos/${third.orgId}`, { name: 'refused' });
    expectError(refused, 'PERMISSION_DENIED');
  });

  test('events are delivered by the plan, and sinks answer by what is left of their scripts @whole', async ({
    server,
  }) => {
    await server.steered('PUT', 'sink/kept', { answers: [{ status: 500 }, { status: 503 }, { status: 202 }] });
    const sent = async ({ api }: Restartable) => (await api.as(undefined).post('/_mock/v1/sink/kept', {})).status;
    expect([await sent(server), await sent(server)]).toEqual([500, 503]);
    ok(await server.api.post(`/events/v2/subscriptions/${server.orgId}`, { sink: 'sink://kept' }));
    await server.steered('PUT', 'events:plan', { mode: 'collect', duplicate: 1 });
    ok(await server.api.post(`/registry/v2/repos/${server.orgId}`, { name: 'held' }));
    const second = await server.again();
    expect(await second.steered('GET', 'events:plan')).toMatchObject({ mode: 'collect', duplicate: 1 });
    expect(await second.steered('GET', 'sink/kept')).toMatchObject({
      answers: [{ status: 202 }],
      received: [],
      dropped: 2,
    });
    await second.steered('PUT', 'events:plan', { mode: 'sync' });
    ok(await second.api.post(`/registry/v2/repos/${second.orgId}`, { name: 'sent' }));
    const { received } = await second.steered('GET', 'sink/kept');
    expect(received).toMatchObject([
      { id: '3', status: 202, valid: true },
      { id: '4', status: 202, valid: true },
    ]);
  });

  test('events and what is sent once more are numbered on @whole', async ({ server, freshServer }) => {
    const idsOf = async ({ steered, api, orgId }: Restartable, name: string): Promise<readonly string[]> => {
      ok(await api.post(`/registry/v2/repos/${orgId}`, { name }));
      const { events } = await steered('GET', 'events?type=repo.created&limit=1');
      const [{ id }] = events as readonly [{ readonly id: string }];
      const { deliveries } = await steered('POST', `events/${id}:redeliver`, { url: 'sink://again' });
      return [id, ...(deliveries as readonly { readonly id: string }[]).map((delivery) => delivery.id)];
    };
    const ids = [...(await idsOf(server, 'one')), ...(await idsOf(await server.again(), 'two'))];
    const whole = await freshServer();
    const beside: Restartable = {
      ...server,
      api: whole.api,
      orgId: whole.ready.orgId,
      steered: async (method, path, body) => ok(await steer(whole.api, method, path, body)),
    };
    expect(ids).toEqual([...(await idsOf(beside, 'one')), ...(await idsOf(beside, 'two'))]);
    expect(ids.map((id) => id.split('.')[1] ?? '')).toEqual(['', 'r1', '', 'r2']);
  });

  test('it is part of no count and no snapshot @whole', async ({ server }) => {
    const filled = (counts: unknown) =>
      Object.fromEntries(Object.entries(counts as Record<string, number>).filter(([, count]) => count > 0));
    const facts = async (of: Restartable, name: string) => {
      const { sha256, rows } = await of.steered('PUT', `snapshots/${name}`);
      return [sha256, filled(rows), filled((await of.steered('GET', 'worlds/default')).rows)];
    };
    const before = await facts(server, 'before');
    await server.steered('PUT', 'faults', [{ match: { operation: 'ListRepos' }, do: { code: 'UNAVAILABLE' } }]);
    await server.steered('PUT', 'quota', { requests: 9, per: '1h', by: 'world' });
    expect(await statusesOf(server, REPOS, 1)).toEqual([503]);
    expect(await facts(await server.again(), 'after')).toEqual(before);
  });
});
