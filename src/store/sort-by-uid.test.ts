import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Entry } from '../kernel/rows.ts';
import { compareUids } from './entry-list.ts';
import { sortByUid } from './sort-by-uid.ts';

const entryOf = (uid: string, stamp: number): Entry => ({
  uid,
  row: { uid },
  stamp,
  json: undefined,
  jsonIsAscii: false,
  jsonVersion: 0,
  bytes: undefined,
  bytesVersion: 0,
});

const hex = (digits: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: digits, maxLength: digits }).map((all) => all.join(''));

/** A number of entries above that sorted by comparison. */
const MANY = { minLength: 300, maxLength: 600, size: 'max' } as const;
const PARENT = 'a'.repeat(40);
const many = (uid: fc.Arbitrary<string>): fc.Arbitrary<string[]> => fc.uniqueArray(uid, MANY);

for (const [what, uids] of [
  ['digests below one parent', many(hex(16).map((own) => `${PARENT}/${own}`))],
  // Their keys are equal, or one has the key of another.
  [
    'digests that begin alike',
    many(fc.tuple(fc.constantFrom('0000000', '00000000', 'f'), hex(9)).map(([a, b]) => a + b)),
  ],
  ['digests at several depths', many(fc.array(hex(2), { minLength: 1, maxLength: 4 }).map((own) => own.join('/')))],
  ['any text', many(fc.string({ minLength: 1, maxLength: 12 }))],
] as const) {
  test(`${what} are sorted as by comparison`, () => {
    fc.assert(
      fc.property(uids, (all) => {
        const entries = all.map(entryOf);
        const before = [...entries];
        assert.deepEqual(sortByUid(entries), [...entries].sort(compareUids));
        assert.deepEqual(entries, before);
      }),
      { numRuns: 25 },
    );
  });
}
