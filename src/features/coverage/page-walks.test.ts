import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WalkTally } from './world-coverage.ts';

type Page = readonly [asked: string, next: string];

const CASES: readonly (readonly [what: string, pages: readonly Page[], counts: readonly number[] | undefined])[] = [
  ['a list with one page', [['', '']], undefined],
  ['a list that nobody follows', [['', 'a']], [1, 1, 1]],
  [
    'a whole walk',
    [
      ['', 'a'],
      ['a', 'b'],
      ['b', ''],
    ],
    [1, 0, 3],
  ],
  [
    'a walk that ends halfway',
    [
      ['', 'a'],
      ['a', 'b'],
    ],
    [1, 1, 2],
  ],
  [
    'two walks at the same time',
    [
      ['', 'a'],
      ['', 'c'],
      ['c', 'd'],
      ['a', ''],
      ['d', ''],
    ],
    [2, 0, 3],
  ],
  [
    'two walks of one moment, which share tokens',
    [
      ['', 'a'],
      ['', 'a'],
      ['a', 'b'],
      ['a', 'b'],
      ['b', ''],
    ],
    [2, 1, 3],
  ],
  [
    'a page that is asked for again',
    [
      ['', 'a'],
      ['a', 'b'],
      ['a', 'c'],
      ['c', ''],
    ],
    [1, 0, 3],
  ],
  [
    'a last page that is asked for again',
    [
      ['', 'a'],
      ['a', ''],
      ['a', ''],
    ],
    [1, 0, 2],
  ],
  [
    'a walk that another client began',
    [
      ['z', 'a'],
      ['a', ''],
    ],
    [1, 0, 2],
  ],
  ['a last page of another client', [['z', '']], undefined],
];

for (const [what, pages, counts] of CASES) {
  test(`behaviour K3: ${what}`, () => {
    const tally = new WalkTally();
    for (const [asked, next] of pages) tally.page(asked, next);
    const [lists, notFollowed, mostPages] = counts ?? [];
    assert.deepEqual(tally.counts(), counts && { lists, notFollowed, mostPages });
  });
}

test('behaviour K6: of many lists that nobody follows, the latest tokens are known', () => {
  const tally = new WalkTally();
  for (let at = 0; at < 1_000; at += 1) tally.page('', `t${at}`);
  tally.page('t999', '');
  tally.page('t950', '');
  assert.deepEqual(tally.counts(), { lists: 1_000, notFollowed: 998, mostPages: 2 });
  // The oldest token was dropped, so that its list still counts as not followed.
  tally.page('t0', '');
  assert.deepEqual(tally.counts(), { lists: 1_000, notFollowed: 998, mostPages: 2 });
});
