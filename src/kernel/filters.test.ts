import assert from 'node:assert/strict';
import { test } from 'node:test';
import { int32, string } from '../schema/field-types.ts';
import { MemoryStore } from '../store/memory.ts';
import { type ShelfRow, shelves } from '../testing/specimens.ts';
import { anyOf, equals, where } from './filters.ts';
import type { Filter } from './resource.ts';

const { rows } = new MemoryStore();
const SHELF: ShelfRow = { uid: 'a', name: 'n', size: 2, tags: ['x', 'y'] };

const CASES: readonly (readonly [fact: string, filter: Filter, value: unknown, passes: boolean])[] = [
  ['a field that equals the value passes', equals(1, string(), 'name', ''), 'n', true],
  ['another value does not', equals(1, string(), 'name', ''), 'N', false],
  ['an absent field equals nothing', equals(1, string(), 'note', ''), '', false],
  ['a field that is one of the values passes', anyOf(1, string(), 'name', ''), ['m', 'n'], true],
  ['a field that is none of them does not', anyOf(1, string(), 'name', ''), ['m'], false],
  ['a list with one of the values passes', anyOf(1, string(), 'tags', ''), ['y', 'z'], true],
  ['a list with none of them does not', anyOf(1, string(), 'tags', ''), ['z'], false],
  ['a part of an item is not the item', anyOf(1, string(), 'tags', ''), ['xy'], false],
  ['a custom test decides', where(1, int32(), '', (least: number) => (row: ShelfRow) => row.size === least), 2, true],
];

for (const [fact, filter, value, passes] of CASES) {
  test(`when a list is filtered, ${fact}`, () => assert.equal(filter.matches(value, rows)(SHELF), passes));
}

test('a filter has the options for its query and its document', () => {
  const options = { query: 'artifactNames', required: true, presence: true, validate: () => 'is wrong' };
  const { matches: _, type, ...filter } = anyOf(7, string(), 'name', 'Names.', options);
  assert.equal(type.kind, 'repeated');
  assert.equal(filter.validate?.([]), 'is wrong');
  const { validate: _v, ...rest } = filter;
  assert.deepEqual(rest, { number: 7, description: 'Names.', query: 'artifactNames', required: true, presence: true });
});

test('a custom test may look at other rows', async () => {
  const store = new MemoryStore();
  await store.write((tx) => tx.put(shelves, { uid: 'other', name: 'n' }));
  const filter = where(
    1,
    string(),
    '',
    (uid: string, at) => (row: ShelfRow) => at.get(shelves, uid)?.name === row.name,
  );
  assert.equal(filter.matches('other', store.rows)(SHELF), true);
  assert.equal(filter.matches('none', store.rows)(SHELF), false);
});
