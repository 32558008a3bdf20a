import { ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import type { Face } from '../support/faces.ts';
import { expect, FACES, test } from '../support/grpc-test.ts';
import { mintToken, steer } from '../support/mock.ts';
import { faceIn, orgOf } from '../support/steered.ts';

interface Entry {
  readonly id: string;
  readonly message?: string;
  readonly reason?: string;
  readonly tries?: readonly string[];
  readonly events?: readonly string[];
  readonly unread: readonly string[];
  readonly unreadValues?: Readonly<Record<string, unknown>>;
}

const entriesOf = async (world: Api): Promise<readonly Entry[]> => {
  const { entries } = ok(await steer(world, 'GET', 'journal')) as unknown as { readonly entries: readonly Entry[] };
  return [...entries].reverse();
};

const newest = async (world: Api): Promise<Entry> => {
  const entry = (await entriesOf(world)).at(-1);
  if (!entry) throw new Error('the journal is empty');
  return entry;
};

for (const name of FACES) {
  test.describe(`the fields of an entry over ${name} @mock`, () => {
    test('behaviour J14: a refused call has its reason in words, with groups by their names', async ({
      ownWorld,
      faces,
    }) => {
      const world = await ownWorld();
      const faulty = new Api({ ...world.connection, hasFaults: true }, world.token);
      const face = faceIn(faces, name, faulty);
      const parent = await orgOf(world);
      const root = String((await face.read('GetGroup', { uid: parent })).name);
      expect((await newest(world)).reason).toBeUndefined();
      const { uid: below } = await face.read('CreateGroup', { parent, group: { name: 'platform' } });
      const viewer = face.as(await mintToken(world, 'viewer'));
      const create = (at: unknown) => ({ parent: at, repo: { name: 'app' } });
      const cases = [
        [() => viewer.call('CreateRepo', create(parent)), `viewer lacks repo.create on the group ${root}`],
        [() => viewer.call('CreateRepo', create(below)), `viewer lacks repo.create on the group ${root} / platform`],
        [
          async () => {
            const rule = { match: { operation: 'CreateRepo' }, do: { code: 'UNAVAILABLE' }, times: 1 };
            ok(await steer(world, 'PUT', 'faults', [rule]));
            await face.call('CreateRepo', create(parent));
          },
          'the fault 0 of its world asked for it: UNAVAILABLE',
        ],
      ] as const;
      for (const [call, reason] of cases) {
        await call();
        expect((await newest(world)).reason).toBe(reason);
      }
      ok(await steer(world, 'DELETE', 'faults'));
      await face.read('CreateRepo', create(parent));
      await face.call('CreateRepo', create(parent));
      const taken = await newest(world);
      expect([typeof taken.reason, taken.reason]).toEqual(['string', taken.message]);
    });

    test('behaviour J20: the other tries of a call are those for the same: operation, caller and resource', async ({
      ownWorld,
      faces,
    }) => {
      const world = await ownWorld();
      const face = faceIn(faces, name, world);
      const viewer = face.as(await mintToken(world, 'viewer'));
      const parent = await orgOf(world);
      const create = (caller: Face, repo: object) => caller.call('CreateRepo', { parent, repo: { ...repo } });
      await create(face, { name: 'one' });
      await create(face, { name: 'two' });
      await create(face, { name: 'one', description: 'again' });
      await create(viewer, { name: 'one' });
      await face.call('ListRepos', {});
      await create(face, { name: 'one' });
      await face.call('GetGroup', { uid: parent });
      const tries = Object.fromEntries((await entriesOf(world)).map(({ id, tries: others }) => [id, others]));
      expect(tries).toEqual({
        1: ['3', '6'],
        2: undefined,
        3: ['1', '6'],
        4: undefined,
        5: undefined,
        6: ['1', '3'],
        7: undefined,
      });
      for (let nth = 0; nth < 24; nth += 1) await face.call('GetGroup', { uid: parent });
      expect((await newest(world)).tries).toEqual(Array.from({ length: 20 }, (_, nth) => String(11 + nth)));
    });

    test('behaviour J14: a call has the ids of the events that it has emitted, and of no others', async ({
      ownWorld,
      faces,
    }) => {
      const world = await ownWorld();
      const face = faceIn(faces, name, world);
      const parent = await orgOf(world);
      // With a frozen clock all of them have one time.
      ok(await steer(world, 'PUT', 'clock', { mode: 'frozen' }));
      await face.read('CreateRepo', { parent, repo: { name: 'one' } });
      ok(await steer(world, 'POST', 'events:trigger', { preset: 'repo.created' }));
      const { uid } = await face.read('CreateGroup', { parent, group: { name: 'two' } });
      await face.read('ListRepos', {});
      await face.call('DeleteGroup', { uid });
      await face.call('DeleteGroup', { uid });
      const { events } = ok(await steer(world, 'GET', 'events'));
      const ids = (events as readonly { readonly id: string }[]).map(({ id }) => id).reverse();
      const found = (await entriesOf(world)).map((entry) => entry.events);
      expect(ids).toHaveLength(4);
      expect(found).toEqual([[ids[0]], [ids[2]], undefined, [ids[3]], undefined]);
    });

    test('behaviour J14: unread fields are shown with their values, without secrets', async ({ ownWorld, faces }) => {
      const world = await ownWorld();
      const face = faceIn(faces, name, world);
      const parent = await orgOf(world);
      const { uid } = await face.read('CreateRepo', {
        parent,
        repo: { name: 'app', createTime: '2020-01-01T00:00:00Z' },
      });
      const created = await newest(world);
      expect(created.unreadValues).toEqual(name === 'REST' ? { createTime: '2020-01-01T00:00:00Z' } : undefined);
      const catalogTier = 'CATALOG_TIER_APPLICATION';
      await face.read('UpdateRepo', { repo: { uid, description: 'x', catalogTier }, updateMask: 'description' });
      expect(await newest(world)).toMatchObject({ unread: ['catalogTier'], unreadValues: { catalogTier } });
      if (name !== 'REST') return;
      const body = {
        name: 'lib',
        descripton: { typo: [1, true] },
        apiToken: 'very-secret',
        sets: [{ client_secret: 'very-secret', of: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln' }],
      };
      await world.send(
        'POST',
        `/registry/v2/repos/${parent}?colour=red&colour=blue&access_token=very-secret&code=very-secret`,
        { body },
      );
      const { unread, unreadValues } = await newest(world);
      expect(unread).toEqual(['colour', 'access_token', 'code', 'descripton', 'apiToken', 'sets']);
      expect(unreadValues).toEqual({
        colour: 'red,blue',
        access_token: '[redacted]',
        code: '[redacted]',
        descripton: { typo: [1, true] },
        apiToken: '[redacted]',
        sets: [{ client_secret: '[redacted]', of: '[redacted]' }],
      });
    });
  });
}

test.describe('reasons of refused callers @mock', () => {
  test('behaviour J14: a token that is refused, and a header that asks for a fault, are in the reason', async ({
    ownWorld,
  }) => {
    const world = await ownWorld();
    const expired = ok(await steer(world, 'POST', 'tokens', { identity: 'viewer', flaw: 'expired' })).token as string;
    await world.as(expired).get('/registry/v2/repos');
    const refused = await newest(world);
    const explained = ok(await steer(world, 'GET', `journal/${refused.id}:explain`)) as unknown as {
      readonly token: { readonly reason: string };
    };
    expect(refused.reason).toBe(explained.token.reason);
    const faulty = new Api({ ...world.connection, hasFaults: true }, world.token);
    await faulty.send('GET', '/registry/v2/repos', { headers: { 'x-mock-fault': 'UNAVAILABLE' } });
    expect((await newest(world)).reason).toBe('the header x-mock-fault asked for it: UNAVAILABLE');
  });
});

/** Calls that are refused before or without an operation, of which v1 sends no details. */
const WITHOUT_OPERATION: readonly (readonly [method: string, path: string, status: number])[] = [
  ['GET', '/registry/v2/sboms', 404],
  ['GET', '/registry/v1/sboms', 404],
  ['PUT', '/registry/v2/repos', 501],
  ['PUT', '/registry/v1/repos', 400],
  ['GET', '/iam/v2/iam/v2/groups', 404],
  ['GET', '/nope', 404],
  ['POST', '/chainguard.platform.iam.v2.GroupsService/Nothing', 501],
  ['GET', '/registry/v2/repos?page_size=many', 400],
  ['GET', '/registry/v1/repos?uidp.in_root=many', 400],
];

test.describe('details of errors @mock', () => {
  for (const [method, path, status] of WITHOUT_OPERATION) {
    test(`behaviour J2: ${method} ${path} is kept with the details that were sent`, async ({ ownWorld }) => {
      const world = await ownWorld();
      const sent = await world.send(method, path);
      expect(sent.status, sent.text).toBe(status);
      const { details } = (await newest(world)) as { readonly details?: readonly unknown[] };
      expect(details ?? []).toEqual(sent.body.details ?? []);
    });
  }
});
