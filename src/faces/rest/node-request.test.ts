import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { RestAnswer } from './answer.ts';
import { BodyTooLarge, type RestRequest } from './face.ts';
import { BODY_LIMIT, restRequestOf, writeAnswer } from './node-request.ts';

/** The last request as the server read it, and its answer. */
let asked: RestRequest | undefined;
let answer: RestAnswer = { status: 200 };
let body: Uint8Array | unknown;

const server = createServer((incoming, outgoing) => {
  asked = restRequestOf(incoming);
  void asked
    .body()
    .catch((error: unknown) => error)
    .then((read) => {
      body = read;
      writeAnswer(answer, outgoing, incoming.method);
    });
});

before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(() => server.close());

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly chunks?: readonly (string | Buffer)[];
}

interface Got {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const send = async ({ method = 'GET', path = '/', headers = {}, chunks = [] }: Sent): Promise<Got> => {
  const { port } = server.address() as AddressInfo;
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
  // The server may answer before all of a body is there.
  sent.on('error', () => {});
  for (const chunk of chunks) sent.write(chunk);
  sent.end();
  const [incoming] = await once(sent, 'response');
  let text = '';
  for await (const chunk of incoming) text += chunk;
  return { status: incoming.statusCode, headers: incoming.headers, text };
};

test('the target and the authorization are taken as they come', async () => {
  await send({ method: 'DELETE', path: '/a%2Fb?x=%20', headers: { Authorization: 'Bearer  x ' } });
  assert.deepEqual([asked?.method, asked?.target, asked?.authorization], ['DELETE', '/a%2Fb?x=%20', 'Bearer  x']);
  await send({});
  assert.equal(asked?.authorization, undefined);
});

test('a body arrives whole, however it is cut', async () => {
  const bytes = Buffer.from('{"a":"ä"}');
  await send({ method: 'POST', chunks: [bytes.subarray(0, 7), bytes.subarray(7)] });
  assert.deepEqual(body, bytes);
  await send({ method: 'POST' });
  assert.deepEqual(body, Buffer.alloc(0));
});

const LARGE = Buffer.alloc(BODY_LIMIT);

const SIZES: readonly (readonly [what: string, sent: Sent, tooLarge: boolean])[] = [
  ['as large as the limit', { headers: { 'Content-Length': BODY_LIMIT }, chunks: [LARGE] }, false],
  ['that announces a larger size', { headers: { 'Content-Length': BODY_LIMIT + 1 }, chunks: [LARGE, 'x'] }, true],
  ['that turns out to be larger', { chunks: [LARGE, 'x'] }, true],
];

for (const [what, sent, tooLarge] of SIZES) {
  test(`a body ${what} is ${tooLarge ? 'refused' : 'taken'}`, async () => {
    await send({ method: 'POST', ...sent });
    assert.equal(body instanceof BodyTooLarge, tooLarge);
  });
}

const WRITTEN: readonly (readonly [what: string, method: string, given: RestAnswer, got: object])[] = [
  [
    'JSON has its type and its length in bytes',
    'GET',
    { status: 200, body: '"ä"' },
    { status: 200, text: '"ä"', type: 'application/json', length: '4' },
  ],
  [
    'HEAD has the headers only',
    'HEAD',
    { status: 200, body: '"ä"' },
    { status: 200, text: '', type: 'application/json', length: '4' },
  ],
  [
    'an empty answer has no type and a length of zero',
    'DELETE',
    { status: 200 },
    { status: 200, text: '', type: undefined, length: '0' },
  ],
  ['204 has no length', 'OPTIONS', { status: 204 }, { status: 204, text: '', type: undefined, length: undefined }],
];

for (const [what, method, given, got] of WRITTEN) {
  test(`when an answer is written, ${what}`, async () => {
    answer = { ...given, headers: { 'X-Extra': 'yes' } };
    const { status, text, headers } = await send({ method });
    assert.deepEqual({ status, text, type: headers['content-type'], length: headers['content-length'] }, got);
    assert.equal(headers['x-extra'], 'yes');
  });
}
