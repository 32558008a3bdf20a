import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withMember } from '../json.ts';
import { haveSameShape } from '../testing/same-shape.ts';

test('a copy has the member, and the original is left as it was', () => {
  const given = { a: 1, b: 2 };
  assert.deepEqual(withMember(given, 'c', 3), { a: 1, b: 2, c: 3 });
  assert.deepEqual(withMember(given, 'b', 3), { a: 1, b: 3 });
  assert.deepEqual(given, { a: 1, b: 2 });
});

test('copies of objects of one shape are of one shape', () => {
  const copies = [1, 2, 3].map((a) => withMember({ a }, 'b', a));
  assert.ok(copies.every((copy) => haveSameShape(copy, copies[0] as object)));
});
