import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestKey, unknownKey } from './nearest-key.ts';

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
  test(`nearestKey takes ${JSON.stringify(key)} for ${nearest ?? 'nothing'}`, () => {
    assert.equal(nearestKey(key, KNOWN), nearest);
  });
}

test('unknownKey suggests a key only where one is near', () => {
  assert.equal(unknownKey('repo', KNOWN), 'unknown key "repo", did you mean "repos"?');
  assert.equal(unknownKey('kangaroo', KNOWN), 'unknown key "kangaroo"');
});
