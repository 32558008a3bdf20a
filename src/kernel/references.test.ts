import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { MemoryStore } from '../store/memory.ts';
import { openSpecimenWorld, type SpecimenWorld } from '../testing/specimen-world.ts';
import { books, genres, groups, loans, seals, shelves, specimens, writers } from '../testing/specimens.ts';
import { ApiError, type PreconditionViolation } from './errors.ts';
import { tombstones } from './ids.ts';
import { TOP } from './uid.ts';

let world: SpecimenWorld;

const create = async (type: string, parent: string, name: string, fields: object = {}): Promise<string> => {
  const answer = await world.call(`Create${type}`, { parent, [type.toLowerCase()]: { name, ...fields } });
  return answer.kind === 'message' ? String(answer.value.uid) : assert.fail(answer.kind);
};

const remove = (type: string, uid: string): Promise<unknown> => world.call(`Delete${type}`, { uid });

const violationsOf = async (type: string, uid: string): Promise<readonly PreconditionViolation[]> => {
  const before = counts();
  const error = await remove(type, uid).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof ApiError, String(error));
  assert.equal(error.code, 'FAILED_PRECONDITION');
  assert.deepEqual(counts(), before);
  return error.detail.preconditions ?? [];
};

/** The number of rows of each kind. */
const counts = (): Readonly<Record<string, number>> =>
  Object.fromEntries(
    specimens
      .map((resource) => [resource.plural, world.rows.listWithin(resource, TOP).length] as const)
      .filter(([, count]) => count > 0),
  );

const NOT_EMPTY = 'RESOURCE_NOT_EMPTY';
const IN_USE = 'RESOURCE_IN_USE';

let root: string;
beforeEach(async () => {
  world = await openSpecimenWorld(new MemoryStore());
  root = await create('Group', '', 'root');
});

test('a group with shelves in it is not deleted', async () => {
  await create('Shelf', root, 'a');
  await create('Shelf', root, 'b');
  assert.deepEqual(await violationsOf('Group', root), [
    { type: NOT_EMPTY, description: 'cannot delete group with child shelves' },
  ]);
});

test('every kind of child is reported, in the order of the resources', async () => {
  await create('Writer', root, 'w');
  await create('Group', root, 'g');
  await create('Shelf', root, 'a');
  await create('Genre', root, 'goes along');
  const descriptions = (await violationsOf('Group', root)).map(({ description }) => description);
  assert.deepEqual(descriptions, [
    'cannot delete group with child shelves',
    'cannot delete group with child groups',
    'cannot delete group with child writers',
  ]);
  await assert.rejects(remove('Group', root), {
    message: `Precondition failed: ${descriptions.join('; ')}`,
  });
});

test('only direct children block a delete', async () => {
  const inner = await create('Group', root, 'inner');
  await create('Shelf', inner, 'a');
  assert.deepEqual(await violationsOf('Group', root), [
    { type: NOT_EMPTY, description: 'cannot delete group with child groups' },
  ]);
});

test('a writer whom a book names is not deleted, and can be once no book does', async () => {
  const writer = await create('Writer', root, 'w');
  const shelf = await create('Shelf', root, 'a');
  const book = await create('Book', shelf, 'b', { writerUid: writer });
  assert.deepEqual(await violationsOf('Writer', writer), [
    { type: IN_USE, description: 'cannot delete writer with books' },
  ]);
  await remove('Book', book);
  await remove('Writer', writer);
  assert.deepEqual(counts(), { groups: 1, shelves: 1 });
});

test('a group is deleted with everything below it that does not block', async () => {
  await create('Genre', root, 'g');
  await create('Seal', root, 's');
  const other = await create('Group', '', 'other');
  const shelf = await create('Shelf', other, 'a');
  await create('Loan', root, 'l', { bookUid: await create('Book', shelf, 'b') });
  await remove('Group', root);
  assert.deepEqual(counts(), { groups: 1, shelves: 1, books: 1 });
});

test('a shelf is deleted with its books, and with the books elsewhere that follow them', async () => {
  const [one, two] = [await create('Shelf', root, 'one'), await create('Shelf', root, 'two')];
  const first = await create('Book', one, 'first');
  const second = await create('Book', two, 'second', { followsUid: first });
  await create('Book', two, 'third', { followsUid: second });
  await create('Book', two, 'another');
  await remove('Shelf', one);
  assert.deepEqual(counts(), { groups: 1, shelves: 1, books: 1 });
});

test('books that follow each other in a circle are deleted together', async () => {
  const shelf = await create('Shelf', root, 'a');
  const first = await create('Book', shelf, 'first');
  const second = await create('Book', shelf, 'second', { followsUid: first });
  await world.call('UpdateBook', { book: { uid: first, followsUid: second } }, { paths: ['followsUid'] });
  await remove('Book', first);
  assert.deepEqual(counts(), { groups: 1, shelves: 1 });
});

test('a shelf whose book is on loan is not deleted', async () => {
  const shelf = await create('Shelf', root, 'a');
  await create('Loan', root, 'l', { bookUid: await create('Book', shelf, 'b') });
  const [violation] = await violationsOf('Shelf', shelf);
  assert.deepEqual(violation, { type: IN_USE, description: 'cannot delete shelf with loans' });
});

test('a book that is followed by one on loan is not deleted', async () => {
  const shelf = await create('Shelf', root, 'a');
  const first = await create('Book', shelf, 'first');
  await create('Loan', root, 'l', { bookUid: await create('Book', shelf, 'second', { followsUid: first }) });
  assert.deepEqual(await violationsOf('Book', first), [{ type: IN_USE, description: 'cannot delete book with loans' }]);
});

test('a reference does not block a delete when its row is deleted too', async () => {
  const shelf = await create('Shelf', root, 'a');
  const [one, two] = [await create('Book', shelf, 'one'), await create('Book', shelf, 'two')];
  await create('Ribbon', one, 'r', { bookUid: two });
  assert.deepEqual(await violationsOf('Book', two), [{ type: IN_USE, description: 'cannot delete book with ribbons' }]);
  await remove('Shelf', shelf);
  assert.deepEqual(counts(), { groups: 1 });
});

test('a row that shares the uid of its parent is deleted without what is below the parent', async () => {
  const inner = await create('Group', root, 'inner');
  await create('Genre', root, 'g');
  await create('Seal', root, 's');
  await create('Seal', inner, 's');
  await remove('Seal', root);
  assert.deepEqual(counts(), { groups: 2, seals: 1, genres: 1 });
  assert.equal(world.rows.get(tombstones, root), undefined);
  await create('Seal', root, 'another');
});

test('every deleted uid is recorded', async () => {
  const shelf = await create('Shelf', root, 'a');
  const book = await create('Book', shelf, 'b');
  await remove('Shelf', shelf);
  for (const uid of [shelf, book]) assert.deepEqual(world.rows.get(tombstones, uid), { uid });
  const again = await create('Shelf', root, 'a');
  assert.notEqual(again, shelf);
  assert.notEqual(await create('Book', again, 'b'), book);
});

test('siblings of a deleted row stay', async () => {
  const [one, two] = [await create('Shelf', root, 'one'), await create('Shelf', root, 'two')];
  const other = await create('Book', two, 'b');
  await create('Book', one, 'b');
  await remove('Shelf', one);
  assert.deepEqual(
    world.rows.listWithin(books, root).map(({ uid }) => uid),
    [other],
  );
  for (const resource of [groups, shelves]) assert.equal(world.rows.listWithin(resource, TOP).length, 1);
  for (const resource of [writers, loans, seals, genres]) assert.deepEqual(world.rows.listWithin(resource, TOP), []);
});
