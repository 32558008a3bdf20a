import { gzipSync } from 'node:zlib';
import { expect, test } from '../support/grpc-test.ts';
import { protoMethod, protoMethods } from '../support/proto-files.ts';
import { encode } from '../support/proto-json.ts';
import { exchangeOn, overHttp2 } from '../transport/http2-client.ts';
import { framed, GRPC_HEADERS, type RawAnswer, rawCall } from './raw-grpc.ts';

const CREATE = protoMethod('CreateRepo');
const PATH = `/${CREATE.name}`;
const MESSAGE = encode(CREATE.request, { parent: 'x', repo: { name: 'a' } });
const EMPTY = Buffer.alloc(0);
const [UNKNOWN, INVALID_ARGUMENT, UNIMPLEMENTED, INTERNAL] = [2, 3, 12, 13];
/** The seed of the thousand random messages. */
const SEED = Number(process.env.GRPC_SEED ?? 20_261_121);

const random = (seed: number, length: number): Buffer => {
  let state = seed;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    }),
  );
};

test.describe('G1: malformed messages', () => {
  for (const [what, code, body, headers] of [
    ['no message at all', INVALID_ARGUMENT, undefined],
    ['an empty body', INVALID_ARGUMENT, EMPTY],
    ['half a prefix', INVALID_ARGUMENT, Buffer.from([0, 0])],
    ['a prefix with a larger length', INVALID_ARGUMENT, framed(MESSAGE, 0, MESSAGE.length + 10)],
    ['a message followed by other bytes', INVALID_ARGUMENT, Buffer.concat([framed(MESSAGE), Buffer.from([1, 2, 3])])],
    ['two messages', INVALID_ARGUMENT, Buffer.concat([framed(MESSAGE), framed(MESSAGE)])],
    ['a message cut short', INVALID_ARGUMENT, framed(MESSAGE).subarray(0, -3)],
    ['the flag of compression without an encoding', INVALID_ARGUMENT, framed(gzipSync(MESSAGE), 1)],
    [
      'the flag of compression with none named',
      INVALID_ARGUMENT,
      framed(gzipSync(MESSAGE), 1),
      { 'grpc-encoding': 'identity' },
    ],
    ['an unknown encoding', UNIMPLEMENTED, framed(MESSAGE, 1), { 'grpc-encoding': 'bogus' }],
    ['malformed gzip', INVALID_ARGUMENT, framed(MESSAGE, 1), { 'grpc-encoding': 'gzip' }],
    ['the flag of trailers', INVALID_ARGUMENT, framed(MESSAGE, 0x80)],
    ['an unknown flag', INVALID_ARGUMENT, framed(MESSAGE, 2)],
    ['a truncated field', INVALID_ARGUMENT, framed(MESSAGE.subarray(0, -1))],
    ['a field number of zero', INVALID_ARGUMENT, framed(Buffer.from([0, 1]))],
    ['a varint that does not end', INVALID_ARGUMENT, framed(Buffer.alloc(20, 0xff))],
    ['an end of a group that was never started', INVALID_ARGUMENT, framed(Buffer.from([0x0c]))],
    ['a text that is not UTF-8', INVALID_ARGUMENT, framed(Buffer.from([0x0a, 2, 0xc3, 0x28]))],
    ['JSON', INVALID_ARGUMENT, framed(Buffer.from('{"parent":"x"}'))],
    ['random bytes', INVALID_ARGUMENT, framed(random(7, 200))],
    ['random bytes without a prefix', INVALID_ARGUMENT, random(8, 200)],
  ] as const) {
    test(`${what} results in a well-formed status, and the session continues`, async ({ shared }) => {
      const authorization = `Bearer ${shared.target.token}`;
      const [answer, next] = await overHttp2(shared.target.baseUrl, async (session) => {
        const call = { path: PATH, headers: { authorization, ...headers }, ...(body && { body }) };
        return [await rawCall(session, call), await exchangeOn(session, { path: '/ping/v2/ping' })];
      });
      expect(answer.httpStatus).toBe(200);
      expect(answer.headers['content-type']).toMatch(/^application\/grpc/);
      expect(answer.status, answer.message).toBe(code);
      expect(answer.bytes).toHaveLength(0);
      expect(answer.message).not.toBe('');
      expect(next?.status).toBe(200);
    });
  }

  test('a thousand messages of random bytes are each answered with a status', async ({ shared }, info) => {
    test.setTimeout(60_000);
    const authorization = `Bearer ${shared.target.viewerToken}`;
    info.annotations.push({ type: 'seed', description: `GRPC_SEED=${SEED}` });
    const answers = await overHttp2(shared.target.baseUrl, async (session) => {
      const got: RawAnswer[] = [];
      for (let nth = 0; nth < 1_000; nth += 1) {
        const { name } = protoMethods[(SEED + nth) % protoMethods.length] ?? CREATE;
        const bytes = random(SEED + nth, nth % 60);
        const body = nth % 5 === 0 ? bytes : framed(bytes);
        got.push(await rawCall(session, { path: `/${name}`, headers: { authorization }, body }));
      }
      return got;
    });
    const isExpected = ({ httpStatus, status }: RawAnswer): boolean =>
      httpStatus === 200 && status !== undefined && ![UNKNOWN, INTERNAL].includes(status);
    expect(answers.filter((answer) => !isExpected(answer))).toEqual([]);
  });
});

test.describe('paths that are not a method', () => {
  for (const path of [
    '/chainguard.platform.registry.v2.ReposService/Bogus',
    '/chainguard.platform.registry.v2.Bogus/GetRepo',
    '/chainguard.platform.registry.v3.ReposService/GetRepo',
    '/chainguard.platform.registry.v2.ReposService/getRepo',
    '/chainguard.platform.registry.v2.ReposService/GetRepo/',
    '/chainguard.platform.registry.v2.ReposService',
    '/bogus',
    '/',
    '/registry/v2/repos',
    '/bogus.Service/Method',
    '/%00/x',
  ]) {
    test(`${path} is unimplemented`, async ({ shared }) => {
      const { token, baseUrl } = shared.target;
      const headers = { authorization: `Bearer ${token}` };
      const answer = await overHttp2(baseUrl, (session) => rawCall(session, { path, headers, body: framed(EMPTY) }));
      expect(answer).toMatchObject({ httpStatus: 200, status: UNIMPLEMENTED, reset: 0 });
      expect(answer.headers['content-type']).toMatch(/^application\/grpc/);
    });
  }

  test('the library receives UNIMPLEMENTED', async ({ grpc }) => {
    for (const path of ['/chainguard.platform.registry.v2.ReposService/Bogus', '/no.Such/Thing']) {
      expect(await grpc.send(path, EMPTY)).toMatchObject({ ok: false, code: UNIMPLEMENTED });
    }
  });
});

test.describe('requests to a method that are not gRPC', () => {
  for (const type of ['text/plain', 'application/octet-stream', 'application/x-protobuf', undefined]) {
    test(`the content type ${type} is 415`, async ({ shared }) => {
      const answer = await overHttp2(shared.target.baseUrl, (session) =>
        rawCall(session, { path: PATH, headers: { 'content-type': type }, body: framed(MESSAGE) }),
      );
      expect(answer).toMatchObject({ httpStatus: 415, status: undefined });
    });
  }

  for (const type of ['application/grpc+bogus', 'application/grpc+xml']) {
    test(`the codec of ${type} is refused`, async ({ shared }) => {
      const answer = await overHttp2(shared.target.baseUrl, (session) =>
        rawCall(session, { path: PATH, headers: { 'content-type': type }, body: framed(MESSAGE) }),
      );
      expect(answer.httpStatus === 415 || answer.status === UNIMPLEMENTED).toBe(true);
    });
  }

  for (const type of ['application/grpc', 'application/grpc+proto', 'application/grpc+json', 'application/grpc;x=y']) {
    test(`the content type ${type} is gRPC`, async ({ shared }) => {
      const message = type.endsWith('json') ? Buffer.from('{}') : EMPTY;
      const answer = await overHttp2(shared.target.baseUrl, (session) =>
        rawCall(session, {
          path: `/${protoMethod('Ping').name}`,
          headers: { 'content-type': type },
          body: framed(message),
        }),
      );
      expect(answer).toMatchObject({ httpStatus: 200, status: 0 });
    });
  }

  for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
    test(`${method} on a method's path is not a call`, async ({ shared }) => {
      const { status, headers } = await overHttp2(shared.target.baseUrl, (session) =>
        exchangeOn(session, { method, path: PATH, headers: method === 'GET' ? {} : { ...GRPC_HEADERS } }),
      );
      expect([404, 405, 501].includes(status ?? 0) || headers['grpc-status'] === String(UNIMPLEMENTED)).toBe(true);
    });
  }

  test('a call without te: trailers is answered', async ({ shared }) => {
    const answer = await overHttp2(shared.target.baseUrl, (session) =>
      rawCall(session, { path: `/${protoMethod('Ping').name}`, headers: { te: undefined }, body: framed(EMPTY) }),
    );
    expect(answer).toMatchObject({ httpStatus: 200, status: 0 });
  });
});
