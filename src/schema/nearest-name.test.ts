import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestName, unknownKey, unknownValue } from './nearest-name.ts';

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
    assert.equal(nearestName(key, KNOWN), nearest);
  });
}

const LIST = 'groups, repos, roleBindings, createTime, name, scimCredential';

test('unknownKey suggests a key only where one is near, and lists those that are known', () => {
  assert.equal(unknownKey('repo', KNOWN), `unknown key "repo", did you mean "repos"? (known: ${LIST})`);
  assert.equal(unknownKey('kangaroo', [...KNOWN, 'name']), `unknown key "kangaroo" (known: ${LIST})`);
  assert.equal(unknownKey('kangaroo', []), 'unknown key "kangaroo"');
});

test('unknownValue lists the values that are allowed', () => {
  const values = ['LIVE', 'GONE'];
  assert.equal(unknownValue('LIVD', values), 'unknown value "LIVD", did you mean "LIVE"? (allowed: LIVE, GONE)');
  assert.equal(unknownValue('x', values), 'unknown value "x" (allowed: LIVE, GONE)');
});

test('a list of known words has at most 600 characters', () => {
  const words = Array.from({ length: 1_000 }, (_, nth) => `word${nth}`);
  const [, list = ''] = /\(known: (.*)\)$/.exec(unknownKey('x', words)) ?? [];
  assert.match(list, /^word0, word1, .*, …$/);
  assert.ok(list.length <= 600 && list.length > 580, String(list.length));
});

test('nearestName looks at no text of more than 64 characters, and at 5,000 candidates', () => {
  const long = 'n'.repeat(64);
  assert.equal(nearestName(`${long.slice(1)}m`, [long]), long);
  assert.equal(nearestName(`${long}m`, [`${long}n`]), undefined);
  assert.equal(nearestName(long, [`${long}n`]), undefined);
  function* candidates(): Generator<string> {
    for (let nth = 0; nth < 5_001; nth += 1) yield `candidate${nth}`;
    assert.fail('it goes on');
  }
  assert.equal(nearestName('nmae', candidates()), undefined);
});

test('unknownKey repeats a long key in part', () => {
  const description = unknownKey('x'.repeat(2_000_000), KNOWN);
  assert.equal(description, `unknown key "${'x'.repeat(256)}…" (known: ${LIST})`);
});

test('nearestName ends when the effort is spent', () => {
  const effort = { left: 100 };
  const keys = Array.from({ length: 4_000 }, (_, nth) => `abcdefgh${1_000 + nth}`);
  assert.equal(nearestName('hgfedcba9999', keys, effort), undefined);
  assert.ok(effort.left <= 0 && effort.left > -300, String(effort.left));
  assert.equal(nearestName('nmae', ['name'], effort), undefined);
});
