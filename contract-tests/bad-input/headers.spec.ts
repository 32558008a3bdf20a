import { once } from 'node:events';
import { connect } from 'node:net';
import { sendRaw } from '../support/raw-socket.ts';
import { expect, test } from '../support/test.ts';

const lines = (...text: readonly string[]): string => `${text.join('\r\n')}\r\n\r\n`;
const PING = 'GET /ping/v2/ping HTTP/1.1';

test.describe('requests that are not HTTP', () => {
  for (const [what, bytes] of [
    ['garbage', '\x00\x01\x02\x03garbage\r\n\r\n'],
    ['an unknown version', lines('GET / HTTP/9.9', 'Host: a')],
    ['an unknown method', lines('EXPLODE /ping/v2/ping HTTP/1.1', 'Host: a', 'Connection: close')],
    ['no Host', lines(PING, 'Connection: close')],
    ['a negative length', lines('POST /iam/v2/groups HTTP/1.1', 'Host: a', 'Content-Length: -1')],
    ['a length that is not a number', lines('POST /iam/v2/groups HTTP/1.1', 'Host: a', 'Content-Length: ten')],
    ['two lengths', lines('POST /iam/v2/groups HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 2')],
    [
      'a length and chunks',
      lines('POST /iam/v2/groups HTTP/1.1', 'Host: a', 'Content-Length: 5', 'Transfer-Encoding: chunked'),
    ],
    [
      'a broken chunk',
      `${lines('POST /iam/v2/groups HTTP/1.1', 'Host: a', 'Authorization: Bearer x', 'Transfer-Encoding: chunked')}zz\r\n`,
    ],
    ['a header without a colon', lines(PING, 'Host: a', 'nonsense')],
    ['a space before the colon', lines(PING, 'Host : a')],
    ['a NUL in a header', lines(PING, 'Host: a', 'X-A: b\0c')],
    ['headers of 70 KB', lines(PING, 'Host: a', `X-A: ${'x'.repeat(70_000)}`)],
    ['ten thousand headers', lines(PING, 'Host: a', ...Array.from({ length: 10_000 }, (_, index) => `X-${index}: y`))],
    ['a target of 100 KB', lines(`GET /${'x'.repeat(100_000)} HTTP/1.1`, 'Host: a')],
  ] as const) {
    test(`${what} results in a 4xx or 505 and a closed connection, and the next request is answered`, async ({
      api,
      shared,
    }) => {
      const received = await sendRaw(shared.target.baseUrl, bytes);
      expect(received.slice(0, 100)).toMatch(what === 'an unknown version' ? /^HTTP\/1\.1 505 / : /^HTTP\/1\.1 4\d\d /);
      const error = JSON.parse(received.slice(received.indexOf('\r\n\r\n'))) as object;
      expect(error).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
      expect(error).toHaveProperty(['details', '0', '@type'], 'type.googleapis.com/google.rpc.ErrorInfo');
      expect((await api.get('/ping/v2/ping')).status).toBe(200);
    });
  }

  test('a connection that closes in the middle of a request leaves the server answering', async ({ api, shared }) => {
    const { hostname, port } = new URL(shared.target.baseUrl);
    for (const half of ['', 'GET /ping', lines('POST /iam/v2/groups HTTP/1.1', 'Host: a', 'Content-Length: 100')]) {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.end(half);
      socket.resume();
      await once(socket, 'close');
      expect((await api.get('/ping/v2/ping')).status).toBe(200);
    }
  });
});

test.describe('targets that are not a URL', () => {
  for (const target of [
    '*',
    '/\\',
    '/iam/v2/identities/\\',
    'http://[',
    'nonsense',
    '/iam/v2/groups/[x]',
    '/iam/v2/../v2/nope',
  ]) {
    for (const method of ['GET', 'DELETE']) {
      test(`${method} ${target} is a 4xx in the form of every error`, async ({ api }) => {
        const { status, body } = await api.send(method, target);
        expect([400, 404]).toContain(status);
        expect(Object.keys(body)).toEqual(['code', 'message', 'details']);
      });
    }
  }
});

test.describe('unusual headers that are valid HTTP', () => {
  for (const [what, headers] of [
    ['a header of 60 KB', { 'x-a': 'x'.repeat(60_000) }],
    ['Accept of something else', { accept: 'image/png;q=0.1, nonsense//' }],
    ['an unknown Content-Encoding', { 'content-encoding': 'gzip, br, nonsense' }],
    ['a Range', { range: 'bytes=0-1' }],
    ['conditions', { 'if-none-match': '*', 'if-match': '"x"', 'if-modified-since': 'never' }],
    ['an Expect', { expect: 'nothing' }],
    ['a forwarded host', { host: 'evil.test', 'x-forwarded-host': 'evil.test', forwarded: 'host=evil' }],
    ['an Upgrade', { upgrade: 'websocket', connection: 'Upgrade' }],
    ['bytes beyond ASCII', { 'x-a': '\u00ff\u00fe\u0080' }],
    ['names of Object.prototype', { ['__proto__']: 'x', constructor: 'y', hasownproperty: 'z' }],
  ] as const) {
    test(`${what} is ignored`, async ({ api }) => {
      const answer = await api.send('GET', '/registry/v2/repos?page_size=1', { headers });
      expect(answer.status, answer.text).toBe(200);
    });
  }

  test('S7: a target in absolute form is the path in it', async ({ api, shared }) => {
    const { baseUrl } = shared.target;
    const received = await sendRaw(
      baseUrl,
      lines(`GET ${baseUrl}/ping/v2/ping HTTP/1.1`, 'Host: a', 'Connection: close'),
    );
    expect(received).toMatch(/^HTTP\/1\.1 (200|404) /);
    expect((await api.get('/ping/v2/ping')).status).toBe(200);
  });

  test('a token of 50 KB is invalid', async ({ api }) => {
    expect((await api.as('x'.repeat(50_000)).get('/iam/v2/groups')).status).toBe(401);
  });

  test('five thousand ids in a query are accepted', async ({ api }) => {
    const query = Array.from({ length: 5_000 }, (_, index) => `uidp.ids=${index}`).join('&');
    expect((await api.read(`/registry/v2/repos?${query.slice(0, 60_000)}`)).totalCount).toBe('0');
  });
});
