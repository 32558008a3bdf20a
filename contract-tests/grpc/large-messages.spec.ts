import { gzipSync } from 'node:zlib';
import type { GrpcClient } from '../support/grpc-client.ts';
import { expect, test } from '../support/grpc-test.ts';
import { protoMethod } from '../support/proto-files.ts';
import { encode } from '../support/proto-json.ts';
import { overHttp2 } from '../transport/http2-client.ts';
import { framed, rawCall } from './raw-grpc.ts';

const MEGABYTE = 1024 * 1024;
const LIMIT = 100 * MEGABYTE;
const UPDATE = `/${protoMethod('UpdateRepoReadme').name}`;
const PING = `/${protoMethod('Ping').name}`;
const [INVALID_ARGUMENT, RESOURCE_EXHAUSTED] = [3, 8];

/** Field 15,000 as bytes, which no message has: it pads a message to an exact size. */
const PADDING_TAG = Buffer.from([0xc2, 0xa9, 0x07]);

/** A varint of five bytes, for any value. */
const wideVarint = (value: number): Buffer =>
  Buffer.from([0, 1, 2, 3, 4].map((place) => ((value >>> (7 * place)) & 0x7f) | (place < 4 ? 0x80 : 0)));

/** A message of exactly as many bytes. */
const messageOf = (bytes: number, known: Buffer): Buffer => {
  const padding = bytes - known.length - PADDING_TAG.length - 5;
  return Buffer.concat([known, PADDING_TAG, wideVarint(padding), Buffer.alloc(padding)]);
};

const readme = async (grpc: GrpcClient, uid: string, bytes: number) => {
  const known = encode(protoMethod('UpdateRepoReadme').request, { repoReadme: { uid, content: 'short' } });
  return grpc.send(UPDATE, messageOf(bytes, known), { timeoutMillis: 60_000 });
};

test.describe('clients §0.3: messages of 100 MB', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 });

  test('one of 99 MB is read, and its call is run @whole', async ({ grpc, org }) => {
    const { uid } = await org.repo();
    expect(await readme(grpc, uid, 99 * MEGABYTE)).toMatchObject({ ok: true });
    expect(await grpc.call('GetRepoReadme', { uid })).toMatchObject({ response: { content: 'short' } });
  });

  test('one of 100 MB is read, and one that is a byte longer is refused', async ({ grpc, org }) => {
    const { uid } = await org.repo();
    expect(await readme(grpc, uid, LIMIT)).toMatchObject({ ok: true });
    const refused = await readme(grpc, uid, LIMIT + 1);
    expect(refused).toMatchObject({ ok: false, code: RESOURCE_EXHAUSTED });
    expect(await grpc.call('Ping')).toMatchObject({ ok: true });
  });

  test('a text of 60 MB results in the violation of its field', async ({ grpc, org }) => {
    const repo = { name: 'a', description: 'x'.repeat(60 * MEGABYTE) };
    const ended = await grpc.call('CreateRepo', { parent: org.uid, repo }, { timeoutMillis: 60_000 });
    expect(ended).toMatchObject({ ok: false, code: INVALID_ARGUMENT, message: /description must match/ });
  });

  test('one that announces 4 GB is refused immediately', async ({ shared }) => {
    const began = performance.now();
    const answer = await overHttp2(shared.target.baseUrl, (session) =>
      rawCall(session, { path: PING, body: framed(Buffer.alloc(10), 0, 0xffffffff) }),
    );
    expect(answer).toMatchObject({ httpStatus: 200, status: RESOURCE_EXHAUSTED });
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test('one whose sender announces too much and continues to send is refused as well', async ({ shared, api }) => {
    const answer = await overHttp2(
      shared.target.baseUrl,
      (session) => rawCall(session, { path: PING, body: framed(Buffer.alloc(20 * MEGABYTE), 0, 0x7fffffff) }),
      // The bytes that this client has not sent yet count, too.
      { maxSessionMemory: 100 },
    );
    expect(answer).toMatchObject({ httpStatus: 200, status: RESOURCE_EXHAUSTED });
    expect((await api.get('/ping/v2/ping')).status).toBe(200);
  });
});

test.describe('messages of many items', () => {
  /** Empty references, two bytes each: very small once they are compressed. */
  const references = (count: number): Buffer => Buffer.from('2a00'.repeat(count), 'hex');
  const path = '/chainguard.platform.registry.Vulnerabilities/ListVulnCountReports';

  for (const [count, described] of [
    [500_000, /repo is required/],
    [500_001, /^Invalid argument: body: has more than 500,000 items$/],
    [30 * MEGABYTE, /^Invalid argument: body: has more than 500,000 items$/],
  ] as const) {
    // On a separate server: messages of other tests at the same time would count, too.
    test(`${count} of them, compressed, result in their violations @mock${count === 500_001 ? '' : ' @whole'}`, async ({
      ownServer,
    }) => {
      const { api, ready } = await ownServer();
      const headers = { authorization: `Bearer ${ready.token}`, 'grpc-encoding': 'gzip' };
      const body = framed(gzipSync(references(count)), 1);
      const answer = await overHttp2(ready.url, (session) => rawCall(session, { path, headers, body }));
      expect(answer).toMatchObject({ httpStatus: 200, status: INVALID_ARGUMENT });
      expect(answer.message).toMatch(described);
      expect((await api.get('/ping/v2/ping')).status).toBe(200);
    });
  }

  for (const type of ['application/proto', 'application/json']) {
    test(`over the Connect protocol, as ${type}, a message may have 4 MB`, async ({ shared, api }) => {
      const body = type.endsWith('json')
        ? `{"x":"${'x'.repeat(5 * MEGABYTE)}"}`
        : new Uint8Array(references(3 * MEGABYTE));
      const headers = { 'content-type': type, 'connect-protocol-version': '1' };
      const answer = await fetch(`${shared.target.baseUrl}${PING}`, { method: 'POST', headers, body });
      expect(await answer.json()).toMatchObject({ code: 'resource_exhausted' });
      expect((await api.get('/ping/v2/ping')).status).toBe(200);
    });
  }
});

test.describe('S17: messages to health and reflection', () => {
  // Field 15 with the value 0, which neither service has.
  const tags = (bytes: number): Buffer => Buffer.alloc(bytes, '7800', 'hex');
  const FORMS = [
    ['as they are', (bytes: number) => framed(tags(bytes)), {}],
    ['compressed', (bytes: number) => framed(gzipSync(tags(bytes)), 1), { 'grpc-encoding': 'gzip' }],
  ] as const;

  for (const method of ['health.v1.Health/Check', 'reflection.v1.ServerReflection/ServerReflectionInfo']) {
    for (const [form, bodyOf, headers] of FORMS) {
      test(`S17: ${method} reads 64 KiB of unknown tags ${form}, refuses more, and goes on`, async ({ shared }) => {
        const statuses = await overHttp2(shared.target.baseUrl, async (session) => {
          const found: (number | undefined)[] = [];
          for (const bytes of [65_536, 65_538, 4_000_000, 10_000_000, 65_536]) {
            found.push((await rawCall(session, { path: `/grpc.${method}`, body: bodyOf(bytes), headers })).status);
          }
          return found;
        });
        expect(statuses).toEqual([0, RESOURCE_EXHAUSTED, RESOURCE_EXHAUSTED, RESOURCE_EXHAUSTED, 0]);
      });
    }
  }
});
