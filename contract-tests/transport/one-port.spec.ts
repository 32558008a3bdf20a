import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { ClientHttp2Session } from 'node:http2';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { namesOf, rowsOf } from '../support/answer.ts';
import { exchange } from '../support/http.ts';
import { startOwnServer } from '../support/own-server.ts';
import { expect, test } from '../support/test.ts';
import { exchangeOn, overHttp2 } from './http2-client.ts';
import { endOfSession, Frame, frame, PREFACE, requestHead, reset, SETTINGS } from './http2-frames.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

test.describe('one port answers over HTTP/1.1 and HTTP/2', () => {
  for (const [method, target, status, body] of [
    ['GET', '/ping/v2/ping', 200],
    ['GET', '/registry/v2/repos?page_size=3&order_by=name', 200],
    ['GET', '/iam/v2/groups/none', 404],
    ['GET', '/nowhere', 404],
    ['HEAD', '/iam/v2/roles', 200],
    ['OPTIONS', '/iam/v2/groups', 204],
    ['PUT', '/iam/v2/groups', 501],
    ['POST', '/iam/v2/groups', 400, 'no JSON'],
    ['POST', '/iam/v2/groups', 413, `{"name":"${'x'.repeat(5_000_000)}"}`],
    ['GET', '/docs', 200],
    ['GET', '/openapi.json', 200],
    ['GET', '/_mock/v1/ready', 200],
    ['POST', '/_mock/v1/tokens', 400, '{}'],
  ] as const) {
    test(`${method} ${target} has the same answer over both, ${status}${body ? ` for ${body.length} bytes` : ''}`, async ({
      api,
      shared,
    }) => {
      const { token, baseUrl } = shared.target;
      const one = await api.send(method, target, { ...(body !== undefined && { body }), headers: { accept: '*/*' } });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const other = await overHttp2(baseUrl, (session) =>
        exchangeOn(session, { method, path: target, headers, ...(body !== undefined && { body }) }),
      );
      expect([one.status, other.status]).toEqual([status, status]);
      expect(other.headers['content-type']).toBe(one.headers['content-type']);
      expect(other.text.replace(/"nextPageToken":"[^"]*"/, '')).toBe(one.text.replace(/"nextPageToken":"[^"]*"/, ''));
    });
  }

  test('M20: a connection of HTTP/1.1 without a call is kept for ten minutes @mock', async ({ shared }) => {
    const keeping = new Agent({ keepAlive: true });
    const { headers } = await exchange(keeping, shared.target.baseUrl, { method: 'GET', target: '/ping/v2/ping' });
    keeping.destroy();
    expect([headers.connection, headers['keep-alive']]).toEqual(['keep-alive', 'timeout=600']);
  });

  test('without a token both return the same error', async ({ anonymous, shared }) => {
    const one = await anonymous.get('/iam/v2/groups');
    const other = await overHttp2(shared.target.baseUrl, (session) => exchangeOn(session, { path: '/iam/v2/groups' }));
    expect([other.status, other.text]).toEqual([one.status, one.text]);
    expect(other.headers['www-authenticate']).toBe(one.headers['www-authenticate']);
  });

  test('a hundred requests at the same time on one session are all answered', async ({ shared }) => {
    const { token, baseUrl } = shared.target;
    const headers = { authorization: `Bearer ${token}` };
    const answers = await overHttp2(baseUrl, (session) =>
      Promise.all(
        Array.from({ length: 100 }, () => exchangeOn(session, { path: '/iam/v2/roles?page_size=1', headers })),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('a control call of a foreign origin is refused over HTTP/2, too @mock', async ({ shared }) => {
    const [foreign, own, rebound] = await overHttp2(shared.target.baseUrl, (session) =>
      Promise.all(
        [{ origin: 'http://evil.test' }, { origin: shared.target.baseUrl }, { ':authority': 'evil.test' }].map(
          (headers) => exchangeOn(session, { path: '/_mock/v1/clock', headers: headers as Record<string, string> }),
        ),
      ),
    );
    expect([foreign?.status, own?.status, rebound?.status]).toEqual([403, 200, 403]);
  });
});

test.describe('headers over HTTP/2', () => {
  for (const [what, headers, taken] of [
    ['a header of 60 KB', { 'x-a': 'x'.repeat(60_000) }, true],
    ['a thousand headers', Object.fromEntries(Array.from({ length: 1_000 }, (_, nth) => [`x-${nth}`, 'y'])), true],
    ['headers of 120 KB', { 'x-a': 'x'.repeat(60_000), 'x-b': 'x'.repeat(60_000) }, false],
    ['five thousand headers', Object.fromEntries(Array.from({ length: 5_000 }, (_, nth) => [`x${nth}`, ''])), false],
  ] as const) {
    test(`${what} ${taken ? 'are accepted' : 'end the stream, and the session continues'}`, async ({ shared }) => {
      const statuses = await overHttp2(
        shared.target.baseUrl,
        async (session) => {
          // A limit is in force once both sides have exchanged their settings.
          await exchangeOn(session, { path: '/ping/v2/ping' });
          const first = await exchangeOn(session, { path: '/ping/v2/ping', headers }).then(
            ({ status }) => status,
            () => 'reset',
          );
          return [first, (await exchangeOn(session, { path: '/ping/v2/ping' })).status];
        },
        { maxSendHeaderBlockLength: 1_000_000 },
      );
      expect(statuses).toEqual([taken ? 200 : 'reset', 200]);
    });
  }
});

test('a body that is broken off half way changes nothing', async ({ org, api, shared }) => {
  const { token, baseUrl } = shared.target;
  const groups = `/iam/v2/groups?uidp.children_of=${org.uid}`;
  const create = (stream: number, name: string, last: Buffer): readonly Buffer[] => [
    requestHead(stream, 'POST', `/iam/v2/groups/${org.uid}`, token),
    frame(Frame.data, 0, stream, Buffer.from(JSON.stringify({ name }))),
    last,
  ];
  // The session ends on purpose, after all bytes before it have been read.
  const leave = frame(Frame.goAway, 0, 0, Buffer.alloc(8));
  const whole = frame(Frame.data, 1, 1);
  await endOfSession(baseUrl, PREFACE, SETTINGS, ...create(1, 'whole', whole), ...create(3, 'half', reset(3)), leave);
  await expect.poll(async () => namesOf(rowsOf(await api.read(groups), 'groups'))).toEqual(['whole']);
  expect((await api.read(groups)).totalCount).toBe('1');
});

test.describe('addresses @mock', () => {
  for (const host of ['127.0.0.1', 'localhost']) {
    test(`clients §0.1: --host ${host} is open on IPv4 and IPv6`, async ({ freshServer }) => {
      const { ready } = await freshServer('--host', host);
      const { port, hostname } = new URL(ready.url);
      expect(hostname).toBe(host);
      for (const address of ['127.0.0.1', ...(hasIpv6 ? ['[::1]'] : [])]) {
        expect((await fetch(`http://${address}:${port}/ping/v2/ping`)).status).toBe(200);
      }
    });
  }

  test('a port that is in use on IPv6 only exits 5', async () => {
    test.skip(!hasIpv6, 'this machine has no IPv6');
    const other = createServer().listen(0, '::1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    await expect(startOwnServer(['--port', String(port)])).rejects.toThrow(/ended with 5/);
    other.close();
  });
});

/** Begins a call that does not end. */
const beginEndless = async (session: ClientHttp2Session): Promise<void> => {
  const headers = { ':method': 'POST', ':path': '/iam/v2/groups', authorization: 'Bearer admin-token' };
  const stream = session.request(headers);
  stream.on('error', () => {});
  session.on('error', () => {});
  stream.write('{');
  await exchangeOn(session, { path: '/ping/v2/ping' });
};

/** The time by which one stop begins before the other. */
const HEAD_START_MS = 100;

test('a stop lets running calls finish over HTTP/1.1 and HTTP/2, and waits for nothing else @mock', async ({
  freshServer,
}) => {
  const [{ ready, stop }, waiting] = await Promise.all([freshServer(), freshServer()]);
  const { hostname, port } = new URL(ready.url);
  const headers = { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' };
  const outgoing = request({ hostname, port, method: 'POST', path: '/iam/v2/groups', headers });
  const answered = once(outgoing, 'response');
  outgoing.write('{"name":');
  const gone: string[] = [];
  await overHttp2(waiting.ready.url, async (endless) => {
    await beginEndless(endless);
    await overHttp2(ready.url, async (session) => {
      const stream = session.request({ ':method': 'POST', ':path': '/iam/v2/groups', ...headers });
      const response = once(stream, 'response');
      stream.write('{"name":');
      await exchangeOn(session, { path: '/ping/v2/ping' });
      // This one waits until its grace period ends. The other begins later, and would end later if it did so, too.
      const lastFarewell = once(endless, 'goaway');
      const lastStopped = waiting.stop().then((code) => gone.push(`held ${code}`));
      await lastFarewell;
      await new Promise((resolve) => setTimeout(resolve, HEAD_START_MS));
      const farewell = once(session, 'goaway');
      const stopped = stop().then((code) => gone.push(`finished ${code}`));
      await farewell;
      stream.end('"over-2"}');
      outgoing.end('"over-1"}');
      stream.resume();
      expect((await response)[0][':status']).toBe(200);
      const [answer] = await answered;
      expect(answer.resume().statusCode).toBe(200);
      await Promise.all([stopped, lastStopped]);
    });
  });
  expect(gone).toEqual(['finished 0', 'held 0']);
});

test('a stop does not wait for calls that do not end @mock', async ({ freshServer }) => {
  const { ready, stop } = await freshServer();
  await overHttp2(ready.url, async (session) => {
    await beginEndless(session);
    const began = performance.now();
    expect(await stop()).toBe(0);
    // About ten times the grace period; a stop that waited for the call would never end.
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
