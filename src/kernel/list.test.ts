import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../json.ts';
import type { FieldViolation } from '../schema/field-violation.ts';
import { MemoryStore } from '../store/memory.ts';
import { plainViolations } from '../testing/plain-violations.ts';
import { openSpecimenWorld, type SpecimenWorld } from '../testing/specimen-world.ts';
import { books, groups, type ShelfRow, shelves, stamps } from '../testing/specimens.ts';
import { ApiError } from './errors.ts';
import { uidFor } from './ids.ts';
import type { Page } from './list.ts';
import { TOP } from './uid.ts';

const ROOT = uidFor('s', TOP, 'group', 'root');
const HOUR = 3_600_000;

/** Shelves s000, s001 and so on, in a group without other rows. */
const shelf = (at: number): ShelfRow => {
  const name = `s${String(at).padStart(3, '0')}`;
  const row = { uid: uidFor('s', ROOT, 'shelf', name), name, size: at % 7, tags: [at % 2 === 0 ? 'even' : 'odd'] };
  return at % 3 === 0 ? { ...row, colour: 'RED' } : row;
};

const world = async (count: number): Promise<SpecimenWorld> => {
  const opened = await openSpecimenWorld(new MemoryStore());
  await opened.put(groups, { uid: ROOT, name: 'root' });
  await opened.put(shelves, ...Array.from({ length: count }, (_, at) => shelf(at)));
  return opened;
};

type Options = Parameters<SpecimenWorld['call']>[2];

const page = async (
  at: SpecimenWorld,
  request: JsonObject = {},
  options: Options = {},
  id = 'ListShelves',
): Promise<Page> => {
  const answer = await at.call(id, request, options);
  return answer.kind === 'page' ? answer.page : assert.fail(answer.kind);
};
const namesOf = ({ entries }: Page): readonly unknown[] => entries.map(({ row }) => (row as ShelfRow).name);
const numbers = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from }, (_, at) => shelf(from + at).name ?? '');

const full = await world(260);

const SIZES: readonly (readonly [pageSize: number | undefined, given: number])[] = [
  [undefined, 50],
  [0, 50],
  [1, 1],
  [200, 200],
  [201, 200],
  [2_147_483_647, 200],
];

for (const [pageSize, given] of SIZES) {
  test(`a page of size ${pageSize} has ${given} rows, the total and a cursor`, async () => {
    const { entries, totalCount, skipped, nextPageToken } = await page(
      full,
      pageSize === undefined ? {} : { pageSize },
    );
    assert.deepEqual([entries.length, totalCount, skipped], [given, 260, 0]);
    assert.ok(nextPageToken);
  });
}

const SKIPS: readonly (readonly [request: JsonObject, from: number, to: number, more: boolean])[] = [
  [{ skip: 0, pageSize: 10 }, 0, 10, true],
  [{ skip: 7, pageSize: 10 }, 7, 17, true],
  [{ skip: 250, pageSize: 10 }, 250, 260, false],
  [{ skip: 249, pageSize: 10 }, 249, 259, true],
  [{ skip: 255, pageSize: 10 }, 255, 260, false],
  [{ skip: 260, pageSize: 10 }, 260, 260, false],
  [{ skip: 2_147_483_647 }, 260, 260, false],
];

for (const [request, from, to, more] of SKIPS) {
  test(`${JSON.stringify(request)} returns rows ${from} to ${to}${more ? ' and a cursor' : ''}`, async () => {
    const found = await page(full, { ...request, orderBy: 'name' });
    assert.deepEqual(namesOf(found), numbers(from, to));
    assert.equal(found.nextPageToken !== undefined, more);
    assert.equal('nextPageToken' in found, more);
    assert.equal(found.skipped, request.skip);
    assert.equal(found.totalCount, 260);
  });
}

test('skip counts from the cursor and is not remembered in it', async () => {
  const first = await page(full, { orderBy: 'name', pageSize: 5, skip: 1 });
  assert.deepEqual(namesOf(first), numbers(1, 6));
  const second = await page(full, { pageToken: first.nextPageToken, pageSize: 5, skip: 2 });
  assert.deepEqual(namesOf(second), numbers(8, 13));
  const third = await page(full, { pageToken: second.nextPageToken, pageSize: 1 });
  assert.deepEqual([namesOf(third), third.skipped], [numbers(13, 14), 0]);
});

const FILTERS: readonly (readonly [filters: JsonObject, count: number])[] = [
  [{ name: 's007' }, 1],
  [{ name: 'S007' }, 0],
  [{ name: '' }, 260],
  [{ colour: 'RED' }, 87],
  [{ colour: 'COLOUR_NONE' }, 260],
  [{ tags: ['odd'] }, 130],
  [{ tags: ['odd', 'even', 'none'] }, 260],
  [{ tags: [] }, 260],
  [{ minSize: 5 }, 74],
  [{ minSize: 5, tags: ['odd'], colour: 'RED' }, 12],
  [{ name: 's006', colour: 'RED' }, 1],
  [{ name: 's007', colour: 'RED' }, 0],
  [{ uidp: { descendantsOf: '', ids: [], inRoot: false } }, 260],
  [{ uidp: { descendantsOf: ROOT }, minSize: 6 }, 37],
];

for (const [filters, count] of FILTERS) {
  test(`${JSON.stringify(filters).replace(ROOT, 'ROOT')} selects ${count} rows`, async () => {
    assert.equal((await page(full, filters)).totalCount, count);
  });
}

test('rows that a list hides by default are counted only when they are asked for', async () => {
  const hiding = await world(3);
  await hiding.put(shelves, { ...shelf(1), note: 'dusty' });
  assert.deepEqual(namesOf(await page(hiding, { orderBy: 'name' })), ['s000', 's002']);
  assert.equal((await page(hiding, { name: 's001' })).totalCount, 0);
  assert.deepEqual(namesOf(await page(hiding, { orderBy: 'name', dusty: 'yes' })), numbers(0, 3));
});

test('an empty list has no rows, a total of zero and no cursor', async () => {
  assert.deepEqual(await page(await world(0)), { entries: [], totalCount: 0, skipped: 0 });
});

test('a list may have its own default order', async () => {
  const at = await world(1);
  const home = shelf(0).uid;
  await at.put(books, ...['b', 'c', 'a'].map((name) => ({ uid: uidFor('s', home, 'book', name), name })));
  assert.deepEqual(namesOf(await page(at, {}, {}, 'ListBooks')), ['c', 'b', 'a']);
  assert.deepEqual(namesOf(await page(at, { orderBy: 'name' }, {}, 'ListBooks')), ['a', 'b', 'c']);
});

test('a caller who may list rows outside the tree anywhere sees all of them', async () => {
  const at = await world(1);
  await at.put(stamps, { uid: 'x', name: 'x' }, { uid: 'y', name: 'y' });
  await at.grant('somebody', { [shelf(0).uid]: ['stamp.list'] });
  assert.deepEqual(namesOf(await page(at, {}, { as: 'somebody' }, 'ListStamps')), ['x', 'y']);
  await assert.rejects(page(at, {}, { as: 'nobody' }, 'ListStamps'), /missing capability "stamp.list"/);
});

const first = async (request: JsonObject = {}, options?: Options, id?: string): Promise<string> =>
  (await page(full, { pageSize: 5, ...request }, options, id)).nextPageToken ?? assert.fail('there is no next page');

const token = { field: 'page_token', description: 'page_token does not match the request parameters' };
const invalidToken = { field: 'page_token', description: 'page_token is invalid' };

const SOME = Array.from({ length: 8 }, (_, at) => shelf(at).uid);

const KEEPS: readonly (readonly [fact: string, given: JsonObject, next: JsonObject])[] = [
  ['parameters that are left out are those of the cursor', { orderBy: 'name desc', colour: 'RED' }, {}],
  ['parameters may be repeated', { orderBy: 'name desc', colour: 'RED' }, { orderBy: 'name desc', colour: 'RED' }],
  ['another spelling of the order is the same order', { orderBy: 'name', colour: 'RED' }, { orderBy: ' name asc ' }],
  ['the order that goes without saying may be said', { colour: 'RED' }, { orderBy: 'uid' }],
  ['the page size may change', { colour: 'RED' }, { pageSize: 7 }],
  [
    'an empty filter is one that is left out',
    { colour: 'RED' },
    { name: '', colour: 'COLOUR_NONE', uidp: { descendantsOf: '', ids: [] } },
  ],
  [
    'members of a filter may be repeated in any order',
    { uidp: { descendantsOf: ROOT, ids: SOME } },
    { uidp: { ids: SOME, descendantsOf: ROOT } },
  ],
];

for (const [fact, given, next] of KEEPS) {
  test(`on a next page, ${fact}`, async () => {
    const whole = await page(full, { ...given, pageSize: 200 });
    const second = await page(full, { pageSize: 5, ...next, pageToken: await first(given) });
    assert.deepEqual(namesOf(second), namesOf(whole).slice(5, 5 + second.entries.length));
    assert.equal(second.totalCount, whole.totalCount);
  });
}

const violations = async (
  request: JsonObject,
  options: Options = {},
  at = full,
): Promise<readonly FieldViolation[]> => {
  const error = await page(at, request, options).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof ApiError, String(error));
  assert.equal(error.code, 'INVALID_ARGUMENT');
  return plainViolations(error.detail.fieldViolations);
};

const DIFFERS: readonly (readonly [what: string, given: JsonObject, next: JsonObject])[] = [
  ['another order', { orderBy: 'name' }, { orderBy: 'name desc' }],
  ['an order where there was none', {}, { orderBy: 'name' }],
  ['another filter', { colour: 'RED' }, { colour: 'GREEN' }],
  ['a filter where there was none', {}, { minSize: 1 }],
  ['another place', {}, { uidp: { descendantsOf: ROOT } }],
];

for (const [what, given, next] of DIFFERS) {
  test(`a cursor with ${what} is refused`, async () => {
    assert.deepEqual(await violations({ ...next, pageToken: await first(given) }), [token]);
  });
}

test('a cursor of another list is refused, and so is a text that is not a cursor', async () => {
  await full.put(groups, ...[1, 2].map((at) => ({ uid: uidFor('s', TOP, 'group', `r${at}`), name: `r${at}` })));
  assert.deepEqual(await violations({ pageToken: await first({ pageSize: 1 }, {}, 'ListGroups') }), [invalidToken]);
  assert.deepEqual(await violations({ pageToken: 'abc' }), [invalidToken]);
});

test('all violations are reported at the same time, in table order', async () => {
  const request = { skip: -5, orderBy: 'bogus', pageToken: 'x', pageSize: -1, minSize: 1_001 };
  const ofForm = [{ field: 'colour', description: 'unknown value "PINK"' }];
  assert.deepEqual(await violations(request, { violations: ofForm }), [
    ...ofForm,
    { field: 'min_size', description: 'minSize must be at most 1000' },
    { field: 'page_size', description: 'page_size must not be negative' },
    invalidToken,
    { field: 'order_by', description: 'unsupported order_by field "bogus"' },
    { field: 'skip', description: 'skip must not be negative' },
  ]);
});

test('violations of a request are reported before a missing capability or an unknown place', async () => {
  const request = { pageSize: -1, uidp: { childrenOf: 'unknown' } };
  const [violation] = await violations(request, { as: 'stranger' });
  assert.equal(violation?.field, 'page_size');
});

test('a cursor is valid for three days, and then restarts the list', async () => {
  const at = await world(20);
  const pageToken = (await page(at, { orderBy: 'name', pageSize: 5 })).nextPageToken;
  at.advance(72 * HOUR);
  assert.deepEqual(namesOf(await page(at, { pageToken, pageSize: 2 })), numbers(5, 7));
  at.advance(1);
  const restarted = await page(at, { pageToken, orderBy: 'name desc', pageSize: 2, skip: 1 });
  assert.deepEqual([namesOf(restarted), restarted.skipped], [['s018', 's017'], 1]);
  assert.deepEqual(await violations({ pageToken: `${pageToken}x` }, {}, at), [invalidToken]);
});

test('a cursor shows only what the caller may see now', async () => {
  const at = await world(20);
  const pageToken = (await page(at, { orderBy: 'name', pageSize: 5 })).nextPageToken;
  await at.grant('one', { [shelf(7).uid]: ['shelf.list'] });
  assert.deepEqual(namesOf(await page(at, { pageToken }, { as: 'one' })), ['s007']);
  await at.grant('one', {});
  await assert.rejects(page(at, { pageToken }, { as: 'one' }), /missing capability "shelf.list"/);
});

test('a cursor goes on although its row, and the row after it, are gone', async () => {
  const at = await world(10);
  const pageToken = (await page(at, { orderBy: 'name', pageSize: 3 })).nextPageToken;
  await at.call('DeleteShelf', { uid: shelf(2).uid });
  await at.call('DeleteShelf', { uid: shelf(3).uid });
  assert.deepEqual(namesOf(await page(at, { pageToken, pageSize: 2 })), ['s004', 's005']);
});

test('a cursor goes on behind what its row was sorted by, wherever the row is now', async () => {
  for (const [name, next] of [
    ['s002a', ['s002a', 's003']],
    ['s001a', ['s003', 's004']],
  ] as const) {
    const at = await world(10);
    const pageToken = (await page(at, { orderBy: 'name', pageSize: 3 })).nextPageToken;
    await at.put(shelves, { ...shelf(2), name });
    assert.deepEqual(namesOf(await page(at, { pageToken, pageSize: 2 })), next);
  }
});
