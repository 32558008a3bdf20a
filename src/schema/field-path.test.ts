import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonNames, stepsAlong } from './field-path.ts';
import { int32, map, repeated, string } from './field-types.ts';
import { message, of, optional } from './message.ts';

const Inner = message('mock.test.path.Inner', 'Inner.', {
  roleUid: optional(1, string(), 'A role.'),
  eolDate: optional(2, string(), 'A date.', { proto: 'eolDate' }),
});

const Request = message('mock.test.path.Request', 'A request.', {
  parentId: optional(1, string(), 'The parent.'),
  roleBinding: optional(2, of(Inner), 'One.'),
  roleBindings: optional(3, repeated(of(Inner)), 'Many.'),
  byName: optional(4, map('string', of(Inner)), 'By name.'),
  limits: optional(5, map('string', int32()), 'Numbers.'),
});

/** The kind of a step: a field by its name, a key, or a name that no message has. */
type Kind = `field ${string}` | 'key' | 'unknown';

const PATHS: readonly (readonly [path: string, kinds: readonly Kind[], names: readonly string[]])[] = [
  ['parentId', ['field parentId'], ['parentId']],
  ['parent_id', ['field parentId'], ['parentId']],
  ['roleBinding.roleUid', ['field roleBinding', 'field roleUid'], ['roleBinding', 'roleUid']],
  ['role_binding.role_uid', ['field roleBinding', 'field roleUid'], ['roleBinding', 'roleUid']],
  ['roleBinding.eolDate', ['field roleBinding', 'field eolDate'], ['roleBinding', 'eolDate']],
  ['roleBinding.eol_date', ['field roleBinding', 'unknown'], ['roleBinding', 'eol_date']],
  ['role_bindings[12].role_uid', ['field roleBindings', 'field roleUid'], ['roleBindings', 'roleUid']],
  ['byName.role_uid', ['field byName', 'key'], ['byName', 'role_uid']],
  ['by_name.parentId.role_uid', ['field byName', 'key', 'field roleUid'], ['byName', 'parentId', 'roleUid']],
  ['byName..role_uid', ['field byName', 'key', 'field roleUid'], ['byName', '', 'roleUid']],
  ['limits.a-b', ['field limits', 'key'], ['limits', 'a-b']],
  ['limits.a.parentId', ['field limits', 'key', 'unknown'], ['limits', 'a', 'parentId']],
  ['parentId.roleUid', ['field parentId', 'unknown'], ['parentId', 'roleUid']],
  ['nope.role_uid', ['unknown', 'unknown'], ['nope', 'role_uid']],
  ['constructor', ['unknown'], ['constructor']],
  ['__proto__', ['unknown'], ['__proto__']],
  ['[1]', ['key'], ['[1]']],
  ['[1].parent_id', ['key', 'field parentId'], ['[1]', 'parentId']],
  ['', ['key'], ['']],
];

for (const [path, kinds, names] of PATHS) {
  test(`the steps along ${JSON.stringify(path)} are ${kinds.join(', ')}`, () => {
    const steps = stepsAlong(Request, path);
    assert.deepEqual(
      steps.map(({ field, isKey }) => (field ? `field ${field.name}` : isKey ? 'key' : 'unknown')),
      kinds,
    );
    assert.equal(steps.map(({ text }) => text).join('.'), path);
    assert.ok(steps.every(({ field, isKey }) => !field || !isKey));
    assert.deepEqual(jsonNames(Request, path), names);
  });
}

const INDEXES: readonly (readonly [path: string, indexes: readonly string[]])[] = [
  ['roleBindings', ['']],
  ['roleBindings[1]', ['[1]']],
  ['roleBindings[1].roleUid', ['[1]', '']],
  ['nope[3]', ['[3]']],
  ['[2].parentId', ['[2]', '']],
];

for (const [path, indexes] of INDEXES) {
  test(`the indexes along ${path} are ${JSON.stringify(indexes)}`, () => {
    assert.deepEqual(
      stepsAlong(Request, path).map(({ index }) => index),
      indexes,
    );
  });
}
