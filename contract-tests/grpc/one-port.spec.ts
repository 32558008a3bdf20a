import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { Metadata } from '@grpc/grpc-js';
import { ok } from '../support/answer.ts';
import { GrpcClient } from '../support/grpc-client.ts';
import { expect, test } from '../support/grpc-test.ts';
import { startOwnServer } from '../support/own-server.ts';
import { protoMethod } from '../support/proto-files.ts';
import { encode } from '../support/proto-json.ts';
import { healthMethods } from '../support/standard-services.ts';
import { exchangeOn, overHttp2 } from '../transport/http2-client.ts';
import { framed, GRPC_HEADERS, rawCall } from './raw-grpc.ts';

const LIST = '/registry/v2/repos?page_size=3&order_by=name';

interface Page {
  readonly repos: readonly { readonly uid: string; readonly name: string }[];
  readonly totalCount: string;
}

test('one port answers fetch over HTTP/1.1, REST over HTTP/2 and gRPC at the same time, with the same results @fixture', async ({
  grpc,
  shared,
}) => {
  const { token, baseUrl } = shared.target;
  const headers = { authorization: `Bearer ${token}` };
  const uids = ({ repos }: Page): readonly string[] => repos.map(({ uid }) => uid);
  await overHttp2(baseUrl, async (session) => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => [
        uids((await (await fetch(baseUrl + LIST, { headers })).json()) as Page),
        uids(JSON.parse((await exchangeOn(session, { path: LIST, headers })).text) as Page),
        await grpc.call('ListRepos', { pageSize: 3, orderBy: 'name' }).then((end) => {
          if (!end.ok) throw new Error(end.message);
          return uids(end.response as unknown as Page);
        }),
      ]),
    );
    const seen = new Set(answers.flat().map((rows) => rows.join()));
    expect(seen.size).toBe(1);
    expect([...seen][0]?.split(',')).toHaveLength(3);
  });
});

test('200 calls at the same time over one connection each receive their own answer', async ({ grpc, org }) => {
  const made = await Promise.all(
    Array.from({ length: 200 }, (_, nth) =>
      grpc.call('CreateRepo', { parent: org.uid, repo: { name: `r${nth}`, description: `number ${nth}` } }),
    ),
  );
  for (const [nth, end] of made.entries()) {
    expect(end).toMatchObject({ ok: true, response: { name: `r${nth}`, description: `number ${nth}` } });
  }
  const uids = made.map((end) => (end.ok ? String(end.response.uid) : ''));
  expect(new Set(uids).size).toBe(200);
  const read = await Promise.all(uids.map((uid) => grpc.call('GetRepo', { uid })));
  expect(read.map((end) => end.ok && end.response.uid)).toEqual(uids);
  expect((await org.api.read(`/registry/v2/repos?uidp.children_of=${org.uid}`)).totalCount).toBe('200');
});

test('a row that is written over one face is visible over the other immediately', async ({ grpc, org, api }) => {
  for (let nth = 0; nth < 20; nth += 1) {
    const end = await grpc.call('CreateRepo', { parent: org.uid, repo: { name: `g${nth}` } });
    if (!end.ok) throw new Error(end.message);
    const { uid } = end.response;
    expect((await api.read(`/registry/v2/repos/${uid}`)).name).toBe(`g${nth}`);
    ok(await api.patch(`/registry/v2/repos/${uid}`, { description: `d${nth}` }));
    expect(await grpc.call('GetRepo', { uid })).toMatchObject({ response: { description: `d${nth}` } });
  }
});

test('REST continues while gRPC clients break off', async ({ api, shared }) => {
  const { hostname, port } = new URL(shared.target.baseUrl);
  const ping = `/${protoMethod('Ping').name}`;
  const breakOne = async (nth: number): Promise<void> => {
    if (nth % 3 === 0) {
      const socket = connectSocket(Number(port), hostname);
      socket.on('error', () => {});
      socket.write(Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), Buffer.alloc(nth, 0x5a)]));
      setTimeout(() => socket.resetAndDestroy(), nth % 7);
      await once(socket, 'close');
      return;
    }
    await overHttp2(shared.target.baseUrl, async (session) => {
      const stream = session.request({ ...GRPC_HEADERS, ':method': 'POST', ':path': ping });
      stream.on('error', () => {});
      stream.write(framed(Buffer.alloc(nth), 0, nth * 2));
      if (nth % 3 === 1) stream.close(nth % 13);
      await new Promise((resolve) => setTimeout(resolve, nth % 5));
    });
  };
  for (let nth = 1; nth <= 120; nth += 6) {
    const breaking = [0, 1, 2, 3, 4, 5].map((more) => breakOne(nth + more).catch(() => {}));
    ok(await api.get('/registry/v2/repos?page_size=5'));
    await Promise.all(breaking);
  }
});

/** About ten times as long as a stop that ends a call by force. */
const STOP_LIMIT_MS = 10_000;

test.describe('a stop @mock', () => {
  test('lets a running gRPC call finish, and accepts no new one', async () => {
    const { ready, stop } = await startOwnServer();
    const method = protoMethod('CreateGroup');
    const message = framed(encode(method.request, { group: { name: 'in flight' } }));
    const late = new GrpcClient(ready.url, ready.token);
    await overHttp2(ready.url, async (session) => {
      const stream = session.request({
        ...GRPC_HEADERS,
        ':method': 'POST',
        ':path': `/${method.name}`,
        authorization: `Bearer ${ready.token}`,
      });
      const trailers = once(stream, 'trailers');
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.write(message.subarray(0, 7));
      expect(
        (await rawCall(session, { path: `/${protoMethod('Ping').name}`, body: framed(Buffer.alloc(0)) })).status,
      ).toBe(0);
      const farewell = once(session, 'goaway');
      const stopped = stop();
      await farewell;
      stream.end(message.subarray(7));
      expect((await trailers)[0]).toMatchObject({ 'grpc-status': '0' });
      expect(Buffer.concat(chunks).includes('in flight')).toBe(true);
      expect(await stopped).toBe(0);
    });
    expect(await late.call('Ping', {}, { timeoutMillis: 500 })).toMatchObject({ ok: false });
    late.close();
  });

  test('ends a health watch, which otherwise does not end', async () => {
    const { ready, stop } = await startOwnServer();
    const client = new GrpcClient(ready.url, ready.token);
    const { path, encode: write, decode } = healthMethods.watch;
    const watch = client.client.makeServerStreamRequest(path, write, decode, { service: '' }, new Metadata());
    const cut = once(watch, 'error');
    expect(await new Promise((resolve) => watch.once('data', resolve))).toEqual({ status: 'SERVING' });
    const began = performance.now();
    expect(await stop()).toBe(0);
    // A stop that waited for the watch would never end.
    expect(performance.now() - began).toBeLessThan(STOP_LIMIT_MS);
    expect((await cut)[0]).toBeInstanceOf(Error);
    client.close();
  });
});
