import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RestAnswer } from '../faces/rest/answer.ts';
import { BodyTooLarge, RestFace, type RestRequest } from '../faces/rest/face.ts';
import { Code, type CodeName } from '../kernel/errors.ts';
import { MemoryStore } from '../store/memory.ts';
import { ADMIN, openSpecimenWorld } from '../testing/specimen-world.ts';
import { groups, shelves, writers } from '../testing/specimens.ts';
import { kernelWithV1 } from '../testing/v1-specimens.ts';

const ROOT = 'a'.repeat(40);
const SHELF = `${ROOT}/${'1'.repeat(16)}`;
const OTHER = `${ROOT}/${'2'.repeat(16)}`;
const WRITER = `${ROOT}/${'3'.repeat(16)}`;
const MISSING = `${ROOT}/${'f'.repeat(16)}`;
const SHELVES = '/registry/v1/shelves';
const NOW = '2026-01-01T00:00:00.000Z';
const TIMES = { createTime: NOW, updateTime: NOW };

const { world, put, rows } = await openSpecimenWorld(new MemoryStore(), kernelWithV1);
await put(groups, { uid: ROOT, name: 'root', ...TIMES });
await put(
  shelves,
  { uid: SHELF, name: 'a', size: 1, weight: '7', code: 'c', secret: 's', ...TIMES },
  { uid: OTHER, name: 'b', ...TIMES },
);
await put(writers, { uid: WRITER, name: 'w', ...TIMES });

const reported: unknown[] = [];
const face = new RestFace(kernelWithV1, (error) => reported.push(error));

type Asked = Partial<Omit<RestRequest, 'body'>> & { readonly body?: string | Uint8Array };

const ask = (method: string, target: string, { body, ...rest }: Asked = {}, at = world): Promise<RestAnswer> =>
  face.handle(
    {
      method,
      target,
      contentType: undefined,
      authorization: ADMIN,
      body: async () => (body === undefined ? assert.fail('the body was asked for') : Buffer.from(body)),
      ...rest,
    },
    at,
  );

const json = ({ body }: RestAnswer): unknown => JSON.parse(String(body));

const A = { id: SHELF, name: 'a', remark: '', size: 1, labels: [], created_at: NOW };
const B = { id: OTHER, name: 'b', remark: '', labels: [], created_at: NOW };

test('a list of v1 returns items with the names of v1, and nothing else', async () => {
  const answer = await ask('GET', SHELVES);
  assert.deepEqual({ ...answer, body: json(answer) }, { status: 200, body: { items: [A, B] } });
});

test('all names are in camel case when the settings say so', async () => {
  const camel = { ...world, settings: { ...world.settings, spellings: { v1: 'json' as const } } };
  const answer = await ask('GET', `${SHELVES}?id=${SHELF}`, {}, camel);
  const { created_at, ...others } = A;
  assert.deepEqual(json(answer), { items: [{ ...others, createdAt: created_at }] });
  // Answers of v2 do not change.
  const target = `/registry/v2/shelves/${SHELF}`;
  assert.deepEqual(await ask('GET', target, {}, camel), await ask('GET', target));
});

const SAME: readonly (readonly [what: string, target: string])[] = [
  ['a filter by id', `?id=${SHELF}`],
  ['a filter with an escaped slash', `?id=${SHELF.replace('/', '%2F')}`],
  ['a uidp filter', `?uidp.ids=${SHELF}`],
  ['a page of one', '?page=1&page_size=1'],
  ['a page of one in camel case', '?page=1&pageSize=1'],
  ['a page of one in both cases', '?page=1&pageSize=1&page_size=1'],
  ['a limit', '?limit=1'],
  ['a limit and an offset of none', '?offset=0&limit=1'],
  ['a slash at the end', '/?limit=1'],
  ['what v2 calls its paging', '?limit=1&skip=1&order_by=nope&page_token=x'],
  ['an empty filter', '?name=&limit=1'],
];

for (const [what, rest] of SAME) {
  test(`a list with ${what} returns the first of two`, async () => {
    assert.deepEqual(json(await ask('GET', `${SHELVES}${rest}`)), { items: [A] });
  });
}

const BODIES: readonly (readonly [what: string, body: string])[] = [
  ['in snake case', '{"name":"a","labels":["l"],"created_at":"x"}'],
  ['in camel case', '{"name":"a","labels":["l"],"createdAt":"x"}'],
  ['with another id', `{"id":"${OTHER}","name":"a","labels":["l"]}`],
  ['with unknown names', '{"name":"a","labels":["l"],"shelf":{"name":"z"},"weight":"9","note":"n"}'],
  ['with null', '{"name":"a","labels":["l"],"remark":null}'],
];

for (const [what, body] of BODIES) {
  test(`a PUT of a body ${what} replaces what the path says`, async () => {
    const answer = await ask('PUT', `${SHELVES}/${SHELF}`, { body });
    const { size: _, ...others } = A;
    assert.deepEqual([answer.status, json(answer)], [200, { ...others, labels: ['l'] }]);
    const row = { uid: SHELF, name: 'a', tags: ['l'], weight: '7', code: 'c', secret: 's', ...TIMES };
    assert.deepEqual(rows.get(shelves, SHELF), row);
    await put(shelves, { ...row, tags: [], size: 1 });
  });
}

test('a PUT finds its row by a path with escapes', async () => {
  const target = `${SHELVES}/${OTHER.replace('/', '%2f').replace('a', '%61')}`;
  assert.deepEqual(json(await ask('PUT', target, { body: '{"name":"b"}' })), B);
});

test('a custom method of v1 has the name of v1 in its path', async () => {
  const answer = await ask('POST', `/iam/v1/writers/${WRITER}:praise`, { body: '{"writer_id":"x","praise":"great"}' });
  assert.deepEqual(json(answer), { writer: { id: WRITER, name: 'great writer' } });
});

const EMPTY: readonly (readonly [what: string, target: string])[] = [
  ['that is missing', `${SHELVES}/${MISSING}`],
  ['of a text that is not an id', `${SHELVES}/nope`],
  ['of another kind', `${SHELVES}/${WRITER}`],
];

for (const [what, target] of EMPTY) {
  test(`a DELETE of a row ${what} has an empty answer`, async () => {
    assert.deepEqual(await ask('DELETE', target), { status: 200 });
  });
}

interface Failure {
  readonly status: number;
  readonly code: CodeName;
  readonly message: string;
  readonly headers?: object;
}

const refused = (field: string, description: string): Failure => ({
  status: 400,
  code: 'INVALID_ARGUMENT',
  message: `Invalid argument: ${field}: ${description}`,
});
const NOT_FOUND: Failure = { status: 404, code: 'NOT_FOUND', message: 'Not Found' };
const notAllowed = (Allow: string): Failure => ({
  status: 501,
  code: 'UNIMPLEMENTED',
  message: 'Method Not Allowed',
  headers: { Allow },
});
const ANONYMOUS: Asked = { authorization: undefined };
const ESCAPE = 'has a malformed percent escape';
const NOT_INT32 = 'must be a whole number between -2147483648 and 2147483647';

const FAILURES: readonly (readonly [fact: string, method: string, target: string, asked: Asked, failure: Failure])[] = [
  ['an unknown collection', 'GET', '/registry/v1/nope', ANONYMOUS, NOT_FOUND],
  ['a collection that only v2 has', 'GET', '/iam/v1/groups', ANONYMOUS, NOT_FOUND],
  ['a path with escapes', 'GET', '/registry/%761/nope', ANONYMOUS, NOT_FOUND],
  ['a domain with escapes', 'GET', '/%72egistry/v1/nope', ANONYMOUS, NOT_FOUND],
  ['a GET of one', 'GET', `${SHELVES}/${SHELF}`, ANONYMOUS, notAllowed('POST, PUT, DELETE, OPTIONS')],
  ['a PATCH', 'PATCH', `${SHELVES}/${SHELF}`, ANONYMOUS, notAllowed('POST, PUT, DELETE, OPTIONS')],
  ['a broken escape in the path', 'DELETE', `${SHELVES}/%zz`, ANONYMOUS, refused('path', ESCAPE)],
  ['a broken escape in the query', 'GET', `${SHELVES}?name=%zz`, {}, refused('name', ESCAPE)],
  ['broken JSON', 'PUT', `${SHELVES}/${SHELF}`, { body: '{name:' }, refused('body', 'malformed JSON')],
  ['a list as a body', 'PUT', `${SHELVES}/${SHELF}`, { body: '[]' }, refused('body', 'must be a JSON object')],
  ['null as a body', 'POST', `${SHELVES}/${ROOT}`, { body: 'null' }, refused('body', 'must be a JSON object')],
  [
    'an empty body',
    'PUT',
    `${SHELVES}/${SHELF}`,
    { body: '' },
    refused('name', 'name must match "^[a-z0-9 ._-]{1,}$"'),
  ],
  [
    'one field in both spellings',
    'PUT',
    `${SHELVES}/${SHELF}`,
    { body: '{"name":"a","createdAt":"x","created_at":"x"}' },
    refused('created_at', 'duplicate field "createdAt"'),
  ],
  [
    'a value of another type',
    'POST',
    `${SHELVES}/${ROOT}`,
    { body: '{"shade":"RED"}' },
    refused('shade', 'unknown value "RED"'),
  ],
  [
    'a caller without a token',
    'GET',
    `${SHELVES}?page=x`,
    ANONYMOUS,
    {
      status: 401,
      code: 'UNAUTHENTICATED',
      message: 'Unauthenticated: missing bearer token',
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
  ],
  [
    'a PUT of a missing row',
    'PUT',
    `${SHELVES}/${MISSING}`,
    { body: '{"name":"a"}' },
    { status: 404, code: 'NOT_FOUND', message: `Not found: shelf "${MISSING}" not found` },
  ],
  ['a page that is not a number', 'GET', `${SHELVES}?page=x`, {}, refused('page', NOT_INT32)],
  ['a page without a number', 'GET', `${SHELVES}?page=`, {}, refused('page', NOT_INT32)],
  ['a page before the first', 'GET', `${SHELVES}?page=0`, {}, refused('page', 'page must be at least 1')],
  ['a page that is too large', 'GET', `${SHELVES}?page=2147483648`, {}, refused('page', NOT_INT32)],
  ['two pages', 'GET', `${SHELVES}?page=1&page=2`, {}, refused('page', 'too many values for field "page": 1, 2')],
];

for (const [fact, method, target, asked, failure] of FAILURES) {
  const { status, code, message, headers } = failure;
  test(`${fact} is answered with ${status} and no details`, async () => {
    const answer = await ask(method, target, asked);
    assert.deepEqual(json(answer), { code: Code[code], message, details: [] });
    assert.deepEqual([answer.status, answer.headers], [status, headers]);
  });
}

test('a body that is too large is answered with 413 and no details', async () => {
  const body = () => Promise.reject(new BodyTooLarge(10));
  const request = { method: 'PUT', target: `${SHELVES}/${SHELF}`, contentType: undefined, authorization: ADMIN, body };
  const answer = await face.handle(request, world);
  assert.equal(answer.status, 413);
  assert.deepEqual(json(answer), {
    code: 8,
    message: 'Resource exhausted: body is larger than 10 bytes',
    details: [],
  });
});

test('a failure of ours is answered with 500 and no details, and reported', async () => {
  const answer = await ask('POST', `${SHELVES}/${ROOT}`, { body: '{"name":"cursed"}' });
  assert.deepEqual([answer.status, json(answer)], [500, { code: 13, message: 'Internal error', details: [] }]);
  assert.match(String(reported[0]), /half way/);
});
