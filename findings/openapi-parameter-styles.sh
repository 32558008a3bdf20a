#!/bin/sh
# openapi-client-axios 7.9.1 with axios 1.21.1 and swagger-client 3.37.3 (npm) and aiopenapi3 0.11.0 (PyPI), seen on
# 2026-11-29 with Node 20 and Python 3.11.
#
# Guess before it was run: three clients that are made from an OpenAPI document at run time ask for the same URLs.
# Seen: openapi-client-axios does not look at `style`, `explode` and `content`: each list is `q[]=a&q[]=b`, which no style of
# OpenAPI has, the default (`q=a&q=b`) included, and an object has its name in brackets. swagger-client leaves out a required
# parameter whose text is empty. aiopenapi3 does not encode a slash in a path, so `a/b` is another path; it writes a list
# whose items have commas so that they are others after decoding, and an object of `application/json` without its name.
# Whom it meets: who calls by the document that an API publishes. With a mock: look at the URLs that it recorded.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases.json <<'JSON'
{
  "list": [{"style": "form", "explode": true, "schema": {"type": "array", "items": {"type": "string"}}}, ["a", "b"]],
  "joinedList": [{"style": "form", "explode": false, "schema": {"type": "array", "items": {"type": "string"}}}, ["a", "b,c"]],
  "object": [{"style": "form", "explode": true, "schema": {"type": "object"}}, {"a": 1, "b": "x"}],
  "deepObject": [{"style": "deepObject", "explode": true, "schema": {"type": "object"}}, {"a": 1, "b": "x"}],
  "json": [{"content": {"application/json": {"schema": {"type": "object"}}}}, {"a": [1]}],
  "emptyText": [{"schema": {"type": "string"}}, ""],
  "offsetTime": [{"schema": {"type": "string"}}, "2026-01-01T00:00:00+09:00"],
  "pathList": [{"in": "path", "schema": {"type": "array", "items": {"type": "string"}}}, ["a", "b"]],
  "pathSlash": [{"in": "path", "schema": {"type": "string"}}, "a/b"]
}
JSON
cat > document.py <<'PY'
import json
from pathlib import Path

paths = {}
for name, (parameter, _) in json.loads(Path("cases.json").read_text()).items():
    parameter = {"name": "q", "in": "query", "required": True, **parameter}
    path = f"/{name}/{{q}}" if parameter["in"] == "path" else f"/{name}"
    answers = {"200": {"description": "done"}}
    paths[path] = {"get": {"operationId": name, "parameters": [parameter], "responses": answers}}
info = {"title": "finding", "version": "1"}
document = {"openapi": "3.0.3", "info": info, "servers": [{"url": "http://api.test"}], "paths": paths}
Path("document.json").write_text(json.dumps(document))
PY
python3 document.py
npm install --silent --no-audit --no-fund openapi-client-axios@7.9.1 axios@1.21.1 swagger-client@3.37.3
cat > ask.mjs <<'JS'
import { readFileSync } from 'node:fs';
import axios from 'axios';
import { OpenAPIClientAxios } from 'openapi-client-axios';
import SwaggerClient from 'swagger-client';

const definition = JSON.parse(readFileSync('document.json', 'utf8'));
const client = await new OpenAPIClientAxios({ definition }).init();
client.defaults.adapter = (config) => Promise.resolve({ data: axios.getUri(config), status: 200, headers: {}, config });
const { spec } = await SwaggerClient.resolve({ spec: definition });
for (const [operationId, [, value]] of Object.entries(JSON.parse(readFileSync('cases.json', 'utf8')))) {
  console.log(`${operationId}: openapi-client-axios, ${(await client[operationId]({ q: value })).data}`);
  const request = SwaggerClient.buildRequest({ spec, operationId, parameters: { q: value } });
  console.log(`${operationId}: swagger-client, ${request.url}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check aiopenapi3==0.11.0
cat > ask.py <<'PY'
import json
from pathlib import Path

import httpx2
from aiopenapi3 import OpenAPI


def answer(request):
    raise RuntimeError(request.url)


def session(*_, **__) -> httpx2.Client:
    return httpx2.Client(transport=httpx2.MockTransport(answer))


api = OpenAPI("http://api.test/document.json", json.loads(Path("document.json").read_text()), session_factory=session)
for name, (_, value) in json.loads(Path("cases.json").read_text()).items():
    try:
        getattr(api._, name)(parameters={"q": value})
    except Exception as error:
        cause = error if isinstance(error, RuntimeError) else error.__cause__ or error
        print(f"{name}: aiopenapi3, {cause if isinstance(cause, RuntimeError) else type(cause).__name__}")
PY
{ node ask.mjs; venv/bin/python -W ignore ask.py; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
deepObject: aiopenapi3, http://api.test/deepObject?q%5Ba%5D=1&q%5Bb%5D=x
deepObject: openapi-client-axios, http://api.test/deepObject?q%5Ba%5D=1&q%5Bb%5D=x
deepObject: swagger-client, http://api.test/deepObject?q%5Ba%5D=1&q%5Bb%5D=x
emptyText: aiopenapi3, http://api.test/emptyText?q=
emptyText: openapi-client-axios, http://api.test/emptyText?q=
emptyText: swagger-client, http://api.test/emptyText
joinedList: aiopenapi3, http://api.test/joinedList?q=a%2Cb%2Cc
joinedList: openapi-client-axios, http://api.test/joinedList?q%5B%5D=a&q%5B%5D=b,c
joinedList: swagger-client, http://api.test/joinedList?q=a,b%2Cc
json: aiopenapi3, http://api.test/json?a=1
json: openapi-client-axios, http://api.test/json?q%5Ba%5D%5B0%5D=1
json: swagger-client, http://api.test/json?q=%7B%22a%22%3A%5B1%5D%7D
list: aiopenapi3, http://api.test/list?q=a&q=b
list: openapi-client-axios, http://api.test/list?q%5B%5D=a&q%5B%5D=b
list: swagger-client, http://api.test/list?q=a&q=b
object: aiopenapi3, http://api.test/object?a=1&b=x
object: openapi-client-axios, http://api.test/object?q%5Ba%5D=1&q%5Bb%5D=x
object: swagger-client, http://api.test/object?a=1&b=x
offsetTime: aiopenapi3, http://api.test/offsetTime?q=2026-01-01T00%3A00%3A00%2B09%3A00
offsetTime: openapi-client-axios, http://api.test/offsetTime?q=2026-01-01T00:00:00%2B09:00
offsetTime: swagger-client, http://api.test/offsetTime?q=2026-01-01T00%3A00%3A00%2B09%3A00
pathList: aiopenapi3, http://api.test/pathList/a,b
pathList: openapi-client-axios, http://api.test/pathList/a%2Cb
pathList: swagger-client, http://api.test/pathList/a,b
pathSlash: aiopenapi3, http://api.test/pathSlash/a/b
pathSlash: openapi-client-axios, http://api.test/pathSlash/a%2Fb
pathSlash: swagger-client, http://api.test/pathSlash/a%2Fb
EXPECTED
diff expected seen
echo "parameters of OpenAPI behave as they were seen"
