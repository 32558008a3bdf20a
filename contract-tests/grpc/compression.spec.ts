import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { compressionAlgorithms } from '@grpc/grpc-js';
import { GrpcClient } from '../support/grpc-client.ts';
import { expect, test } from '../support/grpc-test.ts';
import { protoMethod } from '../support/proto-files.ts';
import { decode, encode } from '../support/proto-json.ts';
import { overHttp2 } from '../transport/http2-client.ts';
import { framed, messagesOf, rawCall } from './raw-grpc.ts';

const LIST = protoMethod('ListAdvisories');
const MESSAGE = encode(LIST.request, { pageSize: 50 });

for (const [encoding, pack, unpack] of [
  ['gzip', gzipSync, gunzipSync],
  ['br', brotliCompressSync, brotliDecompressSync],
] as const) {
  test(`G3: a request in ${encoding} is read`, async ({ shared }) => {
    const { token, baseUrl } = shared.target;
    const headers = { authorization: `Bearer ${token}`, 'grpc-encoding': encoding };
    const [packed, plain] = await overHttp2(baseUrl, async (session) => [
      await rawCall(session, { path: `/${LIST.name}`, headers, body: framed(pack(MESSAGE), 1) }),
      // The encoding declares what a message may use; the flag of a message declares what it uses.
      await rawCall(session, { path: `/${LIST.name}`, headers, body: framed(MESSAGE) }),
    ]);
    for (const answer of [packed, plain]) {
      expect(answer).toMatchObject({ httpStatus: 200, status: 0 });
      const [only] = messagesOf(answer?.bytes ?? Buffer.alloc(0));
      const message = only?.message ?? Buffer.alloc(0);
      // A client that sends an encoding can also read it.
      const advisories = decode(LIST.response, only?.flags === 1 ? unpack(message) : message).advisories;
      expect((advisories as readonly unknown[]).length).toBeGreaterThan(0);
    }
  });

  test(`G3: an answer to a client that accepts ${encoding} can be read, compressed or not`, async ({ shared }) => {
    const { token, baseUrl } = shared.target;
    const headers = { authorization: `Bearer ${token}`, 'grpc-accept-encoding': `identity,${encoding}` };
    const path = `/${LIST.name}`;
    const answers = await overHttp2(baseUrl, async (session) => [
      await rawCall(session, { path, headers, body: framed(MESSAGE) }),
      await rawCall(session, {
        path,
        headers: { ...headers, 'grpc-encoding': encoding },
        body: framed(pack(MESSAGE), 1),
      }),
    ]);
    const [plain, packed] = answers.map(({ bytes, headers: got, status }) => {
      expect(status).toBe(0);
      const [only] = messagesOf(bytes);
      if (only?.flags === 0) return only.message;
      expect(got['grpc-encoding']).toBe(encoding);
      return unpack(only?.message ?? Buffer.alloc(0));
    });
    expect(decode(LIST.response, packed ?? Buffer.alloc(0)).advisories).toEqual(
      decode(LIST.response, plain ?? Buffer.alloc(1)).advisories,
    );
  });
}

test('G3: the error of an unknown encoding lists the known ones', async ({ shared }) => {
  const headers = { 'grpc-encoding': 'snappy' };
  const answer = await overHttp2(shared.target.baseUrl, (session) =>
    rawCall(session, { path: `/${LIST.name}`, headers, body: framed(MESSAGE, 1) }),
  );
  expect(answer).toMatchObject({ httpStatus: 200, status: 12 });
  expect(answer.trailers['grpc-accept-encoding']).toContain('gzip');
});

test('a small message that unpacks to more than 100 MB is refused', async ({ shared, api }) => {
  const bomb = gzipSync(Buffer.alloc(120 * 1024 * 1024));
  const { token, baseUrl } = shared.target;
  const headers = { authorization: `Bearer ${token}`, 'grpc-encoding': 'gzip' };
  const answer = await overHttp2(baseUrl, (session) =>
    rawCall(session, { path: `/${LIST.name}`, headers, body: framed(bomb, 1) }),
  );
  expect(answer).toMatchObject({ httpStatus: 200, status: 8 });
  expect((await api.get('/ping/v2/ping')).status).toBe(200);
});

test('a library that compresses its requests is answered', async ({ shared }) => {
  const client = new GrpcClient(shared.target.baseUrl, shared.target.token, {
    'grpc.default_compression_algorithm': compressionAlgorithms.gzip,
  });
  expect(await client.call('ListAdvisories', { pageSize: 3 })).toMatchObject({ ok: true });
  const refused = await client.call('GetRepo', { uid: 'bogus' });
  expect(refused).toMatchObject({ ok: false, code: 5, details: [{ reason: 'NOT_FOUND' }, { resourceName: 'bogus' }] });
  client.close();
});
