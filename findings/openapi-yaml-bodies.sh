#!/bin/sh
# schemathesis 4.32.5 and openapi-core 0.23.1 (PyPI), @stoplight/prism-http 5.16.0, openapi-backend 5.21.2 and
# openapi-enforcer 1.23.0 (npm), seen on 2026-12-01 with Python 3.11 and Node 20.
#
# Guess before it was run: five validators read a body of `application/yaml` as they read one of JSON, so that `type: object`
# judges what it holds; one that has no reader of YAML says so.
# Seen: only schemathesis reads it, and so refuses it as a string. Prism and openapi-enforcer judge its text, which only
# `type: string` allows. openapi-core judges bytes, which neither type allows, so that no call is right before a deserializer is
# set. openapi-backend judges nothing, so that a wrong body passes. None says what it lacks.
# The schema of a media type describes its content (OpenAPI 3.1, media type object), and a schema is applied to data, not to the
# text that stands for them (JSON Schema 2020-12 core, 4.2.1). Neither names YAML.
# Whom it meets: descriptions of calls that take or answer YAML, which have to say either of two types, and are checked by one
# of these. With a mock: check a call with a YAML body by the description that the mock has of itself.
# Output seen: the lines that EXPECTED has below: the name, then a right and a wrong object where the schema is an object, and
# the right one where it is a string.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > documents.json <<'JSON'
{
  "object": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } },
  "string": { "type": "string" }
}
JSON
cat > cases.json <<'JSON'
[["object", "name: a\n"], ["object", "name: 1\n"], ["string", "name: a\n"]]
JSON
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check schemathesis==4.32.5 openapi-core==0.23.1
cat > judge.py <<'PY'
import json
import logging

import requests
import schemathesis
from openapi_core import OpenAPI
from openapi_core.testing import MockRequest

schemas = json.load(open("documents.json"))
cases = json.load(open("cases.json"))


def document(kind):
    content = {"application/yaml": {"schema": schemas[kind]}}
    answers = {"200": {"description": "ok", "content": content}}
    operation = {"requestBody": {"required": True, "content": content}, "responses": answers}
    return {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/f": {"post": operation}}}


def by_core(kind, text):
    request = MockRequest("http://a.test", "post", "/f", data=text.encode(), content_type="application/yaml")
    OpenAPI.from_dict(document(kind)).validate_request(request)


def by_schemathesis(kind, text):
    answer = requests.Response()
    answer.status_code = 200
    answer._content = text.encode()
    answer.headers["Content-Type"] = "application/yaml"
    answer.raw = requests.packages.urllib3.HTTPResponse(headers={"Content-Type": "application/yaml"}, status=200)
    answer.request = requests.Request("POST", "http://a.test/f").prepare()
    schemathesis.openapi.from_dict(document(kind))["/f"]["POST"].validate_response(answer)


logging.disable()
for name, judge in {"openapi-core": by_core, "schemathesis": by_schemathesis}.items():
    said = []
    for kind, text in cases:
        try:
            judge(kind, text)
            said.append("valid")
        except Exception:
            said.append("invalid")
    print(f"{name}: {', '.join(said)}")
PY
npm install --silent --no-audit --no-fund @stoplight/prism-http@5.16.0 @stoplight/prism-http-server@5.16.0 \
  @stoplight/prism-core@5.16.0 openapi-backend@5.21.2 openapi-enforcer@1.23.0
cat > judge.mjs <<'JS'
import { readFileSync } from 'node:fs';
import core from '@stoplight/prism-core';
import prism from '@stoplight/prism-http';
import prismServer from '@stoplight/prism-http-server';
import backend from 'openapi-backend';
import Enforcer from 'openapi-enforcer';

const schemas = JSON.parse(readFileSync('documents.json', 'utf8'));
const cases = JSON.parse(readFileSync('cases.json', 'utf8'));
const headers = { 'content-type': 'application/yaml' };
const document = (kind, openapi = '3.1.0') => {
  const requestBody = { required: true, content: { 'application/yaml': { schema: schemas[kind] } } };
  const operation = { operationId: 'f', requestBody, responses: { 204: { description: 'ok' } } };
  return { openapi, info: { title: 't', version: '1' }, paths: { '/f': { post: operation } } };
};
const judges = {
  prism: async (kind, text) => {
    const server = prismServer.createServer(await prism.getHttpOperationsFromSpec(document(kind)), {
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
    const { status } = await fetch(`${base}/f`, { method: 'POST', headers, body: text });
    await server.close();
    return status === 204;
  },
  'openapi-backend': async (kind, text) => {
    const api = new backend.OpenAPIBackend({ definition: document(kind), quick: true });
    api.register({ f: () => true, validationFail: () => false });
    return api.handleRequest({ method: 'POST', path: '/f', headers, body: text });
  },
  // It does not know 3.1.
  'openapi-enforcer': async (kind, text) => {
    const [api] = await Enforcer(document(kind, '3.0.3'), { fullResult: true });
    const [, error] = api.request({ method: 'post', path: '/f', headers, body: text });
    return error === undefined;
  },
};
for (const [name, judge] of Object.entries(judges)) {
  const said = [];
  for (const [kind, text] of cases) said.push((await judge(kind, text)) ? 'valid' : 'invalid');
  console.log(`${name}: ${said.join(', ')}`);
}
process.exit(0);
JS
{
  venv/bin/python judge.py
  node judge.mjs
} 2> errors | LC_ALL=C sort > seen || true
cat > expected <<'EXPECTED'
openapi-backend: valid, valid, valid
openapi-core: invalid, invalid, invalid
openapi-enforcer: invalid, invalid, valid
prism: invalid, invalid, valid
schemathesis: valid, invalid, invalid
EXPECTED
diff expected seen || {
  cat errors
  exit 1
}
echo "bodies of YAML are judged as they were seen"
