import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { expect, test } from '../support/test.ts';
import { exchangeOn } from '../transport/http2-client.ts';
import { Frame, frame, getRequest, PREFACE, SETTINGS } from '../transport/http2-frames.ts';
import { startWatched, type WatchedMock } from '../transport/watched-mock.ts';
import { HonestClient } from './honest-client.ts';

const METHOD = '/chainguard.platform.iam.v2.GroupsService/ListGroups';

/** The targets of a body, with its type: each face and each protocol. */
const RECEIVERS: readonly (readonly [what: string, path: string, type: string])[] = [
  ['the control plane', '/_mock/v1/fixtures', 'application/yaml'],
  ['a sink', '/_mock/v1/sink/one', 'application/json'],
  ['the control plane in JSON', '/_mock/v1/journal/1', 'application/json'],
  ['REST', '/iam/v2/groups', 'application/json'],
  ['the token service', '/sts/exchange', 'application/json'],
  ['no path', '/nope', 'application/json'],
  ['Connect in JSON', METHOD, 'application/json'],
  ['Connect', METHOD, 'application/proto'],
  ['a method in no protocol', METHOD, 'text/plain'],
  ['gRPC', METHOD, 'application/grpc'],
  ['gRPC in JSON', METHOD, 'application/grpc+json'],
  ['gRPC-Web', METHOD, 'application/grpc-web'],
  ['gRPC-Web as text', METHOD, 'application/grpc-web-text'],
  ['health', '/grpc.health.v1.Health/Check', 'application/grpc-web-text'],
];

/** Any method can have a body, even if nobody reads it. */
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'GET'];

/** Its answer has no end. */
const STREAM = '/_mock/v1/journal:stream';

/** Opens a connection, sends bytes, waits until the mock has had them, and leaves. */
const leaveAfter = async (url: string, ...sent: readonly (string | Buffer)[]): Promise<void> => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  await once(socket, 'connect');
  for (const bytes of sent) await new Promise((resolve) => void socket.write(bytes, resolve));
  // Once another call is answered, the mock has read the bytes above.
  await fetch(`${url}/ping/v2/ping`);
  socket.resetAndDestroy();
};

/** Begins a call over HTTP/1.1, and leaves. */
const cutOverHttp1 = (
  url: string,
  method: string,
  [, path, type]: (typeof RECEIVERS)[number],
  framing: string,
): Promise<void> =>
  leaveAfter(url, `${method} ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: ${type}\r\n${framing}`);

/** Begins a body over HTTP/2, and cancels its stream, or closes its connection. */
const cutOverHttp2 = async (
  url: string,
  method: string,
  [, path, type]: (typeof RECEIVERS)[number],
  whole: boolean,
): Promise<void> => {
  const session = connectHttp2(url);
  session.on('error', () => {});
  const stream = session.request({ ':method': method, ':path': path, 'content-type': type, te: 'trailers' });
  stream.on('error', () => {}).resume();
  stream.write(Buffer.from('{"a":'));
  await new Promise((resolve) => session.ping(resolve));
  if (whole) session.destroy();
  else stream.close(8);
  await fetch(`${url}/ping/v2/ping`);
  session.destroy();
};

const large = (length: number, count: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, nth) => [`x-${nth}`, '~'.repeat(length)]));

test.describe('1.15: whatever one client does, the others go on, and nothing is a failure of the mock @mock', () => {
  let mock: WatchedMock;
  let honest: HonestClient;

  test.beforeAll(async () => {
    mock = await startWatched('--log-level', 'info');
    honest = new HonestClient(mock.url);
  });
  test.afterAll(() => {
    honest.end();
    mock.process.kill('SIGKILL');
  });
  test.afterEach(async () => {
    await honest.call();
    expect(mock.process.exitCode).toBe(null);
    expect(mock.failures().filter((line) => line.startsWith('{') || line.includes('Error'))).toEqual([]);
  });

  for (const receiver of RECEIVERS) {
    test(`a body that is cut half way, to ${receiver[0]}`, async () => {
      for (const method of METHODS) {
        await cutOverHttp1(mock.url, method, receiver, 'Content-Length: 100\r\n\r\n{"a":');
        await cutOverHttp1(mock.url, method, receiver, 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n');
        await cutOverHttp1(mock.url, method, receiver, 'Transfer-Encoding: chunked\r\n\r\nzz\r\n');
        await cutOverHttp2(mock.url, method, receiver, false);
        await cutOverHttp2(mock.url, method, receiver, true);
      }
    });
  }

  for (const [what, path, type] of RECEIVERS) {
    test(`a body that is cut behind a call that is not answered yet, to ${what}`, async () => {
      const { host } = new URL(mock.url);
      for (const framing of ['Content-Length: 100\r\n\r\n{"a":', 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n']) {
        const behind = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\n${framing}`;
        await leaveAfter(mock.url, `GET ${STREAM} HTTP/1.1\r\nHost: ${host}\r\n\r\n${behind}`);
      }
    });
  }

  test('1.14: headers above the bounds end their stream only', async () => {
    const session = connectHttp2(mock.url, { maxSendHeaderBlockLength: 1_000_000 });
    // The bounds hold once the client has acknowledged them.
    await exchangeOn(session, { path: '/ping/v2/ping' });
    for (const headers of [large(30_000, 3), large(60_000, 2)]) {
      const stream = session.request({ ':path': '/ping/v2/ping', ...headers });
      stream.on('error', () => {}).resume();
      await new Promise((resolve) => stream.on('close', resolve));
      expect(stream.rstCode).toBe(11);
    }
    expect((await exchangeOn(session, { path: '/ping/v2/ping' })).status).toBe(200);
    session.destroy();
  });

  test('bytes of HTTP/1.1 on a connection of HTTP/2, and a frame that is cut', async () => {
    const begun = [PREFACE, SETTINGS, getRequest(1)];
    await leaveAfter(mock.url, ...begun, 'GET /ping/v2/ping HTTP/1.1\r\nHost: a\r\n\r\n');
    await leaveAfter(mock.url, ...begun, frame(Frame.data, 0, 1, Buffer.from('{}')).subarray(0, 10));
  });

  test('a client that never reads', async () => {
    const { hostname, port } = new URL(mock.url);
    const target = `GET /openapi-v1.yaml HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
    const silent = connect({ host: hostname, port: Number(port) });
    silent.on('error', () => {}).pause();
    silent.write(target.repeat(20));
    const session = connectHttp2(mock.url, { settings: { initialWindowSize: 0 } });
    const stuck = session.request({ ':path': '/openapi-v1.yaml' });
    await once(stuck, 'response');
    await honest.call();
    silent.destroy();
    session.destroy();
  });
});
