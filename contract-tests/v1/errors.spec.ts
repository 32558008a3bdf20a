import { framed, rawCall } from '../grpc/raw-grpc.ts';
import { describe, ok } from '../support/answer.ts';
import { expectBare } from '../support/errors.ts';
import { test as onBoth } from '../support/grpc-test.ts';
import type { Org } from '../support/org.ts';
import { expect, test } from '../support/test.ts';
import { overHttp2 } from '../transport/http2-client.ts';
import { makeInV1, v1Kinds } from './v1-kinds.ts';

// Every error of v1 is a code, a message, and an empty list of details (behaviour V10); statuses are those of v2
// (behaviour §9.1).

const VERBS: readonly (readonly [method: string, rest: (org: Org) => string, body?: unknown])[] = [
  ['GET', () => ''],
  ['POST', ({ uid }) => `/${uid}`, {}],
  ['PUT', ({ uid }) => `/${uid}`, {}],
  ['DELETE', ({ uid }) => `/${uid}`],
];

test.describe('V10, 9.2.12: callers who are refused', () => {
  for (const { plural, v1, put } of v1Kinds) {
    for (const [method, rest, body] of VERBS) {
      if (method === 'PUT' && !put) continue;
      test(`V10: ${method} ${plural} without a token, and with a bad one, is 401`, async ({ anonymous, org }) => {
        const missing = await anonymous.send(method, v1 + rest(org), { body });
        expectBare(missing, 'UNAUTHENTICATED', 'missing bearer token');
        expect(missing.headers['www-authenticate']).toBe('Bearer');
        const bad = await anonymous.as('nobody').send(method, v1 + rest(org), { body });
        expectBare(bad, 'UNAUTHENTICATED');
        expect(bad.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
      });
    }

    test(`V10: a caller who may only read is 403 when it makes, replaces or deletes ${plural} @mock`, async ({
      org,
    }) => {
      const kind = v1Kinds.find((other) => other.plural === plural);
      if (!kind) throw new Error(`there is no kind ${plural}`);
      const { place, uid } = await makeInV1(kind, org);
      const viewer = await org.caller('viewer');
      const draft = await kind.draft(org);
      const parent = await kind.parent(org, place);
      expectBare(await viewer.post(`${v1}/${parent}`, draft), 'PERMISSION_DENIED', /missing capability ".+" on group /);
      if (put) {
        const body = await put.body(org);
        expectBare(await viewer.send('PUT', `${v1}/${uid}`, { body }), 'PERMISSION_DENIED');
        // A missing capability is reported before invalid fields.
        expectBare(await viewer.send('PUT', `${v1}/${uid}`, { body: {} }), 'PERMISSION_DENIED');
      }
      expectBare(await viewer.delete(`${v1}/${uid}`), 'PERMISSION_DENIED');
      // A missing row is not an error only for those who may delete there.
      expectBare(await viewer.delete(`${v1}/${place}/${'0'.repeat(16)}`), 'PERMISSION_DENIED');
    });

    test(`V10: a caller who may see ${plural} nowhere is 403 @mock`, async ({ org }) => {
      const { uid: role } = await org.role({ capabilities: ['CAP_LIBRARIES_ARTIFACTS_LIST'] });
      const caller = await org.caller(role);
      expectBare(await caller.get(v1), 'PERMISSION_DENIED', /^Permission denied: missing capability "[a-z_.]+"$/);
    });
  }

  test('V10: built-in roles cannot be changed', async ({ api, org }) => {
    const viewer = org.roles.get('viewer');
    const body = { name: 'mine', capabilities: ['repo.list'] };
    const says = 'built-in roles cannot be modified';
    expectBare(await api.send('PUT', `/iam/v1/roles/${viewer}`, { body }), 'PERMISSION_DENIED', says);
    expectBare(await api.delete(`/iam/v1/roles/${viewer}`), 'PERMISSION_DENIED', says);
  });
});

type BadBody = readonly [what: string, body: string | Buffer, message: string];

const BODIES: readonly BadBody[] = [
  ['malformed JSON', '{"name":', 'body: malformed JSON'],
  ['a list', '[]', 'body: must be a JSON object'],
  ['null', 'null', 'body: must be a JSON object'],
  ['a text', '"x"', 'body: must be a JSON object'],
  ['a form', 'name=a', 'body: malformed JSON'],
  ['more than JSON', '{} x', 'body: malformed JSON'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'body: malformed JSON'],
];

test.describe('V10: malformed requests', () => {
  for (const { plural, v1, put } of v1Kinds) {
    for (const [what, body, message] of BODIES) {
      test(`V10: ${what} as a body of ${plural} is 400`, async ({ api, org }) => {
        expectBare(await api.send('POST', `${v1}/${org.uid}`, { body }), 'INVALID_ARGUMENT', message);
        if (put) expectBare(await api.send('PUT', `${v1}/${org.uid}`, { body }), 'INVALID_ARGUMENT', message);
      });
    }

    test(`V10: violations of fields with a wrong type are in snake case: ${plural}`, async ({ api, org }) => {
      const kind = v1Kinds.find((other) => other.plural === plural);
      const fields = Object.keys((await kind?.draft(org)) ?? {}).filter((name) => name !== 'single_use');
      const body = Object.fromEntries(fields.map((name) => [name, 1.5]));
      const answer = await api.post(`${v1}/${org.uid}`, body);
      expectBare(answer, 'INVALID_ARGUMENT');
      const message = String(answer.body.message).replace('Invalid argument: ', '').split('; ');
      expect(message.map((one) => one.split(': ')[0]).toSorted(), describe(answer)).toEqual(fields.toSorted());
    });
  }

  for (const target of ['/iam/v1/groups/%zz', '/iam/v1/%', '/registry/v1/repos/%ff']) {
    test(`V10: the escape in ${target} is reported without details`, async ({ api }) => {
      expectBare(await api.delete(target), 'INVALID_ARGUMENT', 'path: has a malformed percent escape');
    });
  }

  test('V10: a broken escape in a query is 400', async ({ api }) => {
    expectBare(await api.get('/iam/v1/groups?name=%zz'), 'INVALID_ARGUMENT', 'name: has a malformed percent escape');
  });

  test('V10: a repeated filter is 400', async ({ api }) => {
    const says = 'name: too many values for field "name": a, b';
    expectBare(await api.get('/iam/v1/groups?name=a&name=b'), 'INVALID_ARGUMENT', says);
    expectBare(await api.get('/iam/v1/groups?uidp=x'), 'INVALID_ARGUMENT', /^Invalid argument: uidp: /);
  });

  test('V10: a body above 4 MiB is 413', async ({ api, org }) => {
    const body = JSON.stringify({ name: 'x'.repeat(5 * 1024 * 1024) });
    const answer = await api.send('PUT', `/iam/v1/groups/${org.uid}`, { body });
    expect([answer.status, answer.body.code, answer.body.details]).toEqual([413, 8, []]);
  });
});

test.describe('V10: paths that are not served', () => {
  const unknown = [
    '/iam/v1/nope',
    '/iam/v1',
    '/iam/v1/',
    '/registry/v1/sbom',
    '/iam/v1/groupInvites',
    '/iam/v1/roleBindings',
  ];
  for (const target of unknown) {
    test(`V10: ${target} is 404 for every caller`, async ({ api, anonymous }) => {
      for (const caller of [api, anonymous]) expectBareRoute(await caller.get(target));
    });
  }

  for (const target of [
    '/%69am/v1/nope',
    '/iam/v%31/nope',
    '/libraries/v1/nope',
    '/advisory/v1/nope',
    '/vulnerabilities/v1/nope',
  ]) {
    test(`V10: ${target} is a path of v1, and has no details`, async ({ api }) => {
      expectBareRoute(await api.get(target));
    });
  }

  const expectBareRoute = (answer: Awaited<ReturnType<Org['api']['get']>>): void =>
    expect([answer.status, answer.text], describe(answer)).toEqual([
      404,
      '{"code":5,"message":"Not Found","details":[]}',
    ]);

  for (const method of ['PATCH', 'PUT', 'DELETE']) {
    test(`V10: ${method} of a custom method that only has GET is 501`, async ({ api }) => {
      const answer = await api.send(method, '/iam/v1/groups:checkEligibility');
      expectBare(answer, 'UNIMPLEMENTED', 'Method Not Allowed');
      expect(answer.headers.allow).toContain('GET');
    });
  }
});

test.describe('V10: conflicts', () => {
  test('V10: a second equal role binding is 409', async ({ api, org }) => {
    const { uid: identity } = await org.identity();
    const body = { identity, role: org.roles.get('viewer') };
    ok(await api.post(`/iam/v1/rolebindings/${org.uid}`, body));
    expectBare(await api.post(`/iam/v1/rolebindings/${org.uid}`, body), 'ALREADY_EXISTS', /already exists$/);
  });

  test('V10: a second association of a group is 409', async ({ api, org }) => {
    await org.association();
    expectBare(await api.post(`/iam/v1/account_associations/${org.uid}`, { name: 'again' }), 'ALREADY_EXISTS');
  });
});

onBoth.describe('V10: over gRPC', () => {
  const groups = 'chainguard.platform.iam.Groups';
  const cases = [
    ['UNAUTHENTICATED', 'List', {}, { token: null }, 16],
    ['NOT_FOUND', 'Update', { id: 'x', name: 'x' }, {}, 5],
    ['INVALID_ARGUMENT', 'Delete', {}, {}, 3],
  ] as const;

  for (const [what, method, request, extra, code] of cases) {
    onBoth(`V10: ${method} that is refused as ${what} has no details: ${code}`, async ({ grpc }) => {
      const ended = await grpc.call(`${groups}/${method}`, request, extra);
      expect(ended).toMatchObject({ ok: false, code, details: [] });
    });
  }

  onBoth('V10: a reference to a missing row is NOT_FOUND without details', async ({ grpc, org }) => {
    const ended = await grpc.call(`${groups}/Create`, { parent: `${org.uid}/${'0'.repeat(16)}`, group: { name: 'x' } });
    expect(ended).toMatchObject({ ok: false, code: 5, details: [] });
  });

  // None of these calls is run by the kernel.
  for (const [what, headers, body, status] of [
    ['a deadline that has passed', { 'grpc-timeout': '1n' }, framed(Buffer.alloc(0)), 4],
    ['two messages', {}, Buffer.concat([framed(Buffer.alloc(0)), framed(Buffer.alloc(0))]), 3],
    ['a message that cannot be read', {}, framed(Buffer.from([0xff])), 3],
  ] as const) {
    onBoth(`V10: ${what} has no details`, async ({ shared }) => {
      const answer = await overHttp2(shared.target.baseUrl, (session) =>
        rawCall(session, { path: `/${groups}/List`, body, headers: { authorization: 'admin-token', ...headers } }),
      );
      expect([answer.status, answer.details]).toEqual([status, []]);
    });
  }

  onBoth('V3, V4: a missing row is an empty answer', async ({ grpc, org }) => {
    const id = `${org.uid}/${'0'.repeat(16)}`;
    expect(await grpc.call(`${groups}/List`, { id })).toMatchObject({ ok: true, response: {} });
    expect(await grpc.call(`${groups}/List`, { uidp: { childrenOf: id } })).toMatchObject({ ok: true, response: {} });
    expect(await grpc.call(`${groups}/Delete`, { id })).toMatchObject({ ok: true, response: {} });
  });
});
