import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bySize } from '../../scripts/test-size.ts';
import { LayeredMap } from './layered-map.ts';

const ROOT = 'a'.repeat(40);
/** Uids, names, and texts that differ in one place only: enough for some layers to be too large to be joined. */
const KEYS = Array.from({ length: 80_000 }, (_, at) => {
  const digits = at.toString(16).padStart(16, '0');
  return [`${ROOT}/${digits}`, `${digits}@example.com`, `${ROOT}/${digits}/${'b'.repeat(16)}`][at % 3] as string;
});

const step = fc.record({
  on: fc.nat({ max: 3 }),
  what: fc.constantFrom('set', 'set', 'delete', 'copy', 'copy'),
  from: fc.nat({ max: KEYS.length - 1 }),
  length: fc.constantFrom(1, 10, 100, 2_000, 40_000),
});

test('a map agrees with a Map, and its copies with copies of that, whatever changes each of them', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 20, size: 'max' }), (steps) => {
      let round = 0;
      const pairs = [{ map: new LayeredMap<number>(), expected: new Map<string, number>() }];
      for (const { on, what, from, length } of steps) {
        round += 1;
        const at = on % pairs.length;
        const { map, expected } = pairs[at] as (typeof pairs)[number];
        if (what === 'copy') {
          // Copied maps must not change any more: both go on as copies.
          pairs[at] = { map: new LayeredMap(map), expected };
          pairs.push({ map: new LayeredMap(map), expected: new Map(expected) });
          continue;
        }
        for (let nth = from; nth < Math.min(from + length, KEYS.length); nth += 1) {
          const key = KEYS[nth] as string;
          const before = expected.get(key);
          if (what === 'set') {
            assert.equal(map.set(key, round + nth), before);
            expected.set(key, round + nth);
          } else {
            map.delete(key);
            expected.delete(key);
          }
        }
      }
      for (const { map, expected } of pairs) {
        assert.equal(
          KEYS.find((key) => map.get(key) !== expected.get(key)),
          undefined,
        );
        assert.equal(map.get('missing'), undefined);
      }
    }),
    { numRuns: bySize({ small: 2, usual: 6, whole: 12 }) },
  );
});

test('a deleted key stays deleted while layers are joined, whichever of them has it', () => {
  const keys = KEYS.slice(0, 3_300);
  const changed = (from: LayeredMap<number>, change: (map: LayeredMap<number>) => void): LayeredMap<number> => {
    const map = new LayeredMap(from);
    change(map);
    return map;
  };
  let map = changed(new LayeredMap(), (lowest) => {
    for (const [at, key] of keys.slice(0, 3_000).entries()) lowest.set(key, at);
  });
  // Too few to be joined with the lowest layer, but enough to be joined with each other.
  map = changed(map, (middle) => {
    for (const key of keys.slice(2_900)) middle.set(key, -1);
    for (const key of keys.slice(0, 100)) middle.delete(key);
  });
  map = changed(map, (top) => {
    for (const key of keys.slice(100, 200)) top.delete(key);
    for (const key of keys.slice(2_900, 3_000)) top.delete(key);
    for (const key of keys.slice(3_200)) top.delete(key);
    for (const key of keys.slice(0, 50)) top.set(key, -2);
  });
  for (let nth = 0; nth < 3; nth += 1) {
    const expected = (at: number): number | undefined =>
      at < 50 ? -2 : at < 200 || (at >= 2_900 && at < 3_000) || at >= 3_200 ? undefined : at < 2_900 ? at : -1;
    assert.deepEqual(
      keys.filter((key, at) => map.get(key) !== expected(at)),
      [],
    );
    map = new LayeredMap(map);
  }
});
