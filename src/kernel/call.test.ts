import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../json.ts';
import type { FieldViolation } from '../schema/field-violation.ts';
import { MemoryStore } from '../store/memory.ts';
import { kernel, openSpecimenWorld } from '../testing/specimen-world.ts';
import { genres, groups, shelves, writers } from '../testing/specimens.ts';
import type { Answer, Incoming } from './answer.ts';
import { ApiError } from './errors.ts';
import { uidFor } from './ids.ts';
import { TOP } from './uid.ts';

const world = await openSpecimenWorld(new MemoryStore());
const { call, put, grant, rows, advance } = world;

const ROOT = uidFor('s', TOP, 'group', 'root');
const ENG = uidFor('s', ROOT, 'group', 'eng');
const SHELF = uidFor('s', ENG, 'shelf', 'a');
const WRITER = uidFor('s', ENG, 'writer', 'w');
const BUILT_IN = uidFor('s', TOP, 'genre', 'g');
const OWN_GENRE = uidFor('s', ENG, 'genre', 'g');
const NOWHERE = `${ENG}/${'0'.repeat(16)}`;
const UNKNOWN_ROOT = 'f'.repeat(40);

await put(groups, { uid: ROOT, name: 'root' }, { uid: ENG, name: 'eng' });
await put(shelves, { uid: SHELF, name: 'a', code: 'c', updateTime: 'before' });
await put(writers, { uid: WRITER, name: 'w' });
await put(genres, { uid: BUILT_IN, name: 'built-in' }, { uid: OWN_GENRE, name: 'own' });
await grant('reader', { [ENG]: ['shelf.list', 'genre.list'] });
await grant('builder', { [ENG]: ['shelf.create', 'shelf.update', 'shelf.delete', 'book.create', 'group.create'] });
await grant('stranger', { [ROOT]: ['nothing'] });

type Options = Partial<Omit<Incoming, 'request'>> & { readonly as?: string | undefined };

const failure = async (run: Promise<Answer>): Promise<ApiError> => {
  const error = await run.then(
    () => assert.fail('the call succeeded'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
};

const VIOLATION: FieldViolation = { field: 'body', description: 'malformed' };
const shelf = (body: object, parent = ENG): JsonObject => ({ parent, shelf: body });

type Failure = readonly [
  fact: string,
  id: string,
  request: JsonObject,
  options: Options,
  code: string,
  message: string,
];

const FAILURES: readonly Failure[] = [
  [
    'an unknown caller is reported first',
    'CreateShelf',
    {},
    { as: undefined, violations: [VIOLATION] },
    'UNAUTHENTICATED',
    'missing bearer token',
  ],
  [
    'a request that cannot be read is reported before a missing capability',
    'CreateShelf',
    shelf({}),
    { as: 'stranger', violations: [VIOLATION] },
    'INVALID_ARGUMENT',
    'body: malformed',
  ],
  [
    'a missing capability is reported before bad fields',
    'CreateShelf',
    shelf({ name: 'A' }),
    { as: 'stranger' },
    'PERMISSION_DENIED',
    `missing capability "shelf.create" on group ${ENG}`,
  ],
  [
    'a missing parent is reported before bad fields',
    'CreateShelf',
    shelf({ name: 'A' }, NOWHERE),
    { as: 'builder' },
    'NOT_FOUND',
    `group "${NOWHERE}" not found`,
  ],
  [
    'a parent of another kind is missing',
    'CreateShelf',
    shelf({ name: 'a' }, SHELF),
    { as: 'builder' },
    'NOT_FOUND',
    `group "${SHELF}" not found`,
  ],
  [
    'a parent of another kind is missing for a book too',
    'CreateBook',
    { parent: ENG, book: { name: 'b' } },
    { as: 'builder' },
    'NOT_FOUND',
    `shelf "${ENG}" not found`,
  ],
  [
    'a parent is required',
    'CreateShelf',
    shelf({ name: 'a' }, ''),
    {},
    'INVALID_ARGUMENT',
    'parent: parent is required',
  ],
  ['a root takes no other rows', 'CreateShelf', shelf({ name: 'a' }, TOP), {}, 'NOT_FOUND', 'group "/" not found'],
  [
    'all bad fields are reported at the same time, in table order',
    'CreateShelf',
    shelf({ note: 'x'.repeat(21), name: 'A' }),
    { as: 'builder' },
    'INVALID_ARGUMENT',
    'name: name must match "^[a-z0-9 ._-]{1,}$"; note: must have at most 20 characters',
  ],
  [
    'bad fields are reported before a missing reference',
    'CreateBook',
    { parent: SHELF, book: { writerUid: NOWHERE } },
    {},
    'INVALID_ARGUMENT',
    'name: name must match "^[a-z0-9 ._-]{1,}$"',
  ],
  [
    'a missing reference is reported with its own type',
    'CreateBook',
    { parent: SHELF, book: { name: 'b', writerUid: NOWHERE } },
    {},
    'NOT_FOUND',
    `writer "${NOWHERE}" not found`,
  ],
  [
    'a reference to another kind is missing',
    'CreateBook',
    { parent: SHELF, book: { name: 'b', writerUid: SHELF } },
    {},
    'NOT_FOUND',
    `writer "${SHELF}" not found`,
  ],
  [
    'a clash is reported last',
    'CreateShelf',
    shelf({ name: 'a' }),
    { as: 'builder' },
    'ALREADY_EXISTS',
    'shelf "a" already exists',
  ],
  [
    'a group below another needs rights there',
    'CreateGroup',
    { parent: ROOT, group: { name: 'g' } },
    { as: 'builder' },
    'PERMISSION_DENIED',
    `missing capability "group.create" on group ${ROOT}`,
  ],
  ['a get needs a uid', 'GetShelf', { uid: '' }, { as: 'stranger' }, 'INVALID_ARGUMENT', 'uid: uid is required'],
  ['an update needs a uid', 'UpdateShelf', { shelf: {} }, {}, 'INVALID_ARGUMENT', 'uid: uid is required'],
  ['a delete needs a uid', 'DeleteShelf', {}, {}, 'INVALID_ARGUMENT', 'uid: uid is required'],
  [
    'a row that is there is out of reach',
    'GetShelf',
    { uid: SHELF },
    { as: 'stranger' },
    'PERMISSION_DENIED',
    `missing capability "shelf.list" on group ${ENG}`,
  ],
  [
    'a missing row is out of reach like an existing one',
    'GetShelf',
    { uid: NOWHERE },
    { as: 'stranger' },
    'PERMISSION_DENIED',
    `missing capability "shelf.list" on group ${ENG}`,
  ],
  [
    'a missing row is not found by a caller who may look',
    'GetShelf',
    { uid: NOWHERE },
    { as: 'reader' },
    'NOT_FOUND',
    `shelf "${NOWHERE}" not found`,
  ],
  [
    'a row of another kind is missing',
    'GetShelf',
    { uid: WRITER },
    { as: 'reader' },
    'NOT_FOUND',
    `shelf "${WRITER}" not found`,
  ],
  [
    'an unknown root is missing for everybody',
    'GetShelf',
    { uid: `${UNKNOWN_ROOT}/x` },
    { as: 'stranger' },
    'NOT_FOUND',
    `shelf "${UNKNOWN_ROOT}/x" not found`,
  ],
  [
    'a text that is not a uid is not found by anybody',
    'DeleteShelf',
    { uid: '../etc' },
    { as: 'stranger' },
    'NOT_FOUND',
    'shelf "../etc" not found',
  ],
  [
    'an update of a missing row is not found',
    'UpdateShelf',
    { shelf: { uid: NOWHERE, name: 'A' } },
    { as: 'builder', paths: ['name'] },
    'NOT_FOUND',
    `shelf "${NOWHERE}" not found`,
  ],
  [
    'an update without rights is denied before its mask is read',
    'UpdateShelf',
    { shelf: { uid: SHELF }, updateMask: 'bogus' },
    { as: 'reader' },
    'PERMISSION_DENIED',
    `missing capability "shelf.update" on group ${ENG}`,
  ],
  [
    'an update with a bad mask is refused',
    'UpdateShelf',
    { shelf: { uid: SHELF }, updateMask: 'bogus' },
    { as: 'builder' },
    'INVALID_ARGUMENT',
    'updateMask: unknown field "bogus"',
  ],
  [
    'an update that clears what is required is refused',
    'UpdateShelf',
    { shelf: { uid: SHELF }, updateMask: 'name' },
    { as: 'builder' },
    'INVALID_ARGUMENT',
    'name: name must match "^[a-z0-9 ._-]{1,}$"',
  ],
  [
    "a sealed row is nobody's to change",
    'UpdateGenre',
    { genre: { uid: BUILT_IN, name: 'x' } },
    { paths: ['name'] },
    'PERMISSION_DENIED',
    'built-in genres cannot be modified',
  ],
  [
    "a sealed row is nobody's to delete",
    'DeleteGenre',
    { uid: BUILT_IN },
    { as: 'stranger' },
    'PERMISSION_DENIED',
    'built-in genres cannot be modified',
  ],
  [
    'an unscoped get needs the capability somewhere',
    'GetGenre',
    { uid: BUILT_IN },
    { as: 'stranger' },
    'PERMISSION_DENIED',
    'missing capability "genre.list"',
  ],
  [
    'an unscoped get of a row below a group is scoped',
    'GetGenre',
    { uid: OWN_GENRE },
    { as: 'stranger' },
    'PERMISSION_DENIED',
    `missing capability "genre.list" on group ${ENG}`,
  ],
];

for (const [fact, id, request, options, code, message] of FAILURES) {
  test(`${fact} (${id})`, async () => {
    const error = await failure(call(id, request, options));
    assert.equal(error.code, code);
    assert.ok(error.message.endsWith(`: ${message}`), error.message);
  });
}

test('a clash names the existing row', async () => {
  const { detail } = await failure(call('CreateShelf', shelf({ name: 'a' })));
  assert.deepEqual(detail.resource, { type: 'registry/Shelf', name: SHELF });
});

test('a get returns the stored row', async () => {
  const answer = await call('GetShelf', { uid: SHELF }, { as: 'reader' });
  assert.equal(answer.kind === 'row' && answer.entry.row, rows.get(shelves, SHELF));
});

test('a caller who holds the capability anywhere gets a root row', async () => {
  const answer = await call('GetGenre', { uid: BUILT_IN }, { as: 'reader' });
  assert.equal(answer.kind, 'row');
});

const created = async (id: string, request: JsonObject, options?: Options): Promise<JsonObject> => {
  const answer = await call(id, request, options);
  assert.ok(answer.kind === 'message');
  assert.equal(answer.once, id.startsWith('Create'));
  return answer.value;
};

test('a create sets uid and times, and its answer may contain secrets', async () => {
  const row = await created('CreateShelf', shelf({ name: 'new', secret: 's' }), { as: 'builder' });
  const uid = uidFor('specimen', ENG, 'shelf', 'new');
  const now = '2026-01-01T00:00:00.000Z';
  assert.deepEqual(row, { uid, name: 'new', secret: 's', code: 'open sesame', createTime: now, updateTime: now });
  assert.deepEqual(rows.get(shelves, uid), row);
});

test('anybody can create a root group', async () => {
  const { uid } = await created('CreateGroup', { parent: '', group: { name: 'theirs' } }, { as: 'stranger' });
  assert.equal(uid, uidFor('specimen', TOP, 'group', 'theirs'));
});

test('a row that shares the uid of its parent exists once', async () => {
  const request = { parent: ENG, seal: { name: 'x' } };
  assert.equal((await created('CreateSeal', request)).uid, ENG);
  assert.equal((await failure(call('CreateSeal', request))).code, 'ALREADY_EXISTS');
});

test('an update changes the fields of its body and the time of the last change', async () => {
  const { uid } = await created('CreateShelf', shelf({ name: 'changing', size: 3 }));
  advance(1_500);
  const row = await created('UpdateShelf', { shelf: { uid, size: 4 } }, { paths: ['size'] });
  assert.equal(row.size, 4);
  assert.equal(row.createTime, '2026-01-01T00:00:00.000Z');
  assert.equal(row.updateTime, '2026-01-01T00:00:01.500Z');
});

for (const [what, request, paths] of [
  ['nothing', {}, []],
  ['nothing but what the service sets', { updateMask: 'createTime' }, []],
] as const) {
  test(`an update of ${what} changes nothing, not even its time`, async () => {
    const before = rows.get(shelves, SHELF);
    assert.equal((await created('UpdateShelf', { shelf: { uid: SHELF }, ...request }, { paths })).updateTime, 'before');
    assert.equal(rows.get(shelves, SHELF), before);
  });
}

test('an update may keep the name that clashes with itself only', async () => {
  const { uid } = await created('CreateShelf', shelf({ name: 'keeps' }));
  await created('UpdateShelf', { shelf: { uid, name: 'keeps' } }, { paths: ['name'] });
  const error = await failure(call('UpdateShelf', { shelf: { uid, name: 'a' } }, { paths: ['name'] }));
  assert.equal(error.code, 'ALREADY_EXISTS');
});

test('a delete has an empty answer, and a second one is not found', async () => {
  const { uid } = await created('CreateShelf', shelf({ name: 'short-lived' }));
  assert.deepEqual(await call('DeleteShelf', { uid }), { kind: 'empty' });
  assert.equal((await failure(call('DeleteShelf', { uid }))).code, 'NOT_FOUND');
});

test('the name of a deleted row gets another uid', async () => {
  const { uid } = await created('CreateShelf', shelf({ name: 'again' }));
  await call('DeleteShelf', { uid });
  assert.notEqual((await created('CreateShelf', shelf({ name: 'again' }))).uid, uid);
});

test('a rule that fails half way changes nothing', async () => {
  await assert.rejects(call('CreateShelf', shelf({ name: 'cursed' })), /half way/);
  assert.deepEqual(rows.by(shelves, 'name', 'cursed'), []);
});

test('every verb of a resource is an operation', () => {
  const ids = kernel.operations.filter(({ resource }) => resource === shelves).map(({ operation }) => operation.id);
  assert.deepEqual(ids, ['ListShelves', 'GetShelf', 'CreateShelf', 'UpdateShelf', 'DeleteShelf']);
});
