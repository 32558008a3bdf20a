import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Hono } from 'hono';
import type { HttpEnv } from '../../faces/rest/http-env.ts';
import { peeringOf } from '../../testing/spliced-mock.ts';
import type { Handler, Peering } from '../mock/port.ts';
import { type Listening, listen } from './server.ts';

/** A handler whose answers name it; those to `/wait` come when they may. */
const handlerOf = (name: string, mayAnswer?: Promise<unknown>): Handler => ({
  app: new Hono<HttpEnv>().get('/_mock/v1/live', ({ text }) => text(name)) as Handler['app'] & Hono<HttpEnv>,
  rest: {
    handle: async ({ target, head }) => {
      if (target === '/wait') await mayAnswer;
      return { status: 200, body: head?.isSecure ? `${name} over TLS` : name };
    },
  },
  worldOf: () => ({ id: 'default' }) as ReturnType<Handler['worldOf']> & object,
  report: assert.ifError,
});

const open = async (t: TestContext, peering: Peering): Promise<Listening> => {
  const port = await listen('127.0.0.1', 0, { serviceDomain: 'platform.test', peering });
  t.after(() => port.close());
  return port;
};

/** A process that owns the worlds, with its peer port. */
const openOwner = async (t: TestContext, peering: Partial<Peering> = {}, handler = handlerOf('owner')) => {
  const port = await open(t, peeringOf('owner', peering));
  port.handle(handler);
  const peerPort = (await port.peers?.listen('127.0.0.1', 0)) ?? 0;
  port.peers?.route({ at: 'here' });
  const route = (term = '7') => ({ at: 'peer', host: '127.0.0.1', port: peerPort, term }) as const;
  return { port, peerPort, route };
};

interface Answer {
  readonly status: number | undefined;
  readonly body: string;
  readonly connection: string | undefined;
}

const ask = async ({ port }: Pick<Listening, 'port'>, path = '/a'): Promise<Answer> => {
  const [incoming] = await once(
    get({ port, host: '127.0.0.1', path, agent: false, headers: { connection: 'keep-alive' } }),
    'response',
  );
  let body = '';
  for await (const chunk of incoming) body += chunk;
  return { status: incoming.statusCode, body, connection: incoming.headers.connection };
};

/** The bytes that come over a connection until it is closed. */
const heard = async (socket: Socket): Promise<string> => {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
};

const REQUEST = 'GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

const STRANGERS: readonly (readonly [what: string, greeting: string])[] = [
  ['no secret', `${REQUEST}`],
  ['a wrong secret', `MOCK other 7 one http1\n`],
  ['the beginning of the secret', `MOCK a-secre 7 one http1\n`],
  ['another term', `MOCK a-secret 8 one http1\n`],
  ['another purpose', `MOCK a-secret 7 one http3\n`],
  ['no id', `MOCK a-secret 7  http1\n`],
  ['bytes that are no text', '\0\u00ff\n'],
  ['a very long line', `MOCK ${'a'.repeat(100_000)}`],
];

for (const [what, greeting] of STRANGERS) {
  test(`31.7: a stranger with ${what} at the peer port is not heard`, async (t) => {
    const { port, peerPort } = await openOwner(t);
    const socket = connect(peerPort, '127.0.0.1');
    socket.write(greeting + REQUEST);
    assert.equal(await heard(socket), '');
    assert.equal((await ask(port)).body, 'owner');
  });
}

test('31.7: a stranger who is silent at the peer port is closed in the end', async (t) => {
  const { peerPort } = await openOwner(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const socket = connect(peerPort, '127.0.0.1');
  const all = heard(socket);
  await once(socket, 'connect');
  for (let ticks = 0; ticks < 1_000 && !socket.closed; ticks += 1) {
    t.mock.timers.tick(1_000);
    await turn();
  }
  assert.equal(await all, '');
});

for (const [purpose, body] of [
  ['http1', 'owner'],
  ['https1', 'owner over TLS'],
] as const) {
  test(`31.7: a request of a connection that is passed on as ${purpose} has its scheme`, async (t) => {
    const { peerPort } = await openOwner(t);
    const socket = connect(peerPort, '127.0.0.1');
    socket.write(`MOCK a-secret 7 one ${purpose}\n${REQUEST}`);
    assert.match(await heard(socket), new RegExp(`^\\+HTTP/1.1 200 OK\r\n[^]*\r\n\r\n${body}$`));
  });
}

test('31.7: a process that owns nothing takes no greeting', async (t) => {
  const { peerPort } = await openOwner(t, { term: () => undefined });
  const socket = connect(peerPort, '127.0.0.1');
  socket.write(`MOCK a-secret undefined one http1\n${REQUEST}`);
  assert.equal(await heard(socket), '');
});

test('31.7: requests about a process are answered by it, and asked to connect anew', async (t) => {
  const { route } = await openOwner(t);
  const front = await open(t, peeringOf('front'));
  front.peers?.route(route());
  for (const path of ['live', 'ready', 'metrics?x=1']) {
    const { body, connection } = await ask(front, `/_mock/v1/${path}`);
    assert.deepEqual([JSON.parse(body).by, connection], ['front', 'close'], path);
  }
  assert.deepEqual(
    [(await ask(front)).body, (await ask(front, '/_mock/v1/lives')).body.includes('front')],
    ['owner', false],
  );
});

test('31.7: connections that wait are answered by the next owner', async (t) => {
  const { route } = await openOwner(t);
  const front = await open(t, peeringOf('front'));
  const waiting = ask(front);
  const session = connectHttp2(`http://127.0.0.1:${front.port}`);
  t.after(() => session.destroy());
  const stream = session.request({ ':path': '/a' });
  // Once this request is answered, both requests above have been read.
  await ask(front, '/_mock/v1/live');
  front.peers?.route(route());
  assert.equal((await waiting).body, 'owner');
  stream.setEncoding('utf8');
  assert.deepEqual(await once(stream, 'data'), ['owner']);
});

test('31.7: connections that wait are answered here when this process becomes the owner', async (t) => {
  const front = await open(t, peeringOf('front'));
  const waiting = ask(front);
  await ask(front, '/_mock/v1/live');
  front.handle(handlerOf('front itself'));
  front.peers?.route({ at: 'here' });
  assert.equal((await waiting).body, 'front itself');
});

/** The maximum wait of a connection. */
const HOLD_MILLIS = 5_000;

test('31.7: a connection for which nobody is there in time is refused, and is to come again', async (t) => {
  const front = await open(t, peeringOf('front'));
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const asked = ask(front);
  const session = connectHttp2(`http://127.0.0.1:${front.port}`);
  t.after(() => session.destroy());
  const goaway = once(session, 'goaway');
  const answered = once(session.request({ ':path': '/a' }).resume(), 'response');
  // Once this request is answered, both requests above have been read.
  await ask(front, '/_mock/v1/live');
  t.mock.timers.tick(HOLD_MILLIS);
  const { status, connection } = await asked;
  assert.deepEqual([status, connection], [503, 'close']);
  const [headers] = await answered;
  assert.equal(headers[':status'], 503);
  await goaway;
});

test('31.7: a peer port that is none, or closed, is reported, and the connection waits for another', async (t) => {
  const { route } = await openOwner(t);
  const reasons: string[] = [];
  const front = await open(t, peeringOf('front', { unreachable: ({ message }) => void reasons.push(message) }));
  const stranger = createServer((socket) => void socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  const { port } = stranger.address() as AddressInfo;
  t.after(() => stranger.close());
  front.peers?.route({ ...route(), port });
  const waiting = ask(front);
  while (reasons.length === 0) await turn();
  assert.match(
    reasons[0] ?? '',
    new RegExp(`127\\.0\\.0\\.1:${port} of the owner cannot be used: no mock answers there`),
  );
  front.peers?.route(route('8'));
  while (!reasons.at(-1)?.includes('closed')) await turn();
  front.peers?.route(route());
  assert.equal((await waiting).body, 'owner');
});

test('31.7: an owner that does not answer its greeting is given up for another', async (t) => {
  const silent = createServer(() => {});
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => silent.close());
  const { route } = await openOwner(t);
  const front = await open(t, peeringOf('front'));
  front.peers?.route({ ...route(), port: (silent.address() as AddressInfo).port });
  const waiting = ask(front);
  const [socket] = (await once(silent, 'connection')) as [Socket];
  socket.on('error', () => {});
  front.peers?.route(route());
  assert.equal((await waiting).body, 'owner');
});

test('31.7: the connections to the owner of a term are closed once there is another', async (t) => {
  const { route } = await openOwner(t);
  const front = await open(t, peeringOf('front'));
  front.peers?.route(route());
  const socket = connect(front.port, '127.0.0.1');
  const all = heard(socket);
  socket.write('GET /a HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  front.peers?.route({ at: 'nowhere' });
  assert.equal(front.peers?.spliced(), 1);
  front.peers?.route(route('8'));
  assert.match(await all, /owner$/);
  assert.equal(front.peers?.spliced(), 0);
});

test('M26: the clients behind a process that leaves are asked to go', async (t) => {
  let mayAnswer = (): void => {};
  const { route } = await openOwner(
    t,
    {},
    handlerOf(
      'owner',
      new Promise<void>((resolve) => {
        mayAnswer = resolve;
      }),
    ),
  );
  const [front, other] = [await open(t, peeringOf('front')), await open(t, peeringOf('other'))];
  for (const { peers } of [front, other]) peers?.route(route());
  const session = connectHttp2(`http://127.0.0.1:${front.port}`);
  t.after(() => session.destroy());
  const gone = once(session, 'goaway');
  await once(session.request({ ':path': '/a' }), 'response');
  const slow = ask(front, '/wait');
  while (front.peers?.spliced() !== 2) await turn();
  const drained = front.drain(10_000, AbortSignal.abort());
  await gone;
  mayAnswer();
  assert.equal((await slow).connection, 'close');
  assert.deepEqual([(await ask(front)).connection, (await ask(other)).connection], ['close', 'keep-alive']);
  await drained;
});

test('M26: a process that ends has the owner close its idle connections', async (t) => {
  const { route } = await openOwner(t);
  const front = await listen('127.0.0.1', 0, { serviceDomain: 'platform.test', peering: peeringOf('front') });
  front.peers?.route(route());
  const socket = connect(front.port, '127.0.0.1');
  const all = heard(socket);
  socket.write('GET /a HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  // No time passes, so nothing is closed because it took too long.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  await front.close();
  assert.match(await all, /owner$/);
});

test('31.7: an owner that hangs holds no process that ends, and what it was asked is given up', async (t) => {
  const hanging = createServer((socket) => void socket.on('error', () => {}).write('+'));
  hanging.listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  t.after(() => hanging.close());
  const { route } = await openOwner(t);
  const front = await listen('127.0.0.1', 0, { serviceDomain: 'platform.test', peering: peeringOf('front') });
  front.peers?.route({ ...route(), port: (hanging.address() as AddressInfo).port });
  const asked = front.peers?.ask('/_mock/v1/ready', {});
  const [socket] = (await once(hanging, 'connection')) as [Socket];
  let heard = '';
  for await (const bytes of socket) {
    heard += bytes;
    if (heard.includes('GET /_mock/v1/ready')) break;
  }
  const failed = assert.rejects(asked ?? Promise.resolve(), { name: 'AbortError' });
  await front.close();
  await failed;
  // A second error of the request would have no listener, and would end this process.
  for (let turns = 0; turns < 10; turns += 1) await turn();
});

test('31.3: an owner is silent if it has taken a connection and answers nothing', async (t) => {
  const { port, peerPort } = await openOwner(t);
  const mute = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const mutePort = (mute.address() as AddressInfo).port;
  const front = await open(t, peeringOf('front'));
  const isSilent = (silentPort: number, term = '7') =>
    front.peers?.isSilent({ at: 'peer', host: '127.0.0.1', port: silentPort, term });
  assert.equal(await isSilent(mutePort), true);
  mute.close();
  await once(mute, 'close');
  assert.deepEqual(await Promise.all([isSilent(mutePort), isSilent(peerPort), isSilent(peerPort, '8')]), [
    false,
    false,
    false,
  ]);
  assert.equal((await ask(port)).body, 'owner');
});
