import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http2';
import { after, test } from 'node:test';
import { bySize, TEST_SIZE } from '../../../scripts/test-size.ts';
import { type Recorded, record, type SplicedMock, sessionOn, startSpliced } from '../../testing/spliced-mock.ts';

const mocks = await Promise.all([startSpliced(false), startSpliced(true)]);
const token = await mocks[0].mock.token();
after(() => Promise.all(mocks.map(({ close }) => close())));

const REPOS = '/registry/v2/repos';
const CREATE = `${REPOS}/${mocks[0].mock.orgId}`;
const METHOD = '/chainguard.platform.registry.v2.ReposService/ListRepos';
/** The message without a field, as gRPC frames it. */
const EMPTY = Buffer.alloc(5);

type Headers = Readonly<Record<string, string>>;

/** A request over HTTP/1.1. */
const text = (line: string, headers: Headers = {}, body: string | Buffer = ''): Buffer => {
  const all = { host: 'mock.test', authorization: `Bearer ${token}`, ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${line} HTTP/1.1\r\n${head.join('')}\r\n`), Buffer.from(body)]);
};

const withBody = (line: string, headers: Headers, body: string | Buffer): Buffer =>
  text(line, { 'content-length': String(body.length), ...headers }, body);

const LAST: Headers = { connection: 'close' };
const JSON_TYPE: Headers = { 'content-type': 'application/json' };
const LARGE = JSON.stringify({ name: 'large', description: 'x'.repeat(3_000_000) });

/** A use of a connection by a client of its own. */
type Talk = (connection: Recorded, spliced: SplicedMock) => Promise<unknown> | undefined;

const say =
  (...parts: readonly Buffer[]): Talk =>
  ({ socket }) => {
    for (const part of parts) socket.write(part);
    return undefined;
  };

/** The ways in which an answer breaks, as the header of a request asks for them (behaviour F10, F11). */
const ALL_FAULTS = [
  ...['before_auth', 'before', 'after_commit', 'mid_stream'].flatMap((phase) =>
    ['drop', 'reset'].map((how) => `${how}; phase=${phase}`),
  ),
  ...['truncate', 'truncate=0', 'truncate=30'].map((how) => `${how}; phase=after_commit`),
  'UNAVAILABLE; retry-after=2',
  'http=502; html',
  'slow=200000; phase=after_commit',
];

const TELLING = [
  'drop; phase=before',
  'reset; phase=after_commit',
  'reset; phase=mid_stream',
  'truncate=30; phase=after_commit',
];
const FAULTS = bySize({ small: TELLING, usual: TELLING, whole: ALL_FAULTS });
/** True if the case is tried over TLS, too. */
const isOverTls = (what: string): boolean => TEST_SIZE === 'whole' || what === TELLING[0] || !TELLING.includes(what);

const WEB: Headers = { 'content-type': 'application/grpc-web+proto' };
const CONNECT: Headers = { 'content-type': 'application/proto', 'connect-protocol-version': '1' };

/** The bytes to send, by a connection for each. */
type Case = readonly [what: string, ...talks: readonly Talk[]];

const OVER_HTTP1: readonly Case[] = [
  ['a request', say(text(`GET ${REPOS}`, LAST))],
  ['a request without a token', say(text(`GET ${REPOS}`, { ...LAST, authorization: '' }))],
  ['several requests that are sent together', say(text(`GET ${REPOS}`), text('HEAD /docs'), text('GET /no', LAST))],
  ['a write', say(withBody(`POST ${CREATE}`, { ...LAST, ...JSON_TYPE }, '{"name":"one"}'))],
  ['a large body', say(withBody(`POST ${CREATE}`, { ...LAST, ...JSON_TYPE }, LARGE))],
  [
    'a body that is too large',
    async ({ socket, until }) => {
      socket.write(withBody(`POST ${CREATE}`, JSON_TYPE, Buffer.alloc(5_000_000)));
      await until('}');
      socket.end();
    },
  ],
  ['a large answer', say(text('GET /openapi-v1.yaml', LAST))],
  [
    'a body in chunks with trailers',
    say(
      text(`POST ${CREATE}`, { ...LAST, ...JSON_TYPE, 'transfer-encoding': 'chunked' }),
      Buffer.from('e\r\n{"name":"one"}\r\n0\r\nx-trailer: 1\r\n\r\n'),
    ),
  ],
  [
    'a client that waits for 100-continue',
    async ({ socket, until }) => {
      const headers = { ...LAST, ...JSON_TYPE, 'content-length': '14', expect: '100-continue' };
      socket.write(text(`POST ${CREATE}`, headers));
      await until('100 Continue');
      socket.write('{"name":"one"}');
    },
  ],
  ['what is not HTTP', say(Buffer.from('SSH-2.0-client\r\n\r\n'))],
  ['headers that are too large', say(text(`GET ${REPOS}`, { 'x-large': 'x'.repeat(70_000) }))],
  [
    'a client that ends its side in the middle of a body',
    async ({ socket }) => void socket.end(text(`POST ${CREATE}`, { ...JSON_TYPE, 'content-length': '14' }, '{"name"')),
  ],
  [
    'a client that ends its side after the answer',
    async ({ socket, until }) => {
      socket.write(text('GET /no'));
      await until('}');
      socket.end();
    },
  ],
  [
    'a stream of events that its client leaves',
    async ({ socket, until }, { mock }) => {
      socket.write(text('GET /_mock/v1/events:stream', { host: '127.0.0.1' }));
      await until('\r\n\r\n');
      const headers = { authorization: `Bearer ${await mock.token()}`, ...JSON_TYPE };
      const sent = await mock.fetch(
        new Request(`https://mock.test${CREATE}`, { method: 'POST', headers, body: '{"name":"two"}' }),
      );
      assert.equal(sent.status, 200);
      await until('event: emitted');
      socket.end();
    },
  ],
  [
    'gRPC-Web',
    ...['', `Bearer ${token}`].map((authorization) =>
      say(withBody(`POST ${METHOD}`, { ...LAST, ...WEB, authorization }, EMPTY)),
    ),
  ],
  [
    'Connect',
    say(withBody(`POST ${METHOD}`, { ...LAST, ...CONNECT }, '')),
    say(withBody(`POST ${METHOD}`, { ...LAST, ...CONNECT, ...JSON_TYPE }, '{}')),
  ],
  ...FAULTS.map((fault): Case => {
    const headers = { ...LAST, 'x-mock-fault': fault };
    return [
      fault,
      say(text(`GET ${REPOS}`, headers)),
      say(withBody(`POST ${CREATE}`, { ...headers, ...JSON_TYPE }, '{"name":"one"}')),
      say(withBody(`POST ${METHOD}`, { ...headers, ...WEB }, EMPTY)),
      say(withBody(`POST ${METHOD}`, { ...headers, ...CONNECT }, '')),
    ];
  }),
];

/** Makes one call of HTTP/2 after the other, and leaves. */
const call =
  (...calls: readonly (readonly [headers: Headers, body?: string | Buffer])[]): Talk =>
  async (connection) => {
    const session = sessionOn(connection);
    const seen: unknown[] = [];
    const see = ({ date: _, ...headers }: IncomingHttpHeaders): void => void seen.push(headers);
    session.on('error', () => {});
    for (const [headers, body] of calls) {
      const stream = session.request({ authorization: `Bearer ${token}`, ...headers });
      stream
        .on('headers', see)
        .on('response', see)
        .on('trailers', see)
        .on('error', () => {})
        .resume();
      stream.end(body);
      await new Promise((resolve) => stream.once('close', resolve));
      seen.push(stream.rstCode);
    }
    // The bytes sent to a client that has gone depend on when that is noticed.
    connection.ignoreRest();
    session.close();
    return seen;
  };

const get = (path: string, headers: Headers = {}): readonly [Headers] => [{ ':path': path, ...headers }];
const post = (path: string, headers: Headers, body: string | Buffer): readonly [Headers, string | Buffer] => [
  { ':method': 'POST', ':path': path, ...headers },
  body,
];
const GRPC: Headers = { 'content-type': 'application/grpc', te: 'trailers' };

const OVER_HTTP2: readonly Case[] = [
  ['several requests', call(get(REPOS), get('/docs'), get('/no', { authorization: '' }))],
  ['a write', call(post(CREATE, JSON_TYPE, '{"name":"one"}'))],
  ['a large body', call(post(CREATE, JSON_TYPE, LARGE))],
  ['a large answer', call(get('/openapi-v1.yaml'))],
  ['gRPC', call(post(METHOD, GRPC, EMPTY), post(METHOD, { ...GRPC, authorization: '' }, EMPTY))],
  ['gRPC without its method', call(post('/no.Service/Method', GRPC, EMPTY))],
  ['gRPC-Web', call(post(METHOD, WEB, EMPTY))],
  ['Connect', call(post(METHOD, CONNECT, ''), post(METHOD, { ...CONNECT, ...JSON_TYPE }, '{}'))],
  [
    'a client that waits for 100-continue',
    call(post(CREATE, { ...JSON_TYPE, expect: '100-continue' }, '{"name":"one"}')),
  ],
  ['what is not HTTP/2', say(Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nno frame at all, and no other one'))],
  ...FAULTS.map((fault) => {
    const headers = { 'x-mock-fault': fault };
    const calls = [
      get(REPOS, headers),
      post(METHOD, { ...headers, ...GRPC }, EMPTY),
      post(METHOD, { ...headers, ...WEB }, EMPTY),
      post(METHOD, { ...headers, ...CONNECT }, ''),
      get(REPOS),
    ];
    return [fault, call(...calls)] as const;
  }),
];

const HEADER = 9;
const DATA = 0;
const [HEADERS, PING, WINDOW_UPDATE] = [1, 6, 8];

/**
 * The frames of HTTP/2 that came, but for those that depend on when bytes are read. The data of a stream is one, and its
 * headers, of which one is the date, are omitted.
 */
const framesIn = (bytes: Buffer): unknown => {
  const frames: { stream: number; type: number; flags: number; body: Buffer }[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUIntBE(at, 3);
    const [type, flags, stream] = [bytes.readUInt8(at + 3), bytes.readUInt8(at + 4), bytes.readUInt32BE(at + 5)];
    const body = bytes.subarray(at + HEADER, at + HEADER + length);
    at += HEADER + length;
    if (type === PING || type === WINDOW_UPDATE) continue;
    const last = frames.findLast((frame) => frame.stream === stream);
    if (type === DATA && last?.type === DATA) Object.assign(last, { flags, body: Buffer.concat([last.body, body]) });
    else frames.push({ stream, type, flags, body: type === HEADERS ? Buffer.alloc(0) : body });
  }
  return frames;
};

/** The text of an answer without its date. */
const textIn = (bytes: Buffer): string => bytes.toString('latin1').replace(/^date: .*$/gim, 'date');

for (const spliced of mocks) {
  for (const [protocol, cases] of [
    ['http/1.1', OVER_HTTP1],
    ['h2', OVER_HTTP2],
  ] as const) {
    for (const [what, ...talks] of cases) {
      // An answer that breaks off is the same below TLS.
      if (spliced.isSecure && !isOverTls(what)) continue;
      const over = `${protocol}${spliced.isSecure ? ' and TLS' : ''}`;
      test(`31.7: ${what} over ${over} comes as it would directly`, async () => {
        const talkTo = async (way: 'direct' | 'spliced'): Promise<readonly unknown[]> => {
          await spliced.mock.beginAnew();
          const all = [];
          for (const talk of talks) {
            const connection = record(spliced, spliced.ports[way], protocol);
            await once(connection.socket, spliced.isSecure ? 'secureConnect' : 'connect');
            const seen = await talk(connection, spliced);
            const { bytes, end } = await connection.received;
            all.push({ seen, end, bytes: protocol === 'h2' ? framesIn(bytes) : textIn(bytes) });
          }
          return all;
        };
        const direct = await talkTo('direct');
        assert.deepEqual(await talkTo('spliced'), direct);
      });
    }
  }
}
