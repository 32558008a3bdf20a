import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondsText } from './attempts.ts';

test('the time between two tries is never below 0, whichever processes they were sent to', () => {
  assert.deepEqual([1_234, 5, 0, -14].map(secondsText), ['1.23 s', '0.01 s', '0.00 s', '0.00 s']);
});
