import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerHttp2Session } from 'node:http2';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Interceptor } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { Client, credentials, status } from '@grpc/grpc-js';
import { buildRegistry } from '../../../scripts/proto/descriptors.ts';
import { V2 } from '../../schema/edition.ts';
import {
  bool,
  bytes,
  duration,
  enumOf,
  enumType,
  fieldMask,
  int32,
  int64,
  map,
  repeated,
  string,
  timestamp,
} from '../../schema/field-types.ts';
import { type Message, message, of, plain } from '../../schema/message.ts';
import type { Operation } from '../../schema/operation.ts';
import { Serving } from './serving.ts';
import { standardServices } from './standard-services.ts';

const Mood = enumType('mock.echoed.v2.Echo.Mood', 'A mood.', { MOOD_NONE: 0, MOOD_GOOD: 1 });
const Echo: Message = message('mock.echoed.v2.Echo', 'Every kind of value.', {
  text: plain(1, string(), 'Text.', { presence: true }),
  flag: plain(2, bool(), 'A switch.', { presence: true }),
  small: plain(3, int32(), 'A number.'),
  large: plain(4, int64(), 'A large number.'),
  data: plain(5, bytes(), 'Bytes.'),
  madeTime: plain(6, timestamp(), 'A time.'),
  ttl: plain(7, duration(), 'A duration.'),
  mask: plain(8, fieldMask(), 'A mask.'),
  mood: plain(9, enumOf(Mood), 'A mood.'),
  numbers: plain(10, repeated(int32()), 'Numbers.'),
  moods: plain(11, repeated(enumOf(Mood)), 'Moods.'),
  labels: plain(12, map('string', string()), 'Texts by name.'),
  inner: plain(
    13,
    map(
      'int64',
      of((): Message => Echo),
    ),
    'More by number.',
  ),
  one: plain(14, string(), 'One of two.', { oneof: 'either' }),
  other: plain(
    15,
    of((): Message => Echo),
    'The other of two.',
    { oneof: 'either' },
  ),
  oddName: plain(16, string(), 'Named otherwise in JSON.', { proto: 'quite_other' }),
});
const operation: Operation = {
  id: 'Say',
  service: 'mock.echoed.v2.EchoService',
  domain: 'ping',
  summary: 'Say',
  description: 'Returns its request.',
  http: { method: 'POST', path: '/echoed/v2/say', body: '*' },
  request: Echo,
  response: Echo,
  capabilities: [],
  auth: 'open',
  edition: V2,
  origin: 'published',
  fails: [],
};

const SAID = {
  text: '',
  flag: false,
  small: -7,
  large: '-9223372036854775808',
  data: 'AP8=',
  madeTime: '2026-02-03T04:05:06.789Z',
  ttl: '3600s',
  mask: 'text,oddName',
  mood: 'MOOD_GOOD',
  numbers: [1, -1, 0],
  moods: ['MOOD_GOOD', 'MOOD_NONE'],
  labels: { a: '1', '': '2' },
  inner: { '-5': { text: 'deep' } },
  other: { one: '' },
  oddName: 'odd',
};

const BUF = join(dirname(createRequire(import.meta.url).resolve('@bufbuild/buf/package.json')), 'bin', 'buf');

const served = buildRegistry([operation]);
let answering = 0;
/** Counts the streams of answers that are not over. */
const counted: Interceptor = (next) => async (request) => {
  const answer = await next(request);
  if (!answer.stream) return answer;
  const { message: messages } = answer;
  const counted = async function* () {
    answering += 1;
    try {
      yield* messages;
    } finally {
      answering -= 1;
    }
  };
  return { ...answer, message: counted() };
};
const server = createServer(
  connectNodeAdapter({
    interceptors: [counted],
    routes: (router) => {
      standardServices(served, new Serving())(router);
      for (const { desc } of served.services) router.service(desc, { say: (said: unknown) => said } as object);
    },
  }),
);
const sessions = new Set<ServerHttp2Session>();
server.on('session', (session) => {
  sessions.add(session);
  session.on('close', () => sessions.delete(session));
});

before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

after(async () => {
  for (const session of sessions) session.destroy();
  server.close();
  await once(server, 'close');
});

const curl = async (
  method: string,
  ...options: readonly string[]
): Promise<{ readonly code: number; readonly output: string }> => {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}${method === '' ? '' : `/${method}`}`;
  const args = ['curl', '--http2-prior-knowledge', '--protocol', 'grpc', ...options, url];
  return new Promise((resolve) => {
    execFile(process.execPath, [BUF, ...args], { timeout: 30_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, output: error ? stderr : stdout }),
    );
  });
};

for (const reflection of ['grpc-v1', 'grpc-v1alpha']) {
  test(`buf curl lists every method over ${reflection} reflection`, async () => {
    const { code, output } = await curl('', '--list-methods', '--reflect-protocol', reflection);
    assert.equal(code, 0, output);
    assert.deepEqual(output.trim().split('\n'), [
      'grpc.health.v1.Health/Check',
      'grpc.health.v1.Health/List',
      'grpc.health.v1.Health/Watch',
      'grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
      'grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo',
      'mock.echoed.v2.EchoService/Say',
      'mock.echoed.v2beta1.EchoService/Say',
    ]);
  });
}

for (const version of ['v2', 'v2beta1']) {
  test(`buf curl sends every kind of value by the description of ${version}, and receives it back`, async () => {
    const { code, output } = await curl(`mock.echoed.${version}.EchoService/Say`, '-d', JSON.stringify(SAID));
    assert.equal(code, 0, output);
    assert.deepEqual(JSON.parse(output), SAID);
  });
}

const CHECKED: readonly (readonly [service: string, answer: RegExp, code: number])[] = [
  ['', /"status":\s*"SERVING"/, 0],
  ['mock.echoed.v2.EchoService', /"status":\s*"SERVING"/, 0],
  ['mock.echoed.v2beta1.EchoService', /"status":\s*"SERVING"/, 0],
  ['grpc.health.v1.Health', /"status":\s*"SERVING"/, 0],
  // The exit code of buf curl is the status code times eight.
  ['mock.echoed.v3.EchoService', /not_found/, 40],
];

for (const [service, answer, exit] of CHECKED) {
  test(`a health check of ${service || 'the server'} returns ${answer.source}`, async () => {
    const { code, output } = await curl('grpc.health.v1.Health/Check', '-d', JSON.stringify({ service }));
    assert.match(output, answer);
    assert.equal(code, exit);
  });
}

test('a health watch returns the state at once and stays open, and ends when its client disconnects', {
  timeout: 10_000,
}, async () => {
  const { port } = server.address() as AddressInfo;
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const same = (message: Buffer): Buffer => message;
  const watch = client.makeServerStreamRequest('/grpc.health.v1.Health/Watch', same, same, Buffer.alloc(0));
  const states: string[] = [];
  watch.on('data', (state: Buffer) => states.push(state.toString('hex')));
  await once(watch, 'data');
  await new Promise((resolve) => setTimeout(resolve, 100));
  // Field 1, a number: SERVING.
  assert.deepEqual(states, ['0801']);
  assert.equal(answering, 1);
  const failed = once(watch, 'error');
  watch.cancel();
  assert.equal((await failed)[0].code, status.CANCELLED);
  client.close();
  while (answering > 0) await new Promise((resolve) => setTimeout(resolve, 10));
});
