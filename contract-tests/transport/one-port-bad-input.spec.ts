import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sendRaw } from '../support/raw-socket.ts';
import { expect, test } from '../support/test.ts';
import {
  endOfSession,
  Frame,
  frame,
  framesOf,
  getBlock,
  getRequest,
  PREFACE,
  requestHead,
  reset,
  SETTINGS,
} from './http2-frames.ts';

const FLOOD = 30_000;
const BEGUN = Buffer.concat([PREFACE, SETTINGS]);

const many = (made: (nth: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: FLOOD }, (_, nth) => made(nth)));

const CONTINUED = frame(Frame.continuation, 0, 1);
const rapid = (stream: number): Buffer => Buffer.concat([getRequest(stream), reset(stream)]);

test.describe('sessions of HTTP/2 that break its rules', () => {
  for (const [what, ...sent] of [
    ['HTTP/1.1 after the preface', 'GET /ping/v2/ping HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['garbage after the preface', 'garbage '.repeat(100)],
    ['a second preface', PREFACE],
    ['a frame before the settings', getRequest(1)],
    ['a frame of 16 MB', SETTINGS, frame(Frame.data, 0, 1, Buffer.alloc(100), 0xffffff)],
    ['data on no stream', SETTINGS, frame(Frame.data, 0, 0, Buffer.alloc(1))],
    ['data on a stream that was never opened', SETTINGS, frame(Frame.data, 0, 7, Buffer.alloc(1))],
    ['a stream that only the server may open', SETTINGS, getRequest(2)],
    ['settings of five bytes', SETTINGS, frame(Frame.settings, 0, 0, Buffer.alloc(5))],
    ['a ping of seven bytes', SETTINGS, frame(Frame.ping, 0, 0, Buffer.alloc(7))],
    ['a window that does not grow', SETTINGS, frame(Frame.windowUpdate, 0, 0, Buffer.alloc(4))],
    ['headers that continue nothing', SETTINGS, frame(Frame.continuation, 4, 1, getBlock())],
    ['headers that do not decode', SETTINGS, frame(Frame.headers, 5, 1, Buffer.alloc(20, 0xff))],
    ['headers without an end', SETTINGS, frame(Frame.headers, 1, 1, getBlock()), many(() => CONTINUED)],
    ['streams opened and reset at once', SETTINGS, many((nth) => rapid(2 * nth + 1))],
    ['a flood of pings', SETTINGS, many(() => frame(Frame.ping, 0, 0, Buffer.alloc(8)))],
    ['a flood of settings', many(() => SETTINGS)],
  ] as const) {
    test(`${what}: the session ends, and REST continues`, async ({ api, shared }) => {
      const end = endOfSession(shared.target.baseUrl, PREFACE, ...sent);
      expect((await api.get('/ping/v2/ping')).status).toBe(200);
      expect(await end).not.toBe('NO_ERROR');
      expect((await api.get('/ping/v2/ping')).status).toBe(200);
    });
  }
});

test('a preface that is wrong at its end is no HTTP/2', async ({ shared }) => {
  const received = await sendRaw(shared.target.baseUrl, 'PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n');
  expect(received).toMatch(/^HTTP\/1\.1 505 [\s\S]*2, which begins with its preface/);
});

test('a preface that arrives byte by byte is accepted', async ({ shared }) => {
  const { hostname, port } = new URL(shared.target.baseUrl);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let received = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
  });
  await once(socket, 'connect');
  for (const byte of Buffer.concat([BEGUN, getRequest(1)])) {
    socket.write(Buffer.from([byte]));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await expect.poll(() => framesOf(received).map(({ type }) => type)).toContain(Frame.data);
  expect(
    framesOf(received)
      .find(({ type }) => type === Frame.data)
      ?.payload.toString(),
  ).toBe('{"response":"pong"}');
  socket.destroy();
});

/** Sends some bytes, and others once the answer to them has begun; returns all that comes back until the end. */
const sendAfterAnswer = async (baseUrl: string, first: string, then: string): Promise<string> => {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('latin1').on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
  socket.once('data', () => socket.write(then));
  socket.write(first);
  await once(socket, 'close');
  return received;
};

test.describe('1.16: bytes that are not HTTP, behind a request over HTTP/1.1', () => {
  const PING = 'GET /ping/v2/ping HTTP/1.1\r\nHost: a\r\n\r\n';
  const CUT = 'POST /nowhere HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc';
  const statusesOf = (received: string): readonly string[] =>
    [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status);

  test('are refused after an answer', async ({ shared }) => {
    const received = await sendAfterAnswer(shared.target.baseUrl, PING, 'garbage\r\n\r\n');
    expect(statusesOf(received)).toEqual(['200', '400']);
  });

  test('let the answers end that are under way', async ({ shared }) => {
    const received = await sendRaw(shared.target.baseUrl, `${PING}${PING}garbage\r\n\r\n`);
    expect(statusesOf(received)).toEqual(['200', '200']);
    expect(received).toMatch(/\r\nConnection: close\r\n.*"pong"\}$/s);
  });

  test('are no part of an answer that has begun @mock', async ({ shared, api }) => {
    const { baseUrl, token } = shared.target;
    const fault = 'x-mock-fault: slow=20000; phase=after_commit';
    const lines = [
      'GET /iam/v2/roles HTTP/1.1',
      'Host: a',
      `Authorization: Bearer ${token}`,
      fault,
      'Connection: close',
    ];
    const received = await sendAfterAnswer(baseUrl, [...lines, '', ''].join('\r\n'), 'garbage\r\n\r\n');
    expect(statusesOf(received)).toEqual(['200']);
    const body = Buffer.from(received.slice(received.indexOf('\r\n\r\n') + 4), 'latin1').toString();
    expect(JSON.parse(body)).toEqual((await api.get('/iam/v2/roles')).body);
  });

  test('that break the body of a request, end the connection if it is answered, and are refused if not', async ({
    shared,
  }) => {
    const { baseUrl } = shared.target;
    expect(statusesOf(await sendAfterAnswer(baseUrl, CUT, 'zzz\r\n'))).toEqual(['404']);
    const unanswered = CUT.replace('/nowhere', '/sts/exchange');
    expect(statusesOf(await sendRaw(baseUrl, `${unanswered}zzz\r\n`))).toEqual(['400']);
  });
});

/** Sends a few bytes at intervals, keeps its own side open, and returns the time after which the server has closed the connection. */
const dawdle = async (baseUrl: string, begin: string | Buffer, more = ''): Promise<number> => {
  const { hostname, port } = new URL(baseUrl);
  const began = performance.now();
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on('error', () => socket.destroy()).resume();
  socket.write(begin);
  const rest = [...more];
  const timers = [setInterval(() => socket.write(rest.shift() ?? ''), 1_000)];
  // A write to a closed socket fails; one that is only closed for writing would accept it. Each process between learns of
  // that by a write of its own.
  socket.on('end', () => timers.push(setInterval(() => socket.write('x'), 100)));
  await new Promise((resolve) => socket.on('close', resolve));
  for (const timer of timers) clearInterval(timer);
  return performance.now() - began;
};

/** Uploads the body of a request a byte at a time, reads nothing before its end, and returns what it then gets. */
const uploadSlowly = async (baseUrl: string, head: Buffer, body: string, millis: number): Promise<string> => {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  let received = '';
  socket
    .on('error', () => socket.destroy())
    .on('data', (bytes) => {
      received += bytes.toString('latin1');
    });
  socket.write(Buffer.concat([PREFACE, SETTINGS, head]));
  const bytes = [...Buffer.from(body)];
  for (const [at, byte] of bytes.entries()) {
    await pause(millis / bytes.length);
    socket.write(frame(Frame.data, at === bytes.length - 1 ? 1 : 0, 1, Buffer.of(byte)));
  }
  await expect.poll(() => received.includes(body.slice(1, -1)) || socket.destroyed, { timeout: 10_000 }).toBe(true);
  socket.destroy();
  return received;
};

test('connections that do not complete a request are closed @mock', async ({ freshServer }) => {
  test.setTimeout(60_000);
  const { ready, api } = await freshServer();
  const half = PREFACE.toString().slice(0, 10);
  const waits = Promise.all([
    dawdle(ready.url, ''),
    dawdle(ready.url, half),
    dawdle(ready.url, half, PREFACE.toString().slice(10)),
    dawdle(ready.url, PREFACE),
    // Node leaves it open after GOAWAY.
    dawdle(ready.url, Buffer.concat([BEGUN, frame(Frame.ping, 0, 0, Buffer.alloc(7))])),
    dawdle(ready.url, 'garbage\r\n\r\n'),
    dawdle(ready.url, Buffer.concat([PREFACE, Buffer.from('garbage garbage')])),
  ]);
  // Its client answers no ping: it does not read before its body is sent.
  const head = requestHead(1, 'POST', `/registry/v2/repos/${ready.orgId}`, ready.token);
  const uploading = uploadSlowly(ready.url, head, '{"name":"slow"}', 12_500);
  expect((await api.get('/ping/v2/ping')).status).toBe(200);
  const [mute, cut, slow, unset, ended, ...broken] = await waits;
  expect(await uploading).toContain('"name":"slow"');
  expect(ended).toBeLessThan(14_000);
  for (const waited of [mute, cut, slow, unset]) {
    expect(waited).toBeGreaterThan(8_000);
    expect(waited).toBeLessThan(14_000);
  }
  for (const waited of broken) expect(waited).toBeLessThan(7_000);
  expect((await api.get('/ping/v2/ping')).status).toBe(200);
});
