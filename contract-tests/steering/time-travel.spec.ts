import { casesBySize } from '../../scripts/test-size.ts';
import { type Answer, ok, rowsOf } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { steer } from '../support/mock.ts';
import { claimMatchOf, oidc } from '../support/org.ts';
import { expect, test } from '../support/test.ts';
import { type MadeWorld, makeWorld } from '../support/worlds.ts';

/** Numbers below a bound, the same for the same seed. */
const numbersOf = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

/** A call of a world, with its id in the journal. */
interface Made {
  readonly id: number;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly answer: Answer;
}

/** An answer as it is compared: page tokens are of one world. */
const withoutCursor = ({ status, body: { nextPageToken: _, ...body } }: Answer): unknown => [status, body];

/** The number of calls and moves of each seed, besides the lists at the end. */
const STEPS = casesBySize({ small: 45, usual: 45, whole: 90 });

const FROZEN = { from: 'fixture:default', clock: { mode: 'frozen', now: '2099-01-01T00:00:00Z' } } as const;

/** A world whose calls are counted, as the journal does. */
const open = async (api: Api) => {
  const made = await makeWorld(api, FROZEN);
  const there = new Api({ ...api.connection, world: made.id }, made.token);
  const calls: Made[] = [];
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await there.send(method, path, { body });
    calls.push({ id: calls.length + 1, method, path, body, answer });
    return answer;
  };
  const travel = async (id: number | string, at?: 'before' | 'after') => {
    const past = await steer(there, 'POST', 'worlds', { from: `journal:${id}`, ...(at && { at }) });
    const { id: world, token } = ok(past) as unknown as MadeWorld;
    return { past: past.body, api: new Api({ ...api.connection, world }, token), world };
  };
  return { made, there, calls, call, travel };
};

const LISTS = [
  '/iam/v2/groups?page_size=7',
  '/registry/v2/repos?page_size=50&order_by=create_time',
  '/registry/v2/tags?page_size=50',
  '/iam/v2/identities?page_size=50&order_by=name',
  '/iam/v2/roles?page_size=50',
  '/iam/v2/roleBindings?page_size=50',
  '/iam/v2/groupInvites?page_size=50',
  '/iam/v2/identityProviders?page_size=50',
  '/events/v2/subscriptions?page_size=50',
  '/registry/v1/repos',
] as const;

test.describe('time travel @mock', () => {
  for (let seed = 1; seed <= casesBySize({ small: 1, usual: 1, whole: 40 }); seed += 1) {
    test(`behaviour X1, X2: every call is answered again as it was, in the state before it, seed ${seed}`, async ({
      api,
    }) => {
      test.slow();
      const { made, there, calls, call, travel } = await open(api);
      const below = numbersOf(seed);
      const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
      const known: string[] = [];
      const [role] = rowsOf(ok(await call('GET', '/iam/v2/roles?name=viewer')), 'roles');
      const roleUid = role?.uid;
      const groups = [made.orgId];
      const keep = (answer: Answer, group = false): void => {
        if (answer.status !== 200 || typeof answer.body.uid !== 'string') return;
        known.push(answer.body.uid);
        if (group) groups.push(answer.body.uid);
      };
      const steps: readonly (() => Promise<unknown>)[] = [
        async () => keep(await call('POST', `/registry/v2/repos/${pick(groups)}`, { name: `repo-${below(4)}` })),
        async () => keep(await call('POST', `/iam/v2/groups/${pick(groups)}`, { name: `group-${below(4)}` }), true),
        async () => keep(await call('POST', `/registry/v1/repos/${pick(groups)}`, { name: `repo-${below(4)}` })),
        () => call('POST', `/events/v2/subscriptions/${pick(groups)}`, { sink: 'http://127.0.0.1:9/none' }),
        async () => {
          const uid = pick(known) ?? made.orgId;
          await call('PATCH', `/registry/v2/repos/${uid}`, { description: `d${below(9)}` });
        },
        () => call('DELETE', `/registry/v2/repos/${pick(known) ?? made.orgId}`),
        () => call('DELETE', `/iam/v2/groups/${pick(groups.slice(1)) ?? 'none'}`),
        async () =>
          keep(
            await call('POST', `/iam/v2/identities/${pick(groups)}`, {
              name: `i-${below(4)}`,
              claimMatch: claimMatchOf('a'),
            }),
          ),
        async () => {
          const sent = { name: `idp-${below(4)}`, defaultRole: roleUid, oidc };
          const { body } = await call('POST', `/iam/v2/identityProviders/${made.orgId}`, sent);
          await call('POST', `/iam/v2/identityProviders/${body.uid}:generateScimToken`);
        },
        () => {
          const roleBinding = { identityUid: pick(known) ?? 'none', roleUid };
          return call('POST', '/iam/v2/roleBindings:batchCreate', { parent: made.orgId, requests: [{ roleBinding }] });
        },
        () => call('POST', `/iam/v2/groupInvites/${pick(groups)}`, { roleUid, ttl: '60s' }),
        () => call('PATCH', `/iam/v2/groups/${pick(groups)}`, { description: `d${below(9)}` }),
        () => call('POST', '/registry/v2/repos/nowhere', { name: 'x' }),
        () => call('GET', '/no/such/path'),
        () => call('GET', pick(LISTS)),
        () => call('GET', pick(LISTS)),
        () => call('GET', pick(LISTS)),
        () => steer(there, 'POST', 'clock:advance', { by: `${1 + below(90)}s` }),
        () => steer(there, 'PUT', 'snapshots/one?overwrite', {}),
        () => steer(there, 'POST', 'snapshots/one:restore'),
        () =>
          steer(there, 'POST', 'fixtures?mode=merge', {
            groups: [{ name: `made-${below(3)}`, repos: [{ name: 'r' }] }],
          }),
        () => (below(4) === 0 ? steer(there, 'POST', 'reset') : call('GET', pick(LISTS))),
      ];
      for (let count = 0; count < STEPS; count += 1) await pick(steps)();
      for (const list of LISTS) await call('GET', list);
      const stored = calls.filter(({ method, answer }) => method !== 'GET' && answer.status === 200);
      expect(stored.length).toBeGreaterThan(10);
      for (const { id, method, path, body, answer } of calls) {
        const { api: past, world } = await travel(id, 'before');
        const again = await past.send(method, path, { body });
        expect(withoutCursor(again), `${id}: ${method} ${path}`).toEqual(withoutCursor(answer));
        if (method !== 'GET') {
          // The state after a call is the state before it, once the call is made there.
          const after = await travel(id, 'after');
          for (const list of LISTS)
            expect(withoutCursor(await after.api.get(list))).toEqual(withoutCursor(await past.get(list)));
          ok(await steer(api, 'DELETE', `worlds/${after.world}`));
        }
        ok(await steer(api, 'DELETE', `worlds/${world}`));
      }
      ok(await steer(api, 'DELETE', `worlds/${made.id}`));
    });
  }

  test('behaviour X1: it has the clock and the access mode of the call, a token of its own, and returns to it', async ({
    api,
  }) => {
    const { made, there, call, travel } = await open(api);
    ok(await steer(there, 'POST', 'clock:advance', { by: '1h' }));
    ok(await steer(there, 'PUT', 'authz', { mode: 'off' }));
    const repo = ok(await call('POST', `/registry/v2/repos/${made.orgId}`, { name: 'one' }));
    ok(await steer(there, 'POST', 'clock:advance', { by: '1h' }));
    ok(await steer(there, 'PUT', 'authz', { mode: 'enforce' }));
    const { past, api: then } = await travel(1, 'after');
    expect(past).toMatchObject({ from: 'journal:1', clock: { mode: 'frozen', now: '2099-01-01T01:00:00.000Z' } });
    expect(ok(await steer(then, 'GET', 'authz'))).toMatchObject({ mode: 'off' });
    expect(ok(await then.get(`/registry/v2/repos?uidp.descendants_of=${made.orgId}&name=one`))).toMatchObject({
      repos: [{ uid: repo.uid }],
    });
    ok(await then.delete(`/registry/v2/repos/${repo.uid}`));
    ok(await steer(then, 'POST', 'reset'));
    expect(ok(await then.get('/registry/v2/repos?name=one'))).toMatchObject({ repos: [{ uid: repo.uid }] });
    const stranger = then.as(made.token);
    expect((await stranger.get('/registry/v2/repos')).status).not.toBe(200);
    // A token of `default` names no world (W8).
    const { token } = ok(await steer(api, 'POST', 'tokens', { identity: 'admin', ttl: '4000000000s' }));
    ok(await then.as(token).get('/registry/v2/repos'));
  });

  test('behaviour X3: faults, quotas, sinks, journal and deliveries are not those of the world', async ({ api }) => {
    const { made, there, call, travel } = await open(api);
    const uid = ok(await call('POST', `/events/v2/subscriptions/${made.orgId}`, { sink: 'sink://orders' })).uid;
    ok(await steer(there, 'PUT', 'events:plan', { mode: 'collect' }));
    ok(await call('POST', `/registry/v2/repos/${made.orgId}`, { name: 'one' }));
    ok(await steer(there, 'PUT', 'faults', [{ match: { operation: 'ListRepos' }, do: { code: 'UNAVAILABLE' } }]));
    ok(await steer(there, 'PUT', 'quota', [{ requests: 1, per: '24h', by: 'world' }]));
    ok(await steer(there, 'PUT', 'consistency', { lists: { lag: '24h' } }));
    ok(await steer(there, 'PUT', 'snapshots/kept'));
    const { api: then } = await travel(2, 'after');
    const other = await makeWorld(api, FROZEN);
    const fresh = new Api({ ...api.connection, world: other.id }, other.token);
    for (const path of ['faults', 'quota', 'consistency', 'snapshots', 'events', 'events:plan', 'journal']) {
      const [first, began, unused] = [there, then, fresh].map(async (world) => ok(await steer(world, 'GET', path)));
      expect(await began, path).toEqual(await unused);
      expect(await first, path).not.toEqual(await unused);
    }
    ok(await steer(then, 'POST', 'clock:advance', { by: '24h' }));
    expect(ok(await steer(then, 'GET', 'sink/orders')).received).toEqual([]);
    for (const _ of [1, 2]) ok(await then.get('/registry/v2/repos'));
    expect(JSON.stringify(ok(await then.get('/events/v2/subscriptions')))).toContain(uid);
  });

  test('behaviour X4: a call without a stored state is refused, with the reason and the oldest call that has one', async ({
    api,
  }) => {
    const { made, there, call } = await open(api);
    const from = (text: string, more: object = {}) => steer(there, 'POST', 'worlds', { from: text, ...more });
    const refused = async (text: string, more: object = {}): Promise<readonly unknown[]> => {
      const { status, body } = await from(text, more);
      return [status, body.message];
    };
    expect(await refused('journal:1')).toEqual([
      404,
      'Not found: the journal has no entry "1"; no state of a call is retained',
    ]);
    ok(await call('POST', `/registry/v2/repos/${made.orgId}`, { name: 'one' }));
    ok(await steer(there, 'POST', 'reset'));
    // A reset empties the journal, but not what it holds for this.
    expect(ok(await steer(there, 'GET', 'journal'))).toMatchObject({ entries: [], oldestState: '1' });
    ok(await from('journal:1'));
    expect(await refused('journal:2')).toEqual([
      404,
      'Not found: the journal has no entry "2"; the oldest retained state is of call 1',
    ]);
    expect(await refused('journal:x')).toEqual([404, expect.stringContaining('has no entry "x"')]);
    expect(await refused('default', { at: 'after' })).toEqual([400, expect.stringContaining('at: ')]);
    expect(await refused('journal:1', { at: 'during' })).toEqual([400, expect.stringContaining('at')]);
    ok(await steer(there, 'DELETE', 'journal'));
    expect(await refused('journal:1')).toEqual([404, expect.stringContaining('entry 1 was dropped')]);
  });
});
