import assert from 'node:assert/strict';
import { test } from 'node:test';
import { intervalOf } from './access.ts';
import { ancestorsOf, isBelow, isWithin, parentOf, rootOf, TOP, UID } from './uid.ts';

const ROOT = 'a'.repeat(40);
const CHILD = `${ROOT}/${'1'.repeat(16)}`;
const LEAF = `${CHILD}/${'2'.repeat(16)}`;

const UIDS: readonly (readonly [text: string, isUid: boolean])[] = [
  [ROOT, true],
  [CHILD, true],
  [LEAF, true],
  ['', false],
  [TOP, false],
  [ROOT.slice(1), false],
  [ROOT.toUpperCase(), false],
  [`${ROOT}/`, false],
  [`/${ROOT}`, false],
  [`${ROOT}//${'1'.repeat(16)}`, false],
  [`${ROOT}/${'1'.repeat(40)}`, false],
  [`${ROOT}\n`, false],
];

for (const [text, isUid] of UIDS) {
  test(`${JSON.stringify(text)} is ${isUid ? '' : 'not '}a uid`, () => assert.equal(UID.test(text), isUid));
}

const PARENTS: readonly (readonly [uid: string, parent: string, root: string])[] = [
  [LEAF, CHILD, ROOT],
  [CHILD, ROOT, ROOT],
  [ROOT, TOP, ROOT],
  ['anything', TOP, 'anything'],
  ['', TOP, ''],
  [TOP, TOP, ''],
];

for (const [uid, parent, root] of PARENTS) {
  test(`${JSON.stringify(uid)} lies below ${parent}, in ${JSON.stringify(root)}`, () => {
    assert.equal(parentOf(uid), parent);
    assert.equal(rootOf(uid), root);
  });
}

const BELOW: readonly (readonly [uid: string, ancestor: string, below: boolean])[] = [
  [CHILD, ROOT, true],
  [LEAF, ROOT, true],
  [ROOT, TOP, true],
  [ROOT, ROOT, false],
  [ROOT, CHILD, false],
  [`${ROOT}0/x`, ROOT, false],
  [`${CHILD}2`, CHILD, false],
];

for (const [uid, ancestor, below] of BELOW) {
  test(`${uid} is ${below ? '' : 'not '}below ${ancestor}`, () => {
    assert.equal(isBelow(uid, ancestor), below);
    assert.equal(isWithin(uid, ancestor), below || uid === ancestor);
  });
}

test('the ancestors of a uid are listed nearest first, without the uid itself', () => {
  assert.deepEqual(ancestorsOf(LEAF), [CHILD, ROOT]);
  assert.deepEqual(ancestorsOf(ROOT), []);
});

for (const [uid, ancestor] of BELOW) {
  test(`the interval of ${ancestor} holds ${uid} exactly when it is within`, () => {
    const { from, to } = intervalOf(ancestor);
    assert.equal(uid >= from && uid < to, isWithin(uid, ancestor));
  });
}
