import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spanText } from './text.ts';

test('a time from the beginning of a run has three digits, and is in milliseconds below a second', () => {
  assert.deepEqual([0, 0.00025, 0.001, 0.0305, 0.999, 1, 12.3456].map(spanText), [
    '0 s',
    '0.25 ms',
    '1 ms',
    '30.5 ms',
    '999 ms',
    '1 s',
    '12.3 s',
  ]);
});
