import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { onFirstBytes, type Spoken, spokenBy } from './first-bytes.ts';

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

const BYTES: readonly (readonly [bytes: string, spoken: Spoken | undefined])[] = [
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

for (const [bytes, spoken] of BYTES) {
  test(`${JSON.stringify(bytes)} is ${spoken ?? 'not enough to tell'}`, () => {
    assert.equal(spokenBy(Buffer.from(bytes)), spoken);
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

/** Connects, sends parts one by one, and gives what the server's end was told and could read after. */
const talk = (parts: readonly string[], end = false): Promise<{ spoken?: Spoken; read?: string }> =>
  new Promise((resolve) => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay(true);
    client.on('error', () => {});
    client.once('connect', async () => {
      for (const part of parts) {
        client.write(part);
        await new Promise((next) => setTimeout(next, 3));
      }
      if (end) client.end();
    });
    accepted = (socket) => {
      socket.once('close', () => resolve({}));
      onFirstBytes(socket, DEADLINE, (spoken) => {
        socket.once('data', (read: Buffer) => {
          resolve({ spoken, read: read.toString() });
          client.destroy();
          socket.destroy();
        });
      });
    };
  });

test('the bytes that told are read again by whoever takes the socket', async () => {
  assert.deepEqual(await talk(['GET /']), { spoken: 'http1', read: 'GET /' });
  assert.deepEqual(await talk([`${PREFACE}more`]), { spoken: 'http2', read: `${PREFACE}more` });
});

test('bytes that come one by one are put together', async () => {
  assert.deepEqual(await talk([...PREFACE]), { spoken: 'http2', read: PREFACE });
  assert.deepEqual(await talk(['P', 'U', 'T']), { spoken: 'http1', read: 'PU' });
});

const SILENT: readonly (readonly [what: string, parts: readonly string[], end: boolean])[] = [
  ['says nothing', [], false],
  ['says half of a preface', ['PRI * HTTP'], false],
  ['ends without a word', [], true],
  ['ends in the middle of a preface', ['PRI * HTTP'], true],
];

for (const [what, parts, end] of SILENT) {
  test(`a socket that ${what} is destroyed and not told of`, async () => {
    const began = performance.now();
    assert.deepEqual(await talk(parts, end), {});
    assert.equal(performance.now() - began >= DEADLINE - 1, !end);
  });
}
