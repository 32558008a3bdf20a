import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { get as getOverTls } from 'node:https';
import { connect, createServer as createNetServer } from 'node:net';
import { after, test } from 'node:test';
import { createHttp2Sessions } from './http2-server.ts';
import { type OpenedPort, openPort } from './one-port.ts';
import { makeCertificate } from './tls-certificate.ts';

/** The time for which a stop waits for running calls. */
const GRACE_MILLIS = 800;

const opened: OpenedPort[] = [];
after(() => Promise.all(opened.map(({ close }) => close())));

/** A port whose answers name the protocol, HTTP/1's with a body as large as wanted. */
const open = async (host = '127.0.0.1', port = 0, size = 0): Promise<OpenedPort> => {
  const http1 = createServer((_incoming, outgoing) => void outgoing.end(`http1${' '.repeat(size)}`));
  const http2 = createHttp2Sessions(65_536, (stream) => {
    stream.respond();
    stream.end('http2');
  });
  const result = await openPort(host, port, { http1, http2 });
  opened.push(result);
  return result;
};

const overHttp1 = (port: number, host = '127.0.0.1'): Promise<string> =>
  new Promise((resolve, reject) => {
    get({ host, port, agent: false }, async (incoming) => {
      let text = '';
      for await (const chunk of incoming) text += chunk;
      resolve(text);
    }).on('error', reject);
  });

const overHttp2 = async (port: number): Promise<string> => {
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  try {
    const stream = session.request({ ':path': '/' });
    let text = '';
    for await (const chunk of stream) text += chunk;
    return text;
  } finally {
    session.destroy();
  }
};

test('one port serves HTTP/1.1 and HTTP/2', async () => {
  const { port } = await open();
  assert.deepEqual(await Promise.all([overHttp1(port), overHttp2(port)]), ['http1', 'http2']);
});

for (const tls of [false, true]) {
  test(`a connection ${tls ? 'over TLS ' : ''}is reset where its answer is (behaviour F10)`, async () => {
    const http1 = createServer((incoming) => void incoming.socket.resetAndDestroy());
    const certificate = tls ? { certificate: await makeCertificate(['127.0.0.1']) } : {};
    const port = await openPort('127.0.0.1', 0, {
      http1,
      http2: createHttp2Sessions(65_536, () => {}),
      ...certificate,
    });
    opened.push(port);
    const agent = { agent: false, rejectUnauthorized: false } as const;
    const request = (tls ? getOverTls : get)({ host: '127.0.0.1', port: port.port, ...agent });
    const [error] = (await once(request, 'error')) as [NodeJS.ErrnoException];
    assert.deepEqual([error.code, error.syscall], ['ECONNRESET', 'read']);
  });
}

test('requests that are sent together are answered in their order', async () => {
  const { port } = await open();
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  let text = '';
  for await (const chunk of socket) text += chunk;
  assert.equal(text.match(/http1/g)?.length, 4);
});

for (const host of ['127.0.0.1', 'localhost', '::1']) {
  test(`a port of ${host} is open on both loopback addresses`, async (t) => {
    const { port } = await open(host);
    assert.equal(await overHttp1(port), 'http1');
    const other = await overHttp1(port, '::1').catch((error: NodeJS.ErrnoException) => error.code);
    if (other === 'EADDRNOTAVAIL') t.skip('this machine has no IPv6');
    else assert.equal(other, 'http1');
  });
}

test('for another loopback address, only that one is open', async () => {
  const { port } = await open('127.0.0.2');
  assert.equal(await overHttp1(port, '127.0.0.2'), 'http1');
  await assert.rejects(overHttp1(port), { code: 'ECONNREFUSED' });
});

for (const host of ['127.0.0.1', '::1']) {
  test(`a port that is taken on ${host} is refused, and nothing stays open`, async (t) => {
    const other = createNetServer();
    other.on('error', () => {});
    other.listen(0, host);
    await Promise.race([once(other, 'listening'), once(other, 'error')]);
    if (!other.listening) return t.skip('this machine has no IPv6');
    const { port } = other.address() as { port: number };
    await assert.rejects(open('127.0.0.1', port), { code: 'EADDRINUSE' });
    await new Promise((resolve) => other.close(resolve));
    assert.equal(await overHttp1((await open('127.0.0.1', port)).port), 'http1');
  });
}

test('an address that the machine does not have is refused', async () => {
  await assert.rejects(open('192.0.2.1'), { code: 'EADDRNOTAVAIL' });
});

test('headers that do not end are answered with 408 in time', async () => {
  const http1 = createServer({ headersTimeout: 100, connectionsCheckingInterval: 50 });
  const { port, close } = await openPort('127.0.0.1', 0, { http1, http2: createHttp2Sessions(65_536, () => {}) });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\n');
  let text = '';
  for await (const chunk of socket) text += chunk;
  assert.match(text, /^HTTP\/1\.1 408 /);
  await close();
});

test('a stop waits for an answer that is being sent, and not for a silent client', async (t) => {
  const size = 8_000_000;
  const { port, close } = await open('127.0.0.1', 0, size);
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'connect');
  const slow = get({ host: '127.0.0.1', port });
  const [incoming] = await once(slow, 'response');
  // The grace never ends, so a stop that waits for its end would wait for ever.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const closed = close();
  let length = 0;
  for await (const chunk of incoming) length += chunk.length;
  await closed;
  assert.equal(length, size + 5);
  await assert.rejects(overHttp1(port), { code: 'ECONNREFUSED' });
});

test('a stop ends calls that do not end, after a grace', async (t) => {
  const http1 = createServer(() => {});
  let streamed: () => void = () => {};
  const begun = new Promise<void>((resolve) => {
    streamed = resolve;
  });
  const http2 = createHttp2Sessions(65_536, () => streamed());
  const { port, close } = await openPort('127.0.0.1', 0, { http1, http2 });
  const [one, other] = [get({ host: '127.0.0.1', port }), connectHttp2(`http://127.0.0.1:${port}`)];
  one.on('error', () => {});
  other.on('error', () => {});
  const stream = other.request({ ':path': '/' });
  stream.on('error', () => {});
  await Promise.all([once(http1, 'request'), begun]);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let isClosed = false;
  const closed = close().then(() => {
    isClosed = true;
  });
  t.mock.timers.tick(GRACE_MILLIS - 1);
  // A few sweeps over idle connections.
  await new Promise<void>((next) => {
    const timer = setInterval(() => {
      clearInterval(timer);
      next();
    }, 100);
  });
  assert.equal(isClosed, false);
  t.mock.timers.tick(1);
  await closed;
});
