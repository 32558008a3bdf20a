import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createHttp2Server, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Caller, type CallerBounds, type SentAnswer } from './caller.ts';

/** How a server ends an answer of which it has written the head and 100 bytes. */
interface AnswerOf {
  readonly write: (bytes: number) => void;
  readonly end: () => void;
  /** Ends the connection. */
  readonly cut: () => void;
  /** Ends the stream with an error; over HTTP/1.1 that is the end of the connection. */
  readonly reset: () => void;
}

const ENDS: readonly [
  what: string,
  bounds: CallerBounds,
  answer: (of: AnswerOf) => void,
  failure: string | undefined,
][] = [
  ['whole', { maxBytes: 100 }, ({ end }) => end(), undefined],
  ['larger than its bound', { maxBytes: 99 }, () => {}, 'large'],
  ['larger than its bound, whole', { maxBytes: 99 }, ({ end }) => end(), 'large'],
  ['larger than its bound by its second part', { maxBytes: 150 }, ({ write }) => write(100), 'large'],
  ['never ended', { limitMillis: 200 }, () => {}, 'late'],
  ['cut', {}, ({ cut }) => cut(), 'cut'],
  ['reset', {}, ({ reset }) => reset(), 'cut'],
];

const listen = async (t: TestContext, server: ReturnType<typeof createServer | typeof createHttp2Server>) => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const REQUEST = { method: 'POST', target: '/', headers: [], body: Buffer.from('x') };

const overHttp1 = async (t: TestContext, bounds: CallerBounds, answer: (of: AnswerOf) => void): Promise<SentAnswer> => {
  const url = await listen(
    t,
    createServer((_, response) => {
      response.write(Buffer.alloc(100), () => {
        const end = (): void => void response.destroy();
        answer({
          write: (bytes) => response.write(Buffer.alloc(bytes)),
          end: () => response.end(),
          cut: end,
          reset: end,
        });
      });
    }),
  );
  const caller = new Caller(url, bounds);
  t.after(() => caller.close());
  return caller.overHttp(REQUEST);
};

const overGrpc = async (t: TestContext, bounds: CallerBounds, answer: (of: AnswerOf) => void): Promise<SentAnswer> => {
  const server = createHttp2Server();
  server.on('stream', (stream: ServerHttp2Stream) => {
    stream.on('error', () => {});
    stream.respond({ 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.write(Buffer.alloc(100), () =>
      answer({
        write: (bytes) => stream.write(Buffer.alloc(bytes)),
        end: () => stream.end(),
        cut: () => stream.session?.destroy(),
        reset: () => stream.close(2),
      }),
    );
  });
  const caller = new Caller(await listen(t, server), bounds);
  t.after(() => caller.close());
  return caller.overGrpc(REQUEST);
};

for (const [protocol, call] of [
  ['HTTP/1.1', overHttp1],
  ['gRPC', overGrpc],
] as const) {
  for (const [what, bounds, answer, failure] of ENDS) {
    test(`behaviour 32.10: an answer over ${protocol} that is ${what} fails as ${failure}`, async (t) => {
      const got = await call(t, bounds, answer);
      assert.deepEqual([got.status, got.failure], [200, failure]);
    });
  }
}
