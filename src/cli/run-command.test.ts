import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { commandRunner } from './run-command.ts';

/** Says by a connection that it is there, and hears SIGTERM, which ends it with 7 only if it is to. */
const script = (port: number, ends: boolean): string =>
  `process.on('SIGTERM', () => ${ends ? 'process.exit(7)' : '{}'}); require('node:net').connect(${port}, '127.0.0.1');`;

/** Runs a command until it is there. `pass` lets the time pass that it was given. */
const running = async (ends: boolean) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connected = once(server, 'connection') as Promise<[Socket]>;
  let hear: (signal: NodeJS.Signals) => void = () => {};
  const given: { readonly millis: number; readonly act: () => void }[] = [];
  let isCalledOff = false;
  const { run, isStopped } = commandRunner(
    {
      signalled: (heard) => {
        hear = heard;
      },
      inForeground: () => false,
    },
    (millis, act) => {
      given.push({ millis, act });
      return () => {
        isCalledOff = true;
      };
    },
  );
  const { port } = server.address() as AddressInfo;
  const status = run([process.execPath, '-e', script(port, ends)], process.env);
  const [socket] = await connected;
  socket.on('error', () => {});
  const end = async () => {
    const ended = await status;
    server.close();
    return { ended, isCalledOff, isStopped: isStopped(), millis: given.map(({ millis }) => millis) };
  };
  return { hear, pass: () => given[0]?.act(), end };
};

test('M10: a command that does not hear SIGTERM is killed after five seconds', async () => {
  const { hear, pass, end } = await running(false);
  hear('SIGTERM');
  pass();
  assert.deepEqual(await end(), { ended: 137, isCalledOff: true, isStopped: true, millis: [5_000] });
});

for (const second of ['SIGTERM', 'SIGINT'] as const) {
  test(`M10: a command that does not hear SIGTERM is killed by ${second} behind it`, async () => {
    const { hear, end } = await running(false);
    hear('SIGTERM');
    hear(second);
    assert.deepEqual(await end(), { ended: 137, isCalledOff: true, isStopped: true, millis: [5_000] });
  });
}

test('M10: a command that ends by itself after SIGTERM is not killed', async () => {
  const { hear, end } = await running(true);
  hear('SIGTERM');
  assert.deepEqual(await end(), { ended: 7, isCalledOff: true, isStopped: true, millis: [5_000] });
});
