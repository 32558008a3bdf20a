import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AreSame, type Difference, differencesOf } from './compare-values.ts';
import { TextPairs } from './text-pairs.ts';

/** Values that are compared, with the differences: path, and the value of each. */
const CASES: readonly (readonly [one: unknown, other: unknown, differences: readonly (readonly unknown[])[]])[] = [
  [{ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 }, []],
  [1, 2, [['', 1, 2]]],
  [{ repos: [{ uid: 'x' }] }, { repos: [{ uid: 'y' }] }, [['repos[0].uid', 'x', 'y']]],
  [{ a: 1 }, {}, [['a', 1, undefined]]],
  [{}, { a: { b: 1 } }, [['a', undefined, { b: 1 }]]],
  [[1], [1, 2], [['[1]', undefined, 2]]],
  [{ a: [] }, { a: {} }, [['a', [], {}]]],
  [{ a: null }, { a: {} }, [['a', null, {}]]],
  [{ a: null }, {}, [['a', null, undefined]]],
  [{ 'x.y/z': { 0: 'a' } }, { 'x.y/z': { 0: 'b' } }, [['["x.y/z"].0', 'a', 'b']]],
  [{ toString: 1 }, {}, [['toString', 1, undefined]]],
];

test('behaviour R8: values are compared by their paths', () => {
  for (const [one, other, differences] of CASES) {
    const expected = differences.map(([path, left, right]) => ({ path, one: left, other: right }) as Difference);
    assert.deepEqual(differencesOf(one, other), expected, JSON.stringify([one, other]));
  }
});

test('behaviour R9: texts of a role stand for each other as long as none has two partners', () => {
  const pairs = new TextPairs();
  const areSame: AreSame = (one, other, path) =>
    path.at(-1) === 'uid' ? pairs.pair('uid', String(one), String(other)) : one === other;
  assert.deepEqual(differencesOf([{ uid: 'a' }, { uid: 'b' }], [{ uid: 'x' }, { uid: 'b' }], areSame), []);
  assert.deepEqual(differencesOf([{ uid: 'a' }], [{ uid: 'x' }], areSame), []);
  assert.equal(pairs.partnerOf('uid', 'a'), 'x');
  for (const [one, other] of [
    ['a', 'y'],
    ['c', 'x'],
    ['x', 'b'],
  ] as const) {
    assert.deepEqual(differencesOf({ uid: one }, { uid: other }, areSame), [{ path: 'uid', one, other }]);
  }
  assert.equal(pairs.pair('name', 'a', 'y'), true);
});
