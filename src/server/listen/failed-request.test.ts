import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as requestHttp1 } from 'node:http';
import { connect } from 'node:http2';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { Hono } from 'hono';
import type { CallScope } from '../../kernel/call-scope.ts';
import type { ControlEnv } from '../../plane/route-parts.ts';
import { textAnswer } from '../../plane/stream-answer.ts';
import type { Handler } from '../mock/port.ts';
import { type Listening, listen } from './server.ts';

const FAILURE = new Error('broken');
const METHOD = '/a.b.C/Get';

const fails = (): never => {
  throw FAILURE;
};
const rejects = async (): Promise<never> => fails();

/** The headers that HTTP/2 does not have, in an answer that is written by node's names for HTTP/1. */
const CONNECTION = { Connection: 'close', 'Keep-Alive': 'timeout=5', 'Transfer-Encoding': 'chunked', Upgrade: 'h2c' };

const reported: unknown[] = [];
const worldOf = () => ({ id: 'default' }) as CallScope;
const report: Handler['report'] = (...failure) => void reported.push(failure);

/** Handlers that fail in each place in which a request is handled. */
const HANDLERS = {
  'the world': { worldOf: fails },
  'the face': { rest: { handle: rejects } },
  'the face, at once': { rest: { handle: fails } },
  'the sending': { rest: { handle: async () => ({ status: 99 }) } },
  'the app': { app: { fetch: rejects } },
  gRPC: { grpc: { stream: fails, request: fails } },
  'gRPC, later': { grpc: { stream: fails, request: rejects } },
} as const;

const ports: Listening[] = [];
const portOf = async (what: keyof typeof HANDLERS): Promise<Listening> => {
  const port = await listen('127.0.0.1', 0, { serviceDomain: 'platform.test' });
  ports.push(port);
  port.handle({ worldOf, report, ...HANDLERS[what] } as unknown as Handler);
  return port;
};

const pathOf = (what: string): string =>
  what === 'the app' ? '/_mock/v1/info' : what.startsWith('gRPC') ? METHOD : '/a/b';

const http1 = async ({ port }: Listening, path: string): Promise<readonly [status: unknown, body: string]> => {
  // The request reports a reset, too, if it comes after the head.
  const sent = requestHttp1({ host: '127.0.0.1', port, path, agent: false })
    .on('error', () => {})
    .end();
  const [answer] = await once(sent, 'response');
  return [answer.statusCode, await text(answer)];
};

const http2 = async ({ port }: Listening, path: string, headers = {}) => {
  const session = connect(`http://127.0.0.1:${port}`);
  const sent = session.request({ ':path': path, ...headers });
  const [answer] = await once(sent, 'response');
  const body = await text(sent);
  session.destroy();
  return { answer, body };
};

const internal = '{"code":13,"message":"Internal error"';

before(() => {
  reported.length = 0;
});
after(async () => {
  await Promise.all(ports.map(({ close }) => close()));
});

for (const what of Object.keys(HANDLERS) as (keyof typeof HANDLERS)[]) {
  test(`1.15: an exception in ${what} is answered over each protocol, and reported once with its operation`, async () => {
    const port = await portOf(what);
    const path = pathOf(what);
    reported.length = 0;
    const [status, body] = await http1(port, path);
    assert.deepEqual([status, body.slice(0, internal.length)], [500, internal]);
    const over2 = await http2(port, path);
    assert.deepEqual([over2.answer[':status'], over2.body.slice(0, internal.length)], [500, internal]);
    assert.deepEqual(
      reported.map((failure) => [String((failure as unknown[])[0]).slice(0, 5), (failure as unknown[])[1]]),
      Array.from({ length: 2 }, () => [what === 'the sending' ? 'Range' : 'Error', `GET ${path}`]),
    );
    if (!what.startsWith('gRPC')) return;
    const { answer } = await http2(port, path, { ':method': 'POST', 'content-type': 'application/grpc' });
    assert.deepEqual([answer['grpc-status'], answer['grpc-message']], ['13', 'Internal error']);
    assert.deepEqual(reported.slice(2), [[FAILURE, METHOD]]);
  });
}

async function* broken(pieces: number): AsyncGenerator<string> {
  for (let piece = 0; piece < pieces; piece += 1) {
    yield '{}\n';
    await new Promise(setImmediate);
  }
  throw FAILURE;
}

for (const pieces of [0, 1, 5]) {
  test(`1.15: a text that fails after ${pieces} pieces ends its stream only, and is reported once with its operation`, async () => {
    const port = await listen('127.0.0.1', 0, { serviceDomain: 'platform.test' });
    ports.push(port);
    const app = new Hono<ControlEnv>().get('/_mock/v1/info', ({ text: answer }) => answer('alive'));
    app.get('/_mock/v1/trace', (context) => textAnswer(context, broken(pieces), 'application/json'));
    port.handle({ app, worldOf, report } as unknown as Handler);
    reported.length = 0;
    await assert.rejects(http1(port, '/_mock/v1/trace'));
    assert.deepEqual(reported, [[FAILURE, 'GET /_mock/v1/trace']]);
    const session = connect(`http://127.0.0.1:${port.port}`);
    const sent = session.request({ ':path': '/_mock/v1/trace' });
    await assert.rejects(text(sent));
    const next = session.request({ ':path': '/_mock/v1/info' });
    assert.equal(await text(next), 'alive');
    session.destroy();
    assert.equal(reported.length, 2);
    assert.deepEqual(reported[1], reported[0]);
  });
}

test('M19: a call of the control plane that is not answered when the port closes is refused, and not cut', async () => {
  const port = await listen('127.0.0.1', 0, { serviceDomain: 'platform.test' });
  let asked = 0;
  const fetch = () => {
    asked += 1;
    return new Promise(() => {});
  };
  port.handle({ app: { fetch }, worldOf, report } as unknown as Handler);
  const [over1, over2] = [http1(port, '/_mock/v1/journal:await'), http2(port, '/_mock/v1/journal:await')];
  while (asked < 2) await new Promise(setImmediate);
  await port.close();
  const [[status, body], { answer, body: bodyOver2 }] = await Promise.all([over1, over2]);
  assert.deepEqual([status, answer[':status']], [503, 503]);
  for (const said of [body, bodyOver2])
    assert.equal(JSON.parse(said).message, 'Unavailable: the mock is being stopped');
});

test('1.13: the headers of a connection are left out of an answer over HTTP/2', async () => {
  const port = await listen('127.0.0.1', 0, { serviceDomain: 'platform.test' });
  ports.push(port);
  const fetch = async () => new Response('{}', { headers: { ...CONNECTION, 'x-kept': 'yes' } });
  const handle = async () => ({ status: 200, body: '{}', headers: { ...CONNECTION, 'x-kept': 'yes' } });
  port.handle({ app: { fetch }, rest: { handle }, worldOf, report: assert.ifError } as unknown as Handler);
  for (const path of ['/_mock/v1/info', '/a/b']) {
    const { answer, body } = await http2(port, path);
    assert.equal(body, '{}');
    assert.equal(answer['x-kept'], 'yes');
    assert.deepEqual(
      Object.keys(CONNECTION).filter((name) => name.toLowerCase() in answer),
      [],
    );
  }
});
