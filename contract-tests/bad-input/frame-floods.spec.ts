import { once } from 'node:events';
import { expect, test } from '../support/test.ts';
import { exchangeOn, overHttp2 } from '../transport/http2-client.ts';
import { endOfSession, Frame, frame, getRequest, PREFACE, SETTINGS } from '../transport/http2-frames.ts';

const FLOOD = 60_000;
const UNKNOWN_TYPE = 0xbb;
const many = (made: (nth: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: FLOOD }, (_, nth) => made(nth)));

const priority = frame(Frame.priority, 0, 1, Buffer.from([0, 0, 0, 0, 15]));
const windowUpdate = frame(Frame.windowUpdate, 0, 0, Buffer.from([0, 0, 0, 1]));
const windowUpdateOfStream = frame(Frame.windowUpdate, 0, 1, Buffer.from([0, 0, 0, 1]));
const unknown = frame(UNKNOWN_TYPE, 0, 0);

test.describe('S8: a session whose frames carry nothing is ended', () => {
  for (const [what, ...sent] of [
    ['priorities', many(() => priority)],
    ['priorities of streams that are not open', many((nth) => frame(Frame.priority, 0, 2 * nth + 1, Buffer.alloc(5)))],
    ['updates of the window', many(() => windowUpdate)],
    ['updates of a stream’s window', getRequest(1), many(() => windowUpdateOfStream)],
    ['frames of an unknown type', many(() => unknown)],
    ['frames of an unknown type that are large', many(() => frame(UNKNOWN_TYPE, 0, 0, Buffer.alloc(100)))],
  ] as const) {
    test(`a flood of ${what} ends with ENHANCE_YOUR_CALM, and REST continues`, async ({ api, shared }) => {
      const end = endOfSession(shared.target.baseUrl, PREFACE, SETTINGS, ...sent);
      expect((await api.get('/ping/v2/ping')).status).toBe(200);
      expect(['ENHANCE_YOUR_CALM', 'closed']).toContain(await end);
      expect((await api.get('/ping/v2/ping')).status).toBe(200);
    });
  }

  test('thousands of requests on one session, with a body and without, are not a flood', async ({ shared }) => {
    const { baseUrl, token } = shared.target;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const statuses = await overHttp2(baseUrl, async (session) => {
      const seen = new Map<number | undefined, number>();
      for (let round = 0; round < 30; round += 1) {
        const answers = Array.from({ length: 100 }, (_, nth) => {
          const body = nth % 2 === 0 ? undefined : `{"x":"${'y'.repeat(2_000)}"}`;
          const stream = session.request(
            { ':method': body ? 'POST' : 'GET', ':path': '/ping/v2/ping', ...headers },
            { endStream: body === undefined },
          );
          if (body) stream.end(body);
          return new Promise<number | undefined>((resolve, reject) => {
            stream.on('response', ({ ':status': status }) => resolve(status)).on('error', reject);
            stream.resume();
          });
        });
        for (const status of await Promise.all(answers)) seen.set(status, (seen.get(status) ?? 0) + 1);
      }
      return seen;
    });
    expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(3_000);
    expect(statuses.get(200)).toBe(1_500);
  });

  const CUT_OFF = [
    ['a path that is not served', 'POST', '/registry/v2/nope', 404],
    ['a method that its path does not have', 'PUT', '/registry/v2/repos', 501],
    ['a body that says that it is too large', 'POST', '/registry/v2/repos/x', 413, { 'content-length': '6000000' }],
  ] as const;

  for (const [what, method, path, status, more] of CUT_OFF) {
    test(`the body of ${what}, sent on after its answer, leaves the other calls of the session`, async ({ shared }) => {
      const { baseUrl, token } = shared.target;
      const headers = { authorization: `Bearer ${token}` };
      const seen = await overHttp2(baseUrl, async (session) => {
        // The window of a stream is known by the first answer.
        await exchangeOn(session, { path: '/ping/v2/ping' });
        const other = exchangeOn(session, {
          path: '/registry/v2/repos?page_size=1',
          headers: { ...headers, 'x-mock-fault': 'latency=900' },
        });
        const stream = session.request({ ':method': method, ':path': path, ...headers, ...more }, { endStream: false });
        stream.on('error', () => {}).resume();
        stream.write(Buffer.alloc(1_000_000));
        const [answer] = await once(stream, 'response');
        return [answer[':status'], (await other).status];
      });
      expect(seen).toEqual([status, 200]);
    });
  }
});
