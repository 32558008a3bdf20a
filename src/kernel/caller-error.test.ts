import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerError } from './caller-error.ts';
import { type ApiError, invalidField } from './errors.ts';

const outcomeOf = (failure: unknown): { readonly error: ApiError; readonly reported: readonly unknown[] } => {
  const reported: unknown[] = [];
  return { error: callerError(failure, (...unexpected) => reported.push(...unexpected), 'GetRepo'), reported };
};

test('an error for the caller stays as it is, and is not reported', () => {
  const error = invalidField('name', 'is required');
  assert.deepEqual(outcomeOf(error), { error, reported: [] });
});

const FAILURES: readonly unknown[] = [
  new TypeError('secret'),
  new RangeError('Invalid array length'),
  'secret',
  undefined,
];

for (const failure of FAILURES) {
  test(`${failure} is reported, and becomes an internal error without details for the caller`, () => {
    const { error, reported } = outcomeOf(failure);
    assert.deepEqual([error.code, error.message, error.detail], ['INTERNAL', 'Internal error', {}]);
    assert.deepEqual(reported, [failure, 'GetRepo']);
  });
}

const endless = (): number => 1 + endless();

const thrownBy = (run: () => unknown): unknown => {
  try {
    return assert.fail(String(run()));
  } catch (error) {
    return error;
  }
};

test('S5: an exhausted stack is RESOURCE_EXHAUSTED, and is reported', () => {
  const failure = thrownBy(endless);
  const { error, reported } = outcomeOf(failure);
  assert.deepEqual([error.code, reported], ['RESOURCE_EXHAUSTED', [failure, 'GetRepo']]);
  assert.doesNotMatch(error.message, /stack/);
});
