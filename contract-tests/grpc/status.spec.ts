import { expect, test } from '../support/grpc-test.ts';
import { protoMethod } from '../support/proto-files.ts';
import { encode, type Json } from '../support/proto-json.ts';
import { overHttp2 } from '../transport/http2-client.ts';
import { framed, type RawAnswer, rawCall } from './raw-grpc.ts';

const named = (name: string): string => `type.googleapis.com/google.rpc.${name}`;

test.describe('9.2.3, spec §7: the details of an error', () => {
  test('a violation has ErrorInfo first, then BadRequest', async ({ grpc, org, shared }) => {
    const description = 'name must match "^[a-z0-9 ._-]{1,}$"';
    expect(await grpc.call('CreateIdentity', { parent: org.uid })).toMatchObject({
      code: 3,
      message: `Invalid argument: name: ${description}`,
      details: [
        { '@type': named('ErrorInfo'), reason: 'INVALID_ARGUMENT', domain: `iam.${shared.serviceDomain}` },
        { '@type': named('BadRequest'), fieldViolations: [{ field: 'name', description }] },
      ],
    });
  });

  test('a missing resource has ErrorInfo first, then ResourceInfo', async ({ grpc, org, shared }) => {
    const uid = `${org.uid}/${'f'.repeat(16)}`;
    expect(await grpc.call('GetRepo', { uid })).toMatchObject({
      code: 5,
      message: `Not found: repo "${uid}" not found`,
      details: [
        { '@type': named('ErrorInfo'), reason: 'NOT_FOUND', domain: `registry.${shared.serviceDomain}` },
        { '@type': named('ResourceInfo'), resourceType: `registry.${shared.serviceDomain}/Repo`, resourceName: uid },
      ],
    });
  });

  test('a blocked delete has ErrorInfo first, then PreconditionFailure', async ({ grpc, org, shared }) => {
    const { uid } = await org.group();
    await org.repo({}, uid);
    const description = 'cannot delete group with child repos';
    expect(await grpc.call('DeleteGroup', { uid })).toMatchObject({
      code: 9,
      message: `Precondition failed: ${description}`,
      details: [
        { '@type': named('ErrorInfo'), reason: 'FAILED_PRECONDITION', domain: `iam.${shared.serviceDomain}` },
        { '@type': named('PreconditionFailure'), violations: [{ type: 'RESOURCE_NOT_EMPTY', description }] },
      ],
    });
  });

  test('a call without a token has ErrorInfo only', async ({ grpc, shared }) => {
    const ended = await grpc.call('ListRepos', {}, { token: null });
    expect(ended).toMatchObject({ code: 16, message: 'Unauthenticated: missing bearer token' });
    expect(ended).toHaveProperty('details', [
      { '@type': named('ErrorInfo'), reason: 'UNAUTHENTICATED', domain: `registry.${shared.serviceDomain}` },
    ]);
  });

  test('every error has an ErrorInfo with its code', async ({ grpc }) => {
    const ended = await Promise.all([
      grpc.call('GetRepo', { uid: 'x' }),
      grpc.call('ListRepos', { pageSize: -1 }),
      grpc.call('ListRepos', {}, { token: null }),
      grpc.call('ListRepos', {}, { token: 'nonsense' }),
    ]);
    const reasons = ended.map((end) => (end.ok ? undefined : end.details[0]?.reason));
    expect(reasons).toEqual(['NOT_FOUND', 'INVALID_ARGUMENT', 'UNAUTHENTICATED', 'UNAUTHENTICATED']);
  });
});

const refused = async (baseUrl: string, token: string, operation: string, request: Json): Promise<RawAnswer> => {
  const method = protoMethod(operation);
  return overHttp2(baseUrl, (session) =>
    rawCall(session, {
      path: `/${method.name}`,
      headers: { authorization: `Bearer ${token}` },
      body: framed(encode(method.request, request)),
    }),
  );
};

test.describe('the encoding of an error', () => {
  for (const uid of [
    'Zürich',
    '日本',
    '🚀',
    'a%20b',
    '100%',
    'tab\tand\nline',
    'a\u007fb',
    '"quotes"',
    'x'.repeat(1_500),
  ]) {
    test(`the message about ${JSON.stringify(uid).slice(0, 30)} is percent-encoded where it must be`, async ({
      grpc,
      shared,
    }) => {
      const message = `Not found: repo "${uid}" not found`;
      const { token, baseUrl } = shared.target;
      const raw = await refused(baseUrl, token, 'GetRepo', { uid });
      expect(raw.message).toBe(message);
      const written = String(raw.trailers['grpc-message']);
      expect(written).toMatch(/^[\x20-\x24\x26-\x7e%]*$/);
      expect(written.replaceAll(/%[0-9A-F]{2}/g, '')).not.toContain('%');
      const ended = await grpc.call('GetRepo', { uid });
      expect(ended).toMatchObject({ code: 5, message });
      expect(ended).toHaveProperty('details.1.resourceName', uid);
    });
  }

  test('it has only headers: no message, no second block', async ({ shared }) => {
    const { token, baseUrl } = shared.target;
    const raw = await refused(baseUrl, token, 'GetRepo', { uid: 'x' });
    expect(raw.httpStatus).toBe(200);
    expect(raw.bytes).toHaveLength(0);
    expect(raw.trailers).toBe(raw.headers);
  });

  test('a successful answer ends with the status 0 and nothing else', async ({ shared }) => {
    const raw = await refused(shared.target.baseUrl, shared.target.token, 'Ping', {});
    expect(raw.status).toBe(0);
    expect(Object.keys(raw.trailers)).toEqual(['grpc-status']);
    expect(raw.headers).not.toHaveProperty('grpc-status');
  });

  for (const bytes of [10_000, 40_000]) {
    test(`a message about ${bytes} bytes still reaches the client`, async ({ grpc, org }) => {
      const ended = await grpc.call('LookupIdentity', {
        issuer: 'https://a.test',
        subject: org.uid + 'ü'.repeat(bytes / 2),
      });
      expect(ended).toMatchObject({ ok: false, code: 5 });
    });
  }

  // The soft limit of clients of gRPC's C core, below which they accept all; a header counts 32 bytes more (RFC 9113 §6.5.2).
  const SOFT_LIMIT = 8_192;

  for (const [what, method, request] of [
    ['50 violations', 'BatchCreateRoleBindings', { requests: Array.from({ length: 25 }, () => ({ roleBinding: {} })) }],
    ['150 unknown capabilities', 'CreateRole', { role: { name: 'r', capabilities: Array(150).fill('CAP_NONE') } }],
    ['a name of 20,000 letters', 'GetRepo', { uid: 'x'.repeat(20_000) }],
    ['a name of 20,000 letters beyond ASCII', 'GetRepo', { uid: 'é'.repeat(20_000) }],
    ['a name of 3,000 letters', 'GetRepo', { uid: 'x'.repeat(3_000) }],
    ['a name of 700 surrogates', 'GetRepo', { uid: '🚀'.repeat(700) }],
  ] as const) {
    test(`G7: an error about ${what} is no larger than every client accepts`, async ({ shared, org }) => {
      const { token, baseUrl } = shared.target;
      const sent = method === 'GetRepo' ? request : { parent: org.uid, ...request };
      const { trailers, status } = await refused(baseUrl, token, method, sent);
      expect([3, 5]).toContain(status);
      const size = Object.entries(trailers)
        .filter(([name]) => typeof name === 'string')
        .reduce((so, [name, value]) => so + name.length + String(value).length + 32, 0);
      expect(size).toBeLessThan(SOFT_LIMIT);
      // It is cut to the limit, not dropped.
      expect(String(trailers['grpc-status-details-bin']).length).toBeGreaterThan(300);
    });
  }

  test('a health check of a service with a long name is NOT_FOUND as well', async ({ shared }) => {
    // Field 1 as a text of 60,000 letters: the length is a varint of three bytes.
    const message = Buffer.concat([Buffer.from([0x0a, 0xe0, 0xd4, 0x03]), Buffer.alloc(60_000, 'a')]);
    const answer = await overHttp2(shared.target.baseUrl, (session) =>
      rawCall(session, { path: '/grpc.health.v1.Health/Check', body: framed(message) }),
    );
    expect(answer).toMatchObject({ status: 5, message: expect.stringMatching(/^unknown service "a{200}"$/) });
  });

  test('G7: as many violations as a request can have still reach the client', async ({ grpc, org }) => {
    const requests = Array.from({ length: 25 }, () => ({ roleBinding: { identityUid: '', roleUid: '' } }));
    const ended = await grpc.call('BatchCreateRoleBindings', { parent: org.uid, requests });
    expect(ended).toMatchObject({ ok: false, code: 3 });
    expect(ended).toHaveProperty('details.1.fieldViolations.length', 50);
  });
});
