import type { Body } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectBare } from '../support/errors.ts';
import { test as onBoth } from '../support/grpc-test.ts';
import { expect, test } from '../support/test.ts';
import { idsOf, itemsOf, type V1Kind, v1Kinds } from './v1-kinds.ts';

// V8: a List of v1 is the full result set, or the slice of it that `offset` or `page` selects (behaviour §12.4).

/** A List of seven rows in a separate place. */
const seven = async (kind: V1Kind, org: Parameters<V1Kind['make']>[0]): Promise<string> => {
  const place = await kind.place(org);
  for (let index = 0; index < 7; index += 1) await kind.make(org, place, index);
  return `${kind.v1}?${kind.plural === 'groupInvites' ? `group=${place}` : kind.within(place)}`;
};

const groups = v1Kinds.find(({ plural }) => plural === 'groups') as V1Kind;

/** Every kind whose List can be narrowed to a place. */
const narrowed = v1Kinds.filter(({ plural }) => plural !== 'accountAssociations');

const SLICES: readonly (readonly [query: string, from: number, to: number])[] = [
  ['', 0, 7],
  ['&page_size=3', 0, 3],
  ['&pageSize=3', 0, 3],
  ['&limit=3', 0, 3],
  ['&limit=3&page_size=3', 0, 3],
  ['&page_size=0', 0, 7],
  ['&page_size=1000', 0, 7],
  ['&offset=5', 5, 7],
  ['&offset=0', 0, 7],
  ['&offset=7', 7, 7],
  ['&offset=2&page_size=3', 2, 5],
  ['&offset=2&limit=3', 2, 5],
  ['&page=1', 0, 7],
  ['&page=2', 7, 7],
  ['&page=1&page_size=3', 0, 3],
  ['&page=2&page_size=3', 3, 6],
  ['&page=3&page_size=3', 6, 7],
  ['&page=4&page_size=3', 7, 7],
  ['&page=2&limit=3', 3, 6],
  ['&page=2&offset=0&page_size=3', 3, 6],
  ['&page=2147483647&page_size=2147483647', 7, 7],
  ['&offset=2147483647&page_size=2147483647', 7, 7],
  // The paging parameters of v2 have no meaning here.
  ['&skip=2&page_token=x&order_by=name', 0, 7],
];

const INVALID: readonly (readonly [query: string, message: string])[] = [
  ['offset=-1', 'offset: offset must not be negative'],
  ['page_size=-1', 'page_size: page_size must not be negative'],
  ['limit=-1', 'limit: limit must not be negative'],
  ['page=0', 'page: page must be at least 1'],
  ['page=-1', 'page: page must be at least 1'],
  ['page=1&offset=1', 'page: page cannot be combined with offset'],
  ['page_size=2&limit=3', 'limit: limit and page_size differ'],
];

test.describe('V8: slices', () => {
  for (const kind of narrowed) {
    test(`V8: offset, page and page_size return slices of ${kind.plural}, with items only`, async ({ api, org }) => {
      const list = await seven(kind, org);
      const all = idsOf(kind, await itemsOf(api, list));
      expect(all).toHaveLength(7);
      for (const [query, from, to] of SLICES) {
        const answer = await api.read(list + query);
        expect(Object.keys(answer), query).toEqual(['items']);
        expect([query, idsOf(kind, answer.items as Body[])]).toEqual([query, all.slice(from, to)]);
      }
    });
  }

  for (const [query, message] of INVALID) {
    for (const { plural, v1 } of v1Kinds) {
      test(`V8: ${query} is refused: ${plural}`, async ({ api }) => {
        expectBare(await api.get(`${v1}?${query}`), 'INVALID_ARGUMENT', message);
      });
    }
  }

  for (const text of ['x', '', '1.5', '1e2', '2147483648', '%2B']) {
    for (const name of ['offset', 'page', 'page_size', 'limit']) {
      test(`V8: ${name}=${text} is not a number`, async ({ api }) => {
        expectBare(await api.get(`/iam/v1/groups?${name}=${text}`), 'INVALID_ARGUMENT', new RegExp(`: ${name}: `));
      });
    }
  }

  test('V8: all violations are reported together', async ({ api }) => {
    const answer = await api.get('/iam/v1/groups?offset=-1&page_size=-1&page=0&uidp.in_root=maybe');
    expectBare(answer, 'INVALID_ARGUMENT');
    for (const name of ['uidp.in_root', 'offset', 'page_size', 'page'])
      expect(answer.body.message).toContain(`${name}: `);
  });
});

/** Walks the pages of a List of v1 by their number, until one is empty. */
const walkPages = async (api: Api, list: string, size: number): Promise<readonly Body[]> => {
  const rows: Body[] = [];
  for (let page = 1; page < 100; page += 1) {
    const items = await itemsOf(api, `${list}&page=${page}&page_size=${size}`);
    if (items.length === 0) return rows;
    rows.push(...items);
  }
  throw new Error(`${list} has no last page`);
};

test('V8, C11: pages walked by their number are the full result set', async ({ api, org }) => {
  const list = await seven(groups, org);
  for (const size of [1, 2, 3, 7, 8]) expect(await walkPages(api, list, size)).toEqual(await itemsOf(api, list));
});

test('V8: a page without a size has 50 rows', async ({ api, org }) => {
  const parent = await org.group();
  for (let index = 0; index < 51; index += 1) await org.group({}, parent.uid);
  const list = `/iam/v1/groups?uidp.children_of=${parent.uid}`;
  expect(await itemsOf(api, `${list}&page=1`)).toHaveLength(50);
  expect(await itemsOf(api, `${list}&page=2`)).toHaveLength(1);
  expect(await itemsOf(api, list)).toHaveLength(51);
});

test('V8: a page size above 200 is not clamped, as it is in v2', async ({ api, org }) => {
  const parent = await org.group();
  await Promise.all(Array.from({ length: 203 }, () => org.group({}, parent.uid)));
  const list = `/iam/v1/groups?uidp.children_of=${parent.uid}`;
  expect(await itemsOf(api, `${list}&page_size=201`)).toHaveLength(201);
  expect(await itemsOf(api, list)).toHaveLength(203);
});

test('V8: a filter and a slice combine', async ({ api, org }) => {
  const parent = await org.group();
  for (let index = 0; index < 4; index += 1) await org.group({ name: 'same' }, (await org.group({}, parent.uid)).uid);
  const list = `/iam/v1/groups?uidp.descendants_of=${parent.uid}&name=same`;
  const all = await itemsOf(api, list);
  expect(all).toHaveLength(4);
  expect(await itemsOf(api, `${list}&offset=1&page_size=2`)).toEqual(all.slice(1, 3));
});

onBoth('V8: over gRPC the same fields slice, and page 0 is refused as well', async ({ grpc, api, org }) => {
  const list = await seven(groups, org);
  const all = idsOf(groups, await itemsOf(api, list));
  const ask = (extra: object) =>
    grpc.call('chainguard.platform.iam.Groups/List', { uidp: { childrenOf: org.uid }, ...extra });
  for (const [extra, from, to] of [
    [{}, 0, 7],
    [{ pageSize: 3 }, 0, 3],
    [{ limit: 3, offset: 5 }, 5, 7],
    [{ page: 2, pageSize: 3 }, 3, 6],
  ] as const) {
    const ended = await ask(extra);
    const items = ended.ok ? ((ended.response.items ?? []) as readonly { readonly id: string }[]) : [];
    expect(items.map(({ id }) => id)).toEqual(all.slice(from, to));
  }
  expect(await ask({ page: 0 })).toMatchObject({
    ok: false,
    code: 3,
    message: 'Invalid argument: page: page must be at least 1',
    details: [],
  });
});
