import assert from 'node:assert/strict';
import { test } from 'node:test';
import { V2 } from '../schema/edition.ts';
import { detailsOf } from './error-details.ts';
import {
  ApiError,
  aborted,
  alreadyExists,
  Code,
  denied,
  exhausted,
  failedPrecondition,
  internal,
  invalid,
  invalidField,
  notFound,
  unauthenticated,
} from './errors.ts';

const SETTINGS = { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1', seed: 'seed' };
const REPO = { type: 'registry/Repo', name: 'a/b' };
const RESOURCE = { resourceType: 'registry.platform.test/Repo', resourceName: 'a/b' };

const CASES: readonly (readonly [error: ApiError, code: number, message: string, ...details: readonly object[]])[] = [
  [
    invalidField('name', 'name must match "x"'),
    3,
    'Invalid argument: name: name must match "x"',
    { fieldViolations: [{ field: 'name', description: 'name must match "x"' }] },
  ],
  [
    invalid([
      { field: 'a', description: 'is wrong' },
      { field: 'b', description: 'too' },
    ]),
    3,
    'Invalid argument: a: is wrong; b: too',
    {
      fieldViolations: [
        { field: 'a', description: 'is wrong' },
        { field: 'b', description: 'too' },
      ],
    },
  ],
  [notFound(REPO, 'repo'), 5, 'Not found: repo "a/b" not found', RESOURCE],
  [alreadyExists(REPO, 'repo', 'nginx'), 6, 'Already exists: repo "nginx" already exists', RESOURCE],
  [denied('missing capability'), 7, 'Permission denied: missing capability'],
  [exhausted('asked before'), 8, 'Resource exhausted: asked before'],
  [
    failedPrecondition({ type: 'A', description: 'first' }, { type: 'B', description: 'second' }),
    9,
    'Precondition failed: first; second',
    {
      violations: [
        { type: 'A', description: 'first' },
        { type: 'B', description: 'second' },
      ],
    },
  ],
  [aborted('etag mismatch'), 10, 'Aborted: etag mismatch'],
  [new ApiError('UNIMPLEMENTED', 'Method Not Allowed'), 12, 'Method Not Allowed'],
  [internal(), 13, 'Internal error'],
  [unauthenticated('missing bearer token'), 16, 'Unauthenticated: missing bearer token'],
];

const NAMES: ReadonlyMap<number, string> = new Map([
  [3, 'google.rpc.BadRequest'],
  [5, 'google.rpc.ResourceInfo'],
  [6, 'google.rpc.ResourceInfo'],
  [9, 'google.rpc.PreconditionFailure'],
]);

for (const [error, code, message, ...values] of CASES) {
  test(`${error.code} is code ${code} with the message ${JSON.stringify(message)}`, () => {
    assert.equal(Code[error.code], code);
    assert.equal(error.message, message);
  });

  test(`the details of ${JSON.stringify(message)} are ErrorInfo and ${NAMES.get(code) ?? 'nothing else'}`, () => {
    const info = { type: 'google.rpc.ErrorInfo', value: { reason: error.code, domain: 'iam.platform.test' } };
    const special = values.map((value) => ({ type: NAMES.get(code), value }));
    assert.deepEqual(detailsOf(error, 'iam', SETTINGS, V2), [info, ...special]);
  });
}

test('codes are numbered as google.rpc numbers them', () => {
  assert.deepEqual(
    Object.values(Code),
    Array.from({ length: 16 }, (_, at) => at + 1),
  );
});

test('a cause of its own takes the place of the code as the reason', () => {
  const error = new ApiError('RESOURCE_EXHAUSTED', 'Resource exhausted: full', { reason: 'MOCK_DISK_FULL' });
  const value = { reason: 'MOCK_DISK_FULL', domain: 'iam.platform.test' };
  assert.deepEqual(detailsOf(error, 'iam', SETTINGS, V2), [{ type: 'google.rpc.ErrorInfo', value }]);
});

test('an error that is answered has no trace of the stack, and other errors keep theirs', () => {
  const limit = Error.stackTraceLimit;
  assert.doesNotMatch(denied('it is confined').stack ?? '', /^ +at /m);
  assert.match(new Error('another').stack ?? '', /^ +at /m);
  assert.equal(Error.stackTraceLimit, limit);
});

test('an error is answered if Error is frozen, as by a flag of Node', () => {
  const before = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit');
  Object.defineProperty(Error, 'stackTraceLimit', { writable: false });
  try {
    assert.equal(denied('it is confined').code, 'PERMISSION_DENIED');
  } finally {
    Object.defineProperty(Error, 'stackTraceLimit', { ...before });
  }
});
