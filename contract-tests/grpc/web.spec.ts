import { Agent } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import { detailsOf } from '../support/grpc-client.ts';
import { expect, test } from '../support/grpc-test.ts';
import { exchange, type Received } from '../support/http.ts';
import { protoMethod, typeOf } from '../support/proto-files.ts';
import { decode, encode, type Json } from '../support/proto-json.ts';
import { framed, messagesOf } from './raw-grpc.ts';

const TRAILERS = 0x80;

type Headers = Readonly<Record<string, string>>;

/** Sends a request to a method over HTTP/1.1, as a browser would. */
const post = async (baseUrl: string, operation: string, headers: Headers, body: Buffer | string): Promise<Received> => {
  const agent = new Agent();
  try {
    return await exchange(agent, baseUrl, { method: 'POST', target: `/${protoMethod(operation).name}`, headers, body });
  } finally {
    agent.destroy();
  }
};

const trailersIn = (message: Buffer): Readonly<Record<string, string>> =>
  Object.fromEntries(
    message
      .toString('latin1')
      .split('\r\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );

interface WebAnswer {
  readonly contentType: string | undefined;
  readonly responses: readonly Json[];
  readonly status: number;
  readonly message: string;
  readonly details: readonly Json[];
}

const TEXT = 'application/grpc-web-text';

/** The base64 of several pieces, each with its own padding, as a streamed answer has it. */
const fromBase64 = (text: string): Buffer =>
  Buffer.concat((text.match(/[^=]+=*/g) ?? []).map((piece) => Buffer.from(piece, 'base64')));

/** Sends the body of a call in gRPC-Web, as it is or in base64, and reads what comes back. */
const sendWeb = async (baseUrl: string, operation: string, body: Buffer, headers: Headers): Promise<WebAnswer> => {
  const isText = headers['content-type']?.startsWith(TEXT) ?? false;
  const sent = isText ? body.toString('base64') : body;
  const { status, headers: got, bytes } = await post(baseUrl, operation, headers, sent);
  expect(status).toBe(200);
  const parts = messagesOf(isText ? fromBase64(bytes.toString('latin1')) : bytes);
  const trailers = trailersIn(parts.find(({ flags }) => flags === TRAILERS)?.message ?? Buffer.alloc(0));
  const metadata = { ...(got as Readonly<Record<string, string>>), ...trailers };
  const code = Number(metadata['grpc-status']);
  const message = decodeURIComponent(metadata['grpc-message'] ?? '');
  const details = metadata['grpc-status-details-bin'];
  const { response } = protoMethod(operation);
  return {
    contentType: got['content-type'],
    responses: parts.filter(({ flags }) => flags === 0).map((part) => decode(response, part.message)),
    status: code,
    message,
    details: details === undefined ? [] : detailsOf(Buffer.from(details, 'base64'), code, message),
  };
};

const callWeb = (baseUrl: string, operation: string, request: Json, headers: Headers): Promise<WebAnswer> =>
  sendWeb(baseUrl, operation, framed(encode(protoMethod(operation).request, request)), headers);

test.describe('G8: gRPC-Web over HTTP/1.1', () => {
  for (const type of ['application/grpc-web', 'application/grpc-web+proto', TEXT, `${TEXT}+proto`]) {
    test(`${type}: a call is answered with its message and then the status`, async ({ shared, org }) => {
      const { token, baseUrl } = shared.target;
      const { uid, name } = await org.repo();
      const headers = { 'content-type': type, 'x-grpc-web': '1', authorization: `Bearer ${token}` };
      const answer = await callWeb(baseUrl, 'GetRepo', { uid }, headers);
      expect(answer).toMatchObject({ status: 0, responses: [{ uid, name }] });
      expect(answer.contentType?.startsWith(type.replace('+proto', ''))).toBe(true);
    });

    test(`${type}: a refusal carries its details`, async ({ shared }) => {
      const headers = { 'content-type': type, authorization: `Bearer ${shared.target.token}` };
      expect(await callWeb(shared.target.baseUrl, 'GetRepo', { uid: 'Zürich' }, headers)).toMatchObject({
        status: 5,
        message: 'Not found: repo "Zürich" not found',
        responses: [],
        details: [{ reason: 'NOT_FOUND' }, { resourceName: 'Zürich' }],
      });
    });

    test(`${type}: no token is refused`, async ({ shared }) => {
      const answer = await callWeb(shared.target.baseUrl, 'ListRepos', {}, { 'content-type': type });
      expect(answer).toMatchObject({ status: 16, message: 'Unauthenticated: missing bearer token' });
    });
  }
});

test.describe('malformed gRPC-Web', () => {
  const good = framed(encode(protoMethod('GetRepo').request, { uid: 'x' }));
  for (const type of ['application/grpc-web+proto', TEXT]) {
    for (const [what, body, status] of [
      ['no message', Buffer.alloc(0), 3],
      ['a message cut short', good.subarray(0, -1), 3],
      ['two messages', Buffer.concat([good, good]), 3],
      ['a message of 4 GB', framed(Buffer.alloc(4), 0, 0xffffffff), type === TEXT ? 3 : 8],
      ['not protobuf', framed(Buffer.from([0x0a, 200, 1])), 3],
    ] as const) {
      test(`${type}: ${what} is reported in the last frame`, async ({ shared, api }) => {
        const headers = { 'content-type': type, authorization: `Bearer ${shared.target.token}` };
        const answer = await sendWeb(shared.target.baseUrl, 'GetRepo', body, headers);
        expect(answer).toMatchObject({ status, responses: [] });
        expect((await api.get('/ping/v2/ping')).status).toBe(200);
      });
    }

    test(`${type}: a deadline that has passed is DEADLINE_EXCEEDED`, async ({ shared }) => {
      const headers = { 'content-type': type, 'grpc-timeout': '1n' };
      expect(await callWeb(shared.target.baseUrl, 'Ping', {}, headers)).toMatchObject({ status: 4, responses: [] });
    });
  }

  test('base64 in several pieces, each with its own padding, is one body', async ({ shared }) => {
    const pieces = [good.subarray(0, 4), good.subarray(4, 5), good.subarray(5)].map((one) => one.toString('base64'));
    const headers = { 'content-type': TEXT, authorization: `Bearer ${shared.target.token}` };
    const { status, bytes } = await post(shared.target.baseUrl, 'GetRepo', headers, pieces.join(''));
    expect(status).toBe(200);
    expect(fromBase64(bytes.toString('latin1')).toString()).toMatch(/grpc-status: ?5\r\n/);
  });
});

const AS_JSON = { 'content-type': 'application/json', 'connect-protocol-version': '1' };
const AS_PROTO = { ...AS_JSON, 'content-type': 'application/proto' };

const connectErrorOf = ({ bytes, headers }: Received): Json => {
  expect(headers['content-type']).toBe('application/json');
  return JSON.parse(bytes.toString()) as Json;
};

const connectDetails = (error: Json): readonly Json[] =>
  (error.details as readonly { readonly type: string; readonly value: string }[]).map(({ type, value }) => ({
    type,
    ...decode(typeOf(type), Buffer.from(value, 'base64')),
  }));

test.describe('G8: Connect over HTTP/1.1', () => {
  test('JSON is answered with JSON', async ({ shared, org }) => {
    const { uid, name, createTime } = await org.repo();
    const headers = { ...AS_JSON, authorization: `Bearer ${shared.target.token}` };
    const {
      status,
      headers: got,
      bytes,
    } = await post(shared.target.baseUrl, 'GetRepo', headers, JSON.stringify({ uid }));
    expect([status, got['content-type']]).toEqual([200, 'application/json']);
    const repo = JSON.parse(bytes.toString()) as Json;
    expect(repo).toMatchObject({ uid, name });
    expect(Date.parse(String(repo.createTime))).toBe(Date.parse(createTime));
  });

  test('protobuf is answered with protobuf', async ({ shared, org }) => {
    const { uid, name } = await org.repo();
    const headers = { ...AS_PROTO, authorization: `Bearer ${shared.target.token}` };
    const { request, response } = protoMethod('GetRepo');
    const got = await post(shared.target.baseUrl, 'GetRepo', headers, encode(request, { uid }));
    expect([got.status, got.headers['content-type']]).toEqual([200, 'application/proto']);
    expect(decode(response, got.bytes)).toMatchObject({ uid, name });
  });

  for (const headers of [AS_JSON, AS_PROTO]) {
    const type = headers['content-type'];

    test(`${type}: a refusal has the HTTP status of its code, and typed details`, async ({ shared, org }) => {
      const uid = `${org.uid}/${'f'.repeat(16)}`;
      const body =
        type === 'application/json' ? JSON.stringify({ uid }) : encode(protoMethod('GetRepo').request, { uid });
      const authorization = `Bearer ${shared.target.token}`;
      const got = await post(shared.target.baseUrl, 'GetRepo', { ...headers, authorization }, body);
      expect(got.status).toBe(404);
      const error = connectErrorOf(got);
      expect(error).toMatchObject({ code: 'not_found', message: `Not found: repo "${uid}" not found` });
      expect(connectDetails(error)).toMatchObject([
        { type: 'google.rpc.ErrorInfo', reason: 'NOT_FOUND', domain: `registry.${shared.serviceDomain}` },
        { type: 'google.rpc.ResourceInfo', resourceName: uid },
      ]);
    });

    test(`${type}: no token is 401`, async ({ shared }) => {
      const body = type === 'application/json' ? '{}' : '';
      const got = await post(shared.target.baseUrl, 'ListRepos', headers, body);
      expect(got.status).toBe(401);
      expect(connectErrorOf(got)).toMatchObject({
        code: 'unauthenticated',
        message: 'Unauthenticated: missing bearer token',
      });
    });
  }

  test('JSON with names of either spelling, enums, maps, masks, times and durations', async ({ shared, org }) => {
    const headers = { ...AS_JSON, authorization: `Bearer ${shared.target.token}` };
    const call = async (operation: string, request: Json): Promise<Json> => {
      const got = await post(shared.target.baseUrl, operation, headers, JSON.stringify(request));
      expect(got.status, got.bytes.toString()).toBe(200);
      return JSON.parse(got.bytes.toString()) as Json;
    };
    const claim_match = { issuer: 'https://issuer.test', subject: 's', claims: { a: '1' } };
    const made = await call('CreateIdentity', { parent: org.uid, identity: { name: 'a', claim_match } });
    expect(made).toMatchObject({ name: 'a', claimMatch: claim_match });
    const changed = await call('UpdateIdentity', {
      identity: { uid: made.uid, name: 'ignored', description: 'b' },
      updateMask: 'description',
    });
    expect(changed).toMatchObject({ name: 'a', description: 'b' });
    const page = await call('ListRoles', { uidp: { inRoot: true }, pageSize: 1, orderBy: 'name' });
    expect(page).toMatchObject({ roles: [expect.any(Object)], nextPageToken: expect.any(String) });
    const [role] = page.roles as readonly Json[];
    const groupInvite = { roleUid: role?.uid, ttl: '3600s' };
    expect(await call('CreateGroupInvite', { parent: org.uid, groupInvite })).toMatchObject({
      code: expect.any(String),
    });
  });

  test('gzip is read and written', async ({ shared }) => {
    const headers = {
      ...AS_JSON,
      authorization: `Bearer ${shared.target.token}`,
      'content-encoding': 'gzip',
      'accept-encoding': 'gzip',
    };
    const got = await post(shared.target.baseUrl, 'ListRepos', headers, gzipSync('{"pageSize":50}'));
    expect(got.status).toBe(200);
    const plain = got.headers['content-encoding'] === 'gzip' ? gunzipSync(got.bytes) : got.bytes;
    expect((JSON.parse(plain.toString()) as { readonly repos: readonly unknown[] }).repos.length).toBeGreaterThan(0);
  });

  for (const [what, headers, body, status] of [
    ['broken JSON', AS_JSON, '{"uid":', 400],
    ['JSON of another shape', AS_JSON, '{"uid":7}', 400],
    ['broken protobuf', AS_PROTO, Buffer.from([0x0a, 200, 1]), 400],
    ['an unknown content type', { 'content-type': 'text/plain' }, 'x', 415],
    ['an unknown version of the protocol', { ...AS_JSON, 'connect-protocol-version': '9' }, '{}', 400],
    ['an unknown encoding', { ...AS_JSON, 'content-encoding': 'bogus' }, '{}', 501],
  ] as const) {
    test(`${what} is ${status}`, async ({ shared }) => {
      const authorization = `Bearer ${shared.target.token}`;
      const got = await post(shared.target.baseUrl, 'GetRepo', { ...headers, authorization } as Headers, body);
      expect(got.status).toBe(status);
    });
  }

  test('an unknown method is 501, or 404', async ({ shared, api }) => {
    const target = '/chainguard.platform.registry.v2.ReposService/Bogus';
    const got = await api.send('POST', target, { headers: AS_JSON, body: '{}' });
    expect([404, 501]).toContain(got.status);
    expect(got.body.code).toBe('unimplemented');
    expect(shared.target.baseUrl).toMatch(/^http/);
  });

  test('a GET on a method is not a call', async ({ api }) => {
    const { name } = protoMethod('DeleteGroup');
    const got = await api.get(`/${name}?encoding=json&connect=v1&message=%7B%7D`);
    expect([404, 405, 501]).toContain(got.status);
  });

  for (const method of ['GET', 'HEAD', 'PUT', 'OPTIONS']) {
    test(`2.6: ${method} on a method is 405 with what it takes @mock`, async ({ api }) => {
      const { name } = protoMethod('DeleteGroup');
      const got = await api.send(method, `/${name}`);
      expect([got.status, got.headers.allow]).toEqual([405, 'POST']);
    });
  }
});
