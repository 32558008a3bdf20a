import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type CodeName, unauthenticated } from '../../kernel/errors.ts';
import { errorAnswer, okAnswer } from './answer.ts';

const SETTINGS = { serviceDomain: 'platform.test', publicUrl: '', seed: '' };

const STATUS: readonly (readonly [code: CodeName, status: number])[] = [
  ['CANCELLED', 499],
  ['UNKNOWN', 500],
  ['INVALID_ARGUMENT', 400],
  ['DEADLINE_EXCEEDED', 504],
  ['NOT_FOUND', 404],
  ['ALREADY_EXISTS', 409],
  ['PERMISSION_DENIED', 403],
  ['RESOURCE_EXHAUSTED', 429],
  ['FAILED_PRECONDITION', 400],
  ['ABORTED', 409],
  ['OUT_OF_RANGE', 400],
  ['UNIMPLEMENTED', 501],
  ['INTERNAL', 500],
  ['UNAVAILABLE', 503],
  ['DATA_LOSS', 500],
  ['UNAUTHENTICATED', 401],
];

for (const [code, status] of STATUS) {
  test(`${code} is answered with ${status}`, () => {
    assert.equal(errorAnswer(new ApiError(code, 'why'), 'iam', SETTINGS).status, status);
  });
}

const CHALLENGES: readonly (readonly [reason: string, challenge: string])[] = [
  ['missing bearer token', 'Bearer'],
  ['malformed authorization header', 'Bearer error="invalid_token"'],
  ['invalid token', 'Bearer error="invalid_token"'],
  ['token expired', 'Bearer error="invalid_token"'],
  ['unknown identity', 'Bearer error="invalid_token"'],
];

for (const [reason, challenge] of CHALLENGES) {
  test(`${reason} is answered with the challenge ${challenge}`, () => {
    const { headers } = errorAnswer(unauthenticated(reason), 'iam', SETTINGS);
    assert.deepEqual(headers, { 'WWW-Authenticate': challenge });
  });
}

test('an empty answer has no body', () => assert.deepEqual(okAnswer({ kind: 'empty' }), { status: 200 }));
