import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endRuns, rememberEnd } from './run-ends.ts';

test('Y14: all that setups started ends once, the last first', async () => {
  const ended: string[] = [];
  const [first] = ['first', 'second', 'third'].map((name) => rememberEnd(async () => void ended.push(name)));
  await first?.();
  await endRuns();
  await first?.();
  await endRuns();
  assert.deepEqual(ended, ['first', 'third', 'second']);
});
