import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { type ConnectProxy, openConnectProxy } from './connect-proxy.ts';

/** A megabyte: more than the buffers of a connection hold. */
const MUCH = Buffer.alloc(1_048_576, 'x');
/** A proxy that does not end a connection would keep a test waiting. */
const LIMIT = { timeout: 10_000 };
const HOSTS = ['api.example.com', 'issuer.example.com'];
const ONLY = 'only api.example.com, issuer.example.com can be reached';
const ESTABLISHED = 'HTTP/1.1 200 Connection Established\r\n\r\n';

/** Answers each connection, once its client has ended it, with the received bytes, twice. */
const echo = createServer({ allowHalfOpen: true }, (socket) => {
  const chunks: Buffer[] = [];
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('end', () => socket.end(Buffer.concat([...chunks, ...chunks])));
});
const reasons: string[] = [];
let proxy: ConnectProxy;

const portOf = (): number => (echo.address() as AddressInfo).port;
const openTo = (port: number): Promise<ConnectProxy> =>
  openConnectProxy({ hosts: HOSTS, target: { host: '127.0.0.1', port }, report: (reason) => reasons.push(reason) });
const dial = (at: ConnectProxy = proxy): Socket =>
  connect({ host: '127.0.0.1', port: Number(new URL(at.url).port), allowHalfOpen: true });

before(async () => {
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await openTo(portOf());
});

after(async () => {
  await proxy.close();
  echo.close();
});

/** All that comes back until the other side has ended. */
const received = async (socket: Socket): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
};

/** The answer of the proxy to a text, when nothing else is sent and the connection stays open. */
const answerTo = (text: string): Promise<string> => {
  const socket = dial();
  socket.write(text, 'latin1');
  return received(socket);
};

const tunnelTo = (authority: string): string => `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`;

for (const authority of [
  'api.example.com:443',
  'issuer.example.com:8443',
  'API.Example.COM:443',
  'api.example.com.:1',
]) {
  test(`H2: a tunnel to ${authority} leads to the mock`, LIMIT, async () => {
    const socket = dial();
    // Bytes behind the head are part of the tunnel.
    socket.write(`${tunnelTo(authority)}a`);
    socket.end('b');
    assert.equal(await received(socket), `${ESTABLISHED}abab`);
  });
}

test('H2: a tunnel carries much in both directions, also after the client has ended its own', LIMIT, async () => {
  const socket = dial();
  socket.write(tunnelTo('api.example.com:443'));
  socket.end(MUCH);
  assert.equal((await received(socket)).length, ESTABLISHED.length + 2 * MUCH.length);
});

for (const [what, text, status, reason] of [
  ['another host', tunnelTo('other.example.com:443'), 403, `platform-mock refuses other.example.com: ${ONLY}`],
  [
    'a host below a named one',
    tunnelTo('a.api.example.com:443'),
    403,
    `platform-mock refuses a.api.example.com: ${ONLY}`,
  ],
  ['the machine itself', tunnelTo('127.0.0.1:22'), 403, `platform-mock refuses 127.0.0.1: ${ONLY}`],
  ['an address of IPv6', tunnelTo('[::1]:443'), 403, `platform-mock refuses [::1]: ${ONLY}`],
  [
    'a named host without TLS',
    tunnelTo('api.example.com:80'),
    403,
    'platform-mock speaks TLS as api.example.com: use https',
  ],
  [
    'a URL of another host',
    'GET http://other.example.com/a HTTP/1.1\r\nHost: other.example.com\r\n\r\n',
    403,
    `platform-mock refuses other.example.com: ${ONLY}`,
  ],
  [
    'a URL of a named host',
    'POST http://api.example.com/a HTTP/1.1\r\nHost: api.example.com\r\nContent-Length: 2\r\n\r\n{}',
    403,
    'platform-mock speaks TLS as api.example.com: use https',
  ],
  [
    'an upgrade',
    'GET ws://other.example.com/ HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    403,
    `platform-mock refuses other.example.com: ${ONLY}`,
  ],
  ['a path', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', 400, 'platform-mock: this is a proxy and no server'],
  ['a tunnel without a port', tunnelTo('api.example.com'), 400, 'platform-mock: CONNECT needs HOST:PORT'],
  ['a tunnel to port 0', tunnelTo('api.example.com:0'), 400, 'platform-mock: CONNECT needs HOST:PORT'],
  ['a tunnel to port 65536', tunnelTo('api.example.com:65536'), 400, 'platform-mock: CONNECT needs HOST:PORT'],
  ['a tunnel to a URL', tunnelTo('https://api.example.com/'), 400, 'platform-mock: CONNECT needs HOST:PORT'],
  ['a host with a user', tunnelTo('a@api.example.com:443'), 400, 'platform-mock: CONNECT needs HOST:PORT'],
  ['a name that is too long', tunnelTo(`${'a'.repeat(300)}:443`), 400, 'platform-mock: CONNECT needs HOST:PORT'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00', 400, 'platform-mock: the request is not HTTP'],
  ['garbage', '\x00garbage\r\n\r\n', 400, 'platform-mock: the request is not HTTP'],
  [
    'a head that is too large',
    `GET / HTTP/1.1\r\nA: ${'x'.repeat(100_000)}`,
    400,
    'platform-mock: the request is not HTTP',
  ],
] as const) {
  test(`H2: ${what} is refused with ${status} and the reason, as status line and as body`, LIMIT, async () => {
    reasons.length = 0;
    const answer = await answerTo(text);
    assert.ok(answer.startsWith(`HTTP/1.1 ${status} ${reason}\r\n`), answer);
    assert.match(answer, /\r\nConnection: close\r\n/);
    assert.ok(answer.endsWith(`${reason}\n`) || answer.endsWith(`${reason}\n\r\n0\r\n\r\n`), answer);
    assert.deepEqual(reasons, [reason]);
  });
}

test('H2: a client that goes away, whenever that is, leaves the proxy as it was', LIMIT, async () => {
  for (const text of ['', 'CONN', tunnelTo('api.example.com:443'), `${tunnelTo('api.example.com:443')}more`]) {
    const socket = dial();
    await once(socket, 'connect');
    socket.write(text, () => socket.resetAndDestroy());
    await once(socket, 'close');
  }
  assert.match(await answerTo(tunnelTo('other:443')), /^HTTP\/1\.1 403 /);
});

test('H2: a mock that does not answer is 502', LIMIT, async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  gone.close();
  await once(gone, 'close');
  const lonely = await openTo(port);
  const socket = dial(lonely);
  socket.write(tunnelTo('api.example.com:443'));
  assert.match(await received(socket), /^HTTP\/1\.1 502 platform-mock: the mock does not answer\r\n/);
  await lonely.close();
});

test('H2: close ends tunnels and waiting connections, and takes no more', LIMIT, async () => {
  const own = await openTo(portOf());
  const [tunnel, silent, refused] = [dial(own), dial(own), dial(own)];
  tunnel.write(tunnelTo('api.example.com:443'));
  refused.write(tunnelTo('other:443'));
  await Promise.all([once(tunnel, 'data'), once(silent, 'connect'), once(refused, 'data')]);
  const gone = [tunnel, silent, refused].map((socket) => {
    socket.on('error', () => {});
    socket.resume();
    return once(socket, 'end').then(() => socket.destroy());
  });
  await own.close();
  await Promise.all(gone);
  const late = dial(own);
  const [error] = (await once(late, 'error')) as [NodeJS.ErrnoException];
  assert.equal(error.code, 'ECONNREFUSED');
});
