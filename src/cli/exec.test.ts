import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedToStop, flagsOf } from '../testing/specimen-process.ts';
import { exec } from './exec.ts';

for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test(`M10: a command is not started after ${signal} while its mock starts, and ends with ${status}`, async () => {
    const { around, events } = askedToStop(signal);
    assert.equal(await exec(['no-such-command-here'], { ...flagsOf(), traceOn: 'always' }, around), status);
    assert.deepEqual(events, ['listening for signals']);
  });
}
