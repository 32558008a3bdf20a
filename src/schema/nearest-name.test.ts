import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeUnknownKey, describeUnknownValue, findNearestName } from './nearest-name.ts';

const KNOWN = ['groups', 'repos', 'roleBindings', 'createTime', 'name', 'scimCredential'];

const CASES: readonly (readonly [key: string, nearest: string | undefined])[] = [
  ['repo', 'repos'],
  ['reops', 'repos'],
  ['rolebindings', 'roleBindings'],
  ['role_bindings', 'roleBindings'],
  ['create_time', 'createTime'],
  ['createTmie', 'createTime'],
  ['scim', 'scimCredential'],
  ['nmae', 'name'],
  ['x', undefined],
  ['kangaroo', undefined],
  ['', undefined],
];

for (const [key, nearest] of CASES) {
  test(`nearestName takes ${JSON.stringify(key)} for ${nearest ?? 'nothing'}`, () => {
    assert.equal(findNearestName(key, KNOWN), nearest);
  });
}

const LIST = 'groups, repos, roleBindings, createTime, name, scimCredential';

test('unknownKey suggests a key only where one is near, and lists those that are known', () => {
  assert.equal(describeUnknownKey('repo', KNOWN), `unknown key "repo", did you mean "repos"? (known: ${LIST})`);
  assert.equal(describeUnknownKey('kangaroo', [...KNOWN, 'name']), `unknown key "kangaroo" (known: ${LIST})`);
  assert.equal(describeUnknownKey('kangaroo', []), 'unknown key "kangaroo"');
});

test('unknownValue lists the values that are allowed', () => {
  const values = ['LIVE', 'GONE'];
  assert.equal(
    describeUnknownValue('LIVD', values),
    'unknown value "LIVD", did you mean "LIVE"? (allowed: LIVE, GONE)',
  );
  assert.equal(describeUnknownValue('x', values), 'unknown value "x" (allowed: LIVE, GONE)');
});

test('a list of known words has at most 600 characters', () => {
  const words = Array.from({ length: 1_000 }, (_, nth) => `word${nth}`);
  const [, list = ''] = /\(known: (.*)\)$/.exec(describeUnknownKey('x', words)) ?? [];
  assert.match(list, /^word0, word1, .*, …$/);
  assert.ok(list.length <= 600 && list.length > 580, String(list.length));
});

test('nearestName looks at no text of more than 64 characters, and at 5,000 candidates', () => {
  const long = 'n'.repeat(64);
  assert.equal(findNearestName(`${long.slice(1)}m`, [long]), long);
  assert.equal(findNearestName(`${long}m`, [`${long}n`]), undefined);
  assert.equal(findNearestName(long, [`${long}n`]), undefined);
  function* candidates(): Generator<string> {
    for (let nth = 0; nth < 5_001; nth += 1) yield `candidate${nth}`;
    assert.fail('it goes on');
  }
  assert.equal(findNearestName('nmae', candidates()), undefined);
});

test('unknownKey repeats a long key in part', () => {
  const description = describeUnknownKey('x'.repeat(2_000_000), KNOWN);
  assert.equal(description, `unknown key "${'x'.repeat(256)}…" (known: ${LIST})`);
});

test('nearestName ends when the effort is spent', () => {
  const effort = { remaining: 100 };
  const keys = Array.from({ length: 4_000 }, (_, nth) => `abcdefgh${1_000 + nth}`);
  assert.equal(findNearestName('hgfedcba9999', keys, effort), undefined);
  assert.ok(effort.remaining <= 0 && effort.remaining > -300, String(effort.remaining));
  assert.equal(findNearestName('nmae', ['name'], effort), undefined);
});
