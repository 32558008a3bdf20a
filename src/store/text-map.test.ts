import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TextMap } from './text-map.ts';

const ROOT = 'a'.repeat(40);

/** Keys of few different ends, so that many are met again and some share a hash's place. */
const key = fc.oneof(
  fc.integer({ min: 0, max: 60 }).map(String),
  fc.integer({ min: 0, max: 60 }).map((nth) => `${ROOT}/${nth.toString(16).padStart(16, '0')}`),
);

const change = fc.record({ key, value: fc.option(fc.integer(), { nil: undefined }) });

test('a map of texts holds what a Map does, whatever is set and deleted', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 400, size: 'max' }), (changes) => {
      const map = new TextMap<number>();
      const expected = new Map<string, number>();
      for (const { key, value } of changes) {
        if (value === undefined) {
          map.delete(key);
          expected.delete(key);
        } else {
          assert.equal(map.set(key, value), expected.get(key));
          expected.set(key, value);
        }
        assert.equal(map.get(key), value);
      }
      assert.equal(map.size, expected.size);
      for (const [each, value] of expected) assert.equal(map.get(each), value);
      const copy = new TextMap(map);
      map.set('another', 1);
      assert.equal(copy.size, expected.size);
      for (const [each, value] of expected) assert.equal(copy.get(each), value);
    }),
  );
});

test('a map of texts keeps apart what has one hash', () => {
  // The end of a uid is hashed, and these have the same.
  const keys = Array.from(
    { length: 50 },
    (_, nth) => `${nth.toString(16).padStart(2, '0').padEnd(40, '0')}/${'b'.repeat(16)}`,
  );
  const map = new TextMap<string>();
  for (const each of keys) map.set(each, each);
  for (const each of keys.filter((_, at) => at % 3 === 0)) map.delete(each);
  for (const [at, each] of keys.entries()) assert.equal(map.get(each), at % 3 === 0 ? undefined : each);
});
