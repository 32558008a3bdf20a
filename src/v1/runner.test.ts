import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../json.ts';
import { ApiError } from '../kernel/errors.ts';
import { uidFor } from '../kernel/ids.ts';
import { TOP } from '../kernel/uid.ts';
import { encodeMessage } from '../schema/encode-json.ts';
import type { FieldViolation } from '../schema/field-violation.ts';
import { MemoryStore } from '../store/memory.ts';
import { openSpecimenWorld, type SpecimenWorld } from '../testing/specimen-world.ts';
import { books, groups, loans, type ShelfRow, seals, shelves, writers } from '../testing/specimens.ts';
import { kernelWithV1 } from '../testing/v1-specimens.ts';

const ROOT = uidFor('s', TOP, 'group', 'root');
const ENG = uidFor('s', ROOT, 'group', 'eng');
const WRITER = uidFor('s', ENG, 'writer', 'w');
const NOWHERE = `${ENG}/${'0'.repeat(16)}`;
const UNKNOWN_ROOT = 'f'.repeat(40);
const NOW = '2026-01-01T00:00:00.000Z';
const TIMES = { createTime: NOW, updateTime: NOW };

const shelf = (name: string): ShelfRow => ({ uid: uidFor('s', ENG, 'shelf', name), name, ...TIMES });
const uidOf = (name: string): string => shelf(name).uid;

/** A world with a few rows of every kind that v1 has. */
const open = async (): Promise<SpecimenWorld> => {
  const world = await openSpecimenWorld(new MemoryStore(), kernelWithV1);
  await world.put(groups, { uid: ROOT, name: 'root', ...TIMES }, { uid: ENG, name: 'eng', ...TIMES });
  await world.put(
    shelves,
    { ...shelf('a'), note: 'n', size: 3, weight: '7', colour: 'RED', tags: ['t'], secret: 's', code: 'c' },
    { ...shelf('b'), note: 'dusty', colour: 'GREEN' },
    ...Array.from({ length: 60 }, (_, at) => shelf(`n${at}`)),
  );
  await world.put(writers, { uid: WRITER, name: 'w', ...TIMES });
  await world.grant('reader', { [ENG]: ['shelf.list'] });
  await world.grant('stranger', { [ROOT]: ['nothing'] });
  return world;
};

type Options = Parameters<SpecimenWorld['call']>[2];
type Json = Readonly<Record<string, unknown>>;

/** The answer of a call of v1 as JSON, by JSON names. */
const answerOf = async ({ call }: SpecimenWorld, id: string, request: JsonObject = {}, options: Options = {}) => {
  const answer = await call(`v1.${id}`, request, options);
  if (answer.kind === 'empty') return undefined;
  assert.equal(answer.kind, 'message');
  return encodeMessage(answer.message, answer.value, answer.once);
};

const failure = async (run: Promise<unknown>): Promise<ApiError> => {
  const error = await run.then(
    (value) => assert.fail(`the call succeeded: ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
};

const itemsOf = async (world: SpecimenWorld, request: JsonObject, options: Options = {}): Promise<readonly Json[]> =>
  (await answerOf(world, 'Shelves.List', request, options))?.items as readonly Json[];

const still = await open();
const A = { id: uidOf('a'), name: 'a', remark: 'n', size: 3, shade: 'SHADE_RED', labels: ['t'], createdAt: NOW };

test('an item has the names of v1, without fields that v1 does not have, input-only fields and those shown once', async () => {
  assert.deepEqual(await itemsOf(still, { id: uidOf('a') }), [A]);
});

test('fields that are always returned have their zero values, and an enum value that v1 does not have is zero', async () => {
  const b = { id: uidOf('b'), name: 'b', remark: 'dusty', labels: [], createdAt: NOW };
  assert.deepEqual(await itemsOf(still, { name: 'b' }), [b]);
});

test('without paging parameters all results are returned, ordered by id, and nothing is hidden', async () => {
  const items = await itemsOf(still, {});
  assert.equal(items.length, 62);
  const ids = items.map(({ id }) => String(id));
  assert.deepEqual(ids, ids.toSorted());
});

const SLICES: readonly (readonly [request: JsonObject, from: number, to: number])[] = [
  [{ pageSize: 10 }, 0, 10],
  [{ limit: 10 }, 0, 10],
  [{ pageSize: 1_000 }, 0, 62],
  [{ offset: 60 }, 60, 62],
  [{ offset: 61, pageSize: 10 }, 61, 62],
  [{ offset: 62 }, 62, 62],
  [{ offset: 2_147_483_647, limit: 2_147_483_647 }, 62, 62],
  [{ page: 1 }, 0, 50],
  [{ page: 2 }, 50, 62],
  [{ page: 3 }, 62, 62],
  [{ page: 3, pageSize: 25 }, 50, 62],
  [{ page: 2_147_483_647, pageSize: 2_147_483_647 }, 62, 62],
];

for (const [request, from, to] of SLICES) {
  test(`${JSON.stringify(request)} returns the results from ${from} to ${to}, without a count`, async () => {
    const all = await itemsOf(still, {});
    const answer = await answerOf(still, 'Shelves.List', request);
    assert.deepEqual(answer, { items: all.slice(from, to) });
  });
}

const VIOLATION: FieldViolation = { field: 'uidp.childrenOf', description: 'is odd' };

const EMPTY_LISTS: readonly (readonly [what: string, request: JsonObject])[] = [
  ['an unknown id', { id: NOWHERE }],
  ['a text that is not an id', { id: 'x' }],
  ['the id of another kind', { id: WRITER }],
  ['an unknown name', { name: 'nobody' }],
  ['an unknown parent', { uidp: { childrenOf: UNKNOWN_ROOT } }],
  ['an unknown root of a tree', { uidp: { descendantsOf: NOWHERE } }],
  ['ids that no row has', { uidp: { ids: [NOWHERE] } }],
];

for (const [what, request] of EMPTY_LISTS) {
  test(`${what} is an empty list`, async () => {
    assert.deepEqual(await answerOf(still, 'Shelves.List', request), { items: [] });
  });
}

const FAILURES: readonly (readonly [
  fact: string,
  id: string,
  request: JsonObject,
  options: Options,
  code: string,
  message: string,
])[] = [
  [
    'an unknown caller is refused',
    'Shelves.List',
    {},
    { as: undefined },
    'UNAUTHENTICATED',
    'Unauthenticated: missing bearer token',
  ],
  [
    'a list of rows that the caller may see nowhere is refused',
    'Shelves.List',
    {},
    { as: 'stranger' },
    'PERMISSION_DENIED',
    'Permission denied: missing capability "shelf.list"',
  ],
  [
    'a list of a group that the caller may not see is refused',
    'Shelves.List',
    { uidp: { descendantsOf: ROOT } },
    { as: 'stranger' },
    'PERMISSION_DENIED',
    'Permission denied: missing capability "shelf.list"',
  ],
  [
    'violations of the paging and of the form are reported together, in proto names',
    'Shelves.List',
    { offset: -1, page: 0 },
    { violations: [VIOLATION] },
    'INVALID_ARGUMENT',
    'Invalid argument: uidp.children_of: is odd; offset: offset must not be negative; page: page must be at least 1; ' +
      'page: page cannot be combined with offset',
  ],
  [
    'a create below a missing parent is refused',
    'Shelves.Create',
    { parentId: NOWHERE, shelf: { name: 'x' } },
    {},
    'NOT_FOUND',
    `Not found: group "${NOWHERE}" not found`,
  ],
  [
    'a create without a parent is reported by the name in v1',
    'Shelves.Create',
    { shelf: { name: 'x' } },
    {},
    'INVALID_ARGUMENT',
    'Invalid argument: parent_id: parent_id is required',
  ],
  [
    'bad fields are reported by their names in v1',
    'Shelves.Create',
    { parentId: ENG, shelf: { name: 'A', remark: 'x'.repeat(21) } },
    {},
    'INVALID_ARGUMENT',
    'Invalid argument: name: name must match "^[a-z0-9 ._-]{1,}$"; remark: must have at most 20 characters',
  ],
  [
    'a clash is reported',
    'Shelves.Create',
    { parentId: ENG, shelf: { name: 'a' } },
    {},
    'ALREADY_EXISTS',
    'Already exists: shelf "a" already exists',
  ],
  [
    'a caller who may not create is refused',
    'Shelves.Create',
    { parentId: ENG, shelf: { name: 'x' } },
    { as: 'reader' },
    'PERMISSION_DENIED',
    `Permission denied: missing capability "shelf.create" on group ${ENG}`,
  ],
  [
    'an update of a missing row is refused',
    'Shelves.Update',
    { id: NOWHERE, name: 'x' },
    {},
    'NOT_FOUND',
    `Not found: shelf "${NOWHERE}" not found`,
  ],
  [
    'an update without an id is reported by the name in v1',
    'Shelves.Update',
    { name: 'x' },
    {},
    'INVALID_ARGUMENT',
    'Invalid argument: id: id is required',
  ],
  [
    'an update that leaves out a required field is refused',
    'Shelves.Update',
    { id: uidOf('a') },
    {},
    'INVALID_ARGUMENT',
    'Invalid argument: name: name must match "^[a-z0-9 ._-]{1,}$"',
  ],
  [
    'an update that cannot be read is reported in proto names',
    'Shelves.Update',
    {},
    { violations: [{ field: 'createdAt', description: 'must be a time' }] },
    'INVALID_ARGUMENT',
    'Invalid argument: created_at: must be a time',
  ],
  [
    'a delete without an id is reported by the name in v1',
    'Groups.Delete',
    {},
    {},
    'INVALID_ARGUMENT',
    'Invalid argument: group_id: group_id is required',
  ],
  [
    'the error of a blocked delete does not name what blocks it',
    'Groups.Delete',
    { groupId: ENG },
    {},
    'FAILED_PRECONDITION',
    'cannot delete group',
  ],
  [
    'a delete that the caller may not make is refused',
    'Shelves.Delete',
    { id: uidOf('a') },
    { as: 'reader' },
    'PERMISSION_DENIED',
    `Permission denied: missing capability "shelf.delete" on group ${ENG}`,
  ],
  [
    'a delete of a missing row, where the caller may not delete, is refused',
    'Shelves.Delete',
    { id: NOWHERE },
    { as: 'reader' },
    'PERMISSION_DENIED',
    `Permission denied: missing capability "shelf.delete" on group ${ENG}`,
  ],
  [
    'a method that writes is refused for a missing row',
    'Writers.Praise',
    { writerId: NOWHERE },
    {},
    'NOT_FOUND',
    `Not found: writer "${NOWHERE}" not found`,
  ],
  [
    'a method reports bad fields by their names in v1',
    'Writers.Praise',
    { praise: 'x'.repeat(21) },
    {},
    'INVALID_ARGUMENT',
    'Invalid argument: writer_id: writer_id is required',
  ],
];

for (const [fact, id, request, options, code, message] of FAILURES) {
  test(`${fact}: ${code}`, async () => {
    const error = await failure(answerOf(still, id, request, options));
    assert.deepEqual({ code: error.code, message: error.message }, { code, message });
  });
}

test('a failure that is not an ApiError is thrown as it is', async () => {
  const request = { parentId: ENG, shelf: { name: 'cursed' } };
  await assert.rejects(answerOf(await open(), 'Shelves.Create', request), /a rule fails half way/);
});

for (const [what, id, request] of [
  ['that is missing', 'Shelves.Delete', { id: NOWHERE }],
  ['of a text that is not an id', 'Shelves.Delete', { id: 'x' }],
  ['of another kind', 'Shelves.Delete', { id: WRITER }],
] as const) {
  test(`a delete of a row ${what} is not an error, and deletes nothing`, async () => {
    assert.equal(await answerOf(still, id, request), undefined);
    assert.ok(still.rows.get(writers, WRITER));
  });
}

test('a create returns what only it may show, and drops output-only fields', async () => {
  const world = await open();
  const sent = { id: 'x', name: 'new', remark: 'r', shade: 'SHADE_RED', labels: ['l'], createdAt: 'x' };
  const { id, ...created } = (await answerOf(world, 'Shelves.Create', { parentId: ENG, shelf: sent })) as {
    id: string;
  };
  const view = { name: 'new', remark: 'r', shade: 'SHADE_RED', labels: ['l'], createdAt: NOW };
  assert.deepEqual(created, { ...view, code: 'open sesame' });
  const stored = { uid: id, name: 'new', note: 'r', colour: 'RED', tags: ['l'], code: 'open sesame', ...TIMES };
  assert.deepEqual(world.rows.get(shelves, id), stored);
  assert.deepEqual(await itemsOf(world, { id }), [{ id, ...view }]);
});

test('an update replaces the whole row, but keeps fields that v1 does not have', async () => {
  const world = await open();
  world.advance(1_000);
  const answer = await answerOf(world, 'Shelves.Update', { id: uidOf('a'), name: 'z', size: 4 });
  assert.deepEqual(answer, { id: uidOf('a'), name: 'z', remark: '', size: 4, labels: [], createdAt: NOW });
  assert.deepEqual(world.rows.get(shelves, uidOf('a')), {
    uid: uidOf('a'),
    name: 'z',
    size: 4,
    weight: '7',
    secret: 's',
    code: 'c',
    createTime: NOW,
    updateTime: '2026-01-01T00:00:01.000Z',
  });
});

test('an update keeps the fields that the mask `*` keeps only when they are left out', async () => {
  const world = await open();
  await world.put(seals, { uid: ENG, name: 's', ...TIMES });
  assert.deepEqual(await answerOf(world, 'Seals.Update', { group: ENG }), { group: ENG, name: 's' });
  assert.deepEqual(await answerOf(world, 'Seals.Update', { group: ENG, name: 'u' }), { group: ENG, name: 'u' });
});

test('a create whose message is the request takes the parent from it', async () => {
  const world = await open();
  assert.deepEqual(await answerOf(world, 'Seals.Create', { group: ENG, name: 's' }), { group: ENG, name: 's' });
  assert.equal((await failure(answerOf(world, 'Seals.Create', { group: ENG, name: 's' }))).code, 'ALREADY_EXISTS');
  assert.equal(await answerOf(world, 'Seals.Delete', { group: ENG }), undefined);
  assert.equal(world.rows.get(seals, ENG), undefined);
});

test('a create without a parent creates a root', async () => {
  const { id, name } = (await answerOf(await open(), 'Groups.Make', { group: { name: 'g' } })) as Json;
  assert.match(String(id), /^[0-9a-f]{40}$/);
  assert.equal(name, 'g');
});

test('a method answers with the names of v1', async () => {
  const answer = await answerOf(await open(), 'Writers.Praise', { writerId: WRITER, praise: 'great' });
  assert.deepEqual(answer, { writer: { id: WRITER, name: 'great writer' } });
});

test('the error of a delete that a row far below blocks does not name it', async () => {
  const world = await open();
  const book = uidFor('s', uidOf('a'), 'book', 'b');
  await world.put(books, { uid: book, name: 'b', ...TIMES });
  await world.put(loans, { uid: uidFor('s', ENG, 'loan', 'l'), name: 'l', bookUid: book, ...TIMES });
  assert.equal((await failure(answerOf(world, 'Shelves.Delete', { id: uidOf('a') }))).message, 'cannot delete shelf');
  assert.ok(world.rows.get(shelves, uidOf('a')));
});

test('a list with a cursor is walked by it, and the cursor is valid only for that list', async () => {
  const world = await open();
  const names = ['a', 'b', 'c', 'd', 'e'];
  const at = uidOf('a');
  await world.put(books, ...names.map((name) => ({ uid: uidFor('s', at, 'book', name), name, ...TIMES })));
  const list = (request: JsonObject) => answerOf(world, 'Books.List', request) as Promise<Json>;
  const seen: unknown[] = [];
  let pageToken = '';
  let pages = 0;
  do {
    const { items, nextPageToken = '' } = await list({ pageSize: '2', pageToken });
    seen.push(...(items as readonly Json[]).map(({ name }) => name));
    pageToken = String(nextPageToken);
    pages += 1;
  } while (pageToken !== '');
  assert.deepEqual([seen, pages], [names, 3]);
  const { nextPageToken } = await list({ pageSize: '1' });
  const { message } = await failure(world.call('ListBooks', { pageToken: nextPageToken }));
  assert.equal(message, 'Invalid argument: page_token: page_token is invalid');
  assert.equal(
    (await failure(list({ pageSize: '-1' }))).message,
    'Invalid argument: page_size: page_size must not be negative',
  );
  world.advance(72 * 3_600_000 + 1);
  assert.equal(((await list({ pageSize: '1', pageToken: nextPageToken })).items as readonly Json[])[0]?.name, 'a');
});
