import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addViolation,
  type FieldViolation,
  isFull,
  nestViolation,
  referToPath,
  referToSibling,
  respellViolation,
  type Sentence,
  textOf,
  violationByName,
  violationByPath,
} from './field-violation.ts';

const violation = (field: string, description: Sentence): FieldViolation => ({ field, description });

/** Another spelling: proto names, and a field that has moved one level up under a new name. */
const pathOf = (path: string): string =>
  path.replace('keys.expirationTime', 'expiry').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const RENDERED: readonly (readonly [
  what: string,
  violation: FieldViolation,
  text: string,
  respelled: { readonly field: string; readonly description: string },
])[] = [
  [
    'plain text, also where it quotes a field',
    violation('roleUid', 'roleUid is odd'),
    'roleUid is odd',
    { field: 'role_uid', description: 'roleUid is odd' },
  ],
  ['an empty description', violation('a', []), '', { field: 'a', description: '' }],
  [
    'the name of the field itself',
    violationByName('roleUid', 'is required'),
    'roleUid is required',
    { field: 'role_uid', description: 'role_uid is required' },
  ],
  [
    'the name of a nested field without its path',
    violationByName('binding.roleUid', 'is required'),
    'roleUid is required',
    { field: 'binding.role_uid', description: 'role_uid is required' },
  ],
  [
    'the name of a field of an item',
    violationByName('bindings[1].roleUid', 'is required'),
    'roleUid is required',
    { field: 'bindings[1].role_uid', description: 'role_uid is required' },
  ],
  [
    'the path of a nested field',
    violationByPath('myBinding.roleUid', 'is required'),
    'myBinding.roleUid is required',
    { field: 'my_binding.role_uid', description: 'my_binding.role_uid is required' },
  ],
  [
    'a field beside that of the violation',
    violation('binding.roleUid', ['needs ', referToSibling('groupUid'), ' too']),
    'needs groupUid too',
    { field: 'binding.role_uid', description: 'needs group_uid too' },
  ],
  [
    'another field by its path',
    violation('binding.roleUid', ['excludes ', referToPath('binding.roleUid', 'other.groupUid')]),
    'excludes other.groupUid',
    { field: 'binding.role_uid', description: 'excludes other.group_uid' },
  ],
  [
    'a field that has another name and place in the other spelling',
    violation('keys.expirationTime', [referToSibling('expirationTime'), ' is after ', referToSibling('keyId')]),
    'expirationTime is after keyId',
    { field: 'expiry', description: 'expiry is after key_id' },
  ],
  [
    'a part of the field itself',
    violation('binding', [{ up: 0, path: 'roleUid' }, ' is odd']),
    'roleUid is odd',
    { field: 'binding', description: 'role_uid is odd' },
  ],
  [
    'a field further up than the path has steps',
    violation('binding.roleUid', [{ up: 9, path: 'groupUid' }, ' is odd']),
    'groupUid is odd',
    { field: 'binding.role_uid', description: 'group_uid is odd' },
  ],
];

for (const [what, given, text, expected] of RENDERED) {
  test(`a description is rendered with ${what}`, () => {
    assert.equal(textOf(given.description), text);
    assert.deepEqual(
      respellViolation(given, (path) => path),
      { field: given.field, description: text },
    );
    assert.deepEqual(respellViolation(given, pathOf), expected);
  });
}

const ASKED: readonly (readonly [violation: FieldViolation, paths: readonly string[]])[] = [
  [violationByName('keys.keyId', 'is odd'), ['keys.keyId', 'keys.keyId']],
  [violationByPath('keys.keyId', 'is odd'), ['keys.keyId', 'keys.keyId']],
  [violation('keys.keyId', [referToSibling('a'), referToSibling('b')]), ['keys.keyId', 'keys.a', 'keys.b']],
  [violation('keys.keyId', [referToPath('keys.keyId', 'a.b')]), ['keys.keyId', 'a.b']],
  [violation('keys.keyId', [{ up: 0, path: 'a' }]), ['keys.keyId', 'keys.keyId.a']],
  [nestViolation('requests[1]', violationByName('ttl', 'is odd')), ['requests[1].ttl', 'requests[1].ttl']],
  [nestViolation('a.b', violation('c.d', [referToPath('c.d', 'e.f')])), ['a.b.c.d', 'a.b.e.f']],
];

for (const [given, paths] of ASKED) {
  test(`respelling ${JSON.stringify(given)} maps the paths ${paths.join(' and ')}`, () => {
    const asked = new Set<string>();
    respellViolation(given, (path) => {
      asked.add(path);
      return path;
    });
    assert.deepEqual(asked, new Set(paths));
  });
}

test('a violation within a message keeps its description, and its field is behind the place of the message', () => {
  const inner = violationByPath('oidc.issuer', 'is required');
  const outer = nestViolation('requests[2]', inner);
  assert.equal(outer.field, 'requests[2].oidc.issuer');
  assert.equal(textOf(outer.description), 'oidc.issuer is required');
});

test('a thousand violations are kept, and those after them are dropped', () => {
  const found: FieldViolation[] = [];
  for (let nth = 0; nth < 1_000; nth += 1) {
    assert.equal(isFull(found), false);
    addViolation(found, `f${nth}`, 'is odd');
  }
  assert.equal(isFull(found), true);
  addViolation(found, 'last', 'is odd');
  assert.equal(found.length, 1_000);
  assert.deepEqual(found.at(-1), { field: 'f999', description: 'is odd' });
});
