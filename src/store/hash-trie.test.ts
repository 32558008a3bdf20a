import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HashTrie } from './hash-trie.ts';

const ROOT = 'a'.repeat(40);
/** Uids, names, and texts that differ in one place only: so many that leaves are split on several levels. */
const KEYS = Array.from({ length: 30_000 }, (_, at) => {
  const digits = at.toString(16).padStart(16, '0');
  return [`${ROOT}/${digits}`, `${digits}@example.com`, `${ROOT}/${digits}/${'b'.repeat(16)}`][at % 3] as string;
});

const step = fc.record({
  on: fc.nat({ max: 3 }),
  what: fc.constantFrom('set', 'set', 'delete', 'copy'),
  from: fc.nat({ max: KEYS.length - 1 }),
  length: fc.constantFrom(1, 10, 500, 10_000),
});

test('a trie agrees with a map, and its copies with copies of that, whatever changes each of them', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 10, size: 'max' }), (steps) => {
      let owner = 1;
      const pairs = [{ trie: new HashTrie<number>(owner), map: new Map<string, number>() }];
      for (const { on, what, from, length } of steps) {
        const at = on % pairs.length;
        const { trie, map } = pairs[at] as (typeof pairs)[number];
        if (what === 'copy') {
          // What is copied must not change any more: both go on as copies.
          owner += 2;
          pairs[at] = { trie: new HashTrie(owner - 1, trie), map };
          pairs.push({ trie: new HashTrie(owner, trie), map: new Map(map) });
          continue;
        }
        for (let nth = from; nth < Math.min(from + length, KEYS.length); nth += 1) {
          const key = KEYS[nth] as string;
          if (what === 'set') trie.set(key, owner + nth);
          else trie.delete(key);
          if (what === 'set') map.set(key, owner + nth);
          else map.delete(key);
        }
      }
      for (const { trie, map } of pairs) {
        assert.equal(
          KEYS.find((key) => trie.get(key) !== map.get(key)),
          undefined,
        );
        assert.equal(trie.get('missing'), undefined);
      }
    }),
    { numRuns: 12 },
  );
});
