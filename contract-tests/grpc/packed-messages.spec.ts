import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { expect, test } from '../support/grpc-test.ts';
import { protoMethod } from '../support/proto-files.ts';
import { encode } from '../support/proto-json.ts';
import { healthMethods, reflectionMethods } from '../support/standard-services.ts';
import { overHttp2 } from '../transport/http2-client.ts';
import { framed, messagesOf, rawCall } from './raw-grpc.ts';

const MEGABYTE = 1024 * 1024;
const LIST = protoMethod('ListRepos');
const PATH = `/${LIST.name}`;
const PING = `/${protoMethod('Ping').name}`;
const GARBAGE = Buffer.from('not compressed at all');
/** A tag of field 1, and then fewer bytes than its length. */
const MALFORMED = Buffer.from([0x0a, 0x50, 0x01]);
const [INVALID_ARGUMENT, RESOURCE_EXHAUSTED, UNIMPLEMENTED, UNAUTHENTICATED] = [3, 8, 12, 16];

const ENCODINGS = [
  ['gzip', gzipSync],
  // The quality that brotli has by default takes seconds for the largest of these messages.
  ['br', (bytes: Buffer): Buffer => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
] as const;

test.describe('S2: credentials are checked before a message is decompressed', () => {
  for (const [encoding] of ENCODINGS) {
    for (const [who, headers] of [
      ['nobody', {}],
      ['a malformed token', { authorization: 'Bearer none' }],
    ] as const) {
      test(`${encoding} of ${who} is UNAUTHENTICATED over gRPC, whatever the content`, async ({ shared }) => {
        const answer = await overHttp2(shared.target.baseUrl, (session) =>
          rawCall(session, {
            path: PATH,
            headers: { ...headers, 'grpc-encoding': encoding },
            body: framed(GARBAGE, 1),
          }),
        );
        expect(answer).toMatchObject({ httpStatus: 200, status: UNAUTHENTICATED });
        expect(answer.details).toContainEqual(expect.objectContaining({ reason: 'UNAUTHENTICATED' }));
      });

      test(`${encoding} of ${who} is UNAUTHENTICATED over gRPC-Web, whatever the content`, async ({ shared }) => {
        const answer = await fetch(`${shared.target.baseUrl}${PATH}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/grpc-web+proto', 'grpc-encoding': encoding },
          body: new Uint8Array(framed(GARBAGE, 1)),
        });
        expect(await answer.text()).toContain(`grpc-status: ${UNAUTHENTICATED}`);
      });

      for (const type of ['application/proto', 'application/json']) {
        test(`${encoding} of ${who} is 401 over Connect as ${type}, whatever the content`, async ({ shared }) => {
          const answer = await fetch(`${shared.target.baseUrl}${PATH}`, {
            method: 'POST',
            headers: { ...headers, 'content-type': type, 'content-encoding': encoding },
            body: new Uint8Array(GARBAGE),
          });
          expect(answer.status).toBe(401);
          expect(await answer.json()).toMatchObject({ code: 'unauthenticated' });
        });
      }
    }

    test(`${encoding} with malformed bytes is INVALID_ARGUMENT over Connect for a known caller`, async ({ shared }) => {
      const answer = await fetch(`${shared.target.baseUrl}${PATH}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${shared.target.token}`,
          'content-type': 'application/proto',
          'content-encoding': encoding,
        },
        body: new Uint8Array(GARBAGE),
      });
      expect(await answer.json()).toMatchObject({ code: 'invalid_argument' });
    });
  }
});

test.describe('S2: the decompressed size is bounded', () => {
  for (const [encoding, pack] of ENCODINGS) {
    test(`a message that decompresses to more than the memory limit, in ${encoding}, is RESOURCE_EXHAUSTED`, async ({
      shared,
      api,
    }) => {
      const { token, baseUrl } = shared.target;
      const headers = { authorization: `Bearer ${token}`, 'grpc-encoding': encoding };
      const body = framed(pack(Buffer.alloc(65 * MEGABYTE)), 1);
      const small = framed(pack(encode(LIST.request, { pageSize: 1 })), 1);
      const [large, next] = await overHttp2(baseUrl, async (session) => [
        await rawCall(session, { path: PATH, headers, body }),
        await rawCall(session, { path: PATH, headers, body: small }),
      ]);
      expect(large).toMatchObject({ httpStatus: 200, status: RESOURCE_EXHAUSTED });
      expect(large?.message).toBe(
        `Resource exhausted: messages that unpack to more than ${64 * MEGABYTE} bytes at the same time`,
      );
      expect(next).toMatchObject({ httpStatus: 200, status: 0 });
      expect((await api.get('/ping/v2/ping')).status).toBe(200);
    });

    test(`a message in ${encoding} without a caller may decompress to 4 MB`, async ({ shared }) => {
      const ask = (bytes: number) =>
        overHttp2(shared.target.baseUrl, (session) =>
          rawCall(session, {
            path: PING,
            headers: { 'grpc-encoding': encoding },
            body: framed(pack(Buffer.alloc(bytes, 0x28)), 1),
          }),
        );
      expect((await ask(5 * MEGABYTE)).status).toBe(RESOURCE_EXHAUSTED);
      // Unknown fields, which are read and ignored.
      expect((await ask(4 * MEGABYTE)).status).toBe(0);
    });
  }
});

test.describe('S3: a malformed message is INVALID_ARGUMENT', () => {
  const { check, watch } = healthMethods;
  for (const [what, path] of [
    ['the API', PATH],
    ['health', check.path],
    ['the watch of health', watch.path],
    ['reflection', reflectionMethods.v1.path],
    ['reflection in v1alpha', reflectionMethods.v1alpha.path],
  ] as const) {
    for (const [how, encoding, body] of [
      ['as it is', 'identity', framed(MALFORMED)],
      ['in gzip', 'gzip', framed(gzipSync(MALFORMED), 1)],
      ['in br', 'br', framed(brotliCompressSync(MALFORMED), 1)],
      ['in malformed gzip', 'gzip', framed(GARBAGE, 1)],
      ['in malformed br', 'br', framed(GARBAGE, 1)],
      ['in br that is cut off', 'br', framed(brotliCompressSync(MALFORMED).subarray(0, -2), 1)],
      ['with the flag of compression and no encoding', undefined, framed(gzipSync(MALFORMED), 1)],
    ] as const) {
      test(`to ${what}, ${how}, is INVALID_ARGUMENT`, async ({ shared }) => {
        const { token, baseUrl } = shared.target;
        const headers = { authorization: `Bearer ${token}`, 'grpc-encoding': encoding };
        const answer = await overHttp2(baseUrl, (session) => rawCall(session, { path, headers, body }));
        expect(answer.status, answer.message).toBe(INVALID_ARGUMENT);
        expect(answer.message).not.toBe('');
      });
    }

    test(`to ${what}, in an encoding that is not offered, is UNIMPLEMENTED and lists the offered ones`, async ({
      shared,
    }) => {
      const { token, baseUrl } = shared.target;
      const headers = { authorization: `Bearer ${token}`, 'grpc-encoding': 'zstd' };
      const answer = await overHttp2(baseUrl, (session) =>
        rawCall(session, { path, headers, body: framed(GARBAGE, 1) }),
      );
      expect(answer.status).toBe(UNIMPLEMENTED);
      expect(answer.trailers['grpc-accept-encoding']).toBe('gzip,br');
    });
  }

  test('to health over gRPC-Web is INVALID_ARGUMENT, in whole frames', async ({ shared }) => {
    const answer = await fetch(`${shared.target.baseUrl}${check.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/grpc-web+proto' },
      body: new Uint8Array(framed(MALFORMED)),
    });
    const [only] = messagesOf(Buffer.from(await answer.arrayBuffer()));
    expect(only?.flags).toBe(0x80);
    expect(only?.message.toString()).toContain(`grpc-status: ${INVALID_ARGUMENT}\r\n`);
  });

  for (const [path, type, body] of [
    [check.path, 'application/proto', MALFORMED],
    [watch.path, 'application/connect+proto', framed(MALFORMED)],
  ] as const) {
    test(`to ${path} over Connect is invalid_argument`, async ({ shared }) => {
      const answer = await fetch(`${shared.target.baseUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: new Uint8Array(body),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const text = type.includes('connect+') ? messagesOf(bytes).at(-1)?.message.toString() : bytes.toString();
      expect(text).toContain('"code":"invalid_argument"');
      expect(text).not.toContain('internal');
    });
  }
});
