import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, before, type TestContext, test } from 'node:test';
import { onFirstBytes, type Protocol, protocolOf } from './first-bytes.ts';

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

const BYTES: readonly (readonly [bytes: string, protocol: Protocol | undefined])[] = [
  [PREFACE, 'http2'],
  [`${PREFACE}and more`, 'http2'],
  [PREFACE.slice(0, -1), undefined],
  ['P', undefined],
  ['PR', undefined],
  ['PO', 'http1'],
  ['PROPFIND / HTTP/1.1', 'http1'],
  ['GET / HTTP/1.1', 'http1'],
  [PREFACE.replace('SM', 'XX'), 'http1'],
  ['\0', 'http1'],
];

for (const [bytes, protocol] of BYTES) {
  test(`${JSON.stringify(bytes)} is ${protocol ?? 'not enough to decide'}`, () => {
    assert.equal(protocolOf(Buffer.from(bytes)), protocol);
  });
}

const DEADLINE = 200;
let accepted: (socket: Socket) => void = () => {};
const server = createServer({ allowHalfOpen: true }, (socket) => accepted(socket));

before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(() => server.close());

/** Waits until a condition holds, one turn of the event loop at a time. */
const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((next) => setImmediate(next));
};

/** The next step of a client after its parts: it waits, ends its side, or is silent until the deadline has passed. */
type Then = 'waits' | 'ends' | 'outlasts the deadline';

/**
 * Connects, sends each part once the one before is read, and returns the report of the server's end and the bytes it
 * could read afterwards. The test moves the deadline's timer.
 */
const talk = async (t: TestContext, parts: readonly string[], then: Then = 'waits'): Promise<object> => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const outcome: { protocol?: Protocol; read?: string } = {};
  const arrived = new Promise<Socket>((resolve) => {
    accepted = (socket) => {
      onFirstBytes(socket, DEADLINE, protocolOf, (protocol) => {
        outcome.protocol = protocol;
        socket.once('data', (read: Buffer) => {
          outcome.read = read.toString();
        });
      });
      resolve(socket);
    };
  });
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay(true);
  client.on('error', () => {});
  const socket = await arrived;
  let sent = 0;
  for (const part of parts) {
    client.write(part);
    sent += Buffer.byteLength(part);
    await until(() => socket.destroyed || (socket.bytesRead === sent && socket.readableLength === 0));
    if (outcome.protocol !== undefined) break;
  }
  t.mock.timers.tick(DEADLINE - 1);
  assert.equal(socket.destroyed, false);
  if (then === 'ends') client.end();
  if (then === 'outlasts the deadline') t.mock.timers.tick(1);
  await until(() => socket.destroyed || outcome.read !== undefined);
  // After the report the deadline does not destroy the socket any more.
  t.mock.timers.tick(DEADLINE);
  assert.equal(socket.destroyed, outcome.protocol === undefined);
  client.destroy();
  socket.destroy();
  return outcome;
};

test('the bytes that decide are read again from the socket', async (t) => {
  assert.deepEqual(await talk(t, ['GET /']), { protocol: 'http1', read: 'GET /' });
});

test('a preface is read again, with the bytes that came with it', async (t) => {
  assert.deepEqual(await talk(t, [`${PREFACE}more`]), { protocol: 'http2', read: `${PREFACE}more` });
});

test('bytes that come one by one are put together', async (t) => {
  assert.deepEqual(await talk(t, [...PREFACE]), { protocol: 'http2', read: PREFACE });
});

test('bytes that come one by one decide at the first that differs', async (t) => {
  assert.deepEqual(await talk(t, ['P', 'U', 'T']), { protocol: 'http1', read: 'PU' });
});

const SILENT: readonly (readonly [what: string, parts: readonly string[], then: Then])[] = [
  ['sends nothing', [], 'outlasts the deadline'],
  ['sends half of a preface', ['PRI * HTTP'], 'outlasts the deadline'],
  ['ends without a byte', [], 'ends'],
  ['ends in the middle of a preface', ['PRI * HTTP'], 'ends'],
];

for (const [what, parts, then] of SILENT) {
  test(`a socket that ${what} is destroyed and not reported`, async (t) => {
    assert.deepEqual(await talk(t, parts, then), {});
  });
}
