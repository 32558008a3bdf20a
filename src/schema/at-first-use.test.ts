import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAtFirstUse } from './at-first-use.ts';

test('a value is made once, at the first use, and also where it is undefined', () => {
  let made = 0;
  const value = makeAtFirstUse(() => {
    made += 1;
    return undefined;
  });
  assert.equal(made, 0);
  assert.deepEqual([value(), value(), made], [undefined, undefined, 1]);
});

test('a value that could not be made is made anew', () => {
  let isFirst = true;
  const value = makeAtFirstUse(() => {
    if (!isFirst) return 'made';
    isFirst = false;
    throw new Error('not yet');
  });
  assert.throws(value, /not yet/);
  assert.equal(value(), 'made');
});
