import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../json.ts';
import { plainViolations } from '../testing/plain-violations.ts';
import { isByCursor, sizeOf, sliceOf } from './slice.ts';

const MOST = 2_147_483_647;
const ALL = Number.POSITIVE_INFINITY;
const COMBINED = 'cannot be combined with offset or page';

const SLICES: readonly (readonly [what: string, request: JsonObject, start: number, size: number])[] = [
  ['nothing', {}, 0, ALL],
  ['zeros', { offset: 0, pageSize: 0, limit: 0 }, 0, ALL],
  ['an offset', { offset: 7 }, 7, ALL],
  ['a size', { pageSize: 3 }, 0, 3],
  ['a size by its other name', { limit: 3 }, 0, 3],
  ['a size by both names', { pageSize: 3, limit: 3 }, 0, 3],
  ['a size above what v2 allows', { pageSize: 1_000 }, 0, 1_000],
  ['an offset and a size', { offset: 7, pageSize: 3 }, 7, 3],
  ['an offset and a size by its other name', { offset: 7, limit: 3 }, 7, 3],
  ['the first page', { page: 1 }, 0, 50],
  ['the third page', { page: 3 }, 100, 50],
  ['the first page of a size', { page: 1, pageSize: 3 }, 0, 3],
  ['the third page of a size', { page: 3, pageSize: 3 }, 6, 3],
  ['the third page of a size by its other name', { page: 3, limit: 3 }, 6, 3],
  ['a page and an offset of zero', { page: 2, offset: 0, pageSize: 3 }, 3, 3],
  ['the largest offset', { offset: MOST, pageSize: MOST }, MOST, MOST],
  ['the last page of the largest size', { page: MOST, pageSize: MOST }, (MOST - 1) * MOST, MOST],
];

for (const [what, request, start, size] of SLICES) {
  test(`${what} is ${size} rows from ${start}`, () => {
    assert.deepEqual(sliceOf(request, []), { start, size, violations: [] });
  });
}

const REFUSED: readonly (readonly [what: string, request: JsonObject, field: string, description: string])[] = [
  ['a negative offset', { offset: -1 }, 'offset', 'offset must not be negative'],
  ['a negative size', { pageSize: -1 }, 'page_size', 'page_size must not be negative'],
  ['a negative limit', { limit: -MOST }, 'limit', 'limit must not be negative'],
  ['a page before the first', { page: 0 }, 'page', 'page must be at least 1'],
  ['a negative page', { page: -1, pageSize: 3 }, 'page', 'page must be at least 1'],
  ['a page and an offset', { page: 1, offset: 1 }, 'page', 'page cannot be combined with offset'],
  ['two sizes', { pageSize: 3, limit: 4 }, 'limit', 'limit and page_size differ'],
  ['an offset behind a cursor', { offset: 1, pageToken: 't' }, 'page_token', `page_token ${COMBINED}`],
  ['a page behind a cursor', { page: 1, pageToken: 't' }, 'page_token', `page_token ${COMBINED}`],
  ['an offset and a skip', { offset: 1, skip: 1 }, 'skip', `skip ${COMBINED}`],
];

for (const [what, request, field, description] of REFUSED) {
  test(`${what} is refused`, () => {
    assert.deepEqual(plainViolations(sliceOf(request, []).violations), [{ field, description }]);
  });
}

test('all violations are reported, those found before first', () => {
  const before = { field: 'name', description: 'is wrong' };
  const { violations } = sliceOf({ offset: -1, pageSize: -2, limit: -2, page: 0 }, [before]);
  assert.deepEqual(
    violations.map(({ field }) => field),
    ['name', 'offset', 'page_size', 'page', 'page', 'limit'],
  );
});

const BY_CURSOR: readonly (readonly [request: JsonObject, byCursor: boolean, pagedAnyway: boolean])[] = [
  [{}, false, true],
  [{ pageSize: 0, limit: 0, skip: 0, offset: 0, pageToken: '' }, false, true],
  [{ orderBy: 'name' }, false, true],
  [{ pageSize: 2 }, true, true],
  [{ limit: 2 }, true, true],
  [{ skip: 2 }, true, true],
  [{ pageToken: 't' }, true, true],
  [{ offset: 2 }, false, false],
  [{ page: 1 }, false, false],
  [{ page: 0 }, false, false],
  [{ page: 1, pageSize: 2 }, false, false],
  [{ offset: 1, pageToken: 't' }, false, false],
];

for (const [request, byCursor, pagedAnyway] of BY_CURSOR) {
  test(`a List with a cursor ${byCursor ? 'uses' : 'does not use'} it for ${JSON.stringify(request)}`, () => {
    assert.deepEqual([isByCursor(request, false), isByCursor(request, true)], [byCursor, pagedAnyway]);
  });
}

test('a size is checked under both of its names', () => {
  const found: Parameters<typeof sizeOf>[1] = [];
  assert.deepEqual([sizeOf({ limit: 3 }, found), sizeOf({ pageSize: 3, limit: 3 }, found)], [3, 3]);
  assert.deepEqual(found, []);
  sizeOf({ limit: -1 }, found);
  sizeOf({ pageSize: 1, limit: 2 }, found);
  assert.deepEqual(
    found.map(({ field }) => field),
    ['limit', 'limit'],
  );
});
