import { setTimeout as pause } from 'node:timers/promises';
import { ok } from '../support/answer.ts';
import { expect, FACES, test } from '../support/grpc-test.ts';
import { steer } from '../support/mock.ts';
import type { Json } from '../support/proto-json.ts';
import { madeBy, type Scene, sceneIn, statusesOf, V1_REGISTRY, walk } from './surprise-scene.ts';

/** A surprise and its visible effect: `run` returns the observed values, and the expected ones. */
type Case = readonly [title: string, run: (scene: Scene) => Promise<readonly unknown[]>];

const CASES: readonly Case[] = [
  [
    'behaviour F16: unavailable_once fails one call before it has run, and no other',
    async ({ set, create }) => {
      await set({ preset: 'unavailable_once' });
      return [await statusesOf(3, () => create('a')), [503, 200, 409]];
    },
  ],
  [
    'behaviour F17: internal_once fails one call with the message of the service',
    async ({ set, create }) => {
      await set({ preset: 'internal_once', match: { operation: 'CreateRepo' } });
      const first = await create('a');
      return [
        [first.status, first.body.message, (await create('a')).status],
        [500, 'Internal error', 200],
      ];
    },
  ],
  [
    'behaviour F18: aborted_once fails one call that writes, before it has run',
    async ({ set, create, get, org }) => {
      await set({ preset: 'aborted_once' });
      const read = (await get(`${org}/${'0'.repeat(16)}`)).status;
      const first = await create('a');
      return [
        [read, first.status, first.body.code, (await create('a')).status],
        [404, 409, 10, 200],
      ];
    },
  ],
  [
    'behaviour F20: token_expired refuses one call as with an expired token',
    async ({ set, create }) => {
      await set({ preset: 'token_expired' });
      const first = await create('a');
      return [
        [first.status, first.body.message, (await create('a')).status],
        [401, 'Unauthenticated: token expired', 200],
      ];
    },
  ],
  [
    'behaviour F21: permission_lag refuses two calls that read',
    async ({ set, make, get }) => {
      const uid = await make('a');
      await set({ preset: 'permission_lag', match: { nth: 2 } });
      const before = (await get(uid)).status;
      await make('b');
      return [
        [before, ...(await statusesOf(3, () => get(uid)))],
        [200, 403, 403, 200],
      ];
    },
  ],
  [
    'behaviour F22: down fails this call and every other that follows, until the faults are dropped',
    async ({ set, caller, make, get, world }) => {
      const uid = await make('a');
      await set({ preset: 'down', match: { operation: 'GetRepo', nth: 2 } });
      const before = [(await get(uid)).status, (await caller.call('ListRepos')).status, (await get(uid)).status];
      const after = [(await caller.call('ListRepos')).status, (await caller.call('ListGroups')).status];
      ok(await steer(world, 'DELETE', 'faults'));
      return [
        [before, after, (await get(uid)).status],
        [[200, 200, 503], [503, 503], 200],
      ];
    },
  ],
  [
    'behaviour F23: lost_answer fails a call that has written',
    async ({ set, create, caller }) => {
      await set({ preset: 'lost_answer' });
      const read = (await caller.call('ListRepos')).status;
      return [
        [read, ...(await statusesOf(2, () => create('a')))],
        [200, 503, 409],
      ];
    },
  ],
  [
    'behaviour F30: short_page shortens one page, and the walk goes on behind it',
    async (scene) => {
      for (const name of ['v', 'w', 'x', 'y', 'z']) await scene.make(name);
      const [whole = []] = await walk(scene);
      await scene.set({ preset: 'short_page' });
      const pages = await walk(scene);
      const half = Math.floor(whole.length / 2);
      return [pages, [whole.slice(0, half), whole.slice(half)]];
    },
  ],
  [
    'behaviour F31: empty_page empties one page, and the walk goes on at its first row',
    async (scene) => {
      const [whole = []] = await walk(scene);
      await scene.set({ preset: 'empty_page' });
      const { totalCount } = await scene.caller.read('ListRepos', { uidp: { childrenOf: scene.org } });
      await scene.set({ preset: 'empty_page' });
      return [
        [await walk(scene), totalCount],
        [[[], whole], String(whole.length)],
      ];
    },
  ],
  [
    'behaviour F32: expired_cursor answers the first page to the cursor of another, without an error',
    async (scene) => {
      const first = await walk(scene, { pageSize: 4 });
      await scene.set({ preset: 'expired_cursor', match: { nth: 3 } });
      const pages = await walk(scene, { pageSize: 4 });
      return [pages, [...first.slice(0, 2), ...first]];
    },
  ],
  [
    'behaviour F36: changed_between changes what an update sends back as it was read',
    async (scene) => {
      const { set, make, get, caller, acted } = scene;
      const uid = await make('a', 'before');
      await set({ preset: 'changed_between' });
      const update = (repo: Json) => caller.call('UpdateRepo', { repo: { uid, ...repo } });
      const statuses = [(await update({ name: 'a1', description: 'before' })).status];
      const unread = (await acted()).hits;
      const { description } = (await get(uid)).body as Json;
      // No field of this update has the value that was read.
      statuses.push((await update({ name: 'a2' })).status);
      const own = (await acted()).hits;
      statuses.push((await update({ name: 'a3', description })).status);
      const { hits, changes } = await acted();
      const { description: stored } = (await get(uid)).body as Json;
      return [
        [statuses, unread, own, hits, changes.map(({ uid: of, fields }) => [of === uid, fields?.description]), stored],
        [[200, 200, 200], 0, 0, 1, [[true, ['before', 'before (changed)']]], 'before'],
      ];
    },
  ],
  [
    'behaviour F36: changed_between changes what a replacement of v1 sends back',
    async ({ set, make, caller, acted }) => {
      const id = await make('a', 'before');
      await set({ preset: 'changed_between' });
      const { items } = (await caller.read(`${V1_REGISTRY}/ListRepos`, { id })) as unknown as {
        readonly items: readonly Json[];
      };
      const put = await caller.call(`${V1_REGISTRY}/UpdateRepo`, { ...items[0], name: 'b' });
      const { hits, changes } = await acted();
      return [
        [put.status, hits, changes.map(({ change, fields }) => [change, fields?.description])],
        [200, 1, [['updated', ['before', 'before (changed)']]]],
      ];
    },
  ],
  [
    'behaviour F37: deleted_between deletes the row of a get, an update or a delete before it',
    async (scene) => {
      const { set, make, get, caller } = scene;
      const seen: unknown[] = [];
      for (const call of [
        (uid: string) => get(uid),
        (uid: string) => caller.call('UpdateRepo', { repo: { uid, description: 'x' } }),
        (uid: string) => caller.call('DeleteRepo', { uid }),
        (id: string) => caller.call(`${V1_REGISTRY}/DeleteRepo`, { id }),
      ]) {
        const uid = await make('a');
        await set({ preset: 'deleted_between', match: { resource: uid } });
        seen.push((await call(uid)).status, ...(await madeBy(scene)));
      }
      const made = 'deleted repos a';
      return [seen, [404, made, 404, made, 404, made, 200, made]];
    },
  ],
  [
    'behaviour F38: created_before takes the name of a create before it',
    async (scene) => {
      const { set, create, caller, org } = scene;
      await set({ preset: 'created_before' });
      const v2 = [(await create('a', 'mine')).status, ...(await madeBy(scene))];
      await set({ preset: 'created_before' });
      const request = { parentId: org, repo: { name: 'b' }, preventExisting: true };
      const v1 = [(await caller.call(`${V1_REGISTRY}/CreateRepo`, request)).status, ...(await madeBy(scene))];
      return [
        [v2, v1],
        [
          [409, 'created repos a'],
          [409, 'created repos b'],
        ],
      ];
    },
  ],
  [
    'behaviour F39: late_read hides the last write from two calls that would show it',
    async (scene) => {
      const { set, make, get, caller } = scene;
      const old = await make('old', 'first');
      const listed = async (): Promise<boolean> => (await walk(scene)).flat().includes('new');
      await set({ preset: 'late_read', match: { operation: 'GetRepo' } });
      const uid = await make('new');
      const made = await statusesOf(3, () => get(uid));
      await set({ preset: 'late_read', match: { operation: 'ListRepos' } });
      ok(await caller.call('DeleteRepo', { uid }));
      // The late reads still show the deleted row.
      const lists = [await listed(), await listed(), await listed()];
      await set({ preset: 'late_read' });
      ok(await caller.call('UpdateRepo', { repo: { uid: old, description: 'second' } }));
      await make('beside');
      const texts: unknown[] = [];
      for (let nth = 0; nth < 3; nth += 1) texts.push((await get(old)).body.description);
      return [
        [made, lists, texts],
        [
          [404, 404, 200],
          [true, true, false],
          ['first', 'first', 'second'],
        ],
      ];
    },
  ],
  [
    'behaviour F39: late_read hides no write from before its rules or before a restore',
    async ({ set, make, get, caller, world }) => {
      const uid = await make('old', 'first');
      const describe = async (description: string): Promise<void> => {
        ok(await caller.call('UpdateRepo', { repo: { uid, description } }));
      };
      const rules = { preset: 'late_read', match: { operation: 'GetRepo' } };
      const read = async (): Promise<unknown> => (await get(uid)).body.description;
      await set(rules);
      await describe('second');
      await set(rules);
      const texts = [await read()];
      await describe('third');
      ok(await steer(world, 'PUT', 'snapshots/third'));
      ok(await steer(world, 'POST', 'snapshots/third:restore'));
      texts.push(await read());
      await describe('fourth');
      for (let nth = 0; nth < 3; nth += 1) texts.push(await read());
      await set(rules);
      await describe('fifth');
      ok(await steer(world, 'DELETE', 'faults/0'));
      ok(await steer(world, 'POST', 'faults', [rules]));
      texts.push(await read());
      return [texts, ['second', 'third', 'third', 'third', 'fourth', 'fifth']];
    },
  ],
];

for (const face of FACES) {
  test.describe(`surprises over ${face} @mock`, () => {
    for (const [title, run] of CASES) {
      test(title, async ({ ownWorld, faces }) => {
        const [seen, expected] = await run(await sceneIn(await ownWorld(), faces, face));
        expect(seen).toEqual(expected);
      });
    }

    test('behaviour F15, F48: each acts once, on the nth of its calls, and names them in the report', async ({
      ownWorld,
      faces,
    }) => {
      const { set, make, get, acted, world } = await sceneIn(await ownWorld(), faces, face);
      const [a, b] = [await make('a'), await make('b')];
      await set({ preset: 'unavailable_once', match: { operation: 'GetRepo', resource: b, nth: 2 } });
      const statuses: number[] = [];
      for (const uid of [a, b, a, b, b]) statuses.push((await get(uid)).status);
      expect(statuses).toEqual([200, 200, 200, 503, 200]);
      const { hits, calls } = await acted();
      const { entries } = ok(await steer(world, 'GET', 'journal?status=UNAVAILABLE')) as unknown as {
        readonly entries: readonly { readonly id: string }[];
      };
      expect([hits, calls]).toEqual([1, entries.map(({ id }) => id)]);
    });

    test('behaviour F19: rate_limited refuses every try until a second has passed', async ({ ownWorld, faces }) => {
      const { set, make, get } = await sceneIn(await ownWorld(), faces, face);
      const uid = await make('a');
      await set({ preset: 'rate_limited' });
      const begun = performance.now();
      const first = await get(uid);
      const tried = [first.status];
      while (tried.at(-1) === 429) {
        await pause(20);
        tried.push((await get(uid)).status);
      }
      // A timer may fire within the millisecond before its time.
      expect(performance.now() - begun).toBeGreaterThan(995);
      expect([new Set(tried.slice(0, -1)), tried.at(-1)]).toEqual([new Set([429]), 200]);
      expect(first.body.details).toContainEqual(expect.objectContaining({ retryDelay: '1s' }));
      expect((await get(uid)).status).toBe(200);
    });

    test('behaviour F28: slow stores a write, and answers it two seconds later', async ({ ownWorld, faces }) => {
      const scene = await sceneIn(await ownWorld(), faces, face);
      const { set, create, acted } = scene;
      await set({ preset: 'slow', match: { operation: 'CreateRepo' } });
      const begun = performance.now();
      const slow = create('a');
      await expect.poll(async () => (await acted()).hits).toBe(1);
      expect((await walk(scene)).flat()).toContain('a');
      expect((await slow).status).toBe(200);
      expect(performance.now() - begun).toBeGreaterThan(1_995);
    });
  });
}
