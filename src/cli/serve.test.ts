import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from './serve.ts';
import { askedToStop, flagsOf } from './specimen-process.ts';

test('a server hears of a stop before anybody could know that it is there', async () => {
  const { around, events } = askedToStop();
  assert.equal(await serve(flagsOf(), around), 0);
  assert.deepEqual(events, ['listening for signals', 'ready']);
});
