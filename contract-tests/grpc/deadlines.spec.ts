import { once } from 'node:events';
import { constants } from 'node:http2';
import { ok } from '../support/answer.ts';
import { expect, test } from '../support/grpc-test.ts';
import { protoMethod } from '../support/proto-files.ts';
import { encode } from '../support/proto-json.ts';
import { reflectionMethods } from '../support/standard-services.ts';
import { exchangeOn, overHttp2 } from '../transport/http2-client.ts';
import { framed, GRPC_HEADERS, rawCall } from './raw-grpc.ts';

const PING = '/chainguard.platform.ping.v2.PingService/Ping';
const EMPTY = framed(Buffer.alloc(0));
const [INVALID_ARGUMENT, DEADLINE_EXCEEDED, CANCELLED] = [3, 4, 1];

const create = (parent: string, name: string): { readonly path: string; readonly body: Buffer } => {
  const method = protoMethod('CreateRepo');
  return { path: `/${method.name}`, body: framed(encode(method.request, { parent, repo: { name } })) };
};

test.describe('G2: grpc-timeout', () => {
  for (const timeout of ['1n', '999n', '0S', '0m', '1u']) {
    test(`${timeout} expires before a call can be made`, async ({ shared }) => {
      const answer = await overHttp2(shared.target.baseUrl, (session) =>
        rawCall(session, { path: PING, body: EMPTY, headers: { 'grpc-timeout': timeout } }),
      );
      expect(answer).toMatchObject({ httpStatus: 200, status: DEADLINE_EXCEEDED, reset: 0 });
      expect(answer.details[0]).toMatchObject({ reason: 'DEADLINE_EXCEEDED' });
    });
  }

  for (const timeout of ['1H', '60M', '30S', '30000m', '30000000u', '99999999H', '99999999n']) {
    test(`${timeout} is long enough`, async ({ shared }) => {
      const answer = await overHttp2(shared.target.baseUrl, (session) =>
        rawCall(session, { path: PING, body: EMPTY, headers: { 'grpc-timeout': timeout } }),
      );
      expect(answer).toMatchObject({ httpStatus: 200, status: 0 });
    });
  }

  for (const timeout of ['', 'soon', '5', 'S', '-1S', '1.5S', '1s', '123456789S', '1 S']) {
    test(`"${timeout}" is malformed`, async ({ shared }) => {
      const answer = await overHttp2(shared.target.baseUrl, (session) =>
        rawCall(session, { path: PING, body: EMPTY, headers: { 'grpc-timeout': timeout } }),
      );
      expect(answer).toMatchObject({ httpStatus: 200, status: INVALID_ARGUMENT });
    });
  }

  test('a call ends at its deadline when its message does not arrive', async ({ shared }) => {
    const began = performance.now();
    const answer = await overHttp2(shared.target.baseUrl, (session) =>
      rawCall(session, { path: PING, open: true, headers: { 'grpc-timeout': '200m' } }),
    );
    expect(answer.status).toBe(DEADLINE_EXCEEDED);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  for (const path of Object.values(reflectionMethods).map((method) => method.path)) {
    test(`a stream of ${path} whose client asks nothing ends at its deadline`, async ({ shared }) => {
      const answer = await overHttp2(shared.target.baseUrl, (session) =>
        rawCall(session, { path, open: true, headers: { 'grpc-timeout': '200m' } }),
      );
      expect(answer.status).toBe(DEADLINE_EXCEEDED);
    });
  }

  test('a stream whose client continues to send after the deadline is closed', async ({ shared }) => {
    const isClosed = await overHttp2(shared.target.baseUrl, async (session) => {
      const headers = { ...GRPC_HEADERS, ':method': 'POST', ':path': PING, 'grpc-timeout': '1n' };
      const stream = session.request(headers, { endStream: false });
      stream.on('error', () => {}).resume();
      const more = setInterval(() => stream.writable && stream.write(EMPTY), 50);
      await Promise.race([once(stream, 'close'), new Promise((resolve) => setTimeout(resolve, 5_000))]);
      clearInterval(more);
      return stream.closed;
    });
    expect(isClosed).toBe(true);
  });

  test('a call whose deadline has passed changes nothing', async ({ shared, org, api }) => {
    const headers = { authorization: `Bearer ${shared.target.token}`, 'grpc-timeout': '1n' };
    const answer = await overHttp2(shared.target.baseUrl, (session) =>
      rawCall(session, { ...create(org.uid, 'late'), headers }),
    );
    expect(answer.status).toBe(DEADLINE_EXCEEDED);
    expect((await api.read(`/registry/v2/repos?uidp.children_of=${org.uid}`)).totalCount).toBe('0');
  });

  test('a message whose end arrives after the deadline changes nothing', async ({ shared, org, api }) => {
    const { path, body } = create(org.uid, 'late');
    await overHttp2(shared.target.baseUrl, async (session) => {
      const stream = session.request({
        ...GRPC_HEADERS,
        ':method': 'POST',
        ':path': path,
        authorization: `Bearer ${shared.target.token}`,
        'grpc-timeout': '100m',
      });
      const answered = once(stream, 'response');
      stream.resume().write(body.subarray(0, 12));
      expect((await answered)[0]).toMatchObject({ 'grpc-status': String(DEADLINE_EXCEEDED) });
      stream.end(body.subarray(12));
      expect((await rawCall(session, { path: PING, body: EMPTY })).status).toBe(0);
    });
    expect((await api.read(`/registry/v2/repos?uidp.children_of=${org.uid}`)).totalCount).toBe('0');
  });

  test('the library sends its deadline, and is answered within it', async ({ grpc }) => {
    expect(await grpc.call('Ping', {}, { timeoutMillis: 10_000 })).toMatchObject({ ok: true });
    expect(await grpc.call('Ping', {}, { timeoutMillis: -1 })).toMatchObject({ ok: false, code: DEADLINE_EXCEEDED });
  });
});

test.describe('calls that their client cancels', () => {
  test('before anything was sent', async ({ grpc }) => {
    const ended = await grpc.call('Ping', {}, { onCall: (call) => call.cancel() });
    expect(ended).toMatchObject({ ok: false, code: CANCELLED });
    expect(await grpc.call('Ping')).toMatchObject({ ok: true });
  });

  test('while they run', async ({ grpc }) => {
    for (let millis = 0; millis < 20; millis += 1) {
      const ended = await grpc.call(
        'ListAdvisories',
        {},
        { onCall: (call) => setTimeout(() => call.cancel(), millis / 4) },
      );
      expect(ended.ok || ended.code === CANCELLED).toBe(true);
    }
    expect(await grpc.call('Ping')).toMatchObject({ ok: true });
  });

  test('when half of the message is sent, which changes nothing', async ({ shared, org, api }) => {
    const { path, body } = create(org.uid, 'half');
    await overHttp2(shared.target.baseUrl, async (session) => {
      const stream = session.request({
        ...GRPC_HEADERS,
        ':method': 'POST',
        ':path': path,
        authorization: `Bearer ${shared.target.token}`,
      });
      stream.on('error', () => {});
      stream.write(body.subarray(0, 12));
      await exchangeOn(session, { path: '/ping/v2/ping' });
      stream.close(constants.NGHTTP2_CANCEL);
      expect((await rawCall(session, { path: PING, body: EMPTY })).status).toBe(0);
    });
    expect((await api.read(`/registry/v2/repos?uidp.children_of=${org.uid}`)).totalCount).toBe('0');
  });

  test('G10: a connection that cancels one call after the other is closed, and others continue', async ({
    shared,
    grpc,
  }) => {
    const taken = await overHttp2(shared.target.baseUrl, async (session) => {
      session.on('error', () => {});
      let count = 0;
      for (; count < 20_000 && !session.closed && !session.destroyed; count += 1) {
        const stream = session.request({ ...GRPC_HEADERS, ':method': 'POST', ':path': PING }, { endStream: false });
        stream.on('error', () => {});
        const ended = new Promise((resolve) => stream.once('close', resolve));
        stream.close(constants.NGHTTP2_CANCEL);
        await ended;
      }
      return count;
    });
    expect(taken).toBeGreaterThan(500);
    expect(taken).toBeLessThan(20_000);
    expect(await grpc.call('Ping')).toMatchObject({ ok: true });
  });

  test('when their connection breaks, others continue', async ({ shared, api }) => {
    for (let time = 0; time < 10; time += 1) {
      await overHttp2(shared.target.baseUrl, async (session) => {
        const calls = Array.from({ length: 20 }, () => rawCall(session, { path: PING, body: EMPTY }).catch(() => {}));
        session.destroy();
        await Promise.all(calls);
      });
    }
    ok(await api.get('/ping/v2/ping'));
  });
});
