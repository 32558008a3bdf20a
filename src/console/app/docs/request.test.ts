import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiDocument, groupsOf, type Operation, searchGroups } from './document.ts';
import { composeRequest, curlOf, indentJson, sampleBody } from './request.ts';

const text = { type: 'string' };
const FORM = 'application/x-www-form-urlencoded';

const DOCUMENT: ApiDocument = {
  info: { title: 'Parts', version: '1' },
  servers: [{ url: '/plane/' }],
  tags: [{ name: 'Parts', description: 'Things.' }, { name: 'Empty' }],
  paths: {
    '/parts/{uid}:join': {
      post: {
        operationId: 'JoinParts',
        summary: 'Join parts',
        tags: ['Parts'],
        parameters: [
          { name: 'uid', in: 'path', required: true, schema: text },
          { $ref: '#/components/parameters/with' },
        ],
        requestBody: { content: { [FORM]: { example: { a: 'b c', d: 'é' } }, 'application/json': {} } },
        responses: { '200': { description: 'Joined.' }, '404': { $ref: '#/components/responses/Missing' } },
      },
      parameters: {} as never,
    },
    '/live': { get: { operationId: 'Live', summary: 'Live', tags: ['Parts'], responses: {}, security: [] } },
  },
  components: {
    parameters: { with: { name: 'with', in: 'query', schema: { type: 'array', items: text } } },
    responses: { Missing: { description: 'It is not there.' } },
  },
};

const GROUPS = groupsOf(DOCUMENT, 'http://localhost:1/docs');
const [join, live] = GROUPS.flatMap(({ operations }) => operations) as [Operation, Operation];

test('an operation has the path of the server before its own, and what its parts refer to', () => {
  assert.deepEqual(
    [join.method, join.path, join.parameters.map(({ name }) => name), join.answers[1]],
    ['POST', '/plane/parts/{uid}:join', ['uid', 'with'], ['404', { description: 'It is not there.' }]],
  );
  assert.deepEqual(
    GROUPS.map(({ name, operations }) => [name, operations.map(({ id }) => id)]),
    [
      ['Parts', ['JoinParts', 'Live']],
      ['Empty', []],
    ],
  );
});

for (const [search, ids] of [
  ['', ['JoinParts', 'Live']],
  ['post PARTS', ['JoinParts']],
  ['/live', ['Live']],
  ['join live', []],
] as const) {
  test(`a search for "${search}" leaves ${ids.length} operations`, () =>
    assert.deepEqual(
      searchGroups(GROUPS, search).flatMap(({ operations }) => operations.map(({ id }) => id)),
      ids,
    ));
}

for (const [name, operation, filled, request] of [
  ['what is not filled in is not sent', join, {}, { method: 'POST', path: '/plane/parts/{uid}:join', headers: {} }],
  [
    'a value of a path is one segment, and dollars in it mean nothing',
    join,
    { 'path uid': 'a/b?$&', 'query with': 'x y\nz&' },
    { method: 'POST', path: '/plane/parts/a%2Fb%3F%24%26:join?with=x+y&with=z%26', headers: {} },
  ],
  [
    'a body has the chosen type, or else the first',
    join,
    { body: '{}', token: 't' },
    {
      method: 'POST',
      path: '/plane/parts/{uid}:join',
      headers: { Authorization: 'Bearer t', 'Content-Type': FORM },
      body: '{}',
    },
  ],
  [
    'no token goes to an operation that takes none',
    live,
    { token: 't' },
    { method: 'GET', path: '/plane/live', headers: {} },
  ],
] as const) {
  test(name, () => assert.deepEqual(composeRequest(operation, filled), request));
}

test('a request is a line for curl, quoted for a shell', () => {
  const request = { method: 'PUT', path: "/a?b='", headers: { A: 'b' }, body: '{"c":"d"}' };
  assert.equal(
    curlOf(request, 'http://localhost:1'),
    `curl -X PUT 'http://localhost:1/a?b='\\''' \\\n  -H 'A: b' \\\n  --data-binary '{"c":"d"}'`,
  );
  assert.equal(curlOf({ method: 'GET', path: '/', headers: {} }, 'http://h'), "curl 'http://h/'");
});

for (const [type, content, body] of [
  [FORM, { example: { a: 'b c', d: 'é' } }, 'a=b+c&d=%C3%A9'],
  ['application/json', { example: { a: 1 } }, '{\n  "a": 1\n}'],
  ['application/json', { examples: { one: { value: [] } } }, '[]'],
  ['application/json', { schema: { example: 'x' } }, 'x'],
  ['application/json', {}, '{}'],
  ['application/yaml', {}, ''],
] as const) {
  test(`a body of ${type} with ${JSON.stringify(content)} begins as ${JSON.stringify(body)}`, () =>
    assert.equal(sampleBody(type, content), body));
}

for (const [came, expected] of [
  [
    '{"a":1.0,"b":[1,{"c":[]}],"a":{ }}',
    '{\n  "a": 1.0,\n  "b": [\n    1,\n    {\n      "c": []\n    }\n  ],\n  "a": {}\n}',
  ],
  ['{"a":"b\\"{,: }"}', '{\n  "a": "b\\"{,: }"\n}'],
  ['12345678901234567890', '12345678901234567890'],
  ['{"a":[1', '{\n  "a": [\n    1'],
  [']]', '\n]\n]'],
] as const) {
  test(`${came} is shown over lines, with each value as it was written`, () =>
    assert.equal(indentJson(came), expected));
}
