import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Defined, omitUndefined } from './defined.ts';

const CASES: readonly (readonly [fact: string, given: object, kept: object])[] = [
  ['an object without members stays empty', {}, {}],
  ['members with a value stay, in their order', { b: 1, a: 'x' }, { b: 1, a: 'x' }],
  ['an undefined member is left out', { a: 1, b: undefined }, { a: 1 }],
  ['every member may be left out', { a: undefined, b: undefined }, {}],
  ['null, zero, false and an empty text stay', { a: null, b: 0, c: false, d: '' }, { a: null, b: 0, c: false, d: '' }],
  ['undefined inside a member stays', { a: { b: undefined }, c: [undefined] }, { a: { b: undefined }, c: [undefined] }],
];

for (const [fact, given, expected] of CASES) {
  test(`defined: ${fact}`, () => {
    const result = omitUndefined(given);
    assert.deepEqual(result, expected);
    assert.deepEqual(Object.keys(result), Object.keys(expected));
  });
}

test('defined copies the object and leaves the original as it was', () => {
  const given = { a: 1, b: undefined };
  assert.notEqual(omitUndefined(given), given);
  assert.deepEqual(Object.keys(given), ['a', 'b']);
});

test('defined keeps a member called __proto__ as a member', () => {
  const given = JSON.parse('{"__proto__":{"a":1}}') as object;
  assert.equal(JSON.stringify(omitUndefined(given)), '{"__proto__":{"a":1}}');
});

test('a member that may be undefined is optional in the type of the result, and every other one is required', () => {
  const given: { readonly a: number; readonly b: string | undefined } = { a: 1, b: undefined };
  const result: { readonly a: number; readonly b?: string } = omitUndefined(given);
  // @ts-expect-error: `a` is never undefined, so it is not optional.
  const missing: Defined<typeof given> = { b: 'x' };
  assert.deepEqual([result, missing], [{ a: 1 }, { b: 'x' }]);
});
