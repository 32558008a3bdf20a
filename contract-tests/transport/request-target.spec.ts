import { sendRaw } from '../support/raw-socket.ts';
import { expect, test } from '../support/test.ts';
import { exchangeOn, overHttp2 } from './http2-client.ts';

const ask = (baseUrl: string, line: string, ...headers: readonly string[]): Promise<string> =>
  sendRaw(baseUrl, [line, ...headers, 'Connection: close', '', ''].join('\r\n'));

test.describe('S7: targets of requests', () => {
  const CASES: readonly (readonly [target: string, status: number, body: RegExp])[] = [
    ['http://HOST/ping/v2/ping', 200, /"response":"pong"/],
    ['HTTP://HOST/ping/v2/ping', 200, /"response":"pong"/],
    ['http://elsewhere.test/ping/v2/ping', 200, /"response":"pong"/],
    ['https://HOST/ping/v2/ping?x=http://y/', 200, /"response":"pong"/],
    ['http://HOST/iam/v2/groups?page_size=-1', 401, /missing bearer token/],
    ['http://HOST/nowhere', 404, /Not Found/],
    ['http://HOST?x=1', 200, /^<!doctype html/i],
    ['http://HOST/_mock/v1/live', 200, /live/],
    // The authority of the target replaces the Host header: a name that is not this machine's may not steer.
    ['http://elsewhere.test/_mock/v1/info', 403, /elsewhere\.test/],
    ['http://user@HOST/ping/v2/ping', 400, /the request is not HTTP/],
    ['http:///ping/v2/ping', 400, /the request is not HTTP/],
    ['ftp://HOST/ping/v2/ping', 400, /the request is not HTTP/],
  ];
  for (const [target, status, body] of CASES) {
    test(`GET ${target} is ${status} @mock`, async ({ shared }) => {
      const { baseUrl } = shared.target;
      const { host } = new URL(baseUrl);
      const answer = await ask(baseUrl, `GET ${target.replace('HOST', host)} HTTP/1.1`, `Host: ${host}`);
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(answer.slice(answer.indexOf('\r\n\r\n') + 4)).toMatch(body);
    });
  }

  test('a request in absolute form without a Host is refused like any other', async ({ shared }) => {
    const { baseUrl } = shared.target;
    expect(await ask(baseUrl, `GET ${baseUrl}/ping/v2/ping HTTP/1.1`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  const PATHS = [
    '/',
    '/ping/v2/ping',
    '/iam/v2/groups',
    '/_mock/v1/info',
    '/chainguard.platform.ping.v2.PingService/Ping',
  ];
  const HEADS: readonly (readonly [what: string, lines: readonly string[], status: number])[] = [
    ['two hosts', ['Host: HOST', 'Host: elsewhere.test'], 400],
    ['one host twice', ['Host: HOST', 'Host: HOST'], 400],
    ['no host', [], 400],
    ['two hosts and an unknown expectation', ['Host: HOST', 'Host: HOST', 'Expect: more'], 400],
    ['an empty host', ['Host:'], 400],
    ['a port without a host', ['Host: :80'], 400],
    ['a host with a space', ['Host: local host'], 400],
    ['a host with a path', ['Host: HOST/x'], 400],
    ['a host with user information', ['Host: user@HOST'], 400],
    ['a host of five numbers', ['Host: 1.2.3.4.5'], 400],
    ['a host with half an escape', ['Host: a%zz'], 400],
    ['a host with half a bracket', ['Host: [::1'], 400],
    ['a port that is a word', ['Host: localhost:x'], 400],
    ['a port above the last one', ['Host: localhost:99999'], 400],
    ['a coding before chunked', ['Host: HOST', 'Transfer-Encoding: gzip, chunked'], 501],
    ['a coding on a line before chunked', ['Host: HOST', 'Transfer-Encoding: gzip', 'Transfer-Encoding: chunked'], 501],
    ['an unknown coding and an unknown expectation', ['Host: HOST', 'Transfer-Encoding: x, chunked', 'Expect: x'], 501],
  ];
  for (const [what, lines, status] of HEADS) {
    for (const path of PATHS) {
      test(`POST ${path} with ${what} is ${status}`, async ({ shared }) => {
        const { baseUrl } = shared.target;
        const { host } = new URL(baseUrl);
        const end = status === 501 ? '\r\n\r\n0\r\n\r\n' : '\r\n\r\n';
        const head = [`POST ${path} HTTP/1.1`, ...lines, 'Connection: close'].join('\r\n').replaceAll('HOST', host);
        const answer = await sendRaw(baseUrl, `${head}${end}`);
        expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
        const body: unknown = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
        const message =
          status === 400
            ? 'Invalid argument: the request is not HTTP'
            : 'Unimplemented: the only transfer coding is chunked';
        expect(body).toMatchObject({ code: status === 400 ? 3 : 12, message });
      });
    }
  }

  for (const authority of [':80', 'user@localhost', '1.2.3.4.5', 'a%zz', '[::1', 'localhost:x', 'localhost:99999']) {
    test(`the authority ${JSON.stringify(authority)} of HTTP/2 is 400`, async ({ shared }) => {
      for (const path of PATHS) {
        const sent = { method: 'POST', path, headers: { ':authority': authority, 'content-type': 'application/json' } };
        const { status, text } = await overHttp2(shared.target.baseUrl, (session) => exchangeOn(session, sent)).catch(
          (error: Error) => ({ status: error.message, text: '' }),
        );
        // Node 22 and later reset it themselves.
        if (authority.includes('@') && String(status).endsWith('NGHTTP2_PROTOCOL_ERROR')) continue;
        expect([path, status, text]).toEqual([path, 400, expect.stringContaining('the request is not HTTP')]);
      }
    });
  }

  for (const version of ['', 'HTTP/0.9', 'HTTP/1.2', 'HTTP/2', 'HTTP/2.0', 'HTTP/3.0']) {
    test(`a request line that ends with ${JSON.stringify(version)} is 505`, async ({ shared }) => {
      for (const line of [...PATHS.map((path) => `GET ${path}`), 'CONNECT localhost:80']) {
        const answer = await ask(shared.target.baseUrl, `${line} ${version}`.trimEnd(), 'Host: localhost');
        expect(answer).toMatch(/^HTTP\/1\.1 505 HTTP Version Not Supported\r\n/);
        const message = expect.stringContaining('the versions of HTTP are 1.0, 1.1 and 2');
        expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({ code: 12, message });
      }
    });
  }

  for (const end of [' HTTP/1.0\n\n', ' HTTP/1.1\nHost: localhost\n\n', ' HTTP/1.1 \r\nHost: localhost\r\n\r\n']) {
    test(`a request line that ends with ${JSON.stringify(end)} is 400, since its version is known`, async ({
      shared,
    }) => {
      for (const path of PATHS) {
        const answer = await sendRaw(shared.target.baseUrl, `GET ${path}${end}`);
        expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*the request is not HTTP/);
      }
    });
  }

  test('HTTP/1.0 without a Host goes to the address of its connection @mock', async ({ shared }) => {
    const { baseUrl } = shared.target;
    const { port } = new URL(baseUrl);
    const own = `http://(?:127\\.0\\.0\\.1|\\[::1\\]):${port}`;
    const ping = '/chainguard.platform.ping.v2.PingService/Ping';
    const asked: readonly (readonly [target: string, body: RegExp, rest?: string])[] = [
      ['GET /ping/v2/ping', /"response":"pong"/],
      ['GET /_mock/v1/ready', /"status":"ready"/],
      ['GET /_mock/v1/info', /"world":"default"/],
      ['GET /', /^<!doctype html/i],
      ['GET /.well-known/openid-configuration', new RegExp(`"issuer":"${own}"`)],
      ['GET /iam/v2/groups', /missing bearer token/],
      [`POST ${ping}`, /"response":"pong"/, 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'],
    ];
    for (const [target, body, rest = '\r\n'] of asked) {
      const answer = await sendRaw(baseUrl, `${target} HTTP/1.0\r\n${rest}`);
      expect(answer.slice(answer.indexOf('\r\n\r\n') + 4)).toMatch(body);
    }
  });

  test('a body that is chunked is read, however the coding is spelled', async ({ shared }) => {
    const { baseUrl } = shared.target;
    const { host } = new URL(baseUrl);
    for (const coding of ['chunked', 'Chunked', ', chunked']) {
      const lines = [
        'POST /iam/v2/groups HTTP/1.1',
        `Host: ${host}`,
        `Transfer-Encoding: ${coding}`,
        'Connection: close',
      ];
      expect(await sendRaw(baseUrl, [...lines, '', '0', '', ''].join('\r\n'))).toMatch(/^HTTP\/1\.1 401 /);
    }
  });

  const ISSUER = '/.well-known/openid-configuration';
  const ADDRESSES: readonly (readonly [host: string, origin: string])[] = [
    ['::1:8484', 'http://[::1]:8484'],
    ['[::1]:8484', 'http://[::1]:8484'],
    ['::1', 'http://[::1]'],
    ['2001:db8::1:8484', 'http://[2001:db8::1]:8484'],
    ['2001:db8:0:0:0:0:0:1:8484', 'http://[2001:db8::1]:8484'],
    ['2001:db8:0:0:0:0:0:1', 'http://[2001:db8::1]'],
    ['::ffff:127.0.0.1:8484', 'http://[::ffff:7f00:1]:8484'],
    // As Java writes the address of loopback.
    ['[0:0:0:0:0:0:0:1]:8484', 'http://[::1]:8484'],
    ['[::FFFF:127.0.0.1]', 'http://[::ffff:7f00:1]'],
    ['localhost:', 'http://localhost'],
  ];
  for (const [host, origin] of ADDRESSES) {
    test(`the host ${host} is read as ${origin} over HTTP/1.1 and HTTP/2 @mock`, async ({ shared }) => {
      const { baseUrl } = shared.target;
      const answer = await ask(baseUrl, `GET ${ISSUER} HTTP/1.1`, `Host: ${host}`);
      const sent = { path: ISSUER, headers: { ':authority': host } };
      const { text } = await overHttp2(baseUrl, (session) => exchangeOn(session, sent));
      for (const body of [answer.slice(answer.indexOf('\r\n\r\n') + 4), text]) {
        expect(JSON.parse(body)).toMatchObject({ issuer: origin });
      }
    });
  }

  for (const host of ['::1:8484', '[0:0:0:0:0:0:0:1]:8484']) {
    test(`the control plane lets ${host} steer, which is this machine @mock`, async ({ shared }) => {
      const sent = { path: '/_mock/v1/info', headers: { ':authority': host } };
      const answer = await overHttp2(shared.target.baseUrl, (session) => exchangeOn(session, sent));
      expect(answer.status).toBe(200);
    });
  }

  for (const target of ['*', 'http://HOST']) {
    test(`OPTIONS ${target} returns the methods that the server accepts`, async ({ shared }) => {
      const { baseUrl } = shared.target;
      const { host } = new URL(baseUrl);
      const answer = await ask(baseUrl, `OPTIONS ${target.replace('HOST', host)} HTTP/1.1`, `Host: ${host}`);
      expect(answer).toMatch(/^HTTP\/1\.1 204 /);
      expect(answer).toMatch(/\r\nAllow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n/);
    });
  }

  test('OPTIONS * over HTTP/2 returns the same', async ({ shared }) => {
    const headers = await overHttp2(
      shared.target.baseUrl,
      (session) =>
        new Promise<Readonly<Record<string, unknown>>>((resolve, reject) => {
          const stream = session.request({ ':method': 'OPTIONS', ':path': '*' });
          stream.on('response', resolve).on('error', reject);
        }),
    );
    expect(headers).toMatchObject({ ':status': 204, allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' });
  });
});

test.describe('2.6: CONNECT is refused, since the mock is no proxy', () => {
  const REFUSED = {
    code: 12,
    message: 'Method Not Allowed',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'UNIMPLEMENTED',
        domain: expect.stringMatching(/^api\./),
      },
    ],
  };
  for (const target of ['api.example.com:443', 'HOST', '/ping/v2/ping']) {
    test(`CONNECT ${target} over HTTP/1.1 is answered @mock`, async ({ shared }) => {
      const { baseUrl } = shared.target;
      const { host } = new URL(baseUrl);
      const answer = await sendRaw(
        baseUrl,
        `CONNECT ${target.replace('HOST', host)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 501 Not Implemented\r\nConnection: close\r\n/);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toEqual(REFUSED);
    });
  }

  test('CONNECT over HTTP/2 is answered alike @mock', async ({ shared }) => {
    const { status, text } = await overHttp2(
      shared.target.baseUrl,
      (session) =>
        new Promise<{ status: unknown; text: string }>((resolve, reject) => {
          const stream = session.request({ ':method': 'CONNECT', ':authority': 'api.example.com:443' });
          let status: unknown;
          let text = '';
          stream.on('response', (headers) => {
            status = headers[':status'];
          });
          stream.on('data', (chunk: Buffer) => {
            text += chunk.toString();
          });
          stream.on('error', reject).on('end', () => resolve({ status, text }));
        }),
    );
    expect(status).toBe(501);
    expect(JSON.parse(text)).toEqual(REFUSED);
  });
});
