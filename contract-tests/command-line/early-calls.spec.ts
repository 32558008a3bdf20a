import { ok, rowsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { inWorld, test } from '../support/database.ts';
import { mintToken, steer } from '../support/mock.ts';
import { faulty, reasonOf } from '../support/steered.ts';
import { expect } from '../support/test.ts';
import { makeWorld } from '../support/worlds.ts';

/** A world that one server has changed since the other has called it last. */
interface Scene {
  readonly one: Api;
  readonly other: Api;
  readonly orgId: string;
}

/** What changes at one server, and the status of a call that creates a repo at the other then. */
interface Case {
  readonly title: string;
  /** Prepares the world; returns the caller at the other server, and what changes between its calls. */
  readonly prepare: (scene: Scene) => Promise<{ readonly caller: Api; readonly change: () => Promise<unknown> }>;
  readonly status: number;
}

const createRepo = (api: Api, orgId: string, name: string) => api.post(`/registry/v2/repos/${orgId}`, { name });

const makeIdentity = async ({ one, orgId }: Scene): Promise<string> => {
  const claimMatch = { issuer: 'https://issuer.example.com', subject: 'early' };
  return String(ok(await one.post(`/iam/v2/identities/${orgId}`, { name: 'early', claimMatch })).uid);
};

const bind = async ({ one, orgId }: Scene, identityUid: string): Promise<string> => {
  const [role] = rowsOf(ok(await one.get('/iam/v2/roles?name=owner&uidp.in_root=true')), 'roles');
  const sent = { identityUid, roleUid: role?.uid };
  return String(ok(await one.post(`/iam/v2/roleBindings/${orgId}`, sent)).uid);
};

/** An identity that may do everything, or nothing yet, and its caller at the other server. */
const makeCaller = async (scene: Scene, isBound: boolean) => {
  const identity = await makeIdentity(scene);
  const binding = isBound ? await bind(scene, identity) : '';
  const caller = scene.other.as(await mintToken(scene.one, identity));
  // The other server has verified its token from now on.
  expect((await createRepo(caller, scene.orgId, 'first')).status).toBe(isBound ? 200 : 403);
  return { caller, identity, binding };
};

const CREATE = { operation: 'CreateRepo' };

const CASES: readonly Case[] = [
  {
    title: 'a name is taken',
    prepare: async ({ one, other, orgId }) => ({
      caller: other,
      change: async () => ok(await createRepo(one, orgId, 'early')),
    }),
    status: 409,
  },
  {
    title: 'the identity of its caller is deleted',
    prepare: async (scene) => {
      const { caller, identity } = await makeCaller(scene, true);
      return { caller, change: async () => ok(await scene.one.delete(`/iam/v2/identities/${identity}`)) };
    },
    status: 401,
  },
  {
    title: 'a right is granted',
    prepare: async (scene) => {
      const { caller, identity } = await makeCaller(scene, false);
      return { caller, change: () => bind(scene, identity) };
    },
    status: 200,
  },
  {
    title: 'a right is taken back',
    prepare: async (scene) => {
      const { caller, binding } = await makeCaller(scene, true);
      return { caller, change: async () => ok(await scene.one.delete(`/iam/v2/roleBindings/${binding}`)) };
    },
    status: 403,
  },
  {
    title: 'a fault rule is set',
    prepare: async ({ one, other }) => ({
      caller: faulty(other),
      change: async () => ok(await steer(one, 'PUT', 'faults', [{ match: CREATE, do: { code: 'UNAVAILABLE' } }])),
    }),
    status: 503,
  },
  {
    title: 'a quota is used up',
    prepare: async ({ one, other, orgId }) => ({
      caller: faulty(other),
      change: async () => {
        ok(await steer(one, 'PUT', 'quota', { requests: 1, per: '1h', by: 'world', match: CREATE }));
        ok(await createRepo(one, orgId, 'counted'));
      },
    }),
    status: 429,
  },
  {
    title: 'the access mode is changed',
    prepare: async ({ one, other }) => ({
      caller: other.as('viewer-token'),
      change: async () => ok(await steer(one, 'PUT', 'authz', { mode: 'off' })),
    }),
    status: 200,
  },
];

/** How many calls go on at a server, of all worlds. */
const countOpen = async ({ connection: { baseUrl } }: Api): Promise<unknown> => {
  const text = await (await fetch(`${baseUrl}/_mock/v1/metrics`)).text();
  return /^platform_mock_calls_open\{protocol="rest"\} (\d+)$/m.exec(text)?.[1];
};

/** The statuses of the calls of an operation in the journal, the first one first. */
const statusesOf = async (api: Api, operation: string): Promise<readonly unknown[]> => {
  const { entries } = ok(await steer(api, 'GET', `journal?limit=1000&operation=${operation}`));
  return (entries as readonly { readonly status: number }[]).map(({ status }) => status).reverse();
};

test.describe('31.20: calls that begin on old rows @mock', () => {
  /** A world that both servers have in memory, in which no call was refused lately. */
  const settle = async ({ other, orgId }: Scene): Promise<void> => {
    const path = `/iam/v2/groups/${orgId}`;
    // So many that one which was refused is long ago.
    await Promise.all(Array.from({ length: 101 }, () => other.read(path)));
    await other.read(path);
  };

  test('a read answers with those of its moment, and is one call', async ({ replicatedWorld: { callers, orgId } }) => {
    const [one, other] = callers;
    const { uid } = ok(await createRepo(one, orgId, 'read'));
    const path = `/registry/v2/repos/${uid}`;
    const open = await countOpen(other);
    for (const description of ['first', 'second']) {
      await settle({ one, other, orgId });
      ok(await one.patch(path, { description }));
      expect(await Promise.all([other.read(path), other.read(path)])).toMatchObject([{ description }, { description }]);
    }
    expect(await statusesOf(other, 'GetRepo')).toEqual([200, 200, 200, 200]);
    expect(await countOpen(other)).toBe(open);
  });

  for (const { title, prepare, status } of CASES) {
    test(`after ${title} elsewhere, a write is answered accordingly, and is one call`, async ({
      replicatedWorld: { callers, orgId },
    }) => {
      const [one, other] = callers;
      const scene = { one, other, orgId };
      const { caller, change } = await prepare(scene);
      await settle(scene);
      const open = await countOpen(other);
      await change();
      const before = await statusesOf(one, 'CreateRepo');
      expect((await createRepo(caller, orgId, 'early')).status).toBe(status);
      expect(await statusesOf(one, 'CreateRepo')).toEqual([...before, status]);
      expect(await countOpen(other)).toBe(open);
    });
  }

  test('a write by an identity that was made elsewhere is stored', async ({ replicatedWorld: { callers, orgId } }) => {
    const [one, other] = callers;
    const scene = { one, other, orgId };
    await settle(scene);
    const identity = await makeIdentity(scene);
    await bind(scene, identity);
    ok(await createRepo(other.as(await mintToken(one, identity)), orgId, 'early'));
    expect(await statusesOf(one, 'CreateRepo')).toEqual([200]);
  });

  test('of writes at once, those that are refused are so once, and the others are stored', async ({
    replicatedWorld: { callers, orgId },
  }) => {
    const [one, other] = callers;
    await settle({ one, other, orgId });
    ok(await createRepo(one, orgId, 'b'));
    const sent = ['a', 'b', 'a', 'c'].map((name) => createRepo(other, orgId, name));
    const malformed = other.post(`/registry/v2/repos/${orgId}`, '{');
    const statuses = (await Promise.all([...sent, malformed])).map((answer) => answer.status);
    expect(statuses).toEqual([200, 409, 409, 200, 400]);
    expect((await statusesOf(one, 'CreateRepo')).toSorted()).toEqual([200, 200, 200, 400, 409, 409]);
  });

  test('a write in a world that has ended elsewhere is in the one that has its name, or in none', async ({
    replicatedWorld: { servers },
  }) => {
    const [{ api }] = servers;
    const { id } = await makeWorld(api);
    const other = faulty(inWorld(servers[1], id));
    const create = async () => createRepo(other, String(ok(await steer(api, 'GET', 'info')).orgId), 'early');
    ok(await create());
    ok(await steer(api, 'DELETE', `worlds/${id}`));
    await makeWorld(api, { name: id });
    ok(await create());
    ok(await steer(api, 'DELETE', `worlds/${id}`));
    const refused = await create();
    expect([refused.status, reasonOf(refused)]).toEqual([404, 'MOCK_WORLD_NOT_FOUND']);
  });

  test('an exchange of a token writes once', async ({ postgres, database, serve }) => {
    const { api } = await serve();
    const orgId = String(ok(await steer(api, 'GET', 'info')).orgId);
    const [issuer, subject] = ['https://token.actions.example.com', 'early'];
    ok(await api.post(`/iam/v2/identities/${orgId}`, { name: subject, claimMatch: { issuer, subject } }));
    const { token } = ok(await steer(api, 'POST', 'upstream-tokens', { issuer, subject }));
    const headOf = async (): Promise<number> =>
      Number((await postgres.query(database, "SELECT head FROM platform_mock.world WHERE id = 'default'"))[0]?.head);
    for (const method of ['GET', 'POST']) {
      const before = await headOf();
      ok(await api.as(token).send(method, `/sts/exchange?aud=${encodeURIComponent(api.connection.baseUrl)}`));
      expect(await headOf()).toBe(before + 1);
    }
    expect(await statusesOf(api, 'Exchange')).toEqual([200, 200]);
  });

  test('a fault that a header asks for acts once', async ({ replicatedWorld: { callers, orgId } }) => {
    const [one, other] = callers;
    const headers = { 'x-mock-fault': 'UNAVAILABLE' };
    for (const { method, target, body } of [
      { method: 'GET', target: `/iam/v2/groups/${orgId}`, body: undefined },
      { method: 'POST', target: `/registry/v2/repos/${orgId}`, body: { name: 'early' } },
    ]) {
      await settle({ one, other, orgId });
      ok(await createRepo(one, orgId, `before ${method}`.toLowerCase()));
      const sent = await faulty(other).send(method, target, { headers, ...(body && { body }) });
      expect(sent.status).toBe(503);
    }
    const { calls } = ok(await steer(one, 'GET', 'faults:report'));
    expect(calls).toMatchObject([{ attempts: [{ status: 'UNAVAILABLE' }] }, { attempts: [{ status: 'UNAVAILABLE' }] }]);
  });
});
