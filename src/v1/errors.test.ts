import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiError, alreadyExists, denied, failedPrecondition, invalid, notFound } from '../kernel/errors.ts';
import type { Verb } from '../kernel/runner.ts';
import { int32, map, repeated, string } from '../schema/field-types.ts';
import {
  referToPath,
  referToSibling,
  respellViolation,
  violationByName,
  violationByPath,
} from '../schema/field-violation.ts';
import { message, of, optional } from '../schema/message.ts';
import type { HttpRule } from '../schema/operation.ts';
import { errorInV1, formPathInV1, pathInV1 } from './runner.ts';

const GROUP = { type: 'iam/Group', name: 'g' };
const WORDS = { words: { singular: 'role binding', plural: 'role bindings' } };

const Nothing = message('mock.test.v1errors.Nothing', 'Nothing.', {});

const pathOf = (path: string): string =>
  path === 'uid'
    ? 'id'
    : path === 'staticKeys.expirationTime'
      ? 'static.expiration'
      : pathInV1({ request: Nothing })(path);

const RENDERED: readonly (readonly [what: string, verb: Verb, error: ApiError, message: string])[] = [
  ['a missing capability', 'create', denied('no'), 'Permission denied: no'],
  ['a missing row', 'update', notFound(GROUP, 'group'), 'Not found: group "g" not found'],
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
    invalid([violationByName('uid', 'is required')]),
    'Invalid argument: id: id is required',
  ],
  [
    'a field whose description begins with its path',
    'create',
    invalid([violationByPath('staticKeys.expirationTime', 'is required')]),
    'Invalid argument: static.expiration: static.expiration is required',
  ],
  [
    'a field whose description begins with only its name',
    'create',
    invalid([violationByName('staticKeys.expirationTime', 'is required')]),
    'Invalid argument: static.expiration: expiration is required',
  ],
  [
    'a field whose description names no field',
    'create',
    invalid([{ field: 'uid', description: 'uids are short' }]),
    'Invalid argument: id: uids are short',
  ],
  [
    'a description that names fields beside it',
    'create',
    invalid([
      {
        field: 'staticKeys.keyId',
        description: [
          'exactly one of ',
          referToSibling('keyId'),
          ', ',
          referToSibling('expirationTime'),
          ' must be set',
        ],
      },
    ]),
    'Invalid argument: static_keys.key_id: exactly one of key_id, expiration must be set',
  ],
  [
    'a description that names a field by its path, and quotes what was given',
    'create',
    invalid([
      {
        field: 'uid',
        description: ['needs ', referToPath('uid', 'staticKeys.expirationTime'), ', not "roleUid" or Upper'],
      },
    ]),
    'Invalid argument: id: needs static.expiration, not "roleUid" or Upper',
  ],
  [
    'several fields',
    'create',
    invalid([{ field: 'uid', description: 'is odd' }, violationByName('roleUid', 'is odd')]),
    'Invalid argument: id: is odd; role_uid: role_uid is odd',
  ],
];

for (const [what, verb, error, rendered] of RENDERED) {
  test(`v1 renders ${what} in its own names`, () => {
    const { code, message: text } = errorInV1(error, WORDS, verb, pathOf);
    assert.deepEqual({ code, text }, { code: error.code, text: rendered });
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
  ['an unknown name', post('*'), 'nobodyKnows.roleUid', 'nobodyKnows.roleUid'],
  ['the body', post('*'), 'body', 'body'],
];

for (const [what, http, field, spelled] of SPELLED) {
  test(`a violation of ${what} is reported in proto names: ${spelled}`, () => {
    const found = respellViolation({ field, description: 'is odd' }, formPathInV1({ request, ...(http && { http }) }));
    assert.deepEqual(found, { field: spelled, description: 'is odd' });
  });
}

test('a violation of the form names another field in proto names, and keeps quoted text', () => {
  const pathOf = formPathInV1({ request, http: post('*') });
  const field = 'roleBinding.eolDate';
  const other = referToPath(field, 'roleBinding.roleUid');
  assert.deepEqual(respellViolation({ field, description: ['cannot be set together with ', other] }, pathOf), {
    field: 'role_binding.eolDate',
    description: 'cannot be set together with role_binding.role_uid',
  });
  assert.deepEqual(respellViolation({ field: 'parentId', description: 'unknown value "aB"' }, pathOf), {
    field: 'parent_id',
    description: 'unknown value "aB"',
  });
});

const RULED: readonly (readonly [what: string, http: HttpRule | undefined, field: string, rendered: string])[] = [
  ['a field of the request', post('roleBinding'), 'roleBinding.roleUid', 'role_binding.role_uid'],
  ['a field of the body', post('roleBinding'), 'roleUid', 'role_uid'],
  ['a field with a proto name of its own', undefined, 'roleBindings[2].eolDate', 'role_bindings[2].eolDate'],
  ['an unknown name', post('*'), 'a.bC', 'a.b_c'],
  ['an empty path', post('*'), '', ''],
];

for (const [what, http, field, rendered] of RULED) {
  test(`a violation of a rule for ${what} is reported for ${rendered}`, () => {
    assert.equal(pathInV1({ request, ...(http && { http }) })(field), rendered);
  });
}
