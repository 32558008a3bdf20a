import { ok } from '../support/answer.ts';
import { expect, test } from '../support/grpc-test.ts';
import { journal, newest } from '../support/journal-page.ts';
import { mintToken, steer } from '../support/mock.ts';
import { orgOf } from '../support/steered.ts';

test.describe('lists of the journal @mock', () => {
  const BAD_QUERIES: readonly (readonly [query: string, field: string])[] = [
    ['?operation=ListRepo', 'operation'],
    ['?status=PERMISSION', 'status'],
    ['?caller=nobody-has-this', 'caller'],
    ['?limit=0', 'limit'],
    ['?limit=1001', 'limit'],
    ['?limit=x', 'limit'],
    ['?since=-1', 'since'],
    ['?before=x', 'before'],
    ['?brief=yes', 'brief'],
    ['?order=asc', 'order'],
  ];

  test('behaviour J8: entries are listed by what they are, newest first, and from a cursor on', async ({
    ownWorld,
  }) => {
    const world = await ownWorld();
    const parent = await orgOf(world);
    const viewer = world.as(await mintToken(world, 'viewer'));
    ok(await world.post(`/registry/v2/repos/${parent}`, { name: 'a' }));
    await viewer.post(`/registry/v2/repos/${parent}`, { name: 'b' });
    const { cursor } = await journal(world);
    ok(await viewer.get('/registry/v2/repos'));
    ok(await viewer.get('/registry/v1/repos'));
    const idsOf = async (query: string): Promise<readonly string[]> =>
      (await journal(world, query)).entries.map(({ id }) => id);
    const cases: readonly (readonly [query: string, ids: readonly string[]])[] = [
      ['', ['4', '3', '2', '1']],
      ['?operation=CreateRepo', ['2', '1']],
      ['?operation=Registry_ListRepos', ['4']],
      ['?status=403', ['2']],
      ['?status=PERMISSION_DENIED', ['2']],
      ['?status=OK&caller=viewer', ['4', '3']],
      [`?since=${cursor}`, ['4', '3']],
      ['?limit=1', ['4']],
      ['?before=3', ['2', '1']],
      ['?before=4&since=1&limit=1', ['3']],
      ['?before=1', []],
      ['?path=/registry/v1/*', ['4']],
      ['?version=v2&protocol=rest&limit=2', ['3', '2']],
      ['?operation=DeleteRepo', []],
    ];
    for (const [query, ids] of cases) expect(await idsOf(query), query).toEqual(ids);
    ok(await steer(world, 'DELETE', 'journal'));
    expect(await journal(world)).toEqual({ entries: [], cursor: '4', dropped: 0 });
    ok(await viewer.get('/registry/v2/repos'));
    expect((await newest(world)).id).toBe('5');
  });

  test('behaviour J18: brief entries have neither messages nor the values of fields', async ({ ownWorld }) => {
    const world = await ownWorld();
    const parent = await orgOf(world);
    const { uid } = ok(await world.post(`/registry/v2/repos/${parent}`, { name: 'a', descripton: 'typo' }));
    ok(await world.send('PATCH', `/registry/v2/repos/${uid}?updateMask=description`, { body: { description: 'x' } }));
    expect((await world.get(`/registry/v2/repos/${parent}/0123456789abcdef`)).status).toBe(404);
    const whole = await journal(world);
    const brief = await journal(world, '?brief=true');
    const messages = ['request', 'body', 'answer', 'details', 'unreadValues'];
    const wanted = whole.entries.map(({ changes, ...entry }) => ({
      ...Object.fromEntries(Object.entries(entry).filter(([field]) => !messages.includes(field))),
      changes: (changes as readonly { fields?: unknown }[]).map(({ fields: _, ...change }) => change),
    }));
    expect(brief).toEqual({ ...whole, entries: wanted });
    expect(whole.entries.map((entry) => Object.keys(entry).filter((field) => messages.includes(field)))).toEqual([
      ['request', 'details'],
      ['request', 'answer'],
      ['request', 'unreadValues', 'answer'],
    ]);
  });

  test('behaviour J14: an entry says what it is about, by names', async ({ ownWorld }) => {
    const world = await ownWorld();
    const parent = await orgOf(world);
    const viewer = world.as(await mintToken(world, 'viewer'));
    const group = ok(await world.post(`/iam/v2/groups/${parent}`, { name: 'payments' }));
    const repo = ok(await world.post(`/registry/v2/repos/${group.uid}`, { name: 'api' }));
    ok(await viewer.get(`/registry/v2/repos/${repo.uid}`));
    expect((await viewer.post(`/registry/v2/repos/${parent}`, { name: 'mine' })).status).toBe(403);
    ok(await viewer.get(`/registry/v2/repos?uidp.children_of=${encodeURIComponent(parent)}`));
    ok(await viewer.get(`/iam/v2/groups/${parent}`));
    ok(await world.send('DELETE', `/registry/v2/repos/${repo.uid}`));
    expect((await world.as('none').get(`/iam/v2/groups/${group.uid}`)).status).toBe(401);
    const { entries } = await journal(world);
    expect([...entries].reverse().map(({ operation, about }) => [operation, about])).toEqual([
      ['CreateGroup', { name: 'payments', group: 'example.com' }],
      ['CreateRepo', { name: 'api', group: 'example.com/payments' }],
      ['GetRepo', { name: 'api', group: 'example.com/payments' }],
      ['CreateRepo', { name: 'mine', group: 'example.com' }],
      ['ListRepos', { group: 'example.com', rows: 12 }],
      ['GetGroup', { name: 'example.com' }],
      ['DeleteRepo', { name: 'api', group: 'example.com/payments' }],
      ['GetGroup', { name: 'payments', group: 'example.com' }],
    ]);
  });

  test('behaviour J8: a query that no entry can meet is refused', async ({ ownWorld }) => {
    const world = await ownWorld();
    for (const [query, field] of BAD_QUERIES) {
      const refused = await steer(world, 'GET', `journal${query}`);
      const { fieldViolations } = (
        refused.body.details as readonly { fieldViolations?: readonly { field: string }[] }[]
      ).find((detail) => detail.fieldViolations) ?? { fieldViolations: [] };
      expect([refused.status, fieldViolations?.map((each) => each.field)], query).toEqual([400, [field]]);
    }
  });
});
