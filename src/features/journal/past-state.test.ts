import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOldestState } from './past-state.ts';

const PLAIN = { isOpen: false, conditions: undefined, placeAfter: 0, ranMillis: 0 };

/** Calls by their places in the log of commits, which retains those from 5 on. */
const CALLS: readonly (readonly [
  what: string,
  calls: Parameters<typeof findOldestState>[0],
  oldest: string | undefined,
])[] = [
  [
    'the first call whose state is retained',
    [
      { ...PLAIN, id: 1, place: 4 },
      { ...PLAIN, id: 2, place: 5 },
    ],
    '2',
  ],
  [
    'a call that has ended',
    [
      { ...PLAIN, id: 1, place: 5, isOpen: true },
      { ...PLAIN, id: 2, place: 5 },
    ],
    '2',
  ],
  ['no call whose place is not known', [{ ...PLAIN, id: 1, place: -1 }], undefined],
];

for (const [what, calls, oldest] of CALLS) {
  test(`X4: the oldest state is that of ${what}`, () => {
    assert.equal(findOldestState(calls, 5), oldest);
  });
}
