import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import {
  type ClientHttp2Session,
  connect,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
  type ServerHttp2Stream,
} from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { after, before, test } from 'node:test';
import { Hono } from 'hono';
import type { HttpEnv } from '../../faces/rest/http-env.ts';
import type { Handler } from '../mock/port.ts';
import { type Listening, listen } from './server.ts';

let starting: Listening;
let running: Listening;
let plain: Listening;
let sessions: Readonly<Record<'starting' | 'running' | 'plain', ClientHttp2Session>>;

/** A face that answers with the way in which it was called. */
const grpc = {
  stream: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    if (headers['content-type'] === 'application/grpc+thrift') return false;
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
    stream.end('stream');
    return true;
  },
  request: (incoming: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.writeHead(200);
    outgoing.end(`request over ${incoming.httpVersion}`);
  },
} as unknown as NonNullable<Handler['grpc']>;

/** A face that answers with the request. */
const rest = {
  handle: async ({ method, target }: { method: string; target: string }) => ({
    status: 200,
    body: JSON.stringify(`${method} ${target}`),
  }),
} as unknown as Handler['rest'];

before(async () => {
  const open = () => listen('127.0.0.1', 0, { serviceDomain: 'platform.test' });
  [starting, running, plain] = await Promise.all([open(), open(), open()]);
  const app = new Hono<HttpEnv>().get('/', ({ text, env }) => text(`host ${env.headers.host}`)) as Hono<HttpEnv>;
  const report = assert.ifError;
  const worldOf: Handler['worldOf'] = () => ({ id: 'default' }) as ReturnType<Handler['worldOf']>;
  running.handle({ app, rest, worldOf, grpc, report });
  plain.handle({ app, rest, worldOf, report });
  const session = ({ port }: Listening) => connect(`http://127.0.0.1:${port}`);
  sessions = { starting: session(starting), running: session(running), plain: session(plain) };
});
after(async () => {
  for (const session of Object.values(sessions)) session.destroy();
  await Promise.all([starting, running, plain].map(({ close }) => close()));
});

interface Got {
  readonly headers: IncomingHttpHeaders & IncomingHttpStatusHeader;
  readonly text: string;
}

const send = async (to: keyof typeof sessions, headers: Readonly<Record<string, string>>): Promise<Got> => {
  const stream = sessions[to].request(headers);
  const [got] = (await once(stream, 'response')) as [Got['headers']];
  let text = '';
  for await (const chunk of stream) text += chunk;
  return { headers: got, text };
};

const overHttp1 = async ({ port }: Listening, path: string): Promise<string> => {
  const outgoing = request({ host: '127.0.0.1', port, path, method: 'POST', agent: false }).end();
  const [incoming] = await once(outgoing, 'response');
  let text = '';
  for await (const chunk of incoming) text += chunk;
  return text;
};

const METHOD = '/chainguard.platform.iam.v2.GroupsService/ListGroups';

const STREAMS: readonly (readonly [type: string | undefined, path: string, text: string])[] = [
  ['application/grpc', METHOD, 'stream'],
  ['application/grpc', '/no/method', 'stream'],
  ['application/grpc+proto', METHOD, 'stream'],
  ['application/grpc+json', METHOD, 'stream'],
  ['Application/gRPC; charset=utf-8', METHOD, 'stream'],
  ['application/grpc+thrift', METHOD, 'request over 2.0'],
  ['application/grpc-web', METHOD, 'request over 2.0'],
  ['application/grpc-web+proto', METHOD, 'request over 2.0'],
  ['application/json', METHOD, 'request over 2.0'],
  [undefined, `${METHOD}?connect=v1&encoding=json`, 'request over 2.0'],
  ['application/json', `${METHOD}/more`, `"POST ${METHOD}/more"`],
  ['application/json', '/iam/v2/groups', '"POST /iam/v2/groups"'],
  ['application/json', '/registry/v2/repos/a.b/c', '"POST /registry/v2/repos/a.b/c"'],
  ['application/json', '/a.b', '"POST /a.b"'],
];

for (const [type, path, text] of STREAMS) {
  test(`a stream of ${type} to ${path} is answered with ${text}`, async () => {
    const headers = { ':method': 'POST', ':path': path, ...(type !== undefined && { 'content-type': type }) };
    assert.equal((await send('running', headers)).text, text);
  });
}

test('a request of HTTP/1.1 to a method goes to the gRPC face', async () => {
  assert.equal(await overHttp1(running, METHOD), 'request over 1.1');
  assert.equal(await overHttp1(running, '/iam/v2/groups'), '"POST /iam/v2/groups"');
});

test('without a gRPC face everything goes to the REST face', async () => {
  const headers = { ':method': 'POST', ':path': METHOD, 'content-type': 'application/grpc' };
  assert.equal((await send('plain', headers)).text, `"POST ${METHOD}"`);
  assert.equal(await overHttp1(plain, METHOD), `"POST ${METHOD}"`);
});

test('while the mock starts, a gRPC call is answered with UNAVAILABLE, also while its message is being sent', async () => {
  const stream = sessions.starting.request({ ':method': 'POST', ':path': METHOD, 'content-type': 'application/grpc' });
  stream.write(Buffer.alloc(1_000));
  const [headers] = await once(stream, 'response');
  assert.equal(headers[':status'], 200);
  assert.equal(headers['grpc-status'], '14');
  assert.equal(headers['grpc-message'], 'Unavailable: the fixtures are being applied');
  stream.resume();
  await once(stream, 'close');
});

test('while the mock starts, requests over HTTP/2 get 503 and the port is alive', async () => {
  const { headers, text } = await send('starting', { ':path': '/iam/v2/groups' });
  assert.deepEqual([headers[':status'], headers['retry-after'], JSON.parse(text).code], [503, '1', 14]);
  assert.equal((await send('starting', { ':path': '/_mock/v1/live' })).headers[':status'], 200);
});

const HOSTS: readonly (readonly [headers: Readonly<Record<string, string>>, text: string])[] = [
  [{ ':authority': 'mock.test:1' }, 'host mock.test:1'],
  [{ ':authority': 'mock.test', host: 'other.test' }, 'host mock.test'],
];

for (const [headers, text] of HOSTS) {
  test(`the host of ${JSON.stringify(headers)} is the authority`, async () => {
    assert.equal((await send('running', { ':path': '/', ...headers })).text, text);
  });
}

test('a tunnel is refused in the form of every error', async () => {
  const { headers, text } = await send('running', { ':method': 'CONNECT', ':authority': 'a:1' });
  assert.deepEqual([headers[':status'], JSON.parse(text).code], [501, 12]);
});

test('a request that expects 100-continue receives it', async () => {
  const stream = sessions.running.request({ ':method': 'POST', ':path': '/iam/v2/groups', expect: '100-continue' });
  await once(stream, 'continue');
  stream.end();
  const [headers] = await once(stream, 'response');
  assert.equal(headers[':status'], 200);
});

test('after an answer that closes its connection, bytes are read and no request is begun', async (t) => {
  const port = await listen('127.0.0.1', 0, { serviceDomain: 'platform.test' });
  t.after(() => port.close());
  const handled: string[] = [];
  const handle = async ({ target }: { target: string }) => {
    handled.push(target);
    return { status: 200, body: '{}' };
  };
  const worldOf: Handler['worldOf'] = () => ({ id: 'default' }) as ReturnType<Handler['worldOf']>;
  port.handle({ app: new Hono<HttpEnv>(), rest: { handle }, worldOf, report: assert.ifError });
  await port.drain(1_000, AbortSignal.abort());
  const socket = connectTcp({ port: port.port, host: '127.0.0.1', allowHalfOpen: true });
  const errors: Error[] = [];
  socket.on('error', (error) => errors.push(error));
  socket.write('GET /a HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket.resume(), 'end');
  // The second write would meet a reset.
  for (const target of ['/b', '/c']) {
    await new Promise((resolve) => socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`, resolve));
  }
  socket.end();
  await new Promise((resolve) => socket.once('close', resolve));
  assert.deepEqual([handled, errors], [['/a'], []]);
});
