import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../store/memory.ts';
import { books, genres, groups, seals, shelves, specimens, stamps } from '../testing/specimens.ts';
import { qualifyType, ResourceDirectory, rowNotFound, typeOf } from './directory.ts';
import { uidFor } from './ids.ts';
import { TOP } from './uid.ts';

// Seals come before the groups whose uids they share.
const directory = new ResourceDirectory([...specimens].reverse());
const ROOT = uidFor('seed', TOP, 'group', 'root');
const GROUP = uidFor('seed', ROOT, 'group', 'inner');
const SHELF = uidFor('seed', GROUP, 'shelf', 'a');
const BOOK = uidFor('seed', SHELF, 'book', 'a');
const GENRE = uidFor('seed', TOP, 'genre', 'a');
const STAMP = 's'.repeat(40);
const NOWHERE = '0'.repeat(16);

const store = new MemoryStore();
await store.write((tx) => {
  tx.put(groups, { uid: ROOT });
  tx.put(groups, { uid: GROUP });
  tx.put(seals, { uid: GROUP });
  tx.put(shelves, { uid: SHELF });
  tx.put(books, { uid: BOOK });
  tx.put(genres, { uid: GENRE });
  tx.put(stamps, { uid: STAMP });
});
const { rows } = store;

const FOUND: readonly (readonly [what: string, uid: string, singular: string | undefined])[] = [
  ['a group, although a seal shares its uid', GROUP, 'group'],
  ['a shelf', SHELF, 'shelf'],
  ['a root of another kind', GENRE, 'genre'],
  ['nothing at a uid that is free', `${SHELF}/${NOWHERE}`, undefined],
  ['nothing outside the tree', STAMP, undefined],
  ['nothing above every root', TOP, undefined],
  ['nothing at an empty uid', '', undefined],
];

for (const [what, uid, singular] of FOUND) {
  test(`looking up a uid finds ${what}`, () => {
    const found = directory.find(rows, uid);
    assert.equal(found?.resource.singular, singular);
    assert.equal(found?.row.uid, singular && uid);
  });
}

const NEAREST: readonly (readonly [uid: string, nearest: string | undefined, group: string])[] = [
  [BOOK, BOOK, GROUP],
  [`${BOOK}/${NOWHERE}/${NOWHERE}`, BOOK, GROUP],
  [`${GROUP}/${NOWHERE}`, GROUP, GROUP],
  [GROUP, GROUP, GROUP],
  [GENRE, GENRE, GENRE],
  [`${'f'.repeat(40)}/${NOWHERE}`, undefined, `${'f'.repeat(40)}/${NOWHERE}`],
  ['malformed', undefined, 'malformed'],
  ['//', undefined, '//'],
  [`${GROUP}/`, GROUP, GROUP],
  [TOP, undefined, TOP],
  ['', undefined, ''],
];

for (const [uid, nearest, group] of NEAREST) {
  test(`the nearest row at ${JSON.stringify(uid)} is ${nearest ?? 'nothing'}, its group ${JSON.stringify(group)}`, () => {
    assert.equal(directory.findNearest(rows, uid), nearest);
    assert.equal(directory.groupOf(rows, uid), group);
  });
}

test('resources are found by their singular name', () => {
  assert.equal(directory.getResource('shelf'), shelves);
  assert.throws(() => directory.getResource('shelves'), /no resource is named shelves/);
});

test('a type begins with its service, and in details with the service domain too', () => {
  assert.equal(typeOf(shelves), 'registry/Shelf');
  const settings = { serviceDomain: 'platform.test', publicUrl: '', seed: '' };
  assert.equal(qualifyType('registry/Shelf', settings), 'registry.platform.test/Shelf');
});

test('a missing row is reported with the words of its resource, its type and its uid', () => {
  const { code, message, detail } = rowNotFound(shelves, 'x');
  assert.equal(code, 'NOT_FOUND');
  assert.equal(message, 'Not found: shelf "x" not found');
  assert.deepEqual(detail.resource, { type: 'registry/Shelf', name: 'x' });
});
