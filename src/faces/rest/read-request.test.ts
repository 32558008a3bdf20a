import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Incoming } from '../../kernel/answer.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { V2 } from '../../schema/edition.ts';
import { bool, int32, repeated, string, uid } from '../../schema/field-types.ts';
import { message, of, optional } from '../../schema/message.ts';
import type { HttpRule, Operation } from '../../schema/operation.ts';
import { createMatcher } from './matcher.ts';
import { type Carried, readRequest } from './read-request.ts';

const Thing = message('mock.test.readrequest.Thing', 'A thing.', {
  uid: optional(1, uid(), 'Its uid.'),
  note: optional(2, string(), 'A note.'),
});

const request = message('mock.test.readrequest.Request', 'A request.', {
  aud: optional(1, repeated(string()), 'Audiences.'),
  scope: optional(2, string(), 'A scope.'),
  identityProvider: optional(3, string(), 'A provider.'),
  count: optional(4, int32(), 'A number.'),
  sure: optional(5, bool(), 'A switch.'),
  thing: optional(6, of(Thing), 'A thing.'),
  uid: optional(7, uid(), 'A uid.'),
  manyThings: optional(8, repeated(of(Thing)), 'Many things.'),
  pageToken: optional(9, string(), 'A cursor.'),
});

const operation = (http: HttpRule, ...additionalHttp: readonly HttpRule[]): BoundOperation => {
  const described: Operation = {
    id: http.path,
    service: 'mock.test.Service',
    domain: 'oidc',
    summary: '',
    description: '',
    http,
    additionalHttp,
    request,
    response: undefined,
    capabilities: [],
    auth: 'bearer',
    edition: V2,
    origin: 'published',
    fails: [],
  };
  // The reader of requests needs no other member.
  return { operation: described } as BoundOperation;
};

const match = createMatcher([
  operation({ method: 'POST', path: '/sts/exchange' }, { method: 'GET', path: '/sts/exchange' }),
  operation({ method: 'POST', path: '/sts/v1/of/{uid=*}' }),
  operation({ method: 'POST', path: '/sts/v1/whole/{uid=*}', body: '*' }),
  operation({ method: 'POST', path: '/sts/v1/things/{thing.uid=*}', body: 'thing' }),
  operation({ method: 'POST', path: '/sts/v1/many/{uid=*}', body: 'manyThings' }),
]);

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

type Sent = Partial<Omit<Carried, 'body'>> & { readonly body?: string | Uint8Array; readonly path?: string };

const read = ({ path = '/sts/exchange', query = '', body = '', contentType }: Sent): Incoming => {
  const routed = match('POST', path);
  assert.ok(routed && 'bound' in routed);
  return readRequest(routed, { query, body: Buffer.from(body), contentType });
};

const BOTH = { aud: ['a', 'b'], scope: 's' };

const READ: readonly (readonly [what: string, sent: Sent, value: object])[] = [
  ['nothing', {}, {}],
  ['a query', { query: 'aud=a&aud=b&scope=s' }, BOTH],
  ['a cursor', { query: 'scope=s&page_token=a-B_9' }, { scope: 's', pageToken: 'a-B_9' }],
  ['another cursor of the same walk', { query: 'scope=s&page_token=c' }, { scope: 's', pageToken: 'c' }],
  ['a cursor with escapes', { query: 'scope=s&page_token=a%2Fb+c' }, { scope: 's', pageToken: 'a/b c' }],
  ['an empty cursor', { query: 'scope=s&page_token=' }, { scope: 's', pageToken: '' }],
  ['a cursor before the rest', { query: 'scope=s&page_token=c&count=7' }, { scope: 's', pageToken: 'c', count: 7 }],
  ['a cursor in two spellings', { query: 'pageToken=c&page_token=c' }, { pageToken: 'c' }],
  ['a form', { body: 'aud=a&aud=b&scope=s', contentType: FORM }, BOTH],
  ['a form that is not called one', { body: 'aud=a&aud=b&scope=s' }, BOTH],
  ['a form in a character set', { body: 'aud=a&aud=b&scope=s', contentType: `${FORM}; charset=utf-8` }, BOTH],
  ['a form with a line end', { body: 'aud=a&aud=b&scope=s\r\n', contentType: FORM }, BOTH],
  ['a form with escapes', { body: 'scope=a%2Fb+c&aud=%D0%BC', contentType: FORM }, { scope: 'a/b c', aud: ['м'] }],
  ['a form under both names', { body: 'identity_provider=p', contentType: FORM }, { identityProvider: 'p' }],
  ['a form that adds to a query', { query: 'aud=a&scope=s', body: 'aud=b', contentType: FORM }, BOTH],
  ['JSON', { body: '{"aud":["a","b"],"scope":"s"}', contentType: JSON_TYPE }, BOTH],
  [
    'JSON in a character set',
    { body: '{"scope":"s"}', contentType: 'Application/JSON; charset=utf-8' },
    { scope: 's' },
  ],
  ['JSON of a kind', { body: '{"scope":"s"}', contentType: 'application/x.y+json' }, { scope: 's' }],
  ['JSON that is not called so', { body: ' \n{"scope":"s"}' }, { scope: 's' }],
  ['JSON that is called a form', { body: '{"scope":"s"}', contentType: FORM }, { scope: 's' }],
  ['JSON under both names', { body: '{"identity_provider":"p"}', contentType: JSON_TYPE }, { identityProvider: 'p' }],
  ['JSON of other types', { body: '{"count":7,"sure":true}', contentType: JSON_TYPE }, { count: 7, sure: true }],
  ['JSON without members', { body: '{}', contentType: JSON_TYPE }, {}],
  ['JSON with what nobody knows', { body: '{"scope":"s","x":{"y":1}}', contentType: JSON_TYPE }, { scope: 's' }],
  ['JSON with null', { body: '{"scope":null,"aud":["a"]}', contentType: JSON_TYPE }, { aud: ['a'] }],
  ['JSON that adds to a query', { query: 'scope=s', body: '{"aud":["a","b"]}', contentType: JSON_TYPE }, BOTH],
  ['what nobody knows', { query: 'x=1&y', body: 'z=2', contentType: FORM }, {}],
  [
    'one value in two spellings',
    { query: 'identityProvider=p', body: 'identity_provider=p' },
    { identityProvider: 'p' },
  ],
  ['the path', { path: '/sts/v1/of/x' }, { uid: 'x' }],
  ['the path before a query and a form', { path: '/sts/v1/of/x', query: 'uid=y', body: 'uid=z' }, { uid: 'x' }],
  ['the path before JSON', { path: '/sts/v1/of/x', body: '{"uid":"z"}' }, { uid: 'x' }],
  [
    'the path before a whole body',
    { path: '/sts/v1/whole/x', body: '{"uid":"z","scope":"s"}' },
    { uid: 'x', scope: 's' },
  ],
  [
    'the path before a body that is a field',
    { path: '/sts/v1/things/x', query: 'scope=s&thing.note=q', body: '{"uid":"z","note":"n"}' },
    { scope: 's', thing: { uid: 'x', note: 'n' } },
  ],
  [
    'the path before a body that is a list',
    { path: '/sts/v1/many/x', query: 'uid=y&scope=s&many_things.note=q', body: '[{"note":"a"},{"x":1},{}]' },
    { uid: 'x', scope: 's', manyThings: [{ note: 'a' }, {}, {}] },
  ],
  ['an empty list', { path: '/sts/v1/many/x', body: '[]' }, { uid: 'x', manyThings: [] }],
  ['an empty body for a list', { path: '/sts/v1/many/x' }, { uid: 'x', manyThings: [] }],
];

for (const [what, sent, value] of READ) {
  test(`a request is read from ${what}`, () => {
    for (let again = 0; again < 2; again += 1) {
      const { request: found, violations } = read(sent);
      assert.deepEqual({ found, violations }, { found: value, violations: [] });
    }
  });
}

const NO_INT32 = 'must be a whole number between -2147483648 and 2147483647';

const FAULTY: readonly (readonly [what: string, sent: Sent, field: string, description: string])[] = [
  ['one value twice in a query', { query: 'scope=a&scope=a' }, 'scope', 'too many values for field "scope": a, a'],
  [
    'a cursor twice',
    { query: 'page_token=a&page_token=b' },
    'page_token',
    'too many values for field "page_token": a, b',
  ],
  [
    'two cursors in two spellings',
    { query: 'pageToken=a&page_token=b' },
    'page_token',
    'too many values for field "page_token": a, b',
  ],
  ['a cursor and a number that is none', { query: 'count=x&page_token=b' }, 'count', NO_INT32],
  ['one value twice in a form', { body: 'scope=a&scope=b' }, 'scope', 'too many values for field "scope": a, b'],
  [
    'one value in a query and a form',
    { query: 'scope=a', body: 'scope=a' },
    'scope',
    'too many values for field "scope": a, a',
  ],
  [
    'two values in two spellings',
    { query: 'identityProvider=p', body: 'identity_provider=q' },
    'identity_provider',
    'too many values for field "identity_provider": p, q',
  ],
  [
    'one value in a query and JSON',
    { query: 'scope=a', body: '{"scope":"a"}' },
    'scope',
    'is given both in the query and in the body',
  ],
  [
    'a list in a query and JSON',
    { query: 'aud=a', body: '{"aud":["b"]}' },
    'aud',
    'is given both in the query and in the body',
  ],
  [
    'one value in two spellings of JSON',
    { body: '{"identityProvider":"p","identity_provider":"p"}' },
    'identityProvider',
    'duplicate field "identityProvider"',
  ],
  [
    'an item of a list that is not an object',
    { path: '/sts/v1/many/x', body: '[{},null]' },
    '[1]',
    'must be an object',
  ],
  ['a field of an item of a list', { path: '/sts/v1/many/x', body: '[{},{"note":1}]' }, '[1].note', 'must be a string'],
  ['a query beside a list', { path: '/sts/v1/many/x', query: 'count=x', body: '[]' }, 'count', NO_INT32],
  ['a broken escape in a form', { body: 'scope=%zz' }, 'scope', 'has a malformed percent escape'],
  ['a lone surrogate in a form', { body: 'scope=%ED%A0%80' }, 'scope', 'has a malformed percent escape'],
];

for (const [what, sent, field, description] of FAULTY) {
  test(`${what} is a violation`, () => {
    assert.deepEqual(read(sent).violations, [{ field, description }]);
  });
}

const UNREADABLE: readonly (readonly [what: string, sent: Sent, message: string])[] = [
  ['broken JSON', { body: '{scope', contentType: JSON_TYPE }, 'body: malformed JSON'],
  ['a form that is called JSON', { body: 'scope=s', contentType: JSON_TYPE }, 'body: malformed JSON'],
  ['a list', { body: '[]', contentType: JSON_TYPE }, 'body: must be a JSON object'],
  ['null', { body: 'null', contentType: JSON_TYPE }, 'body: must be a JSON object'],
  ['an object for a list', { path: '/sts/v1/many/x', body: '{}' }, 'body: must be a JSON array'],
  ['null for a list', { path: '/sts/v1/many/x', body: 'null' }, 'body: must be a JSON array'],
  ['a list that is cut short', { path: '/sts/v1/many/x', body: '[{}' }, 'body: malformed JSON'],
  [
    'a form of bytes that are not UTF-8',
    { body: Buffer.from([0x61, 0x3d, 0xff]), contentType: FORM },
    'body: malformed form',
  ],
  [
    'JSON of bytes that are not UTF-8',
    { body: Buffer.from([0x7b, 0xff]), contentType: JSON_TYPE },
    'body: malformed JSON',
  ],
];

for (const [what, sent, message] of UNREADABLE) {
  test(`${what} cannot be read: ${message}`, () => {
    assert.throws(
      () => read(sent),
      (error) => error instanceof ApiError && error.message === `Invalid argument: ${message}`,
    );
  });
}

test('a get of the same operation reads the query only', () => {
  const routed = match('GET', '/sts/exchange');
  assert.ok(routed && 'bound' in routed);
  const { request: found } = readRequest(routed, { query: 'scope=s', body: new Uint8Array(), contentType: FORM });
  assert.deepEqual(found, { scope: 's' });
});

test('a query is not remembered with the form that came with it', () => {
  assert.deepEqual(read({ query: 'aud=a', body: 'aud=b' }).request, { aud: ['a', 'b'] });
  assert.deepEqual(read({ query: 'aud=a' }).request, { aud: ['a'] });
  assert.deepEqual(read({ query: 'aud=a', body: '{"scope":"s"}' }).request, { aud: ['a'], scope: 's' });
  assert.deepEqual(read({ query: 'aud=a' }).request, { aud: ['a'] });
});

test('a form of a megabyte is read in no time', () => {
  const began = performance.now();
  read({ body: 'aud=a&'.repeat(180_000), contentType: FORM });
  assert.ok(performance.now() - began < 3_000);
});

test('of a list of nothing but violations, a thousand are reported', () => {
  const { violations } = read({ path: '/sts/v1/many/x', body: `[${'0,'.repeat(100_000)}0]` });
  assert.equal(violations.length, 1_000);
});
