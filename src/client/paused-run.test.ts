import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowLongEnd } from './paused-run.ts';

test('Y13: a run of Vitest may take long to end, and what another runner hands over is not touched', () => {
  const run = { vitest: { config: { teardownTimeout: 10_000, retry: 1 } } };
  allowLongEnd(run);
  // A timer of Node with a longer time would end at once.
  assert.deepEqual(run, { vitest: { config: { teardownTimeout: 2_147_483_647, retry: 1 } } });
  for (const other of [undefined, {}, { vitest: null }, Object.freeze({ workers: 1 })]) {
    assert.doesNotThrow(() => allowLongEnd(other));
  }
});
