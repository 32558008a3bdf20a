#!/bin/sh
# @stoplight/prism-http 5.16.0, @scalar/mock-server 0.14.4, openapi-backend 5.21.2 and @mockoon/commons-server 9.9.0 (npm) and
# connexion 3.3.0 (PyPI), seen on 2026-11-30 with Node 20 and Python 3.11.
#
# Guess before it was run: five mocks that are made from an OpenAPI document answer with the example of the first 2xx; a range
# (`2XX`) and an example that is null are missed by one.
# Seen: ranges are not. mockoon reads `examples` as other answers and `example` of an answer not at all, and makes values from
# schemas. openapi-backend drops an example that is null, false or an empty text, and makes another value, such as true;
# connexion has no answer to null (501), and none for an operation with two types (500). A path without a template goes before
# one with it (OpenAPI, paths): scalar takes the one with it, which is the first in the document. A write-only member should
# not be in an answer (schema object), and only scalar leaves it out. connexion loses the headers of an answer.
# Whom it meets: clients that are tested against such a mock. With a mock: let the document have an example `false`, and a path
# beside a template.
# Output seen: the lines that EXPECTED has below, with who gives what the document says, and what the others give.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > make.mjs <<'JS'
import { writeFileSync } from 'node:fs';

const json = (media) => ({ content: { 'application/json': media } });
const text = { type: 'string' };
const object = { type: 'object', properties: { id: text } };
const cases = [
  ['a range', '/range', '2XX', json({ schema: object, example: { id: 'a' } }), { id: 'a' }],
  ['no schema', '/no-schema', '200', json({ example: { id: 'a' } }), { id: 'a' }],
  ['the example null', '/null', '200', json({ schema: { ...object, nullable: true }, example: null }), null],
  ['the example false', '/false', '200', json({ schema: { type: 'boolean' }, example: false }), false],
  ['the example 0', '/zero', '200', json({ schema: { type: 'integer', maximum: 0 }, example: 0 }), 0],
  ['an empty text', '/empty', '200', json({ schema: text, example: '' }), ''],
  ['an example of a component', '/component', '200', json({
    schema: object, examples: { a: { $ref: '#/components/examples/a' } },
  }), { id: 'a' }],
  ['a write-only member', '/write-only', '200', json({
    schema: { type: 'object', properties: { id: { ...text, example: 'a' }, key: { ...text, example: 'b', writeOnly: true } } },
  }), { id: 'a' }],
  ['a path with a template', '/items/{id}', '200', json({ schema: text, example: 'any' }), 'any'],
  ['a path beside it', '/items/mine', '200', json({ schema: text, example: 'mine' }), 'mine'],
  ['a header', '/header', '200', {
    headers: { 'X-A': { schema: { ...text, example: 'b' } } }, ...json({ schema: text, example: 'a' }),
  }, 'a b'],
  ['Accept of the second', '/types', '200', {
    content: { 'application/json': { schema: text, example: 'a' }, 'text/csv': { schema: text, example: 'b' } },
  }, 'b', 'text/csv'],
];
const paths = {};
for (const [, path, status, response] of cases) {
  const parameters = path.includes('{') ? [{ name: 'id', in: 'path', required: true, schema: text }] : [];
  const operationId = `get${Object.keys(paths).length}`;
  paths[path] = { get: { operationId, parameters, responses: { [status]: { description: 'An answer.', ...response } } } };
}
const components = { examples: { a: { value: { id: 'a' } } } };
writeFileSync('openapi.json', JSON.stringify({ openapi: '3.0.3', info: { title: 'A', version: '1' }, paths, components }));
const calls = cases.map(([name, path, , , value, accept = '*/*']) => {
  return { name, path: path.replace('{id}', 'any'), value, accept };
});
writeFileSync('calls.json', JSON.stringify(calls));
JS
node make.mjs
npm install --silent --no-audit --no-fund @stoplight/prism-http@5.16.0 @stoplight/prism-http-server@5.16.0 \
  @stoplight/prism-core@5.16.0 @scalar/mock-server@0.14.4 openapi-backend@5.21.2 @mockoon/commons-server@9.9.0 \
  @mockoon/commons@9.9.0
cat > mocks.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import mockoon from '@mockoon/commons';
import mockoonServer from '@mockoon/commons-server';
import { createMockServer } from '@scalar/mock-server';
import core from '@stoplight/prism-core';
import prism from '@stoplight/prism-http';
import prismServer from '@stoplight/prism-http-server';
import backend from 'openapi-backend';

const document = () => JSON.parse(readFileSync('openapi.json', 'utf8'));
const calls = JSON.parse(readFileSync('calls.json', 'utf8'));
function show(name, { name: about, value }, status, text, type, header) {
  // It makes true or false by chance.
  if (name === 'mockoon' && about === 'the example false') return;
  let given = text;
  if (type?.includes('json') && text !== '') given = JSON.parse(text);
  if (header !== undefined && about === 'a header') given = `${given} ${header ?? 'without it'}`;
  const other = given === '' ? 'nothing' : about === 'a path beside it' || about === 'a header' ? given : 'another value';
  console.log([about, status !== 200 ? status : isDeepStrictEqual(given, value) ? 'as it says' : other, name].join('~'));
}
async function ask(name, fetchOne) {
  for (const call of calls) {
    const response = await fetchOne(call.path, { headers: { accept: call.accept } });
    const { status, headers } = response;
    show(name, call, status, await response.text(), headers.get('content-type'), headers.get('x-a'));
  }
}
const scalar = await createMockServer({ document: document() });
await ask('scalar', (path, options) => scalar.request(path, options));
const api = new backend.OpenAPIBackend({ definition: document() });
await api.init();
for (const call of calls) {
  const { operationId } = api.matchOperation({ method: 'GET', path: call.path, headers: {} });
  const { status, mock } = api.mockResponseForOperation(operationId);
  if (call.accept === '*/*' && call.name !== 'a header') {
    show('openapi-backend', call, status, JSON.stringify(mock), 'json');
  }
}
const server = prismServer.createServer(await prism.getHttpOperationsFromSpec(document()), {
  components: { logger: core.createLogger('mock', { enabled: false }) },
  cors: false,
  config: {
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    mock: { dynamic: false },
    isProxy: false,
    errors: false,
  },
});
const base = await server.listen(0, '127.0.0.1');
await ask('prism', (path, options) => fetch(base + path, options));
await server.close();
const environment = await new mockoon.OpenApiConverter().convertFromOpenAPI(readFileSync('openapi.json', 'utf8'), 0);
environment.port = Number(process.argv[2]);
const mocks = new mockoonServer.MockoonServer(environment);
mocks.start();
await new Promise((started) => mocks.on('started', started));
await ask('mockoon', (path, options) => fetch(`http://localhost:${environment.port}${path}`, options));
process.exit();
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check 'connexion[flask,mock,uvicorn]==3.3.0'
cat > mocks.py <<'PY'
import json
import logging

import connexion
from connexion.mock import MockResolver

logging.disable()
app = connexion.FlaskApp("mocks", specification_dir=".")
app.add_api("openapi.json", resolver=MockResolver(mock_all=True))
client = app.test_client()
with open("calls.json", encoding="utf-8") as file:
    calls = json.load(file)
for call in calls:
    response = client.get(call["path"], headers={"accept": call["accept"]})
    given = response.text
    if "json" in response.headers["content-type"]:
        given = response.json()
    if call["name"] == "a header":
        given += " " + response.headers.get("x-a", "without it")
    answer = "as it says" if given == call["value"] and type(given) is type(call["value"]) else "another value"
    if call["name"] == "a header" and answer != "as it says":
        answer = given
    print(call["name"], answer if response.status_code == 200 else response.status_code, "connexion", sep="~")
PY
cat > port.mjs <<'JS'
import { createServer } from 'node:net';

const server = createServer().listen(0, () => {
  console.log(server.address().port);
  server.close();
});
JS
{ node mocks.mjs "$(node port.mjs)" 2> /dev/null; venv/bin/python mocks.py 2> /dev/null; } | LC_ALL=C sort | awk -F '~' '
  $1 FS $2 != group && group != "" { print line }
  $1 FS $2 != group { line = $1 ": " $2 " by" }
  { group = $1 FS $2; line = line " " $3 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
Accept of the second: 500 by connexion
Accept of the second: as it says by prism scalar
Accept of the second: nothing by mockoon
a header:  b by mockoon
a header: a without it by connexion
a header: as it says by prism scalar
a path beside it: any by scalar
a path beside it: as it says by connexion openapi-backend prism
a path beside it: nothing by mockoon
a path with a template: as it says by connexion openapi-backend prism scalar
a path with a template: nothing by mockoon
a range: as it says by connexion openapi-backend prism scalar
a range: nothing by mockoon
a write-only member: another value by connexion mockoon openapi-backend prism
a write-only member: as it says by scalar
an empty text: another value by openapi-backend
an empty text: as it says by connexion mockoon prism scalar
an example of a component: another value by mockoon
an example of a component: as it says by connexion openapi-backend prism scalar
no schema: as it says by connexion openapi-backend prism scalar
no schema: nothing by mockoon
the example 0: another value by mockoon
the example 0: as it says by connexion openapi-backend prism scalar
the example false: another value by openapi-backend
the example false: as it says by connexion prism scalar
the example null: 501 by connexion
the example null: another value by mockoon openapi-backend
the example null: as it says by prism scalar
EXPECTED
diff expected seen
echo "mocks of OpenAPI documents behave as they were seen"
