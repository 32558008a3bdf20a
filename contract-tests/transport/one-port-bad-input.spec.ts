import { once } from 'node:events';
import { connect } from 'node:net';
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

test('a preface that is wrong at its end is not HTTP', async ({ shared }) => {
  const received = await sendRaw(shared.target.baseUrl, 'PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n');
  expect(received).toMatch(/^HTTP\/1\.1 400 /);
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
  expect((await api.get('/ping/v2/ping')).status).toBe(200);
  const [mute, cut, slow, unset, ended, ...broken] = await waits;
  expect(ended).toBeLessThan(14_000);
  for (const waited of [mute, cut, slow, unset]) {
    expect(waited).toBeGreaterThan(8_000);
    expect(waited).toBeLessThan(14_000);
  }
  for (const waited of broken) expect(waited).toBeLessThan(7_000);
  expect((await api.get('/ping/v2/ping')).status).toBe(200);
});
