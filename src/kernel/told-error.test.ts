import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiError, aborted, invalidField } from './errors.ts';
import { toldError } from './told-error.ts';

const told = (error: unknown, version?: 'v1'): { readonly error: ApiError; readonly reported: readonly unknown[] } => {
  const reported: unknown[] = [];
  return { error: toldError(error, version, (failure) => reported.push(failure)), reported };
};

test('an error that is meant for the caller is told as it is, and not reported', () => {
  const error = invalidField('name', 'is required');
  assert.deepEqual(told(error), { error, reported: [] });
});

test('v1 is told the code and the message alone', () => {
  const { error, reported } = told(aborted('etag'), 'v1');
  assert.deepEqual([error.code, error.message, error.detail, error.bare], ['ABORTED', 'Aborted: etag', {}, true]);
  assert.deepEqual(reported, []);
});

const FAILURES: readonly unknown[] = [new TypeError('secret'), 'secret', undefined];

for (const failure of FAILURES) {
  for (const version of [undefined, 'v1'] as const) {
    test(`${failure} is reported, and ${version ?? 'v2'} is told nothing of it`, () => {
      const { error, reported } = told(failure, version);
      assert.deepEqual([error.code, error.message, error.bare], ['INTERNAL', 'Internal error', version === 'v1']);
      assert.deepEqual(reported, [failure]);
    });
  }
}
