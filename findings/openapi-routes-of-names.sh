#!/bin/sh
# openapi-backend 5.21.2 (npm), openapi-core 0.23.1 (PyPI) and both routers of github.com/getkin/kin-openapi v0.153.0, seen on
# 2026-11-30 with Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: four routers of OpenAPI choose the same operation and give the same parameters; `%2F` stays in its
# segment.
# Seen: it stays, and only openapi-backend decodes it. A custom verb beside its resource, `/v2/{name}:restore`, is the
# operation of `/v2/{name}` for openapi-core and the legacy router. Of two parameters in one segment, `{a}.{b}`,
# openapi-backend gives the first one `x.` and the second nothing, and the legacy router finds no operation. A name that is
# empty is one for openapi-core and the legacy router. A slash at the end is dropped by openapi-backend and the legacy router.
# The path without a template goes first in all.
# Whom it meets: who checks or mocks an API with custom verbs (AIP-136) by its document. With a mock: call `:restore`, and look
# at which operation was judged.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 > openapi.json <<'PY'
import json
import re

PATHS = {
    "/v2/{name}": {"get": "get", "post": "create"},
    "/v2/mine": {"get": "mine"},
    "/v2/{name}:restore": {"post": "restore"},
    "/v3/{a}.{b}": {"get": "two"},
}
paths = {}
for path, operations in PATHS.items():
    names = re.findall(r"{(\w+)}", path)
    parameters = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]
    paths[path] = {"parameters": parameters}
    for method, operation in operations.items():
        paths[path][method] = {"operationId": operation, "responses": {"200": {"description": "done"}}}
servers = [{"url": "http://api.test"}]
print(json.dumps({"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "servers": servers, "paths": paths}))
PY
cat > calls <<'TEXT'
GET /v2/mine
GET /v2/a
GET /v2/a%2Fb
GET /v2/a/
GET /v2/
POST /v2/a
POST /v2/a:restore
POST /v2/a:b:restore
GET /v3/x.y
TEXT
npm install --silent --no-audit --no-fund openapi-backend@5.21.2
cat > route.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { OpenAPIBackend } from 'openapi-backend';

const api = new OpenAPIBackend({ definition: JSON.parse(readFileSync('openapi.json', 'utf8')), quick: true });
await api.init();
for (const call of readFileSync('calls', 'utf8').trim().split('\n')) {
  const [method, path] = call.split(' ');
  const request = { method, path, headers: {} };
  const operation = api.matchOperation(request);
  const parameters = operation && Object.entries(api.router.parseRequest(request, operation).params);
  const answer = operation && [operation.operationId, ...parameters.map(([name, value]) => `${name}=${value}`)].join(' ');
  console.log(`${call}: openapi-backend, ${answer ?? 'none'}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check openapi-core==0.23.1
cat > route.py <<'PY'
import json

from jsonschema_path import SchemaPath
from openapi_core.templating.paths.exceptions import PathNotFound
from openapi_core.templating.paths.finders import APICallPathFinder

with open("openapi.json", encoding="utf-8") as file:
    finder = APICallPathFinder(SchemaPath.from_dict(json.load(file)))
with open("calls", encoding="utf-8") as file:
    for call in file.read().splitlines():
        method, path = call.split(" ")
        try:
            found = finder.find(method.lower(), "http://api.test" + path)
            parameters = [f"{name}={value}" for name, value in found.path_result.variables.items()]
            answer = " ".join([(found.operation / "operationId").read_value(), *parameters])
        except PathNotFound:
            answer = "none"
        print(f"{call}: openapi-core, {answer}")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"net/http"
	"os"
	"sort"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/getkin/kin-openapi/routers/legacy"
)

func main() {
	document, err := openapi3.NewLoader().LoadFromFile("openapi.json")
	if err != nil {
		panic(err)
	}
	file, _ := os.ReadFile("calls")
	for name, newRouter := range map[string]func(*openapi3.T) (routers.Router, error){
		"gorillamux": func(document *openapi3.T) (routers.Router, error) { return gorillamux.NewRouter(document) },
		"legacy":     func(document *openapi3.T) (routers.Router, error) { return legacy.NewRouter(document) },
	} {
		router, err := newRouter(document)
		if err != nil {
			panic(err)
		}
		for _, call := range strings.Split(strings.TrimSpace(string(file)), "\n") {
			method, path, _ := strings.Cut(call, " ")
			request, _ := http.NewRequest(method, "http://api.test"+path, nil)
			answer := "none"
			if route, parameters, err := router.FindRoute(request); err == nil {
				texts := []string{}
				for parameter, value := range parameters {
					texts = append(texts, " "+parameter+"="+value)
				}
				sort.Strings(texts)
				answer = route.Operation.OperationID + strings.Join(texts, "")
			}
			fmt.Printf("%s: kin-openapi %s, %s\n", call, name, answer)
		}
	}
}
GO
{
  go mod init finding.test/route
  go get github.com/getkin/kin-openapi@v0.153.0
  go mod tidy
} 2> /dev/null
{ node route.mjs; venv/bin/python route.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
GET /v2/: kin-openapi gorillamux, none
GET /v2/: kin-openapi legacy, get name=
GET /v2/: openapi-backend, none
GET /v2/: openapi-core, get name=
GET /v2/a%2Fb: kin-openapi gorillamux, get name=a%2Fb
GET /v2/a%2Fb: kin-openapi legacy, get name=a%2Fb
GET /v2/a%2Fb: openapi-backend, get name=a/b
GET /v2/a%2Fb: openapi-core, get name=a%2Fb
GET /v2/a/: kin-openapi gorillamux, none
GET /v2/a/: kin-openapi legacy, get name=a
GET /v2/a/: openapi-backend, get name=a
GET /v2/a/: openapi-core, none
GET /v2/a: kin-openapi gorillamux, get name=a
GET /v2/a: kin-openapi legacy, get name=a
GET /v2/a: openapi-backend, get name=a
GET /v2/a: openapi-core, get name=a
GET /v2/mine: kin-openapi gorillamux, mine
GET /v2/mine: kin-openapi legacy, mine
GET /v2/mine: openapi-backend, mine
GET /v2/mine: openapi-core, mine
GET /v3/x.y: kin-openapi gorillamux, two a=x b=y
GET /v3/x.y: kin-openapi legacy, none
GET /v3/x.y: openapi-backend, two a=x. b=
GET /v3/x.y: openapi-core, two a=x b=y
POST /v2/a: kin-openapi gorillamux, create name=a
POST /v2/a: kin-openapi legacy, create name=a
POST /v2/a: openapi-backend, create name=a
POST /v2/a: openapi-core, create name=a
POST /v2/a:b:restore: kin-openapi gorillamux, restore name=a:b
POST /v2/a:b:restore: kin-openapi legacy, create name=a:b:restore
POST /v2/a:b:restore: openapi-backend, restore name=a:b
POST /v2/a:b:restore: openapi-core, create name=a:b:restore
POST /v2/a:restore: kin-openapi gorillamux, restore name=a
POST /v2/a:restore: kin-openapi legacy, create name=a:restore
POST /v2/a:restore: openapi-backend, restore name=a
POST /v2/a:restore: openapi-core, create name=a:restore
EXPECTED
diff expected seen
echo "routers of OpenAPI behave as they were seen"
