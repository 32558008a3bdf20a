import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { expect, test } from '../support/test.ts';
import { exchangeOn, overHttp2 } from './http2-client.ts';
import { Frame, frame, framesOf, getRequest, PREFACE, SETTINGS } from './http2-frames.ts';
import { startWatched } from './watched-mock.ts';

/** A session that is alive is asked for its first sign of life after five seconds: what is closed before broke a rule. */
const BEFORE_PINGS_MILLIS = 4_000;
const HTTP1 = 'GET /ping/v2/ping HTTP/1.1\r\nHost: a\r\n\r\n';
const [WINDOW_OF_STREAMS, LARGEST_WINDOW] = [4, 2 ** 31 - 1];

interface Opened {
  readonly socket: ReturnType<typeof connect>;
  /** The types of the frames that have come. */
  readonly types: () => readonly number[];
}

/** Opens a connection with the first bytes of HTTP/2, and sends what follows. */
const open = async (url: string, ca: Buffer | undefined, ...sent: readonly Buffer[]): Promise<Opened> => {
  const { hostname: host, port } = new URL(url);
  const to = { host, port: Number(port), allowHalfOpen: true };
  const socket = ca ? connectTls({ ...to, ca, ALPNProtocols: ['h2'] }) : connect(to);
  socket.on('error', () => socket.destroy());
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  await once(socket, ca ? 'secureConnect' : 'connect');
  socket.write(Buffer.concat([PREFACE, SETTINGS, ...sent]));
  return { socket, types: () => framesOf(Buffer.concat(received)).map(({ type }) => type) };
};

/** Frames that a client sends before it breaks the rules, and the type of the frame that answers them. */
const BEFORE: readonly (readonly [what: string, sent: readonly Buffer[], answer: number])[] = [
  ['after its settings', [], Frame.settings],
  ['after a call', [getRequest(1)], Frame.data],
  ['while a stream of events is open', [getRequest(1, '/_mock/v1/events:stream')], Frame.data],
];

const BROKEN: readonly (readonly [what: string, sent: string | Buffer])[] = [
  ['bytes of HTTP/1.1', HTTP1],
  ['a ping of seven bytes', frame(Frame.ping, 0, 0, Buffer.alloc(7))],
  ['headers that do not decode', frame(Frame.headers, 5, 3, Buffer.alloc(20, 0xff))],
];

test.describe('1.16: the connection of a session that breaks the rules of HTTP/2 is closed @mock', () => {
  for (const [where, flags] of [
    ['', []],
    [' over TLS @whole', ['--tls', 'auto']],
  ] as const) {
    test(`1.16: by HTTP/1.1 and by broken frames, while others go on${where}`, async () => {
      const mock = await startWatched(...flags);
      try {
        const other = await open(mock.url, mock.ca, getRequest(1));
        for (const [before, sent, answer] of BEFORE) {
          for (const [what, bytes] of BROKEN) {
            const { socket, types } = await open(mock.url, mock.ca, ...sent);
            await expect.poll(types, { message: before, timeout: 60_000 }).toContain(answer);
            const closed = once(socket, 'end');
            const began = performance.now();
            socket.write(bytes);
            await closed;
            expect(performance.now() - began, `${what} ${before}`).toBeLessThan(BEFORE_PINGS_MILLIS);
            expect(types(), `${what} ${before}`).toContain(Frame.goAway);
            socket.destroy();
          }
        }
        const count = (): number => other.types().filter((type) => type === Frame.data).length;
        const before = count();
        other.socket.write(getRequest(3));
        await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(before);
        other.socket.destroy();
        expect([mock.process.exitCode, mock.failures()]).toEqual([null, []]);
      } finally {
        mock.process.kill('SIGKILL');
      }
    });

    test(`1.16: but not that of one that reads nothing for a while${where}`, async () => {
      test.setTimeout(120_000);
      const mock = await startWatched(...flags);
      try {
        const window = Buffer.alloc(6);
        window.writeUInt16BE(WINDOW_OF_STREAMS);
        window.writeUInt32BE(LARGEST_WINDOW, 2);
        const more = Buffer.alloc(4);
        more.writeUInt32BE(2 ** 30);
        const requests = Array.from({ length: 200 }, (_, nth) => getRequest(2 * nth + 3, '/openapi.json'));
        const { socket, types } = await open(
          mock.url,
          mock.ca,
          frame(Frame.settings, 0, 0, window),
          frame(Frame.windowUpdate, 0, 0, more),
        );
        // The document is made at its first call.
        socket.write(getRequest(1, '/openapi.json'));
        await expect.poll(types, { timeout: 60_000 }).toContain(Frame.data);
        socket.pause();
        socket.write(Buffer.concat(requests));
        // The mock looks at the session several times while it lets this call wait.
        const { status } = await overHttp2(
          mock.url,
          (session) => exchangeOn(session, { path: '/ping/v2/ping', headers: { 'x-mock-fault': 'latency=1500' } }),
          mock.ca ? { ca: mock.ca } : {},
        );
        expect(status).toBe(200);
        socket.resume();
        socket.write(frame(Frame.ping, 0, 0, Buffer.alloc(8)));
        await expect.poll(types, { timeout: 60_000 }).toContain(Frame.ping);
        const answers = (): number => types().filter((type) => type === Frame.headers).length;
        await expect.poll(answers, { timeout: 60_000 }).toBe(requests.length + 1);
        socket.destroy();
      } finally {
        mock.process.kill('SIGKILL');
      }
    });
  }
});
