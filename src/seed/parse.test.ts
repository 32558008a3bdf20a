import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { bySize } from '../../scripts/test-size.ts';
import { parseFixture } from '../testing/parse-fixture.ts';
import { FixtureError } from './fixture-error.ts';
import { parseFixtureInTurns } from './parse.ts';

const nested = (levels: number): unknown => (levels === 1 ? [] : [nested(levels - 1)]);
const numbered = (count: number) => Array.from({ length: count }, (_, nth) => [`k${nth}`, nth] as const);
const MANY_KEYS = bySize({ small: 5_000, usual: 10_000, whole: 100_000 });
const manyKeys = (count: number): string =>
  numbered(count)
    .map(([key, nth]) => `${key}: ${nth}\n`)
    .join('');

const READ: readonly (readonly [what: string, text: string, contents: unknown])[] = [
  ['YAML', 'groups:\n  - name: a\n', { groups: [{ name: 'a' }] }],
  ['JSON', '{"groups": [{"name": "a"}]}', { groups: [{ name: 'a' }] }],
  ['JSON indented with tabs', '{\n\t"groups": []\n}', { groups: [] }],
  ['an object of nothing', '{}', {}],
  ['times as text', 'startTime: 2026-01-28T12:00:00Z', { startTime: '2026-01-28T12:00:00Z' }],
  ['as many levels as there may be', `a: ${'['.repeat(127)}${']'.repeat(127)}`, { a: nested(127) }],
  ['keys, more than any map has', manyKeys(MANY_KEYS), Object.fromEntries(numbered(MANY_KEYS))],
  ['anchors and merge keys', 'a: &x { b: 1 }\nc: { <<: *x, d: 2 }', { a: { b: 1 }, c: { b: 1, d: 2 } }],
];

for (const [what, text, contents] of READ) {
  test(`parseFixture reads ${what}`, () => {
    assert.deepEqual(parseFixture(text, 'x.yaml').contents, contents);
  });
}

test('parseFixture keeps __proto__ as a key like any other', () => {
  const { contents } = parseFixture('__proto__: { polluted: true }', 'x.yaml');
  assert.deepEqual(Object.keys(contents), ['__proto__']);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

const REFUSED: readonly (readonly [what: string, text: string, message: RegExp])[] = [
  ['bad indentation', 'groups:\n  - name: a\n name: b\n', /^x\.yaml:3:\d+: /],
  ['an open bracket', 'groups: [', /^x\.yaml:1:\d+: /],
  ['a key given twice', 'groups: []\ntokens: {}\ngroups: []\n', /^x\.yaml:3:1: Map keys must be unique$/],
  ['two documents in one', 'groups: []\n---\ngroups: []\n', /^x\.yaml:2:1: /],
  ['an unknown tag', 'groups: !secret x', /^x\.yaml:1:9: Unresolved tag: !secret$/],
  ['an empty text', '', /^x\.yaml:1:1: is empty$/],
  ['only a comment', '# later\n', /^x\.yaml:1:1: is empty$/],
  ['null', 'null', /^x\.yaml:1:1: is empty$/],
  ['a list', '- a', /^x\.yaml:1:1: must be an object$/],
  ['brackets without end', '['.repeat(50_000), /^x\.yaml:1:\d+: /],
  ['lists within lists', `a: ${'['.repeat(500)}${']'.repeat(500)}`, /^x\.yaml:1:1: is nested too deeply$/],
  ['open brackets', '['.repeat(3_000), /^x\.yaml:1:1: is nested too deeply$/],
  ['open objects', '{"a":'.repeat(2_000), /^x\.yaml:1:1: is nested too deeply$/],
  ['open lists', '- '.repeat(2_000), /^x\.yaml:1:1: is nested too deeply$/],
  ['open keys', '? '.repeat(2_000), /^x\.yaml:1:1: is nested too deeply$/],
  [
    'keys within keys',
    Array.from({ length: 500 }, (_, nth) => `${' '.repeat(nth)}a:\n`).join(''),
    /^x\.yaml:1:1: is nested too deeply$/,
  ],
  [
    'aliases within aliases',
    Array.from({ length: 200 }, (_, nth) => `a${nth}: &a${nth} [${nth === 0 ? 'x' : `*a${nth - 1}`}]\n`).join(''),
    /^x\.yaml:1:1: is nested too deeply$/,
  ],
  [
    'aliases of much',
    `a: &a [${'1,'.repeat(50_000)}]\nb: [${'*a,'.repeat(25)}]\n`,
    /^x\.yaml:1:1: holds more than 1000000 values by its aliases$/,
  ],
  [
    'merges of much',
    `a: &a { ${Array.from({ length: 50_000 }, (_, nth) => `k${nth}: 1`).join(', ')} }\n${Array.from({ length: 25 }, (_, nth) => `b${nth}: { <<: *a }\n`).join('')}`,
    /^x\.yaml:1:1: holds more than 1000000 values by its aliases$/,
  ],
  [
    'a key given twice among many',
    `{${Array.from({ length: MANY_KEYS }, (_, nth) => `"k${nth}": 1,\n`).join('')}"k7": 2}`,
    /^x\.yaml:\d+001:1: Map keys must be unique$/,
  ],
  [
    'a long key given twice',
    `a: 1\n? ${'k'.repeat(5_000)}\n: 1\n? ${'k'.repeat(5_000)}\n: 1\n`,
    /^x\.yaml:4:3: Map keys/,
  ],
  [
    'an anchor that holds itself',
    'a: &x { b: *x }',
    /^x\.yaml:1:12: \*x is an alias, and no anchor &x ends before it$/,
  ],
  [
    'an alias without an anchor',
    'a: 1\nb: *.com',
    /^x\.yaml:2:4: \*\.com is an alias, and no anchor &\.com ends before it$/,
  ],
  ['an alias before its anchor', 'a: *x\nb: &x 1', /^x\.yaml:1:4: \*x is an alias/],
  ['a merge of a missing anchor', 'a: { <<: *x }', /^x\.yaml:1:10: \*x is an alias/],
  ['a long text', `a: "${'x'.repeat(1_000_000)}"`, /^x\.yaml:1:4: has more than 1000000 characters in a row$/],
  ['a long comment', `a: 1\n#${'x'.repeat(1_000_000)}\n`, /^x\.yaml:2:1: has more than 1000000 characters in a row$/],
  ['much in brackets', `a:\n  [${'1,'.repeat(101_000)}]`, /^x\.yaml:2:3: has more than 100000 items in brackets$/],
  [
    'keys beyond number',
    `a:\n  b:\n${manyKeys(100_001).replaceAll('k', '    k')}`,
    /^x\.yaml:3:5: has more than 100000 keys in a map$/,
  ],
  [
    'comments beyond number',
    `a:\n${'# b\n'.repeat(50_001)}  - 1\n`,
    /^x\.yaml:\d+:\d+: holds too many comments and empty lines in a row$/,
  ],
  ['a word', 'hello', /^x\.yaml:1:1: must be an object$/],
  [
    'anchors that multiply',
    Array.from(
      { length: 8 },
      (_, nth) => `a${nth}: &a${nth} [${`${nth === 0 ? 'x' : `*a${nth - 1}`}, `.repeat(10)}]\n`,
    ).join(''),
    /^x\.yaml:1:1: holds more than 1000000 values by its aliases$/,
  ],
  ['a merge of what is not a map', 'a: { <<: [1] }', /^x\.yaml:1:1: Merge sources must be maps or map aliases$/],
];

/** The maximum length: before a commit there is no text as large as a bound. */
const MAX_LENGTH = bySize({ small: 50_000, usual: 1_100_000, whole: Infinity });

for (const [what, text, message] of REFUSED) {
  if (text.length > MAX_LENGTH) continue;
  test(`parseFixture refuses ${what}`, () => {
    assert.throws(
      () => parseFixture(text, 'x.yaml'),
      (error) => error instanceof FixtureError && message.test(error.message),
    );
  });
}

const PLACES: readonly (readonly [path: readonly (string | number)[], line: number, column: number])[] = [
  [[], 1, 1],
  [['groups'], 1, 1],
  [['groups', 0], 2, 5],
  [['groups', 0, 'name'], 2, 5],
  [['groups', 0, 'repos', 1, 'name'], 5, 9],
  // Missing keys are at the thing that would hold them.
  [['groups', 0, 'repos', 1, 'description'], 5, 9],
  [['groups', 7, 'name'], 1, 1],
  [['tokens', 'a-token'], 6, 11],
];

for (const [path, line, column] of PLACES) {
  test(`positionOf finds ${JSON.stringify(path)} at ${line}:${column}`, () => {
    const text = 'groups:\n  - name: a\n    repos:\n      - name: b\n      - name: c\ntokens: { a-token: a }\n';
    assert.deepEqual(parseFixture(text, 'x.yaml').positionOf(path), { line, column });
  });
}

test('positionOf goes through an anchor to where the value is written', () => {
  const document = parseFixture('a: &x\n  b: 1\nc: *x\n', 'x.yaml');
  assert.deepEqual(document.positionOf(['c', 'b']), { line: 2, column: 3 });
});

test('parseFixtureInTurns lets others have their turn, and reads the same', async () => {
  const text = manyKeys(20_000);
  let isRead = false;
  let turns = 0;
  const others = (async () => {
    while (!isRead) {
      await setImmediate();
      turns += 1;
    }
  })();
  const { contents } = await parseFixtureInTurns(text, 'x.yaml').finally(() => {
    isRead = true;
  });
  await others;
  assert.deepEqual(contents, parseFixture(text, 'x.yaml').contents);
  // A key, a colon, a blank, a value and the end of the line.
  assert.ok(turns >= (20_000 * 5) / 2_000, `${turns} turns`);
});

test('parseFixtureInTurns refuses what parseFixture does', async () => {
  await assert.rejects(parseFixtureInTurns('- '.repeat(2_000), 'x.yaml'), {
    message: 'x.yaml:1:1: is nested too deeply',
  });
});
