import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedToStop, flagsOf } from '../testing/specimen-process.ts';
import { exec } from './exec.ts';

test('a command that is stopped while its mock starts is ended by the signal', async () => {
  const { around, events } = askedToStop();
  const long = [process.execPath, '-e', 'setTimeout(() => {}, 60_000)'];
  assert.equal(await exec(long, flagsOf(), around), 143);
  assert.deepEqual(events, ['listening for signals']);
});
