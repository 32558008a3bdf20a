import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallScope } from '../../kernel/call-scope.ts';
import { Code, type CodeName } from '../../kernel/errors.ts';
import { MemoryStore } from '../../store/memory.ts';
import { ADMIN, kernel, openSpecimenWorld } from '../../testing/specimen-world.ts';
import { groups, shelves } from '../../testing/specimens.ts';
import type { RestAnswer } from './answer.ts';
import { BodyTooLarge, RestFace, type RestRequest } from './face.ts';

const ROOT = 'a'.repeat(40);
const SHELF = `${ROOT}/${'1'.repeat(16)}`;
const SHELVES = '/registry/v2/shelves';

const { world, put, grant, rows } = await openSpecimenWorld(new MemoryStore());
const TIMES = { createTime: '2026-01-01T00:00:00.000Z', updateTime: '2026-01-01T00:00:00.000Z' };
await put(groups, { uid: ROOT, name: 'root', ...TIMES });
await put(shelves, { uid: SHELF, name: 'a', size: 1, code: 'c', secret: 's', ...TIMES });
await grant('stranger', { [ROOT]: ['nothing'] });

const reported: unknown[] = [];
const face = new RestFace(kernel, (error) => reported.push(error));

type Asked = Partial<Omit<RestRequest, 'body'>> & { readonly body?: string | Uint8Array; readonly of?: CallScope };

const ask = (method: string, target: string, { body, of = world, ...rest }: Asked = {}): Promise<RestAnswer> =>
  face.handle(
    {
      method,
      target,
      contentType: undefined,
      authorization: ADMIN,
      body: async () => (body === undefined ? assert.fail('the body was asked for') : Buffer.from(body)),
      ...rest,
    },
    of,
  );

const json = ({ body }: RestAnswer): unknown => JSON.parse(String(body));

const ANSWERED = { uid: SHELF, name: 'a', note: '', size: 1, ...TIMES };

test('a get answers a row without its secrets', async () => {
  const answer = await ask('GET', `${SHELVES}/${SHELF}`);
  assert.deepEqual({ ...answer, body: json(answer) }, { status: 200, body: ANSWERED, isAscii: true });
});

test('a list answers a page', async () => {
  const answer = await ask('GET', `${SHELVES}?uidp.descendants_of=${ROOT}&page_size=5`);
  assert.deepEqual(
    { ...answer, body: json(answer) },
    {
      status: 200,
      body: { shelves: [ANSWERED], totalCount: '1', skipped: 0 },
      isAscii: true,
    },
  );
});

test('an answer with a character beyond ASCII, in any of its rows, is not marked as ASCII', async () => {
  const other = await openSpecimenWorld(new MemoryStore());
  const beyond = `${ROOT}/${'2'.repeat(16)}`;
  await other.put(groups, { uid: ROOT, name: 'root', ...TIMES });
  for (const [uid, name] of [[SHELF, 'a'] as const, [beyond, 'ü'] as const]) {
    await other.put(shelves, { uid, name, size: 1, code: 'c', ...TIMES });
  }
  for (const [target, isAscii] of [
    [`${SHELVES}/${SHELF}`, true],
    [`${SHELVES}/${beyond}`, false],
    [`${SHELVES}?page_size=1`, true],
    [`${SHELVES}?page_size=2`, false],
  ] as const) {
    assert.equal((await ask('GET', target, { of: other.world })).isAscii, isAscii, target);
  }
});

const SAME: readonly (readonly [what: string, method: string, target: string])[] = [
  ['HEAD', 'HEAD', `${SHELVES}/${SHELF}`],
  ['the older name of the version', 'GET', `/registry/v2beta1/shelves/${SHELF}`],
  ['a slash at the end', 'GET', `${SHELVES}/${SHELF}/`],
  ['an escaped slash', 'GET', `${SHELVES}/${SHELF.replace('/', '%2F')}`],
  ['an escaped slash in lower case', 'GET', `${SHELVES}/${SHELF.replace('/', '%2f')}`],
  ['other escapes', 'GET', `/registry/v2/%73helves/${SHELF.replace('a', '%61')}`],
  ['an unknown parameter', 'GET', `${SHELVES}/${SHELF}?foo=1&uid=other`],
  ['an empty query', 'GET', `${SHELVES}/${SHELF}?`],
];

for (const [what, method, target] of SAME) {
  test(`a get with ${what} answers the same`, async () => {
    assert.deepEqual(await ask(method, target), await ask('GET', `${SHELVES}/${SHELF}`));
  });
}

const JSON_TYPE = 'application/json; charset=utf-8';
const FORM = 'application/x-www-form-urlencoded';

const PASSED: readonly (readonly [what: string, method: string, query: string, asked: Asked, token: string])[] = [
  ['GET and its query', 'GET', '?aud=a&aud=b&identity_provider=p', {}, 'admin|p|a|b'],
  ['POST and its query', 'POST', '?aud=a&aud=b&identityProvider=p', { body: '' }, 'admin|p|a|b'],
  ['POST and a form', 'POST', '', { body: 'aud=a&aud=b&identity_provider=p', contentType: FORM }, 'admin|p|a|b'],
  ['POST and JSON', 'POST', '', { body: '{"aud":["a"],"identityProvider":"p"}', contentType: JSON_TYPE }, 'admin|p|a'],
];

for (const [what, method, query, asked, token] of PASSED) {
  test(`a method that makes tokens is asked by ${what}`, async () => {
    const answer = await ask(method, `/sts/passes${query}`, asked);
    assert.deepEqual([answer.status, json(answer)], [200, { token, expiry: '2026-01-01T00:00:00.000Z' }]);
  });
}

const ALLOWED: readonly (readonly [target: string, allow: string])[] = [
  ['/sts/passes', 'GET, POST, HEAD, OPTIONS'],
  [SHELVES, 'GET, POST, PATCH, DELETE, HEAD, OPTIONS'],
  [`${SHELVES}/${SHELF}`, 'GET, POST, PATCH, DELETE, HEAD, OPTIONS'],
];

for (const [target, Allow] of ALLOWED) {
  test(`OPTIONS ${target.replace(SHELF, 'UID')} returns the methods, to anybody`, async () => {
    const answer = await ask('OPTIONS', target, { authorization: undefined });
    assert.deepEqual(answer, { status: 204, headers: { Allow } });
  });
}

const info = (code: CodeName, service: string) => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: code,
  domain: `${service}.platform.test`,
});

interface Failure {
  readonly status: number;
  readonly code: CodeName;
  readonly message: string;
  readonly service?: string;
  readonly detail?: object;
  readonly headers?: object;
}

const violation = (field: string, description: string): Failure => ({
  status: 400,
  code: 'INVALID_ARGUMENT',
  message: `Invalid argument: ${field}: ${description}`,
  detail: { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description }] },
});
const notFound = (service: string): Failure => ({ status: 404, code: 'NOT_FOUND', message: 'Not Found', service });

const ANONYMOUS: Asked = { authorization: undefined };
const MISSING = `${ROOT}/${'f'.repeat(16)}`;
const ESCAPE = 'has a malformed percent escape';

const FAILURES: readonly (readonly [fact: string, method: string, target: string, asked: Asked, failure: Failure])[] = [
  ['an unknown collection', 'GET', '/iam/v2/nope', ANONYMOUS, notFound('iam')],
  ['a collection of another domain', 'GET', '/iam/v2/shelves', ANONYMOUS, notFound('iam')],
  ['an unknown domain', 'GET', '/nope/v2/shelves', ANONYMOUS, notFound('api')],
  ['no path', 'GET', '/', ANONYMOUS, notFound('api')],
  ['an unknown method of the token service', 'GET', '/sts/nope', ANONYMOUS, notFound('oidc')],
  ['what v1 of the events has over gRPC only', 'GET', '/events/v1/subscriptions', ANONYMOUS, notFound('events')],
  [
    'a request without a token for one',
    'POST',
    '/sts/passes?identity_provider=a&identity_provider=b',
    { ...ANONYMOUS, body: '' },
    {
      status: 401,
      code: 'UNAUTHENTICATED',
      message: 'Unauthenticated: missing bearer token',
      service: 'oidc',
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
  ],
  [
    'a value that is given twice',
    'POST',
    '/sts/passes?identity_provider=a',
    { body: 'identity_provider=a' },
    {
      ...violation('identity_provider', 'too many values for field "identity_provider": a, a'),
      service: 'oidc',
    },
  ],
  ['OPTIONS of an unknown path', 'OPTIONS', '/iam/v2/nope', ANONYMOUS, notFound('iam')],
  [
    'a method that the path does not take',
    'PUT',
    `${SHELVES}/${SHELF}`,
    ANONYMOUS,
    {
      status: 501,
      code: 'UNIMPLEMENTED',
      message: 'Method Not Allowed',
      headers: { Allow: 'GET, POST, PATCH, DELETE, HEAD, OPTIONS' },
    },
  ],
  [
    'a caller without a token',
    'GET',
    `${SHELVES}?page_size=x`,
    ANONYMOUS,
    {
      status: 401,
      code: 'UNAUTHENTICATED',
      message: 'Unauthenticated: missing bearer token',
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
  ],
  [
    'a caller without rights',
    'GET',
    `${SHELVES}/${SHELF}`,
    { authorization: 'stranger' },
    {
      status: 403,
      code: 'PERMISSION_DENIED',
      message: `Permission denied: missing capability "shelf.list" on group ${ROOT}`,
    },
  ],
  [
    'a row that is not there',
    'GET',
    `${SHELVES}/${MISSING}`,
    {},
    {
      status: 404,
      code: 'NOT_FOUND',
      message: `Not found: shelf "${MISSING}" not found`,
      detail: {
        '@type': 'type.googleapis.com/google.rpc.ResourceInfo',
        resourceType: 'registry.platform.test/Shelf',
        resourceName: MISSING,
      },
    },
  ],
  [
    'a delete that is blocked',
    'DELETE',
    `/iam/v2/groups/${ROOT}`,
    {},
    {
      status: 400,
      code: 'FAILED_PRECONDITION',
      message: 'Precondition failed: cannot delete group with child shelves',
      service: 'iam',
      detail: {
        '@type': 'type.googleapis.com/google.rpc.PreconditionFailure',
        violations: [{ type: 'RESOURCE_NOT_EMPTY', description: 'cannot delete group with child shelves' }],
      },
    },
  ],
  ['a broken escape in the path', 'GET', `${SHELVES}/%zz`, ANONYMOUS, violation('path', ESCAPE)],
  ['an escape cut short', 'GET', `${SHELVES}/%2`, ANONYMOUS, violation('path', ESCAPE)],
  ['bytes in the path that are not UTF-8', 'GET', `${SHELVES}/%ff`, ANONYMOUS, violation('path', ESCAPE)],
  ['a broken escape in the query', 'GET', `${SHELVES}?name=%zz`, {}, violation('name', ESCAPE)],
  ['broken JSON', 'POST', `${SHELVES}/${ROOT}`, { body: '{name:' }, violation('body', 'malformed JSON')],
  ['more behind the JSON', 'POST', `${SHELVES}/${ROOT}`, { body: '{} x' }, violation('body', 'malformed JSON')],
  [
    'bytes that are not UTF-8',
    'POST',
    `${SHELVES}/${ROOT}`,
    { body: Buffer.from('{"name":"\xff"}', 'latin1') },
    violation('body', 'malformed JSON'),
  ],
  ['a list as a body', 'POST', `${SHELVES}/${ROOT}`, { body: '[]' }, violation('body', 'must be a JSON object')],
  ['null as a body', 'POST', `${SHELVES}/${ROOT}`, { body: 'null' }, violation('body', 'must be a JSON object')],
  [
    'an empty body',
    'POST',
    `${SHELVES}/${ROOT}`,
    { body: '' },
    violation('name', 'name must match "^[a-z0-9 ._-]{1,}$"'),
  ],
  [
    'an unknown key and no mask',
    'PATCH',
    `${SHELVES}/${SHELF}`,
    { body: '{"nmae":"x"}' },
    violation('nmae', 'could not find field "nmae" in "specimen.Shelf"'),
  ],
  [
    'a mask given twice',
    'PATCH',
    `${SHELVES}/${SHELF}?updateMask=name&updateMask=size`,
    { body: '{}' },
    violation('updateMask', 'too many values for field "updateMask": name, size'),
  ],
  [
    'a uid that has a broken escape behind an escaped percent',
    'GET',
    `${SHELVES}/%25zz`,
    {},
    {
      status: 404,
      code: 'NOT_FOUND',
      message: 'Not found: shelf "%zz" not found',
      detail: {
        '@type': 'type.googleapis.com/google.rpc.ResourceInfo',
        resourceType: 'registry.platform.test/Shelf',
        resourceName: '%zz',
      },
    },
  ],
];

for (const [fact, method, target, asked, failure] of FAILURES) {
  const { status, code, message, service = 'registry', detail, headers } = failure;
  test(`${fact} is answered with ${status}: ${message.replaceAll(ROOT, 'ROOT')}`, async () => {
    const answer = await ask(method, target, asked);
    assert.equal(answer.status, status);
    const details = [info(code, service), ...(detail === undefined ? [] : [detail])];
    assert.deepEqual(json(answer), { code: Code[code], message, details });
    assert.deepEqual(answer.headers, headers);
  });
}

test('a body that is too large is answered with 413', async () => {
  const answer = await face.handle(
    {
      method: 'POST',
      target: `${SHELVES}/${ROOT}`,
      contentType: undefined,
      authorization: ADMIN,
      body: () => Promise.reject(new BodyTooLarge(10)),
    },
    world,
  );
  assert.equal(answer.status, 413);
  const message = 'Resource exhausted: body is larger than 10 bytes';
  assert.deepEqual(json(answer), { code: 8, message, details: [info('RESOURCE_EXHAUSTED', 'registry')] });
});

test('an internal error is answered with 500, reported once and not disclosed', async () => {
  const answer = await ask('POST', `${SHELVES}/${ROOT}`, { body: '{"name":"cursed"}' });
  assert.equal(answer.status, 500);
  assert.deepEqual(json(answer), { code: 13, message: 'Internal error', details: [info('INTERNAL', 'registry')] });
  assert.equal(reported.length, 1);
  assert.match(String(reported[0]), /half way/);
});

test('a create returns what no other call returns', async () => {
  const answer = await ask('POST', `${SHELVES}/${ROOT}?shelf=x&shelf.name=y`, {
    body: '{"name":"new","secret":"s","unknown":1}',
  });
  assert.equal(answer.status, 200);
  const { uid, ...created } = json(answer) as { uid: string };
  assert.deepEqual(created, { name: 'new', note: '', code: 'open sesame', ...TIMES });
  assert.equal((json(await ask('GET', `${SHELVES}/${uid}`)) as { code?: string }).code, undefined);
});

test('the path decides which row is updated, and with a mask unknown keys are ignored', async () => {
  const body = '{"uid":"other","note":"n","nmae":"x","size":9}';
  const answer = await ask('PATCH', `${SHELVES}/${SHELF}?update_mask=note&shelf=x`, { body });
  assert.deepEqual(json(answer), { ...ANSWERED, note: 'n' });
  assert.equal(rows.get(shelves, SHELF)?.note, 'n');
});

test('a delete answers nothing, and asks for no body', async () => {
  const { uid } = json(await ask('POST', `${SHELVES}/${ROOT}`, { body: '{"name":"gone"}' })) as { uid: string };
  assert.deepEqual(await ask('DELETE', `${SHELVES}/${uid}?force=true`), { status: 200 });
});
