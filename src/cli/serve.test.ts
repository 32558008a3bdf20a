import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedToStop, flagsOf } from '../testing/specimen-process.ts';
import { serve, startOptionsOf } from './serve.ts';

test('a server listens for a stop before it reports that it is ready', async () => {
  const { around, events } = askedToStop();
  assert.equal(await serve(flagsOf(), around), 0);
  assert.deepEqual(events, ['listening for signals', 'ready']);
});

for (const [level, terminal, callLevel] of [
  ['debug', true, 'debug'],
  ['debug', false, 'debug'],
  ['info', true, 'info'],
  ['info', false, undefined],
  ['warn', true, undefined],
  ['silent', true, undefined],
] as const) {
  test(`with --log-level ${level} ${terminal ? 'on' : 'without'} a terminal, calls are logged at ${callLevel}`, async () => {
    const { around } = askedToStop();
    const options = await startOptionsOf(flagsOf('--log-level', level), { ...around, terminal });
    assert.equal(options.callLevel, callLevel);
  });
}
