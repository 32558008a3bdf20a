import assert from 'node:assert/strict';
import { test } from 'node:test';
import { int32, map, repeated, string } from '../schema/field-types.ts';
import { message, of, optional } from '../schema/message.ts';
import type { HttpRule } from '../schema/operation.ts';
import { type ApiError, alreadyExists, denied, failedPrecondition, invalid, notFound } from './errors.ts';
import type { Verb } from './standard-operations.ts';
import { pathInV1, spelledInV1, v1Error } from './v1-errors.ts';

const GROUP = { type: 'iam/Group', name: 'g' };
const WORDS = { words: { singular: 'role binding', plural: 'role bindings' } };

const Nothing = message('mock.test.v1errors.Nothing', 'Nothing.', {});

const pathOf = (path: string): string =>
  path === 'uid'
    ? 'id'
    : path === 'staticKeys.expirationTime'
      ? 'static.expiration'
      : pathInV1({ request: Nothing })(path);

const TOLD: readonly (readonly [what: string, verb: Verb, error: ApiError, message: string])[] = [
  ['a lack of rights', 'create', denied('no'), 'Permission denied: no'],
  ['what is not there', 'update', notFound(GROUP, 'group'), 'Not found: group "g" not found'],
  ['a clash', 'create', alreadyExists(GROUP, 'group', 'g'), 'Already exists: group "g" already exists'],
  [
    'a delete that is blocked',
    'delete',
    failedPrecondition({ type: 'X', description: 'has y' }),
    'cannot delete role binding',
  ],
  [
    'a change that is blocked',
    'update',
    failedPrecondition({ type: 'X', description: 'has y' }),
    'Precondition failed: has y',
  ],
  ['a delete that is refused', 'delete', denied('no'), 'Permission denied: no'],
  [
    'a field of another name, which the description begins with',
    'create',
    invalid({ field: 'uid', description: 'uid is required' }),
    'Invalid argument: id: id is required',
  ],
  [
    'a field whose description begins with its path',
    'create',
    invalid({ field: 'staticKeys.expirationTime', description: 'staticKeys.expirationTime is required' }),
    'Invalid argument: static.expiration: static.expiration is required',
  ],
  [
    'a field whose description begins with its name alone',
    'create',
    invalid({ field: 'staticKeys.expirationTime', description: 'expirationTime is required' }),
    'Invalid argument: static.expiration: expiration is required',
  ],
  [
    'a field whose description speaks of something else',
    'create',
    invalid({ field: 'uid', description: 'uids are short' }),
    'Invalid argument: id: uids are short',
  ],
  [
    'a description that names the fields beside',
    'create',
    invalid({ field: 'staticKeys.keyId', description: 'exactly one of keyId, expirationTime must be set' }),
    'Invalid argument: static_keys.key_id: exactly one of key_id, expiration must be set',
  ],
  [
    'a description that names a field by its path, and quotes what was given',
    'create',
    invalid({ field: 'uid', description: 'needs staticKeys.expirationTime, not "roleUid" or Upper' }),
    'Invalid argument: id: needs static.expiration, not "roleUid" or Upper',
  ],
  [
    'several fields',
    'create',
    invalid({ field: 'uid', description: 'is odd' }, { field: 'roleUid', description: 'roleUid is odd' }),
    'Invalid argument: id: is odd; role_uid: role_uid is odd',
  ],
];

for (const [what, verb, error, told] of TOLD) {
  test(`v1 tells ${what} by its code and a message alone`, () => {
    const { code, message: text, detail, bare } = v1Error(error, WORDS, verb, pathOf);
    assert.deepEqual({ code, text, detail, bare }, { code: error.code, text: told, detail: {}, bare: true });
  });
}

const Inner = message('mock.test.v1errors.Inner', 'Inner.', {
  roleUid: optional(1, string(), 'A role.'),
  eolDate: optional(2, string(), 'A date.', { proto: 'eolDate' }),
});
const request = message('mock.test.v1errors.Request', 'A request.', {
  parentId: optional(1, string(), 'The parent.'),
  roleBinding: optional(2, of(Inner), 'One.'),
  roleBindings: optional(3, repeated(of(Inner)), 'Many.'),
  byName: optional(4, map('string', of(Inner)), 'By name.'),
  limits: optional(5, map('string', int32()), 'Numbers.'),
});

const post = (body?: string): HttpRule => ({ method: 'POST', path: '/', ...(body !== undefined && { body }) });

const SPELLED: readonly (readonly [what: string, http: HttpRule | undefined, field: string, spelled: string])[] = [
  ['a field of a whole body', post('*'), 'parentId', 'parent_id'],
  ['a field of a request without a body', post(), 'parentId', 'parent_id'],
  ['a field of a request that is not over HTTP', undefined, 'roleBinding.roleUid', 'role_binding.role_uid'],
  ['a field of a body that is a field', post('roleBinding'), 'roleUid', 'role_uid'],
  ['a field with a proto name of its own', post('roleBinding'), 'eolDate', 'eolDate'],
  ['a field of an item', post('*'), 'roleBindings[1].roleUid', 'role_bindings[1].role_uid'],
  ['an item of a body that is a list', post('roleBindings'), '[1]', '[1]'],
  ['a field of an item of a body that is a list', post('roleBindings'), '[1].roleUid', '[1].role_uid'],
  ['a key of a map', post('*'), 'limits.aB', 'limits.aB'],
  ['a field of what a map holds', post('*'), 'byName.aB.roleUid', 'by_name.aB.role_uid'],
  ['what is no field', post('*'), 'nobodyKnows.roleUid', 'nobodyKnows.roleUid'],
  ['the body', post('*'), 'body', 'body'],
];

for (const [what, http, field, spelled] of SPELLED) {
  test(`a fault of ${what} is told in proto names: ${spelled}`, () => {
    const found = spelledInV1({ request, ...(http && { http }) }, [{ field, description: 'is odd' }]);
    assert.deepEqual(found, [{ field: spelled, description: 'is odd' }]);
  });
}

test('a fault that speaks of another field names it in proto names, and what is quoted as it is', () => {
  const of = (field: string, description: string) =>
    spelledInV1({ request, http: post('*') }, [{ field, description }]);
  assert.deepEqual(of('roleBinding.eolDate', 'cannot be set together with roleBinding.roleUid'), [
    { field: 'role_binding.eolDate', description: 'cannot be set together with role_binding.role_uid' },
  ]);
  assert.deepEqual(of('parentId', 'unknown value "aB"'), [{ field: 'parent_id', description: 'unknown value "aB"' }]);
});

const RULED: readonly (readonly [what: string, http: HttpRule | undefined, field: string, told: string])[] = [
  ['a field of the request', post('roleBinding'), 'roleBinding.roleUid', 'role_binding.role_uid'],
  ['a field of the body', post('roleBinding'), 'roleUid', 'role_uid'],
  ['a field with a proto name of its own', undefined, 'roleBindings[2].eolDate', 'role_bindings[2].eolDate'],
  ['what is no field', post('*'), 'a.bC', 'a.b_c'],
  ['nothing', post('*'), '', ''],
];

for (const [what, http, field, told] of RULED) {
  test(`a rule that ${what} breaks is told of ${told}`, () => {
    assert.equal(pathInV1({ request, ...(http && { http }) })(field), told);
  });
}
