#!/bin/sh
# github.com/twitchtv/twirp v8.1.3, twirp 0.0.7 (PyPI) and twirp-ts 2.5.0, twirpscript 0.0.72 and @protobuf-ts/twirp-transport
# 2.11.1 (npm), seen on 2026-12-01 with Go 1.26, Python 3.11 and Node 20.
#
# Expected: five clients of Twirp make the same code of an error of the service, and of an answer of a proxy the code that the
# documentation of Twirp has for its status (Errors, HTTP errors from intermediary proxies).
# Seen: they agree on what the service itself says, and not even there on all: protobuf-ts has `internal` for an error without
# `msg`, and the client in Go takes an error with a further member for one of a proxy. Of a page with 401, 404, 429 or 503
# protobuf-ts makes `internal`, the fault that nobody is to try again, and twirp-ts has a SyntaxError without a code. 429 is
# `resource_exhausted`; twirpscript has `unavailable`. If a gateway answers in JSON that is not Twirp's, Python and twirp-ts have
# `unknown`. Of a code that Twirp does not have, two make `internal`, one `unknown`, and two give it on. A call is not to follow a
# redirect: Python, twirp-ts and twirpscript do, and take the page there for the message.
# Whom it meets: callers that try again by the code, behind a gateway. With a mock: answer with the gateway's errors, too.
# Output seen: the lines that EXPECTED has below; a name in parentheses is an exception without a code of Twirp.
set -eu
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
cd "$folder"
cat > answers.json <<'JSON'
{
  "not_found": [404, "application/json", "{\"code\":\"not_found\",\"msg\":\"no such\",\"meta\":{\"a\":\"1\"}}"],
  "without-meta": [400, "application/json", "{\"code\":\"invalid_argument\",\"msg\":\"bad\"}"],
  "without-msg": [412, "application/json", "{\"code\":\"failed_precondition\"}"],
  "new-member": [500, "application/json; charset=utf-8", "{\"code\":\"internal\",\"msg\":\"x\",\"more\":{\"a\":1}}"],
  "new-code": [500, "application/json", "{\"code\":\"teapot\",\"msg\":\"x\"}"],
  "gateway-403": [403, "application/json", "{\"message\":\"Forbidden\"}"],
  "gateway-504": [504, "application/json", "{\"message\":\"Endpoint request timed out\"}"],
  "page-400": [400, "text/html", "<h1>Bad Request</h1>"],
  "page-401": [401, "text/html", "<h1>Unauthorized</h1>"],
  "page-404": [404, "text/html", "<h1>Not Found</h1>"],
  "page-429": [429, "text/plain", "slow down"],
  "page-503": [503, "text/html", "<h1>Service Unavailable</h1>"],
  "page-418": [418, "text/plain", "teapot"],
  "empty-502": [502, "text/plain", ""],
  "redirect": [302, "text/plain", ""]
}
JSON
cat > serve.cjs <<'JS'
const { createServer } = require('node:http');
const { writeFileSync } = require('node:fs');
const answers = require('./answers.json');

// The first segment names the answer; a redirect leads to a page with 200.
const server = createServer((request, response) => {
  const [status, type, body] = answers[request.url.split('/')[1]] ?? [200, 'text/html', '<h1>Log in</h1>'];
  response.writeHead(status, { 'Content-Type': type, ...(status === 302 ? { Location: '/login' } : {}) }).end(body);
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
JS
cat > names.proto <<'PROTO'
syntax = "proto3";

package test;

import "google/protobuf/wrappers.proto";

option go_package = "finding.test/call/names";

service Names {
  rpc Get(google.protobuf.StringValue) returns (google.protobuf.StringValue);
}
PROTO
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check twirp==0.0.7 protobuf==6.33.0 grpcio-tools==1.76.0 setuptools==80.9.0
cat > call.py <<'PY'
import json

from google.protobuf.wrappers_pb2 import StringValue
from twirp.client import TwirpClient
from twirp.context import Context
from twirp.exceptions import TwirpServerException

port = open("port", encoding="utf-8").read()
for name in json.load(open("answers.json", encoding="utf-8")):
    client = TwirpClient(f"http://127.0.0.1:{port}/{name}")
    try:
        client._make_request(url="/twirp/test.Names/Get", ctx=Context(), request=StringValue(), response_obj=StringValue)
        answer = "no error"
    except TwirpServerException as error:
        answer = error.code.value if hasattr(error.code, "value") else str(error.code)
    except Exception as error:
        answer = f"({type(error).__name__})"
    print(f"{name}~{answer}~Python")
PY
npm install --silent --no-audit --no-fund twirp-ts@2.5.0 twirpscript@0.0.72 @protobuf-ts/twirp-transport@2.11.1 \
  @protobuf-ts/runtime-rpc@2.11.1 @protobuf-ts/runtime@2.11.1
cat > call.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { MessageType } from '@protobuf-ts/runtime';
import { ServiceType } from '@protobuf-ts/runtime-rpc';
import { TwirpFetchTransport } from '@protobuf-ts/twirp-transport';
import twirp from 'twirp-ts';
import { PBrequest } from 'twirpscript';

const StringValue = new MessageType('google.protobuf.StringValue', [{ no: 1, name: 'value', kind: 'scalar', T: 9 }]);
const names = new ServiceType('test.Names', [{ name: 'Get', options: {}, I: StringValue, O: StringValue }]);
const clients = {
  'protobuf-ts': (base) => {
    const transport = new TwirpFetchTransport({ baseUrl: `${base}/twirp` });
    return transport.unary(names.methods[0], StringValue.create(), transport.mergeOptions({}));
  },
  'twirp-ts': (base) => {
    const rpc = twirp.FetchRPC({ baseUrl: `${base}/twirp` });
    return rpc.request('test.Names', 'Get', 'application/protobuf', new Uint8Array());
  },
  twirpscript: (base) => PBrequest('/test.Names/Get', new Uint8Array(), { baseURL: base }),
};
for (const name of Object.keys(JSON.parse(readFileSync('answers.json', 'utf8')))) {
  for (const [client, call] of Object.entries(clients)) {
    const base = `http://127.0.0.1:${readFileSync('port', 'utf8')}/${name}`;
    let answer = 'no error';
    try {
      await call(base);
    } catch (error) {
      answer = error.code ?? `(${error.name})`;
    }
    console.log(`${name}~${answer}~${client}`);
  }
}
JS
cat > call.go <<'GO'
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"finding.test/call/names"
	"github.com/twitchtv/twirp"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

func main() {
	port, _ := os.ReadFile("port")
	text, _ := os.ReadFile("answers.json")
	answers := map[string]any{}
	json.Unmarshal(text, &answers)
	for name := range answers {
		client := names.NewNamesProtobufClient("http://127.0.0.1:"+string(port)+"/"+name, http.DefaultClient)
		_, err := client.Get(context.Background(), &wrapperspb.StringValue{})
		answer := "no error"
		if failure, ok := err.(twirp.Error); ok {
			answer = string(failure.Code())
		}
		fmt.Printf("%s~%s~Go\n", name, answer)
	}
}
GO
go mod init finding.test/call 2> /dev/null
go get github.com/twitchtv/twirp/...@v8.1.3+incompatible github.com/pkg/errors@v0.9.1 google.golang.org/protobuf@v1.36.11 2> /dev/null
go build -o protoc-gen-twirp github.com/twitchtv/twirp/protoc-gen-twirp
venv/bin/python -m grpc_tools.protoc -I . --plugin=protoc-gen-twirp=protoc-gen-twirp --twirp_out=. \
  --twirp_opt=module=finding.test/call names.proto
sed -i '/^import _ "google/d' names/names.twirp.go
go mod tidy 2> /dev/null
node serve.cjs &
server=$!
while [ ! -s port ]; do sleep 0.1; done
{
  go run call.go
  venv/bin/python call.py
  node call.mjs
} 2> errors | LC_ALL=C sort | awk -F '~' '
  $1 != name { if (name != "") print line; line = $1 ":" }
  { name = $1; line = line " " $2 " by " $3 ";" }
  END { print line }
' > seen
cat > expected <<'EXPECTED'
empty-502: (SyntaxError) by twirp-ts; internal by protobuf-ts; unavailable by Go; unavailable by Python; unavailable by twirpscript;
gateway-403: internal by protobuf-ts; permission_denied by Go; permission_denied by twirpscript; unknown by Python; unknown by twirp-ts;
gateway-504: internal by protobuf-ts; unavailable by Go; unavailable by twirpscript; unknown by Python; unknown by twirp-ts;
new-code: internal by Go; internal by twirpscript; teapot by protobuf-ts; teapot by twirp-ts; unknown by Python;
new-member: internal by Python; internal by protobuf-ts; internal by twirp-ts; internal by twirpscript; unknown by Go;
not_found: not_found by Go; not_found by Python; not_found by protobuf-ts; not_found by twirp-ts; not_found by twirpscript;
page-400: (SyntaxError) by twirp-ts; internal by Go; internal by Python; internal by protobuf-ts; internal by twirpscript;
page-401: (SyntaxError) by twirp-ts; internal by protobuf-ts; unauthenticated by Go; unauthenticated by Python; unauthenticated by twirpscript;
page-404: (SyntaxError) by twirp-ts; bad_route by Go; bad_route by Python; bad_route by twirpscript; internal by protobuf-ts;
page-418: (SyntaxError) by twirp-ts; internal by protobuf-ts; internal by twirpscript; unknown by Go; unknown by Python;
page-429: (SyntaxError) by twirp-ts; internal by protobuf-ts; resource_exhausted by Go; resource_exhausted by Python; unavailable by twirpscript;
page-503: (SyntaxError) by twirp-ts; internal by protobuf-ts; unavailable by Go; unavailable by Python; unavailable by twirpscript;
redirect: (DecodeError) by Python; internal by Go; internal by protobuf-ts; no error by twirp-ts; no error by twirpscript;
without-meta: invalid_argument by Go; invalid_argument by Python; invalid_argument by protobuf-ts; invalid_argument by twirp-ts; invalid_argument by twirpscript;
without-msg: failed_precondition by Go; failed_precondition by Python; failed_precondition by twirp-ts; failed_precondition by twirpscript; internal by protobuf-ts;
EXPECTED
diff expected seen || {
  cat errors
  exit 1
}
echo "errors of Twirp are read as they were seen"
